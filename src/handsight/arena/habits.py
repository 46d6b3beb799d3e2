"""What agents did in the hands of a store: the counts behind VPIP, PFR, AF and WTSD.

The texts are read as this arena writes them, without playing the hands again: so it is quick, and
the hands of other houses' rules can be counted too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from handsight.arena.store import ArenaStore
from handsight.opponents.stats import Counts, Decision, HandCounter, PlayedHand

_ACTION = re.compile(
    r'"(?:p(?P<place>\d+) (?P<kind>f|cc|cbr)(?: (?P<total>\d+))?|d db (?P<cards>\w+))'
)
_LIST = re.compile(
    r"^(antes|blinds_or_straddles|starting_stacks|finishing_stacks) = \[(.*)\]$", re.MULTILINE
)
_NAMES = re.compile(r"^players = \[(.*)\]$", re.MULTILINE)
_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')
_STREET_AT = {0: 0, 3: 1, 4: 2, 5: 3}


def habits_of(
    store: ArenaStore, progress: Callable[[int], None] | None = None
) -> dict[str, Counts]:
    """Count what the agents did in all hands of a store.

    Args:
        store: an open store.
        progress: is told how many hands are counted.

    Returns:
        {agent: counts}.
    """
    counter, blind = HandCounter(), store.spec.stakes.big_blind
    for number, hand in enumerate(store.hands(), start=1):
        with store.reading(f"hand {number}"):
            counter.add(played_hand(hand.phh, blind), names_in(hand.phh))
        if progress is not None and not number % 100:
            progress(number)
    return counter.counts


def names_in(phh: str) -> list[str]:
    """Read the names of the players.

    Args:
        phh: a hand as `handsight.arena.recording.hand_text` writes it, with names.
    """
    found = _NAMES.search(phh)
    listed = found[1] if found else ""
    return [re.sub(r"\\(.)", r"\1", name) for name in _NAME.findall(listed)]


def played_hand(phh: str, big_blind: int) -> PlayedHand:
    """Read what a player did, and what came of it.

    Args:
        phh: a hand as `handsight.arena.recording.hand_text` writes it.
        big_blind: chips.
    """
    lists = {name: [int(part) for part in text.split(",")] for name, text in _LIST.findall(phh)}
    started, ended = lists["starting_stacks"], lists["finishing_stacks"]
    posts = lists["blinds_or_straddles"]
    if len(posts) == 2:
        posts = posts[::-1]  # between two players, the format lists the button's blind first
    reader = _Reader(started, lists["antes"], posts)
    decisions = tuple(reader.decisions(phh))
    seats = tuple(range(len(started)))
    left = tuple(seat for seat in seats if seat not in reader.folded)
    showdown = left if len(left) > 1 else ()
    return PlayedHand(
        seats=seats,
        decisions=decisions,
        net={seat: ended[seat] - started[seat] for seat in seats},
        big_blind=big_blind,
        board=reader.board if showdown else reader.board_acted,
        showdown=showdown,
        winners=tuple(seat for seat in left if ended[seat] > reader.kept(seat, started)),
    )


class _Reader:
    """Keeps count of chips while actions are read."""

    def __init__(self, stacks: Sequence[int], antes: Sequence[int], posts: Sequence[int]) -> None:
        self.stacks = [max(have - ante, 0) for have, ante in zip(stacks, antes, strict=True)]
        self.bets = [min(have, post) for have, post in zip(self.stacks, posts, strict=True)]
        self.stacks = [have - bet for have, bet in zip(self.stacks, self.bets, strict=True)]
        self.price = max(posts)
        self.folded: set[int] = set()
        self.board = self.board_acted = 0

    def decisions(self, phh: str) -> Iterator[Decision]:
        for found in _ACTION.finditer(phh):
            place, kind, total, cards = found.groups()
            if cards is not None:
                self.board += len(cards) // 2
                self.bets, self.price = [0] * len(self.bets), 0
                continue
            self.board_acted = self.board
            yield self._decision(int(place) - 1, kind, int(total or 0))

    def _decision(self, seat: int, kind: str, total: int) -> Decision:
        street, could_raise = _STREET_AT[self.board], self._could_raise(seat)
        if kind == "f":
            self.folded.add(seat)
            return Decision(seat, street, "fold", could_raise)
        price = self.price
        if kind == "cc":
            cost = min(price - self.bets[seat], self.stacks[seat])
            self._pay(seat, cost)
            return Decision(seat, street, "call" if cost else "check", could_raise)
        self._pay(seat, total - self.bets[seat])
        self.price = total
        return Decision(seat, street, "raise" if price else "bet", could_raise)

    def _could_raise(self, seat: int) -> bool:
        """Whether he has more than the price, and somebody has chips to answer with."""
        if self.stacks[seat] <= self.price - self.bets[seat]:
            return False
        others = (other for other in range(len(self.stacks)) if other != seat)
        return any(self.stacks[other] and other not in self.folded for other in others)

    def kept(self, seat: int, started: Sequence[int]) -> int:
        """Give the chips that were not in a pot in the end; what nobody called goes back."""
        paid = [was - now for was, now in zip(started, self.stacks, strict=True)]
        most = max(chips for other, chips in enumerate(paid) if other != seat)
        return self.stacks[seat] + max(paid[seat] - most, 0)

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.bets[seat] += chips
