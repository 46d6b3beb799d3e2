"""blog-4, the fourth post of a series on hold'em: ``handEval`` and its two examples."""

import pytest

from handsight.odds import Equity, hand_eval
from handsight.ranges import Range, ordered_classes
from tests.oracles.values import oracle

HAND = ("Tc Jd", "4h 5h 6d 2h Kh")
RANGES = {"range_1.0": None, "range_0.1": [0.1]}
TENTH = (
    *("AA", "KK", "QQ", "AKs", "JJ", "AQs", "KQs", "AJs", "TT", "KJs", "AKo", "ATs", "QJs"),
    *("KTs", "QTs", "JTs", "99", "AQo", "A9s", "KQo", "88", "K9s", "T9s", "A8s"),
)


def printed(found: Equity) -> str:
    return f"{found.p_win:.4%} {found.p_tie:.4%}"


def published(ranges: list[float] | None, seed: int = 123, deals: int | None = None) -> Equity:
    return hand_eval(*HAND, 2, ranges, sampling="as-published", seed=seed, deals=deals)


# --- the truth ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RANGES)
def test_its_examples_have_these_exact_counts(name: str) -> None:
    true = oracle("seed002_reproduction")[f"exact_{name}"]
    found = hand_eval(*HAND, ranges=RANGES[name])
    assert (found.win, found.tie, found.total) == (true["win"], true["tie"], true["total"])
    assert (found.method, found.seed) == ("exact", None)


def test_its_best_tenth_is_133_combos_of_which_104_are_left() -> None:
    tenth = Range.top(0.1, order="nine-handed", by="combos")
    assert len(tenth) == 133
    left = oracle("seed002_reproduction")["range_0.1"]["combos_left"]
    assert len(tenth.without("".join(HAND))) == left


def test_its_best_classes_are_ours() -> None:
    """Two pairs of neighbours change places; our order is of a sample of its own."""
    assert set(ordered_classes("nine-handed")[: len(TENTH)]) == set(TENTH)


# --- its deals ------------------------------------------------------------------------------------


def test_its_deals_of_the_best_tenth_are_met_to_the_last_digit() -> None:
    found, theirs = published([0.1]), oracle("seed002_reproduction")["range_0.1"]
    assert (found.win, found.tie, found.total) == (theirs["win"], theirs["tie"], 1024)
    assert printed(found) == "1.9531% 0.7812%"


def test_its_deals_of_any_cards_differ_as_its_file_of_combos_is_not_printed() -> None:
    found, theirs = published(None), oracle("seed002_reproduction")["range_1.0"]
    assert (found.win, found.tie, found.total) == (55, 3, 1024)
    assert (theirs["win"], theirs["tie"]) == (56, 5)
    assert f"{theirs['win'] / 1024:.4%} {theirs['tie'] / 1024:.4%}" == "5.4688% 0.4883%"


@pytest.mark.parametrize("name", RANGES)
def test_what_it_prints_is_within_two_standard_errors_of_the_truth(name: str) -> None:
    theirs, found = oracle("seed002_reproduction")[name], published(RANGES[name])
    true = hand_eval(*HAND, ranges=RANGES[name])
    assert abs(theirs["win"] / 1024 - true.p_win) < 2 * (found.p_win_stderr or 0)
    assert abs(theirs["tie"] / 1024 - true.p_tie) < 2 * (found.p_tie_stderr or 0)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", RANGES)
def test_with_one_opponent_many_of_its_deals_come_to_the_truth(name: str) -> None:
    many, true = published(RANGES[name], deals=50_000), hand_eval(*HAND, ranges=RANGES[name])
    assert abs(many.p_win - true.p_win) < 4 * (many.p_win_stderr or 0)
    assert abs(many.p_tie - true.p_tie) < 4 * (many.p_tie_stderr or 0)
