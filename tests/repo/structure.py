"""Figures of the package's structure: what a reader has to hold in mind. Signs, not targets.

`make structure` prints them: sizes, files that only one other imports, circles of imports, class
names with several meanings, and how many of our files and functions some questions pass through.
"""

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

from tests.repo.test_arrows import SOURCE, circles, find_modules, read_imports

QUESTIONS = {
    "explain AhKh --board Qh7h2c": "main(['explain', 'AhKh', '--board', 'Qh7h2c', '--json'])",
    "equity AhKh QsQd": "main(['equity', 'AhKh', 'QsQd', '--json'])",
    "four arena hands": "main(['arena', 'fai-v3', 'call', '--pairs', '2', '--json', '-'])",
}

PASSES = """
import sys, threading
from pathlib import Path
ours, files, functions = {source!r}, set(), set()
def seen(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(ours) and code.co_name[0] != "<":
        files.add(code.co_filename)
        functions.add((code.co_filename, code.co_qualname))
import contextlib, io
sys.setprofile(seen)
threading.setprofile(seen)
try:
    with contextlib.redirect_stdout(io.StringIO()):
        from handsight.cli.main import main
        {question}
except SystemExit:
    pass
sys.setprofile(None)
loaded = [name for name in sys.modules if name.partition(".")[0] == "handsight"]
print(len(loaded), len(files), len(functions))
"""


def main() -> None:
    """Print the figures."""
    for line in (*sizes(), *imports(), *names()):
        print(line)
    for question, script in QUESTIONS.items():
        loaded, files, functions = passed_through(script)
        print(f"{question}: loads {loaded} files, passes {functions} functions in {files} files")


def sizes() -> list[str]:
    """Count files, and lines of code, docstring and comment."""
    paths = list(find_modules(SOURCE).values())
    lines = sum(len(path.read_text().splitlines()) for path in paths)
    parts = [parts_of(path) for path in paths]
    code, documented, comments = (sum(each) for each in zip(*parts, strict=True))
    return [
        f"{len(paths)} files, {lines:,} lines: {code:,} of code; for each of them "
        f"{documented / code:.2f} of docstring and {comments / code:.3f} of comment"
    ]


def parts_of(path: Path) -> tuple[int, int, int]:
    """Count the lines of code, of docstrings and of comments of a file."""
    text = path.read_text(encoding="utf-8")
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body
            if ast.get_docstring(node) is not None:
                documented.update(range(body[0].lineno, (body[0].end_lineno or 0) + 1))
    code: set[int] = set()
    comments = 0
    quiet = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments += 1
        elif token.type not in quiet:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - documented), len(documented), comments


def imports() -> list[str]:
    """Count files that one other file imports, and name a circle, deferred imports included."""
    modules = find_modules(SOURCE)
    imported = read_imports(SOURCE)
    pairs = {(each.source, each.target) for each in imported if each.source != each.target}
    importers = Counter(target for _, target in pairs)
    leaves = [name for name, path in modules.items() if path.name != "__init__.py"]
    single = sum(importers[name] == 1 for name in leaves)
    return [
        f"{single} files with one importer",
        *(circles(imported) or ["import circle: none"]),
    ]


def names() -> list[str]:
    """List public class names that stand for several things."""
    counted = Counter(
        node.name
        for path in find_modules(SOURCE).values()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    several = sorted(name for name, count in counted.items() if count > 1)
    return [f"{len(several)} class names with several meanings: {', '.join(several) or 'none'}"]


def passed_through(question: str) -> tuple[int, int, int]:
    """Count our files that a question loads, and the files and functions that it runs."""
    script = PASSES.format(source=str(SOURCE), question=question)
    for _ in range(2):  # the first time kernels may have to be compiled
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
    loaded, files, functions = map(int, done.stdout.split())
    return loaded, files, functions


if __name__ == "__main__":
    main()
