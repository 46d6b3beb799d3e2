"""Nodes of a solved game, found by a line of play like ``"check, bet 60%, call, 3c"``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.errors import InputError, OptionError
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import CHANGES, combo_tables
from handsight.solver.betting import STREETS, Option
from handsight.solver.locks import CARD
from handsight.solver.sizes import read_sizes
from handsight.solver.tree import NOBODY, Node

if TYPE_CHECKING:
    from handsight.solver.game import SolverGame
    from handsight.solver.learning import Learner

_BET = re.compile(r"(bet|raise)(?:\s*(?:to\s+)?(\S+))?")
_PASSIVE = {
    "check": "check", "x": "check", "call": "call", "c": "call", "fold": "fold", "f": "fold"
}  # fmt: skip
_ALL_IN = ("all-in", "allin", "all in", "a")


@dataclass(slots=True)
class TreePlace:
    """A node of the betting tree on one board.

    Attributes:
        level: the index of the street, counted from that of the spot.
        deal: the index of the dealt board.
        node: the index of the node in the tree of the street.
        change: the index in `CHANGES` of the change of suits that turns the dealt board into the
            actual board.
        cards: the cards on the actual board.
        entry: the weights of both players' hands at the start of the street, in the order of the
            dealt board's hands, padded.
        reach: the weights of both players' hands at the node, in the same order.
        steps: the actions and cards so far, in canonical form.
    """

    level: int
    deal: int
    node: int
    change: int
    cards: CardSet
    entry: list[NDArray[np.float64]]
    reach: list[NDArray[np.float64]]
    steps: tuple[str, ...]


def find_place(learner: Learner, line: str) -> TreePlace:
    """Follow a line from the root, and return the place that it leads to.

    Args:
        learner: the learner whose average strategies are played.
        line: actions and cards, separated by commas; empty for the root.

    Raises:
        InputError: if an action or card is impossible, or the line goes on where the hand is
            over. For an action that is impossible at a decision, the message lists the possible
            ones.
    """
    weights = [row.astype(np.float64) for row in learner.game.root_weights()]
    place = TreePlace(0, 0, 0, 0, learner.game.spot.board, weights, list(weights), ())
    for word in (part.strip() for part in line.split(",")) if line.strip() else ():
        node = node_at(learner, place)
        if node.end == "deal":
            place = _deal(learner, place, word)
        elif node.player == NOBODY:
            raise InputError(f"the line is already over before {word!r}; leave it out")
        else:
            place = _act(learner, place, _chosen(learner, node, word, place))
    return place


def node_at(learner: Learner, place: TreePlace) -> Node:
    """Return the tree node of a `TreePlace`."""
    return learner.game.trees[place.level].nodes[place.node]


def option_text(option: Option, pot: int, faced: int) -> str:
    """Return the text of an action.

    Args:
        option: the action.
        pot: chips in the pot after a call.
        faced: chips that the opponent has put in on the street.
    """
    if option.kind in ("fold", "check"):
        return option.kind
    if option.kind == "call":
        return "call"
    if option.kind == "bet":
        return f"bet {option.amount} ({100 * option.amount / pot:.0f}%)"
    if option.kind == "raise":
        return f"raise {option.amount} ({100 * (option.amount - faced) / pot:.0f}%)"
    return f"all-in {option.amount}"


def _chosen(learner: Learner, node: Node, word: str, place: TreePlace) -> int:
    """Return the index of the option that a word names."""
    names = [option.kind for option in node.options]
    text = " ".join(word.lower().split())
    # Remove the share of the pot, which the canonical text of an action has in brackets.
    text = re.sub(r"\s*\(\d+%\)$", "", text)
    if text in _PASSIVE and _PASSIVE[text] in names:
        return names.index(_PASSIVE[text])
    if "all-in" in names:
        number = names.index("all-in")
        if text in (*_ALL_IN, f"all-in {node.options[number].amount}"):
            return number
    match = _BET.fullmatch(text)
    if match is not None:
        sized = [number for number, name in enumerate(names) if name in ("bet", "raise", "all-in")]
        if match[2] is None and len(sized) == 1:
            return sized[0]
        amount = None if match[2] is None else _amount(learner, node, match[2], place)
        for number in sized:
            if node.options[number].amount == amount:
                return number
    betting, other = learner.game.betting, 1 - node.player
    pot, faced = betting.pot + 2 * node.paid[other], node.own[other]
    choice = ", ".join(option_text(option, pot, faced) for option in node.options)
    who = ("out of position", "in position")[node.player]
    raise InputError(f"{word!r} cannot be played here; {who} may: {choice}")


def _amount(learner: Learner, node: Node, text: str, place: TreePlace) -> int | None:
    """Convert a size to the total on the street, in chips; return None if it is not a size.

    A number without a unit is chips, as in the text of an action.
    """
    if text.isdecimal() and text.isascii():
        return int(text[:12])
    betting, other = learner.game.betting, 1 - node.player
    faced, street = node.own[other], learner.game.trees[place.level].street
    try:
        [size] = read_sizes(text, "line", raises=faced > 0)
    except (OptionError, ValueError):
        return None
    behind, streets = betting.stack - node.paid[other], len(STREETS) - STREETS.index(street)
    pot = betting.pot + 2 * node.paid[other]
    return min(size.amount(pot, faced, behind, streets), faced + behind)


def _act(learner: Learner, place: TreePlace, action: int) -> TreePlace:
    node = node_at(learner, place)
    reach = list(place.reach)
    shares = learner.shares(place.level, place.deal, place.node)
    row = reach[node.player].copy()
    row[: len(shares)] *= shares[:, action]
    reach[node.player] = row
    other = 1 - node.player
    pot, faced = learner.game.betting.pot + 2 * node.paid[other], node.own[other]
    step = option_text(node.options[action], pot, faced)
    return TreePlace(
        *(place.level, place.deal, node.first + action, place.change, place.cards),
        *(place.entry, reach, (*place.steps, step)),
    )


def _deal(learner: Learner, place: TreePlace, word: str) -> TreePlace:
    """Move to the next street with a card, or with an equivalent card that the solver dealt."""
    from handsight.kernels.solver.tables import HANDS, MAPS, WIDE

    if CARD.fullmatch(word) is None:
        raise InputError(f"{word!r} is not a card; the next card comes here, like 3c")
    card = Card(word)
    if card in place.cards:
        raise InputError(f"{card} is already on the board; name another card")
    after = learner.game.deals[place.level + 1]
    deal, whole = find_deal(learner.game, place.level, place.deal, place.change, card.index)
    entry = []
    for player in range(2):
        kind = after.table[deal, player]
        maps = after.maps[kind[MAPS] : kind[MAPS] + kind[HANDS]]
        row = np.zeros(int(kind[WIDE]))
        row[: len(maps)] = place.reach[player][maps]
        entry.append(row)
    node = learner.game.trees[place.level].leaves.index(place.node)
    cards = place.cards | CardSet([card])
    steps = (*place.steps, str(card))
    return TreePlace(place.level + 1, deal, node, whole, cards, entry, list(entry), steps)


def find_deal(game: SolverGame, level: int, deal: int, change: int, card: int) -> tuple[int, int]:
    """Find the dealt board that represents the actual board after one more card.

    Args:
        game: a prepared game.
        level: the index of the street before the card.
        deal: the index of the dealt board on that street.
        change: the index in `CHANGES` of the change of suits from that dealt board to the actual
            board.
        card: the index of the card that is dealt to the actual board, 0..51.

    Returns:
        The index of the dealt board on the next street, and the index in `CHANGES` of the change of
        suits from it to the actual board.
    """
    from handsight.kernels.solver.tables import CHILD

    back = CHANGES.index(tuple(CHANGES[change].index(suit) for suit in range(4)))
    wanted = card & ~3 | CHANGES[back][card & 3]
    first, end = game.deals[level].table[deal : deal + 2, 0, CHILD]
    following, image = next(
        (number, image)
        for number in range(first, end)
        for dealt, image in game.boards[level + 1][number].images
        if dealt == wanted
    )
    return following, CHANGES.index(tuple(CHANGES[change][suit] for suit in CHANGES[image]))


def meant_combos(learner: Learner, place: TreePlace, player: int) -> NDArray[np.int16]:
    """Return the combo numbers of a player's hands on the actual board."""
    combos = learner.game.combos_at(place.level, place.deal, player)
    turned: NDArray[np.int16] = combo_tables()[2][place.change, combos]
    return turned


def spread_out(combos: NDArray[np.int16], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spread the values of some hands over all combos, with 0 for the others: float64[1326]."""
    spread = np.zeros(COMBO_COUNT)
    spread[combos] = numbers
    return spread
