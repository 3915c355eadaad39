/**
 * Random integer kernels with a launch that fits them, for property tests of passes and back ends. They end, stay
 * inside `ir.ts` (no checked load or division inside a select), and favour values near the limits of the types.
 */
import * as fc from "fast-check";
import type { Surroundings } from "../ir/interpret.ts";
import type { Func, LaunchValue, Local, Memory, Module, Scalar, Site } from "../ir/ir.ts";
import { type LaunchFacts, sourceKey } from "../ir/launch-facts.ts";
import { printModule } from "../ir/print.ts";
import { NO_SPAN } from "../text/span.ts";
import { Choice } from "./arbitrary-choice.ts";
import { ArbitraryLaunch, LOOP_BUDGET } from "./arbitrary-launch.ts";
import { type SiteCounter, StatementMaker } from "./arbitrary-statement.ts";

export interface ArbitraryKernel {
  readonly module: Module;
  readonly facts: LaunchFacts;
  /** The value of each launch source, by its key. */
  readonly sources: ReadonlyMap<string, bigint>;
  readonly thread: number;
  readonly block: number;
  readonly gridSize: number;
  /** Bytes of the global memories before the launch. */
  readonly bytes: ReadonlyMap<Memory, Uint8Array>;
  /** What fast-check prints of a kernel that fails. */
  readonly [fc.toStringMethod]: () => string;
}

export const arbitraryKernel = (): fc.Arbitrary<ArbitraryKernel> =>
  fc.gen().map((gen) => makeKernel(new Choice(gen)));

/** What the interpreter needs to run the module, or one that passes made of it. */
export function surroundingsOf(kernel: ArbitraryKernel, module: Module): Surroundings {
  const launch = new Map<LaunchValue, bigint>();
  for (const value of module.launchValues)
    launch.set(value, kernel.sources.get(sourceKey(value.source)) ?? 0n);
  const memories = new Map<Memory, Uint8Array>();
  for (const [memory, bytes] of kernel.bytes) memories.set(memory, bytes.slice());
  return {
    launch,
    memories,
    thread: [kernel.thread, 0, 0],
    block: [kernel.block, 0, 0],
    blockSize: kernel.facts.block,
    gridSize: [kernel.gridSize, 1, 1],
    loopBudget: LOOP_BUDGET,
  };
}

function makeKernel(choice: Choice): ArbitraryKernel {
  const launch = new ArbitraryLaunch(choice);
  const sites: SiteCounter = { count: 0 };
  const callee = choice.chance(40) ? makeFunction(choice, launch, sites) : null;
  const locals = localsOf(["i64", "i64", "i64", "u64", "i32", "bool"]);
  const maker = new StatementMaker(choice, launch, sites, locals, [], callee);
  const body = maker.statements(0, 6);
  const kernel: Func = {
    name: "k",
    params: [],
    results: [],
    locals: [...locals, ...maker.finished],
    body,
    span: NO_SPAN,
  };
  const gridSize = choice.pick([1, 3, 1000]);
  const site: Site = { kind: "bounds", span: NO_SPAN, name: "", message: "" };
  const module: Module = {
    kernel,
    functions: callee ? [callee] : [],
    memories: launch.memories,
    launchValues: launch.values,
    sites: Array.from({ length: sites.count }, () => site),
    debug: false,
  };
  return {
    [fc.toStringMethod]: () => `${printModule(module)}${[...launch.sources].join(" ")}`,
    module,
    facts: launch.facts,
    sources: launch.sources,
    thread: choice.below(launch.facts.block[0]),
    block: choice.below(gridSize),
    gridSize,
    bytes: launch.bytes,
  };
}

function makeFunction(choice: Choice, launch: ArbitraryLaunch, sites: SiteCounter): Func {
  const params = localsOf(["i64", "u64"]);
  const locals = localsOf(["i64", "i32", "bool"]);
  const results: readonly Scalar[] = ["i64", "u64"];
  const maker = new StatementMaker(choice, launch, sites, [...params, ...locals], results, null);
  const body = [...maker.statements(1, 3), maker.end()];
  return { name: "f", params, results, locals: [...locals, ...maker.finished], body, span: NO_SPAN };
}

const localsOf = (types: readonly Scalar[]): Local[] =>
  types.map((type, position) => ({ kind: "local-variable", name: `${type}_${position}`, type }));
