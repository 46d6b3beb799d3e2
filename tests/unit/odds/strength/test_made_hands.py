"""Made hands and draws in the words of players."""

from itertools import combinations
from random import Random

import pytest

from handsight.cards import Card, CardSet
from handsight.odds.strength.made_hands import DRAWS, KINDS, MADE, draw_of, kind_of, made_hand
from tests.naive import made_hands as naive


@pytest.mark.repeats(1)
@pytest.mark.parametrize("boards", [400, pytest.param(900, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_hands_are_named_as_the_words_say(size: int, boards: int) -> None:
    """Random boards, and boards of few ranks and suits, on which the rare hands stand."""
    rng = Random(size)
    decks = (range(52), [card for card in range(52) if card // 4 in (3, 4, 5, 6, 12)])
    seen = set()
    for number in range(boards):
        cards = tuple(rng.sample(decks[number % 2], 2 + size))
        hole, board = cards[:2], cards[2:]
        ours, lying = (CardSet([Card(card) for card in each]) for each in (hole, board))
        made, draw = made_hand(ours, lying), draw_of(ours, lying)
        assert made == naive.made(hole, board), (ours, lying)
        assert draw == naive.draw(hole, board), (ours, lying)
        seen |= {made, draw}
    if size == 4:
        assert seen >= {"gutshot", "open_ended", "combo_draw", "flush_draw", "two_pair", "trips"}


def count(board: str) -> dict[str, int]:
    """Count the hands of a board by name."""
    lying = CardSet(board)
    counts = dict.fromkeys(MADE, 0)
    for two in combinations(CardSet.full() - lying, 2):
        counts[made_hand(CardSet(two), lying)] += 1
    return counts


def test_the_hands_of_a_dry_flop_are_as_many_as_players_count() -> None:
    counts = count("Kc7d2s")
    assert counts["set"] == 9
    assert counts["two_pair"] == 27
    assert counts["overpair"] == 6
    assert counts["top_pair"] == 3 * 40  # a king with a card of ten other ranks
    assert counts["second_pair"] == counts["low_pair"] == 3 * 40
    assert counts["underpair"] == 6 * 9
    assert sum(counts.values()) == 1176


def test_a_pair_of_the_board_is_nobodys_hand() -> None:
    counts = count("8c8d3s")
    assert counts["trips"] + counts["full_house"] + counts["four_of_a_kind"] == 2 * 47 + 1 + 3
    assert counts["two_pair"] == counts["set"] == 0
    assert made_hand(CardSet("AhKd"), CardSet("8c8d3s")) == "ace_high"
    assert made_hand(CardSet("3h3d"), CardSet("8c8d3s")) == "full_house"
    assert made_hand(CardSet("3hKd"), CardSet("8c8d3s")) == "second_pair"


@pytest.mark.parametrize(
    ("hole", "board", "made", "draw"),
    [
        ("AhKh", "Qh7h2c", "ace_high", "flush_draw"),
        ("JhTh", "Qh9h2c", "no_pair", "combo_draw"),
        ("JcTd", "Qh9h2c", "no_pair", "open_ended"),
        ("KcTd", "Qh9h2c", "no_pair", "gutshot"),
        ("8c6d", "Th7s4c", "no_pair", "open_ended"),  # a double gutshot: a nine or a five
        ("Jc7d", "9s8c5h", "no_pair", "open_ended"),  # a double gutshot: a ten or a six
        ("Ac2d", "5s6c7h8d", "ace_high", "no_draw"),  # a four or a nine is everybody's straight
        ("9c8h", "7h6h5h", "straight", "flush_draw"),
        ("AcAd", "KhKdKs2c", "full_house", "no_draw"),
        ("AcQd", "KhKdKs2c", "ace_high", "no_draw"),
        ("2c3d", "AhKhQhJhTh", "board", "no_draw"),
        ("9h3d", "AhKhQhJh2h", "flush", "no_draw"),
        ("KcKd", "QhQd7s7c2h", "overpair", "no_draw"),
    ],
)
def test_hands_that_players_argue_about(hole: str, board: str, made: str, draw: str) -> None:
    assert made_hand(CardSet(hole), CardSet(board)) == made
    assert draw_of(CardSet(hole), CardSet(board)) == draw


def test_every_hand_is_of_one_kind() -> None:
    kinds = {(made, draw): kind_of(made, draw) for made in MADE for draw in DRAWS}
    assert set(kinds.values()) == set(KINDS)
    assert kinds["second_pair", "flush_draw"] == "draw"
    assert kinds["second_pair", "backdoor_flush"] == "pair"
    assert kinds["board", "no_draw"] == "air"
