/** Numbers as the page shows them: three significant digits, always with a unit. */

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${threeDigits(value)} ${units[unit]}`;
}

/** A time in milliseconds as us, ms or s. */
export function formatMs(ms: number): string {
  if (ms < 0.9995) return `${threeDigits(ms * 1000)} µs`;
  if (ms < 999.5) return `${threeDigits(ms)} ms`;
  return `${threeDigits(ms / 1000)} s`;
}

/** "1 launch", "12 launches". */
export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

function threeDigits(value: number): string {
  if (value === 0) return "0";
  if (value >= 100) return Math.round(value).toString();
  return value.toPrecision(3).replace(/\.?0+$/, "");
}
