"""Every example of the README and the documentation is executed, and its output compared.

A fenced python or pycon block with prompts is a doctest; the blocks of a page share their names. In
a fenced console block, a line that starts with `$ handsight` is run, and what stands below it, up
to the next `$`, is its output. `...` stands for anything, as in doctest. A fenced toml or text
block whose first line is a comment with the name of a file is that file, for the commands of its
page.

Commands run in this process, as most tests run them, which saves them a second each. The first of
the README, and on demand (-m exhaustive) all of them, run in processes of their own, as people run
them.
"""

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.cli.main import main

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|~{3,})\s*(?P<language>[\w-]*)")
FILE_NAME = re.compile(r"# ([\w-]+\.(?:phhs?|py|txt))")
PIPED = re.compile(r"printf '([^']*)' \| (handsight .*)")
ENTRY = "from handsight.cli.main import main; main(prog_name='handsight')"
SLOW = {
    "docs/how-to/equity-on-all-flops.md",
    "docs/how-to/solve-a-spot.md",
    "docs/how-to/write-an-agent.md",
    "docs/ideas/flop-subsets.md",
    "docs/ideas/match-player.md",
    "docs/ideas/published-evaluators.md",
}
"""Pages whose examples take seconds; they are run on demand."""
SLOW_COMMANDS = (
    *("handsight exploit ", "handsight pocket-table --games 1000 "),
    "handsight review session.txt --workers 1 ",
)
"""Commands of other pages that take as long."""
PLAIN_TERMINAL = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "TERM": "dumb"}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the number of its first line, and its lines."""

    language: str
    start: int
    lines: list[str]


@dataclass(frozen=True)
class Command:
    """A command of a console block, and the output that the page shows for it.

    Attributes:
        typed: what it reads from standard input.
    """

    page: str
    line: int
    text: str
    output: str
    typed: str = ""

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


# --- reading ------------------------------------------------------------------------------------


def pages() -> list[str]:
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    names = [path.relative_to(ROOT).as_posix() for path in found]
    return [name for name in names if not name.startswith("docs/_build/")]


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def blocks_of(text: str) -> Iterator[Block]:
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        if opening := FENCE.match(line):
            body = []
            for _, inner in lines:
                if inner.strip() == opening["ticks"]:
                    break
                body.append(inner.removeprefix(opening["indent"]))
            yield Block(opening["language"], number + 1, body)


def python_of(text: str) -> str:
    """Blank out all but the Python examples, so that line numbers stay those of the page."""
    kept = [""] * (len(text.splitlines()) + 1)
    for block in blocks_of(text):
        if block.language in {"python", "pycon"} and ">>>" in "\n".join(block.lines):
            kept[block.start - 1 : block.start - 1 + len(block.lines)] = block.lines
    return "\n".join(kept)


def commands_of(page: str, text: str) -> Iterator[Command]:
    for block in blocks_of(text):
        if block.language == "console":
            yield from commands_in(page, block)


def commands_in(page: str, block: Block) -> Iterator[Command]:
    starts = [n for n, line in enumerate(block.lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        text = block.lines[start].removeprefix("$ ")
        output = "\n".join(block.lines[start + 1 : end])
        if piped := PIPED.fullmatch(text):
            typed = piped[1].replace(r"\n", "\n")
            yield Command(page, block.start + start, piped[2], output, typed)
        elif text.split()[0] == "handsight":
            yield Command(page, block.start + start, text, output)


def files_of(text: str) -> Iterator[tuple[str, str]]:
    for block in blocks_of(text):
        name = FILE_NAME.fullmatch(block.lines[0]) if block.lines else None
        if block.language in {"toml", "python", "text"} and name:
            yield name[1], "\n".join(block.lines) + "\n"


def pages_with_python() -> list[str]:
    return [page for page in pages() if ">>>" in python_of(read(page))]


def all_commands() -> list[Command]:
    return [command for page in pages() for command in commands_of(page, read(page))]


# --- running ------------------------------------------------------------------------------------


def run_here(command: Command, folder: Path) -> tuple[int, str, str]:
    """Run a command in this process: its status, what it prints, and what it complains of."""
    with contextlib.chdir(folder):
        words = shlex.split(command.text)[1:]
        result = CliRunner().invoke(
            main, words, input=command.typed, prog_name="handsight", env=PLAIN_TERMINAL
        )
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def run(command: Command, folder: Path) -> tuple[int, str, str]:
    """Run a command in a process of its own."""
    result = start(command, folder)
    return result.returncode, result.stdout, result.stderr


def start(command: Command, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", ENTRY, *shlex.split(command.text)[1:]],
        cwd=folder,
        env={**os.environ, **PLAIN_TERMINAL, "PYTHONIOENCODING": "utf-8"},
        input=command.typed,
        capture_output=True,
        encoding="utf-8",
    )


def tidy(output: str) -> str:
    """Leave out what nobody sees: blanks at the end of lines, empty lines around the whole."""
    lines = [line.rstrip() for line in output.splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


def matches(shown: str, real: str) -> bool:
    return doctest.OutputChecker().check_output(tidy(shown), tidy(real), doctest.ELLIPSIS)


# --- the pages ----------------------------------------------------------------------------------


def is_slow(command: Command) -> bool:
    return command.page in SLOW or command.text.startswith(SLOW_COMMANDS)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.exhaustive] if page in SLOW else [])
        for page in pages_with_python()
    ],
)
def test_the_python_examples_of_a_page_are_true(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in files_of(read(page)):
        (tmp_path / name).write_text(content, "utf-8")
    examples = doctest.DocTestParser().get_doctest(python_of(read(page)), {}, page, page, 0)
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert outcome.failed == 0, f"{outcome.failed} of {outcome.attempted} failed; see the output"


def require_shown(
    command: Command, folder: Path, run: Callable[[Command, Path], tuple[int, str, str]]
) -> None:
    for name, content in files_of(read(command.page)):
        (folder / name).write_text(content, "utf-8")
    status, output, complaints = run(command, folder)
    assert status == 0, complaints
    if command.output.strip():
        assert matches(command.output, output), f"it printed:\n{output}"


@pytest.mark.parametrize("command", [each for each in all_commands() if not is_slow(each)], ids=str)
def test_a_command_on_a_page_runs_and_prints_what_the_page_shows(
    command: Command, tmp_path: Path
) -> None:
    require_shown(command, tmp_path, run_here)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(each, marks=[pytest.mark.exhaustive] if number else [])
        for number, each in enumerate(all_commands())
    ],
    ids=str,
)
def test_a_command_on_a_page_does_so_in_a_process_of_its_own(
    command: Command, tmp_path: Path
) -> None:
    require_shown(command, tmp_path, run)


# --- the reader itself --------------------------------------------------------------------------

PAGE = """Text with `>>> 1 + 1` inside.

```python
>>> cards = 52
```

```python
not_an_example()
```

- in a list:

  ```pycon
  >>> cards * 2
  104
  ```

```console
$ make demo
$ handsight odds AhKh
win  ...
$ handsight --help
```
"""


def test_only_examples_are_kept_and_keep_their_line_numbers() -> None:
    kept = {n: line for n, line in enumerate(python_of(PAGE).splitlines(), 1) if line}
    assert kept == {4: ">>> cards = 52", 14: ">>> cards * 2", 15: "104"}


def test_only_our_own_commands_are_run() -> None:
    found = [(each.line, each.text, each.output) for each in commands_of("page.md", PAGE)]
    assert found == [(20, "handsight odds AhKh", "win  ..."), (22, "handsight --help", "")]


def test_a_block_that_is_named_is_a_file() -> None:
    page = "```toml\n# hand.phh\nhand = 7\n```\n\n```toml\nhand = 8\n```\n"
    page += "```python\n# bot.py\nname = 'bot'\n```\n"
    assert list(files_of(page)) == [
        ("hand.phh", "# hand.phh\nhand = 7\n"),
        ("bot.py", "# bot.py\nname = 'bot'\n"),
    ]


def test_an_ellipsis_stands_for_anything_and_a_wrong_number_for_nothing() -> None:
    assert matches("win  ...", "win  0.5  \n")
    assert not matches("win  0.6", "win  0.5\n")


def test_there_are_pages_to_read() -> None:
    assert {"README.md", "docs/index.md"} <= set(pages())
