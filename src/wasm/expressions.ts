/** IR expressions as code that leaves one value on the stack. */
import { InternalError } from "../compiler/diagnostics/diagnostic.ts";
import {
  type Access,
  type AccessAxis,
  type BinaryExpr,
  type Expr,
  isFloat,
  type LaunchValue,
  type Local,
  type MathExpr,
  type Memory,
  type PositionExpr,
  SCALAR_BITS,
  type Scalar,
  type UnaryExpr,
} from "../compiler/ir/ir.ts";
import type { Code, Instruction } from "./code.ts";
import type { Environment } from "./environment.ts";
import type { Library, LibraryName } from "./library.ts";
import { noFloat16 } from "./unsupported.ts";
import { functionImport, NATIVE_MATH } from "./math-functions.ts";
import type { ScratchLayout } from "./memory.ts";
import type { FunctionHandle } from "./module.ts";
import {
  binaryInstruction,
  compareInstruction,
  emitConstant,
  emitConvert,
  LOADS,
  STORES,
  valueType,
} from "./operations.ts";

/** What all functions of a module share. */
export interface ModuleContext {
  readonly library: Library;
  readonly math: ReadonlyMap<string, FunctionHandle>;
  readonly scratch: ScratchLayout;
  readonly memoryNumbers: ReadonlyMap<Memory, number>;
  readonly launchNumbers: ReadonlyMap<LaunchValue, number>;
  readonly block: readonly [number, number, number];
  /** Records a failed bounds check: site, index, size, axis. Null where the kernel has no notices. */
  readonly reportSite: FunctionHandle | null;
}

/** Where a local lives. */
export type Storage =
  | { readonly kind: "local"; readonly index: number }
  | { readonly kind: "slot"; readonly offsetBytes: number };

export class ExpressionEmitter {
  readonly code: Code;
  readonly context: ModuleContext;
  readonly environment: Environment;
  readonly #storage = new Map<Local, Storage>();

  constructor(code: Code, context: ModuleContext, environment: Environment) {
    this.code = code;
    this.context = context;
    this.environment = environment;
  }

  place(local: Local, storage: Storage): void {
    this.#storage.set(local, storage);
  }

  emit(expr: Expr): void {
    const { code } = this;
    switch (expr.kind) {
      case "constant":
        return emitConstant(code, expr.type, expr.value);
      case "local":
        return this.read(expr.local);
      case "launch":
        return this.environment.get(
          code,
          `launch:${this.context.launchNumbers.get(expr.value) ?? 0}`,
          valueType(expr.type),
        );
      case "position":
        return this.#position(expr);
      case "unary":
        return this.#unary(expr);
      case "binary":
        return this.#binary(expr);
      case "compare":
        this.emit(expr.left);
        this.emit(expr.right);
        return code.op(compareInstruction(expr.op, expr.left.type));
      case "logical": {
        const isAnd = expr.op === "and";
        this.emit(expr.left);
        return code.if(
          () => (isAnd ? this.emit(expr.right) : code.i32(1)),
          () => (isAnd ? code.i32(0) : this.emit(expr.right)),
          "i32",
        );
      }
      case "select":
        this.emit(expr.then);
        this.emit(expr.otherwise);
        this.emit(expr.condition);
        return code.op("select");
      case "convert":
        this.emit(expr.value);
        return expr.bits
          ? this.#reinterpret(expr.value.type, expr.type)
          : emitConvert(code, expr.value.type, expr.type);
      case "load":
        return this.load(expr.access);
      case "math":
        return this.#math(expr);
    }
  }

  /** The expression as an i32: the low half of a wider one. */
  emitI32(expr: Expr): void {
    this.emit(expr);
    if (valueType(expr.type) === "i64") this.code.op("i32.wrap_i64");
  }

  read(local: Local): void {
    const storage = this.#of(local);
    if (storage.kind === "local") return this.code.get(storage.index);
    this.environment.get(this.code, "slots");
    this.code.memory(`${valueType(local.type)}.load`, storage.offsetBytes);
  }

  /** Assigns what `value` leaves on the stack. */
  write(local: Local, value: () => void): void {
    const storage = this.#of(local);
    if (storage.kind === "local") {
      value();
      return this.code.set(storage.index);
    }
    this.environment.get(this.code, "slots");
    value();
    this.code.memory(`${valueType(local.type)}.store`, storage.offsetBytes);
  }

  load(access: Access): void {
    const { code } = this;
    const { element } = access.memory;
    if (element === "f16") throw noFloat16(access);
    this.guarded(
      access,
      (address) => {
        code.get(address);
        code.memory(LOADS[element]);
      },
      () => emitConstant(code, element, element === "bool" ? false : isFloat(element) ? 0 : 0n),
      valueType(element),
    );
  }

  store(access: Access, value: Expr): void {
    const { code } = this;
    const { element } = access.memory;
    if (element === "f16") throw noFloat16(access);
    this.guarded(access, (address) => {
      code.get(address);
      this.emit(value);
      code.memory(STORES[element]);
    });
  }

  /** Runs `inside` with the address of the element in a local; where a check fails, reports it and runs `outside`. */
  guarded(
    access: Access,
    inside: (address: number) => void,
    outside: () => void = () => undefined,
    result?: "i32" | "i64" | "f32" | "f64",
  ): void {
    const { code } = this;
    const address = code.local("i32");
    const places = access.axes.map((axis) => this.#index(axis));
    const checks = places.flatMap((place, number) => (place.axis.checked ? [{ ...place, number }] : []));
    const compute = (): void => {
      this.#address(
        access,
        places.map((place) => place.index),
      );
      code.set(address);
    };
    if (checks.length === 0) {
      compute();
      return inside(address);
    }
    const ok = code.local("i32");
    code.i32(1);
    code.set(ok);
    for (const { axis, index, given, number } of checks) {
      code.get(index);
      this.#wide(axis.size);
      code.op("i64.ge_u");
      code.if(() => {
        code.get(ok);
        code.if(() => this.#report(access.site, given, axis, number));
        code.i32(0);
        code.set(ok);
      });
    }
    code.get(ok);
    code.if(
      () => {
        compute();
        inside(address);
      },
      outside,
      result,
    );
  }

  /** The index along one axis as an i64 in a local, negative ones counted from the end; and as the program gave it. */
  #index(axis: AccessAxis): { readonly axis: AccessAxis; readonly index: number; readonly given: number } {
    const { code } = this;
    const given = code.local("i64");
    this.#wide(axis.index);
    code.set(given);
    if (!axis.wraps) return { axis, index: given, given };
    const index = code.local("i64");
    code.get(given);
    this.#wide(axis.size);
    code.op("i64.add");
    code.get(given);
    code.get(given);
    code.i64(0n);
    code.op("i64.lt_s", "select");
    code.set(index);
    return { axis, index, given };
  }

  #wide(expr: Expr): void {
    this.emit(expr);
    if (valueType(expr.type) === "i32")
      this.code.op(expr.type.startsWith("u") ? "i64.extend_i32_u" : "i64.extend_i32_s");
  }

  /** An index beyond 32 bits is written down as the nearest that has 32. */
  #report(site: number, index: number, axis: AccessAxis, number: number): void {
    const { code } = this;
    const { reportSite, library } = this.context;
    if (!reportSite) return;
    code.i32(site);
    code.get(index);
    code.i64(-(2n ** 31n));
    code.call(library.get("i64:max"));
    code.i64(2n ** 31n - 1n);
    code.call(library.get("i64:min"));
    code.op("i32.wrap_i64");
    this.emitI32(axis.size);
    code.i32(number);
    code.call(reportSite);
  }

  #address(access: Access, indices: readonly number[]): void {
    const { code } = this;
    const { memory } = access;
    this.emitI32(access.offset);
    access.axes.forEach((axis, i) => {
      code.get(indices[i] ?? 0);
      code.op("i32.wrap_i64");
      if (!(axis.stride.kind === "constant" && axis.stride.value === 1n)) {
        this.emitI32(axis.stride);
        code.op("i32.mul");
      }
      code.op("i32.add");
    });
    const bytes = SCALAR_BITS[memory.element] / 8;
    if (bytes > 1) {
      code.i32(Math.log2(bytes));
      code.op("i32.shl");
    }
    this.#base(memory);
    code.op("i32.add");
  }

  #base(memory: Memory): void {
    const { code, context, environment } = this;
    if (memory.space === "global") {
      environment.get(code, `address:${context.memoryNumbers.get(memory) ?? 0}`);
      return;
    }
    environment.get(code, "scratch");
    code.i32(context.scratch.memories.get(memory) ?? 0);
    code.op("i32.add");
    const stride = context.scratch.localStride.get(memory) ?? 0;
    if (stride === 0) return;
    environment.get(code, "thread-linear");
    code.i32(stride);
    code.op("i32.mul", "i32.add");
  }

  #position(expr: PositionExpr): void {
    const { code, environment } = this;
    const { axis } = expr;
    const size = this.context.block[axis];
    switch (expr.which) {
      case "thread":
        environment.get(code, `thread-${axis}`);
        break;
      case "block":
        environment.get(code, `block-${axis}`);
        break;
      case "block-size":
        code.i32(size);
        break;
      case "grid-size":
        environment.get(code, `grid-${axis}`);
        break;
      case "global":
        environment.get(code, `block-${axis}`);
        code.i32(size);
        code.op("i32.mul");
        environment.get(code, `thread-${axis}`);
        code.op("i32.add");
        break;
      case "global-size":
        environment.get(code, `grid-${axis}`);
        code.i32(size);
        code.op("i32.mul");
        break;
      case "linear-thread":
        environment.get(code, "thread-linear");
        break;
      case "lane":
        environment.get(code, "thread-linear");
        code.i32(31);
        code.op("i32.and");
        break;
    }
    emitConvert(code, "i32", expr.type);
  }

  #unary(expr: UnaryExpr): void {
    const { code } = this;
    const carrier = valueType(expr.type);
    if (expr.op === "neg" && !isFloat(expr.type)) emitConstant(code, expr.type, 0n);
    this.emit(expr.value);
    switch (expr.op) {
      case "not":
        return code.op("i32.eqz");
      case "neg":
        return code.op((isFloat(expr.type) ? `${carrier}.neg` : `${carrier}.sub`) as Instruction);
      case "invert":
        if (expr.type === "bool") return code.op("i32.eqz");
        emitConstant(code, carrier === "i64" ? "i64" : "i32", -1n);
        return code.op(`${carrier}.xor` as Instruction);
      case "abs":
        return isFloat(expr.type)
          ? code.op(`${carrier}.abs` as Instruction)
          : code.call(this.context.library.get(`${carrier}:abs` as LibraryName));
      case "popcount":
        return code.op(`${carrier}.popcnt` as Instruction);
      case "clz":
      case "ctz":
        return code.op(`${carrier}.${expr.op}` as Instruction);
      case "bit-reverse":
        return code.call(this.context.library.get(`${carrier}:bit-reverse` as LibraryName));
    }
  }

  #binary(expr: BinaryExpr): void {
    this.emit(expr.left);
    this.emit(expr.right);
    const name = binaryInstruction(expr.op, expr.type);
    if (name.includes(":")) this.code.call(this.context.library.get(name as LibraryName));
    else this.code.op(name as Instruction);
  }

  #math(expr: MathExpr): void {
    const { code } = this;
    const argument = expr.args[0]?.type ?? expr.type;
    const native = NATIVE_MATH[expr.fn];
    if (native) {
      for (const arg of expr.args) this.emit(arg);
      return native(code, valueType(argument) as "f32" | "f64");
    }
    const fn = this.context.math.get(functionImport(expr.fn, expr.type));
    if (!fn) throw new InternalError("wasm", `no math function ${expr.fn}`);
    for (const arg of expr.args) {
      this.emit(arg);
      emitConvert(code, arg.type, "f64");
    }
    code.call(fn);
    emitConvert(code, "f64", expr.type);
  }

  #reinterpret(from: Scalar, to: Scalar): void {
    const source = valueType(from);
    const target = valueType(to);
    if (source !== target) this.code.op(`${target}.reinterpret_${source}` as Instruction);
  }

  #of(local: Local): Storage {
    const storage = this.#storage.get(local);
    if (!storage) throw new InternalError("wasm", `the local ${local.name} has no place`);
    return storage;
  }
}
