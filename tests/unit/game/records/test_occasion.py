"""What a record tells of the money, the stake, the site, the day and the players of a hand."""

from dataclasses import replace
from typing import Any

import pytest

from handsight.formats.phh import canonical_text
from handsight.game import Hand, Occasion, Rules, random_hands
from handsight.game.records.occasion import PLAYED_FOR

HAND = next(random_hands(3, seed=1))


def told(**metadata: Any) -> Hand:
    return replace(HAND, metadata=metadata)


@pytest.mark.parametrize(
    ("metadata", "money"),
    [
        ({}, "chips"),
        ({"currency_symbol": "$"}, "cash $"),
        ({"currency": "EUR"}, "cash €"),
        ({"currency": "RSD"}, "cash RSD"),
        ({"currency_symbol": "$", "event": "Tournament #7"}, "tournament chips"),
        ({"level": 3}, "tournament chips"),
        ({PLAYED_FOR: "tournament"}, "tournament chips"),
        ({PLAYED_FOR: "play", "currency_symbol": "$"}, "play money"),
    ],
)
def test_the_record_tells_the_money(metadata: dict[str, Any], money: str) -> None:
    assert str(Occasion.of(told(**metadata)).money) == money


@pytest.mark.parametrize(
    ("event", "stake"),
    [
        ("Tournament #132635073 4,57 $ + 0,43 $", "$5"),
        ("Tournament #35590332 $2.50 + $0.25", "$2.75"),
        ("Tournament #122715, €4.69+€0.31 Cub3d", "€5"),
        ("Tournament #280631121, $5.00+$0.50 USD", "$5.5"),
        ("$215 USD Buy-in Trny: 47928230 ", "$215"),
        ("(SNG JackPot Tournament #241086059) (Buyin $0.23 + $0.02)", "$0.25"),
        ('Tournament "No Limit Hold\'em" buyIn: 0,90€ + 0,10€', "€1"),
        ("Tournament #7, $1+$2+$3 USD", "$6"),
        ("Tournament #9364957, WSOP #77: $5,000 No Limit Hold'em Main Event, $25M GTD", ""),
        ("$3,500 GP R/A", ""),
        ("Hyper Turbo (500 Chips) (#16727068)", ""),
        ("Tournament #604678566, Freeroll", ""),
    ],
)
def test_the_stake_of_a_tournament_is_its_buy_in(event: str, stake: str) -> None:
    assert Occasion.of(told(event=event)).stake == stake


def test_the_stake_of_a_game_is_its_blinds_or_bets() -> None:
    cents = replace(HAND, rules=Rules(small_blind=25, big_blind=50), scale=100)
    assert Occasion.of(cents).stake == "0.25/0.5"
    limit = Rules(structure="fixed-limit", small_blind=50, big_blind=100)
    assert Occasion.of(replace(HAND, rules=limit)).stake == "100/200 limit"


@pytest.mark.parametrize(
    ("metadata", "day"),
    [
        ({"year": 2024, "month": 5, "day": 6}, "2024-05-06"),
        ({"year": 2024, "month": 5}, ""),
        ({"year": 2024, "month": 13, "day": 6}, ""),
        ({"year": "x", "month": 1, "day": 6}, ""),
    ],
)
def test_a_day_is_told_whole_or_not_at_all(metadata: dict[str, Any], day: str) -> None:
    assert Occasion.of(told(**metadata)).day == day


def test_a_hand_is_known_whether_or_not_its_money_was_read() -> None:
    assert canonical_text(told(**{PLAYED_FOR: "play", "hand": 7})) == canonical_text(told(hand=7))
