/** Functions that are Python's operators by another name: `operator.add`, `numpy.add`. */
import type { BinaryOperator } from "../syntax/ast.ts";

const FUNCTIONS: Readonly<Record<string, BinaryOperator>> = {
  "operator.add": "+",
  "operator.sub": "-",
  "operator.mul": "*",
  "operator.truediv": "/",
  "operator.floordiv": "//",
  "operator.mod": "%",
  "operator.pow": "**",
  "operator.lshift": "<<",
  "operator.rshift": ">>",
  "operator.and_": "&",
  "operator.or_": "|",
  "operator.xor": "^",
};

export function operatorByName(name: string): BinaryOperator | undefined {
  return FUNCTIONS[name];
}
