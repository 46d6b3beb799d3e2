"""Blockers: the combos that one or two held cards remove from an opponent's range."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handsight.cards import CardSet, CardsLike, parse_cards, refuse_shared, require_count
from handsight.errors import InputError
from handsight.odds.board.boards import POSTFLOP_BOARD_SIZES
from handsight.odds.board.texture import hand_names
from handsight.odds.counting.hands import Count, scaled, whole
from handsight.odds.spot import ANY, any_two, read_range
from handsight.odds.strength.made_hands import DRAWS, KINDS, MADE
from handsight.ranges.combos import CLASSES, MASKS, class_of
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from handsight.odds.spot import AnyCards
    from handsight.ranges import Range

HELD = (1, 2)


@dataclass(frozen=True, slots=True, repr=False)
class BlockedHands(ShownInNotebooks):
    """How much of a group of hands is left in a range once combos with a held card are removed.

    Attributes:
        before: the total weight of all combos in the group.
        after: the total weight of the combos in the group that contain no held card.

    Example:
        >>> blockers("As", "AA, AKs").classes["AA"]
        BlockedHands(before=6, after=3)
    """

    before: Count
    after: Count

    @property
    def removed(self) -> Count:
        """The weight of the removed combos."""
        return whole(self.before - self.after)

    @property
    def share(self) -> float:
        """The removed share of the weight in ``before``, 0..1; 0 if the group has no combos."""
        return float(self.removed / self.before) if self.before else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Blockers(ShownInNotebooks):
    """How many combos held cards remove from a range, in all and in each group of hands.

    Attributes:
        cards: the one or two held cards.
        board: the cards of the board: none, or three to five.
        hands: the opponent's range.
        all: the counts for the whole range.
        classes: the counts for each hand class of the range on this board.
        made: the counts for each made hand, in the order of
            `handsight.odds.strength.made_hands.MADE`; empty before the flop, as are ``draws`` and
            ``kinds``.
        draws: the counts for each draw, in the order of
            `handsight.odds.strength.made_hands.DRAWS`.
        kinds: the counts for ``value``, ``draw``, ``pair`` and ``air``.

    Example:
        >>> found = blockers("AhKd", "QQ+, AK", "Qh7h2c")
        >>> found.all, found.kinds["value"].share, round(found.kinds["air"].share, 3)
        (BlockedHands(before=31, after=18), 0.4, 0.4)
    """

    cards: CardSet
    board: CardSet
    hands: Range | AnyCards
    all: BlockedHands
    classes: dict[str, BlockedHands] = field(hash=False)
    made: dict[str, BlockedHands] = field(hash=False)
    draws: dict[str, BlockedHands] = field(hash=False)
    kinds: dict[str, BlockedHands] = field(hash=False)


def blockers(
    cards: CardsLike,
    hands: str | Range | AnyCards,
    board: CardsLike = "",
    dead: CardsLike = "",
) -> Blockers:
    """Count exactly the combos that our one or two cards remove from an opponent's range.

    Args:
        cards: our one or two cards.
        hands: the opponent's range, or ``"random"`` for any cards.
        board: no cards, or three to five cards; combos that contain a board card are not counted.
        dead: cards that nobody can hold; combos that contain one are not counted either.

    Raises:
        InputError: if the cards or the range are invalid, or the range has no hand on this board.

    Example:
        >>> found = blockers("As", "QQ+, AKs, A5s-A2s")
        >>> found.all.before, found.all.after, round(found.all.share, 3)
        (38, 30, 0.211)
    """
    groups = {"cards": cards, "board": board, "dead": dead}
    parsed = {where: parse_cards(given, where) for where, given in groups.items()}
    refuse_shared(parsed)
    require_count(parsed["cards"], "cards", HELD)
    if parsed["board"]:
        require_count(parsed["board"], "board", POSTFLOP_BOARD_SIZES)
    held, lying, out = map(CardSet.of, parsed.values())
    named = read_range(hands)
    left = any_two((lying | out).mask) if named is ANY else named.without(lying | out)
    if not left:
        raise InputError(f"the range {str(hands)!r} has no hand left")
    combos = {CardSet.from_mask(MASKS[i]): n for i, n in enumerate(left.numerators) if n}
    sort = _Sorting(held, combos, left.denominator)
    classes = sort.by(CLASSES, class_of)
    made, draws, kinds = {}, {}, {}
    if lying:
        names = {hole: hand_names(hole, lying) for hole in combos}
        made = sort.by(MADE, lambda hole: names[hole][0])
        draws = sort.by(DRAWS, lambda hole: names[hole][1])
        kinds = sort.by(KINDS, lambda hole: names[hole][2])
    return Blockers(
        *(held, lying, named, sort.by(("all",), lambda hole: "all")["all"]),
        classes={name: each for name, each in classes.items() if each.before},
        made=made,
        draws=draws,
        kinds=kinds,
    )


@dataclass(frozen=True, slots=True)
class _Sorting:
    """The combos of a range; `by` sums their weights group by group.

    Attributes:
        held: the one or two held cards.
        combos: {combo: numerator of its weight in the range}.
        unit: the denominator of the weights.
    """

    held: CardSet
    combos: dict[CardSet, int]
    unit: int

    def by(self, names: Iterable[str], of: Callable[[CardSet], str]) -> dict[str, BlockedHands]:
        before, after = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        for hole, weight in self.combos.items():
            name = of(hole)
            before[name] += weight
            if not hole.mask & self.held.mask:
                after[name] += weight
        return {
            name: BlockedHands(scaled(before[name], self.unit), scaled(after[name], self.unit))
            for name in before
        }
