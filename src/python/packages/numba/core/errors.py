"""Numba's exception and warning classes, with Numba's base classes.

The messages come from Kernelpad's own compiler; the classes are Numba's, so that
``except numba.core.errors.TypingError`` means the same here.
"""

from __future__ import annotations

from typing import Any


class NumbaWarning(Warning):
    """Base of all warnings."""


class NumbaPerformanceWarning(NumbaWarning):
    """Something that runs, but slower than it could."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """Use of a deprecated feature."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """Use of a feature that will be deprecated."""


class NumbaParallelSafetyWarning(NumbaWarning):
    """A parallel construct that may not be safe."""


class NumbaTypeSafetyWarning(NumbaWarning):
    """An unsafe conversion between types."""


class NumbaExperimentalFeatureWarning(NumbaWarning):
    """Use of an experimental feature."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """A setting that is not valid."""


class NumbaPedanticWarning(NumbaWarning):
    """Style of the program, as compilers see it."""


class NumbaIRAssumptionWarning(NumbaPedanticWarning):
    """An assumption of the compiler that may not hold."""


class NumbaDebugInfoWarning(NumbaWarning):
    """Debug information that could not be made."""


class NumbaSystemWarning(NumbaWarning):
    """The system cannot do what was asked."""


class NumbaError(Exception):
    """Base of all errors that the compiler reports.

    Parameters
    ----------
    msg : str
        What is wrong, in one sentence.
    loc : Loc, optional
        Where it is wrong; printed after the message.

    Attributes
    ----------
    contexts : list of str
        Further sentences, one an entry.
    """

    def __init__(self, msg: str = "", loc: Any = None, highlighting: bool = True) -> None:
        self.msg = msg
        self.loc = loc
        self.contexts: list[str] = []
        super().__init__(f"{msg}\n{loc.strformat()}" if loc is not None else msg)

    def add_context(self, msg: str) -> NumbaError:
        """Append a sentence to the message and return the error."""
        self.contexts.append(msg)
        self.args = (f"{self.args[0]}\n[{len(self.contexts)}] {msg}", *self.args[1:])
        return self

    def patch_message(self, new_message: str) -> None:
        """Replace the message."""
        self.msg = new_message
        self.args = (new_message, *self.args[1:])


class UnsupportedError(NumbaError):
    """The compiler does not support this feature of Python."""


class UnsupportedBytecodeError(Exception):
    """The function uses statements that cannot be compiled."""

    def __init__(self, msg: str = "", loc: Any = None) -> None:
        self.msg = msg
        self.loc = loc
        super().__init__(f"{msg}\n{loc.strformat()}" if loc is not None else msg)


class UnsupportedRewriteError(UnsupportedError):
    """A rewrite met something that it does not know."""


class UnsupportedParforsError(NumbaError):
    """A parallel loop that is not supported."""


class IRError(NumbaError):
    """The intermediate form of the function is at fault."""


class RedefinedError(IRError):
    """A name is defined twice."""


class NotDefinedError(IRError):
    """A name is used before it has a value."""

    def __init__(self, name: str, loc: Any = None) -> None:
        self.name = name
        super().__init__(f"The compiler failed to analyze: variable '{name}' is not defined", loc)


class VerificationError(IRError):
    """The intermediate form failed a check."""


class DeprecationError(NumbaError):
    """A feature that is gone."""


class LoweringError(NumbaError):
    """A typed function could not be turned into code."""


class ForbiddenConstruct(LoweringError):
    """A construct that Numba forbids."""


class TypingError(NumbaError):
    """The types of the function do not fit together."""


class UntypedAttributeError(TypingError):
    """A value of this type has no such attribute."""

    def __init__(self, value: Any, attr: str, loc: Any = None) -> None:
        super().__init__(f"Unknown attribute '{attr}' of type {value}", loc)


class ByteCodeSupportError(NumbaError):
    """The function could not be read."""

    def __init__(self, msg: str, loc: Any = None) -> None:
        super().__init__(msg, loc)


class CompilerError(NumbaError):
    """Compilation failed for another reason."""


class ConstantInferenceError(NumbaError):
    """A value that must be known at compile time is not."""

    def __init__(self, value: Any, loc: Any = None) -> None:
        super().__init__(f"Cannot make a constant from: {value}", loc)


class InternalError(NumbaError):
    """A fault of the compiler itself."""


class InternalTargetMismatchError(InternalError):
    """Targets were mixed up."""


class NonexistentTargetError(InternalError):
    """There is no such target."""


class RequireLiteralValue(TypingError):
    """An argument must be a literal."""


class ForceLiteralArg(NumbaError):
    """An argument must be compiled as a literal."""

    def __init__(self, arg_indices: Any, fold_arguments: Any = None, loc: Any = None) -> None:
        self.requested_args = frozenset(arg_indices)
        self.fold_arguments = fold_arguments
        super().__init__(f"Pseudo-exception to force literal arguments {arg_indices}", loc)


class LiteralTypingError(TypingError):
    """This type has no literal form."""


class NumbaValueError(TypingError):
    """A value that does not fit."""


class NumbaTypeError(TypingError):
    """A type that does not fit."""


class NumbaAttributeError(TypingError):
    """There is no such attribute."""


class NumbaAssertionError(TypingError):
    """An assertion of the compiler failed."""


class NumbaNotImplementedError(TypingError):
    """Not implemented for these types."""


class NumbaKeyError(TypingError):
    """There is no such key."""


class NumbaIndexError(TypingError):
    """There is no such index."""


class NumbaRuntimeError(NumbaError):
    """An error while the compiled code runs."""
