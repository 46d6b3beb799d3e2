"""Known hands dealt out against each other, and counts of which weights make fractions."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError
from handsight.odds.counting import hands as counting
from handsight.odds.counting.hands import count_known, count_winners, scaled, whole
from handsight.ranking import evaluation
from handsight.ranking.evaluation import HANDS_IN_PYTHON, one_hand
from tests.naive import equity as naive
from tests.naive.odds import rank_from_the_rules
from tests.unit.odds.situations import POOLS

Dealt = tuple[list[CardSet], CardSet, CardSet]
"""Holes, board and dead cards."""

NOTHING = CardSet()
TEN = "AhKh QsQd 7c7d JsTs 9h8h 4c3d 2c2d AcKc 5h5d 6c6d"


def deal(pool: str, hands: int, board: int, live: int, seed: int) -> Dealt:
    """Draw from a pool; all that is not drawn is dead."""
    cards = Random(seed).sample(list(POOLS[pool]), min(2 * hands + board + live, len(POOLS[pool])))
    holes = [CardSet(cards[at : at + 2]) for at in range(0, 2 * hands, 2)]
    lies = CardSet(cards[2 * hands : 2 * hands + board])
    return holes, lies, CardSet.full() - CardSet(cards)


# --- against dealing --------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("pool", ["two suits", "four ranks"])
def test_counts_are_those_of_the_rules(pool: str) -> None:
    for board in (3, 4, 5):
        holes, lies, dead = deal(pool, hands=2, board=board, live=6, seed=board)
        expected = naive.winners(holes, lies, dead, rank_from_the_rules)
        assert count_winners(holes, lies, dead) == expected


@pytest.mark.repeats(18)
@pytest.mark.parametrize("hands", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize(("board", "live"), [(3, 30), (4, 40), (5, 20)])
def test_counts_after_the_flop_are_those_of_dealing(
    pool: str, hands: int, board: int, live: int
) -> None:
    for seed in range(3):
        if len(POOLS[pool]) < 2 * hands + 5:
            continue
        holes, lies, dead = deal(pool, hands, board, live, seed)
        assert count_winners(holes, lies, dead) == naive.winners(holes, lies, dead)


@pytest.mark.parametrize("hands", [2, 3, 5])
@pytest.mark.parametrize("pool", POOLS)
def test_counts_before_the_flop_are_those_of_dealing(pool: str, hands: int) -> None:
    for seed in range(2):
        live = min(13, len(POOLS[pool]) - 2 * hands)
        holes, _, dead = deal(pool, hands, board=0, live=live, seed=seed)
        assert count_winners(holes, NOTHING, dead) == naive.winners(holes, "", dead)


@pytest.mark.parametrize(
    ("holes", "board"),
    [
        ("AhKh QsQd", "Th8h3h"),
        ("AhKh QhJh", "Th9h8h"),
        ("AhKh QhJh", "Th9h8h2h"),
        ("2c2d 3c3d", "AsKsQsJsTs"),
        ("2s2d 3s3d", "AsKsQsJs9s"),
        ("2s2d 3s3d 4c4d", "AsKsQs"),
        ("8c8d 9c9d", "7h6h5h"),
        ("7h7d 2h3h", "7s7cKh"),
        ("AcKd AdKc", "QsJsTs"),
    ],
)
def test_famous_boards_are_counted_as_by_dealing(holes: str, board: str) -> None:
    hands = list(map(CardSet, holes.split()))
    assert count_winners(hands, CardSet(board), NOTHING) == naive.winners(hands, board)


# --- edges ------------------------------------------------------------------------------------


def test_a_hand_alone_wins_every_runout() -> None:
    assert count_winners([CardSet("AhKh")], NOTHING, NOTHING) == [0, comb(50, 5)]


def test_ten_hands_are_counted_to_the_last_runout() -> None:
    counts = count_winners(list(map(CardSet, TEN.split())), NOTHING, NOTHING)
    assert len(counts) == 1024
    assert counts[0] == 0
    assert sum(counts) == comb(32, 5)


def test_ten_hands_on_a_flop_are_counted_as_by_dealing() -> None:
    hands = list(map(CardSet, TEN.split()))
    assert count_winners(hands, CardSet("3h4hTc"), NOTHING) == naive.winners(hands, "3h4hTc")


@pytest.mark.pure_python
def test_on_the_river_there_is_one_runout() -> None:
    holes = [CardSet("2c2d"), CardSet("3c3d")]
    assert count_winners(holes, CardSet("AsKsQsJsTs"), NOTHING) == [0, 0, 0, 1]
    assert count_winners(holes, CardSet("AsKsQsJs9h"), NOTHING) == [0, 0, 1, 0]


@pytest.mark.pure_python
def test_a_dead_card_never_comes() -> None:
    holes, board = [CardSet("2c2d"), CardSet("3c3d")], CardSet("AsKsQsJh")
    assert count_winners(holes, board, NOTHING) == [0, 2, 38, 4]
    assert count_winners(holes, board, CardSet("2s3s")) == [0, 1, 37, 4]


@pytest.mark.pure_python
def test_counts_are_plain_integers() -> None:
    counts = count_winners([CardSet("2c2d"), CardSet("3c3d")], CardSet("AsKsQsJsTs"), NOTHING)
    assert {type(count) for count in counts} == {int}


def test_too_few_live_cards_are_refused() -> None:
    holes, board = [CardSet("AhKh"), CardSet("QsQd")], CardSet("2c3c4c")
    dead = CardSet.full() - CardSet("AhKhQsQd2c3c4c9d")
    with pytest.raises(CardCountError, match="too few live cards: 1, with 2 to come"):
        count_winners(holes, board, dead)


@pytest.mark.parametrize(
    ("weight", "unit", "count"), [(6, 2, 3), (0, 7, 0), (10**40, 10**39, 10), (5, 1, 5)]
)
def test_a_weight_that_its_unit_divides_is_an_integer(weight: int, unit: int, count: int) -> None:
    assert scaled(weight, unit) == count
    assert type(scaled(weight, unit)) is int


def test_a_weight_that_its_unit_does_not_divide_is_a_fraction() -> None:
    assert scaled(10, 4) == Fraction(5, 2)


@pytest.mark.parametrize("number", [3, Fraction(3), Fraction(6, 2)])
def test_a_whole_fraction_becomes_an_integer(number: Fraction) -> None:
    assert whole(number) == 3
    assert type(whole(number)) is int


def test_other_fractions_stay() -> None:
    assert whole(Fraction(1, 3)) == Fraction(1, 3)


# --- small questions ----------------------------------------------------------------------------


def test_two_hands_before_the_flop_are_those_of_the_kernel() -> None:
    random = Random(4)
    for _ in range(50):
        cards = random.sample([*CardSet.full()], 4)
        holes = [CardSet(cards[:2]), CardSet(cards[2:])]
        assert count_known(holes, NOTHING, NOTHING) == count_winners(holes, NOTHING, NOTHING)


@pytest.mark.parametrize("hands", [1, 2, 3, 6])
@pytest.mark.parametrize(("board", "live"), [(3, 30), (4, 40), (5, 0)])
def test_boards_gone_through_in_python_are_those_of_the_kernel(
    monkeypatch: pytest.MonkeyPatch, hands: int, board: int, live: int
) -> None:
    monkeypatch.setattr(evaluation, "one_hand", type(one_hand)())
    holes, lies, dead = deal("any cards", hands, board, live, seed=hands)
    expected = count_winners(holes, lies, dead)
    monkeypatch.setattr(counting, "count_winners", lambda *pot: pytest.fail("it takes the kernel"))
    assert count_known(holes, lies, dead) == expected


@pytest.mark.parametrize(("board", "dead"), [("", "2c3c"), ("Qh7h2c", "")], ids=["dead", "flop"])
def test_what_python_is_too_slow_for_goes_to_the_kernel(
    monkeypatch: pytest.MonkeyPatch, board: str, dead: str
) -> None:
    hands = type(one_hand)()
    assert hands.stays_in_python(HANDS_IN_PYTHON - 100)  # which leaves a hundred
    monkeypatch.setattr(evaluation, "one_hand", hands)
    monkeypatch.setattr(counting, "count_winners", lambda *pot: ["the kernel"])
    holes = [CardSet("AhKh"), CardSet("QsQd")]
    assert count_known(holes, CardSet(board), CardSet(dead)) == ["the kernel"]
    assert count_known(holes, CardSet("Qh7h2c3d4s"), NOTHING) == [0, 0, 1, 0]


def test_once_the_kernel_is_loaded_nothing_is_counted_in_python() -> None:
    hands = type(one_hand)()
    assert hands.stays_in_python(1)
    hands.load_kernel()
    assert not hands.stays_in_python(1)


def test_too_few_cards_are_refused_by_small_questions_too() -> None:
    with pytest.raises(CardCountError, match="dead leaves too few live cards: 1, with 2 to come"):
        count_known(*deal("any cards", 2, 3, 1, seed=0))
