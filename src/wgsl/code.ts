/**
 * Pieces of WGSL text that know how tightly they bind, so that parentheses appear only where WGSL needs them. Its
 * grammar is stricter than C's: operands of shifts and of `&`, `|`, `^` are unary expressions, and comparisons do not
 * chain. (WGSL spec, 8.18 Operator precedence and associativity.)
 */
export interface Code {
  readonly text: string;
  readonly level: Level;
}

/** From tight to loose. */
export const LEVELS = [
  "primary",
  "unary",
  "multiply",
  "add",
  "shift",
  "compare",
  "bit-and",
  "bit-xor",
  "bit-or",
  "and",
  "or",
] as const;
export type Level = (typeof LEVELS)[number];

export type InfixOperator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "<<"
  | ">>"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "&"
  | "^"
  | "|"
  | "&&"
  | "||";

const rank = (level: Level): number => LEVELS.indexOf(level);

interface Rule {
  readonly level: Level;
  /** What may stand on a side without parentheses: up to a level, and chains of the operator's own on the left. */
  readonly left: Level;
  readonly right: Level;
  readonly chains: boolean;
}
const ADD: Rule = { level: "add", left: "add", right: "multiply", chains: true };
const MULTIPLY: Rule = { level: "multiply", left: "multiply", right: "unary", chains: true };
const SHIFT: Rule = { level: "shift", left: "unary", right: "unary", chains: false };
const COMPARE: Rule = { level: "compare", left: "shift", right: "shift", chains: false };
const bits = (level: Level): Rule => ({ level, left: "unary", right: "unary", chains: true });
const logic = (level: Level): Rule => ({ level, left: "compare", right: "compare", chains: true });
const RULES: Readonly<Record<InfixOperator, Rule>> = {
  "+": ADD,
  "-": ADD,
  "*": MULTIPLY,
  "/": MULTIPLY,
  "%": MULTIPLY,
  "<<": SHIFT,
  ">>": SHIFT,
  "==": COMPARE,
  "!=": COMPARE,
  "<": COMPARE,
  "<=": COMPARE,
  ">": COMPARE,
  ">=": COMPARE,
  "&": bits("bit-and"),
  "^": bits("bit-xor"),
  "|": bits("bit-or"),
  "&&": logic("and"),
  "||": logic("or"),
};

export const primary = (text: string): Code => ({ text, level: "primary" });

export function infix(left: Code, operator: InfixOperator, right: Code): Code {
  const rule = RULES[operator];
  const leftFits = rank(left.level) <= rank(rule.left) || (rule.chains && left.level === rule.level);
  const leftText = leftFits ? left.text : `(${left.text})`;
  const rightText = rank(right.level) <= rank(rule.right) ? right.text : `(${right.text})`;
  return { text: `${leftText} ${operator} ${rightText}`, level: rule.level };
}

/** A sum of integers: they wrap, so the parentheses of `a + (b - c)` say nothing. */
export function sum(left: Code, right: Code): Code {
  if (right.level !== "add" || right.text.startsWith("-")) return infix(left, "+", right);
  const first = rank(left.level) <= rank("add") ? left.text : `(${left.text})`;
  return { text: `${first} + ${right.text}`, level: "add" };
}

/** A run of the same logical operator needs no parentheses on either side. */
export function chain(left: Code, operator: "&&" | "||", right: Code): Code {
  const { level } = RULES[operator];
  if (right.level !== level) return infix(left, operator, right);
  const first = rank(left.level) <= rank("compare") || left.level === level ? left.text : `(${left.text})`;
  return { text: `${first} ${operator} ${right.text}`, level };
}

export function prefix(operator: "-" | "!" | "~", operand: Code): Code {
  // Two minus signs in a row are the decrement token.
  const plain = rank(operand.level) <= rank("unary") && !(operator === "-" && operand.text.startsWith("-"));
  return { text: `${operator}${plain ? operand.text : `(${operand.text})`}`, level: "unary" };
}

export function call(name: string, ...args: readonly Code[]): Code {
  return primary(`${name}(${argumentList(args)})`);
}

export const member = (code: Code, name: string): Code => primary(`${atom(code)}.${name}`);
export const element = (array: string, index: Code): Code => primary(`${array}[${index.text}]`);

/** The text as it may stand before `.x` or `[i]`. */
function atom(code: Code): string {
  return code.level === "primary" && !/^\d/.test(code.text) ? code.text : `(${code.text})`;
}

/**
 * `f(a < b, c > d)` reads as a template list `a<b, c>` to WGSL, so a comparison that starts one gets parentheses.
 * (WGSL spec, 3.9 Template lists.)
 */
function argumentList(args: readonly Code[]): string {
  const texts = args.map((arg) => arg.text);
  return texts
    .map((text, i) =>
      text.includes("<") && texts.slice(i + 1).some((later) => later.includes(">")) ? `(${text})` : text,
    )
    .join(", ");
}

/** A name, a position, a member of the uniform block or a number: cheap and clear enough to write twice. */
export function isSimple(code: Code): boolean {
  return /^(-?[\w.]+|i32\([\w.]+\))$/.test(code.text);
}
