"""Decisions before the flop by the names that players use, such as ``BB vs BTN 2x``.

Heads-up, the button (BTN) posts the small blind and acts first. A raise of the blind is an *open*,
a raise of an open a *3-bet*, and so on. Where a name leaves a size open, it means the size that the
strategy uses most often, but not all-in if there is another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.tree import BIG_BLIND, CALL, FOLD, RAISE, SHOWDOWN
from handsight.errors import InputError
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint import Blueprint
    from handsight.blueprint.tree import HandTree, TreeOption

POSITIONS = ("BTN", "BB")
"""The positions heads-up; the index is the number of the player in the tree."""

SAME = {"SB": "BTN", "BUTTON": "BTN"}
LIMP, ALL_IN = "limp", "all-in"
LEVELS = {"open": 1, "3bet": 2, "4bet": 3, "5bet": 4}
"""The number of raises before the flop, up to and including the named one."""

NEAR = 0.02
"""A named size means a size of the tree if they differ by at most this share of the named one."""

COMBOS = np.array([len(COMBOS_OF[name]) for name in CLASSES])
"""int64[169], the number of combos of each hand class."""

_SIZE = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)(x|bb)", re.ASCII | re.IGNORECASE)
_LEVEL = re.compile(r"([345])-?bet", re.ASCII | re.IGNORECASE)


class Reached(NamedTuple):
    """A node that actions before the flop lead to, and how likely each player gets there.

    Attributes:
        node: the node in the blueprint's tree.
        words: the actions that lead there, such as ``BTN raises to 2 bb``.
        reach: float64[2, 169], the probability that each player takes their own of these actions
            with each hand class.
    """

    node: int
    words: tuple[str, ...]
    reach: NDArray[np.float64]


def start() -> Reached:
    """Return the first decision of a hand."""
    return Reached(0, (), np.ones((2, len(CLASSES))))


def after(blueprint: Blueprint, at: Reached, place: int) -> Reached:
    """Return the node that an option at a decision leads to.

    Args:
        blueprint: the blueprint that both players follow.
        at: the decision.
        place: the index of the option.
    """
    tree = blueprint.betting.tree
    player, option = tree.acting(at.node)[0], tree.options(at.node)[place]
    reach = at.reach.copy()
    reach[player] *= blueprint.table(at.node)[:, place]
    said = f"{POSITIONS[player]} {_words(tree, at.node, option)[1]}"
    return Reached(option.child, (*at.words, said), reach)


def action_words(tree: HandTree, node: int) -> tuple[str, ...]:
    """Return the actions at a decision, such as ``raise to 2 bb``."""
    return tuple(_words(tree, node, option)[0] for option in tree.options(node))


def _words(tree: HandTree, node: int, option: TreeOption) -> tuple[str, str]:
    """Return the name of an option as ``raise to 2 bb`` and as ``raises to 2 bb``."""
    if option.kind == FOLD:
        return "fold", "folds"
    if option.kind == CALL:
        return ("call", "calls") if tree.price(node) > 0 else ("check", "checks")
    if option.is_all_in:
        return ALL_IN, "goes all-in"
    to = f"to {int(tree.bets[option.child].max()) / BIG_BLIND:g} bb"
    return f"raise {to}", f"raises {to}"


# --- names ----------------------------------------------------------------------------------------


def decision_of(blueprint: Blueprint, name: str) -> Reached:
    """Return the decision that a name means.

    Args:
        blueprint: the blueprint that both players follow.
        name: ``BTN open``; ``BB vs BTN`` with ``limp``, ``open``, a size such as ``2x`` or
            ``all-in``; ``BTN vs BB 3bet``, ``BB vs BTN 4bet`` and so on, with or without a size; or
            ``BTN vs BB raise`` for a raise after a limp.

    Raises:
        InputError: if the name cannot be read, or the tree lacks the decision.
    """
    words = name.replace(",", " ").split()
    if len(words) == 2 and words[1].lower() == "open":
        hero = _position(words[0], name)
        if hero:
            raise InputError(f"{name!r}: heads-up the button acts first; did you mean 'BTN open'?")
        return start()
    if len(words) not in (4, 5) or words[1].lower() != "vs":
        raise InputError(
            f"{name!r} is not the name of a chart; write names like 'BTN open', 'BB vs BTN 2x' or "
            "'BTN vs BB 3bet'"
        )
    hero, villain = _position(words[0], name), _position(words[2], name)
    if hero == villain:
        raise InputError(f"{name!r}: a player cannot play against themselves")
    return _facing(blueprint, name, hero, [word.lower() for word in words[3:]])


def _facing(blueprint: Blueprint, name: str, hero: int, words: list[str]) -> Reached:
    """Return the decision at which a player faces the action that the words name.

    Args:
        blueprint: the blueprint that both players follow.
        name: the whole name, for error messages.
        hero: the player who decides.
        words: the words of the name after the positions, one or two.

    Raises:
        InputError: if the words name no decision of the player in the blueprint.
    """
    at, size = start(), words[1] if len(words) == 2 else None
    first = words[0]
    if first == LIMP and size is None:
        return _checked(blueprint, name, taken(blueprint, at, LIMP), hero)
    if first == "raise":
        at = taken(blueprint, at, LIMP)
        return _checked(blueprint, name, raised(blueprint, at, size), hero)
    level = _level(first)
    if level is None:  # a size alone is that of an open
        if size is not None:
            raise InputError(f"{name!r}: after {first!r} nothing can follow, but there is {size!r}")
        return _checked(blueprint, name, raised(blueprint, at, first), hero)
    for _ in range(level - 1):
        at = raised(blueprint, at, None)
    return _checked(blueprint, name, raised(blueprint, at, size), hero)


def _level(word: str) -> int | None:
    found = _LEVEL.fullmatch(word)
    return LEVELS.get(found[1] + "bet" if found else word)


def _checked(blueprint: Blueprint, name: str, at: Reached, hero: int) -> Reached:
    player, street = blueprint.betting.tree.acting(at.node)
    if player >= SHOWDOWN or street:
        raise InputError(f"{name!r}: after that, nobody acts before the flop")
    if player != hero:
        raise InputError(f"{name!r}: after that, it is {POSITIONS[player]} who acts")
    return at


def _position(word: str, name: str) -> int:
    upper = SAME.get(word.upper(), word.upper())
    if upper not in POSITIONS:
        guess = did_you_mean(upper, [*POSITIONS, *SAME])
        raise InputError(f"{name!r}: heads-up, positions are BTN and BB, but not {word!r}{guess}")
    return POSITIONS.index(upper)


def taken(blueprint: Blueprint, at: Reached, word: str) -> Reached:
    """Return the node that a call or check leads to; the button's call before any raise is a limp.

    Args:
        blueprint: the blueprint that both players follow.
        at: the decision.
        word: what the action is called in an error.

    Raises:
        InputError: if the betting before the flop is already over at ``at``.
    """
    options = _options(blueprint, at, word)
    return after(blueprint, at, next(n for n, each in enumerate(options) if each.kind == CALL))


def raised(blueprint: Blueprint, at: Reached, size: str | None) -> Reached:
    """Return the node that a raise leads to.

    Args:
        blueprint: the blueprint that both players follow.
        at: the decision.
        size: ``3x`` for a raise to three times the bet faced, ``6bb`` for a raise to six big
            blinds, or ``all-in``; None for the size that is used most often, but not all-in if
            there is another one.

    Raises:
        InputError: if the size cannot be read, if the tree lacks it, or if the betting before the
            flop is already over at ``at``.
    """
    options, tree = _options(blueprint, at, size or "raise"), blueprint.betting.tree
    places = [place for place, each in enumerate(options) if each.kind == RAISE]
    if size in (ALL_IN, "a", "jam", "shove"):
        found = [place for place in places if options[place].is_all_in]
    elif size is None:
        player = tree.acting(at.node)[0]
        often = (at.reach[player] * COMBOS) @ blueprint.table(at.node)
        sized = [place for place in places if not options[place].is_all_in] or places
        found = sorted(sized, key=lambda place: -often[place])[:1]
    else:
        match = _SIZE.fullmatch(size)
        if match is None:
            raise InputError(f"{size!r} is not a size; write 3x, 6bb or all-in")
        unit = tree.bets[at.node].max() if match[2].lower() == "x" else BIG_BLIND
        wanted = float(match[1]) * float(unit)
        found = [
            place
            for place in places
            if abs(int(tree.bets[options[place].child].max()) - wanted) <= NEAR * wanted
        ]
    if not found:
        known = ", ".join(action_words(tree, at.node)[place] for place in places) or "no raise"
        raise InputError(f"the strategy has no raise {size or ''} there; it has {known}")
    return after(blueprint, at, found[0])


def _options(blueprint: Blueprint, at: Reached, word: str) -> Sequence[TreeOption]:
    tree = blueprint.betting.tree
    player, street = tree.acting(at.node)
    if player >= SHOWDOWN or street:
        raise InputError(f"nobody acts before the flop any more, so {word!r} is not possible")
    return tree.options(at.node)


@lru_cache(4)
def all_decisions(blueprint: Blueprint) -> tuple[Reached, ...]:
    """Return all decisions before the flop, in the order of their nodes."""
    tree, found, open_ = blueprint.betting.tree, [], [start()]
    while open_:
        at = open_.pop()
        player, street = tree.acting(at.node)
        if player < SHOWDOWN and street == 0:
            found.append(at)
            open_ += [after(blueprint, at, place) for place in range(len(tree.options(at.node)))]
    return tuple(sorted(found, key=lambda at: at.node))
