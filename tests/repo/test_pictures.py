"""The pictures of the documentation are what the commands draw."""

from pathlib import Path

import pytest

from tests.repo.pictures import COMMANDS, FOLDER, draw

MOST_BYTES = 150_000
"""Of a picture of a page."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_picture_is_what_its_command_draws(name: str, tmp_path: Path) -> None:
    draw(name, tmp_path / "new.svg")
    assert (tmp_path / "new.svg").read_bytes() == (FOLDER / f"{name}.svg").read_bytes()


def test_there_are_no_others() -> None:
    """But for those of the page, which a browser takes on demand."""
    assert {path.stem for path in FOLDER.iterdir() if path.suffix != ".png"} == set(COMMANDS)


def test_pictures_of_the_page_are_small_and_shown() -> None:
    pages = "".join(path.read_text("utf-8") for path in FOLDER.parent.rglob("*.md"))
    for path in FOLDER.glob("*.png"):
        assert path.stat().st_size < MOST_BYTES, path.name
        assert f"pictures/{path.name}" in pages, path.name
