"""Kernels as the host sees them: configured, typed, compiled once for argument types, launched.

The way of a warm launch is short: ``kernel[grid, block]`` finds its configuration in a
dictionary, the configuration finds the specialisation by the kinds of the arguments,
joins their slots behind its own header, and makes one call of the engine.
"""

from __future__ import annotations

import functools
import inspect
import json
import struct
import types as python_types
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from kernelpad import _engine
from numba.core import types
from numba.core.sigutils import normalize_signature
from numba.core.types.abstract import Type
from numba.core.typing.templates import Signature
from numba.cuda import conversions, describe
from numba.cuda.args import SCALARS, Transfers, packer_for, typeof_argument
from numba.cuda.cudadrv.devicearray import DeviceNDArray
from numba.cuda.errors import exception_of, finish, raise_last_error
from numba.cuda.launchconfig import MISSING, Triple, normalize_dimension, refusal

_header = struct.Struct("<8q").pack
#: All launches share one record, since each is read before the call returns. 500 slots are
#: some 60 arrays; a launch with more gets a record of its own.
_RECORD_BYTES = 4096
_record = np.zeros(_RECORD_BYTES, np.uint8)
_record_view = memoryview(_record)
_record_address = _record.ctypes.data

#: Threads per block where `forall` is left to choose.
_FORALL_THREADS = 128

#: Configurations kept for a kernel; a script that makes a new stream for each launch has many.
_MOST_CONFIGURATIONS = 512

_dispatchers: weakref.WeakSet[CUDADispatcher] = weakref.WeakSet()


def forget_compiled() -> None:
    """Drop all compiled kernels, before another run: the engine has dropped its part."""
    for dispatcher in _dispatchers:
        dispatcher._reset()


class CompiledKernel:
    """A kernel compiled for argument types.

    Parameters
    ----------
    number : int
        The engine's name of the specialisation.
    argument_types : tuple of Type
        Types of the parameters.
    debug : bool
        Whether each launch waits, to raise what threads raised.
    """

    __slots__ = ("argument_types", "debug", "info", "number", "packers", "signature")

    def __init__(
        self, number: int, argument_types: tuple[Type, ...], debug: bool, info: dict
    ) -> None:
        self.number = number
        self.argument_types = argument_types
        self.debug = debug
        self.info = info
        self.packers = [packer_for(ty) for ty in argument_types]
        self.signature = Signature(types.none, argument_types)


class LaunchConfiguration:
    """``kernel[grid, block]``: a kernel with its launch sizes, ready to be called."""

    __slots__ = ("_compiled", "blockdim", "dispatcher", "fault", "griddim", "sharedmem", "stream")

    def __init__(
        self,
        dispatcher: CUDADispatcher,
        griddim: Triple,
        blockdim: Triple,
        stream: Any,
        sharedmem: int,
    ) -> None:
        self.dispatcher = dispatcher
        self.griddim = griddim
        self.blockdim = blockdim
        self.stream = stream
        self.sharedmem = sharedmem
        self.fault = refusal(griddim, blockdim, sharedmem)
        # Kinds of the arguments to the header of the launch record.
        self._compiled: dict[tuple[int, ...], bytes] = {}

    def __call__(self, *args: Any) -> None:
        """Launch. Host arrays are copied in before and back after; the launch waits for that."""
        kinds: list[int] = []
        parts: list[bytes] = [b""]
        try:
            for arg in args:
                cls = type(arg)
                if cls is DeviceNDArray:
                    kinds.append(arg._kind)
                    parts.append(arg._packed)
                else:
                    kind, pack = SCALARS[cls]
                    kinds.append(kind)
                    parts.append(pack(arg))
            header = self._compiled.get(tuple(kinds))
        except (KeyError, struct.error):  # An argument that needs more care.
            header = None
        if header is None:
            self._launch_slowly(args, tuple(kinds) if len(kinds) == len(args) else None)
            return
        parts[0] = header
        record = b"".join(parts)
        size = len(record)
        if size > _RECORD_BYTES:
            self._launch_slowly(args, None)
            return
        _record_view[:size] = record
        if _launch(_record_address):
            raise_last_error()

    def _launch_slowly(self, args: tuple[Any, ...], kinds: tuple[int, ...] | None) -> None:
        """The first launch for these kinds of arguments, or one with host arrays or conversions."""
        dispatcher = self.dispatcher
        if self.fault is not None:
            raise self.fault
        transfers = Transfers()
        args = dispatcher._extended(args, transfers)
        kernel, as_given = dispatcher._kernel_for(args)
        header = _header(kernel.number, *self.griddim, *self.blockdim, self.sharedmem)
        parts = [pack(arg, transfers) for pack, arg in zip(kernel.packers, args, strict=True)]
        record = np.frombuffer(b"".join([header, *parts]), np.uint8)
        launch = _engine.get().launch
        if launch(record.ctypes.data):
            raise_last_error()
        if transfers.back:
            transfers.finish()
        if kernel.debug:
            finish()
        elif kinds is not None and as_given and not dispatcher.extensions:
            self._remember(kinds, header)

    def _remember(self, kinds: tuple[int, ...], header: bytes) -> None:
        global _launch
        _launch = _engine.get().launch
        self._compiled[kinds] = header

    @property
    def args(self) -> tuple[Any, ...]:
        """Grid, block, stream and shared bytes, as given."""
        return self.griddim, self.blockdim, self.stream, self.sharedmem


def _launch(address: int) -> int:
    return _engine.get().launch(address)


class ForAll:
    """A kernel that covers ``ntasks`` threads with blocks of a size chosen for it."""

    def __init__(
        self, dispatcher: CUDADispatcher, ntasks: int, tpb: int, stream: Any, sharedmem: int
    ) -> None:
        if ntasks < 0:
            raise ValueError(f"Can't create ForAll with negative task count: {ntasks}")
        self.dispatcher = dispatcher
        self.ntasks = ntasks
        self.thread_per_block = tpb
        self.stream = stream
        self.sharedmem = sharedmem

    def __call__(self, *args: Any) -> None:
        if self.ntasks == 0:
            return
        threads = self.thread_per_block or _FORALL_THREADS
        blocks = -(-self.ntasks // threads)
        self.dispatcher[blocks, threads, self.stream, self.sharedmem](*args)


class CUDADispatcher:
    """A kernel or device function, compiled when its argument types are known.

    Parameters
    ----------
    py_func : function
        The Python function.
    targetoptions : dict
        Options of ``cuda.jit``.
    """

    def __init__(self, py_func: python_types.FunctionType, targetoptions: dict[str, Any]) -> None:
        functools.update_wrapper(self, py_func)
        self.py_func = py_func
        self.targetoptions = targetoptions
        self.overloads: dict[tuple[Type, ...], CompiledKernel] = {}
        self._configurations: dict[Any, LaunchConfiguration] = {}
        #: Argument types of the signatures that the user gave; others are then refused.
        self._declared: list[tuple[Type, ...]] = []
        self._specialized = False
        self.extensions: list[Any] = list(targetoptions.get("extensions") or [])
        try:
            self._parameters = list(inspect.signature(py_func).parameters.values())
        except (TypeError, ValueError):
            self._parameters = []
        _dispatchers.add(self)

    # Configuration and launch

    def __getitem__(self, config: Any) -> LaunchConfiguration:
        try:
            known = self._configurations.get(config)
        except TypeError:  # A list as dimension cannot be a key.
            known = None
        if known is not None:
            return known
        if not isinstance(config, tuple) or not 2 <= len(config) <= 4:
            raise ValueError(
                f"a launch needs at least the number of blocks and of threads: "
                f"{self.__name__}[blocks, threads](...)"
            )
        return self.configure(*config)

    def configure(
        self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0
    ) -> LaunchConfiguration:
        """The kernel with its launch sizes.

        Parameters
        ----------
        griddim, blockdim : int or tuple of 1 to 3 int
            Blocks of the grid, threads of a block.
        stream : Stream or 0
            Any stream; work is in order.
        sharedmem : int
            Bytes of dynamic shared memory.
        """
        if self.targetoptions.get("device"):
            raise TypeError(
                f"{self.__name__} is a device function: kernels call it, the host cannot launch it"
            )
        grid = normalize_dimension(griddim, "griddim")
        block = normalize_dimension(blockdim, "blockdim")
        configured = LaunchConfiguration(self, grid, block, stream, int(sharedmem))
        if len(self._configurations) >= _MOST_CONFIGURATIONS:
            self._configurations.clear()
        written = (griddim, blockdim, stream, sharedmem)
        for key in (written, written[:3], written[:2]):
            if len(key) == 4 or (len(key) == 3 and not sharedmem) or (not stream and not sharedmem):
                try:
                    self._configurations[key] = configured
                except TypeError:  # A list as dimension cannot be a key.
                    break
        return configured

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> ForAll:
        """The kernel configured for at least ``ntasks`` threads in one dimension."""
        return ForAll(self, ntasks, tpb, stream, sharedmem)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.targetoptions.get("device"):
            # Numba refuses; running it as plain Python is what tests of device functions want.
            return self.py_func(*args, **kwargs)
        raise ValueError(MISSING.format(name=self.__name__))

    # Types and compilation

    def _extended(self, args: tuple[Any, ...], transfers: Transfers) -> tuple[Any, ...]:
        """Arguments as the extensions change them."""
        if not self.extensions:
            return args
        changed = []
        for position, arg in enumerate(args):
            ty: Any = typeof_argument(arg, position)
            for extension in reversed(self.extensions):
                ty, arg = extension.prepare_args(ty, arg, stream=0, retr=transfers.keep)
            changed.append(arg)
        return tuple(changed)

    def _kernel_for(self, args: tuple[Any, ...]) -> tuple[CompiledKernel, bool]:
        """The kernel for these arguments, and whether it takes their values as they are."""
        self._check_count(args)
        given = tuple([typeof_argument(arg, position) for position, arg in enumerate(args)])
        if not self._declared:
            return self.overloads.get(given) or self._compile(given), True
        chosen = conversions.best_match(given, self._declared)
        if chosen is None:
            names = [parameter.name for parameter in self._parameters]
            raise TypeError(conversions.explain(given, self._declared, names))
        as_given = all(
            mine == theirs or isinstance(theirs, types.Array)
            for mine, theirs in zip(given, chosen, strict=True)
        )
        return self.overloads.get(chosen) or self._compile(chosen), as_given

    def _check_count(self, args: tuple[Any, ...]) -> None:
        if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in self._parameters):
            return
        wanted = len(self._parameters)
        if len(args) == wanted:
            return
        names = ", ".join(parameter.name for parameter in self._parameters)
        plural = "" if wanted == 1 else "s"
        text = (
            f"kernel takes {wanted} argument{plural}, {len(args)} given: {self.__name__}({names})"
        )
        if len(args) < wanted and all(
            p.default is not p.empty for p in self._parameters[len(args) :]
        ):
            text += "; default values are not filled in at a launch"
        raise TypeError(text)

    def _compile(self, argument_types: tuple[Type, ...]) -> CompiledKernel:
        function_id = describe.function_id(self)
        written = {
            "types": [describe.type_json(ty) for ty in argument_types],
            "names": [str(ty) for ty in argument_types],
        }
        answer = json.loads(_engine.get().specialise(function_id, json.dumps(written)))
        if "error" in answer:
            raise exception_of(answer["error"])
        debug = bool(self.targetoptions.get("debug"))
        kernel = CompiledKernel(answer["id"], argument_types, debug, answer)
        self.overloads[argument_types] = kernel
        return kernel

    def compile(self, sig: Any) -> CompiledKernel:
        """Compile for a signature now."""
        argument_types, return_type = normalize_signature(sig)
        if return_type not in (None, types.none):
            raise TypeError("CUDA kernel must have void return type.")
        return self.overloads.get(argument_types) or self._compile(argument_types)

    def declare(self, argument_types: tuple[Type, ...]) -> None:
        """Compile for a signature that the user gave; from then on only those given are used."""
        self._compile(argument_types)
        self._declared.append(argument_types)

    def specialize(self, *args: Any) -> CUDADispatcher:
        """A dispatcher for the types of these arguments, and no others."""
        if self.specialized:
            raise RuntimeError("Dispatcher already specialized")
        argument_types = tuple(
            [typeof_argument(arg, position) for position, arg in enumerate(args)]
        )
        special = CUDADispatcher(self.py_func, self.targetoptions)
        special.declare(argument_types)
        special._specialized = True
        return special

    @property
    def specialized(self) -> bool:
        """Whether there is exactly one signature, given by the user."""
        return self._specialized or len(self._declared) == 1

    @property
    def signatures(self) -> list[tuple[Type, ...]]:
        """Argument types compiled so far."""
        return list(self.overloads)

    @property
    def nopython_signatures(self) -> list[Signature]:
        """Signatures compiled so far."""
        return [kernel.signature for kernel in self.overloads.values()]

    def recompile(self) -> None:
        """Compile all signatures again: globals may have changed."""
        known = list(self.overloads)
        self._reset()
        for argument_types in known:
            self._compile(argument_types)

    def _reset(self) -> None:
        self.overloads.clear()
        self._configurations.clear()

    # What programs ask of compiled kernels

    def _info(self, name: str, signature: Any, default: int) -> Any:
        if signature is not None:
            argument_types = (
                signature.args if isinstance(signature, Signature) else tuple(signature)
            )
            return self.overloads[argument_types].info.get(name, default)
        values = {key: kernel.info.get(name, default) for key, kernel in self.overloads.items()}
        return next(iter(values.values())) if self.specialized and values else values

    def get_regs_per_thread(self, signature: Any = None) -> Any:
        """Registers per thread; browsers do not tell: 0."""
        return self._info("registers", signature, 0)

    def get_shared_mem_per_block(self, signature: Any = None) -> Any:
        """Bytes of static shared memory per block."""
        return self._info("sharedBytes", signature, 0)

    def get_const_mem_size(self, signature: Any = None) -> Any:
        """Bytes of constant memory."""
        return self._info("constantBytes", signature, 0)

    def get_local_mem_per_thread(self, signature: Any = None) -> Any:
        """Bytes of local arrays per thread."""
        return self._info("localBytes", signature, 0)

    def get_max_threads_per_block(self, signature: Any = None) -> Any:
        """Threads that a block may have: always 1024."""
        return self._info("maxThreadsPerBlock", signature, 1024)

    def _no_such_code(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError(
            "there is no LLVM, PTX or SASS here: the WGSL view shows what a kernel becomes"
        )

    inspect_llvm = inspect_asm = inspect_sass = inspect_sass_cfg = inspect_lto_ptx = _no_such_code

    def inspect_types(self, file: Any = None) -> None:
        """Print the argument types compiled so far."""
        for argument_types in self.overloads:
            print(self.__name__, argument_types, file=file)

    @property
    def _numba_type_(self) -> Type:
        return types.Dispatcher(self)

    def __get__(self, obj: Any, objtype: Any = None) -> Any:
        return self if obj is None else python_types.MethodType(self, obj)

    def __repr__(self) -> str:
        return f"CUDADispatcher({self.py_func!r})"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return CUDADispatcher, (self.py_func, self.targetoptions)
