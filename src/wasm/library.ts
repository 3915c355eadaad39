/**
 * Functions that operations without an instruction become; a module holds only those that it uses. Named
 * `TYPE:OPERATION`, as `i64:floor-div`. Their meaning is that of `BinaryExpr` in `compiler/ir/ir.ts`.
 */
import { Code, type Instruction } from "./code.ts";
import { operationImport } from "./math-functions.ts";
import type { FunctionHandle, ModuleWriter, ValueType } from "./module.ts";

type IntegerType = "i32" | "i64" | "u32" | "u64";
type IntegerOperation =
  | "floor-div"
  | "floor-mod"
  | "trunc-div"
  | "trunc-mod"
  | "pow"
  | "shl"
  | "shr"
  | "min"
  | "max";
export type LibraryName =
  | `${IntegerType}:${IntegerOperation}`
  | `${"f32" | "f64"}:${"min" | "max" | "floor-div" | "floor-mod" | "trunc-div" | "trunc-mod" | "pow"}`
  | `${"i32" | "i64"}:bit-reverse`
  | `${"i32" | "i64"}:abs`;

export class Library {
  readonly #module: ModuleWriter;
  readonly #functions = new Map<string, FunctionHandle>();
  /** Imported functions of `math`, by name; they take and give f64. */
  readonly #math: ReadonlyMap<string, FunctionHandle>;

  constructor(module: ModuleWriter, math: ReadonlyMap<string, FunctionHandle>) {
    this.#module = module;
    this.#math = math;
  }

  get(name: LibraryName): FunctionHandle {
    let handle = this.#functions.get(name);
    if (!handle) {
      handle = this.#make(name);
      this.#functions.set(name, handle);
    }
    return handle;
  }

  #make(name: LibraryName): FunctionHandle {
    const [type = "", operation = ""] = name.split(":");
    const isFloat = type.startsWith("f");
    const carrier: ValueType = isFloat ? (type as ValueType) : (`i${type.slice(1)}` as ValueType);
    const isUnary = operation === "bit-reverse" || operation === "abs";
    const params = isUnary ? [carrier] : [carrier, carrier];
    const handle = this.#module.declareFunction({ params, results: [carrier] });
    const code = new Code(params.length);
    if (isFloat) this.#float(code, carrier as "f32" | "f64", operation);
    else new IntegerFunction(code, carrier as "i32" | "i64", type.startsWith("i")).write(operation);
    this.#module.defineFunction(handle, code.locals, code.bytes);
    return handle;
  }

  #float(code: Code, type: "f32" | "f64", operation: string): void {
    if (operation === "min" || operation === "max") {
      // If one operand is NaN, the other is the result.
      code.get(0);
      code.get(0);
      code.op(`${type}.ne`);
      code.if(
        () => code.get(1),
        () => {
          code.get(1);
          code.get(1);
          code.op(`${type}.ne`);
          code.if(
            () => code.get(0),
            () => {
              code.get(0);
              code.get(1);
              code.op(`${type}.${operation}`);
            },
            type,
          );
        },
        type,
      );
      return;
    }
    if (operation === "trunc-div") {
      code.get(0);
      code.get(1);
      code.op(`${type}.div`, `${type}.trunc`);
      return;
    }
    const math = this.#math.get(operationImport(operation, type));
    if (!math) throw new Error(`no import for ${operation} on ${type}`);
    for (const param of [0, 1]) {
      code.get(param);
      if (type === "f32") code.op("f64.promote_f32");
    }
    code.call(math);
    if (type === "f32") code.op("f32.demote_f64");
  }
}

const A = 0;
const B = 1;

class IntegerFunction {
  readonly #code: Code;
  readonly #type: "i32" | "i64";
  readonly #signed: boolean;

  constructor(code: Code, type: "i32" | "i64", signed: boolean) {
    this.#code = code;
    this.#type = type;
    this.#signed = signed;
  }

  write(operation: string): void {
    switch (operation) {
      case "floor-div":
        return this.#unlessZero(() => this.#floorDiv());
      case "floor-mod":
        return this.#unlessZero(() => this.#floorMod());
      case "trunc-div":
        return this.#unlessZero(() =>
          this.#unlessMinusOne(
            () => this.#negated(),
            () => this.#both("div"),
          ),
        );
      case "trunc-mod":
        return this.#unlessZero(() =>
          this.#unlessMinusOne(
            () => this.#constant(0),
            () => this.#both("rem"),
          ),
        );
      case "shl":
        return this.#shift("shl", () => this.#constant(0));
      case "shr":
        return this.#shift(this.#signed ? "shr_s" : "shr_u", () => {
          if (!this.#signed) return this.#constant(0);
          this.#code.get(A);
          this.#constant(this.#type === "i64" ? 63 : 31);
          this.#op("shr_s");
        });
      case "min":
      case "max":
        this.#code.get(A);
        this.#code.get(B);
        this.#code.get(A);
        this.#code.get(B);
        this.#op(`${operation === "min" ? "lt" : "gt"}_${this.#sign}`);
        this.#code.op("select");
        return;
      case "pow":
        return this.#pow();
      case "abs":
        this.#constant(0);
        this.#code.get(A);
        this.#op("sub");
        this.#code.get(A);
        this.#code.get(A);
        this.#constant(0);
        this.#op("lt_s");
        this.#code.op("select");
        return;
      case "bit-reverse":
        return this.#bitReverse();
      default:
        throw new Error(`no integer function ${operation}`);
    }
  }

  get #sign(): "s" | "u" {
    return this.#signed ? "s" : "u";
  }

  #op(name: string): void {
    this.#code.op(`${this.#type}.${name}` as Instruction);
  }

  #constant(value: number): void {
    if (this.#type === "i64") this.#code.i64(BigInt(value));
    else this.#code.i32(value);
  }

  #both(name: "div" | "rem"): void {
    this.#code.get(A);
    this.#code.get(B);
    this.#op(`${name}_${this.#sign}`);
  }

  #negated(): void {
    this.#constant(0);
    this.#code.get(A);
    this.#op("sub");
  }

  /** A zero divisor gives 0. */
  #unlessZero(otherwise: () => void): void {
    this.#code.get(B);
    this.#op("eqz");
    this.#code.if(() => this.#constant(0), otherwise, this.#type);
  }

  /** Dividing the smallest integer by -1 would trap. */
  #unlessMinusOne(then: () => void, otherwise: () => void): void {
    if (!this.#signed) return otherwise();
    this.#code.get(B);
    this.#constant(-1);
    this.#op("eq");
    this.#code.if(then, otherwise, this.#type);
  }

  #floorDiv(): void {
    if (!this.#signed) return this.#both("div");
    this.#unlessMinusOne(
      () => this.#negated(),
      () => {
        // One less than the truncated quotient where something is left and the signs differ.
        this.#both("div");
        this.#leftOver();
        this.#op("sub");
      },
    );
  }

  #floorMod(): void {
    if (!this.#signed) return this.#both("rem");
    this.#unlessMinusOne(
      () => this.#constant(0),
      () => {
        this.#both("rem");
        this.#code.get(B);
        this.#constant(0);
        this.#leftOver();
        if (this.#type === "i64") this.#code.op("i32.wrap_i64");
        this.#code.op("select");
        this.#op("add");
      },
    );
  }

  /** 1 where the remainder is not zero and has the other sign than the divisor, else 0; of this type. */
  #leftOver(): void {
    this.#both("rem");
    this.#constant(0);
    this.#op("ne");
    this.#both("rem");
    this.#code.get(B);
    this.#op("xor");
    this.#constant(0);
    this.#op("lt_s");
    this.#code.op("i32.and");
    if (this.#type === "i64") this.#code.op("i64.extend_i32_u");
  }

  /** A count of the width or more, or a negative one, gives what `beyond` says. */
  #shift(name: string, beyond: () => void): void {
    this.#code.get(B);
    this.#constant(this.#type === "i64" ? 64 : 32);
    this.#op("lt_u");
    this.#code.if(
      () => {
        this.#code.get(A);
        this.#code.get(B);
        this.#op(name);
      },
      beyond,
      this.#type,
    );
  }

  /** Square and multiply; a negative exponent gives 0, save for bases 1 and -1. */
  #pow(): void {
    const code = this.#code;
    const result = code.local(this.#type);
    this.#constant(1);
    code.set(result);
    if (this.#signed) {
      code.get(B);
      this.#constant(0);
      this.#op("lt_s");
      code.if(() => {
        // The inverse of 1 and -1 is the number itself; all others come to 0.
        code.get(A);
        this.#constant(1);
        this.#op("add");
        this.#constant(3);
        this.#op("lt_u");
        code.get(A);
        this.#op("eqz");
        code.op("i32.eqz", "i32.and");
        code.if(
          () => {
            this.#negatedExponent();
          },
          () => {
            this.#constant(0);
            code.set(A);
            this.#constant(1);
            code.set(B);
          },
        );
      });
    }
    code.block((done) => {
      code.loop((again) => {
        code.get(B);
        this.#op("eqz");
        code.brIf(done);
        code.get(B);
        this.#constant(1);
        this.#op("and");
        this.#op("eqz");
        code.op("i32.eqz");
        code.if(() => {
          code.get(result);
          code.get(A);
          this.#op("mul");
          code.set(result);
        });
        code.get(A);
        code.get(A);
        this.#op("mul");
        code.set(A);
        code.get(B);
        this.#constant(1);
        this.#op("shr_u");
        code.set(B);
        code.br(again);
      });
    });
    code.get(result);
  }

  #negatedExponent(): void {
    this.#constant(0);
    this.#code.get(B);
    this.#op("sub");
    this.#code.set(B);
  }

  #bitReverse(): void {
    const code = this.#code;
    const result = code.local(this.#type);
    const left = code.local("i32");
    code.i32(this.#type === "i64" ? 64 : 32);
    code.set(left);
    code.loop((again) => {
      code.get(result);
      this.#constant(1);
      this.#op("shl");
      code.get(A);
      this.#constant(1);
      this.#op("and");
      this.#op("or");
      code.set(result);
      code.get(A);
      this.#constant(1);
      this.#op("shr_u");
      code.set(A);
      code.get(left);
      code.i32(1);
      code.op("i32.sub");
      code.tee(left);
      code.brIf(again);
    });
    code.get(result);
  }
}
