/** The bridge with a device and a compiler that only record: what crosses, what is kept, what fails how. */
import { beforeEach, expect, test } from "vitest";
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import type { Module, Site } from "../compiler/ir/ir.ts";
import type { Program } from "../compiler/ir/program.ts";
import { type Device, type Launch, OutOfMemory, type SiteFailure } from "../runtime/device.ts";
import type { NoticeReport } from "../session/run-report.ts";
import { EngineBridge } from "./bridge.ts";
import { CompileService, type KernelPipeline } from "./compile-service.ts";
import { CPU_LIMITS } from "./launch-facts.ts";
import { type Describer, NamesSource } from "./names-live.ts";
import { RunRecorder } from "./run-recorder.ts";

const TEXT = "@cuda.jit\ndef scale(x, n):\n    x[n] = wrong\n";
const SITE: Site = { kind: "bounds", span: { start: 31, end: 35 }, name: "x", message: "" };
const memory = new WebAssembly.Memory({ initial: 1 });

const describer: Describer = {
  lookup: () => undefined,
  attribute: () => undefined,
  attributes: () => "[]",
  candidates: () => "[]",
  function: () =>
    JSON.stringify({
      name: "scale",
      file: "a.py",
      line: 1,
      lambda: false,
      position: null,
      parameters: ["x", "n"],
      options: { device: false, debug: false, fastmath: false, inline: false },
    }),
  source: () => TEXT,
  reset: () => undefined,
};

let launches: Launch[];
let printed: string[];
let failures: SiteFailure[];
let diagnostics: Diagnostic[];
let notices: NoticeReport[];
let compiled: number;
let debug: boolean;
let engine: Record<string, (...args: unknown[]) => unknown>;

const ast = {
  kind: "function",
  name: "scale",
  nameSpan: { start: 14, end: 19 },
  span: { start: 0, end: TEXT.length },
  params: [],
  decorators: [],
  body: [],
  isLambda: false,
} as const;

const pipeline: KernelPipeline = {
  front: () => ({
    module: diagnostics.length > 0 ? null : ({ memories: [] } as unknown as Module),
    diagnostics,
  }),
  back: () => {
    compiled++;
    const program = { target: "wasm", sites: [SITE], debug } as unknown as Program;
    return { program, notices: [], diagnostics: [], ir: null, wat: null };
  },
};

beforeEach(() => {
  launches = [];
  printed = [];
  failures = [];
  diagnostics = [];
  notices = [];
  compiled = 0;
  debug = false;
  let handle = 0;
  const device = {
    kind: "cpu",
    report: { kind: "cpu", name: "test", reason: "test", limits: {}, features: [], timestampNs: null },
    bytesInUse: 5,
    allocate(bytes: number) {
      if (bytes > 1000) throw new OutOfMemory(bytes, 5);
      return ++handle;
    },
    release: () => undefined,
    write: () => undefined,
    read: (_: number, __: number, target: Uint8Array) => void target.fill(7),
    copy: () => undefined,
    launch: (launch: Launch) => void launches.push(launch),
    finish: () => undefined,
    takeMessages: () => {
      const messages = { printed, failures };
      printed = [];
      failures = [];
      return messages;
    },
    takeDispatches: () => [],
  } satisfies Device;
  const bridge = new EngineBridge({
    memory,
    now: () => 0,
    flushOutput: () => undefined,
    onDisplay: () => undefined,
    interruptSeen: () => undefined,
  });
  const names = new NamesSource(describer, memory, () => [ast]);
  bridge.begin({
    chosen: { device, limits: CPU_LIMITS, target: "wasm", mostBlocks: null },
    service: new CompileService(pipeline, names, () => 0),
    recorder: new RunRecorder(
      () => 0,
      (notice) => notices.push(notice),
    ),
    float64: "auto",
    loopBudget: 0,
    compileOnly: false,
  });
  engine = bridge.asModule() as typeof engine;
});

function specialise() {
  const array = {
    kind: "array",
    element: { kind: "scalar", name: "float32" },
    ndim: 1,
    layout: "C",
    readonly: false,
    space: "global",
  };
  const types = [array, { kind: "scalar", name: "int64" }];
  const text = JSON.stringify({ types, names: ["array(float32, 1d, C)", "int64"] });
  return JSON.parse(engine["specialise"]?.(0, text) as string);
}

/** Packs a launch of one block of 32 threads, and launches it. */
function launch(id: number, size: number, n: number) {
  const slots = [id, 1, 1, 1, 32, 1, 1, 0, 1, 0, size, 4, 4, n];
  const view = new DataView(memory.buffer);
  for (const [i, value] of slots.entries()) view.setBigInt64(64 + i * 8, BigInt(value), true);
  return engine["launch"]?.(64);
}
const lastError = () => JSON.parse(engine["last_error"]?.() as string);

test("a launch reaches the device with its arguments", () => {
  const { id } = specialise();
  expect(launch(id, 10, 3)).toBe(0);
  expect(launches[0]).toMatchObject({
    grid: [1, 1, 1],
    block: [32, 1, 1],
    kernel: 0,
    arguments: [
      { kind: "array", buffer: 1, offsetBytes: 0, shape: [10], stridesBytes: [4], itemBytes: 4 },
      { kind: "scalar", value: 3n },
    ],
  });
});

test("a new size does not compile again, a new class does", () => {
  const { id } = specialise();
  for (const [size, n] of [
    [10, 3],
    [20, 4],
    [20, 20],
    [30, 30],
    [30, -1],
  ] as const) {
    launch(id, size, n);
  }
  expect(compiled).toBe(3);
  expect(launches.map((one) => one.kernel)).toEqual([0, 0, 1, 1, 2]);
});

test("a compile error has Numba's class and its place", () => {
  diagnostics = [
    {
      code: "undefined-name",
      severity: "error",
      message: "the name `wrong` is not defined",
      primary: { span: { start: TEXT.indexOf("wrong"), end: TEXT.indexOf("wrong") + 5 }, label: "" },
      related: [],
      notes: [],
      help: { text: "define it" },
      numba: { exception: "TypingError" },
    },
  ];
  expect(specialise().error).toMatchObject({
    exception: "TypingError",
    message: "the name `wrong` is not defined",
    file: "a.py",
    line: 3,
    column: 12,
    endLine: 3,
    endColumn: 17,
    function: "scale",
    help: "define it",
  });
});

test("out of memory, reads, prints", () => {
  expect(engine["allocate"]?.(100)).toBe(1);
  expect(engine["allocate"]?.(5000)).toBe(0);
  expect(lastError()).toMatchObject({ exception: "MemoryError" });
  printed = ["one\n"];
  expect(engine["read"]?.(1, 0, 8, 4)).toBe(2);
  expect(new Uint8Array(memory.buffer, 8, 4)).toEqual(new Uint8Array([7, 7, 7, 7]));
  expect(JSON.parse(engine["take_messages"]?.() as string)).toEqual({ printed: ["one\n"], failure: null });
  expect(engine["finish"]?.()).toBe(0);
});

test("a failed bounds check is a notice, and with debug an exception", () => {
  const failAt = (): void => {
    const program = launches.at(-1)?.program;
    if (!program) throw new Error("nothing was launched");
    failures = [
      { program, kernel: 0, site: 0, index: 4, size: 4, axis: 0, block: [0, 0, 0], thread: [3, 0, 0] },
    ];
  };
  const { id } = specialise();
  launch(id, 4, 3);
  failAt();
  expect(engine["finish"]?.()).toBe(0);
  expect(notices[0]).toMatchObject({ code: "out-of-bounds", line: 3, file: "a.py", kernel: "scale" });
  const program = launches[0]?.program as { debug: boolean };
  program.debug = true;
  failAt();
  expect(engine["finish"]?.()).toBe(2);
  const { failure } = JSON.parse(engine["take_messages"]?.() as string);
  expect(failure).toMatchObject({ exception: "IndexError", line: 3 });
  expect(failure.message).toContain("index 4 is out of bounds for x, an array of size 4");
});
