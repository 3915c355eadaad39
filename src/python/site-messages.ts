/** What to say of places in a kernel that went wrong at run time. */
import type { SiteFailure } from "../runtime/device.ts";
import type { NoticeReport } from "../session/run-report.ts";
import type { Specialisation } from "./compile-service.ts";
import { type EngineErrorJson, placeOf } from "./engine-error.ts";

/** The exception that a kernel with `debug=True` raises at its launch; null for what never raises. */
export function failureError(failure: SiteFailure, specialisation: Specialisation): EngineErrorJson | null {
  const site = failure.program.sites[failure.site];
  if (!site || site.kind === "loop-budget" || site.kind === "division-by-zero") return null;
  const exception =
    site.kind === "bounds" ? "IndexError" : site.kind === "assert" ? "AssertionError" : site.name;
  const said = site.kind === "bounds" ? outOfBounds(failure, site.name) : site.message;
  return {
    exception,
    message: `${said ? `${said}, ` : ""}in thread ${triple(failure.thread)} of block ${triple(failure.block)}`,
    ...placeOf(specialisation.source.source, site.span),
    function: specialisation.name,
  };
}

/** The notice for a failure that does not raise. */
export function failureNotice(failure: SiteFailure, specialisation: Specialisation): NoticeReport | null {
  const site = failure.program.sites[failure.site];
  if (!site) return null;
  const where = `thread ${triple(failure.thread)} of block ${triple(failure.block)}`;
  const { source } = specialisation.source;
  const notice = (code: string, message: string): NoticeReport => ({
    code,
    message,
    file: source.name,
    line: source.line(site.span),
    kernel: specialisation.name,
  });
  switch (site.kind) {
    case "bounds":
      return notice(
        "out-of-bounds",
        `${outOfBounds(failure, site.name)}, first in ${where}; reads give 0, writes are dropped`,
      );
    case "loop-budget":
      return notice("loop-budget", `the loop was ended after its budget of iterations, first in ${where}`);
    case "division-by-zero":
      return notice("division-by-zero", `an integer was divided by zero, first in ${where}; the result is 0`);
    default:
      return notice(site.kind, `${site.message || site.name}, first in ${where}`);
  }
}

function outOfBounds(failure: SiteFailure, array: string): string {
  const axis = failure.axis > 0 ? `axis ${failure.axis} of ` : "";
  return `index ${failure.index} is out of bounds for ${axis}${array}, an array of size ${failure.size}`;
}

/** As CUDA programs write it: `(3, 0, 0)`. */
function triple(values: readonly [number, number, number]): string {
  return `(${values.join(", ")})`;
}
