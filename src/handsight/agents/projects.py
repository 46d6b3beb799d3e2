"""The project of a bot in a file: the folders that it imports from, and the packages that it lacks.

The projects of bots have many layouts: a package at the project's root, a bot in a folder below the
root, modules next to the bot, relative imports. Python finds the modules if it is started in the
right folder. This module infers that folder from the imports, which are read but not run.
"""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from platform import python_version, system
from traceback import walk_tb
from types import ModuleType
from typing import Any

from handsight.errors import OptionError

MOST_FILES = 1000
"""Maximum number of files in a project that are read for their imports."""
MOST_LEVELS = 6
"""Maximum number of folders above a bot's folder that are searched if no root is named."""

MARKS = (
    *(".git", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"),
    *("environment.yml", "README", "README.md", "README.rst", "README.txt"),
)
"""The files and folders that mark a project's root, as opposed to a folder with many projects."""

DISTRIBUTIONS = {
    "Crypto": "pycryptodome",
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""{name of an imported package: its different name on PyPI}."""

_PYTHON_2 = (
    "Missing parentheses in call to",
    "multiple exception types must be parenthesized",
    "leading zeros in decimal integer literals",
)
"""The beginnings of the error messages when Python 3 reads code that is written for Python 2."""

_COMPILED = (".so", ".pyd")
"""The extensions of modules that were compiled for one version of Python on one system."""


@dataclass(frozen=True, slots=True)
class BotProject:
    """The project of a bot: the folders in which the bot's file finds its modules.

    Attributes:
        file: absolute path of the bot's file.
        roots: the folders that are searched for modules. The first is the bot's own folder or, if
            the file has relative imports, the folder that contains the file's package.
        module: the name of the file as a module of its package; empty if the file has no relative
            imports and therefore needs no such name.
        files: the files of the project that the bot imports, after the bot's own file.
        missing: the packages that are neither in the project nor installed, although the files
            import them outside functions, ``if`` and ``try``.
        root: absolute path of the folder that the user named as the project's root; None if the
            user did not name a root.
    """

    file: Path
    roots: tuple[Path, ...]
    module: str
    files: tuple[Path, ...]
    missing: tuple[str, ...]
    root: Path | None = None

    @classmethod
    def of(cls, file: Path, root: Path | None = None) -> BotProject:
        """Infer a bot's project from the imports in its file and in the project files it imports.

        An imported name is searched for in this order: in the first of the `roots`, in the named
        root, in the folders where earlier imports were found, among the installed packages, in the
        bot's folder and the folders above it up to the named root or the root of the bot's Git
        repository, and in the current folder. If the current folder is above the bot's folder and
        has one of `MARKS`, it is a root too. Without a named root, at most `MOST_LEVELS` folders
        above the bot's folder are searched. Modules of the standard library are never searched for,
        and a file that cannot be read or parsed counts as a file without imports.

        Args:
            file: path of the bot's file.
            root: the root folder of the project, from which everything can be imported; None to
                infer it.

        Raises:
            OptionError: if the file is not inside ``root``.
        """
        path = file.resolve()
        if root is not None:
            root = root.resolve()
            if not path.is_relative_to(root):
                raise OptionError(f"{str(file)!r} is a link that leads out of {str(root)!r}")
        search = _Search(path, root)
        search.follow()
        missing = tuple(sorted(search.missing))
        return cls(path, tuple(search.roots), search.module, tuple(search.seen), missing, root)

    @property
    def folders(self) -> list[Path]:
        """The bot's folder, the folders that the bot imports from, and all folders in between."""
        own = self.file.parent
        between = (
            folder
            for root in self.roots
            for folder in own.parents
            if folder != root and folder.is_relative_to(root)
        )
        return list(dict.fromkeys([own, *self.roots, *between]))

    def owns(self, folder: Path) -> bool:
        """Check whether a whole folder belongs to the project, and not only files imported from it.

        The project owns the bot's own folder, the root that the user named, every root with one of
        `MARKS`, and all folders below these.
        """
        marked = (root for root in self.roots if root == self.root or _is_marked(root))
        tops = [self.file.parent, *marked]
        return any(folder.is_relative_to(top) for top in tops)

    @property
    def install_command(self) -> str:
        """The command that installs the missing packages."""
        names = (DISTRIBUTIONS.get(name, name) for name in self.missing)
        return f"pip install {' '.join(names)}"

    def names(self) -> set[str]:
        """Return the names of the modules and possible packages directly in the project's roots.

        Any folder counts as a possible package if its name is an identifier.
        """
        return {
            entry.stem
            for root in self.roots
            for entry in root.iterdir()
            if entry.suffix == ".py" or (entry.is_dir() and entry.name.isidentifier())
        }


_PACKAGE = Path(__file__).parents[1]
"""The folder of handsight's own code."""

_ADDED: list[str] = []
"""The folders that were added to Python's search path for the most recent bot."""
_OF_BOTS: set[str] = set()
"""The names of the packages and top-level modules that bots have imported from their projects."""


@contextmanager
def importable(project: BotProject) -> Iterator[None]:
    """Allow a bot's file to import the modules of its project, within the block and later.

    Within the block, in which the file runs, the first root of the project is searched first. The
    root that the user named comes next, as if it were in PYTHONPATH. After the block, all roots of
    the project are searched last, for imports inside functions. The folders of the previous bot are
    no longer searched, and modules that earlier bots imported from their projects are forgotten if
    this project has a module or package with the same top-level name. Bots whose projects must not
    mix run in separate processes.
    """
    sys.path[:] = [each for each in sys.path if each not in _ADDED]
    _forget(_OF_BOTS & project.names())
    roots = [str(root) for root in project.roots]
    _ADDED[:] = [root for root in roots if root not in sys.path]
    before = {*sys.modules}
    first = list(dict.fromkeys([roots[0], *([str(project.root)] if project.root else [])]))
    sys.path[:0] = first
    sys.path.extend(_ADDED)
    _extend_stand_ins(project)
    try:
        yield
    finally:
        for root in first:
            with suppress(ValueError):  # the bot can have changed Python's search path
                sys.path.remove(root)
        new = [name for name in {*sys.modules} - before if _is_below(name, project.roots)]
        tops = {name.partition(".")[0] for name in new}
        _OF_BOTS.update(top for top in tops if not _is_stand_in(top))


def _extend_stand_ins(project: BotProject) -> None:
    """Let stand-ins for a package find what they lack in the project's own copy of the package."""
    modules: dict[str, object] = {**sys.modules}  # a bot can put any object in a module's place
    for name, module in modules.items():
        if _is_stand_in(name) and isinstance(module, ModuleType) and "__path__" in vars(module):
            folders = (root.joinpath(*name.split(".")) for root in project.roots)
            module.__path__ += [str(folder) for folder in folders if folder.is_dir()]


def _forget(packages: set[str]) -> None:
    """Remove all modules of the given packages from memory, so that they are imported again."""
    for module in [*sys.modules]:
        if module.partition(".")[0] in packages:
            del sys.modules[module]


def _is_below(module: str, roots: tuple[Path, ...]) -> bool:
    """Check whether a module was imported from a file or folder below one of ``roots``.

    Args:
        module: name of a loaded module.
        roots: the folders.
    """
    try:
        found = vars(sys.modules[module])  # `vars` runs no code of the module, which could fail
        places = [found.get("__file__"), *found.get("__path__", ())]
        return any(Path(place).is_relative_to(root) for place in places if place for root in roots)
    except TypeError:  # a bot has put another object in the module's place
        return False


def is_python_2(error: SyntaxError) -> bool:
    """Check whether a syntax error shows that a file is written for Python 2.

    Example:
        >>> try:
        ...     compile("print 'hello'", "bot.py", "exec")
        ... except SyntaxError as error:
        ...     is_python_2(error)
        True
    """
    return error.msg.startswith(_PYTHON_2)


def load_class(file: Path, name: str, root: Path | None = None) -> Callable[..., Any]:
    """Run a bot's file, and return the class or function in it that makes the agent.

    The file can import the modules of its project; see `BotProject`.

    Args:
        file: path of the file.
        name: name of the class or function.
        root: root folder of the bot's project; None if the user did not name a root.

    Raises:
        OptionError: if the file fails, does not define a class or function with this name, or is
            not inside ``root``.
    """
    project = BotProject.of(file, root)
    try:
        with importable(project):
            module = _run(project)
    except Exception as error:
        raise OptionError(f"{str(file)!r} fails: {_reason(error, project)}") from error
    maker = getattr(module, name, None)
    if not callable(maker):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        listed = f"; its classes are {', '.join(classes)}" if classes else ""
        raise OptionError(f"{str(file)!r} has no class {name!r}{listed}")
    return maker  # type: ignore[no-any-return]


def _run(project: BotProject) -> ModuleType:
    if project.module:
        sys.modules.pop(project.module, None)
        return import_module(project.module)
    label = f"handsight_bot_{project.file.stem}"
    spec = spec_from_file_location(label, project.file)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = module_from_spec(spec)
    sys.modules[label] = module  # pickling its classes and creating its dataclasses need this
    spec.loader.exec_module(module)
    return module


def _reason(error: Exception, project: BotProject) -> str:
    reason = f"{place_of(error)}{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and is_python_2(error):
        return f"it seems to be written for Python 2: {reason}"
    if isinstance(error, ModuleNotFoundError) and project.missing:
        if compiled := _compiled_elsewhere(project):
            return (
                f"it needs {compiled.name}, which was compiled for another version of Python or "
                f"another system than this one, Python {python_version()} on {system()}"
            )
        lacking = ", ".join(project.missing)
        return (
            "it needs packages that are not in its project and not installed "
            f"({lacking}): {project.install_command}"
        )
    if project.root is not None:
        return reason
    if isinstance(error, ModuleNotFoundError):
        reason += (
            "; where its project begins in a folder above, name that: --path PROJECT, or in Python "
            f"'PROJECT/./{project.file.name}'"
        )
    elif isinstance(error, OSError) and (folder := _folder_with(error.filename, project)):
        reason += f"; it is in {str(folder)!r}, so name the project: --path {folder}"
    return reason


def _compiled_elsewhere(project: BotProject) -> Path | None:
    """Return a compiled file of a missing module; Python found it, but cannot import it."""
    files = (
        file
        for name in project.missing
        for folder in project.folders
        for file in folder.glob(f"{name}.*")
    )
    return next((file for file in files if file.suffix in _COMPILED), None)


def place_of(error: BaseException) -> str:
    """Return the file and line of a bot's code that raised an error, like ``bot.py:12: ``.

    If the error was raised elsewhere, such as in a library, the line of the bot's code that led to
    it is named. The text is empty if no line outside handsight and Python is known.
    """
    lines = [
        f"{Path(frame.f_code.co_filename).name}:{line}: "
        for frame, line in walk_tb(error.__traceback__)
        if _is_of_bot(frame.f_code.co_filename)
    ]
    return lines[-1] if lines else ""


def _is_of_bot(file: str) -> bool:
    path = Path(file)
    libraries = map(Path, sysconfig.get_paths().values())
    known = (_PACKAGE, *(folder for folder in libraries if folder != Path(sys.prefix)))
    return path.is_absolute() and not any(path.is_relative_to(folder) for folder in known)


def _folder_with(name: object, project: BotProject) -> Path | None:
    """Return the nearest folder above a bot's own folder in which a relative path leads somewhere.

    Args:
        name: the path that the bot opened.
        project: the bot's project.
    """
    if not isinstance(name, str) or Path(name).is_absolute():
        return None
    own = project.file.parent
    try:
        if (own / name).exists() and ".." in Path(name).parts:
            climbs = Path(name).parts.count("..")
            return own.parents[climbs - 1]
        above = islice(own.parents, MOST_LEVELS)
        return next((folder for folder in above if (folder / name).exists()), None)
    except (OSError, ValueError, IndexError):
        return None


# --- imports --------------------------------------------------------------------------------------


class _Search:
    """A search for the modules of a bot, which follows imports from file to file.

    Args:
        file: absolute path of the bot's file.
        root: absolute path of the root that the user named, or None.
    """

    def __init__(self, file: Path, root: Path | None) -> None:
        top = _package_folder(file)
        self.module = ".".join(file.relative_to(top).with_suffix("").parts) if top else ""
        self.roots = list(dict.fromkeys([top or file.parent, *([root] if root else [])]))
        self.missing: set[str] = set()
        above = [file.parent, *islice(file.parent.parents, MOST_LEVELS)]
        self._top = root or next((each for each in above if (each / ".git").exists()), None)
        if root is not None:
            above = [each for each in (file.parent, *file.parents) if each.is_relative_to(root)]
        if self._top is not None:
            above = above[: above.index(self._top) + 1]
        self._places = [*above, Path.cwd()]
        own = {*map(str, self._places), *_ADDED, ""}
        self._libraries = [each for each in sys.path if each not in own]
        self._files = deque([file])
        self.seen = {file: None}
        if root is None and _is_started_above(file):
            self.roots.append(Path.cwd())

    def follow(self) -> None:
        """Read the imports of the bot's file, of the files that it imports, and so on."""
        while self._files:
            file = self._files.popleft()
            for name, level, is_needed in _imports(file):
                if level:
                    self._follow_relative(file, name, level)
                else:
                    self._find(name, is_needed)

    def _follow_relative(self, file: Path, name: str, level: int) -> None:
        """Follow a relative import, unless it leads out of the project's repository or root.

        Args:
            file: the file that contains the import.
            name: the imported name, without leading dots.
            level: the number of leading dots.
        """
        folder = next(islice(file.parents, level - 1, None), None)
        if folder is not None and (self._top is None or folder.is_relative_to(self._top)):
            self._add(_modules(folder, name))

    def _find(self, name: str, is_needed: bool) -> None:
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or top in self.missing:
            return
        root = next((each for each in self.roots if _has(each, top)), None)
        if root is None:
            # What a stand-in lacks can be in the project's own copy of the package.
            known = _is_stood_in(name) if _is_stand_in(top) else self._is_installed(top)
            if known:
                return
            root = next((each for each in self._places if _has(each, top)), None)
            if root is None:
                if is_needed and not _is_found(top) and not self._is_ours(top):
                    self.missing.add(top)
                return
            self.roots.append(root)
        self._add(_modules(root, name))

    def _is_installed(self, name: str) -> bool:
        return PathFinder.find_spec(name, self._libraries) is not None

    def _is_ours(self, name: str) -> bool:
        """Check whether a missing module is a file or folder of the project that was not searched.

        At most `MOST_FILES` files are compared.
        """
        top = self._top or self.roots[0]
        found = islice(top.rglob("*.py"), MOST_FILES)
        return any(name in (file.stem, file.parent.name) for file in found)

    def _add(self, files: Iterator[Path]) -> None:
        for file in files:
            if file not in self.seen and len(self.seen) < MOST_FILES:
                self.seen[file] = None
                self._files.append(file)


def _package_folder(file: Path) -> Path | None:
    """Return the folder above a file's outermost package; None if it has no relative imports.

    The result is also None if a relative import leads above the root of the file system.
    """
    levels = max((level for _, level, _ in _imports(file)), default=0)
    if not levels or levels >= len(file.parents):
        return None
    top = file.parents[levels - 1]
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    return top.parent


def _has(folder: Path, name: str) -> bool:
    """Check whether a folder has a module or a package with this name.

    A folder counts as a package only if there is a Python file in it or one level below.
    """
    package = folder / name
    try:
        return (
            (folder / f"{name}.py").is_file()
            or any(package.glob("*.py"))
            or any(package.glob("*/*.py"))
        )
    except OSError:  # the name is too long for a file, or the folder cannot be read
        return False


def _is_started_above(file: Path) -> bool:
    """Check whether the current folder is above a bot's own folder, and is marked as a project."""
    here = Path.cwd()
    return here != file.parent and file.is_relative_to(here) and _is_marked(here)


def _is_marked(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in MARKS)


def _is_stand_in(name: str) -> bool:
    """Check whether a loaded module was created by code in place of a package, without a file."""
    return name in sys.modules and getattr(sys.modules[name], "__spec__", None) is None


def _is_stood_in(name: str) -> bool:
    """Check whether a name of a package with stand-ins is one of them, or is defined in one.

    Args:
        name: dotted name of a module, or of something that is imported from a module.
    """
    home, _, last = name.rpartition(".")
    if name in sys.modules or home not in sys.modules:
        return name in sys.modules
    found = vars(sys.modules[home])
    return "__path__" not in found or last in found or last == "*"


def _is_found(name: str) -> bool:
    """Check whether any of Python's import mechanisms finds the module with this name."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _modules(folder: Path, name: str) -> Iterator[Path]:
    """Yield the files that Python runs when it imports a dotted name from a folder."""
    place = folder
    with suppress(OSError):  # a name can be too long for a file
        for part in filter(None, name.split(".")):
            if (place / f"{part}.py").is_file():
                yield place / f"{part}.py"
                return
            place /= part
            if (place / "__init__.py").is_file():
                yield place / "__init__.py"


def _imports(file: Path) -> tuple[tuple[str, int, bool], ...]:
    """Return (name, number of leading dots, whether it is needed) for each import in a file.

    An import is needed if it runs whenever the file runs: outside functions, ``if`` and ``try``.
    The result is empty if the file cannot be read or parsed.
    """
    try:
        status = file.stat()
        return _imports_as_of(file, status.st_mtime_ns, status.st_size)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


@lru_cache(maxsize=MOST_FILES)
def _imports_as_of(file: Path, mtime_ns: int, size: int) -> tuple[tuple[str, int, bool], ...]:
    """Read the imports of a file; the result is cached until the file's time or size changes."""
    return tuple(_imports_in(ast.parse(file.read_bytes())))


def _imports_in(tree: ast.Module) -> Iterator[tuple[str, int, bool]]:
    waiting: deque[tuple[ast.AST, bool]] = deque([(tree, True)])
    while waiting:
        node, is_needed = waiting.popleft()
        match node:
            case ast.Import(names=names):
                yield from ((each.name, 0, is_needed) for each in names)
            case ast.ImportFrom(module=module, level=level, names=names):
                base = module or ""
                yield base, level, is_needed
                # A name that is imported from a package can be one of its modules.
                yield from (
                    (f"{base}.{each.name}".strip("."), level, is_needed)
                    for each in names
                    if level or base
                )
        is_needed = is_needed and not isinstance(node, _OPTIONAL)
        waiting.extend((child, is_needed) for child in ast.iter_child_nodes(node))


_OPTIONAL = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Try, ast.TryStar, ast.If)
"""Syntax nodes in which an import is optional: the import can run later, fail, or never run."""
