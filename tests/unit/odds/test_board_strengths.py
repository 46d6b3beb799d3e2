"""All hands of a board at once: against one hand after the other, and what is refused."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, DuplicateCardError, InputError, StreetError
from handsight.odds import board_strengths, effective_hand_strength, equity, hand_potential
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS
from handsight.ranges.exact_weights import WeightLike
from tests.naive import ranges as naive
from tests.unit.odds.pots import ODD_WEIGHTS, all_but, drawn_range, live_beside

BOARDS = {
    "flop": "3h4cJh",
    "paired flop": "7d5s5c",
    "turn": "3h4cJh9s",
    "flush draw": "7h5h4h2h",
    "the board plays": "AsKsQsJsTs",
    "river": "3h4cJh9s2d",
}
NUMBERS = ("hs", "ppot", "npot", "equity")
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def numbers_by_dealing(hole: CardSet, board: str, hands: Range, dead: CardSet) -> list[float]:
    rows = naive.standings(hole, board, [hands], 5 - len(CardSet(board)), dead)
    began, ended = [sum(row) for row in rows], [sum(row) for row in zip(*rows, strict=True)]
    gains = 2 * rows[2][0] + rows[2][1] + rows[1][0], 2 * began[2] + began[1]
    losses = 2 * rows[0][2] + rows[0][1] + rows[1][2], 2 * began[0] + began[1]
    shares = [Fraction(part) / of if of else Fraction(0) for part, of in (gains, losses)]
    now, then = ((2 * each[0] + each[1]) / (2 * sum(each)) for each in (began, ended))
    return [float(now), *map(float, shares), float(then)]


# --- against one hand after the other -------------------------------------------------------------


@pytest.mark.repeats(4)
@every_board
@pytest.mark.parametrize("weights", [(1,), ODD_WEIGHTS], ids=["whole", "odd"])
def test_every_hand_stands_as_by_dealing(board: str, weights: tuple[WeightLike, ...]) -> None:
    """Fine weights are rounded up to multiples of 2**-32."""
    live = live_beside(board, 8)
    dead = all_but(board, live)
    hands = drawn_range(live, 15, 3, weights)
    found = board_strengths(board, hands, dead)
    for pair in COMBOS:
        hole = CardSet(pair)
        numbers = [found.of(hole, what) for what in NUMBERS]
        if not hole <= CardSet.of(live) or not hands.without(hole):
            assert np.isnan(numbers).all()
        else:
            expected = numbers_by_dealing(hole, board, hands.without(hole), dead)
            assert numbers == pytest.approx(expected, abs=1e-8)


@pytest.mark.repeats(9)
@every_board
@pytest.mark.parametrize(
    "villain", [None, "22+, A2s+, KTs+, 98s:0.5", "AA:1/3, KK:0.1, 76s:0.000000001"]
)
@pytest.mark.parametrize("dead", ["", "9h9c2c"])
def test_a_hand_stands_as_its_own_functions_say(board: str, villain: str | None, dead: str) -> None:
    """To the last bit: counts are whole numbers, and quotients are rounded once."""
    found = board_strengths(board, villain, dead)
    for hole in ("QhQd", "8h6h", "KdJc"):
        potential = hand_potential(hole, board, villain=villain, dead=dead)
        assert found.of(hole, "ppot") == potential.ppot
        assert found.of(hole, "npot") == potential.npot
        assert found.of(hole) == potential.p_win
        effective = effective_hand_strength(hole, board, villain=villain, dead=dead)
        assert found.of(hole, "hs") == effective.hand_strength.value
        assert found.of(hole, "ehs") == pytest.approx(effective.ehs, abs=1e-15)
        players = [hole, villain or "random"]
        assert found.of(hole) == equity(players, board, dead).players[0].equity


@pytest.mark.parametrize("seed", range(4))
def test_all_numbers_lie_from_0_to_1(seed: int) -> None:
    """Differences of sums would not, if those were rounded."""
    hands = drawn_range(sorted(CardSet.full()), 700, seed, (0.1, 0.3, 0.7, Fraction(1, 3), 1e-9))
    found = board_strengths("QsJsTs4h", hands)
    for what in (*NUMBERS, "ehs"):
        numbers = getattr(found, what)
        assert np.nanmin(numbers) >= 0
        assert np.nanmax(numbers) <= 1


def test_where_nothing_can_be_asked_potential_is_0() -> None:
    """The nuts on the river cannot fall back, nor can they improve, whatever the weights."""
    hands = drawn_range(sorted(CardSet.full()), 900, 1, (0.1, 0.3, 1e-17, Fraction(1, 3)))
    found = board_strengths("KcKdKhKs2d", hands)
    assert not np.nan_to_num(found.ppot).any()
    assert not np.nan_to_num(found.npot).any()


def test_a_hand_that_is_hardly_held_is_held() -> None:
    """A weight below the finest step is rounded up to one, and not down to none."""
    hands = Range.from_weights({"AhAd": 1, "3c3d": Fraction(1, 10**17)})
    found = board_strengths("3h4cJh", hands)
    assert found.of("AhKd", "hs") == 0
    assert found.of("JcJd", "hs") == 1
    assert found.of("KcKd", "hs") == 0


# --- the arrays -----------------------------------------------------------------------------------


def test_there_is_a_number_for_every_combo_that_is_left() -> None:
    found = board_strengths("3h4cJh", dead="2c")
    gone = CardSet("3h4cJh2c")
    for what in (*NUMBERS, "ehs"):
        numbers = getattr(found, what)
        assert (numbers.shape, numbers.dtype) == ((1326,), np.float64)
        missing = [not CardSet(pair).mask & gone.mask for pair in COMBOS]
        assert (~np.isnan(numbers)).tolist() == missing


def test_a_hand_beside_which_nothing_can_be_held_has_no_number() -> None:
    found = board_strengths("3h4cJh", villain="AhAd")
    assert np.isnan(found.of("AhKd"))
    assert np.isnan([found.of("AhAd", what) for what in NUMBERS]).all()
    assert found.of("2c2d", "hs") == 0


def test_nothing_can_be_written_into_the_arrays() -> None:
    found = board_strengths("3h4cJh9s2d")
    with pytest.raises(ValueError, match="read-only"):
        found.hs[0] = 1
    with pytest.raises(FrozenInstanceError):
        found.hs = found.equity


@pytest.mark.parametrize("hole", ["AdQc", "QcAd", ["Ad", "Qc"], CardSet("AdQc")], ids=str)
def test_a_hand_is_asked_for_in_any_notation(hole: str) -> None:
    found = board_strengths("3h4cJh")
    assert (found.of(hole, "hs"), found.of(hole)) == (found.of("AdQc", "hs"), found.of("AdQc"))


def test_the_board_is_told() -> None:
    assert board_strengths("3h4cJh").board == CardSet("3h4cJh")


# --- what is refused ------------------------------------------------------------------------------


def test_an_unknown_number_is_refused_with_those_there_are() -> None:
    words = "what is 'luck'; it must be one of hs, ppot, npot, ehs, equity"
    with pytest.raises(InputError, match=words):
        board_strengths("3h4cJh").of("AdQc", "luck")


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(CardCountError, match="hole has 3 cards"):
        board_strengths("3h4cJh").of("AdQcKc")


def test_before_the_flop_it_points_to_equity() -> None:
    with pytest.raises(StreetError, match=r"no meaning before the flop.* use pocket_equity or eq"):
        board_strengths("")


@pytest.mark.parametrize("board", ["3h", "3h4c", "3h4cJh9s2d5c"])
def test_a_board_of_no_street_is_refused(board: str) -> None:
    with pytest.raises(CardCountError, match="board has"):
        board_strengths(board)


def test_a_card_in_two_places_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match="3h appears twice: in board and in dead"):
        board_strengths("3h4cJh", dead="3h")


@pytest.mark.parametrize("villain", ["3h3c, JhJc", "", Range()], ids=repr)
def test_a_range_of_which_nothing_is_left_is_refused(villain: str) -> None:
    with pytest.raises(InputError, match=r"villain '.*' has no hand left"):
        board_strengths("3h4cJh", villain, "3cJc")


def test_a_range_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(InputError, match="cannot read 'QZ'"):
        board_strengths("3h4cJh", "QZ")


def test_too_few_live_cards_are_refused_and_just_enough_are_not() -> None:
    others = sorted(CardSet.full() - CardSet("3h4cJh"))
    assert np.nanmax(board_strengths("3h4cJh", dead=others[6:]).hs) <= 1
    with pytest.raises(CardCountError, match="too few live cards: 5; two hands and the board need"):
        board_strengths("3h4cJh", dead=others[5:])
