/** The page's one engine and its actions: run, stop, restart. Outputs go through the run store's reducer. */
import { EngineClient } from "../session/client.ts";
import type { FromEngine, RunError } from "../session/messages.ts";
import { documentStore } from "./state/document.ts";
import { layout, markNews, showTab } from "./state/layout.ts";
import { type Problem, problems } from "./state/problems.ts";
import { beginRun, reduceMessage, runStore } from "./state/run.ts";
import { settings } from "./state/settings.ts";

let client: EngineClient | null = null;

/** Starts loading Python. Call once, after the first paint. */
export function startEngine(): void {
  if (client) return;
  client = new EngineClient({
    base: new URL("./", document.baseURI).href,
    onMessage: receive,
    onState: (engine, engineDetail) => runStore.setState({ engine, engineDetail }),
  });
}

export function run(): void {
  startEngine();
  if (!client) return;
  const { name, code } = documentStore.getState();
  const fileName = name.endsWith(".py") ? name : `${name}.py`;
  const { device, float64, loopBudget, check } = settings.getState();
  const request = {
    fileName,
    files: { [fileName]: code },
    argv: [],
    settings: { device, float64, loopBudget, check },
    compileOnly: false,
  };
  problems.setState({ ran: [] });
  const number = client.run(request);
  runStore.setState(beginRun(runStore.getState(), number, code));
  if (layout.getState().narrowTab === "code" && matchMedia("(max-width: 760px)").matches) showTab("output");
}

export function stop(): void {
  client?.stop();
}

export function restartPython(): void {
  startEngine();
  client?.restart("Python was started again");
}

function receive(message: FromEngine): void {
  runStore.setState(reduceMessage(runStore.getState(), message), true);
  switch (message.kind) {
    case "ready":
      client?.describeDevice(settings.getState().device);
      break;
    case "error":
      problems.setState({ ran: problemsOfError(message.error) });
      markNews("output");
      break;
    case "stream":
    case "display":
      markNews("output");
      break;
    case "finished":
      if (message.report.kernels.length > 0) {
        markNews("wgsl");
        markNews("timings");
      }
      markNotices();
      break;
    default:
      break;
  }
}

/** Where the error stands in the editor; nowhere if it stands in no line of the script. */
function problemsOfError(error: RunError): Problem[] {
  if (!error.place) return [];
  const { line, column, endLine, endColumn } = error.place;
  const message = `${error.exception}: ${error.message}`;
  return [
    {
      severity: "error",
      message,
      code: error.exception,
      line,
      column,
      endLine,
      endColumn,
      notes: error.notes,
      help: error.help,
    },
  ];
}

/** Notices of the finished run, on their lines. */
function markNotices(): void {
  const { notices, report } = runStore.getState();
  const all = [
    ...notices,
    ...(report?.notices ?? []),
    ...(report?.kernels.flatMap((kernel) => kernel.notices) ?? []),
  ];
  const marks = all.flatMap((notice): Problem[] =>
    notice.line === null
      ? []
      : [
          {
            severity: notice.code === "float64-as-float32" ? "notice" : "warning",
            message: notice.message,
            code: notice.code,
            line: notice.line,
            column: 1,
            endLine: notice.line,
            endColumn: Number.MAX_SAFE_INTEGER,
            notes: [],
            help: null,
          },
        ],
  );
  const { ran } = problems.getState();
  problems.setState({ ran: [...ran, ...marks] });
}
