import { describe, expect, test } from "vitest";
import type { LaunchHeader, ParameterShape } from "./launch-decoder.ts";
import { flattenTypes, readArguments, readHeader } from "./launch-decoder.ts";
import { launchFacts, withoutSizes } from "./launch-facts.ts";
import { scalar } from "../compiler/types/type.ts";
import type { ArgumentValue, ArrayValue } from "../runtime/device.ts";

const HEADER: LaunchHeader = { specialisation: 0, grid: [4, 1, 1], block: [64, 1, 1], dynamicSharedBytes: 0 };
const SETTINGS = { float64: "auto", loopBudget: 0, mostBlocks: 65_535 } as const;
const int64: ParameterShape = { kind: "scalar", name: "int64" };
const anyLayout: ParameterShape = { kind: "array", ndim: 1, contiguous: false };

function array(buffer: number, shape: number[], stridesBytes: number[], offsetBytes = 0): ArrayValue {
  return { kind: "array", buffer, offsetBytes, shape, stridesBytes, itemBytes: 4 };
}
const whole = (value: bigint): ArgumentValue => ({ kind: "scalar", value });

describe("launch facts", () => {
  test("integer classes", () => {
    const values = [0n, 2n ** 31n - 1n, -1n, -(2n ** 31n), 2n ** 31n, 2n ** 32n, 2n ** 63n - 1n].map(whole);
    const facts = launchFacts(
      HEADER,
      values.map(() => int64),
      values,
      SETTINGS,
    );
    const classes = facts.arguments.map((fact) => (fact.kind === "scalar" ? fact.integer : fact.kind));
    expect(classes).toEqual(["small", "small", "int32", "int32", "uint32", "any", "any"]);
  });

  test("contiguous, offset, overlaps", () => {
    const values = [array(1, [8], [4]), array(1, [4], [8], 4), array(2, [8], [4])];
    const facts = launchFacts(
      HEADER,
      values.map(() => anyLayout),
      values,
      SETTINGS,
    );
    expect(facts.arguments).toEqual([
      { kind: "array", offsetZero: true, contiguous: true },
      { kind: "array", offsetZero: false, contiguous: false },
      { kind: "array", offsetZero: true, contiguous: true },
    ]);
    expect(facts.overlaps).toEqual([[0, 1]]);
  });

  test("equal sizes take in the integers that equal one, and no others", () => {
    const values = [array(1, [8], [4]), whole(8n), whole(9n), whole(9n), array(2, [8], [4])];
    const parameters = [anyLayout, int64, int64, int64, anyLayout];
    expect(launchFacts(HEADER, parameters, values, SETTINGS).equal).toEqual([
      [
        { what: "shape", argument: 0, axis: 0 },
        { what: "shape", argument: 4, axis: 0 },
        { what: "scalar", argument: 1, part: 0 },
      ],
    ]);
  });

  test("a grid beyond the adapter's limit is windowed", () => {
    const large = { ...HEADER, grid: [70_000, 1, 1] as const };
    expect(launchFacts(large, [], [], SETTINGS).windowed).toBe(true);
    expect(launchFacts(large, [], [], { ...SETTINGS, mostBlocks: null }).windowed).toBe(false);
  });

  test("without sizes keeps what must be kept", () => {
    const values = [array(1, [8], [4]), array(1, [8], [4]), whole(8n)];
    const facts = withoutSizes(launchFacts(HEADER, [anyLayout, anyLayout, int64], values, SETTINGS));
    expect(facts.equal).toEqual([]);
    expect(facts.overlaps).toEqual([[0, 1]]);
    expect(facts.arguments[2]).toEqual({ kind: "scalar", integer: "any" });
  });
});

describe("launch records", () => {
  test("header and arguments", () => {
    const parameters = flattenTypes([
      { kind: "array", element: scalar("float32"), ndim: 2, layout: "A", readonly: false, space: "global" },
      { kind: "tuple", items: [scalar("int64"), scalar("float64")] },
      { kind: "none" },
      scalar("complex64"),
      scalar("uint64"),
    ]);
    const slots = [
      3n,
      4n,
      5n,
      6n,
      7n,
      8n,
      1n,
      96n,
      12n,
      16n,
      2n,
      3n,
      -24n,
      8n,
      4n,
      -5n,
      0n,
      0n,
      0n,
      2n ** 64n - 1n,
    ];
    const view = new DataView(new ArrayBuffer(slots.length * 8));
    for (const [i, value] of slots.entries()) view.setBigUint64(i * 8, BigInt.asUintN(64, value), true);
    view.setFloat64(16 * 8, 2.5, true);
    view.setFloat64(17 * 8, 1, true);
    view.setFloat64(18 * 8, -2, true);
    expect(readHeader(view)).toEqual({
      specialisation: 3,
      grid: [4, 5, 6],
      block: [7, 8, 1],
      dynamicSharedBytes: 96,
    });
    expect(readArguments(view, parameters)).toEqual([
      { kind: "array", buffer: 12, offsetBytes: 16, shape: [2, 3], stridesBytes: [-24, 8], itemBytes: 4 },
      { kind: "scalar", value: -5n },
      { kind: "scalar", value: 2.5 },
      { kind: "scalar", value: 1, imaginary: -2 },
      { kind: "scalar", value: 2n ** 64n - 1n },
    ]);
  });
});
