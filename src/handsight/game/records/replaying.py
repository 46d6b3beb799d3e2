"""Replays recorded hands by our rules, and compares the results with the records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import add, sub
from typing import Literal, TypeAlias, cast

from handsight.cards import parse_cards
from handsight.errors import HistoryError, InputError
from handsight.game.records.cursor import walk
from handsight.game.records.hand import Amount, Damaged, Hand
from handsight.game.records.playing import Ended, play_out, play_to_end
from handsight.game.state import HandState

BOARDS = "_boards"
"""The metadata field that holds further boards as text, if the rest of the board was run more than
once; each board then decides an equal share of every pot. The field is not part of the PHH format.
"""

Agreement: TypeAlias = Literal["exact", "half-chip", "unrecorded", "differs"]


def replay(hand: Hand) -> Iterator[HandState]:
    """Replay a recorded hand.

    Hole cards missing from the record stay unknown: such a hand cannot win a showdown.

    Yields:
        The state before the first action, and the state after each action. The last state is the
        end of the hand if the record is complete.

    Raises:
        HistoryError: if the rules do not allow an action, if the cards are invalid, or if the end
            does not match the record (see `require_end`); the error has file and line.

    Example:
        >>> from handsight.game import random_hands
        >>> hand = next(random_hands(2, seed=0))
        >>> [state.stacks for state in replay(hand)]
        [(9900, 9950), (9900, 9700), (9900, 10100)]
    """
    start = hand.start()
    state = start
    for cursor in walk(hand, start):
        state = cast("HandState", cursor.state)
        yield state
    if state.is_over:
        require_end(hand, state)


def final_state(hand: Hand) -> HandState:
    """Replay a recorded hand, and return its final state.

    Raises:
        HistoryError: if the hand cannot be replayed, or its record is incomplete.
    """
    start = hand.start()
    played = play_out(hand, start)
    if played is not None and played.end.is_over:
        require_end(hand, played.end)
        return played.end
    last = None
    for cursor in walk(hand, start):
        last = cast("HandState", cursor.state)
    if last is not None and last.is_over:
        require_end(hand, last)
    if last is None or not last.is_over:
        turn = "" if last is None else f"; it is the turn of {hand.name_of(last.actor)}"
        raise hand.source.fault(
            f"the record breaks off before the hand is over{turn}",
            hand.source.line_of("actions"),
        )
    return last


def ending_of(hand: Hand) -> Ended:
    """Replay a recorded hand, and return how it ended.

    This is faster than `final_state`, and its errors are the same.
    """
    ended = play_to_end(hand)
    if ended is None:
        return Ended.of(final_state(hand))
    require_end(hand, ended)
    return ended


def require_end(hand: Hand, end: HandState | Ended) -> None:
    """Check that a record has the board cards and the hole cards that the end of the hand needs.

    Args:
        hand: the recorded hand.
        end: its final state, or how it ended.

    Raises:
        HistoryError: if the record has more or fewer board cards than the replay, or if all hands
            at the showdown are unknown; the error has file and line.
    """
    ended = _ended(end)
    if len(hand.board) != ended.board:
        raise hand.source.fault(
            f"the board has {len(hand.board)} cards, but the hand ends with {ended.board}",
            hand.source.line_of("actions"),
        )
    if not ended.showdown or any(map(hand.holes.__getitem__, ended.showdown)):
        return
    raise hand.source.fault(
        "all hands at the showdown are unknown, so nobody can tell who wins",
        hand.source.line_of("actions"),
    )


def _ended(end: HandState | Ended) -> Ended:
    return end if isinstance(end, Ended) else Ended.of(end)


# --- how a hand ended, after the rake -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of a hand after the rake.

    The recorded result takes precedence, even if it splits a pot to the half chip or differs from
    our rules. If the record has no result, the replay provides the result; the winners then pay the
    rake in proportion to their winnings.

    Attributes:
        stacks: chips of each seat after the hand.
        payoffs: chips that each seat won or lost.
        rake: chips taken out of the pots, according to the record; negative if chips were added.
        agreement: how well the record agrees with the replay: ``"exact"`` if they differ at most by
            the rake; ``"half-chip"`` if they also differ by half chips of a split pot;
            ``"unrecorded"`` if the record has no result; otherwise ``"differs"``.
        difference: a description of the difference; empty unless the agreement is ``"differs"``.
        kept: how many more chips each seat has in the replay, which takes no rake; all 0 if the
            record differs.
    """

    stacks: tuple[Amount, ...]
    payoffs: tuple[Amount, ...]
    rake: int
    agreement: Agreement
    difference: str
    kept: tuple[Amount, ...]


def hand_result(hand: Hand, end: HandState | Ended | None = None) -> HandResult:
    """Return the result of a recorded hand after the rake.

    Args:
        hand: the recorded hand.
        end: the final state or how the hand ended, if it has already been replayed; None to replay
            it.

    Raises:
        HistoryError: if the hand cannot be replayed to its end on each of its boards, if the rake
            exceeds the winnings, or if the recorded result does not have one amount for each seat.

    Example:
        >>> from dataclasses import replace
        >>> from handsight.game import random_hands
        >>> hand = next(random_hands(2, seed=0))
        >>> result = hand_result(replace(hand, finishing_stacks=None, rake=7))
        >>> result.payoffs, result.rake, result.kept
        ((-100, 93), 7, (0, 7))
    """
    ended = ending_of(hand) if end is None else _ended(end)
    won = chips_won(hand, ended)
    replayed = _replayed_stacks(ended, won) if BOARDS in hand.metadata else ended.stacks
    if hand.rake > sum(won):
        pot, taken = (float(Fraction(chips, hand.scale)) for chips in (sum(won), hand.rake))
        raise hand.source.fault(
            f"the rake is {taken:.15g}, but only {pot:.15g} were won",
            hand.source.line_of("rake"),
        )
    _require_all_seats(hand)
    recorded = _recorded_stacks(hand, ended)
    stacks = _after_rake(hand, replayed, won) if recorded is None else recorded
    kept = list(map(sub, replayed, stacks))
    agreement = "unrecorded" if recorded is None else _agreement(kept, hand.rake, won)
    differs = agreement == "differs"
    return HandResult(
        stacks=stacks,
        payoffs=_amounts(list(map(sub, stacks, hand.stacks))),
        rake=hand.rake,
        agreement=agreement,
        difference=_difference(hand, (replayed, won), stacks) if differs else "",
        kept=(0,) * len(kept) if differs else _amounts(kept),
    )


def result_key(hand: Hand) -> str:
    """Return the name of the field that holds the recorded result of a hand.

    The field is ``winnings`` if only these are recorded, and otherwise ``finishing_stacks``, even
    if the record has neither.
    """
    by_winnings = hand.finishing_stacks is None and hand.winnings is not None
    return "winnings" if by_winnings else "finishing_stacks"


def _require_all_seats(hand: Hand) -> None:
    key = result_key(hand)
    recorded = hand.winnings if key == "winnings" else hand.finishing_stacks
    if recorded is not None and len(recorded) != len(hand.stacks):
        raise hand.source.fault(
            f"{key} is given for {len(recorded)} players, but there are {len(hand.stacks)}",
            hand.source.line_of(key),
        )


def winners(hand: Hand, end: Ended) -> tuple[int, ...]:
    """Return the seats that won a pot, or a share of a pot, on any of the boards.

    Args:
        hand: the recorded hand.
        end: how the hand ended on its first board.

    Raises:
        HistoryError: if a further board is invalid.
    """
    return tuple(seat for seat, chips in enumerate(chips_won(hand, end)) if chips)


def chips_won(hand: Hand, end: Ended) -> list[Amount]:
    """Return the chips that each seat won from the pots, as a mean over the boards.

    Args:
        hand: the recorded hand.
        end: how the hand ended on its first board.

    Raises:
        HistoryError: if a further board is invalid.
    """
    if BOARDS not in hand.metadata:
        return list(end.won)
    by_run = [end.won, *(ending_of(each).won for each in _other_runs(hand))]
    return [_amount(Fraction(sum(seat), len(by_run))) for seat in zip(*by_run, strict=True)]


def runs(hand: Hand, end: HandState) -> list[HandState]:
    """Return the final states of a hand on all its boards; most hands have one board.

    Args:
        hand: the recorded hand.
        end: the final state of the hand on its first board.

    Raises:
        HistoryError: if a further board is invalid.
    """
    return [end, *map(final_state, _other_runs(hand))]


def _other_runs(hand: Hand) -> Iterator[Hand]:
    boards = hand.metadata.get(BOARDS, [])
    if not isinstance(boards, list):
        reason = f"{BOARDS} is {boards!r}; it must be a list of boards"
        raise hand.source.fault(reason, hand.source.line_of(BOARDS))
    for board in boards:
        try:
            cards = tuple(parse_cards(board, "a board"))
        except InputError as error:
            raise hand.source.fault(str(error), hand.source.line_of(BOARDS)) from None
        yield replace(hand, board=cards, metadata={})


def _replayed_stacks(end: Ended, won: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return the final stacks of a replay, with ``won`` in place of the replay's own winnings.

    Args:
        end: how the replay ended.
        won: the winnings of each seat.
    """
    unpaid = map(sub, end.stacks, end.won)
    return _amounts(list(map(add, unpaid, won)))


def _recorded_stacks(hand: Hand, end: Ended) -> tuple[Amount, ...] | None:
    if hand.finishing_stacks is not None or hand.winnings is None:
        return hand.finishing_stacks
    return _replayed_stacks(end, hand.winnings)


def _after_rake(
    hand: Hand, replayed: Sequence[Amount], won: Sequence[Amount]
) -> tuple[Amount, ...]:
    rake_of = in_proportion(hand.rake, won)
    return tuple(_amount(stack - share) for stack, share in zip(replayed, rake_of, strict=True))


def _agreement(kept: Sequence[Amount], rake: int, won: Sequence[Amount]) -> Agreement:
    """Compare a record with its replay.

    The record agrees only if nobody but the winners pays rake.

    Args:
        kept: how many more chips each seat has in the replay, which takes no rake.
        rake: the rake in the record.
        won: the winnings of each seat.
    """
    of_losers = [share for share, chips in zip(kept, won, strict=True) if share and not chips]
    if of_losers or sum(kept) != rake:
        return "differs"
    if rake < 0 or (min(kept) >= 0 and (rake or not any(kept))):
        return "exact"
    return "half-chip" if all(-1 < share < 1 + rake for share in kept) else "differs"


def in_proportion(total: Amount, weights: Sequence[Amount]) -> list[Fraction]:
    """Split an amount in proportion to weights, into whole chips as far as possible.

    The leftover chips are added to the shares with the largest remainders, one chip to each. If all
    weights are 0, all shares are 0.

    Example:
        >>> in_proportion(5, [300, 100])
        [Fraction(4, 1), Fraction(1, 1)]
    """
    weighed = sum(weights)
    if not weighed:
        return [Fraction(0)] * len(weights)
    exact = [Fraction(total) * weight / weighed for weight in weights]
    shares = [Fraction(share.__floor__()) for share in exact]
    left = Fraction(total) - sum(shares)
    by_remainder = sorted(range(len(shares)), key=lambda place: shares[place] - exact[place])
    for place in by_remainder:
        part = min(Fraction(1), left)
        shares[place] += part
        left -= part
    return shares


def _difference(
    hand: Hand,
    replayed: tuple[Sequence[Amount], Sequence[Amount]],
    stacks: tuple[Amount, ...],
) -> str:
    """Describe how the recorded result differs from the replay, in the units of the record.

    The description is of the first seat whose result differs or, if there is none, of the rake.

    Args:
        hand: the recorded hand.
        replayed: the stacks and the winnings of all seats in the replay.
        stacks: the recorded stacks after the hand.
    """
    key = result_key(hand)
    ours = replayed[0] if key == "finishing_stacks" else replayed[1]
    recorded = stacks if key == "finishing_stacks" else hand.winnings or ()
    ends = enumerate(zip(recorded, ours, strict=True))
    seat = next((seat for seat, (theirs, replayed) in ends if theirs != replayed), None)
    if seat is None:
        rake = float(Fraction(hand.rake, hand.scale))
        return f"the rake is {rake:.15g} in the record, but nobody wins less for it"
    verb = "ends with" if key == "finishing_stacks" else "wins"
    theirs, mine = (float(Fraction(each[seat]) / hand.scale) for each in (recorded, ours))
    name = hand.name_of(seat)
    return f"{name} {verb} {theirs:.15g} in the record, but {mine:.15g} when replayed"


def _amounts(exact: list[Amount]) -> tuple[Amount, ...]:
    return tuple(exact) if set(map(type, exact)) == {int} else tuple(map(_amount, exact))


def _amount(exact: Amount) -> Amount:
    return exact.numerator if exact.denominator == 1 else exact


# --- whether hands end as their records say -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HalfChipSplit:
    """A hand whose record splits a pot to the half chip, where our rules award the odd chip.

    Attributes:
        file: the file of the record.
        line: the line that records how the hand ended.
        hand: the number or name of the hand; None if the hand has neither.
        recorded: chips of each seat after the hand, according to the record.
        replayed: chips of each seat after the hand in the replay.
    """

    file: str
    line: int
    hand: int | str | None
    recorded: tuple[Amount, ...]
    replayed: tuple[int, ...]


@dataclass(slots=True)
class CheckReport:
    """Results of replaying recorded hands.

    Attributes:
        hands: number of hands of Texas Hold'em that could be read.
        exact: number of hands that end as recorded, apart from the rake.
        half_chip_splits: hands that, apart from the rake, differ only by half chips of a split pot.
        unrecorded: hands that could be replayed, but whose record has no result.
        errors: the hands that could not be read or replayed, or whose results differ.
        unsupported: the hands of other variants of poker.

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
        """Replay one more hand, and add its result to the report.

        A `Damaged` part is listed in ``unsupported`` if it has a variant, otherwise in ``errors``.
        """
        if isinstance(hand, Damaged):
            (self.unsupported if hand.variant else self.errors).append(hand)
            return
        self.hands += 1
        try:
            self._compare(hand, ending_of(hand))
        except HistoryError as error:
            self.errors.append(Damaged(error.file, error.line, error.reason))

    def merge(self, other: CheckReport) -> None:
        """Add the results of further hands."""
        self.hands += other.hands
        self.exact += other.exact
        self.half_chip_splits += other.half_chip_splits
        self.unrecorded += other.unrecorded
        self.errors += other.errors
        self.unsupported += other.unsupported

    def _compare(self, hand: Hand, end: Ended) -> None:
        result = hand_result(hand, end)
        line = hand.source.line_of(result_key(hand))
        match result.agreement:
            case "unrecorded":
                self.unrecorded.append(hand)
            case "exact":
                self.exact += 1
            case "half-chip":
                stacks = result.stacks, end.stacks
                self.half_chip_splits.append(HalfChipSplit(hand.file, line, hand.number, *stacks))
            case "differs":
                raise hand.source.fault(result.difference, line)


def check_hands(hands: Iterable[Hand | Damaged]) -> CheckReport:
    """Replay recorded hands, and compare the results with the records.

    Args:
        hands: the hands to check, for example from `read_hands`.

    Example:
        >>> from handsight.game import random_hands
        >>> check_hands(random_hands(3, seed=7, hands=5)).exact
        5
    """
    report = CheckReport()
    for each in hands:
        report.add(each)
    return report
