/** Multiplication and division of complex numbers, with Numba's formulas (numba/cpython/numbers.py). */
import type { Expr } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import type { Frame } from "./frame.ts";
import * as make from "./make.ts";
import type { ComplexValue } from "./value.ts";

export function multiplyComplex(frame: Frame, a: ComplexValue, b: ComplexValue, span: Span): ComplexValue {
  const [ar, ai] = [frame.once("re", a.re), frame.once("im", a.im)];
  const [br, bi] = a === b ? [ar, ai] : [frame.once("re", b.re), frame.once("im", b.im)];
  const times = (x: Expr, y: Expr): Expr => make.binary("mul", x, y, span);
  return {
    kind: "complex",
    type: a.type,
    re: make.binary("sub", times(ar, br), times(ai, bi), span),
    im: make.binary("add", times(ar, bi), times(ai, br), span),
  };
}

/** CPython's algorithm, `_Py_c_quot`: divides by the larger part of the divisor first. A zero divisor gives NaN. */
export function divideComplex(frame: Frame, a: ComplexValue, b: ComplexValue, span: Span): ComplexValue {
  const [ar, ai] = [frame.once("re", a.re), frame.once("im", a.im)];
  const [br, bi] = [frame.once("re", b.re), frame.once("im", b.im)];
  const { type } = ar;
  const re = frame.local("quotient_re", type, true);
  const im = frame.local("quotient_im", type, true);
  const op = (name: "add" | "sub" | "mul" | "div", x: Expr, y: Expr): Expr => make.binary(name, x, y, span);
  const byReal = frame.block(() => {
    const ratio = frame.hold("ratio", op("div", bi, br));
    const divisor = frame.hold("divisor", op("add", br, op("mul", bi, ratio)));
    frame.assign(re, op("div", op("add", ar, op("mul", ai, ratio)), divisor), span);
    frame.assign(im, op("div", op("sub", ai, op("mul", ar, ratio)), divisor), span);
  });
  const byImaginary = frame.block(() => {
    const ratio = frame.hold("ratio", op("div", br, bi));
    const divisor = frame.hold("divisor", op("add", op("mul", br, ratio), bi));
    frame.assign(re, op("div", op("add", op("mul", ar, ratio), ai), divisor), span);
    frame.assign(im, op("div", op("sub", op("mul", ai, ratio), ar), divisor), span);
  });
  const condition = make.compare("ge", make.unary("abs", br, span), make.unary("abs", bi, span), span);
  frame.emit({ kind: "if", condition, then: byReal, otherwise: byImaginary, span });
  return { kind: "complex", type: a.type, re: frame.read(re, span), im: frame.read(im, span) };
}
