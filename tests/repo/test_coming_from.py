"""Every call of handsight on the pages for users of other packages gives what stands beside it."""

import pytest

from tests.repo.coming_from import FOLDER, names, page_of


@pytest.mark.parametrize("name", names())
def test_our_calls_give_what_the_page_says(name: str) -> None:
    page = page_of(name)
    space = page.of_ours()
    given = {row.want: repr(eval(row.ours, space)) for row in page.rows}
    assert given == {row.want: row.gives for row in page.rows}


@pytest.mark.parametrize("name", names())
def test_a_page_has_a_table_of_some_length_and_stands_in_the_index(name: str) -> None:
    page = page_of(name)
    wants = [row.want for row in page.rows]
    assert len(wants) >= 8
    assert len(set(wants)) == len(wants)
    assert sum(bool(row.theirs) for row in page.rows) >= 6
    assert f"]({name}.md)" in (FOLDER / "index.md").read_text("utf-8")
