/**
 * Names in generated WGSL: Python's own wherever WGSL allows. A reserved word gets one trailing underscore, a name that
 * is taken a number.
 */

/** Keywords and reserved words: WGSL spec, 16.1 and 16.2. */
const KEYWORDS = `alias break case const const_assert continue continuing default diagnostic discard else enable false fn for
if let loop override requires return struct switch true var while
NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become cast catch class co_await
co_return co_yield coherent column_major common compile compile_fragment concept const_cast consteval constexpr constinit
crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export extends extern external
fallthrough filter final finally friend from fxgroup get goto groupshared highp impl implements import inline instanceof
interface layout lowp macro macro_rules match mediump meta mod module move mut mutable namespace new nil noexcept noinline
nointerpolation non_coherent noncoherent noperspective null nullptr of operator package packoffset partial pass patch
pixelfragment precise precision premerge priv protected pub public readonly ref regardless register reinterpret_cast require
resource restrict self set shared sizeof smooth snorm static static_assert static_cast std subroutine super target template
this thread_local throw trait try type typedef typeid typename typeof union unless unorm unsafe unsized use using varying
virtual volatile wgsl where with writeonly yield`;

/** Predeclared names that generated code or the library uses: a variable of the same name would hide them. */
const PREDECLARED = `abs acos all any array asin atan atan2 atomic atomicAdd atomicAnd atomicCompareExchangeWeak atomicExchange
atomicLoad atomicMax atomicMin atomicOr atomicStore atomicSub atomicXor bitcast bool ceil clamp cos cosh countLeadingZeros
countOneBits countTrailingZeros exp exp2 extractBits f32 floor fma i32 inverseSqrt ldexp log log2 max min pow reverseBits
round select sin sinh sqrt storageBarrier tan tanh trunc u32 vec2u vec3u vec4u workgroupBarrier workgroupUniformLoad`;

const RESERVED: ReadonlySet<string> = new Set(`${KEYWORDS} ${PREDECLARED}`.split(/\s+/));

/** The name as WGSL allows it, without regard to other names. */
export function legalName(name: string): string {
  // A name of WGSL begins with no two underscores and is not `_` alone.
  const plain = name.replace(/[^\p{L}\p{N}_]/gu, "_").replace(/^__+/, "_");
  const started = plain === "" || plain === "_" ? "value" : /^\p{N}/u.test(plain) ? `v${plain}` : plain;
  return RESERVED.has(started) ? `${started}_` : started;
}

/** Names that are visible at a place; inner scopes see the outer ones. */
export class NameScope {
  readonly #names = new Set<string>();
  readonly #outer: NameScope | null;

  constructor(outer: NameScope | null, reserved: Iterable<string> = []) {
    this.#outer = outer;
    for (const name of reserved) this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.#outer?.has(name) ?? false);
  }

  /** Takes the name, or the next free one with a number. */
  take(wanted: string): string {
    const base = legalName(wanted);
    let name = base;
    for (let i = 1; this.has(name); i++) name = `${base}_${i}`;
    this.#names.add(name);
    return name;
  }
}
