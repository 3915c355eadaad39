/** Powers by whole numbers, by squaring as Numba does (numba/cpython/numbers.py, int_power_impl and static_power_impl). */
import { type Expr, isFloat } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import type { Frame } from "./frame.ts";
import * as make from "./make.ts";

/** Beyond this exponent Numba calls the library's `pow`. */
const MOST_SQUARED = 0x10000n;

/** `base ** exponent` for an exponent of type i64 or u64; with a whole base for literal exponents only. */
export function powerByInteger(frame: Frame, base: Expr, exponent: Expr, span: Span): Expr {
  if (exponent.kind === "constant" && typeof exponent.value === "bigint") {
    return constantPower(frame, base, exponent.value, span);
  }
  return runTimePower(frame, base, exponent, span);
}

function constantPower(frame: Frame, base: Expr, exponent: bigint, span: Span): Expr {
  const size = exponent < 0n ? -exponent : exponent;
  const one = isFloat(base.type) ? make.constant(base.type, 1, span) : make.constant(base.type, 1n, span);
  if (size === 0n) return one;
  if (size > MOST_SQUARED) {
    const wide = make.math(
      "pow",
      "f64",
      [make.convert("f64", base, span), make.constant("f64", Number(exponent), span)],
      span,
    );
    return make.convert(base.type, wide, span);
  }
  let square = size === 1n ? base : frame.once("base", base);
  let product: Expr | null = null;
  for (let rest = size; rest > 0n; ) {
    if (rest & 1n) product = product ? make.binary("mul", product, square, span) : square;
    rest >>= 1n;
    if (rest > 0n) {
      square = make.binary("mul", square, square, span);
      // Used again below, in the next square or the product: compute it once.
      if (rest > 1n) square = frame.hold("square", square);
    }
  }
  const result = product ?? one;
  return exponent < 0n ? reciprocal(result, span) : result;
}

/** `1.0 / r`, where 1.0 is a float64. */
function reciprocal(value: Expr, span: Span): Expr {
  const wide = make.binary("div", make.constant("f64", 1, span), make.convert("f64", value, span), span);
  return make.convert(value.type, wide, span);
}

function runTimePower(frame: Frame, base: Expr, exponent: Expr, span: Span): Expr {
  const a = frame.once("base", base);
  const b = frame.once("exponent", exponent);
  const { type } = a;
  const result = frame.local("power", type, true);
  const zero = make.zero(b.type, span);
  const isNegative = b.type === "u64" ? make.bool(false, span) : make.compare("lt", b, zero, span);
  const negated = b.type === "u64" ? b : make.select(isNegative, make.unary("neg", b, span), b, span);
  const size = frame.once("exponent_size", negated);
  const byLibrary = frame.block(() => {
    const wide = make.math("pow", "f64", [make.convert("f64", a, span), make.convert("f64", b, span)], span);
    frame.assign(result, make.convert(type, wide, span), span);
  });
  const bySquaring = frame.block(() => {
    const square = frame.local("square", type, false);
    const rest = frame.local("rest", b.type, false);
    frame.assign(result, make.constant(type, 1, span), span);
    frame.assign(square, a, span);
    frame.assign(rest, size, span);
    const read = (local: typeof square): Expr => frame.read(local, span);
    const one = make.constant(b.type, 1n, span);
    const body = frame.block(() => {
      const multiply = frame.block(() => {
        frame.assign(result, make.binary("mul", read(result), read(square), span), span);
      });
      const isOdd = make.compare("ne", make.binary("and", read(rest), one, span), zero, span);
      frame.emit({ kind: "if", condition: isOdd, then: multiply, otherwise: [], span });
      frame.assign(rest, make.binary("shr", read(rest), one, span), span);
      frame.assign(square, make.binary("mul", read(square), read(square), span), span);
    });
    // Sixteen rounds at most, so it needs no budget.
    frame.emit({
      kind: "loop",
      condition: make.compare("ne", read(rest), zero, span),
      body,
      budget: null,
      span,
    });
    if (b.type === "u64") return;
    const invert = frame.block(() => frame.assign(result, reciprocal(read(result), span), span));
    frame.emit({ kind: "if", condition: isNegative, then: invert, otherwise: [], span });
  });
  const isLarge = make.compare("gt", size, make.constant(b.type, MOST_SQUARED, span), span);
  frame.emit({ kind: "if", condition: isLarge, then: byLibrary, otherwise: bySquaring, span });
  return frame.read(result, span);
}
