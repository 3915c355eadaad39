/**
 * The intermediate representation: what a kernel means, after names and types are settled and before any back end.
 *
 * Shape. A module holds one kernel and the device functions that it calls (callees first). A function body is a
 * tree of structured statements. Expressions are trees without effects: they may read locals and memory, and they
 * are evaluated where their statement stands, left to right; whatever has an effect (a call, an atomic, a store, a
 * print) is a statement of its own. Locals are mutable variables, not SSA.
 *
 * Values. Only scalars: Numba's numbers and bool. `lower/` has already taken tuples, complex numbers and array
 * views apart: a tuple is one local an item, a complex number two, a view a memory (known at compile time)
 * with scalar offset, sizes and strides. So no pass and no back end needs to know what a tuple is.
 *
 * Arithmetic. Operands of `binary` and `compare` have the same type, `type`/`operands` says which; nothing converts
 * on its own, `convert` does. Integer arithmetic comes out of `lower/` as i64 or u64, as Numba types it; the pass
 * `narrow-integers` rewrites to i32 and u32 where no result can differ. i8, i16, u8 and u16 are stored, loaded and
 * converted, but no arithmetic is done in them.
 *
 * Threads. The body is what one thread does. `passes/block-program.ts` turns it into what a block does.
 */
import type { Span } from "../text/span.ts";

export type Scalar =
  | "bool"
  | "i8"
  | "i16"
  | "i32"
  | "i64"
  | "u8"
  | "u16"
  | "u32"
  | "u64"
  | "f16"
  | "f32"
  | "f64";

/** A variable of one function (or a parameter of it). Compared by identity; `name` need not be unique. */
export interface Local {
  readonly kind: "local-variable";
  /** The Python name, or a made-up one that reads well: `row_size`, `old`. */
  readonly name: string;
  /** Passes that narrow replace the local rather than change this. */
  readonly type: Scalar;
}

/**
 * Memory that is addressed by element. Which memory an access touches is always known at compile time. `shared`,
 * `local` and `constant` memories have a fixed length in elements; a `global` one belongs to an array argument.
 */
export interface Memory {
  readonly kind: "memory";
  readonly name: string;
  readonly space: "global" | "shared" | "local" | "constant";
  readonly element: Scalar;
  /** Elements; null for global memory and for dynamic shared memory, whose size comes with the launch. */
  readonly length: number | null;
  /** Index of the kernel argument, flattened over tuples; null unless `global`. */
  readonly argument: number | null;
  /** For `constant`: little-endian bytes. */
  readonly data: Uint8Array | null;
  /**
   * Dynamic shared memory: all such memories of a kernel are views of the same bytes from 0, whatever their
   * element. Global memories whose arguments overlap get the same group at launch (`LaunchFacts.overlaps`).
   */
  readonly dynamic: boolean;
  /** Where it was declared: the parameter, or the call of `shared.array`. */
  readonly span: Span;
}

/**
 * A scalar that the host supplies with each launch: the value of a scalar argument, or a size, stride or offset of
 * an array argument. `int` scalars come as i64 and narrow by the launch facts.
 */
export interface LaunchValue {
  readonly kind: "launch-value";
  /** `n`, `out_size`, `a_shape_0`, `a_stride_1`. */
  readonly name: string;
  readonly type: Scalar;
  readonly source: LaunchSource;
}
export type LaunchSource =
  /** `argument` counts flattened scalars and arrays (a tuple argument gives one per item; complex gives two, part 0 and 1). */
  | { readonly what: "scalar"; readonly argument: number; readonly part: 0 | 1 }
  /** Elements along axis `axis`. */
  | { readonly what: "shape"; readonly argument: number; readonly axis: number }
  /** Elements (not bytes) from one index to the next along `axis`; may be negative or zero. */
  | { readonly what: "stride"; readonly argument: number; readonly axis: number }
  /** Elements from the start of the memory to item 0. */
  | { readonly what: "offset"; readonly argument: number }
  /** Bytes of dynamic shared memory. */
  | { readonly what: "dynamic-shared-bytes" };

/** One place in the source that can go wrong at run time or that a notice speaks of. Numbered by position in `Module.sites`. */
export interface Site {
  readonly kind: "bounds" | "loop-budget" | "division-by-zero" | "exception" | "assert";
  readonly span: Span;
  /** For `bounds`: the array's name. For `exception`: the class, `ValueError`. */
  readonly name: string;
  /** For `exception` and `assert`: the message. */
  readonly message: string;
}

/** One axis of an access. */
export interface AccessAxis {
  /** i64 out of `lower/`; i32 or u32 once narrowed. */
  readonly index: Expr;
  /** Elements along this axis. */
  readonly size: Expr;
  /** Elements from one index to the next. */
  readonly stride: Expr;
  /** A negative index counts from the end: true out of `lower/`, false once the index is known not to be negative. */
  readonly wraps: boolean;
  /** The index may leave [0, size): true out of `lower/`, false once proved. A failed read gives 0, a failed write nothing, and a notice. */
  readonly checked: boolean;
}

/** One element of a memory: offset + sum of index * stride, in elements. */
export interface Access {
  readonly memory: Memory;
  readonly offset: Expr;
  readonly axes: readonly AccessAxis[];
  /** Index into `Module.sites`; used where an axis is `checked`. */
  readonly site: number;
  readonly span: Span;
}

export type Expr =
  | ConstantExpr
  | LocalExpr
  | LaunchExpr
  | PositionExpr
  | UnaryExpr
  | BinaryExpr
  | CompareExpr
  | LogicalExpr
  | SelectExpr
  | ConvertExpr
  | LoadExpr
  | MathExpr;

export interface ConstantExpr {
  readonly kind: "constant";
  readonly type: Scalar;
  /** bigint for integers (in range of the type), number for floats (already rounded to f32 for f32), boolean for bool. */
  readonly value: bigint | number | boolean;
  readonly span: Span;
}
export interface LocalExpr {
  readonly kind: "local";
  readonly local: Local;
  readonly type: Scalar;
  readonly span: Span;
}
export interface LaunchExpr {
  readonly kind: "launch";
  readonly value: LaunchValue;
  readonly type: Scalar;
  readonly span: Span;
}
/**
 * Where the thread is. `thread`, `block`, `block-size`, `grid-size` are CUDA's threadIdx, blockIdx, blockDim, gridDim;
 * `global` is blockIdx * blockDim + threadIdx (cuda.grid), `global-size` gridDim * blockDim (cuda.gridsize);
 * `linear-thread` counts threads of the block with x fastest; `lane` is `linear-thread` modulo 32. All are below 2**31.
 */
export type PositionKind =
  | "thread"
  | "block"
  | "block-size"
  | "grid-size"
  | "global"
  | "global-size"
  | "linear-thread"
  | "lane";
export interface PositionExpr {
  readonly kind: "position";
  readonly which: PositionKind;
  readonly axis: 0 | 1 | 2;
  /** i32 out of `lower/`. */
  readonly type: Scalar;
  readonly span: Span;
}
/** `not` on bool; `invert` on integers (~x); `neg` and `abs` on i32, i64, f32, f64 (integers wrap). */
export type UnaryOperation = "not" | "neg" | "invert" | "abs" | "popcount" | "clz" | "ctz" | "bit-reverse";
export interface UnaryExpr {
  readonly kind: "unary";
  readonly op: UnaryOperation;
  readonly type: Scalar;
  readonly value: Expr;
  readonly span: Span;
}
/**
 * Integers wrap. `div` is true division (floats only). `floor-div` and `floor-mod` round toward minus infinity, on
 * integers (a zero divisor gives 0) and floats (as CPython: x // 0.0 is inf or nan by IEEE division, floored; the
 * modulo has the divisor's sign). `trunc-div`, `trunc-mod` truncate (C, `math.fmod`). Shifts: a count of the width
 * or more gives 0 (or -1 for a negative `shr`); `shr` is arithmetic on signed types. `min`, `max` on integers; on floats
 * as Numba-CUDA: if one operand is NaN the other is the result. `pow` on integers wraps; a negative exponent gives 0
 * save for bases 1 and -1. On bool: and, or, xor.
 */
export type BinaryOperation =
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "floor-div"
  | "floor-mod"
  | "trunc-div"
  | "trunc-mod"
  | "pow"
  | "and"
  | "or"
  | "xor"
  | "shl"
  | "shr"
  | "min"
  | "max";
export interface BinaryExpr {
  readonly kind: "binary";
  readonly op: BinaryOperation;
  readonly type: Scalar;
  readonly left: Expr;
  readonly right: Expr;
  readonly span: Span;
}
export type Comparison = "eq" | "ne" | "lt" | "le" | "gt" | "ge";
/** Gives bool. Floats compare as IEEE: anything with NaN is false, save `ne`. */
export interface CompareExpr {
  readonly kind: "compare";
  readonly op: Comparison;
  readonly type: "bool";
  readonly left: Expr;
  readonly right: Expr;
  readonly span: Span;
}
/** Bool operands; the right one is evaluated only where it decides. */
export interface LogicalExpr {
  readonly kind: "logical";
  readonly op: "and" | "or";
  readonly type: "bool";
  readonly left: Expr;
  readonly right: Expr;
  readonly span: Span;
}
/** Both sides may be evaluated, so neither may contain a checked load or an integer division. */
export interface SelectExpr {
  readonly kind: "select";
  readonly type: Scalar;
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
  readonly span: Span;
}
/**
 * Integer to integer wraps; to bool is `!= 0` (NaN is true); bool to number is 0 or 1; integer to float rounds to
 * nearest even; float to integer truncates and saturates, NaN gives 0 (CUDA's cvt.rzi); f64 to f32 rounds to nearest even.
 * `bits`: reinterpret between types of equal width instead.
 */
export interface ConvertExpr {
  readonly kind: "convert";
  readonly type: Scalar;
  readonly value: Expr;
  readonly bits: boolean;
  readonly span: Span;
}
export interface LoadExpr {
  readonly kind: "load";
  readonly type: Scalar;
  readonly access: Access;
  readonly span: Span;
}
/** A function of `types/numeric-rules.ts` by its name there; `type` is f32 or f64 and that of every float argument. Predicates give bool. */
export interface MathExpr {
  readonly kind: "math";
  readonly fn: string;
  readonly type: Scalar;
  readonly args: readonly Expr[];
  readonly span: Span;
}

export type Stmt =
  | AssignStmt
  | StoreStmt
  | AtomicStmt
  | CallStmt
  | IfStmt
  | ForStmt
  | LoopStmt
  | BreakStmt
  | ContinueStmt
  | ReturnStmt
  | BarrierStmt
  | WarpStmt
  | PrintStmt
  | FailStmt;

export interface AssignStmt {
  readonly kind: "assign";
  readonly local: Local;
  readonly value: Expr;
  readonly span: Span;
}
/** `value` has the memory's element type. */
export interface StoreStmt {
  readonly kind: "store";
  readonly access: Access;
  readonly value: Expr;
  readonly span: Span;
}
/** `exchange`, `compare-exchange` take new values; `inc`, `dec` wrap at the operand as CUDA's atomicInc and atomicDec. */
export type AtomicOperation =
  | "add"
  | "sub"
  | "min"
  | "max"
  | "nanmin"
  | "nanmax"
  | "and"
  | "or"
  | "xor"
  | "inc"
  | "dec"
  | "exchange"
  | "compare-exchange";
export interface AtomicStmt {
  readonly kind: "atomic";
  readonly op: AtomicOperation;
  readonly access: Access;
  /** For `compare-exchange`: [expected, new]. Types are the element's. */
  readonly operands: readonly Expr[];
  /** Gets the old value; null where nobody wants it. A failed bounds check gives 0. */
  readonly result: Local | null;
  readonly span: Span;
}
/** Recursion is allowed here; the WGSL back end refuses it. */
export interface CallStmt {
  readonly kind: "call";
  readonly func: Func;
  readonly args: readonly Expr[];
  readonly results: readonly Local[];
  readonly span: Span;
}
export interface IfStmt {
  readonly kind: "if";
  readonly condition: Expr;
  readonly then: readonly Stmt[];
  readonly otherwise: readonly Stmt[];
  readonly span: Span;
}
/**
 * Counts `counter` from `start` by `step` while it is below `stop` (`up`), above it (`down`), or as the sign of `step`
 * says (`either`). `stop` and `step` do not change while the loop runs (they read only constants, launch values,
 * positions and locals that the body does not assign). The body never assigns the counter and nothing reads it
 * after the loop. `continue` goes on to the next count.
 */
export interface ForStmt {
  readonly kind: "for";
  readonly counter: Local;
  readonly start: Expr;
  readonly stop: Expr;
  readonly step: Expr;
  readonly direction: "up" | "down" | "either";
  readonly body: readonly Stmt[];
  readonly span: Span;
}
/** Repeats while `condition` holds (null: for ever). `budget` is the site that ends it when the loop budget is spent, or null where it surely ends. */
export interface LoopStmt {
  readonly kind: "loop";
  readonly condition: Expr | null;
  readonly body: readonly Stmt[];
  readonly budget: number | null;
  readonly span: Span;
}
export interface BreakStmt {
  readonly kind: "break";
  readonly span: Span;
}
export interface ContinueStmt {
  readonly kind: "continue";
  readonly span: Span;
}
/** Ends the thread in a kernel (no values); gives the results in a device function, as many as `Func.results`. */
export interface ReturnStmt {
  readonly kind: "return";
  readonly values: readonly Expr[];
  readonly span: Span;
}
/** All live threads of the block meet here; `count`, `and`, `or` also combine a predicate. `grid` is cooperative groups' sync; `warp` is syncwarp. */
export interface BarrierStmt {
  readonly kind: "barrier";
  readonly scope: "block" | "warp" | "grid";
  readonly combine: null | {
    readonly op: "count" | "and" | "or";
    readonly predicate: Expr;
    readonly result: Local;
  };
  readonly span: Span;
}
/** A vote or shuffle among 32 lanes. */
export interface WarpStmt {
  readonly kind: "warp";
  readonly op:
    | "shfl-idx"
    | "shfl-up"
    | "shfl-down"
    | "shfl-xor"
    | "all"
    | "any"
    | "eq"
    | "ballot"
    | "match-any"
    | "match-all"
    | "active-mask";
  readonly mask: Expr;
  /** The value and, for shuffles, the lane or distance. */
  readonly operands: readonly Expr[];
  readonly results: readonly Local[];
  readonly span: Span;
}
/** `print(...)`: parts are joined by single spaces and end with a newline; strings are known at compile time. */
export interface PrintStmt {
  readonly kind: "print";
  readonly parts: readonly (string | Expr)[];
  readonly span: Span;
}
/** `raise` and a failed `assert`: records the site's exception, then ends the thread. Emitted only with debug=True. */
export interface FailStmt {
  readonly kind: "fail";
  readonly site: number;
  readonly span: Span;
}

export interface Func {
  readonly name: string;
  readonly params: readonly Local[];
  readonly results: readonly Scalar[];
  /** Every local but the parameters. */
  readonly locals: readonly Local[];
  readonly body: readonly Stmt[];
  readonly span: Span;
}

export interface Module {
  readonly kernel: Func;
  /** Device functions, each after those that it calls (save recursion). */
  readonly functions: readonly Func[];
  readonly memories: readonly Memory[];
  readonly launchValues: readonly LaunchValue[];
  readonly sites: readonly Site[];
  /** `debug=True`: a failed bounds check raises IndexError at the launch. */
  readonly debug: boolean;
}

/** Bits of a scalar; bool counts as 8, as NumPy stores it. */
export const SCALAR_BITS: Readonly<Record<Scalar, number>> = {
  bool: 8,
  i8: 8,
  i16: 16,
  i32: 32,
  i64: 64,
  u8: 8,
  u16: 16,
  u32: 32,
  u64: 64,
  f16: 16,
  f32: 32,
  f64: 64,
};

export const isFloat = (type: Scalar): boolean => type === "f16" || type === "f32" || type === "f64";
export const isSigned = (type: Scalar): boolean => type.startsWith("i");
export const isUnsigned = (type: Scalar): boolean => type.startsWith("u");
export const isInteger = (type: Scalar): boolean => isSigned(type) || isUnsigned(type);
