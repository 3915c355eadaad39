/**
 * What the modules hold that kernels use: names only. Read off CPython 3.13, NumPy 2 and numba-cuda 0.30.4 by `dir`.
 * Private names and modules that only happen to be imported there are left out.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Functions and classes of `builtins`; constants such as `True` are no names. */
export const BUILTIN_FUNCTIONS = words(`
  abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright
  credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help
  hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow
  print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
  __import__ __build_class__`);

export const BUILTIN_EXCEPTIONS = words(`
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
  BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
  ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup
  FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
  IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
  ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
  PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError
  RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError
  TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
  UserWarning ValueError Warning ZeroDivisionError Ellipsis`);

/** Names that every module has, or that notebooks put there. */
export const MODULE_GLOBALS = words(
  "__name__ __file__ __doc__ __package__ __spec__ __loader__ __builtins__ __annotations__ __debug__ __dict__ get_ipython display",
);

/** `builtins` that have no meaning in a kernel: real Numba does not know them. */
export const HOST_BUILTINS: ReadonlySet<string> = new Set(
  words(`
  __import__ aiter all anext any ascii bin breakpoint bytearray callable classmethod compile copyright credits delattr dict
  dir eval exec exit format frozenset globals help hex id input issubclass license list locals memoryview object oct open
  property quit reversed set setattr sorted staticmethod super vars`),
);

export const MATH_FUNCTIONS = words(`
  acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist erf erfc exp exp2 expm1 fabs
  factorial floor fma fmod frexp fsum gamma gcd hypot isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p
  log2 modf nextafter perm pow prod radians remainder sin sinh sqrt sumprod tan tanh trunc ulp`);

/** Those of `math` that Numba does not know in kernels. */
export const HOST_MATH: ReadonlySet<string> = new Set(
  words("cbrt comb dist exp2 factorial fma fsum isclose isqrt lcm perm prod sumprod ulp"),
);

export const CMATH_FUNCTIONS = words(`
  acos acosh asin asinh atan atanh cos cosh exp isclose isfinite isinf isnan log log10 phase polar rect sin sinh sqrt tan
  tanh`);

export const OPERATOR_FUNCTIONS = words(`
  abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift
  imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter itruediv ixor le length_hint
  lshift lt matmul methodcaller mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor`);

/** Functions of `numpy` that work on single numbers, or on arrays in kernels. The rest of `numpy` is left open. */
export const NUMPY_FUNCTIONS = words(`
  abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2 atanh bitwise_and
  bitwise_count bitwise_invert bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor cbrt ceil conj
  conjugate copysign cos cosh deg2rad degrees divide divmod equal exp exp2 expm1 fabs float_power floor floor_divide fmax
  fmin fmod frexp gcd greater greater_equal heaviside hypot invert isfinite isinf isnan isnat lcm ldexp left_shift less
  less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor matmul maximum
  minimum mod modf multiply negative nextafter not_equal positive pow power rad2deg radians reciprocal remainder
  right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh true_divide trunc
  sum prod mean min max amin amax zeros empty ones full dot round clip where arange real imag`);

/** What kernels may use of `numba.cuda`, besides types. */
export const CUDA_INTRINSICS = words(`
  threadIdx blockIdx blockDim gridDim warpsize laneid shared local const atomic grid gridsize syncthreads
  syncthreads_count syncthreads_and syncthreads_or syncwarp threadfence threadfence_block threadfence_system shfl_sync
  shfl_up_sync shfl_down_sync shfl_xor_sync all_sync any_sync eq_sync ballot_sync match_any_sync match_all_sync activemask
  lanemask_lt popc brev clz ffs selp fma cbrt nanosleep ldca ldcg ldcs ldlu ldcv stcg stcs stwb stwt literal_unroll
  grid_group`);

/** Modules inside `numba.cuda`. Those not in `CLOSED_MODULES` may hold more than is known here. */
export const CUDA_MODULES = words(
  "cg random libdevice types cudadrv errors testing kernels simulator config extending intrinsics stubs compiler dispatcher fp16 bf16 core typing lowering",
);

/** What belongs to the host: real Numba finds these names, but no meaning for them in a kernel. */
export const CUDA_HOST = words(`
  In InOut Out HAS_NUMBA CudaSupportError KernelRuntimeError Reduce reduce as_cuda_array close compile compile_all
  compile_for_current_device compile_ptx compile_ptx_for_current_device cuda_error current_context declare_device
  default_stream defer_cleanup detect device_array device_array_like devicearray devices driver event event_elapsed_time
  external_stream from_cuda_array_interface get_current_device gpus guvectorize initialize is_available
  is_bfloat16_supported is_cuda_array is_float16_supported is_fp8_supported is_supported_version jit
  legacy_default_stream list_devices managed_array mapped mapped_array mapped_array_like open_ipc_array
  per_thread_default_stream pinned pinned_array pinned_array_like profile_start profile_stop profiling require_context
  runtime select_device set_memory_manager stream synchronize to_device vectorize void
  Archive CUSource Cubin Fatbin LTOIR LinkableCode Object PTXSource BaseCUDAMemoryManager HostOnlyCUDAMemoryManager
  GetIpcHandleMixin IpcHandle MappedMemory MemoryInfo MemoryPointer PinnedMemory config_default_cc bfloat16 Dim3 dim3
  GridGroup optional deferred_type args decorators launchconfig memory_management nvvm target ufuncs vectorizers`);

/** Members of the parts of `numba.cuda` that are no modules. */
export const CUDA_PARTS: Readonly<Record<string, readonly string[]>> = {
  "numba.cuda.threadIdx": words("x y z"),
  "numba.cuda.blockIdx": words("x y z"),
  "numba.cuda.blockDim": words("x y z"),
  "numba.cuda.gridDim": words("x y z"),
  "numba.cuda.shared": words("array"),
  "numba.cuda.local": words("array"),
  "numba.cuda.const": words("array_like"),
  "numba.cuda.atomic": words("add and_ cas compare_and_swap dec exch inc max min nanmax nanmin or_ sub xor"),
};

export const CG_MEMBERS = words("this_grid GridGroup grid_group");

/** `numba` itself, besides types; error classes are recognised by their endings. */
export const NUMBA_MEMBERS = words(`
  carray cfunc config core cuda deferred_type errors experimental extending farray from_dtype gdb gdb_breakpoint gdb_init
  get_num_threads get_parallel_chunksize get_thread_id guvectorize jit jit_module literal_unroll literally misc njit none
  np objmode optional parallel_chunksize parfors pndindex prange set_num_threads set_parallel_chunksize stencil stencils
  threading_layer typed typeof types vectorize version_info void ForbiddenConstruct ForceLiteralArg RequireLiteralValue
  __version__`);

/** Modules of the standard library that only the host has: real Numba finds no meaning for what they hold. */
export const HOST_MODULES: Readonly<Record<string, string>> = {
  random: "use numba.cuda.random: xoroshiro128p_uniform_float32(states, i)",
  time: "measure on the host, around the launch and cuda.synchronize()",
  os: "do this on the host, and pass the result to the kernel",
  sys: "do this on the host, and pass the result to the kernel",
  json: "do this on the host, and pass the result to the kernel",
  "numpy.random": "use numba.cuda.random: xoroshiro128p_uniform_float32(states, i)",
};
