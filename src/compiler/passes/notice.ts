import type { Span } from "../text/span.ts";

/** Something that a pass decided and the user should know, such as a faster but less exact way to compute. */
export interface Notice {
  readonly code: "float64-as-float32";
  readonly span: Span;
  /** One sentence in lower case, without a full stop. */
  readonly message: string;
}
