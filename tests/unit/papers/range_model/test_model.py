"""The proof of the opponent model: its figures, its JSON, its pictures, and its command."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main
from handsight.errors import InputError
from handsight.formats import phhs_text
from handsight.game import random_hands
from handsight.papers.range_model.model import RangeProof, prove
from handsight.papers.range_model.svg import gain_svg, reliability_svg
from handsight.papers.reproduction import Order
from tests.thorough import thorough
from tests.unit.formats.hands import collection
from tests.unit.views.pictures import outside


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sessions of random players, in a file each."""
    folder = tmp_path_factory.mktemp("nights")
    for seed in range(3):
        hands = random_hands(hands=30, players=3, seed=seed)
        folder.joinpath(f"{seed}.phhs").write_text("".join(phhs_text(hands)), "utf-8")
    return folder


@pytest.fixture(scope="module")
def proof(archive: Path) -> RangeProof:
    return prove(archive)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["reproduce", "range-model", *words])


def test_the_figures_have_the_names_that_were_promised(proof: RangeProof) -> None:
    fields = json.loads(json.dumps(proof.fields()))
    assert fields["hands"] == 90
    assert {"non_folders", "first_raise", "call", "three_bet"} <= fields["gain_bits"][
        "preflop"
    ].keys()
    for street in ("flop", "turn", "river"):
        assert {"preflop_only", "all_actions"} <= fields["gain_bits"][street].keys()
    assert 0 <= fields["reliability_error"] <= 1
    assert fields["log_loss"].keys() == {"model", "base"}


def test_the_difference_of_a_street_is_that_of_its_two_gains(proof: RangeProof) -> None:
    flop = proof.gains["flop"]
    difference = flop["all_actions"].value - flop["preflop_only"].value
    assert flop["difference"].value == pytest.approx(difference)
    assert flop["difference"].low <= flop["difference"].value <= flop["difference"].high


def test_of_players_who_act_at_random_nothing_is_learned(proof: RangeProof) -> None:
    assert proof.gains["preflop"]["non_folders"].value < 0.1
    assert proof.log_loss["model"] == pytest.approx(proof.log_loss["base"], abs=0.1)


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_proof(archive: Path, proof: RangeProof) -> None:
    assert prove(archive).fields() == proof.fields()
    assert prove(archive, order=Order(seed=3)).fields() != proof.fields()


def test_one_session_is_not_enough(archive: Path) -> None:
    with pytest.raises(InputError, match="data must have at least two sessions"):
        prove(archive / "0.phhs")


def test_pictures_are_drawn_of_all_claims_and_gains(proof: RangeProof) -> None:
    points = [each for bins in proof.reliability.values() for each in bins if each.number >= 20]
    drawn = ElementTree.fromstring(reliability_svg(proof))
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == len(points)
    bars = ElementTree.fromstring(gain_svg(proof))
    assert len(list(bars.iter("{http://www.w3.org/2000/svg}line"))) == 7
    assert outside(reliability_svg(proof)) == outside(gain_svg(proof)) == []


def test_the_table_has_a_row_for_each_gain(proof: RangeProof) -> None:
    table = proof.table()
    assert len(table.rows) == sum(map(len, proof.gains.values()))
    assert table.cells()[0][0] == "preflop, non folders"


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_command_prints_json_and_draws(
    archive: Path, proof: RangeProof, tmp_path: Path
) -> None:
    picture = tmp_path / "reliability.svg"
    result = run("--data", str(archive), "--json", "--svg", str(picture))
    assert result.exit_code == 0, result.stderr
    fields = json.loads(result.stdout)
    assert fields["gain_bits"] == proof.fields()["gain_bits"]
    assert "Python" in fields["machine"]
    assert picture.read_text("utf-8") == reliability_svg(proof)


def test_the_command_prints_a_table(archive: Path) -> None:
    result = run("--data", str(archive), "--likelihood", "loki")
    assert result.exit_code == 0, result.stderr
    assert "90 recorded hands with all cards known, in 3 sessions" in " ".join(
        result.stdout.split()
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "range-model needs recorded hands; name an archive with --data"),
        (["--data", "nowhere"], "there is no file or folder 'nowhere'"),
    ],
)
def test_what_is_missing_is_one_line(words: list[str], message: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"handsight: {message}\n"


def test_options_of_the_model_are_refused_for_other_tables() -> None:
    result = CliRunner().invoke(main, ["reproduce", "counts", "--data", "hands.phh"])
    assert result.exit_code == 2
    assert "are only for range-model" in result.stderr


# --- real hands -----------------------------------------------------------------------------------


@pytest.mark.exhaustive
@thorough
def test_on_real_hands_the_figures_that_were_set_are_reached() -> None:
    fields = prove(collection()).fields()
    gains, intervals = fields["gain_bits"], fields["intervals"]
    assert fields["hands"] == 6871
    assert gains["preflop"]["non_folders"] >= 1.25
    assert gains["preflop"]["first_raise"] >= 1.40
    assert gains["preflop"]["call"] >= 0.83
    assert gains["preflop"]["three_bet"] >= 2.07
    for street in ("flop", "turn", "river"):
        assert gains[street]["all_actions"] > gains[street]["preflop_only"]
        assert intervals[street]["difference"][0] > 0.05
    assert fields["reliability_error"] < 0.03
    assert fields["log_loss"]["model"] < fields["log_loss"]["base"] - 0.1
