import { useStore } from "zustand";
import { documentStore, dismissLinkError } from "../state/document.ts";
import { runStore } from "../state/run.ts";
import { StartCard } from "../examples/StartCard.tsx";
import { ErrorCard } from "./ErrorCard.tsx";
import { MimeItem } from "./MimeItem.tsx";
import { RunSummary } from "./RunSummary.tsx";
import "./OutputView.css";

/** Text, figures and tables of the last run, in order; then what it cost and what to know about it. */
export function OutputView() {
  const { run, items, error, report, code } = useStore(runStore);
  const { code: currentCode, linkError, origin } = useStore(documentStore);
  const isStale = code !== null && code !== currentCode;
  return (
    <div className="output">
      {linkError && (
        <div className="card card-error" role="alert">
          <p className="card-title">The link could not be opened</p>
          <p>{linkError}. Your own script is untouched.</p>
          <button type="button" className="button" onClick={dismissLinkError}>
            Dismiss
          </button>
        </div>
      )}
      {run === null && origin === "link" && !linkError && (
        <div className="card">
          <p className="card-title">This program came in a link</p>
          <p>Read it, then press Run. It runs in this tab only and reaches nothing of this site's storage.</p>
        </div>
      )}
      {run === null && origin !== "link" && <StartCard />}
      <div className={isStale ? "run-output stale" : "run-output"} data-testid="run-output">
        {isStale && <p className="stale-note">From an earlier text of the script</p>}
        {items.map((item, i) =>
          item.kind === "text" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended or replaced in place
            <pre key={i} className={`stream stream-${item.stream}`}>
              {item.text}
            </pre>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended or replaced in place
            <MimeItem key={i} data={item.data} />
          ),
        )}
        {error && <ErrorCard error={error} />}
        {report && <RunSummary report={report} />}
      </div>
    </div>
  );
}
