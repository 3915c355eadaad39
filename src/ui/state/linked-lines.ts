import { createStore } from "zustand/vanilla";

/** The lines that light up together in the editor and in the WGSL view. */
export interface LinkedLines {
  readonly pythonLine: number | null;
  readonly from: "python" | "wgsl" | null;
}

export const linkedLines = createStore<LinkedLines>(() => ({ pythonLine: null, from: null }));

export function linkPythonLine(line: number | null, from: "python" | "wgsl"): void {
  linkedLines.setState({ pythonLine: line, from });
}
