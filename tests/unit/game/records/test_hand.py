"""A record as plain values: JSON holds it, and nothing of the hand is lost."""

import datetime
import json
from dataclasses import replace
from fractions import Fraction

from handsight.game import random_hands
from tests.unit.formats.hands import history


def test_json_holds_every_value_unchanged() -> None:
    for hand in random_hands(3, seed=5, hands=20):
        values = hand.to_dict()
        assert json.loads(json.dumps(values, allow_nan=False)) == values


def test_seats_and_actions_are_those_of_the_record() -> None:
    hand = history()
    values = hand.to_dict()
    assert values["board"] == "Qh7h2c3h2d"
    assert [seat["hole"] for seat in values["seats"]] == ["QsQd", "9c8c", "AhKh"]
    assert [seat["position"] for seat in values["seats"]] == ["SB", "BB", "BTN"]
    assert [seat["finishing_stack"] for seat in values["seats"]] == [12600, 9900, 0]
    first, second = values["actions"][:2]
    assert (first["seat"], first["action"], first["amount"], first["chips"]) == (
        2,
        "raise",
        300,
        300,
    )
    assert (second["seat"], second["amount"], second["chips"]) == (0, 1000, 950)
    assert values["actions"][-1]["all_in"]


def test_unknown_cards_and_results_are_none() -> None:
    hand = history()
    hidden = replace(hand, holes=(None, *hand.holes[1:]), finishing_stacks=None)
    seat = hidden.to_dict()["seats"][0]
    assert (seat["hole"], seat["finishing_stack"], seat["winnings"]) == (None, None, None)


def test_half_chips_are_floats_and_whole_ones_are_not() -> None:
    hand = replace(history(), winnings=(Fraction(5, 2), Fraction(4), 0))
    assert repr([seat["winnings"] for seat in hand.to_dict()["seats"]]) == "[2.5, 4, 0]"


def test_days_and_times_of_the_metadata_become_text() -> None:
    told = {"time": datetime.time(12, 30), "tables": [1, {"at": datetime.date(2024, 5, 6)}]}
    values = replace(history(), metadata=told).to_dict()["metadata"]
    assert values == {"time": "12:30:00", "tables": [1, {"at": "2024-05-06"}]}
