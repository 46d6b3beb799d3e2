"""Matches of PyPokerEngine 1.0.1 played again by our own code, to the chip.

Their engine plays on decks that we stack, with players who say all sorts of things, legal and not.
Ours must ask the same seat at each turn, offer it the same, take what it says in the same way, and
end with the same winners and chips.
"""

from typing import Any

import pytest

from handsight.interop.pypokerengine import EngineHand, EngineRules, EngineSeating
from handsight.interop.pypokerengine.actions import engine_action
from handsight.interop.pypokerengine.cards import engine_texts
from handsight.interop.pypokerengine.pots import best_seats

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

from tests.thorough import up_to
from tests.unit.interop.their_table import Chooser, Match, Record, Told, played_there, random_match

STATES = ("participating", "allin", "folded")


def replay(match: Match, record: Record) -> list[int]:
    """Play a match of theirs here, and compare at each turn."""
    rules = EngineRules(match.small_blind, match.ante)
    stacks, button = tuple(match.stacks), 0
    told = iter([each for each in record.told if each.kind in ("ask", "round result")])
    for number in range(1, match.rounds + 1):
        seating = EngineSeating.of(rules, stacks, button)
        if seating.is_over:
            stacks = seating.stacks
            break
        hand = EngineHand.start(rules, stacks, button, deck=match.deck(number))
        while not hand.is_over:
            hand = one_turn(hand, next(told))
        for _ in stacks:
            compare_end(hand, number, next(told), record)
        stacks, button = hand.stacks, hand.next_button
    assert next(told, None) is None
    return list(stacks)


def one_turn(hand: EngineHand, asked: Told) -> EngineHand:
    assert asked.kind == "ask"
    assert asked.seat == hand.actor
    offered, hole, state = asked.content
    legal = hand.legal_actions
    low, high = (legal.raise_min, legal.raise_max) if legal.can_raise else (-1, -1)
    assert offered[1]["amount"] == legal.price
    assert offered[2]["amount"] == {"min": low, "max": high}
    assert hole == engine_texts(hand.hole_cards(hand.actor))
    assert state["street"] == hand.street
    compare_table(hand, state)
    assert asked.said is not None
    return hand.apply(engine_action(*asked.said, legal.price))


def compare_table(hand: EngineHand, state: dict[str, Any]) -> None:
    seats = state["seats"]
    assert tuple(seat["stack"] for seat in seats) == hand.stacks
    pots = [state["pot"]["main"], *state["pot"]["side"]]
    assert [pot["amount"] for pot in pots] == [pot.chips for pot in hand.pots]
    assert state["community_card"] == engine_texts(hand.board)
    assert state["dealer_btn"] == hand.button
    assert state["small_blind_pos"] == hand.seating.small_blind
    assert state["big_blind_pos"] == hand.seating.big_blind
    folded = [seat["state"] == "folded" for seat in seats]
    assert folded == [seat not in hand.players for seat in range(hand.seats)]
    assert [s for s, seat in enumerate(seats) if seat["state"] == "allin"] == list(hand.all_in)


def compare_end(hand: EngineHand, number: int, result: Told, record: Record) -> None:
    assert result.kind == "round result"
    winners, infos, state = result.content
    assert state["round_count"] == number
    compare_table(hand, state)
    names = [record.uuids.index(each["uuid"]) for each in winners]
    assert names == best_seats(hand.scores)
    assert [record.uuids.index(each["uuid"]) for each in infos] == list(hand.shown)


def compare_matches(seeds: range) -> int:
    rounds = 0
    for seed in seeds:
        match = random_match(seed)
        record = played_there(match, Chooser(seed))
        assert replay(match, record) == record.end, seed
        rounds += sum(each.kind == "round result" for each in record.of(0))
    return rounds


@pytest.mark.repeats(1)
@pytest.mark.parametrize("block", range(4))
def test_a_thousand_matches_come_out_the_same_to_the_chip(block: int) -> None:
    assert compare_matches(range(250 * block, 250 * (block + 1))) > 250


@pytest.mark.exhaustive
def test_more_matches_come_out_the_same_to_the_chip() -> None:
    number = up_to(10_000, 2_000)
    assert compare_matches(range(1000, 1000 + number)) > number
