"""Numba's types: the classes, and the names that programs use for the common ones.

Integer names without a width have the width that they have on a 64-bit host, whatever
machine Python runs on here: ``intp`` is ``int64``.
"""

from __future__ import annotations

from numba.core.types.abstract import (
    Callable,
    DTypeSpec,
    Dummy,
    Hashable,
    Iterable,
    Number,
    Opaque,
    Phantom,
    Sized,
    Type,
)
from numba.core.types.containers import (
    BaseTuple,
    BooleanLiteral,
    CPointer,
    Dispatcher,
    Function,
    IntegerLiteral,
    List,
    Literal,
    Module,
    NamedTuple,
    NamedUniTuple,
    NoneType,
    Omitted,
    Optional,
    SliceType,
    StringLiteral,
    Tuple,
    UnicodeType,
    UniTuple,
    literal,
    unliteral,
)
from numba.core.types.npytypes import (
    Array,
    CharSeq,
    DType,
    NestedArray,
    Record,
    RecordField,
    UnicodeCharSeq,
)
from numba.core.types.scalars import (
    Boolean,
    Complex,
    EnumMember,
    Float,
    Integer,
    IntEnumMember,
    NPDatetime,
    NPTimedelta,
)

boolean = bool_ = b1 = Boolean("bool")
int8 = i1 = char = Integer("int8")
int16 = i2 = short = Integer("int16")
int32 = i4 = intc = Integer("int32")
int64 = i8 = int_ = long_ = longlong = intp = ssize_t = Integer("int64")
uint8 = u1 = byte = uchar = Integer("uint8")
uint16 = u2 = ushort = Integer("uint16")
uint32 = u4 = uintc = Integer("uint32")
uint64 = u8 = uint = ulong = ulonglong = uintp = size_t = Integer("uint64")
float16 = f2 = Float("float16")
float32 = f4 = Float("float32")
float64 = f8 = double = Float("float64")
complex64 = c8 = Complex("complex64", float32)
complex128 = c16 = Complex("complex128", float64)
void = none = NoneType("none")
pyobject = Opaque("pyobject")
ffi_forced_object = Opaque("ffi_forced_object")
ffi = Opaque("ffi")
undefined = Dummy("undefined")
unknown = Dummy("unknown")
ellipsis = Opaque("...")
unicode_type = string = UnicodeType("unicode_type")
voidptr = CPointer(none)
slice2_type = SliceType("slice<a:b>", 2)
slice3_type = SliceType("slice<a:b:c>", 3)

signed_domain = frozenset([int8, int16, int32, int64])
unsigned_domain = frozenset([uint8, uint16, uint32, uint64])
integer_domain = signed_domain | unsigned_domain
real_domain = frozenset([float32, float64])
complex_domain = frozenset([complex64, complex128])
number_domain = real_domain | integer_domain | complex_domain

optional = Optional

#: Names that ``from numba import *`` and signature strings know.
SCALAR_NAMES = [
    "boolean",
    "bool_",
    "b1",
    "int8",
    "i1",
    "char",
    "int16",
    "i2",
    "short",
    "int32",
    "i4",
    "intc",
    "int64",
    "i8",
    "int_",
    "long_",
    "longlong",
    "intp",
    "ssize_t",
    "uint8",
    "u1",
    "byte",
    "uchar",
    "uint16",
    "u2",
    "ushort",
    "uint32",
    "u4",
    "uintc",
    "uint64",
    "u8",
    "uint",
    "ulong",
    "ulonglong",
    "uintp",
    "size_t",
    "float32",
    "f4",
    "float64",
    "f8",
    "double",
    "complex64",
    "c8",
    "complex128",
    "c16",
    "void",
    "none",
]

__all__ = [
    "Array",
    "BaseTuple",
    "Boolean",
    "BooleanLiteral",
    "CPointer",
    "Callable",
    "CharSeq",
    "Complex",
    "DType",
    "DTypeSpec",
    "Dispatcher",
    "Dummy",
    "EnumMember",
    "Float",
    "Function",
    "Hashable",
    "IntEnumMember",
    "Integer",
    "IntegerLiteral",
    "Iterable",
    "List",
    "Literal",
    "Module",
    "NPDatetime",
    "NPTimedelta",
    "NamedTuple",
    "NamedUniTuple",
    "NestedArray",
    "NoneType",
    "Number",
    "Omitted",
    "Opaque",
    "Optional",
    "Phantom",
    "Record",
    "RecordField",
    "Sized",
    "SliceType",
    "StringLiteral",
    "Tuple",
    "Type",
    "UniTuple",
    "UnicodeCharSeq",
    "UnicodeType",
    "literal",
    "optional",
    "unliteral",
    *SCALAR_NAMES,
]


def __getattr__(name: str) -> Type:
    """``types.bool``, which would hide Python's own in this module."""
    if name == "bool":
        return boolean
    raise AttributeError(f"module 'numba.types' has no attribute {name!r}")
