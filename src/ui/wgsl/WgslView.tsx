import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { KernelReport } from "../../session/run-report.ts";
import { Source } from "../../compiler/text/source.ts";
import { count, formatBytes, formatMs } from "../format.ts";
import { linkedLines, linkPythonLine } from "../state/linked-lines.ts";
import { runStore } from "../state/run.ts";
import { highlightWgsl, type Token } from "./highlight.ts";
import "./WgslView.css";

/** The code that each kernel became. A click on a line lights its Python line, and the other way round. */
export function WgslView() {
  const { report, code } = useStore(runStore);
  const kernels = report?.kernels ?? [];
  if (kernels.length === 0) {
    return (
      <p className="empty">
        After a run, the code of each kernel stands here: the WGSL that the browser's GPU driver compiles.
        Click a line of Python to see what became of it.
      </p>
    );
  }
  return (
    <div className="wgsl">
      {kernels.map((kernel) => (
        <KernelCode key={kernel.id} kernel={kernel} code={code ?? ""} />
      ))}
    </div>
  );
}

function KernelCode({ kernel, code }: { readonly kernel: KernelReport; readonly code: string }) {
  const linked = useStore(linkedLines);
  const list = useRef<HTMLOListElement>(null);
  const lines = useMemo(() => (kernel.wgsl ? highlightWgsl(kernel.wgsl) : []), [kernel.wgsl]);
  const pythonLines = useMemo(() => {
    const source = new Source("script.py", code);
    return new Map(kernel.lines.map((link) => [link.wgslLine, source.position(link.start).line]));
  }, [kernel.lines, code]);
  useEffect(() => {
    if (linked.from !== "python") return;
    list.current?.querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  }, [linked]);
  return (
    <section className="kernel-code" aria-label={`Code of ${kernel.name}`}>
      <header>
        <h2>{kernel.name}</h2>
        <p>
          {kernel.argumentTypes.join(", ")}
          <br />
          {count(kernel.launches, "launch", "launches")}, compiled in {formatMs(kernel.compileMs)}
          {kernel.wgsl !== null && `, ${formatBytes(kernel.wgslBytes)} of WGSL`}
        </p>
      </header>
      {kernel.wgsl === null ? (
        <p className="empty">This kernel ran on the CPU device, as WebAssembly.</p>
      ) : (
        <ol ref={list} className="wgsl-lines">
          {lines.map((tokens, i) => {
            const python = pythonLines.get(i + 1) ?? null;
            const lit = python !== null && python === linked.pythonLine;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
              <li key={i} className={lit ? "lit" : undefined}>
                {python === null ? (
                  <span className="line">{words(tokens)}</span>
                ) : (
                  <button
                    type="button"
                    className="line"
                    title={`Python line ${python}`}
                    onClick={() => linkPythonLine(python, "wgsl")}
                  >
                    {words(tokens)}
                  </button>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

function words(tokens: readonly Token[]) {
  return tokens.map((token, t) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line that does not change
    <span key={t} className={token.kind}>
      {token.text}
    </span>
  ));
}
