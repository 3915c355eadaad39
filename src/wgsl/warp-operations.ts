/**
 * Warp operations by workgroup memory: each thread leaves its word, all wait, each reads what it needs, all wait again.
 * Right on every adapter; 32 lanes whatever the size of the adapter's subgroups.
 */
import type { WarpNode } from "../compiler/ir/block.ts";
import type { Expr } from "../compiler/ir/ir.ts";
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import { call, type Code, element, infix, isSimple, member, primary } from "./code.ts";
import { convertCode } from "./conversions.ts";
import type { FunctionPrinter } from "./function-printer.ts";
import { isPair, u32Code, wgslType } from "./types.ts";

const LIVE = 1;
const LIVE_AND_VOTED = 3;

export function printWarp(node: WarpNode, printer: FunctionPrinter): void {
  const { op, operands } = node.warp;
  if (printer.module.fold.count > 1 || node.mask) printer.declareResults(node);
  if (op.startsWith("shfl")) printShuffle(node, printer);
  else if (op === "match-any" || op === "match-all") printMatch(node, printer);
  else printVote(node, operands[0] ?? null, printer);
}

/** For each thread: of the mask, or all of them (`everybody`), who then ask the mask themselves. */
function each(node: WarpNode, everybody: boolean, printer: FunctionPrinter, print: () => void): void {
  const mask = everybody ? null : node.mask;
  if (printer.module.fold.count > 1) printer.forEachThread(print, mask);
  else printer.underMask(mask, print);
}

function wait(printer: FunctionPrinter): void {
  if (printer.module.plan.ordersStorage) printer.out.line("storageBarrier();");
  printer.out.line("workgroupBarrier();");
}

function printShuffle(node: WarpNode, printer: FunctionPrinter): void {
  const [value, lane] = node.warp.operands;
  if (!value || !lane) throw new InternalError("wgsl", `${node.warp.op} without operands`);
  each(node, false, printer, () => leaveValue(value, printer));
  wait(printer);
  each(node, false, printer, () => {
    const from = {
      "shfl-idx": "lane_of",
      "shfl-up": "lane_up",
      "shfl-down": "lane_down",
      "shfl-xor": "lane_xor",
    }[node.warp.op as "shfl-idx"];
    const distance = convertCode(printer.expr(lane), lane.type, "i32");
    const source = call(from, printer.threadIndex(), distance);
    const at = isPair(value.type) ? (printer.hoist(source, "source") ?? source) : source;
    const [result, found] = node.warp.results;
    if (result) printer.assign(node, result, convertCode(takeValue(at, value), value.type, result.type));
    if (found) printer.assign(node, found, convertCode(primary("true"), "bool", found.type));
  });
  wait(printer);
}

function leaveValue(value: Expr, printer: FunctionPrinter): void {
  const { module } = printer;
  const thread = printer.threadIndex();
  const code = printer.expr(value);
  module.laneArrays.add("warp_words");
  if (!isPair(value.type)) {
    printer.out.line(`${element("warp_words", thread).text} = ${toWord(code, value).text};`);
    return;
  }
  module.laneArrays.add("warp_words_high");
  const pair = isSimple(code) ? code : (printer.hoist(code, "value") ?? code);
  printer.out.line(`${element("warp_words", thread).text} = ${member(pair, "x").text};`);
  printer.out.line(`${element("warp_words_high", thread).text} = ${member(pair, "y").text};`);
}

function takeValue(at: Code, value: Expr): Code {
  const low = element("warp_words", at);
  switch (wgslType(value.type)) {
    case "vec2u":
      return call("vec2u", low, element("warp_words_high", at));
    case "f32":
      return call("bitcast<f32>", low);
    case "i32":
      return call("i32", low);
    case "bool":
      return infix(low, "!=", u32Code(0));
    default:
      return low;
  }
}

function toWord(code: Code, value: Expr): Code {
  const type = wgslType(value.type);
  if (type === "u32") return code;
  return type === "f32" ? call("bitcast<u32>", code) : call("u32", code);
}

/** The word that says whether a lane is live, and how it voted; everybody writes, since old words may lie there. */
function leaveFlags(node: WarpNode, vote: Expr | null, printer: FunctionPrinter): void {
  printer.module.laneArrays.add("warp_flags");
  each(node, true, printer, () => {
    const live = node.mask ? printer.local(node.mask) : null;
    const ballot = vote ? convertCode(printer.expr(vote), vote.type, "bool") : null;
    const voted = ballot ? call("select", u32Code(LIVE), u32Code(LIVE_AND_VOTED), ballot) : u32Code(LIVE);
    const word = live ? call("select", u32Code(0), voted, live) : voted;
    printer.out.line(`${element("warp_flags", printer.threadIndex()).text} = ${word.text};`);
  });
}

function printVote(node: WarpNode, vote: Expr | null, printer: FunctionPrinter): void {
  const { op, mask, results } = node.warp;
  leaveFlags(node, vote, printer);
  wait(printer);
  each(node, false, printer, () => {
    const [result] = results;
    if (!result) return;
    const thread = printer.threadIndex();
    const live = call("lanes_with", thread, u32Code(LIVE));
    const voted = call("lanes_with", thread, u32Code(LIVE_AND_VOTED));
    switch (op) {
      case "ballot":
      case "active-mask":
        printer.assign(
          node,
          result,
          convertCode(op === "ballot" ? among(voted, mask, printer) : live, "u32", result.type),
        );
        return;
      case "any":
        printer.assign(node, result, convertCode(infix(voted, "!=", u32Code(0)), "bool", result.type));
        return;
      case "all":
        printer.assign(node, result, convertCode(infix(voted, "==", live), "bool", result.type));
        return;
      default: {
        const some = printer.hoist(voted, "voted") ?? voted;
        const same = infix(infix(some, "==", u32Code(0)), "||", infix(some, "==", live));
        printer.assign(node, result, convertCode(same, "bool", result.type));
      }
    }
  });
  wait(printer);
}

function printMatch(node: WarpNode, printer: FunctionPrinter): void {
  const [value] = node.warp.operands;
  if (!value) throw new InternalError("wgsl", `${node.warp.op} without an operand`);
  leaveFlags(node, null, printer);
  each(node, false, printer, () => leaveValue(value, printer));
  wait(printer);
  each(node, false, printer, () => {
    const thread = printer.threadIndex();
    const equal = among(
      call(isPair(value.type) ? "lanes_equal_wide" : "lanes_equal", thread),
      node.warp.mask,
      printer,
    );
    const [result, all] = node.warp.results;
    if (node.warp.op === "match-any") {
      if (result) printer.assign(node, result, convertCode(equal, "u32", result.type));
      return;
    }
    const matching = printer.hoist(equal, "matching") ?? equal;
    const live = among(call("lanes_with", thread, u32Code(LIVE)), node.warp.mask, printer);
    const same = printer.hoist(infix(matching, "==", live), "same") ?? infix(matching, "==", live);
    if (result)
      printer.assign(
        node,
        result,
        convertCode(call("select", u32Code(0), matching, same), "u32", result.type),
      );
    if (all) printer.assign(node, all, convertCode(same, "bool", all.type));
  });
  wait(printer);
}

/** Lanes that the mask names; most programs name them all. */
function among(lanes: Code, mask: Expr, printer: FunctionPrinter): Code {
  if (mask.kind === "constant" && BigInt.asUintN(32, BigInt(mask.value)) === 0xffffffffn) return lanes;
  return infix(lanes, "&", convertCode(printer.expr(mask), mask.type, "u32"));
}
