/** Fields of records. */
import type { Span } from "../text/span.ts";
import * as messages from "../types/diagnostics.ts";
import { Refusal } from "./refusal.ts";
import type { ViewValue } from "./value.ts";

/** The place of a field in the records of a view. */
export function fieldOf(view: ViewValue, name: string, span: Span): ViewValue {
  const field =
    view.element.kind === "record" ? view.element.fields.find((entry) => entry.name === name) : undefined;
  if (!field) throw new Refusal(messages.notSupportedYet("this field", span));
  if (field.type.kind === "array")
    throw new Refusal(messages.notSupportedYet("a field that is an array", span));
  return { ...view, element: field.type, fieldBytes: view.fieldBytes + field.offsetBytes };
}
