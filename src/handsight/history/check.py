"""Whether recorded hands end, played again, as the record says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from handsight.errors import HistoryError
from handsight.game import HandState
from handsight.history.hand import Amount, Damaged, HandHistory
from handsight.history.replaying import final_state
from handsight.kernels import game_state as at


@dataclass(frozen=True, slots=True)
class HalfChipSplit:
    """A pot that the record splits to the half chip; ours gives the odd chip by the rule.

    Attributes:
        file: where the hand stands.
        line: where its stacks are told.
        hand: its number or name, if it has one.
        recorded: what each seat has in the end, by the record.
        replayed: what each seat has by our rules.
    """

    file: str
    line: int
    hand: int | str | None
    recorded: tuple[Amount, ...]
    replayed: tuple[int, ...]


@dataclass(slots=True)
class CheckReport:
    """What came of playing recorded hands again.

    Attributes:
        hands: hands of Texas Hold'em that could be read.
        exact: those that end exactly as recorded.
        half_chip_splits: those that differ only by half chips of a split pot.
        unrecorded: those that could be played, but whose record does not tell how they ended.
        errors: what could not be read or played, or ended otherwise.
        unsupported: hands of other games.

    Example:
        >>> from handsight.history import check_histories
        >>> check_histories([Damaged("a.phh", 3, "actions is missing")]).errors[0].line
        3
    """

    hands: int = 0
    exact: int = 0
    half_chip_splits: list[HalfChipSplit] = field(default_factory=list)
    unrecorded: list[HandHistory] = field(default_factory=list)
    errors: list[Damaged] = field(default_factory=list)
    unsupported: list[Damaged] = field(default_factory=list)

    def add(self, found: HandHistory | Damaged) -> None:
        """Play one more hand.

        Args:
            found: what was read.
        """
        if isinstance(found, Damaged):
            (self.unsupported if found.variant else self.errors).append(found)
            return
        self.hands += 1
        try:
            self._compare(found, final_state(found))
        except HistoryError as error:
            self.errors.append(Damaged(error.file, error.line, error.reason))

    def _compare(self, history: HandHistory, end: HandState) -> None:
        key, recorded, replayed = _results(history, end)
        if recorded is None:
            self.unrecorded.append(history)
            return
        if recorded == replayed:
            self.exact += 1
            return
        line = history.source.line_of(key)
        if len(recorded) != len(replayed):
            reason = f"{key} is told of {len(recorded)} players; there are {len(replayed)}"
            raise history.source.fault(reason, line)
        kept = [Fraction(ours - theirs) for ours, theirs in zip(replayed, recorded, strict=True)]
        if history.rake and sum(kept) == history.rake and _taken_from_winners(kept, end):
            self.exact += 1
        elif sum(kept) == 0 and all(abs(share) < 1 for share in kept):
            split = HalfChipSplit(history.file, line, history.hand, recorded, replayed)
            self.half_chip_splits.append(split)
        else:
            raise history.source.fault(_difference(history, key, recorded, replayed), line)


def check_histories(found: Iterable[HandHistory | Damaged]) -> CheckReport:
    """Play recorded hands again and compare how they end.

    Args:
        found: what `read_histories` gives, or other hands.

    Example:
        >>> from handsight.history import parse_phh
        >>> history = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 f"]
        ... finishing_stacks = [201, 199]
        ... ''')
        >>> check_histories([history]).exact
        1
    """
    report = CheckReport()
    for each in found:
        report.add(each)
    return report


def _results(
    history: HandHistory, end: HandState
) -> tuple[str, tuple[Amount, ...] | None, tuple[int, ...]]:
    if history.finishing_stacks is None and history.winnings is not None:
        won = tuple(end.number(at.WON + seat) for seat in range(end.seats))
        return "winnings", history.winnings, won
    return "finishing_stacks", history.finishing_stacks, end.stacks


def _taken_from_winners(kept: list[Fraction], end: HandState) -> bool:
    return all(
        share == 0 or (share > 0 and end.number(at.WON + seat)) for seat, share in enumerate(kept)
    )


def _difference(
    history: HandHistory, key: str, recorded: tuple[Amount, ...], replayed: tuple[int, ...]
) -> str:
    ends = zip(recorded, replayed, strict=True)
    seat = next(seat for seat, (theirs, ours) in enumerate(ends) if theirs != ours)
    what = "ends with" if key == "finishing_stacks" else "wins"
    theirs, ours = (float(each[seat]) / history.scale for each in (recorded, replayed))
    return f"{history.name_of(seat)} {what} {theirs:.15g} by the record, and {ours:.15g} replayed"
