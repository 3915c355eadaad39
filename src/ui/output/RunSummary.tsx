import { useStore } from "zustand";
import type { NoticeReport, RunReport } from "../../session/run-report.ts";
import { revealLine } from "../editor/reveal.ts";
import { count, formatBytes, formatMs } from "../format.ts";
import { showTab } from "../state/layout.ts";
import { runStore } from "../state/run.ts";

/** "Ran in 0.42 s. 3 kernels, 12 launches, GPU 1.3 ms, copied 4.0 MB." Each part leads to where it is explained. */
export function RunSummary({ report }: { readonly report: RunReport }) {
  const streamed = useStore(runStore, (state) => state.notices);
  const launches = report.dispatches.length + report.moreDispatches.count;
  const kernels = new Set(report.kernels.map((kernel) => `${kernel.file}:${kernel.line}`)).size;
  const gpuMs = report.dispatches.reduce(
    (sum, dispatch) => sum + (dispatch.gpuMs ?? 0),
    report.moreDispatches.gpuMs ?? 0,
  );
  const copied = report.transfers.toDeviceBytes + report.transfers.toHostBytes;
  const notices = uniqueNotices([
    ...streamed,
    ...report.notices,
    ...report.kernels.flatMap((kernel) => kernel.notices),
  ]);
  return (
    <div className="summary" role="status">
      <p>
        {VERB[report.status]} <strong>{formatMs(report.totalMs)}</strong>
        {report.status === "exit" && report.exitCode !== 0 && ` with exit status ${report.exitCode}`}.{" "}
        {launches > 0 && (
          <>
            <button type="button" className="link" onClick={() => showTab("wgsl")}>
              {count(kernels, "kernel", "kernels")}
            </button>
            ,{" "}
            <button type="button" className="link" onClick={() => showTab("timings")}>
              {count(launches, "launch", "launches")}, {report.device.kind === "gpu" ? "GPU" : "CPU device"}{" "}
              {formatMs(gpuMs)}
            </button>
            , copied {formatBytes(copied)}.
          </>
        )}
      </p>
      {report.fallbacks.map((fallback) => (
        <p key={fallback.what} className="notice">
          <span className="mark mark-fallback" aria-hidden="true" /> {fallback.what}: {fallback.why}
        </p>
      ))}
      {notices.length > 0 && (
        <details className="notices" open={notices.length <= 3}>
          <summary>{count(notices.length, "notice", "notices")}</summary>
          <ul>
            {notices.map((notice) => (
              <li key={`${notice.line}:${notice.message}`}>
                {notice.line !== null && (
                  <button type="button" className="link" onClick={() => revealLine(notice.line ?? 1, 1)}>
                    line {notice.line}
                  </button>
                )}{" "}
                {notice.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const VERB = { ok: "Ran in", error: "Failed after", stopped: "Stopped after", exit: "Ended after" } as const;

function uniqueNotices(notices: readonly NoticeReport[]): NoticeReport[] {
  const seen = new Map(notices.map((notice) => [`${notice.line}:${notice.message}`, notice]));
  return [...seen.values()];
}
