import { expect, test } from "vitest";
import type { RecordField, WasmProgram } from "../compiler/ir/program.ts";
import type { Launch } from "./device.ts";
import { writeLaunchRecord } from "./launch-record.ts";

const launch: Launch = {
  program: {} as WasmProgram,
  grid: [3, 2, 1],
  block: [32, 1, 1],
  arguments: [
    { kind: "array", buffer: 7, offsetBytes: 16, shape: [4, 5], stridesBytes: [-40, 8], itemBytes: 8 },
    { kind: "scalar", value: -(2n ** 40n) },
    { kind: "scalar", value: 1.5, imaginary: -0.25 },
  ],
  dynamicSharedBytes: 96,
  kernel: 0,
};

function written(fields: RecordField[]): DataView {
  const view = new DataView(new ArrayBuffer(64));
  writeLaunchRecord(view, fields, launch, [0, 65535, 0]);
  return view;
}

test("sizes, strides and offsets are written in elements", () => {
  const view = written([
    { name: "n", offsetBytes: 0, type: "i32", source: { what: "shape", argument: 0, axis: 1 } },
    { name: "s", offsetBytes: 4, type: "i32", source: { what: "stride", argument: 0, axis: 0 } },
    { name: "o", offsetBytes: 8, type: "i32", source: { what: "offset", argument: 0 } },
  ]);
  expect([view.getInt32(0, true), view.getInt32(4, true), view.getInt32(8, true)]).toEqual([5, -5, 2]);
});

test("64-bit integers, both parts of a complex number, grid and window", () => {
  const view = written([
    { name: "big", offsetBytes: 0, type: "i64", source: { what: "scalar", argument: 1, part: 0 } },
    { name: "im", offsetBytes: 8, type: "f64", source: { what: "scalar", argument: 2, part: 1 } },
    { name: "re", offsetBytes: 16, type: "f32", source: { what: "scalar", argument: 2, part: 0 } },
    { name: "grid", offsetBytes: 20, type: "i32", source: { what: "grid-size", axis: 0 } },
    { name: "window", offsetBytes: 24, type: "i32", source: { what: "window", axis: 1 } },
    { name: "bytes", offsetBytes: 28, type: "i32", source: { what: "dynamic-shared-bytes" } },
  ]);
  expect(view.getBigInt64(0, true)).toBe(-(2n ** 40n));
  expect(view.getFloat64(8, true)).toBe(-0.25);
  expect(view.getFloat32(16, true)).toBe(1.5);
  expect([view.getInt32(20, true), view.getInt32(24, true), view.getInt32(28, true)]).toEqual([3, 65535, 96]);
});

test("the low half of a wide integer where 32 bits are enough", () => {
  const view = written([
    { name: "n", offsetBytes: 0, type: "u32", source: { what: "scalar", argument: 1, part: 0 } },
  ]);
  expect(view.getUint32(0, true)).toBe(0);
});
