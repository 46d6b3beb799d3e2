"""What other packages' calls return is what handsight's calls return, by the tables of the pages.

Each row of a page is compared by a rule of its own: scales, orders and notations differ.
"""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from handsight import evaluate
from handsight.cards import parse_cards
from tests.repo.coming_from import Row, names, page_of

Rule = Callable[[Any, Any], bool]


def same(theirs: Any, ours: Any) -> bool:
    return bool(theirs == ours)


def same_text(theirs: Any, ours: Any) -> bool:
    return str(theirs) == str(ours)


def near(theirs: Any, ours: Any) -> bool:
    """Within a few standard errors of what was sampled."""
    return bool(ours == pytest.approx(theirs, abs=0.02))


def same_kind(theirs: str, ours: str) -> bool:
    plain = {
        "pair": "onepair",
        "quads": "fourofakind",
        "trips": "threeofakind",
        "highcard": "highcard",
    }
    words = "".join(theirs.lower().split())
    return plain.get(words, words) == ours.replace("_", "")


def same_cards(theirs: Any, ours: Any) -> bool:
    """Cards as text, rank first, whatever writes them."""
    return sorted(map(str, theirs)) == sorted(map(str, ours))


def engine_cards(theirs: Any, ours: Any) -> bool:
    """PyPokerEngine writes the suit first, in capitals."""
    return [f"{text[1]}{text[0].lower()}" for text in map(str, theirs)] == [
        str(each) for each in ours
    ]


def treys_text(card: int) -> str:
    from treys import Card as Theirs

    return str(Theirs.int_to_str(card))


SUITS = {1: "spades", 2: "hearts", 4: "diamonds", 8: "clubs"}
"""In treys."""

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
"""In eval7, by number."""


def as_many(theirs: Any, ours: str) -> bool:
    """Compare drawn cards by their number."""
    return len(theirs) == len(parse_cards(ours))


def same_range(theirs: Any, ours: Any) -> bool:
    """Compare the weights of all hands of a range of eval7's."""
    weights = {frozenset(map(str, hand)): weight for hand, weight in theirs.hands}
    return weights == {frozenset(map(str, hand)): float(weight) for hand, weight in ours.combos}


RULES: dict[str, dict[str, Rule]] = {
    "treys": {
        "read a card": lambda theirs, ours: treys_text(theirs) == str(ours),
        "write a card": same,
        "write it with a symbol": lambda theirs, ours: theirs == f"[{ours}]",
        "get its rank, from 0 for a two": same,
        "get its suit": lambda theirs, ours: SUITS[theirs] == ours,
        "rank a hand": lambda theirs, ours: 7462 - theirs == ours,
        "name its kind": same_kind,
        "place it among all hands, 1 for the best": lambda theirs, ours: abs(theirs - ours) < 2e-4,
        "see who wins": same,
        "rank many hands": lambda theirs, ours: [7462 - each for each in theirs] == ours,
        "list all cards": lambda theirs, ours: len(theirs) == ours,
        "shuffle and deal": as_many,
    },
    "eval7": {
        "read a card": same_text,
        "get its rank, from 0 for a two": same,
        "get its suit": lambda theirs, ours: SUIT_NAMES[theirs] == ours,
        "name its kind": same_kind,
        "read a range": same_range,
        "read a weighted range": same_range,
        "count its hands": same,
        "compare the hands as they are": same,
        "sample an equity": near,
        "compute the equity of each hand": lambda theirs, ours: near(list(theirs.values()), ours),
        "shuffle and deal": as_many,
    },
    "pokerkit": {
        "read cards": lambda theirs, ours: [repr(each) for each in theirs] == [*map(str, ours)],
        "see who wins": same,
        "read a range": lambda theirs, ours: len(theirs) == len(ours),
        "count its hands": same,
        "compare ranges at the showdown": near,
        "compute an equity against a random hand": near,
        "share prize money by stacks": lambda theirs, ours: ours == pytest.approx(theirs, abs=1e-4),
        "see what a hand won": lambda theirs, ours: tuple(theirs)[::-1] == ours,
    },
    "pypokerengine": {
        "read cards": engine_cards,
        "name the kind of a hand": same_kind,
        "see who wins": same,
        "compute a win rate, ties included": near,
    },
}

NOT_COMPARED = {
    "eval7": {"rank a hand"},
    "pokerkit": {"rank a hand", "start a hand", "raise", "check or call", "fold"},
    "pypokerengine": {"rank a hand", "start a hand", "act in it", "play a match"},
}
"""Other scales, of which the orders are compared below, and calls that change a state."""


def rows_to_compare(name: str) -> list[Row]:
    return [row for row in page_of(name).rows if row.theirs]


@pytest.mark.parametrize("name", names())
def test_every_row_has_a_rule_or_is_known_to_have_none(name: str) -> None:
    wants = {row.want for row in rows_to_compare(name)}
    assert wants == RULES[name].keys() | NOT_COMPARED.get(name, set())


def compare(name: str) -> None:
    page = page_of(name)
    theirs, ours = page.of_theirs(), page.of_ours()
    differ = [
        row
        for row in page.rows
        if row.want in RULES[name]
        and not RULES[name][row.want](eval(row.theirs, theirs), eval(row.ours, ours))
    ]
    assert differ == []


def test_treys_gives_the_same() -> None:
    pytest.importorskip("treys", reason="treys is not installed (extra: peers)")
    compare("treys")


def test_eval7_gives_the_same() -> None:
    pytest.importorskip("eval7", reason="eval7 is not installed (extra: peers)")
    compare("eval7")


def test_pokerkit_gives_the_same() -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    compare("pokerkit")


def test_pypokerengine_gives_the_same() -> None:
    pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")
    compare("pypokerengine")


HANDS = ["AhKhQh7h2c", "7c7sQh7h2c", "AhKhQhJhTh", "2c3d4h5s7c", "AcAdAhAsKc", "KdKs7c7dAh"]


def test_values_of_eval7_have_the_order_of_ours() -> None:
    eval7 = pytest.importorskip("eval7", reason="eval7 is not installed (extra: peers)")
    theirs = [
        eval7.evaluate([eval7.Card(str(card)) for card in parse_cards(hand)]) for hand in HANDS
    ]
    ours = [evaluate(hand) for hand in HANDS]
    for one, other in itertools.combinations(range(len(HANDS)), 2):
        assert (theirs[one] > theirs[other]) == (ours[one] > ours[other])


def test_hands_of_pokerkit_have_the_order_of_ours() -> None:
    pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    theirs = [pokerkit.StandardHighHand(hand) for hand in HANDS]
    ours = [evaluate(hand) for hand in HANDS]
    for one, other in itertools.combinations(range(len(HANDS)), 2):
        assert (theirs[one] > theirs[other]) == (ours[one] > ours[other])


def test_states_of_pokerkit_take_the_same_actions() -> None:
    """The calls of the page that change a state, one after the other."""
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    page = page_of("pokerkit")
    theirs, ours = page.of_theirs(), page.of_ours()
    assert tuple(theirs["state"].stacks)[::-1] == ours["folded"].stacks
    started, _, _ = page.theirs.partition("state.complete_bet_or_raise_to")
    exec(started, theirs)
    state = theirs["state"]
    assert tuple(state.stacks)[::-1] == ours["start"].stacks
    state.complete_bet_or_raise_to(300)
    assert tuple(state.bets)[::-1] == ours["raised"].bets
    state.check_or_call()
    assert state.street_index == 1
