"""The categories that a hand ends in."""

from math import comb

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError
from handsight.odds import ClassOdds, class_odds
from handsight.ranking import CATEGORIES

FLUSH_DRAW = ("AhKh", "Qh7h2c")


def test_nine_cards_complete_a_flush_draw() -> None:
    assert class_odds(*FLUSH_DRAW).next_card["flush"] == 9


def test_fifteen_cards_pair_something_and_one_of_them_completes_the_flush() -> None:
    assert class_odds(*FLUSH_DRAW).next_card["one_pair"] == 5 * 3 - 1


@pytest.mark.parametrize(("board", "next_card", "river"), [("2c", 47, 1081), ("2c9d", 46, 46)])
def test_all_runouts_are_counted(board: str, next_card: int, river: int) -> None:
    odds = class_odds("AhKh", "Qh7h" + board)
    assert (sum(odds.next_card.values()), sum(odds.river.values())) == (next_card, river)


def test_before_the_flop_the_next_street_is_the_flop() -> None:
    odds = class_odds("AhKh")
    assert sum(odds.next_card.values()) == comb(50, 3)
    assert sum(odds.river.values()) == comb(50, 5)


def test_a_pocket_pair_flops_a_set_or_better_as_often_as_players_say() -> None:
    """One in eight and a half: trips, full houses and quads of our rank, of 19,600 flops."""
    flop = class_odds("7c7d").next_card
    triples_elsewhere = 12 * 4
    with_our_rank = flop["three_of_a_kind"] + flop["full_house"] + flop["four_of_a_kind"]
    assert with_our_rank - triples_elsewhere == comb(50, 3) - comb(48, 3)


def test_on_the_river_there_is_one_runout() -> None:
    odds = class_odds("AhKh", "Qh7h2c9d3s")
    assert odds.next_card == odds.river == dict.fromkeys(CATEGORIES, 0) | {"high_card": 1}


def test_every_category_is_listed_in_order() -> None:
    odds = class_odds(*FLUSH_DRAW)
    assert list(odds.next_card) == list(odds.river) == list(CATEGORIES)


def test_probabilities_are_the_counts_by_their_sum() -> None:
    odds = class_odds(*FLUSH_DRAW)
    assert odds.next_card_probabilities["flush"] == 9 / 47
    assert odds.river_probabilities["flush"] == 377 / 1081
    assert sum(odds.river_probabilities.values()) == pytest.approx(1)


def test_a_dead_card_cannot_come() -> None:
    assert class_odds(*FLUSH_DRAW, dead="2h3h").next_card["flush"] == 7


def test_odds_compare_by_value_and_can_be_kept_in_a_set() -> None:
    assert len({class_odds(*FLUSH_DRAW), class_odds(*FLUSH_DRAW)}) == 1
    assert ClassOdds({}, {}) == ClassOdds({}, {})


def test_with_too_few_live_cards_to_come_it_is_refused() -> None:
    others = sorted(CardSet.full() - CardSet("AhKhQh7h2c"))
    assert sum(class_odds(*FLUSH_DRAW, dead=others[2:]).river.values()) == 1
    with pytest.raises(CardCountError, match="dead leaves too few live cards: 1, with 2 to come"):
        class_odds(*FLUSH_DRAW, dead=others[1:])
