import { useStore } from "zustand";
import type { DispatchReport, KernelReport, RunReport } from "../../session/run-report.ts";
import { count, formatBytes, formatMs } from "../format.ts";
import { runStore } from "../state/run.ts";
import "./TimingsView.css";

/** Launches listed one by one; more would only make the page long. */
const SHOWN_DISPATCHES = 200;

/** Where the time of the last run went: per kernel, per launch, copies, host; and the device that it ran on. */
export function TimingsView() {
  const report = useStore(runStore, (state) => state.report);
  if (!report)
    return (
      <p className="empty">
        After a run, this shows where the time went: compiling, running on the device, copying, and the host's
        Python.
      </p>
    );
  return (
    <div className="timings">
      <TotalsTable report={report} />
      {report.kernels.length > 0 && <KernelTable report={report} />}
      {report.dispatches.length > 0 && <DispatchTable report={report} />}
      <DeviceTable report={report} />
    </div>
  );
}

function TotalsTable({ report }: { readonly report: RunReport }) {
  const gpuMs = sumGpuMs(report.dispatches) + (report.moreDispatches.gpuMs ?? 0);
  const compileMs = report.kernels.reduce(
    (sum, kernel) => sum + kernel.compileMs + (kernel.pipelineMs ?? 0),
    0,
  );
  const { transfers } = report;
  const device = report.device.kind === "gpu" ? "gpu" : "fallback";
  return (
    <table>
      <caption>The run</caption>
      <tbody>
        <Row mark="host" label="Whole run" value={formatMs(report.totalMs)} />
        <Row mark="host" label="Python on the host" value={formatMs(report.hostMs)} />
        <Row mark="host" label="Compiling kernels" value={formatMs(compileMs)} />
        <Row
          mark={device}
          label={report.device.kind === "gpu" ? "Kernels on the GPU" : "Kernels on the CPU device"}
          value={formatMs(gpuMs)}
        />
        <Row
          mark="copy"
          label={`Copied to the device, ${count(transfers.toDeviceCount, "copy", "copies")}`}
          value={formatBytes(transfers.toDeviceBytes)}
        />
        <Row
          mark="copy"
          label={`Copied to the host, ${count(transfers.toHostCount, "copy", "copies")}`}
          value={formatBytes(transfers.toHostBytes)}
        />
        <Row mark="host" label="Waiting for the device" value={formatMs(transfers.waitMs)} />
      </tbody>
    </table>
  );
}

function Row({
  mark,
  label,
  value,
}: {
  readonly mark: "host" | "gpu" | "copy" | "fallback";
  readonly label: string;
  readonly value: string;
}) {
  return (
    <tr>
      <th scope="row">
        <span className={`mark mark-${mark}`} aria-hidden="true" /> {label}
      </th>
      <td>{value}</td>
    </tr>
  );
}

function KernelTable({ report }: { readonly report: RunReport }) {
  return (
    <table>
      <caption>Kernels</caption>
      <thead>
        <tr>
          <th scope="col">Kernel</th>
          <th scope="col">Line</th>
          <th scope="col">Launches</th>
          <th scope="col">Compile</th>
          <th scope="col">Least</th>
          <th scope="col">Median</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        {report.kernels.map((kernel) => (
          <KernelRow
            key={kernel.id}
            kernel={kernel}
            dispatches={report.dispatches.filter((d) => d.kernel === kernel.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

function KernelRow({
  kernel,
  dispatches,
}: {
  readonly kernel: KernelReport;
  readonly dispatches: readonly DispatchReport[];
}) {
  const times = dispatches
    .flatMap((dispatch) => (dispatch.gpuMs === null ? [] : [dispatch.gpuMs]))
    .sort((a, b) => a - b);
  const shown = (ms: number | undefined) => (ms === undefined ? "no clock" : formatMs(ms));
  return (
    <tr>
      <th scope="row">
        <code>{kernel.name}</code>
      </th>
      <td>{kernel.line}</td>
      <td>{kernel.launches.toLocaleString("en")}</td>
      <td>{formatMs(kernel.compileMs)}</td>
      <td>{shown(times[0])}</td>
      <td>{shown(times[times.length >> 1])}</td>
      <td>{times.length > 0 ? formatMs(sumGpuMs(dispatches)) : "no clock"}</td>
    </tr>
  );
}

function DispatchTable({ report }: { readonly report: RunReport }) {
  const names = new Map(report.kernels.map((kernel) => [kernel.id, kernel.name]));
  const hidden = report.dispatches.length - SHOWN_DISPATCHES + report.moreDispatches.count;
  return (
    <table>
      <caption>Launches</caption>
      <thead>
        <tr>
          <th scope="col">Kernel</th>
          <th scope="col">Grid</th>
          <th scope="col">Block</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {report.dispatches.slice(0, SHOWN_DISPATCHES).map((dispatch, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: launches in their order, which does not change
          <tr key={i}>
            <th scope="row">
              <code>{names.get(dispatch.kernel) ?? "kernel"}</code>
            </th>
            <td>{dispatch.grid.join(" × ")}</td>
            <td>{dispatch.block.join(" × ")}</td>
            <td>{dispatch.gpuMs === null ? "not timed" : formatMs(dispatch.gpuMs)}</td>
          </tr>
        ))}
      </tbody>
      {hidden > 0 && (
        <tfoot>
          <tr>
            <td colSpan={4}>and {count(hidden, "more launch", "more launches")}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function DeviceTable({ report }: { readonly report: RunReport }) {
  const { device } = report;
  return (
    <table>
      <caption>
        {device.name} ({device.reason})
      </caption>
      <tbody>
        {device.timestampNs !== null && (
          <tr>
            <th scope="row">One step of the GPU clock is at most</th>
            <td>{formatMs(device.timestampNs / 1e6)}</td>
          </tr>
        )}
        {Object.entries(device.limits).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{value.toLocaleString("en")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumGpuMs(dispatches: readonly DispatchReport[]): number {
  return dispatches.reduce((sum, dispatch) => sum + (dispatch.gpuMs ?? 0), 0);
}
