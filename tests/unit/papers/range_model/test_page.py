"""The page on the opponent model: its figures side by side, and the pictures of a story."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from handsight.formats import phhs_text
from handsight.game import random_hands
from handsight.opponents.model import OpponentModel
from handsight.papers.pages import BEGIN, END
from handsight.papers.range_model import page as page
from handsight.papers.range_model.model import prove

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nights")
    for seed in range(2):
        text = "".join(phhs_text(random_hands(hands=20, players=3, seed=seed)))
        folder.joinpath(f"{seed}.phhs").write_text(text, "utf-8")
    return folder


def test_all_likelihoods_stand_side_by_side(archive: Path) -> None:
    proofs = {name: prove(archive, name) for name in ("dirichlet", "loki")}
    part = page.measured_part(proofs, {"cores": "2"})
    assert "| bits gained | dirichlet | loki |" in part
    first, other = (each.gains["preflop"]["non_folders"].value for each in proofs.values())
    assert f"| preflop, non folders | {first:.3f} | {other:.3f} |" in part
    assert part.endswith("- cores: 2")


def test_the_story_is_drawn_with_a_range_a_picture() -> None:
    drawn = page.draw_story(OpponentModel())
    assert list(drawn) == ["raise", "three-bet", "call", "flop"]
    for picture in drawn.values():
        ElementTree.fromstring(picture)
    assert len(set(drawn.values())) == len(drawn)


def test_only_what_is_measured_is_written_anew(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "LIKELIHOODS", {"loki": None})
    target = tmp_path / "range-model.md"
    target.write_text(f"# Before\n{BEGIN}\nyesterday\n{END}\nAfter\n", "utf-8")
    result = CliRunner().invoke(page.main, [str(tmp_path), "--data", str(archive)])
    assert result.exit_code == 0, result.output
    text = target.read_text("utf-8")
    assert text.startswith("# Before\n")
    assert text.endswith("\nAfter\n")
    assert "yesterday" not in text
    names = {each.name for each in tmp_path.glob("*.svg")}
    assert {f"range-model-{name}.svg" for name in ("reliability", "gain", "raise")} <= names


def test_the_pictures_that_pages_show_are_there() -> None:
    shown = ("gain", "reliability", "raise", "three-bet", "call", "flop")
    for name in shown:
        assert (ROOT / "docs" / "reproduced" / f"range-model-{name}.svg").is_file()
