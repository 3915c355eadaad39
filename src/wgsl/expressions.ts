/** IR expressions as WGSL: dispatch, and what is alike for all types. */
import {
  isFloat,
  type Expr,
  type SelectExpr,
  type UnaryExpr,
  type CompareExpr,
  type ConvertExpr,
} from "../compiler/ir/ir.ts";
import { call, chain, type Code, infix, type InfixOperator, member, prefix } from "./code.ts";
import { constantValue } from "./constant-values.ts";
import { convertCode } from "./conversions.ts";
import { binaryFloat32, binaryFloat64 } from "./float-operations.ts";
import { binaryInteger32, binaryInteger64 } from "./integer-operations.ts";
import { loadCode } from "./memory-access.ts";
import { mathCode } from "./math-functions.ts";
import type { Scope } from "./scope.ts";
import { constantCode, isPair, u32Code, wgslType } from "./types.ts";

export function expressionCode(expr: Expr, scope: Scope): Code {
  const constant = constantValue(expr, scope.block);
  if (constant !== null) return constantCode(expr.type, constant);
  switch (expr.kind) {
    case "constant":
      return constantCode(expr.type, expr.value);
    case "local":
      return scope.local(expr.local);
    case "launch": {
      const { code, type } = scope.launch(expr.value);
      return type === "bool" ? infix(code, "!=", u32Code(0)) : convertCode(code, type, expr.type);
    }
    case "position":
      return convertCode(scope.position(expr.which, expr.axis), "i32", expr.type);
    case "unary":
      return unaryCode(expr, scope);
    case "binary":
      return binaryCode(expr, scope);
    case "compare":
      return compareCode(expr, scope);
    case "logical": {
      const left = expressionCode(expr.left, scope);
      const right = scope.lazily(() => expressionCode(expr.right, scope));
      return chain(left, expr.op === "and" ? "&&" : "||", right);
    }
    case "select":
      return selectCode(expr, scope);
    case "convert":
      return conversion(expr, scope);
    case "load":
      return loadCode(expr.access, scope);
    case "math":
      return mathCode(
        expr,
        expr.args.map((arg) => expressionCode(arg, scope)),
      );
  }
}

export function binaryCode(expr: Extract<Expr, { kind: "binary" }>, scope: Scope): Code {
  const left = expressionCode(expr.left, scope);
  const right = expressionCode(expr.right, scope);
  switch (wgslType(expr.type)) {
    case "bool":
      return infix(left, expr.op === "and" ? "&" : expr.op === "or" ? "|" : "!=", right);
    case "i32":
    case "u32":
      return binaryInteger32(expr, left, right, scope);
    case "f32": {
      const result = binaryFloat32(expr.op, left, right);
      return expr.type === "f16" ? call("f16_round", result) : result;
    }
    case "vec2u":
      return expr.type === "f64"
        ? binaryFloat64(expr.op, left, right)
        : binaryInteger64(expr, left, right, scope);
  }
}

function unaryCode(expr: UnaryExpr, scope: Scope): Code {
  if (expr.op === "not") return negationCode(expr.value, scope);
  const value = expressionCode(expr.value, scope);
  if (expr.type === "f64") return call(expr.op === "neg" ? "f64_neg" : "f64_abs", value);
  const pair = isPair(expr.type);
  switch (expr.op) {
    case "neg":
      if (pair) return call("i64_neg", value);
      // WGSL refuses the negation of a u32.
      return wgslType(expr.type) === "u32" ? infix(u32Code(0), "-", value) : prefix("-", value);
    case "invert":
      return pair ? call("i64_not", value) : prefix("~", value);
    case "abs":
      if (wgslType(expr.type) === "u32" || expr.type === "u64") return value;
      return call(pair ? "i64_abs" : "abs", value);
    case "popcount":
      if (!pair) return call("countOneBits", value);
      return pairOf(
        infix(call("countOneBits", member(value, "x")), "+", call("countOneBits", member(value, "y"))),
      );
    case "clz":
      return pair ? pairOf(call("u64_clz", value)) : call("countLeadingZeros", value);
    case "ctz":
      return pair ? pairOf(call("u64_ctz", value)) : call("countTrailingZeros", value);
    case "bit-reverse":
      return pair ? call("i64_reverse", value) : call("reverseBits", value);
  }
}

const pairOf = (low: Code): Code => call("vec2u", low, u32Code(0));

const OPPOSITE = { eq: "ne", ne: "eq", lt: "ge", le: "gt", gt: "le", ge: "lt" } as const;

/** `not (i < n)` reads as `i >= n`; with floats the two differ for NaN. */
export function negationCode(expr: Expr, scope: Scope): Code {
  const constant = constantValue(expr, scope.block);
  if (constant !== null) return constantCode("bool", !constant);
  if (expr.kind === "compare" && !isFloat(expr.left.type))
    return compareCode({ ...expr, op: OPPOSITE[expr.op] }, scope);
  return prefix("!", expressionCode(expr, scope));
}

const OPERATORS: Readonly<Record<CompareExpr["op"], InfixOperator>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

function compareCode(expr: CompareExpr, scope: Scope): Code {
  const type = expr.left.type;
  const left = expressionCode(expr.left, scope);
  const right = expressionCode(expr.right, scope);
  if (!isPair(type)) {
    // x == x and x != x ask for NaN: by bits, since WGSL lets an optimiser assume that there is none.
    if (isFloat(type) && left.text === right.text) {
      if (expr.op === "ne") return call("is_nan", left);
      if (expr.op === "eq") return prefix("!", call("is_nan", left));
    }
    if (type === "bool" && expr.op !== "eq" && expr.op !== "ne") {
      return infix(call("u32", left), OPERATORS[expr.op], call("u32", right));
    }
    return infix(left, OPERATORS[expr.op], right);
  }
  const family = type === "f64" ? "f64" : "i64";
  const less = type === "f64" ? "f64_less" : type === "u64" ? "u64_less" : "i64_less";
  switch (expr.op) {
    case "eq":
      return call(`${family}_equal`, left, right);
    case "ne":
      return prefix("!", call(`${family}_equal`, left, right));
    case "lt":
      return call(less, left, right);
    case "gt":
      return call(less, right, left);
    case "le":
      return type === "f64" ? call("f64_less_equal", left, right) : prefix("!", call(less, right, left));
    case "ge":
      return type === "f64" ? call("f64_less_equal", right, left) : prefix("!", call(less, left, right));
  }
}

function selectCode(expr: SelectExpr, scope: Scope): Code {
  const condition = expressionCode(expr.condition, scope);
  const then = scope.lazily(() => expressionCode(expr.then, scope));
  const otherwise = scope.lazily(() => expressionCode(expr.otherwise, scope));
  return call("select", otherwise, then, condition);
}

function conversion(expr: ConvertExpr, scope: Scope): Code {
  const from = expr.value.type;
  const value = expressionCode(expr.value, scope);
  if (!expr.bits) return convertCode(value, from, expr.type);
  if (from === "f16") return convertCode(call("f16_bits", value), "u16", expr.type);
  if (expr.type === "f16") return call("f16_value", convertCode(value, from, "u16"));
  const target = wgslType(expr.type);
  if (wgslType(from) === target) return value;
  return isFloat(from) || isFloat(expr.type) ? call(`bitcast<${target}>`, value) : call(target, value);
}
