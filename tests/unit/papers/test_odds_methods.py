"""Random spots, their exact shares, and the correlation of ranks."""

import pytest

from handsight import current_hand_odds, pocket_equity
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.papers.odds_methods import deal_spots


@pytest.mark.parametrize("street", STREETS)
def test_spots_have_the_cards_of_their_street_each_once(street: str) -> None:
    for spot in deal_spots(5, street, 20):
        assert (len(spot.hole), len(spot.board)) == (2, BOARD_SIZES[street])
        assert not spot.hole & spot.board


def test_a_seed_gives_the_same_spots_and_streets_do_not_share_them() -> None:
    assert deal_spots(5, "flop", 10) == deal_spots(5, "flop", 10)
    assert deal_spots(5, "flop", 10) != deal_spots(6, "flop", 10)
    assert [spot.hole for spot in deal_spots(5, "flop", 10)] != [
        spot.hole for spot in deal_spots(5, "turn", 10)
    ]


def test_more_spots_begin_with_the_same_ones() -> None:
    assert deal_spots(5, "turn", 20)[:10] == deal_spots(5, "turn", 10)


def test_the_share_of_a_spot_is_exact() -> None:
    for street in ("flop", "turn", "river"):
        spot = deal_spots(1, street, 1)[0]
        assert spot.equity == current_hand_odds(spot.hole, spot.board).equity
    pocket = deal_spots(1, "preflop", 1)[0]
    assert pocket.equity == pocket_equity(pocket.hole).equity
