"""Tables, rows and columns; orders that cannot be; and pages with figures between marks."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.errors import InputError, OptionError
from handsight.papers.pages import (
    BEGIN,
    END,
    digest_of,
    main,
    measured_part,
    parts_of,
    with_part,
    write_page,
)
from handsight.papers.reproduce import TABLES, reproduce
from handsight.papers.reproduction import (
    Finding,
    Order,
    Reproduction,
    Row,
    TableColumn,
    above,
    all_hold,
)

DOCS = Path(__file__).parents[3] / "docs" / "reproduced"
ROW = Row("kev", {"serial_ms": 807.13}, {"serial_ms": 25.0}, {"note": None})


# --- rows and columns -----------------------------------------------------------------------------


def test_a_row_begins_with_name_printed_and_measured() -> None:
    assert list(ROW.fields()) == ["name", "printed", "measured", "note"]


@pytest.mark.parametrize(
    ("path", "style", "text"),
    [
        (("printed", "serial_ms"), ".1f", "807.1"),
        (("printed", "parallel_ms"), ".1f", ""),
        (("name",), "", "kev"),
        (("note",), "", ""),
        (("note", "deeper"), "", ""),
    ],
)
def test_a_cell_is_found_by_its_path_and_empty_where_there_is_nothing(
    path: tuple[str, ...], style: str, text: str
) -> None:
    column = TableColumn("heading", path, style)
    assert column.text(ROW.fields()) == text
    assert column.is_number == bool(style)


@pytest.mark.parametrize("trials", [0, -1, True, 2.0])
def test_an_order_takes_a_whole_number_of_trials(trials: int) -> None:
    with pytest.raises(OptionError, match="it must be a whole number above 0"):
        Order(trials)


def test_a_table_is_reproduced_by_its_name_alone() -> None:
    assert reproduce("cisti-2013-table-1").table == "cisti-2013-table-1"
    with pytest.raises(
        OptionError, match="'table-1' does not exist; the tables are cisti-2013-table-1"
    ):
        reproduce("table-1")


# --- pages ----------------------------------------------------------------------------------------

PAGE = f"# Title\n\n{BEGIN}\nold\n{END}\n\nText.\n"


def test_only_what_stands_between_the_marks_is_written_anew() -> None:
    once = with_part(PAGE, "new")
    end = f"<!-- measured: end {digest_of('new')} -->"
    assert once == f"# Title\n\n{BEGIN}\n\nnew\n\n{end}\n\nText.\n"
    assert with_part(once, "new") == once
    assert with_part(once, "newer") != once


def test_a_page_is_cut_at_its_marks_with_a_digest_and_without() -> None:
    before, after = "# Title\n\n", "\n\nText.\n"
    assert parts_of(PAGE) == (before, "old", "", after)
    assert parts_of(with_part(PAGE, "new")) == (before, "new", digest_of("new"), after)


@pytest.mark.parametrize("page", ["", BEGIN, END, f"{END} {BEGIN}"])
def test_a_page_without_marks_is_refused(page: str) -> None:
    with pytest.raises(InputError, match="the page lacks"):
        with_part(page, "new")


def test_a_part_has_the_table_the_remarks_and_the_machine() -> None:
    column = TableColumn("ms", ("measured", "serial_ms"), ".2f")
    found = Reproduction("counts", "T", "Place", [column], [ROW], ["One follows."])
    part = measured_part(found, {"cores": "2"})
    assert part.startswith("Place.\n\n| ms |\n| ---: |\n| 25.00 |\n\n- One follows.\n\n")
    assert part.endswith("\n\n- cores: 2")


def test_claims_stand_under_what_holds_what_does_not_and_what_is_open() -> None:
    findings = [
        Finding("Open", None, "0.4 to 0.6"),
        Finding("Wrong", False, "0.1 to 0.2"),
        Finding("Right", True, "0.8 to 0.9"),
    ]
    column = TableColumn("ms", ("measured", "serial_ms"), ".2f")
    found = Reproduction("counts", "T", "Place", [column], [ROW], findings=findings)
    part = measured_part(found, {"cores": "2"})
    lines = [line for line in part.splitlines() if line.startswith(("## ", "- **"))]
    assert lines == [
        "## What holds",
        "- **Right.** 0.8 to 0.9.",
        "## What does not hold",
        "- **Wrong.** 0.1 to 0.2.",
        "## What is open",
        "- **Open.** 0.4 to 0.6.",
        "## How it was measured",
    ]
    assert [each["holds"] for each in found.fields()["findings"]] == [None, False, True]


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [((31, 40), True), ((0, 29), False), ((29, 31), None), ((30, 40), None), ((20, 30), None)],
)
def test_a_size_is_decided_by_the_whole_interval(
    interval: tuple[float, float], verdict: bool | None
) -> None:
    assert above(interval, 30) is verdict


def test_all_hold_if_none_is_wrong_or_open() -> None:
    assert all_hold([]) is all_hold([True]) is True
    assert all_hold([True, None]) is None
    assert all_hold([True, None, False]) is False


def test_the_command_writes_the_pages_that_are_named(tmp_path: Path) -> None:
    page = tmp_path / "cisti-2013-table-1.md"
    page.write_text(PAGE, "utf-8")
    result = CliRunner().invoke(main, [str(tmp_path), "--table", "cisti-2013-table-1"])
    assert (result.exit_code, result.output) == (0, f"Wrote {page}\n")
    assert "| Total |  | 7,462 | 7,462 | 2,598,960 |" in page.read_text("utf-8")


def test_a_page_that_lacks_its_marks_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "odds-methods.md").write_text("# Title\n", "utf-8")
    with pytest.raises(InputError):
        write_page(tmp_path, "odds-methods", Order())


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_a_page_with_figures(table: str) -> None:
    page = (DOCS / f"{table}.md").read_text("utf-8")
    part = parts_of(page)[1]
    assert f"--table {table}`" in part
    assert re.search(r"^\| -", part, re.MULTILINE)
    assert with_part(page, part) == page


@pytest.mark.repeats(1)
@pytest.mark.parametrize("table", ["cisti-2013-table-1", "counts"])
def test_a_page_of_what_is_counted_shows_what_is_counted_now(table: str) -> None:
    page = (DOCS / f"{table}.md").read_text("utf-8")
    today = measured_part(reproduce(table), {}).partition("## How it was measured")[0]
    assert parts_of(page)[1].startswith(today)
