"""``cuda.jit`` and ``cuda.declare_device``."""

from __future__ import annotations

import types as python_types
from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.errors import DeprecationError
from numba.core.sigutils import is_signature, normalize_signature
from numba.cuda.dispatcher import CUDADispatcher

_GONE = (
    "The {} keyword argument of cuda.jit is gone: pass the signature as the first argument, "
    "or leave the types out"
)


def jit(
    func_or_sig: Any = None,
    device: bool = False,
    inline: str = "never",
    forceinline: bool = False,
    link: Any = (),
    debug: bool | None = None,
    opt: bool | None = None,
    lineinfo: bool = False,
    cache: bool = False,
    launch_bounds: Any = None,
    lto: bool | None = None,
    shared_memory_carveout: Any = None,
    **kws: Any,
) -> Any:
    """Make a kernel, or with ``device=True`` a function that kernels call.

    Parameters
    ----------
    func_or_sig : function, str, Signature, tuple, or list of signatures
        The function, or its signature or signatures; compiled at once where given, else
        at the first launch with new argument types.
    device : bool
        Whether kernels call it, rather than the host.
    debug : bool
        Errors in threads (an index out of bounds, ``raise``, ``assert``) raise at the launch.
    inline, forceinline, opt, lineinfo, cache, launch_bounds, lto, shared_memory_carveout
        Accepted; they change nothing in what the kernel computes.
    fastmath, max_registers, boundscheck, extensions : optional
        As in Numba; ``boundscheck=True`` is refused, ``debug=True`` is what checks bounds.
    link : list
        Refused if not empty: there is nothing to link PTX or CUDA C with.
    """
    if link:
        raise NotImplementedError("link: PTX and CUDA C cannot be linked into kernels here")
    if kws.get("boundscheck"):
        raise NotImplementedError("bounds checking is not supported for CUDA; use debug=True")
    for gone in ("argtypes", "restype", "bind"):
        if kws.get(gone) is not None:
            raise DeprecationError(_GONE.format(gone))
    from numba.core import config

    options = dict(kws)
    options.update(
        device=bool(device),
        debug=bool(config.CUDA_DEBUGINFO_DEFAULT if debug is None else debug),
        inline=bool(forceinline or inline == "always" or inline is True),
        fastmath=bool(kws.get("fastmath", False)),
        opt=opt,
        lineinfo=lineinfo,
        cache=cache,
    )
    if func_or_sig is None:
        return lambda func: jit(func, **_again(options))
    if (
        isinstance(func_or_sig, list)
        or is_signature(func_or_sig)
        or isinstance(func_or_sig, types.Type)
    ):
        signatures = func_or_sig if isinstance(func_or_sig, list) else [func_or_sig]
        return _with_signatures([normalize_signature(sig) for sig in signatures], options)
    if isinstance(func_or_sig, CUDADispatcher):
        return CUDADispatcher(func_or_sig.py_func, options)
    py_func = getattr(func_or_sig, "py_func", func_or_sig)
    if not isinstance(py_func, python_types.FunctionType):
        raise TypeError(f"cuda.jit takes a function, not {func_or_sig!r}")
    return CUDADispatcher(py_func, options)


def _again(options: dict[str, Any]) -> dict[str, Any]:
    """Options for the second call of ``jit``, now with the function."""
    return {**options, "inline": "always" if options["inline"] else "never"}


def _with_signatures(
    signatures: list[Any], options: dict[str, Any]
) -> Callable[[Any], CUDADispatcher]:
    for _, return_type in signatures:
        if return_type not in (None, types.none) and not options["device"]:
            raise TypeError("CUDA kernel must have void return type.")

    def decorate(func: Any) -> CUDADispatcher:
        dispatcher = CUDADispatcher(getattr(func, "py_func", func), options)
        if not options["device"]:
            for argument_types, _ in signatures:
                dispatcher.declare(argument_types)
        return dispatcher

    return decorate


def declare_device(name: str, sig: Any = None, **_: Any) -> None:
    """Refused: foreign device functions cannot be linked here."""
    raise NotImplementedError(
        f"declare_device({name!r}): foreign code cannot be linked into kernels here"
    )
