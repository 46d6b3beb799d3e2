"""Compiles kernels with numba for one kind of processor into one object file.

Each kernel passes through the same compiler as at run time, optimised for the same argument types.
Two things differ: the code is for a named processor, and numba's wrapper for Python objects is
replaced by an *entry*. This is a function that takes all arguments as 64-bit words, in the order in
which handsight's own C code writes them, and returns numba's status. So the C code need not know
anything about numba.

Words:
    A scalar is one word. An array is, as in numba, two null pointers (it is borrowed), its number
    of items, the size of an item, its address, its shape and its strides. A tuple is its items.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import AOTCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from build_kernels.levels import Level, levels
from build_kernels.manifest import FILE, read_signatures
from handsight.kernels import compiler as run_time
from handsight.kernels.signatures import read_types, write_types

WORD = ir.IntType(64)


@dataclass(frozen=True)
class Entry:
    """One kernel for one list of argument types.

    Attributes:
        module: the module that defines the kernel.
        kernel: the kernel's name.
        types: the argument types, as text.
        result: the type of the result, as text; filled once compiled.
        symbol: the name of the entry's function in the object file.
    """

    module: str
    kernel: str
    types: str
    result: str
    symbol: str


def words(kind: Any) -> int:
    """Return the number of words that a value of a type takes."""
    if isinstance(kind, types.Array):
        return 5 + 2 * kind.ndim
    if isinstance(kind, types.BaseTuple):
        return sum(map(words, kind.types))
    return 0 if kind == types.none else 1


class _Codegen(AOTCPUCodegen):  # type: ignore[misc]
    """Numba's code generator for object files, for a processor with named features."""

    def __init__(self, level: Level) -> None:
        self._features = level.features
        super().__init__("handsight", cpu_name=level.processor)

    def _customize_tm_features(self) -> str:
        return self._features


class Compiler:
    """Numba's compiler, set to one kind of processor; a process can have only one.

    Args:
        level: the kind of processor.
    """

    def __init__(self, level: Level) -> None:
        run_time.kernel = numba.njit(nogil=True)  # without the cache of kernels for run time
        self.context = cpu_target.target_context
        self.context.refresh()
        self.codegen = _Codegen(level)
        self.context._internal_codegen = self.codegen
        self.context.create_cpython_wrapper = self._write_entry
        self.context.create_cfunc_wrapper = lambda *_, **__: None
        # Numba tells functions apart by these, which must be written in C.
        self.context.get_executable = lambda *_: [].append
        self._wanted: dict[tuple[str, str, str], str] = {}
        self._whole: Any = None
        self._compiled: dict[str, str] = {}

    def want(self, module: str, name: str, written: str, symbol: str) -> None:
        """Make an entry for a kernel when it is compiled, even if another kernel calls it first."""
        self._wanted[module, name, written] = symbol

    def compile(self, module: str, name: str, written: str, symbol: str) -> Entry:
        """Compile a kernel for argument types, and add it to the object file."""
        kernel = getattr(import_module(module), name)
        arguments = read_types(written, find_class)
        if arguments is None:
            raise ValueError(f"{module} {name} {written}: the types cannot be read")
        kernel.compile(arguments)
        result = kernel.overloads[arguments].signature.return_type
        library = kernel.overloads[arguments].library
        with global_compiler_lock:
            library._ensure_finalized()
        self._add(llvm.parse_bitcode(library._final_module.as_bitcode()))
        return Entry(module, name, written, _write_result(result), symbol)

    def _add(self, module: Any) -> None:
        if self._whole is None:
            self._whole = module
        else:
            self._whole.link_in(module)

    def emit(self, entries: set[str]) -> bytes:
        """Return the object file, whose only visible symbols are the entries."""
        for each in (*self._whole.functions, *self._whole.global_variables):
            if not each.is_declaration and each.name not in entries:
                each.linkage = "internal"
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.add_constant_merge_pass()
        builder = llvm.create_pass_builder(
            self.codegen._tm, llvm.create_pipeline_tuning_options(speed_level=2)
        )
        passes.run(self._whole, builder)
        return bytes(self.codegen._tm.emit_object(self._whole))

    def _write_entry(
        self, library: Any, fndesc: Any, env: Any, call_helper: Any, release_gil: bool = False
    ) -> None:
        """Add a function to a kernel's library that calls it with words."""
        key = (fndesc.modname, fndesc.qualname, write_types(tuple(fndesc.argtypes)))
        symbol = self._wanted.get(key)
        if symbol is None:
            return
        module = self.context.create_module("entry")
        kind = self.context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes)
        kernel = ir.Function(module, kind, fndesc.llvm_func_name)
        pointer = WORD.as_pointer()
        entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [pointer, pointer]), symbol)
        builder = ir.IRBuilder(entry.append_basic_block())
        given, returned = entry.args
        self.context.fndesc = fndesc
        place = iter(range(sum(map(words, fndesc.argtypes))))
        values = [self._load(builder, given, place, each) for each in fndesc.argtypes]
        status, value = self.context.call_conv.call_function(
            builder, kernel, fndesc.restype, fndesc.argtypes, values, attrs=("noinline",)
        )
        with builder.if_then(status.is_error):
            with builder.if_then(status.is_user_exc):
                builder.store(builder.ptrtoint(status.excinfoptr, WORD), returned)
            builder.ret(status.code)
        self._store(builder, returned, iter(range(99)), fndesc.restype, value)
        builder.ret(ir.Constant(ir.IntType(32), 0))
        library.add_ir_module(module)

    def _load(self, builder: Any, given: Any, place: Iterator[int], kind: Any) -> Any:
        """Read an argument from its words."""
        if isinstance(kind, types.BaseTuple):
            items = [self._load(builder, given, place, each) for each in kind.types]
            return self.context.make_tuple(builder, kind, items)
        if isinstance(kind, types.Array):
            return self._load_array(builder, given, place, kind)
        if kind == types.none:
            return self.context.get_dummy_value()
        word = builder.load(builder.gep(given, [ir.Constant(WORD, next(place))]))
        return self._from_word(builder, word, kind)

    def _from_word(self, builder: Any, word: Any, kind: Any) -> Any:
        if kind == types.boolean:
            return builder.trunc(word, ir.IntType(1))
        if isinstance(kind, types.Integer):
            return word if kind.bitwidth == 64 else builder.trunc(word, ir.IntType(kind.bitwidth))
        if kind == types.float64:
            return builder.bitcast(word, ir.DoubleType())
        if kind == types.float32:
            return builder.bitcast(builder.trunc(word, ir.IntType(32)), ir.FloatType())
        raise ValueError(f"no words are known for {kind}")

    def _load_array(self, builder: Any, given: Any, place: Iterator[int], kind: Any) -> Any:
        array = self.context.make_array(kind)(self.context, builder)

        def word() -> Any:
            return builder.load(builder.gep(given, [ir.Constant(WORD, next(place))]))

        for name in ("meminfo", "parent", "nitems", "itemsize", "data"):
            value, type_ = word(), getattr(array, name).type
            setattr(array, name, builder.inttoptr(value, type_) if type_ != WORD else value)
        for name in ("shape", "strides"):
            items = [word() for _ in range(kind.ndim)]
            setattr(array, name, cgutils.pack_array(builder, items, WORD))
        return array._getvalue()

    def _store(self, builder: Any, returned: Any, place: Iterator[int], kind: Any, v: Any) -> None:
        """Write a result to its words."""

        def put(word: Any) -> None:
            builder.store(word, builder.gep(returned, [ir.Constant(WORD, next(place))]))

        if kind == types.none:
            return
        if isinstance(kind, types.BaseTuple):
            for number, each in enumerate(kind.types):
                self._store(builder, returned, place, each, builder.extract_value(v, number))
        elif isinstance(kind, types.Array):
            array = self.context.make_array(kind)(self.context, builder, v)
            for name in ("meminfo", "parent", "nitems", "itemsize", "data"):
                value = getattr(array, name)
                put(value if value.type == WORD else builder.ptrtoint(value, WORD))
            for name in ("shape", "strides"):
                for each in cgutils.unpack_tuple(builder, getattr(array, name), kind.ndim):
                    put(each)
        else:
            put(_to_word(builder, v, kind))


def _to_word(builder: Any, value: Any, kind: Any) -> Any:
    if isinstance(kind, types.Boolean):
        return builder.zext(value, WORD)
    if isinstance(kind, types.Integer):
        if kind.bitwidth == 64:
            return value
        return (builder.sext if kind.signed else builder.zext)(value, WORD)
    if kind == types.float32:
        value = builder.fpext(value, ir.DoubleType())
    elif kind != types.float64:
        raise ValueError(f"no words are known for {kind}")
    return builder.bitcast(value, WORD)


def _write_result(kind: Any) -> str:
    kind = types.unliteral(kind)
    written = write_types((kind,))
    if not written:
        raise ValueError(f"a result of type {kind} cannot be returned")
    return written[1:-1]


def find_class(name: str) -> Any:
    """Return the class with a name like ``module:Class``."""
    module, _, inside = name.partition(":")
    return getattr(import_module(module), inside)


def compile_level(level: Level, wanted: list[tuple[str, str, str]]) -> tuple[list[Entry], bytes]:
    """Compile kernels for one kind of processor.

    Args:
        level: the kind of processor.
        wanted: for each kernel, its module, its name and its argument types, as in
            ``signatures.txt``.

    Returns:
        The entries, and the object file.
    """
    compiler = Compiler(level)
    symbols = [f"handsight_{level.name}_{number}" for number in range(len(wanted))]
    for each, symbol in zip(wanted, symbols, strict=True):
        compiler.want(*each, symbol)
    entries = [
        compiler.compile(*each, symbol) for each, symbol in zip(wanted, symbols, strict=True)
    ]
    return entries, compiler.emit({entry.symbol for entry in entries})


def _main(name: str, file: str, signatures: str = str(FILE)) -> None:
    """Compile kernels for a level; write the object file, and a list of its entries (.json)."""
    (level,) = (each for each in levels() if each.name == name)
    entries, code = compile_level(level, read_signatures(Path(signatures)))
    held = [asdict(entry) for entry in entries]
    Path(file).with_suffix(".json").write_text(json.dumps(held), "utf-8")
    beside = Path(f"{file}.new")
    beside.write_bytes(code)
    beside.replace(file)


if __name__ == "__main__":
    _main(*sys.argv[1:])
