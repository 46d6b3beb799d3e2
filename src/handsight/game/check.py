"""Whether recorded hands end, played again, as the record says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from handsight.errors import HistoryError
from handsight.game.hand import Amount, Damaged, Hand
from handsight.game.replaying import final_state
from handsight.game.results import hand_result, result_key
from handsight.game.state import HandState


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
        >>> from handsight.game import check_hands
        >>> check_hands([Damaged("a.phh", 3, "actions is missing")]).errors[0].line
        3
    """

    hands: int = 0
    exact: int = 0
    half_chip_splits: list[HalfChipSplit] = field(default_factory=list)
    unrecorded: list[Hand] = field(default_factory=list)
    errors: list[Damaged] = field(default_factory=list)
    unsupported: list[Damaged] = field(default_factory=list)

    def add(self, hand: Hand | Damaged) -> None:
        """Play one more hand."""
        if isinstance(hand, Damaged):
            (self.unsupported if hand.variant else self.errors).append(hand)
            return
        self.hands += 1
        try:
            self._compare(hand, final_state(hand))
        except HistoryError as error:
            self.errors.append(Damaged(error.file, error.line, error.reason))

    def _compare(self, hand: Hand, end: HandState) -> None:
        result = hand_result(hand, end)
        line = hand.source.line_of(result_key(hand))
        match result.agreement:
            case "unrecorded":
                self.unrecorded.append(hand)
            case "exact":
                self.exact += 1
            case "half-chip":
                name, told, ours = hand.number, result.stacks, end.stacks
                self.half_chip_splits.append(HalfChipSplit(hand.file, line, name, told, ours))
            case "differs":
                raise hand.source.fault(result.difference, line)


def check_hands(hands: Iterable[Hand | Damaged]) -> CheckReport:
    """Play recorded hands again and compare how they end.

    Args:
        hands: what `read_hands` gives, or other hands.

    Example:
        >>> from handsight.formats import parse_phh
        >>> hand = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 f"]
        ... finishing_stacks = [201, 199]
        ... ''')
        >>> check_hands([hand]).exact
        1
    """
    report = CheckReport()
    for each in hands:
        report.add(each)
    return report
