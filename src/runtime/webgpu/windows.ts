type Triple = readonly [number, number, number];

/** Part of a grid that one dispatch covers: the first block and the number of blocks along each axis. */
export interface GridWindow {
  readonly first: Triple;
  readonly count: Triple;
}

/** Cuts a grid into windows of at most `most` blocks along each axis; most grids are one window. */
export function gridWindows(grid: Triple, most: number): GridWindow[] {
  const windows: GridWindow[] = [];
  for (let z = 0; z < grid[2]; z += most) {
    for (let y = 0; y < grid[1]; y += most) {
      for (let x = 0; x < grid[0]; x += most) {
        const count: Triple = [
          Math.min(most, grid[0] - x),
          Math.min(most, grid[1] - y),
          Math.min(most, grid[2] - z),
        ];
        windows.push({ first: [x, y, z], count });
      }
    }
  }
  return windows;
}
