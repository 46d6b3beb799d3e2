"""Hands that were played on the page, as the person may see them."""

from handsight.formats import phh_text
from handsight.game import random_hands
from handsight.web.play.hand_store import KeptHand


def test_cards_that_agents_showed_count_as_turned_up() -> None:
    shown = 0
    for hand in random_hands(2, seed=3, hands=30):
        seen = KeptHand(1, 0, ("loki",), phh_text(hand)).seen()
        shown += None not in seen.holes
        assert seen.turned_up == ((1,) if 1 in hand.shown else ())
        assert not seen.is_dealt_open
    assert shown
