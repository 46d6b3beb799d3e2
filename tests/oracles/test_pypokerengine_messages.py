"""What PyPokerEngine tells its players, and what ours tell the same bots in the same matches."""

from itertools import count
from typing import Any

import pytest

from handsight.interop.pypokerengine import EngineBot, EngineRules
from handsight.interop.pypokerengine.messages import uuid_of

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

from tests.unit.interop.our_table import Table, engine_rounds
from tests.unit.interop.their_table import (
    Chooser,
    Match,
    Record,
    Recorder,
    Told,
    played_there,
    random_match,
)


def played_here(match: Match, theirs: Record, observing: bool) -> Record:
    """Play a match of theirs here, and give what our bots were told."""
    ours = Record()
    bots = []
    for seat in range(len(match.stacks)):
        said = iter([told.said for told in theirs.of(seat) if told.kind == "ask"])
        bot = EngineBot(Recorder(seat, ours, lambda *_, said=said: next(said)), f"p{seat}")
        bots.append(bot if observing else Deaf(bot))
    table = Table(EngineRules(match.small_blind, match.ante), bots, match.rounds)
    for _ in engine_rounds(table, match.stacks, map(match.deck, count(1))):
        pass
    for bot in bots:
        bot.reset()
    return ours


class Deaf:
    """A bot that is told nothing beyond its observations."""

    def __init__(self, bot: EngineBot) -> None:
        self.name, self.act, self.reset = bot.name, bot.act, bot.reset


def without_lost_cards(told: Told, ours: Told) -> Any:
    """What was told; who has lost is dealt cards there, and none here."""
    if told.kind != "round start":
        return told.content
    number, hole, seats = told.content
    return number, hole if ours.content[1] else [], seats


def renamed(content: Any, names: dict[str, str]) -> Any:
    """Put our ids in the place of theirs."""
    if isinstance(content, dict):
        return {key: renamed(value, names) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [renamed(value, names) for value in content]
    return names.get(content, content) if isinstance(content, str) else content


def equal_stacks(seed: int) -> Match:
    match = random_match(seed)
    match.stacks = [max(match.stacks)] * len(match.stacks)
    return match


@pytest.mark.parametrize("seed", range(80))
def test_a_bot_is_told_here_what_it_is_told_there(seed: int) -> None:
    match = equal_stacks(seed)
    theirs = played_there(match, Chooser(seed))
    ours = played_here(match, theirs, observing=True)
    names = {uuid: uuid_of(seat, f"p{seat}") for seat, uuid in enumerate(theirs.uuids)}
    for seat in range(len(match.stacks)):
        for there, here in zip(theirs.of(seat), ours.of(seat), strict=True):
            assert here.kind == there.kind
            expected = without_lost_cards(there, here)
            assert renamed(here.content, {}) == renamed(expected, names), there.kind


@pytest.mark.parametrize("seed", range(20))
def test_a_bot_that_only_observes_its_own_turns_is_asked_the_same(seed: int) -> None:
    match = equal_stacks(seed)
    match.rounds = 1
    legal = Chooser(seed)
    legal.wild = 0
    theirs = played_there(match, legal)
    ours = played_here(match, theirs, observing=False)
    names = {uuid: uuid_of(seat, f"p{seat}") for seat, uuid in enumerate(theirs.uuids)}
    for seat in range(len(match.stacks)):
        expected = [told.content for told in theirs.of(seat) if told.kind == "ask"]
        got = [told.content for told in ours.of(seat) if told.kind == "ask"]
        for there, here in zip(expected, got, strict=True):
            assert [here[0], sorted(here[1])] == [there[0], sorted(there[1])]
            assert here[2] == renamed(there[2], names)
