"""Hands told in a few words, to count what players do in them."""

from functools import cache
from itertools import islice
from typing import Any

from handsight.formats import parse_phh, read_hands
from handsight.game import Hand
from handsight.opponents.stats import Counts, count_hands
from handsight.opponents.stats.situations import POSITIONS, SITUATIONS
from tests.naive import player_counts
from tests.unit.formats.hands import collection, text_of

HOLES = ("AhKh", "QsQd", "9c8c", "7h7d")
NAMES = ("Ada", "Bob", "Cleo", "Dan")
"""Ada posts the small blind and Bob the big one; the last has the button."""


def text(*actions: str, board: str = "2c5d9hJsKd", seats: int = 3, **changed: Any) -> str:
    """Write a hand; an action is like ``"Ada cbr 300"``, and a ``"/"`` deals a street."""
    dealt = [f"d dh p{seat + 1} {hole}" for seat, hole in enumerate(HOLES[:seats])]
    streets = iter((board[:6], board[6:8], board[8:]))
    told = [f"d db {next(streets)}" if each == "/" else _by_place(each) for each in actions]
    fields = {
        "antes": [0] * seats,
        "blinds_or_straddles": [50, 100, *[0] * (seats - 2)],
        "starting_stacks": [10000] * seats,
        "actions": [*dealt, *told],
        "players": list(NAMES[:seats]),
        "finishing_stacks": None,
    }
    return text_of(**fields | changed)


def record(*actions: str, **changed: Any) -> Hand:
    """Give the same as a record."""
    return parse_phh(text(*actions, **changed))


def counted(*actions: str, **changed: Any) -> dict[str, Counts]:
    """Count a hand, once its text was counted slowly with the same result."""
    told = text(*actions, **changed)
    found = count_hands([parse_phh(told)])
    slowly = player_counts.count(told)
    for name, counts in found.items():
        untold = {"net", "showdowns_won"} - slowly[
            name
        ].keys()  # the hand does not say how it ended
        ours = {key: number for key, number in flat(counts).items() if key not in untold}
        assert ours == {key: slowly[name][key] for key in ours}
    return found


def flat(counts: Counts) -> dict[str, Any]:
    """Give counts by the names of the slow twin."""
    streets = player_counts.STREETS
    named: dict[str, Any] = {
        name: getattr(counts, name)
        for name in (
            *("hands", "decided", "vpip", "pfr", "three_bet_chances", "three_bets"),
            *("flops_seen", "showdowns", "showdowns_won", "net"),
        )
    }
    faced = (counts.raises_faced, *counts.bets_faced)
    folded = (counts.folds_to_raise, *counts.folds_to_bet)
    for street, one, two, row in zip(streets, faced, folded, counts.actions, strict=True):
        named |= {f"{street}.faced": one, f"{street}.folded_to": two}
        kinds = ("fold", "check", "call", "bet", "raise")
        named |= {f"{street}.{kind}": number for kind, number in zip(kinds, row, strict=True)}
    for what in ("dealt", "played", "raised"):
        named |= {f"{what}.{group}": n for group, n in enumerate(getattr(counts, what), start=1)}
    for situation, *rows in zip(SITUATIONS, counts.chances, counts.taken, strict=True):
        for what, row in zip(("chances", "taken"), rows, strict=True):
            places = zip(POSITIONS, row, strict=True)
            named |= {f"{situation}.{place}.{what}": number for place, number in places}
    return named


@cache
def recorded_hands(most: int | None = None) -> list[Hand]:
    """Read the collection of real hands, or the first of them, once for all tests."""
    found = (each for each in read_hands(collection()) if isinstance(each, Hand))
    return list(islice(found, most))


@cache
def counts_of_the_collection(most: int | None = None) -> dict[str, Counts]:
    """Count them, once for all tests."""
    return count_hands(recorded_hands(most))


def _by_place(action: str) -> str:
    name, rest = action.split(" ", 1)
    return f"p{NAMES.index(name) + 1} {rest}"
