/** Block programs as text: the tree of `block.ts`, with the statements of its regions as `print.ts` shows them. */
import type { BlockNode, BlockProgram } from "./block.ts";
import type { Local } from "./ir.ts";
import { LocalNames, Printer } from "./print.ts";

/** A block program as text. Uniform and crossing locals are marked where they are declared. */
export function printBlockProgram(program: BlockProgram): string {
  const names = new LocalNames(program.locals);
  const printer = new BlockPrinter(names);
  const lines = [`block ${program.module.kernel.name}`];
  for (const local of program.locals) {
    const uniform = program.uniform.has(local) ? " uniform" : "";
    const crossing = program.crossing.has(local) ? " crossing" : "";
    const live = program.live === local ? " live" : "";
    lines.push(`  var ${names.of(local)}: ${local.type}${uniform}${crossing}${live}`);
  }
  printer.nodes(program.body, "  ", lines);
  return lines.join("\n");
}

class BlockPrinter {
  readonly #names: LocalNames;
  readonly #printer: Printer;

  constructor(names: LocalNames) {
    this.#names = names;
    this.#printer = new Printer(names);
  }

  nodes(nodes: readonly BlockNode[], indent: string, lines: string[]): void {
    for (const node of nodes) this.#node(node, indent, lines);
  }

  #node(node: BlockNode, indent: string, lines: string[]): void {
    const inner = `${indent}  `;
    const line = (text: string): void => {
      lines.push(indent + text);
    };
    switch (node.kind) {
      case "region":
        line(`region${this.#mask(node.mask)}`);
        return this.#printer.statements(node.statements, inner, lines);
      case "uniform":
        line("uniform");
        return this.#printer.statements(node.statements, inner, lines);
      case "barrier": {
        const [text = ""] = this.#statement([node.barrier]);
        return line(`${text}${this.#mask(node.mask)}`);
      }
      case "warp": {
        const [text = ""] = this.#statement([node.warp]);
        return line(`${text}${this.#mask(node.mask)}`);
      }
      case "uniform-if":
        line(`uniform if ${this.#printer.expr(node.condition)}`);
        this.nodes(node.then, inner, lines);
        if (node.otherwise.length === 0) return;
        line("else");
        return this.nodes(node.otherwise, inner, lines);
      case "uniform-for": {
        const [from, to, by] = [node.start, node.stop, node.step].map((expr) => this.#printer.expr(expr));
        line(`uniform for ${this.#names.of(node.counter)} from ${from} ${node.direction} to ${to} by ${by}`);
        return this.nodes(node.body, inner, lines);
      }
      case "uniform-loop": {
        const condition = node.condition ? ` while ${this.#printer.expr(node.condition)}` : "";
        line(`uniform loop${condition}${budget(node.budget)}`);
        return this.nodes(node.body, inner, lines);
      }
      case "any-loop":
        line(`loop while any ${this.#names.of(node.live)}${budget(node.budget)}`);
        return this.nodes(node.body, inner, lines);
      case "break":
      case "continue":
      case "return":
        return line(node.kind);
    }
  }

  #mask(mask: Local | null): string {
    return mask ? ` of ${this.#names.of(mask)}` : "";
  }

  #statement(statements: Parameters<Printer["statements"]>[0]): string[] {
    const lines: string[] = [];
    this.#printer.statements(statements, "", lines);
    return lines;
  }
}

function budget(site: number | null): string {
  return site === null ? "" : ` budget ${site}`;
}
