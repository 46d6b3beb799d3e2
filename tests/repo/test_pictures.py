"""The pictures of the documentation are what the commands draw."""

from pathlib import Path

import pytest

from tests.browser.pictures import PAGES
from tests.repo.pictures import COMMANDS, FOLDER, draw

MOST_BYTES = 150_000
"""Of a picture of a page."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_picture_is_what_its_command_draws(name: str, tmp_path: Path) -> None:
    draw(name, tmp_path / "new.svg")
    assert (tmp_path / "new.svg").read_bytes() == (FOLDER / f"{name}.svg").read_bytes()


def test_there_are_no_others() -> None:
    looks = {f"{name}{look}.png" for name in PAGES for look in ("", "-dark", "-narrow")}
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.svg" for name in COMMANDS} | looks


def test_pictures_of_pages_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
