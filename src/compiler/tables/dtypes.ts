/** The scalar types: one row each. Names as Numba and NumPy have them on a 64-bit host. */
import type { Scalar } from "../ir/ir.ts";
import type { ScalarName } from "../types/type.ts";

export interface DTypeRow {
  readonly name: ScalarName;
  /** Kinds that rules speak of; bool is no integer to `int`, but takes part in arithmetic as one. */
  readonly kind: "bool" | "signed" | "unsigned" | "float" | "complex";
  /** Of the whole value as NumPy stores it. */
  readonly bits: number;
  /** What a value is made of in the IR: one scalar, or the two parts of a complex number. */
  readonly ir: readonly Scalar[];
  /** Other names by which scripts ask for it: attributes of `numba` and `numpy`, and strings. */
  readonly aliases: readonly string[];
}

const row = (
  name: ScalarName,
  kind: DTypeRow["kind"],
  bits: number,
  ir: readonly Scalar[],
  aliases: string,
): DTypeRow => ({
  name,
  kind,
  bits,
  ir,
  aliases: aliases.split(" ").filter(Boolean),
});

export const DTYPES: readonly DTypeRow[] = [
  row("bool", "bool", 8, ["bool"], "boolean bool_ bool8 b1 ?"),
  row("int8", "signed", 8, ["i8"], "i1 byte char"),
  row("int16", "signed", 16, ["i16"], "i2 short"),
  row("int32", "signed", 32, ["i32"], "i4 intc"),
  row("int64", "signed", 64, ["i64"], "i8 int int_ intp longlong long ssize_t"),
  row("uint8", "unsigned", 8, ["u8"], "u1 ubyte uchar"),
  row("uint16", "unsigned", 16, ["u16"], "u2 ushort"),
  row("uint32", "unsigned", 32, ["u32"], "u4 uintc"),
  row("uint64", "unsigned", 64, ["u64"], "u8 uint uint_ uintp ulonglong ulong size_t"),
  row("float16", "float", 16, ["f16"], "f2 half"),
  row("float32", "float", 32, ["f32"], "f4 f single float_"),
  row("float64", "float", 64, ["f64"], "f8 d double float"),
  row("complex64", "complex", 64, ["f32", "f32"], "c8 csingle"),
  row("complex128", "complex", 128, ["f64", "f64"], "c16 cdouble complex complex_"),
];

const byName = new Map<string, DTypeRow>();
for (const entry of DTYPES) {
  byName.set(entry.name, entry);
  for (const alias of entry.aliases) byName.set(alias, entry);
}

/** The row of a scalar type. */
export function dtype(name: ScalarName): DTypeRow {
  const found = byName.get(name);
  if (!found) throw new Error(`no dtype ${name}`);
  return found;
}

/** A dtype by any of its names, `float32`, `f4` or `<f4`; undefined for other byte orders and unknown names. */
export function dtypeByName(name: string): DTypeRow | undefined {
  return byName.get(name.replace(/^[<=|]/, ""));
}
