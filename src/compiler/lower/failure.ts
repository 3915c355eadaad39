/** `raise`, failed asserts, and what Numba's own code raises: the thread ends there. */
import type { Expr, Stmt } from "../ir/ir.ts";
import type { Span } from "../text/span.ts";
import type { Frame } from "./frame.ts";
import * as make from "./make.ts";

/**
 * Ends the thread. With debug=True the exception is recorded. Without, Numba checks no exceptions after a launch, and the
 * thread ends all the same; in a device function only `fail` can say that.
 */
export function failure(
  frame: Frame,
  kind: "exception" | "assert",
  name: string,
  message: string,
  span: Span,
): Stmt {
  if (frame.isKernel && !frame.module.debug) return { kind: "return", values: [], span };
  return { kind: "fail", site: frame.module.site(kind, span, name, message), span };
}

export function failUnless(frame: Frame, condition: Expr, name: string, message: string, span: Span): void {
  const isBad = make.unary("not", condition, span);
  if (isBad.kind === "constant" && isBad.value === false) return;
  frame.emit({
    kind: "if",
    condition: isBad,
    then: [failure(frame, "exception", name, message, span)],
    otherwise: [],
    span,
  });
}
