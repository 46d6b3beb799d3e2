"""The pictures of the documentation are what the commands draw."""

from pathlib import Path

import pytest

from tests.repo.pictures import COMMANDS, FOLDER, draw


@pytest.mark.parametrize("name", COMMANDS)
def test_a_picture_is_what_its_command_draws(name: str, tmp_path: Path) -> None:
    draw(name, tmp_path / "new.svg")
    assert (tmp_path / "new.svg").read_bytes() == (FOLDER / f"{name}.svg").read_bytes()


def test_there_are_no_others() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(COMMANDS)
