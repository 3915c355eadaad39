/**
 * gamma and lgamma in float64 by Lanczos' approximation. Coefficients: Boost C++ libraries, lanczos13m53 (N = 13,
 * G = 6.024680040776729583740234375), the set that CPython's math module uses as well.
 */

const G = 6.024680040776729583740234375;
const NUMERATOR = [
  23531376880.41075968857200767445163675473076, 42919803642.64909876895789904700198885093263,
  35711959237.35566804944018545154716670596718, 17921034426.03720969991975575445893111267403,
  6039542586.352028005064291644307297921070611, 1439720407.311721673663223072794912393972026,
  248874557.8620541565114603864132294232163077, 31426415.58540019438061423162831820536287787,
  2876370.628935372441225409051620849613599027, 186056.2653952234950402949897160456992822505,
  8071.672002365816210638002902272250613822052, 210.8242777515793458725097339207133627117015,
  2.50662827463100027016490817713383733862643,
];
const DENOMINATOR = [
  0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1,
];
/** Above this gamma overflows. */
const LARGEST = 171.7;
/** Factorials up to 22! are exact. */
const EXACT_FACTORIALS = 23;

export function gamma(x: number): number {
  if (Number.isNaN(x) || x === Number.POSITIVE_INFINITY) return x;
  if (x === 0) return 1 / x;
  if (x === Number.NEGATIVE_INFINITY) return Number.NaN;
  if (Number.isInteger(x)) {
    if (x < 0) return Number.NaN;
    if (x <= EXACT_FACTORIALS) return factorial(x - 1);
  }
  const a = Math.abs(x);
  if (a < 1e-20) return 1 / x;
  if (a > 200) return x < 0 ? 0 / sinPi(x) : Number.POSITIVE_INFINITY;
  if (a > LARGEST && x > 0) return Number.POSITIVE_INFINITY;
  // What a + G - 0.5 lost in rounding matters once raised to a high power.
  const y = a + G - 0.5;
  const lost = a > G - 0.5 ? y - a - (G - 0.5) : y - (G - 0.5) - a;
  const correction = (lost * G) / y;
  if (x < 0) {
    const r = (-Math.PI / sinPi(a) / a) * (Math.exp(y) / ratio(a));
    return divideByPower(r - correction * r, y, a - 0.5);
  }
  const r = ratio(a) / Math.exp(y);
  return multiplyByPower(r + correction * r, y, a - 0.5);
}

export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x)) return Number.POSITIVE_INFINITY;
  if (Number.isInteger(x) && x <= 2) return x <= 0 ? Number.POSITIVE_INFINITY : 0;
  const a = Math.abs(x);
  if (a < 1e-20) return -Math.log(a);
  const r = Math.log(ratio(a)) - G + (a - 0.5) * (Math.log(a + G - 0.5) - 1);
  if (x > 0) return r;
  return Math.log(Math.PI) - Math.log(Math.abs(sinPi(a))) - Math.log(a) - r;
}

function ratio(x: number): number {
  let numerator = 0;
  let denominator = 0;
  // From the top for small x, in powers of 1/x for large ones, so that nothing overflows.
  if (x < 5) {
    for (let i = NUMERATOR.length - 1; i >= 0; i--) {
      numerator = numerator * x + (NUMERATOR[i] ?? 0);
      denominator = denominator * x + (DENOMINATOR[i] ?? 0);
    }
  } else {
    for (let i = 0; i < NUMERATOR.length; i++) {
      numerator = numerator / x + (NUMERATOR[i] ?? 0);
      denominator = denominator / x + (DENOMINATOR[i] ?? 0);
    }
  }
  return numerator / denominator;
}

/** r * y**p in two halves where the power alone would overflow. */
function multiplyByPower(r: number, y: number, p: number): number {
  if (p < 140) return r * y ** p;
  const root = y ** (p / 2);
  return r * root * root;
}

function divideByPower(r: number, y: number, p: number): number {
  if (p < 140) return r / y ** p;
  const root = y ** (p / 2);
  return r / root / root;
}

function factorial(n: number): number {
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}

/** sin(pi * x), exact where x is a half. */
function sinPi(x: number): number {
  const y = Math.abs(x) % 2;
  const n = Math.round(2 * y);
  const sign = x < 0 ? -1 : 1;
  switch (n) {
    case 0:
      return sign * Math.sin(Math.PI * y);
    case 1:
      return sign * Math.cos(Math.PI * (y - 0.5));
    case 2:
      return sign * Math.sin(Math.PI * (1 - y));
    case 3:
      return sign * -Math.cos(Math.PI * (y - 1.5));
    default:
      return sign * Math.sin(Math.PI * (y - 2));
  }
}
