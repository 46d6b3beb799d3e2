"""Preflop charts of your own instead of the blueprint's, from a folder or a file.

`handsight.charts.own_files` says what the files look like. The weights of a range are those of
hands as dealt: a hand that opens half of the time can call a 3-bet with a weight of at most 0.5. If
a file says more, the weight is cut to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import chain
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.charts.names import (
    ALL_IN,
    CALL,
    CHECK,
    FOLD,
    KINDS,
    RAISE,
    SEATS,
    Line,
    PreflopAction,
    PreflopStep,
    decision_named,
    position_of,
    raises_of,
    words_of,
)
from handsight.charts.own_files import ChartEntry, entries_of, one_line, read_text
from handsight.errors import InputError
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLACK = 0.01
"""The shares of a hand may add up to this much more than 1, because files round them."""

MOST_NAMED = 12
"""The largest number of charts that an error message lists."""

AFTER_FLOP = ("SB", "BB", *SEATS[:-2])
"""The positions, in the order in which they act from the flop on, unless play is heads-up."""


class OwnDecision(NamedTuple):
    """What a player does at a decision, by charts of your own.

    Attributes:
        player: the position of the player to act.
        line: the actions before the decision, such as ``BTN raises to 2.5 bb``, without folds.
        actions: the actions, such as ``raise to 11 bb``; the first one is to fold or to check.
        reach: float64[169], how often the player's own earlier actions lead there with each hand
            class; if the charts lack these actions, how often the class is listed at the decision.
        shares: float64[169, actions], how often each class takes each action, if it gets there.
    """

    player: str
    line: tuple[str, ...]
    actions: tuple[str, ...]
    reach: NDArray[np.float64]
    shares: NDArray[np.float64]


class OwnSpot(NamedTuple):
    """The ranges with which two players see the flop, and what is in the pot.

    Attributes:
        line: the actions before the flop, without folds.
        oop: the range of the player out of position.
        ip: the range of the player in position.
        paid: what each of the two has put in, in big blinds.
        dead: what the blinds who folded have put in, in big blinds.
    """

    line: tuple[str, ...]
    oop: Range
    ip: Range
    paid: float
    dead: float


class OwnCharts:
    """The charts in a folder or a file.

    Args:
        path: the folder or the file.
        players: number of players at the table; None to tell from the positions whether there are
            two.

    Attributes:
        path: the folder or the file.
        heads_up: whether there are two players. Without ``players``, there are two if the charts
            have no position but the big blind and either the button or the small blind. The small
            blind is then another name of the button.
        seats: the positions in the charts, in the order in which they act before the flop.

    Raises:
        InputError: if a file cannot be understood, there is no chart, or there are two players and
            the charts have other positions.
        OptionError: if there is no such folder or file, or it cannot be read.
    """

    def __init__(self, path: Path | str, players: int | None = None) -> None:
        self.path = Path(path)
        entries, self._unread = entries_of(self.path)
        seats = {each.hero for each in entries}
        seats |= {step.position for each in entries for step in each.line}
        others = seats - {"BTN", "SB", "BB"}
        if players == 2 and others:
            listed = ", ".join(sorted(others, key=SEATS.index))
            raise InputError(
                f"{str(path)!r} has charts of {listed}; heads-up, positions are BTN (or SB) and BB"
            )
        if players is None:
            self.heads_up = seats <= {"BTN", "BB"} or seats <= {"SB", "BB"}
        else:
            self.heads_up = players == 2
        self.seats = tuple(sorted(map(self._seat, seats), key=SEATS.index))
        self._nodes: dict[tuple[str, Line], dict[PreflopAction, Range | ChartEntry]] = {}
        # The charts of earlier decisions say the sizes that the names of later ones leave out.
        for entry in sorted(entries, key=lambda each: len(each.line)):
            self._add(entry)
        if not self._nodes:
            raise InputError(
                f"{str(path)!r} has no charts{self._others()}; a chart is a file like 'BTN "
                "open.txt' with a line like 'raise to 2.5 bb: 22+, A2s+' for each action"
            )

    def _add(self, entry: ChartEntry) -> None:
        hero, line = self._sized(entry.hero, entry.line)
        node = self._nodes.setdefault((hero, line), {})
        action = self._in_blinds(entry.action, line)
        if action not in node:
            node[action] = entry
        elif not entry.is_repeated:
            raise InputError(
                f"{entry.place!r}: {name_of(hero, line)!r} has {action.name!r} a second time"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the charts, those with the fewest actions before them first."""
        keys = sorted(self._nodes, key=lambda key: (len(key[1]), SEATS.index(key[0]), str(key[1])))
        return tuple(dict.fromkeys(name_of(*key) for key in keys))

    # --- decisions and spots ----------------------------------------------------------------------

    def decision(self, name: str) -> OwnDecision:
        """Return the decision that a name means.

        Args:
            name: a name as `handsight.charts.chart` has it, with any of the `SEATS`.

        Raises:
            InputError: if the name cannot be read, there is no such chart, or it has a fault.
            OptionError: if a file of a range cannot be read.
        """
        meant = decision_named(name)
        if meant is None:
            raise InputError(
                f"{name!r} is not the name of a chart; write names like 'CO open', "
                "'BB vs BTN 2.5x' or 'BTN vs BB 3bet'"
            )
        hero, line = self._sized(*meant)
        found = self._find(hero, line)
        if found is None:
            raise InputError(self._lacks(name))
        line = found
        ranges = self._ranges(hero, line)
        rest = CHECK if hero == "BB" and not raises_of(line) else FOLD
        before = self._range_after(hero, line)
        taken = {action: _by_class(each) for action, each in ranges.items() if action.kind != rest}
        total = np.add.reduce([np.zeros(len(CLASSES)), *taken.values()])
        if total.max() > 1 + SLACK:
            worst = int(total.argmax())
            raise InputError(
                f"{name!r} in {str(self.path)!r}: the weights of {CLASSES[worst]} add up to "
                f"{total[worst]:.3g} over all actions, which is more than 1"
            )
        if before is None:  # only what the player does there is known
            listed = (
                _by_class(ranges[PreflopAction(rest)]) if PreflopAction(rest) in ranges else 0.0
            )
            reach = np.minimum(total + listed, 1.0)
        else:
            reach = _by_class(before)
        if not reach.any():
            raise InputError(f"{name!r} in {str(self.path)!r}: no hand gets there")
        # A hand takes no action more often than it gets there.
        per_hand = np.divide(
            1.0, np.maximum(total, reach), out=np.zeros_like(reach), where=reach > 0
        )
        columns = [each * per_hand for each in taken.values()]
        left = 1 - np.add.reduce([np.zeros(len(CLASSES)), *columns])
        return OwnDecision(
            hero,
            words_of(line),
            (rest, *(action.name for action in taken)),
            reach,
            np.stack([np.maximum(left, 0.0), *columns], axis=1),
        )

    def spot(self, seats: Sequence[str], raises: int, name: str) -> OwnSpot:
        """Return the spot on the flop that follows if two players raise so many times.

        They raise in turn, beginning with the one who acts first before the flop; then the other
        one calls the last raise. Without raises, the first one limps and the big blind checks. Each
        raise is the one that its chart takes most often, but not all-in if there is another.

        Args:
            seats: the positions of the two players, in any order.
            raises: the number of raises before the flop; 0 for a limp and a check.
            name: the spot's name, for error messages.

        Raises:
            InputError: if a chart or a range is missing or has a fault, the size of the last raise
                is unknown, the players cannot act in this order, or a player is all-in.
            OptionError: if a file of a range cannot be read.
        """
        pair = sorted(map(self._seat, seats), key=SEATS.index)
        line = self._line_to_flop(pair, raises, name)
        last = raises_of(line)[-1] if raises else PreflopAction(CALL, 1.0)
        if last.kind == ALL_IN:
            words = ", ".join(words_of(line))
            raise InputError(f"{name!r}: {words}; after that nobody can bet on the flop")
        if last.size is None or last.times:
            raise InputError(
                f"{name!r}: the charts do not say how large the last raise is, and so the pot is "
                "unknown; write the action as 'raise to 2.5 bb'"
            )
        folded = () if self.heads_up else {"SB", "BB"}.difference(pair)
        order = ("BB", "BTN") if self.heads_up else AFTER_FLOP
        ranges = []
        for seat in sorted(pair, key=order.index):
            hands = self._range_after(seat, line)
            if hands is None:
                raise InputError(f"{name!r}: {str(self.path)!r} has no range of {seat}")
            ranges.append(hands)
        dead = sum({"SB": 0.5, "BB": 1.0}[seat] for seat in folded)
        return OwnSpot(words_of(line), ranges[0], ranges[1], last.size, dead)

    def _line_to_flop(self, pair: Sequence[str], raises: int, name: str) -> Line:
        if not raises:
            if pair[1] != "BB":
                raise InputError(f"{name!r}: after a limp, only the big blind can check")
            return (*self._played(pair[0], (), CALL, name), PreflopStep("BB", PreflopAction(CHECK)))
        line: Line = ()
        if self._find(pair[0], ()) is None and (known := self._called(pair, raises)):
            return known
        for number in range(raises):
            line = self._played(pair[number % 2], line, RAISE, name)
        return self._played(pair[raises % 2], line, CALL, name)

    def _called(self, pair: Sequence[str], raises: int) -> Line:
        """Return the line to the flop with the most frequent final call; () if there is none.

        It is for charts that begin at a call, without those of the decisions before.
        """
        turns = [pair[number % 2] for number in range(raises)]
        caller = pair[raises % 2]
        calls = {}
        for seat, line in self._nodes:
            is_played = seat == caller and len(raises_of(line)) == raises
            if is_played and [step.position for step in line] == turns:
                hands = self._ranges(seat, line).get(PreflopAction(CALL))
                if hands is not None and self._range_after(turns[-1], line) is not None:
                    calls[(*line, PreflopStep(caller, PreflopAction(CALL)))] = hands.total_weight
        return max(calls, key=lambda line: calls[line], default=())

    def _played(self, hero: str, line: Line, kind: str, name: str) -> Line:
        """Return a line, extended by the action of a kind that a player then takes most often.

        If the kind is a raise and the chart has none, it is all-in.

        Raises:
            InputError: if there is no such chart, or it has no such action.
        """
        found = self._find(hero, line)
        if found is None:
            raise InputError(f"{name!r}: {self._lacks(name_of(hero, line))}")
        ranges = self._ranges(hero, found)
        chosen = [each for each in ranges if each.kind == kind]
        if kind == RAISE and not chosen:
            chosen = [each for each in ranges if each.kind == ALL_IN]
        if not chosen:
            raise InputError(
                f"{name!r}: the chart {name_of(hero, found)!r} in {str(self.path)!r} has no "
                f"{kind}; it has {', '.join(each.name for each in ranges)}"
            )
        return (*found, PreflopStep(hero, max(chosen, key=lambda each: ranges[each].total_weight)))

    # --- looking up -------------------------------------------------------------------------------

    def _seat(self, position: str) -> str:
        return "BTN" if self.heads_up and position == "SB" else position

    def _sized(self, hero: str, line: Line) -> tuple[str, Line]:
        """Return a decision with the sizes that its name leaves out, as far as they are known."""
        sized: Line = ()
        for position, action in line:
            if action.kind == FOLD:  # what a player folds does not change what comes after
                continue
            seat = self._seat(position)
            found = self._find(seat, sized) if action == PreflopAction(RAISE) else None
            ranges = {} if found is None else self._ranges(seat, found)
            often = [each for each in ranges if each.kind == RAISE]
            if often:
                action = max(often, key=lambda each: ranges[each].total_weight)
            sized = (*sized, PreflopStep(seat, self._in_blinds(action, sized)))
        return self._seat(hero), sized

    def _in_blinds(self, action: PreflopAction, line: Line) -> PreflopAction:
        """Convert a raise to a multiple of the bet faced to a raise in big blinds.

        Other actions stay as they are, and so does a raise if the bet faced is unknown.
        """
        faced = raises_of(line)[-1] if raises_of(line) else PreflopAction(RAISE, 1.0)
        if not action.times or action.size is None or faced.size is None or faced.times:
            return action
        return PreflopAction(RAISE, round(action.size * faced.size, 4))

    def _find(self, hero: str, line: Line) -> Line | None:
        """Return the line of a decision in the charts that fits, or None if no line fits.

        If several fit, it is the one with the most steps that are equal.
        """
        fitting = [
            known
            for seat, known in self._nodes
            if seat == hero
            and len(known) == len(line)
            and all(
                one.position == other.position and one.action.fits(other.action)
                for one, other in zip(known, line, strict=True)
            )
        ]
        if not fitting:
            return None
        return max(fitting, key=lambda known: sum(map(PreflopStep.__eq__, known, line)))

    def _ranges(self, hero: str, line: Line) -> dict[PreflopAction, Range]:
        """Return {action: range that takes it} at a decision, in the order of a chart."""
        node = self._nodes[hero, line]
        order = sorted(node, key=lambda each: (KINDS.index(each.kind), each.size or 0.0))
        ranges = {}
        for action in order:
            content = node[action]
            if isinstance(content, ChartEntry):
                content = node[action] = _read_range(content)
            ranges[action] = content
        return ranges

    def _range_after(self, hero: str, line: Line) -> Range | None:
        """Return the range with which a player plays a line, or None if it is unknown.

        It is the range of the player's last action, cut to those of the actions before as far as
        these are known; all hands if the player has not acted.
        """
        own = [place for place, step in enumerate(line) if step.position == hero]
        ranges = [self._range_of(hero, line[:place], line[place].action) for place in own]
        if own and ranges[-1] is None:
            return None
        return reduce(and_, (each for each in ranges if each is not None), Range("random"))

    def _range_of(self, hero: str, line: Line, action: PreflopAction) -> Range | None:
        found = self._find(hero, line)
        ranges = {} if found is None else self._ranges(hero, found)
        if action.kind == CHECK:  # charts seldom list it: it is what remains
            others = (each for taken, each in ranges.items() if taken.kind != CHECK)
            return reduce(Range.__sub__, others, Range("random"))
        fitting = [each for each in ranges if each.fits(action)]
        exact = [each for each in fitting if each == action] or fitting
        return ranges[exact[0]] if exact else None

    def _lacks(self, name: str) -> str:
        known = ", ".join(self.names[:MOST_NAMED]) + (", …" if len(self.names) > MOST_NAMED else "")
        guess = did_you_mean(name, self.names)
        what = f"there is no chart {name!r} in {str(self.path)!r}{guess}"
        return f"{what}; it has {known}{self._others()}"

    def _others(self) -> str:
        """Return words about the files that are not charts, for the end of an error."""
        if not self._unread:
            return ""
        more = ", …" if len(self._unread) > MOST_NAMED else ""
        return f"; not charts by their names: {', '.join(self._unread[:MOST_NAMED])}{more}"


def name_of(hero: str, line: Line) -> str:
    """Return a name that means a decision.

    Example:
        >>> name_of("BB", (PreflopStep("CO", PreflopAction(RAISE, 2.5)),))
        'BB vs CO 2.5bb'
    """
    if not line:
        return f"{hero} open"
    last, raises = line[-1], raises_of(line)
    size = last.action.kind if last.action.kind == ALL_IN else ""
    if last.action.size is not None:
        size = f"{last.action.size:g}{'x' if last.action.times else 'bb'}"
    limped = len(line) - len(raises)
    words = {
        (1, 0): f"{size or 'open'}",
        (0, 1): "limp",
        (1, 1): f"raise {size}",
    }.get((len(raises), limped), f"{len(raises) + 1}bet {size}")
    name = f"{hero} vs {last.position} {words}".strip()
    try:
        meant = decision_named(name)
    except InputError:
        meant = None
    if meant is not None and _kinds(meant[1]) == _kinds(line):
        return name
    actions = (step.action.name.replace("raise to ", "").replace(" ", "") for step in line)
    steps = zip((step.position for step in line), actions, strict=True)
    return "/".join([*chain.from_iterable(steps), hero])


def _kinds(line: Line) -> list[tuple[str, bool]]:
    return [(step.position, step.action.kind == CALL) for step in line]


def seats_named(text: str) -> tuple[str, str] | None:
    """Return the two positions in a text such as ``BTN vs BB``.

    The result is None if the text has another form, or the positions are the same.
    """
    words = text.split()
    if len(words) != 3 or words[1].lower() != "vs":
        return None
    one, other = position_of(words[0]), position_of(words[2])
    return None if one is None or other is None or one == other else (one, other)


def _read_range(entry: ChartEntry) -> Range:
    text = read_text(entry.content) if isinstance(entry.content, Path) else entry.content
    try:
        return Range(one_line(text))
    except InputError as error:
        raise InputError(f"{entry.place}, {entry.action.name}: {error}") from None


def _by_class(hands: Range) -> NDArray[np.float64]:
    classes = hands.classes
    return np.array([float(classes.get(name, 0)) for name in CLASSES])
