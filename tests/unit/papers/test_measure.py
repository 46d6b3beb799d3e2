"""One command measures all tables, and the index has the verdicts of their pages."""

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from handsight.cli.main import main as program
from handsight.papers import measure
from handsight.papers.measure import main, verdict_of, with_verdicts
from handsight.papers.pages import BEGIN, END, parts_of
from handsight.papers.range_model.model import TABLE as RANGE_MODEL
from handsight.papers.reproduce import TABLES

DOCS = Path(__file__).parents[3] / "docs"
INDEX = (DOCS / "papers.md").read_text("utf-8")
ROW = re.compile(
    r"^\| (?P<section>[^|]+) \| \[[^\]]+\]\((?P<page>[^)]+)\) "
    r"\| `(?P<command>[^`]+)` \| (?P<verdict>[^|]+) \|$"
)


def rows() -> list[dict[str, str]]:
    lines = [line for line in INDEX.splitlines() if line.startswith("| ") and "](" in line]
    found = [ROW.match(line) for line in lines]
    assert None not in found, lines[found.index(None)]
    return [match.groupdict() for match in found if match]


def test_the_index_has_the_verdicts_of_the_pages() -> None:
    assert with_verdicts(INDEX, DOCS / "reproduced") == INDEX


def test_the_index_leads_to_every_table_with_the_command_that_measures_it() -> None:
    led = {row["page"]: row["command"] for row in rows() if row["page"].startswith("reproduced/")}
    assert set(led) == {f"reproduced/{table}.md" for table in (*TABLES, RANGE_MODEL)}
    for page, command in led.items():
        assert shlex.split(command)[:3] == ["handsight", "reproduce", Path(page).stem]


def test_every_row_has_a_page_and_a_command_that_the_program_takes() -> None:
    for row in rows():
        assert (DOCS / row["page"]).is_file(), row
        _, name, *words = shlex.split(row["command"])
        found = program.get_command(click.Context(program), name)
        assert found is not None
        found.make_context(name, words)


def test_a_verdict_counts_the_claims() -> None:
    part = "## What holds\n\n- **A.** 1.\n- **B.** 2.\n\n## What does not hold\n\n- **C.** 3.\n"
    assert verdict_of(f"# T\n{BEGIN}\n\n{part}\n{END}\n") == "2 hold, 1 does not hold"
    open_ones = "## What is open\n\n- **D.** 4.\n- **E.** 5."
    assert verdict_of(f"{BEGIN}\n\n{open_ones}\n\n{END}") == "2 open"


def test_a_verdict_is_written_into_its_own_row_alone(tmp_path: Path) -> None:
    (tmp_path / "counts.md").write_text(
        f"{BEGIN}\n\n## What holds\n\n- **A.** 1.\n\n{END}\n", "utf-8"
    )
    index = "| a | [p](reproduced/counts.md) | `b` | |\n| c | [p](ideas/x.md) | `d` | kept |\n"
    written = with_verdicts(index, tmp_path)
    assert (
        written
        == "| a | [p](reproduced/counts.md) | `b` | 1 holds |\n" + index.splitlines()[1] + "\n"
    )


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    shutil.copytree(DOCS / "reproduced", tmp_path / "reproduced")
    shutil.copy(DOCS / "papers.md", tmp_path)
    return tmp_path


def test_all_tables_are_measured_and_what_is_left_out_is_told(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = []
    monkeypatch.setattr(measure, "write_page", lambda folder, table, order: measured.append(table))
    result = CliRunner().invoke(main, [str(docs)])
    assert result.exit_code == 0, result.output
    assert measured == list(TABLES)
    assert "range-model, which needs recorded hands" in result.output


def test_recorded_hands_are_measured_too(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(measure, "write_page", lambda folder, table, order: folder)
    monkeypatch.setattr(
        measure, "write_range_page", lambda folder, data, seed: asked.append((data.name, seed))
    )
    archive = docs / "hands.phhs"
    archive.write_text("", "utf-8")
    result = CliRunner().invoke(main, [str(docs), "--data", str(archive), "--seed", "5"])
    assert result.exit_code == 0, result.output
    assert asked == [("hands.phhs", 5)]


def test_a_counted_table_comes_out_as_its_page_says(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "TABLES", ("cisti-2013-table-1",))
    page = docs / "reproduced" / "cisti-2013-table-1.md"
    before = parts_of(page.read_text("utf-8"))[1].partition("## How it was measured")[0]
    assert CliRunner().invoke(main, [str(docs)]).exit_code == 0
    after = parts_of(page.read_text("utf-8"))[1].partition("## How it was measured")[0]
    assert after == before
    assert (docs / "papers.md").read_text("utf-8") == INDEX
