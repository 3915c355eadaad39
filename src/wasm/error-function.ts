/**
 * erf and erfc in float64. Method and coefficients: Sun Microsystems, fdlibm s_erf.c, 1993 (rational approximations on
 * four ranges, error below 1 ulp).
 */

/** erf(x) = x + x * P(x^2) / Q(x^2) for |x| < 0.84375. */
const NEAR_P = [
  1.28379167095512558561e-1, -3.2504210724700149937e-1, -2.84817495755985104766e-2,
  -5.77027029648944159157e-3, -2.37630166566501626084e-5,
];
const NEAR_Q = [
  1, 3.97917223959155352819e-1, 6.50222499887672944485e-2, 5.08130628187576562776e-3,
  1.32494738004321644526e-4, -3.9602282787753681232e-6,
];
/** erf(1), rounded to few bits, so that erf(x) = ERX + P(|x| - 1) / Q(|x| - 1) for |x| < 1.25. */
const ERX = 8.45062911510467529297e-1;
const ONE_P = [
  -2.36211856075265944077e-3, 4.14856118683748331666e-1, -3.72207876035701323847e-1,
  3.18346619901161753674e-1, -1.10894694282396677476e-1, 3.54783043256182359371e-2, -2.166375594868790843e-3,
];
const ONE_Q = [
  1, 1.06420880400844228286e-1, 5.40397917702171048937e-1, 7.18286544141962662868e-2,
  1.26171219808761642112e-1, 1.36370839120290507362e-2, 1.1984499846799107417e-2,
];
/** erfc(x) = exp(-x^2 - 0.5625 + R(1/x^2) / S(1/x^2)) / x for x < 1/0.35, and with other coefficients beyond. */
const MIDDLE_R = [
  -9.86494403484714822705e-3, -6.93858572707181764372e-1, -1.05586262253232909814e1,
  -6.23753324503260060396e1, -1.62396669462573470355e2, -1.84605092906711035994e2, -8.12874355063065934246e1,
  -9.81432934416914548592,
];
const MIDDLE_S = [
  1, 1.96512716674392571292e1, 1.376577541435190426e2, 4.34565877475229228821e2, 6.45387271733267880336e2,
  4.29008140027567833386e2, 1.08635005541779435134e2, 6.57024977031928170135, -6.04244152148580987438e-2,
];
const FAR_R = [
  -9.86494292470009928597e-3, -7.99283237680523006574e-1, -1.77579549177547519889e1,
  -1.60636384855821916062e2, -6.37566443368389627722e2, -1.02509513161107724954e3, -4.83519191608651397019e2,
];
const FAR_S = [
  1, 3.03380607434824582924e1, 3.25792512996573918826e2, 1.53672958608443695994e3, 3.19985821950859553908e3,
  2.55305040643316442583e3, 4.74528541206955367215e2, -2.24409524465858183362e1,
];

export function erf(x: number): number {
  const a = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (a < 0.84375) {
    if (a < 2 ** -28) return x + x * (NEAR_P[0] ?? 0);
    return x + x * (polynomial(NEAR_P, x * x) / polynomial(NEAR_Q, x * x));
  }
  const sign = x < 0 ? -1 : 1;
  if (a < 1.25) return sign * (ERX + polynomial(ONE_P, a - 1) / polynomial(ONE_Q, a - 1));
  if (a >= 6) return sign;
  return sign * (1 - tail(a));
}

export function erfc(x: number): number {
  const a = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (a < 0.84375) {
    const y = polynomial(NEAR_P, x * x) / polynomial(NEAR_Q, x * x);
    return x < 0.25 ? 1 - (x + x * y) : 0.5 - (x - 0.5 + x * y);
  }
  if (a < 1.25) {
    const y = polynomial(ONE_P, a - 1) / polynomial(ONE_Q, a - 1);
    return x >= 0 ? 1 - ERX - y : 1 + (ERX + y);
  }
  if (a >= 28) return x > 0 ? 0 : 2;
  if (x < -6) return 2;
  return x > 0 ? tail(a) : 2 - tail(a);
}

const view = new DataView(new ArrayBuffer(8));

/** erfc of a positive number from 1.25 up. */
function tail(x: number): number {
  const s = 1 / (x * x);
  const isMiddle = x < 1 / 0.35;
  const ratio = isMiddle
    ? polynomial(MIDDLE_R, s) / polynomial(MIDDLE_S, s)
    : polynomial(FAR_R, s) / polynomial(FAR_S, s);
  // x with its low 32 bits cleared: its square is exact.
  view.setFloat64(0, x);
  view.setUint32(4, 0);
  const z = view.getFloat64(0);
  return (Math.exp(-z * z - 0.5625) * Math.exp((z - x) * (z + x) + ratio)) / x;
}

/** Coefficients from the constant term up. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + (coefficients[i] ?? 0);
  return sum;
}
