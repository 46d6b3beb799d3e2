"""The shipped tables before the flop, made again.

Two of them are samples that take minutes of all cores. They are made again if a source that makes
them has changed since they last were. ``HANDSIGHT_REMAKE=1`` makes them in any case, and records
the sources in ``made.json``.
"""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from handsight.papers import nine_handed
from handsight.papers.cisti_2013 import pocket_table
from handsight.papers.pocket_equities import table_of
from handsight.ranges.class_equities import EQUITY_TABLE, NINE_HANDED_TABLE
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.shipped import shipped_path
from tests import fresh

pytestmark = pytest.mark.exhaustive

MADE = Path(__file__).with_name("made.json")
"""The digest of the sources that last made each table."""


class Generator(NamedTuple):
    """The command that makes a table, and the words for a small table of the same kind."""

    command: click.Command
    small: tuple[str, ...]


GENERATORS = {
    NINE_HANDED_TABLE: Generator(nine_handed.main, ("--deals", "1000")),
    pocket_table.TABLE: Generator(pocket_table.main, ("--games", "10")),
}

SOURCES = """
import sys
from {module} import main
main([*{words!r}, "--out", {out!r}], standalone_mode=False)
ours = [name for name in sys.modules if name.partition(".")[0] == "handsight"]
print("files:", *sorted(getattr(sys.modules[name], "__file__", None) or "" for name in ours))
"""
"""Makes a small table, and prints the files of all modules that this has imported."""


def digest_of_sources(generator: Generator, folder: Path) -> str:
    script = SOURCES.format(
        module=generator.command.callback.__module__,
        words=generator.small,
        out=str(folder / "small.json"),
    )
    done = fresh.run(script, HANDSIGHT_BUILT_KERNELS="0")
    assert done.returncode == 0, done.stderr
    *_, line = done.stdout.splitlines()
    files = [Path(name) for name in line.split()[1:]]
    assert len(files) > 10
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def test_the_shipped_table_of_equities_is_what_its_generator_makes_to_the_byte() -> None:
    assert table_of(CLASSES_BY_RANK).encode() == shipped_path(EQUITY_TABLE).read_bytes()


@pytest.mark.parametrize("table", GENERATORS)
def test_a_shipped_sample_is_what_its_generator_plays_to_the_byte(
    table: str, tmp_path: Path
) -> None:
    generator = GENERATORS[table]
    digest = digest_of_sources(generator, tmp_path)
    recorded = json.loads(MADE.read_text("utf-8"))
    is_recording = os.environ.get("HANDSIGHT_REMAKE") == "1"
    if recorded.get(table) == digest and not is_recording:
        pytest.skip("the sources that make it have not changed since it was last made")
    made = tmp_path / "table.json"
    result = CliRunner().invoke(generator.command, ["--out", str(made)])
    assert "SHA-256 is new" not in result.output
    assert made.read_bytes() == shipped_path(table).read_bytes()
    if is_recording:
        text = json.dumps(recorded | {table: digest}, indent=2, sort_keys=True)
        MADE.write_text(f"{text}\n", "utf-8", newline="\n")
