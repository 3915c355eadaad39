import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  evaluateBinary,
  evaluateConvert,
  evaluateUnary,
  readScalar,
  reinterpret,
  roundFloat,
  writeScalar,
} from "./arithmetic.ts";

test("integers wrap, floor and shift as ir.ts says", () => {
  expect(evaluateBinary("add", "i64", 2n ** 63n - 1n, 1n)).toBe(-(2n ** 63n));
  expect(evaluateBinary("sub", "u32", 0n, 1n)).toBe(2n ** 32n - 1n);
  expect(evaluateBinary("floor-div", "i64", -7n, 2n)).toBe(-4n);
  expect(evaluateBinary("floor-mod", "i64", -7n, 2n)).toBe(1n);
  expect(evaluateBinary("floor-mod", "i64", 7n, -2n)).toBe(-1n);
  expect(evaluateBinary("floor-div", "i64", 7n, 0n)).toBe(0n);
  expect(evaluateBinary("floor-mod", "i64", 7n, 0n)).toBe(0n);
  expect(evaluateBinary("trunc-div", "i64", -7n, 2n)).toBe(-3n);
  expect(evaluateBinary("shl", "i32", 1n, 32n)).toBe(0n);
  expect(evaluateBinary("shr", "i32", -8n, 99n)).toBe(-1n);
  expect(evaluateBinary("shr", "u64", 8n, 64n)).toBe(0n);
  expect(evaluateBinary("pow", "i64", 3n, 40n)).toBe(BigInt.asIntN(64, 3n ** 40n));
  expect(evaluateBinary("pow", "i64", -1n, -3n)).toBe(-1n);
  expect(evaluateBinary("pow", "i64", 2n, -1n)).toBe(0n);
  expect(evaluateUnary("clz", "u32", 1n)).toBe(31n);
  expect(evaluateUnary("ctz", "u64", 0n)).toBe(64n);
  expect(evaluateUnary("bit-reverse", "u32", 1n)).toBe(2n ** 31n);
});

test("floats floor as CPython does", () => {
  expect(evaluateBinary("floor-div", "f64", -7, 2)).toBe(-4);
  expect(evaluateBinary("floor-mod", "f64", -7, 2)).toBe(1);
  expect(evaluateBinary("floor-mod", "f64", 6, -3)).toBe(-0);
  expect(evaluateBinary("floor-div", "f64", 1, 0)).toBe(Infinity);
  expect(evaluateBinary("floor-mod", "f64", 1, 0)).toBe(NaN);
  expect(evaluateBinary("min", "f32", NaN, 2)).toBe(2);
  expect(evaluateBinary("max", "f32", 2, NaN)).toBe(2);
});

test("conversions round once, saturate and wrap", () => {
  // 2**60 + 2**36 + 1 lies just above the middle between two float32 values; by way of float64 it would round down.
  expect(evaluateConvert("i64", "f32", 2n ** 60n + 2n ** 36n + 1n)).toBe(2 ** 60 + 2 ** 37);
  expect(evaluateConvert("f64", "i32", 1e10)).toBe(2n ** 31n - 1n);
  expect(evaluateConvert("f64", "u8", -3.5)).toBe(0n);
  expect(evaluateConvert("f64", "i64", NaN)).toBe(0n);
  expect(evaluateConvert("f64", "i64", -2.9)).toBe(-2n);
  expect(evaluateConvert("i64", "u8", -1n)).toBe(255n);
  expect(evaluateConvert("f32", "bool", NaN)).toBe(true);
  expect(evaluateConvert("bool", "f32", true)).toBe(1);
  expect(reinterpret("f32", "u32", 1)).toBe(0x3f800000n);
  expect(reinterpret("i64", "f64", 0x4000000000000000n)).toBe(2);
});

test("f16 rounds to nearest even and survives memory", async () => {
  expect(roundFloat("f16", 2049)).toBe(2048);
  expect(roundFloat("f16", 2051)).toBe(2052);
  expect(roundFloat("f16", 65519)).toBe(65504);
  expect(roundFloat("f16", 65520)).toBe(Infinity);
  expect(roundFloat("f16", 2 ** -25)).toBe(0);
  expect(roundFloat("f16", 3 * 2 ** -25)).toBe(2 ** -23);
  const view = new DataView(new ArrayBuffer(8));
  await fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff }), (bits) => {
      view.setUint16(0, bits, true);
      const value = readScalar(view, 0, "f16");
      fc.pre(!Number.isNaN(value));
      expect(roundFloat("f16", Number(value))).toBe(value);
      writeScalar(view, 0, "f16", value);
      expect(view.getUint16(0, true)).toBe(bits);
    }),
  );
});
