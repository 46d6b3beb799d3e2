"""Preflop charts and the spots that follow from them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from handsight.blueprint import Blueprint, HandBetting, blueprint_of
from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.kept_values import _values
from handsight.blueprint.tree import BUTTON_FOLDED, CALL, RAISE, SHOWDOWN
from handsight.charts import PreflopValues, chart, spot
from handsight.charts.evs import PAIRS_PER_BOARD, preflop_path, preflop_values_of
from handsight.charts.lines import COMBOS, all_decisions, decision_of
from handsight.cli.main import main
from handsight.errors import InputError
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES
from handsight.views.solver.preflop_chart import chart_csv, chart_lines, chart_report, chart_svg

DEALS = 320


@pytest.fixture(scope="module")
def small() -> Blueprint:
    """A blueprint of a small tree, which plays at random; it has the shipped buckets."""
    betting = HandBetting(8, preflop="2x, a / a", flop="a", turn="50% / a", river="a")
    buckets = blueprint_of(SHIPPED).buckets
    rows = betting.tree.rows(buckets.counts)
    numbers = np.random.default_rng(3).integers(0, 256, int(rows[-1])).astype(np.uint8)
    return Blueprint(betting, buckets, numbers, rows, 0)


@pytest.fixture
def file(small: Blueprint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "small.npz"
    small.save(path, packed=False)
    PreflopValues.estimate(small, DEALS).save(preflop_path(path))
    return str(path)


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("BTN open", ()),
        ("SB open", ()),
        ("BB vs BTN limp", ("BTN calls",)),
        ("bb vs btn 3x", ("BTN raises to 3 bb",)),
        ("BB vs BTN 2bb", ("BTN raises to 2 bb",)),
        ("BB vs BTN open 3x", ("BTN raises to 3 bb",)),
        ("BB vs BTN all-in", ("BTN goes all-in",)),
        ("BTN vs BB raise 3x", ("BTN calls", "BB raises to 3 bb")),
        ("BTN vs BB raise all-in", ("BTN calls", "BB goes all-in")),
    ],
)
def test_a_name_means_a_line(name: str, line: tuple[str, ...]) -> None:
    assert chart(name, players=2).line == line
    assert chart(f"{name}, heads-up").line == line


def test_without_a_size_it_is_the_one_that_is_used_most_often() -> None:
    blueprint = blueprint_of(SHIPPED)
    often = COMBOS @ blueprint.table(0)
    options = blueprint.betting.tree.options(0)
    sizes = [n for n, each in enumerate(options) if each.kind == RAISE and not each.is_all_in]
    child = options[max(sizes, key=lambda place: often[place])].child
    assert decision_of(blueprint, "BB vs BTN open").node == child
    words = chart("BB vs BTN 4bet", players=2).line
    assert [word.split()[0] for word in words] == ["BTN", "BB", "BTN"]
    assert all("raises" in word for word in words)
    assert chart("BTN vs BB 3-bet", players=2).line == words[:2]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("BTN", "is not the name of a chart"),
        ("BB open", "after that, nobody acts before the flop"),
        ("CO open", "positions are BTN and BB, but not 'CO'"),
        ("BTN vs BTN 3bet", "a player cannot play against themselves"),
        ("BTN vs BB 2x", "BB would have to act before BTN"),
        ("BB vs BTN 7x", "has no raise 7x there; it has fold, call, raise to 2 bb, raise to 3 bb"),
        ("BB vs BTN 2x 3x", "is not the name of a chart"),
        ("BB vs BTN limp 3x", "is not the name of a chart"),
        ("BB vs BTN often", "is not the name of a chart"),
        ("BB vs BTN 5bet all-in", "BB would have to act before BTN"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        chart(name, players=2)


# --- what a chart says ----------------------------------------------------------------------------


def test_reach_is_the_product_of_the_shares_before() -> None:
    blueprint = blueprint_of(SHIPPED)
    opening, back = chart("BTN open", players=2), chart("BTN vs BB 3bet", players=2)
    answer = chart(f"BB vs BTN {back.line[0].split()[-2]}x", players=2)
    assert (opening.reach == 1).all()
    assert (answer.reach == 1).all()
    place = opening.actions.index(back.line[0].replace("BTN raises", "raise"))
    assert back.reach == pytest.approx(opening.shares[:, place])
    assert opening.shares == pytest.approx(blueprint.table(0))
    assert opening.frequencies == pytest.approx(COMBOS @ blueprint.table(0) / COMBOS.sum())
    assert answer.shares.sum(1) == pytest.approx(np.ones(169))


def test_a_chart_gives_ranges() -> None:
    answer = chart("BB vs BTN 3x", players=2)
    folds, calls = answer.range("fold"), answer.range("call")
    weights = folds.weights + sum(answer.range(each).weights for each in answer.actions[1:])
    assert weights == pytest.approx(np.ones(1326), abs=1e-3)
    assert answer.range() == Range("random")
    assert calls.weights[Range("72o").weights > 0].max() < 0.05
    with pytest.raises(InputError, match="'limp' is no action here; there are fold, call"):
        answer.range("limp")
    with pytest.raises(InputError, match="'A7' is not a hand class"):
        answer.share_of("A7", "fold")


def test_aces_win_more_than_seven_deuce_and_a_fold_wins_nothing() -> None:
    opening = chart("BTN open", players=2)
    assert opening.evs[:, 0] == pytest.approx(np.zeros(169), abs=1e-6)
    aces, trash = opening.evs[CLASSES.index("AA")], opening.evs[CLASSES.index("72o")]
    assert aces[1:].min() > 3 > 0.5 > trash[1:].max()
    assert trash[-1] < -1  # an all-in with seven-deuce is called by hands that beat it


# --- EVs ------------------------------------------------------------------------------------------


def net(blueprint: Blueprint, node: int, buckets, outcome: int) -> float:
    """Return the chips that the button wins from a node on, by the rules in words."""
    tree, (player, street) = blueprint.betting.tree, blueprint.betting.tree.acting(node)
    paid = tree.paid[node]
    if player == SHOWDOWN:
        return float(outcome * paid.min())
    if player > SHOWDOWN:
        return float(-paid[0] if player == BUTTON_FOLDED else paid[1])
    shares = blueprint.table(node)[int(buckets[player, street])]
    children = [option.child for option in tree.options(node)]
    return sum(
        share * net(blueprint, child, buckets, outcome)
        for share, child in zip(shares.tolist(), children, strict=True)
    )


def test_the_sums_are_those_of_single_deals(small: Blueprint) -> None:
    """Without the control variate, an EV is a weighted mean over the deals with the class."""
    from handsight.blueprint.training import bet_tree
    from handsight.charts.evs import _parts
    from handsight.kernels.blueprint.preflop_values import PreflopDecisions, value_actions

    tree, found = small.betting.tree, all_decisions(small)
    counts = [len(tree.options(at.node)) for at in found]
    firsts = np.cumsum([0, *counts[:-1]])
    drawn, outcomes = small.buckets.draw_deals(60, 7, 0, PAIRS_PER_BOARD)
    weights = np.zeros((len(found), 3, 169))
    sums = np.zeros((sum(counts), 3, 169))
    decisions = PreflopDecisions(
        np.array([at.node for at in found], np.int32),
        firsts.astype(np.int32),
        np.stack([at.reach for at in found]).astype(np.float32),
    )
    value_actions(
        *(bet_tree(tree, small.rows), small.strategy, _parts(tree), decisions),
        *(drawn, outcomes, weights, sums),
    )
    expected_weights, expected = np.zeros_like(weights), np.zeros_like(sums)
    for buckets, outcome in zip(drawn, outcomes.tolist(), strict=True):
        for place, at in enumerate(found):
            player = tree.acting(at.node)[0]
            own, other = int(buckets[player, 0]), int(buckets[1 - player, 0])
            weight, side = at.reach[1 - player, other], (1, -1)[player]
            result = side * outcome
            expected_weights[place, :, own] += weight, weight * result, weight * result**2
            for action, option in enumerate(tree.options(at.node)):
                value = side * net(small, option.child, buckets, outcome)
                expected[firsts[place] + action, :, own] += (
                    weight * value,
                    weight * value**2,
                    weight * value * result,
                )
    assert weights == pytest.approx(expected_weights, rel=1e-5)
    assert sums == pytest.approx(expected, rel=1e-3, abs=0.5)


def test_an_all_in_that_is_always_called_is_worth_the_equity() -> None:
    """The control variate makes this exact: the result follows from the showdown alone."""
    betting = HandBetting(10, preflop="a", flop="", turn="", river="")
    buckets = blueprint_of(SHIPPED).buckets
    rows = betting.tree.rows(buckets.counts)
    numbers = np.zeros(int(rows[-1]), np.uint8)
    tree = betting.tree
    for node in range(tree.node_count):
        if tree.acting(node)[0] < SHOWDOWN:
            options = tree.options(node)
            table = numbers[rows[node] : rows[node + 1]].reshape(-1, len(options))
            table[:, next(n for n, each in enumerate(options) if each.kind == CALL)] = 1
    calls = Blueprint(betting, buckets, numbers, rows, 0)
    values = PreflopValues.estimate(calls, 40_000)
    evs, errors = values.at(0)
    place = [each.is_all_in for each in tree.options(0)].index(True)
    aces = CLASSES.index("AA")
    equity = 0.852037  # of aces against any two cards
    assert evs[aces, place] == pytest.approx(20 * equity - 10 + 0.5, abs=1e-3)
    assert errors[aces, place] == pytest.approx(0, abs=1e-3)


def test_files_of_values(small: Blueprint, tmp_path: Path) -> None:
    values = PreflopValues.estimate(small, DEALS)
    values.save(tmp_path / "one.npz")
    kept = PreflopValues.load(tmp_path / "one.npz", small)
    assert kept.evs == pytest.approx(values.evs, abs=1e-4, nan_ok=True)
    with pytest.raises(InputError, match="its values are those of another blueprint"):
        PreflopValues.load(tmp_path / "one.npz", blueprint_of(SHIPPED))


def test_values_are_estimated_once_and_kept(
    small: Blueprint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("handsight.charts.evs.DEALS", DEALS)
    path = tmp_path / "small.npz"
    small.save(path, packed=False)
    first = preflop_values_of(100, file=str(path))
    _values.cache_clear()
    assert len([*(tmp_path / "cache" / "blueprints").iterdir()]) == 1
    again = preflop_values_of(100, file=str(path))
    assert again.evs == pytest.approx(first.evs, nan_ok=True)
    _values.cache_clear()


def test_a_file_that_changes_is_read_again(file: str, small: Blueprint) -> None:
    """A chart of a new strategy must not have the values of the old one."""
    before = chart("BTN open", file=file, players=2)
    numbers = np.ascontiguousarray(small.strategy[::-1])
    other = replace(small, strategy=numbers)
    PreflopValues.estimate(other, DEALS).save(preflop_path(Path(file)))
    other.save(file, packed=False)
    after = chart("BTN open", file=file, players=2)
    assert after.shares == pytest.approx(other.table(0))
    assert (after.shares != before.shares).any()
    expected = PreflopValues.load(preflop_path(Path(file)), other).at(0)[0]
    assert after.evs == pytest.approx(expected, nan_ok=True)


# --- spots ----------------------------------------------------------------------------------------


def test_a_spot_has_the_ranges_of_both_players() -> None:
    found = spot("BTN vs BB, single raised, heads-up")
    size = found.line[0].split()[-2]
    opening = chart("BTN open", players=2)
    answer = chart(f"BB vs BTN {size}x", players=2)
    assert found.ip == opening.range(f"raise to {size} bb")
    assert found.oop == answer.range("call")
    assert found.pot == round(200 * float(size))
    assert found.stack == 10_000 - round(100 * float(size))


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("BTN vs BB, limped", 2),
        ("SB vs BB, single-raised pot, 100bb", 2),
        ("BB vs BTN, 3-bet pot", 3),
        ("BTN vs BB, 4bet", 4),
    ],
)
def test_kinds_of_pots(name: str, actions: int) -> None:
    found = spot(f"{name}, heads-up")
    assert len(found.line) == actions
    assert found.pot + 2 * found.stack == 20_000


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("BTN vs BB", "has no kind of pot; write one of limped, single raised, 3bet"),
        ("CO vs BB, 3bet", "positions are BTN and BB, but not 'CO'"),
        ("BB, 3bet", "must begin with two different positions"),
        ("BTN vs BB, 3bet, 4bet", "has more than one kind of pot"),
        ("BTN vs BB, huge", "'huge' is no kind of pot"),
        ("BTN vs BB, 5bet", "after that nobody can bet on the flop"),
    ],
)
def test_a_spot_that_cannot_be_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        spot(f"{name}, heads-up")


# --- how they are shown ---------------------------------------------------------------------------


def run(*words: str) -> str:
    result = CliRunner().invoke(main, [*words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_shows_a_chart(file: str, tmp_path: Path) -> None:
    words = ("chart", "BB", "vs", "BTN", "2x", "--file", file)
    text = run(*words)
    assert text.startswith("BB after BTN raises to 2 bb, stacks of 8 bb:\n")
    assert "A cell shows what the hand does most often" in text
    report = json.loads(run(*words, "--json"))
    assert [each["action"] for each in report["actions"]] == ["fold", "call", "all-in"]
    assert len(report["classes"]) == 169
    hand = run(*words, "--class", "AKs")
    one = json.loads(run(*words, "--class", "AKs", "--json"))
    assert [each["pocket_class"] for each in one["classes"]] == ["AKs"]
    assert hand.startswith("AKs: BB after BTN raises to 2 bb")
    assert "± gives half the width of the 95% interval" in hand
    run(*words, "--svg", str(tmp_path / "a.svg"), "--csv", str(tmp_path / "a.csv"))
    assert "<svg" in (tmp_path / "a.svg").read_text()
    rows = (tmp_path / "a.csv").read_text().splitlines()
    assert rows[0].startswith("class,reach,fold,fold EV,fold EV error,call,")
    assert len(rows) == 170


def test_a_solve_needs_nothing_but_a_board_and_a_spot() -> None:
    words = ["solve", "Kd7h2s5c3h", "--bets", "50%", "--iterations", "2"]
    assert "pot 1200" in run(*words, "--spot", "BTN vs BB, 3bet, heads-up")
    refused = CliRunner().invoke(main, [*words, "--spot", "BTN vs BB, 3bet", "--pot", "100"])
    assert refused.exit_code == 2
    assert "--spot has its own --pot; leave one of them out" in refused.stderr


def test_text_picture_and_table_agree(file: str) -> None:
    found = chart("BTN open", file=file, players=2)
    report = chart_report(found)
    assert [each.frequency for each in report.actions] == pytest.approx(found.frequencies)
    assert f"{found.frequencies[0]:.2%}" in "\n".join(chart_lines(found))
    assert found.actions[1] in chart_svg(found)
    cells = chart_csv(found).splitlines()[1].split(",")
    assert cells[0] == "AA"
    assert float(cells[2]) == pytest.approx(found.shares[0, 0], abs=1e-4)
