"""Decisions of recorded hands as spots for the solver: board, pot, stacks, bets and ranges."""

from __future__ import annotations

from itertools import pairwise
from math import log
from pathlib import Path
from typing import NamedTuple

from handsight.charts import PreflopSpot, spot
from handsight.charts.spots import KINDS
from handsight.errors import InputError, OptionError
from handsight.game import ActionRecord, Hand, HandState, replay
from handsight.web.solutions import bytes_of

PLAYERS = ("oop", "ip")
STREETS = ("flop", "turn", "river")
USUAL = {"bets": "50%", "raises": "a"}
"""Default sizes, for players who did not bet or raise on a street of the hand."""

DEPTHS = (100, 40, 20)
"""The stacks in big blinds for which to try charts, if there are any."""
FARTHEST = 1.6
"""A chart fits if its stack and that of the hand differ at most by this factor."""


class NamedRanges(NamedTuple):
    """The ranges from charts for the two players who see a flop.

    Attributes:
        name: name of the spot; empty if no spot fits.
        spot: the spot; None if no spot fits.
        reason: the actions and the stack in the hand, to compare with the spot; or why none fits.
    """

    name: str
    spot: PreflopSpot | None
    reason: str


class SolverStart(NamedTuple):
    """A spot from whose root a line leads to a decision; all chips are those of the record.

    Attributes:
        street: street of the root.
        board: cards at the root, such as ``Qh7h2c``.
        seats: the seats out of position and in position.
        pot: chips in the pot at the root.
        stack: chips of the shorter stack at the root.
        line: actions and cards from the root to the decision, as `handsight.solver.Solution.node`
            reads them; empty at the root.
        sizes: sizes of the bets and raises from the root up to and including the decision, by
            street and player, with names such as ``flop_bets_ip``; at the decision, also `USUAL`.
        raises: the highest number of raises on one of these streets, not counting the first bet.
        decided: street of the decision.
    """

    street: str
    board: str
    seats: tuple[int, int]
    pot: int
    stack: int
    line: str
    sizes: dict[str, str]
    raises: int
    decided: str


class FittedStart(NamedTuple):
    """The tree of a spot: its bet sizes, its limit on raises, and its memory.

    Attributes:
        sizes: sizes by street and player. In smaller trees, the only bet on later streets is
            all-in, and in the smallest, the size added at the decision is left out too.
        raise_cap: the maximum number of raises on a street; None for any number.
        bytes: memory in bytes that solving the spot needs.
    """

    sizes: dict[str, str]
    raise_cap: int | None
    bytes: int


# --- the decision ---------------------------------------------------------------------------------


def solver_starts(hand: Hand, at: int) -> list[SolverStart]:
    """Return the spots that contain a decision: one for each street that two players began.

    Args:
        hand: the recorded hand.
        at: number of actions before the decision.

    Raises:
        HistoryError: if the hand cannot be replayed.
        OptionError: if it is no decision between two players after the flop in no limit, or if the
            street of the decision began with more players.
    """
    states = [*replay(hand)]
    if at >= len(states) - 1 or states[at].is_over:
        raise OptionError(f"nobody acts after {at} actions of this hand")
    now = states[at]
    if hand.rules.is_limit:
        raise OptionError("the solver plays no limit, and this is a limit game")
    if now.street not in STREETS:
        raise OptionError("the solver begins on the flop; choose a decision after it")
    if len(now.players) != 2:
        raise OptionError(f"the solver plays two players, and {len(now.players)} are in the hand")
    starts = []
    for street in STREETS[: STREETS.index(now.street) + 1]:
        first = next(place for place, state in enumerate(states) if state.street == street)
        if len(states[first].players) == 2:
            starts.append(_start(hand, states, first, at))
    if not starts:
        raise OptionError(f"more than two players saw the {now.street}; the solver plays two")
    return starts


def _start(hand: Hand, states: list[HandState], first: int, at: int) -> SolverStart:
    root = states[first]
    seats = out, last = root.players[0], root.players[1]
    stack = min(root.stacks[seat] for seat in seats)
    words: list[str] = []
    sizes: dict[str, list[str]] = {}
    raises = dict.fromkeys(STREETS, 0)
    for number in range(first, at + 1):
        seat, action = hand.actions[number].seat, hand.actions[number].action
        before, word = states[number], action.kind
        if is_sized := action.kind in ("bet", "raise"):
            faced = before.bets[out + last - seat]
            paid = root.stacks[seat] - before.stacks[seat] - before.bets[seat]
            total = min(action.amount, stack - paid)
            word = f"{action.kind} {total}"
            name = f"{before.street}_{action.kind}s_{PLAYERS[seat == last]}"
            sizes.setdefault(name, []).append(f"{total - faced}c")
            raises[before.street] += action.kind == "raise"
        if number < at:
            words.append(word)
            words += map(str, states[number + 1].board[len(before.board) :])
        elif is_sized:
            sizes[name].append(USUAL[f"{action.kind}s"])
    return SolverStart(
        street=root.street,
        board="".join(map(str, root.board)),
        seats=seats,
        pot=root.pot,
        stack=stack,
        line=", ".join(words),
        sizes={name: ", ".join(dict.fromkeys(each)) for name, each in sizes.items()},
        raises=max(raises.values()),
        decided=states[at].street,
    )


def fitted(start: SolverStart, oop: str, ip: str, most: int) -> FittedStart | None:
    """Return a spot in a tree that needs little enough memory, or in the smallest one.

    The first tree allows any number of raises. The next ones allow only as many raises on a street
    as in the hand; then also only all-in bets on the streets after the decision; and finally also
    no bet size at the decision other than that of the hand.

    Args:
        start: the spot.
        oop: range of the player out of position.
        ip: range of the player in position.
        most: the maximum memory in bytes.

    Returns:
        None if even the smallest tree has too many nodes for the solver.
    """
    later = STREETS[STREETS.index(start.decided) + 1 :]
    all_in = {f"{street}_bets_{player}": "a" for street in later for player in PLAYERS}
    trees = [(start.sizes, None), (start.sizes, start.raises)]
    trees += [(start.sizes | all_in, start.raises)] * bool(later)
    played = {name: text.removesuffix(f", {USUAL['bets']}") for name, text in start.sizes.items()}
    trees.append((played | all_in, start.raises))
    found = None
    for sizes, cap in trees:
        size = _bytes(start, oop, ip, sizes, cap)
        if size is not None:
            found = FittedStart(sizes, cap, size)
            if size <= most:
                break
    return found


def _bytes(
    start: SolverStart, oop: str, ip: str, sizes: dict[str, str], raise_cap: int | None
) -> int | None:
    """Return the memory in bytes that a solve needs; None if the tree has too many nodes."""
    from handsight.odds import Spot
    from handsight.solver import Betting
    from handsight.solver.game import SolverGame

    betting = Betting(
        *(start.pot, start.stack, USUAL["bets"], USUAL["raises"]),
        raise_cap=raise_cap,
        force_allin=0,
        merging=0,
        **sizes,  # type: ignore[arg-type]
    )
    spot = Spot.parse([oop, ip], start.board)
    try:
        return bytes_of(SolverGame.of(spot, betting))
    except OptionError:
        return None


# --- the ranges -----------------------------------------------------------------------------------


def named_ranges(hand: Hand, seats: tuple[int, int], charts: Path | str = "") -> NamedRanges:
    """Return the ranges of the spot on the flop whose name fits the hand's preflop actions.

    A spot fits if, apart from the blinds, only its two players put in chips, in turn, and if there
    are charts for about their stack. The raises in the charts can have other sizes than those in
    the hand.

    Args:
        hand: the recorded hand.
        seats: the seats of the two players who are left, the one out of position first.
        charts: a folder or a file with charts of your own; empty for the shipped ones.
    """
    pot = _pot_of(hand, seats)
    if pot is None:
        words = _preflop_words(hand)
        return NamedRanges("", None, f"no named spot fits the actions before the flop: {words}")
    if reason := _other_game(hand):
        return NamedRanges("", None, f"no named spot fits: {reason}")
    first, second = sorted(seats, key=lambda seat: _preflop_order(hand, seat))
    depth = min(hand.stacks[seat] for seat in seats) / hand.rules.big_blind
    refusal = f"there are no charts for {depth:.0f} big blinds among {len(hand.stacks)} players"
    for table, stack in [("", "")] if charts else _tables(len(hand.stacks), depth):
        one, two = (_position(hand, seat, table) for seat in (first, second))
        name = f"{one} vs {two}, {pot}{table}{stack}"
        try:
            found = spot(name, charts=charts)
        except OptionError:
            continue  # there are no charts for so many players or chips
        except InputError as error:
            refusal = str(error)
            continue
        return NamedRanges(name, found, f"in this hand: {_preflop_words(hand)}; {depth:.0f} bb")
    return NamedRanges("", None, f"no named spot fits: {refusal}")


def _pot_of(hand: Hand, seats: tuple[int, int]) -> str | None:
    """Return the kind of pot, or None if others put in chips too or the two did not take turns."""
    moves = [(each.seat, each.action.kind) for each in _preflop(hand) if each.action.kind != "fold"]
    players, kinds = [seat for seat, _ in moves], [kind for _, kind in moves]
    in_turn = all(one != other for one, other in pairwise(players))
    if not in_turn or set(players) != set(seats):
        return None
    raises = len(kinds) - 1
    if kinds == ["call", "check"]:
        raises = 0
    elif kinds != ["raise"] * raises + ["call"]:
        return None
    return next((kind for kind, number in KINDS.items() if number == raises), None)


def _other_game(hand: Hand) -> str:
    """Describe how the posts differ from two blinds; empty if they do not."""
    if any(hand.antes):
        return "the charts have no antes"
    posts = sorted(post for post in hand.posts if post)
    if hand.late or len(posts) != 2 or posts[1] != hand.rules.big_blind:
        return "the charts have a small and a big blind, and no other posts"
    return ""


def _tables(players: int, depth: float) -> list[tuple[str, str]]:
    """Return the endings of names to try: the number of players, and the stacks, nearest first."""
    near = sorted(DEPTHS, key=lambda stack: abs(log(stack / depth)))
    stacks = [each for each in near if max(each / depth, depth / each) <= FARTHEST]
    tables = [", heads-up"] if players == 2 else [""] if players <= 6 else [", 9 players", ""]
    return [(table, f", {stack}bb") for table in tables for stack in stacks]


def _position(hand: Hand, seat: int, table: str) -> str:
    """Return a position by the name in a table's charts; with six players, the first is UTG."""
    position = hand.positions[seat]
    is_six = not table and len(hand.stacks) > 6
    return {"UTG": "UTG+0", "LJ": "UTG"}.get(position, position) if is_six else position


def _preflop(hand: Hand) -> list[ActionRecord]:
    return [each for each in hand.actions if each.street == "preflop"]


def _preflop_order(hand: Hand, seat: int) -> int:
    """Return the index of a seat's first action before the flop."""
    return next(number for number, each in enumerate(_preflop(hand)) if each.seat == seat)


def _preflop_words(hand: Hand) -> str:
    """Return what was played before the flop, without folds: ``BTN raises to 3 bb, BB calls``."""
    words = []
    for each in _preflop(hand):
        if each.action.kind == "raise":
            size = each.action.amount / hand.rules.big_blind
            words.append(f"{hand.positions[each.seat]} raises to {size:g} bb")
        elif each.action.kind != "fold":
            words.append(f"{hand.positions[each.seat]} {each.action.kind}s")
    return ", ".join(words)
