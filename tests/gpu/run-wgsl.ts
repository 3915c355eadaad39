/**
 * Runs WGSL on the software adapter of a headless Chromium: the real compiler, the real rules. One browser serves all
 * tests of a process; `closeGpuPage` ends it. FACTS: full Chromium is needed, the headless shell has no WebGPU.
 */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright";

export interface GpuBuffer {
  readonly binding: number;
  readonly kind: "uniform" | "read" | "read_write";
  readonly data: Uint8Array;
}
export interface GpuJob {
  readonly code: string;
  readonly entryPoint: string;
  readonly groups: readonly [number, number, number];
  readonly buffers: readonly GpuBuffer[];
}
export interface GpuResult {
  /** Messages of the compiler or of the API; empty where all went well. */
  readonly errors: readonly string[];
  /** Contents of the `read_write` buffers after the run, by binding. */
  readonly outputs: ReadonlyMap<number, Uint8Array>;
  readonly pipelineMs: number;
}

const SYSTEM_CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

let opened: Promise<{ readonly browser: Browser; readonly page: Page }> | null = null;

/** The page that all tests share; opens it on the first call. */
export async function gpuPage(): Promise<Page> {
  opened ??= open();
  return (await opened).page;
}

export async function closeGpuPage(): Promise<void> {
  const current = opened;
  opened = null;
  if (current) await (await current).browser.close();
}

async function open() {
  const executablePath = process.env["KERNELPAD_CHROMIUM"] ?? SYSTEM_CHROMIUM;
  const browser = await chromium.launch({
    ...(existsSync(executablePath) ? { executablePath } : { channel: "chromium" }),
    args: FLAGS,
  });
  const page = await browser.newPage();
  // esbuild, under tsx, wraps functions in a helper that the page does not have.
  await page.addInitScript("globalThis.__name = (f) => f");
  // A secure context without a server: localhost, answered here.
  await page.route("http://localhost/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>gpu</title>" }),
  );
  await page.goto("http://localhost/");
  return { browser, page };
}

/** What the browser's compiler says against a module; empty where it accepts it. */
export async function compileErrors(code: string): Promise<string[]> {
  const page = await gpuPage();
  return page.evaluate(async (text) => {
    const scope = globalThis as typeof globalThis & { testDevice?: GPUDevice };
    if (!scope.testDevice) {
      const adapter = await navigator.gpu.requestAdapter();
      scope.testDevice = await adapter!.requestDevice({
        requiredLimits: { maxStorageBuffersPerShaderStage: 10 },
      });
    }
    scope.testDevice.pushErrorScope("validation");
    const module = scope.testDevice.createShaderModule({ code: text });
    const info = await module.getCompilationInfo();
    await scope.testDevice.popErrorScope();
    return info.messages
      .filter((m) => m.type === "error")
      .map((m) => `${m.lineNum}:${m.linePos} ${m.message}`);
  }, code);
}

/** Runs jobs one after the other; a job that fails gives its errors, and the others still run. */
export async function runJobs(jobs: readonly GpuJob[]): Promise<GpuResult[]> {
  const page = await gpuPage();
  const wire = jobs.map((job) => ({
    ...job,
    buffers: job.buffers.map((buffer) => ({ ...buffer, data: Buffer.from(buffer.data).toString("base64") })),
  }));
  const results = await page.evaluate(runInPage, wire);
  return results.map((result) => ({
    errors: result.errors,
    pipelineMs: result.pipelineMs,
    outputs: new Map(
      result.outputs.map(([binding, data]): [number, Uint8Array] => [
        binding,
        new Uint8Array(Buffer.from(data, "base64")),
      ]),
    ),
  }));
}

/** One job; throws where it fails. */
export async function runJob(job: GpuJob): Promise<GpuResult> {
  const [result] = await runJobs([job]);
  if (!result || result.errors.length > 0)
    throw new Error(`${result?.errors.join("\n")}\n${numbered(job.code)}`);
  return result;
}

function numbered(code: string): string {
  return code
    .split("\n")
    .map((line, i) => `${i + 1}  ${line}`)
    .join("\n");
}

type WireJob = Omit<GpuJob, "buffers"> & {
  readonly buffers: readonly {
    readonly binding: number;
    readonly kind: GpuBuffer["kind"];
    readonly data: string;
  }[];
};
interface WireResult {
  errors: string[];
  outputs: [number, string][];
  pipelineMs: number;
}

/** Sent to the page as text: it may name nothing outside itself. */
async function runInPage(jobs: readonly WireJob[]): Promise<WireResult[]> {
  const scope = globalThis as typeof globalThis & { testDevice?: GPUDevice };
  if (!scope.testDevice) {
    const adapter = await navigator.gpu.requestAdapter();
    scope.testDevice = await adapter!.requestDevice({
      requiredLimits: { maxStorageBuffersPerShaderStage: 10 },
    });
  }
  const device = scope.testDevice;
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const textOf = (bytes: Uint8Array) => {
    let text = "";
    for (let i = 0; i < bytes.length; i += 0x8000)
      text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  };
  const run = async (job: WireJob): Promise<WireResult> => {
    const module = device.createShaderModule({ code: job.code });
    const info = await module.getCompilationInfo();
    const errors = info.messages
      .filter((m) => m.type === "error")
      .map((m) => `${m.lineNum}:${m.linePos} ${m.message}`);
    if (errors.length > 0) return { errors, outputs: [], pipelineMs: 0 };
    const types = { uniform: "uniform", read: "read-only-storage", read_write: "storage" } as const;
    const layout = device.createBindGroupLayout({
      entries: job.buffers.map(({ binding, kind }) => ({
        binding,
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type: types[kind] },
      })),
    });
    const start = performance.now();
    const pipeline = await device.createComputePipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module, entryPoint: job.entryPoint },
    });
    const pipelineMs = performance.now() - start;
    const made = job.buffers.map(({ binding, kind, data }) => {
      const bytes = bytesOf(data);
      const size = Math.max(16, Math.ceil(bytes.length / 4) * 4);
      const base = kind === "uniform" ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE;
      const buffer = device.createBuffer({
        size,
        usage: base | GPUBufferUsage.COPY_SRC,
        mappedAtCreation: true,
      });
      new Uint8Array(buffer.getMappedRange()).set(bytes);
      buffer.unmap();
      return { binding, kind, buffer, size };
    });
    const group = device.createBindGroup({
      layout,
      entries: made.map(({ binding, buffer }) => ({ binding, resource: { buffer } })),
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(job.groups[0], job.groups[1], job.groups[2]);
    pass.end();
    const staged = made
      .filter(({ kind }) => kind === "read_write")
      .map(({ binding, buffer, size }) => {
        const staging = device.createBuffer({
          size,
          usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
        });
        encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
        return { binding, staging };
      });
    device.queue.submit([encoder.finish()]);
    const outputs: [number, string][] = [];
    for (const { binding, staging } of staged) {
      await staging.mapAsync(GPUMapMode.READ);
      outputs.push([binding, textOf(new Uint8Array(staging.getMappedRange()))]);
      staging.destroy();
    }
    for (const { buffer } of made) buffer.destroy();
    return { errors: [], outputs, pipelineMs };
  };
  const results: WireResult[] = [];
  for (const job of jobs) {
    device.pushErrorScope("validation");
    let result: WireResult;
    try {
      result = await run(job);
    } catch (error) {
      result = { errors: [String(error)], outputs: [], pipelineMs: 0 };
    }
    const failure = await device.popErrorScope();
    if (failure) result.errors.push(failure.message);
    results.push(result);
  }
  return results;
}
