/**
 * Math functions that WebAssembly has no instruction for, as the CPU device imports them: all on float64, float32 results
 * are rounded from these. JavaScript's own where it has them; the others below, to 2 ulp of the C library
 * (`math-library.test.ts`).
 */
import { erf, erfc } from "./error-function.ts";
import { gamma, lgamma } from "./gamma-function.ts";

export const MATH_IMPORTS: Readonly<Record<string, (...args: number[]) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x = 0) => 2 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  cbrt: Math.cbrt,
  hypot: (x = 0, y = 0) => hypot(x, y),
  atan2: (y = 0, x = 0) => Math.atan2(y, x),
  pow: (x = 0, y = 0) => pow(x, y),
  fmod: (x = 0, y = 0) => x % y,
  fma: (x = 0, y = 0, z = 0) => fma(x, y, z),
  "fma-f32": (x = 0, y = 0, z = 0) => singleFma(x, y, z),
  ldexp: (x = 0, e = 0) => ldexp(x, e),
  nextafter: (x = 0, y = 0) => nextafter(x, y),
  "nextafter-f32": (x = 0, y = 0) => singleNextafter(x, y),
  "frexp-fraction": (x = 0) => frexp(x)[0],
  "frexp-exponent": (x = 0) => frexp(x)[1],
  degrees: (x = 0) => x * (180 / Math.PI),
  radians: (x = 0) => x * (Math.PI / 180),
  rsqrt: (x = 0) => 1 / Math.sqrt(x),
  fmin: (x = 0, y = 0) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmax: (x = 0, y = 0) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  "round-away": (x = 0) => roundAway(x),
  remainder: (x = 0, y = 0) => remainder(x, y),
  erf: (x = 0) => erf(x),
  erfc: (x = 0) => erfc(x),
  gamma: (x = 0) => gamma(x),
  lgamma: (x = 0) => lgamma(x),
  "floor-div-f64": (x = 0, y = 0) => floorDivide(x, y),
  "floor-mod-f64": (x = 0, y = 0) => floorModulo(x, y),
  "trunc-mod-f64": (x = 0, y = 0) => x % y,
  "pow-f64": (x = 0, y = 0) => pow(x, y),
  "pow-f32": (x = 0, y = 0) => pow(x, y),
  "floor-div-f32": (x = 0, y = 0) => floorDivide(x, y, Math.fround),
  "floor-mod-f32": (x = 0, y = 0) => floorModulo(x, y),
  "trunc-mod-f32": (x = 0, y = 0) => x % y,
};

/** As CPython's float modulo: the sign of the divisor. Source: Python language reference, "Binary arithmetic operations". */
function floorModulo(x: number, y: number): number {
  const remainder = x % y;
  if (remainder === 0) return y < 0 || Object.is(y, -0) ? -0 : 0;
  return remainder < 0 !== y < 0 ? remainder + y : remainder;
}

/** CPython, Objects/floatobject.c, _float_div_mod, with each step rounded to the type; a zero divisor divides as IEEE says. */
function floorDivide(x: number, y: number, round: (value: number) => number = (value) => value): number {
  if (y === 0) return Math.floor(x / y);
  const remainder = x % y;
  let quotient = round(round(x - remainder) / y);
  if (remainder !== 0 && remainder < 0 !== y < 0) quotient = round(quotient - 1);
  if (quotient === 0) return Object.is(x / y, -0) || x / y < 0 ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? round(floor + 1) : floor;
}

/** To the nearest whole number, halves away from zero: `x + 0.5` would itself round. */
function roundAway(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

/** IEEE remainder: what is left of x after the nearest multiple of y, the even one of two. */
function remainder(x: number, y: number): number {
  if (!Number.isFinite(x) || Number.isNaN(y) || y === 0) return Number.NaN;
  if (!Number.isFinite(y)) return x;
  const size = Math.abs(y);
  const rest = Math.abs(x) % size;
  const other = size - rest;
  const isOdd = Math.abs(x) % (2 * size) >= size;
  const result = rest < other || (rest === other && !isOdd) ? rest : -other;
  return (x < 0 || Object.is(x, -0) ? -1 : 1) * result;
}

/** C's `pow`, where JavaScript differs: 1 to any power and -1 to an infinite one are 1. */
function pow(x: number, y: number): number {
  if (x === 1) return 1;
  if (x === -1 && (y === Number.POSITIVE_INFINITY || y === Number.NEGATIVE_INFINITY)) return 1;
  return x ** y;
}

/** Scaled, so that squares neither overflow nor vanish; corrected by one step of Newton's method in the residual. */
function hypot(x: number, y: number): number {
  const a = Math.max(Math.abs(x), Math.abs(y));
  const b = Math.min(Math.abs(x), Math.abs(y));
  if (a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (b === 0) return a;
  const exponent = frexp(a)[1];
  const u = ldexp(a, -exponent);
  const v = ldexp(b, -exponent);
  const h = Math.sqrt(u * u + v * v);
  const residual = fma(u, u, -(h * h)) + fma(v, v, 0) - fma(h, h, -(h * h));
  return ldexp(h + residual / (2 * h), exponent);
}

/** Splits a number in two halves of 26 bits, so that products of halves are exact. Source: Dekker 1971. */
function split(x: number): readonly [number, number] {
  const scaled = 134_217_729 * x;
  const high = scaled - (scaled - x);
  return [high, x - high];
}

/** The rounded sum, and what rounding took away. Source: Knuth, The Art of Computer Programming 2, 4.2.2. */
function twoSum(x: number, y: number): readonly [number, number] {
  const sum = x + y;
  const back = sum - x;
  return [sum, x - (sum - back) + (y - back)];
}

function twoProduct(x: number, y: number): readonly [number, number] {
  const product = x * y;
  const [xh, xl] = split(x);
  const [yh, yl] = split(y);
  return [product, xl * yl - (product - xh * yh - xl * yh - xh * yl)];
}

/** A sum that keeps in its last bit whether anything was lost, so that one more rounding is the only one. */
function oddSum(x: number, y: number): number {
  const [sum, lost] = twoSum(x, y);
  if (lost === 0 || !Number.isFinite(sum)) return sum;
  view.setFloat64(0, sum);
  if (view.getUint8(7) & 1) return sum;
  return nextafter(sum, lost > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
}

/** Beyond this, halves of a number or the error of a product may leave the range. */
const LARGE = 2 ** 480;
const SMALL = 2 ** -400;

/** x * y + z, rounded once. Source: Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008. */
function fma(x: number, y: number, z: number): number {
  const plain = x * y + z;
  if (x === 0 || y === 0 || !Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) return plain;
  const [fx, ex] = frexp(x);
  const [fy, ey] = frexp(y);
  const shift = ex + ey;
  const size = Math.abs(x * y);
  const isMiddle = size < LARGE && size > SMALL && Math.abs(x) < LARGE && Math.abs(y) < LARGE;
  if (isMiddle && Math.abs(z) < LARGE && (z === 0 || Math.abs(z) > SMALL)) return roundedOnce(x, y, z);
  // Near the ends of the range: with the product near 1, and back.
  const ez = z === 0 ? Number.NEGATIVE_INFINITY : frexp(z)[1];
  if (ez - shift > 120) return tiny(z, Math.sign(fx * fy));
  const scaled = z === 0 || shift - ez > 900 ? Math.sign(z) * 2 ** -900 : ldexp(z, -shift);
  const [high, low] = exactly(fx, fy, scaled);
  const sum = high + low;
  const exponent = sum === 0 ? 0 : frexp(sum)[1] + shift;
  // A subnormal result has fewer bits: odd rounding to 53 first keeps what decides.
  return ldexp(exponent < -1020 ? oddSum(high, low) : sum, shift);
}

function exactly(x: number, y: number, z: number): readonly [number, number] {
  const [uh, ul] = twoProduct(x, y);
  const [th, tl] = twoSum(z, ul);
  const [vh, vl] = twoSum(uh, th);
  return [vh, oddSum(tl, vl)];
}

function roundedOnce(x: number, y: number, z: number): number {
  const [high, low] = exactly(x, y, z);
  return high + low;
}

/** z plus something too small to be seen, save that a sum of numbers of other signs may round to the neighbour. */
function tiny(z: number, sign: number): number {
  const next = nextafter(z, sign * Number.POSITIVE_INFINITY);
  return z + (next - z) * 2 ** -30;
}

/** The product of two float32 is exact in float64. */
function singleFma(x: number, y: number, z: number): number {
  const product = x * y;
  return Number.isFinite(product) && Number.isFinite(z) ? oddSum(product, z) : product + z;
}

const view = new DataView(new ArrayBuffer(8));
const EXPONENT_BIAS = 1022;
const SUBNORMAL_SCALE = 2 ** 54;

/** The fraction in [0.5, 1) and the exponent of two. */
function frexp(x: number): readonly [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0];
  view.setFloat64(0, x);
  const exponent = (view.getUint16(0) >> 4) & 0x7ff;
  if (exponent === 0) {
    const [fraction, scaled] = frexp(x * SUBNORMAL_SCALE);
    return [fraction, scaled - 54];
  }
  view.setUint16(0, (view.getUint16(0) & 0x800f) | (EXPONENT_BIAS << 4));
  return [view.getFloat64(0), exponent - EXPONENT_BIAS];
}

/** x * 2**e, rounded once: large steps first, so that only the last one can lose bits. */
function ldexp(x: number, e: number): number {
  let left = Math.max(-2200, Math.min(2200, Math.trunc(e)));
  let value = x;
  while (left > 1000) {
    value *= 2 ** 1000;
    left -= 1000;
  }
  while (left < -1000) {
    // A subnormal on the way would be rounded twice.
    if (Math.abs(value) < 2 ** -60 && left < -1074) return value * 0;
    value *= 2 ** -960;
    left += 960;
  }
  return value * 2 ** left;
}

function nextafter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, y > x === x > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}

/** The smallest float32 above zero. */
const SMALLEST_SINGLE = 2 ** -149;

function singleNextafter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? SMALLEST_SINGLE : -SMALLEST_SINGLE;
  view.setFloat32(0, x);
  const bits = view.getInt32(0);
  view.setInt32(0, y > x === x > 0 ? bits + 1 : bits - 1);
  return view.getFloat32(0);
}
