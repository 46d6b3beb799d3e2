"""The chance to win against the best x% of hands: counted, sampled, and dealt as published."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    UnknownCardError,
)
from handsight.odds import current_hand_odds, equity, hand_eval
from handsight.ranges import Range, ordered_classes
from handsight.ranking import evaluate

FLOP = ("TcJd", "4h5h6d")
RIVER = ("TcJd", "4h5h6d2hKh")
APART = ("QcQd", "QhKh7d2c5s", 3, [0.009, 0.0045])
"""One opponent has aces or kings, the other aces; we beat aces only."""

# --- exact ----------------------------------------------------------------------------------------


@pytest.mark.repeats(3)
@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("board", ["4h5h6d", "4h5h6d2h", "4h5h6d2hKh"])
def test_against_any_cards_it_counts_what_current_hand_odds_count(
    board: str, opponents: int
) -> None:
    found = hand_eval("TcJd", board, players=opponents + 1)
    odds = current_hand_odds("TcJd", board, opponents)
    assert (found.method, found.total) == ("exact", odds.total)
    assert (found.win, found.tie) == (odds.win, sum(odds.ties.values()))


def test_it_counts_the_joint_deals_of_the_tops_of_the_nine_handed_order() -> None:
    tops = [Range.top(share, order="nine-handed", by="combos") for share in (0.1, 0.35)]
    ours = equity(["TcJd", *tops], "4h5h6d2h").players[0]
    found = hand_eval("TcJd", "4h5h6d2h", 3, [0.1, 0.35])
    assert (found.win, found.tie, found.method) == (ours.win, ours.tie, "exact")


def test_before_the_flop_one_opponent_is_counted() -> None:
    found = hand_eval("AhAs", "")
    assert found.method == "exact"
    assert found.win > 0.84 * found.total


@pytest.mark.pure_python
def test_opponents_who_take_each_others_cards_are_dealt_jointly() -> None:
    found = hand_eval(*APART)
    assert (found.win, found.tie, found.total) == (6, 0, 24)


@pytest.mark.parametrize("ranges", [None, [], (), [1], [1.0], [Fraction(1)]])
def test_no_ranges_and_the_whole_are_any_cards(ranges: Sequence[float] | None) -> None:
    found = hand_eval(*RIVER, ranges=ranges)
    assert (found.win, found.tie, found.total, found.method) == (54, 4, 990, "exact")


def test_a_share_may_be_any_number_also_of_numpy() -> None:
    assert hand_eval(*RIVER, ranges=np.array([0.1])) == hand_eval(*RIVER, ranges=[Fraction(1, 10)])


def test_an_exact_result_has_no_error_and_no_seed() -> None:
    found = hand_eval(*RIVER, seed=5, deals=7)
    assert (found.p_win, found.p_tie) == (54 / 990, 4 / 990)
    assert found.p_win_stderr is found.p_tie_stderr is found.seed is found.reason is None


# --- sampled --------------------------------------------------------------------------------------


def test_against_more_than_three_it_samples_and_says_why() -> None:
    found = hand_eval(*FLOP, players=5, deals=20_000, seed=3)
    assert (found.method, found.total, found.seed) == ("monte_carlo", 20_000, 3)
    assert (found.reason or "").startswith("an exact count would take about ")
    assert found == hand_eval(*FLOP, players=5, deals=20_000, seed=3)


def test_a_fresh_seed_is_told_and_gives_the_same_again() -> None:
    for sampling in (None, "as-published"):
        options = {"sampling": sampling, "deals": 200}
        found = hand_eval(*FLOP, players=5, **options)
        assert found == hand_eval(*FLOP, players=5, **options, seed=found.seed)


# --- as published ---------------------------------------------------------------------------------


def deal_slowly(
    pocket: str, community: str, shares: Sequence[float], deals: int, seed: int
) -> tuple[int, int]:
    """Follow the post's program line by line, cards as texts; count wins and ties."""
    rng = np.random.RandomState(seed)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shcd"]
    place = {card: number for number, card in enumerate(deck)}
    known = [str(card) for card in CardSet(pocket + community)]
    combos = [
        sorted(pair, key=lambda card: (-(place[card] // 4), place[card]))
        for pair in combinations(deck, 2)
    ]
    names = ordered_classes("nine-handed")
    combos.sort(key=lambda pair: (names.index(name_of(pair)), *(place[card] % 4 for card in pair)))
    win = tie = 0
    for _ in range(deals):
        live = [card for card in deck if card not in known]
        board = rng.choice(live, 5 - len(community) // 2, replace=False).tolist()
        live = [card for card in live if card not in board]
        best = -1
        for share in shares:
            held = [
                pair
                for number, pair in enumerate(combos)
                if pair[0] in live and pair[1] in live and number < len(combos) * share
            ]
            theirs = held[rng.choice(range(len(held)))]
            live = [card for card in live if card not in theirs]
            best = max(best, rank([*theirs, *board], community))
        ours = rank(board, pocket + community)
        win, tie = win + (ours > best), tie + (ours == best)
    return win, tie


def rank(cards: list[str], text: str) -> int:
    return evaluate("".join(cards) + text).strength


def name_of(pair: Sequence[str]) -> str:
    high, low = pair
    if high[0] == low[0]:
        return high[0] + low[0]
    return high[0] + low[0] + ("s" if high[1] == low[1] else "o")


@pytest.mark.repeats(2)
@pytest.mark.pure_python
@pytest.mark.parametrize(
    ("community", "shares"),
    [
        ("4h5h6d2hKh", [0.37]),
        ("4h5h6d2h", [1, 0.2]),
        ("4h5h6d", [0.5, 0.5, 0.1]),
        ("", [0.25]),
    ],
)
def test_the_deals_are_those_of_the_post_s_program(community: str, shares: list[float]) -> None:
    found = hand_eval(
        "TcJd", community, len(shares) + 1, shares, sampling="as-published", deals=60, seed=8
    )
    assert (found.win, found.tie) == deal_slowly("TcJd", community, shares, 60, 8)
    assert (found.as_published, found.total, found.seed) == ("blog-4", 60, 8)
    assert sum(row.equity for row in found.players) == pytest.approx(1)


def test_unless_told_otherwise_it_draws_1024_deals() -> None:
    assert hand_eval(*RIVER, sampling="as-published").total == 1024


def test_opponents_dealt_one_after_another_are_not_dealt_jointly() -> None:
    """Six of the first one's nine hands are aces, but they leave the second one hand of six."""
    found = hand_eval(*APART, sampling="as-published", deals=5_000, seed=2)
    assert found.p_win_stderr is not None
    assert abs(found.p_win - 6 / 9) < 4 * found.p_win_stderr


def test_the_global_generator_is_left_alone() -> None:
    before = np.random.get_state()[1].tolist()  # type: ignore[index, union-attr]
    hand_eval(*RIVER, sampling="as-published", seed=1)
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index, union-attr]


def test_an_opponent_for_whom_nothing_is_left_in_a_deal_is_an_error() -> None:
    with pytest.raises(InputError, match=r"ranges\[1\] has no hand left in one of the deals"):
        hand_eval("AhKs", "2c7d9h", 3, [0.0045, 0.0045], sampling="as-published", seed=1)


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pocket", "community", "error", "message"),
    [
        ("Tc", "4h5h6d", CardCountError, "pocket has 1 card"),
        ("TcJd", "4h5h", CardCountError, "community has 2 cards"),
        ("TcJd", "Tc5h6d", DuplicateCardError, "in pocket and in community"),
        ("TcJx", "4h5h6d", UnknownCardError, "Jx"),
    ],
)
def test_cards_that_cannot_be_are_refused(
    pocket: str, community: str, error: type[InputError], message: str
) -> None:
    with pytest.raises(error, match=message):
        hand_eval(pocket, community)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players is 1; it must be a whole number from 2 to 10"),
        ({"players": 11}, "players is 11"),
        ({"players": 2.0}, "players is 2.0"),
        ({"ranges": 0.1}, "ranges is 0.1; it must be a list"),
        ({"ranges": "1"}, "ranges is '1'; it must be a list"),
        ({"ranges": [0.1, 0.2]}, "ranges has 2 numbers; 2 players need 1"),
        ({"players": 4, "ranges": [0.1]}, "ranges has 1 number; 4 players need 3"),
        ({"ranges": [1.5]}, r"ranges\[0\] is 1.5; it must be a number from 0 to 1"),
        ({"players": 3, "ranges": [0.5, 0]}, r"ranges\[1\] is 0; it must be above 0 and at most 1"),
        ({"ranges": [float("nan")]}, r"ranges\[0\] is nan"),
        ({"deals": 0}, "deals is 0; it must be a whole number above 0"),
        ({"deals": True, "sampling": "as-published"}, "deals is True"),
        ({"sampling": "mine"}, "sampling is 'mine'; it must be None or 'as-published'"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": -1, "sampling": "as-published"}, "seed is -1"),
        ({"seed": 1 << 32, "sampling": "as-published"}, "whole number below 4294967296"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        hand_eval(*RIVER, **options)


def test_a_range_of_which_we_see_every_card_is_an_error() -> None:
    with pytest.raises(InputError, match="the range has no hand left"):
        hand_eval("AhAs", "AdKdKc", ranges=[0.0045])
