"""Replayed hands and checks as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from handsight.game import Acted, Award, DealBoard, Event, Show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from handsight.cards import Card
    from handsight.game import Amount, CheckReport, Damaged, Hand
    from handsight.reports.replay import Moment, Replay, Scene


def replay_fields(replay: Replay) -> dict[str, Any]:
    """Give a replayed hand as what JSON can hold; amounts are in the units of the record.

    Args:
        replay: the hand.

    Example:
        >>> from handsight.game import random_hands
        >>> from handsight.reports.replay import replayed
        >>> fields = replay_fields(replayed(next(random_hands(2, seed=3))))
        >>> fields["hand"], fields["starting_stacks"], fields["streets"][0]["street"]
        (1, [10000, 10000], 'preflop')
    """
    history, end, result = replay.history, replay.end, replay.result
    scale = history.scale
    ended = replay.end if result is None else result
    return {
        "file": history.file,
        "line": history.line,
        "hand": history.number,
        "variant": history.rules.structure,
        "players": [history.name_of(seat) for seat in range(len(history.stacks))],
        "button": history.button,
        "blinds": _all(history.posts, scale),
        "antes": _all(history.antes, scale),
        "holes": [None if hole is None else _cards(hole) for hole in history.holes],
        "board": _cards(end.board),
        "starting_stacks": _all(history.stacks, scale),
        "streets": [_scene(scene, scale) for scene in replay.scenes],
        "finishing_stacks": _all(ended.stacks, scale),
        "payoffs": _all(ended.payoffs, scale),
        "rake": _amount(history.rake, scale),
        "recorded_stacks": _recorded(history),
        "replayed_stacks": _all(end.stacks, scale),
        "difference": (result and result.difference) or None,
    }


def check_fields(report: CheckReport) -> dict[str, Any]:
    """Give what came of a check as what JSON can hold.

    Args:
        report: of `check_hands`.

    Example:
        >>> from handsight.game import check_hands
        >>> check_fields(check_hands([]))["hands"]
        0
    """
    return {
        "hands": report.hands,
        "exact": report.exact,
        "half_chip_splits": [
            {
                "file": split.file,
                "line": split.line,
                "hand": split.hand,
                "recorded": _all(split.recorded, 1),
                "replayed": _all(split.replayed, 1),
            }
            for split in report.half_chip_splits
        ],
        "unrecorded": [
            {"file": history.file, "line": history.line, "hand": history.number}
            for history in report.unrecorded
        ],
        "errors": [damaged_fields(each) for each in report.errors],
        "unsupported": [
            damaged_fields(each) | {"variant": each.variant} for each in report.unsupported
        ],
    }


def damaged_fields(damaged: Damaged) -> dict[str, Any]:
    """Give what cannot be read as what JSON can hold.

    Args:
        damaged: of `read_hands`.

    Example:
        >>> from handsight.game import Damaged
        >>> damaged_fields(Damaged("a.phh", 3, "actions is missing"))["line"]
        3
    """
    return {"file": damaged.file, "line": damaged.line, "reason": damaged.reason}


def _recorded(history: Hand) -> list[int | float] | None:
    ends = history.finishing_stacks
    return None if ends is None else _all(ends, history.scale)


def _all(amounts: Iterable[Amount], scale: int) -> list[int | float]:
    return [_amount(each, scale) for each in amounts]


def _amount(chips: Amount, scale: int) -> int | float:
    exact = Fraction(chips) / scale
    return exact.numerator if exact.denominator == 1 else float(exact)


def _cards(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def _scene(scene: Scene, scale: int) -> dict[str, Any]:
    return {
        "street": scene.street,
        "board": _cards(scene.board),
        "pot": _amount(scene.pot, scale),
        "equities": [
            {"seat": seat, "equity": chance.equity, "win": chance.win, "tie": chance.tie}
            | {"lose": chance.lose}
            for seat, chance in scene.equities.items()
        ],
        "events": [_moment(moment, scale) for moment in scene.moments],
    }


def _moment(moment: Moment, scale: int) -> dict[str, Any]:
    fields = _event(moment.event, scale)
    if isinstance(moment.event, Award):
        fields["chips"] = _amount(moment.event.chips - moment.kept, scale)
        fields["kept"] = _amount(moment.kept, scale)
    return fields | {"pot": _amount(moment.pot, scale), "stack": _amount(moment.stack, scale)}


def _event(event: Event, scale: int) -> dict[str, Any]:
    fields: dict[str, Any] = {"event": type(event).__name__.lower()}
    if not isinstance(event, DealBoard):
        fields["seat"] = event.seat
    match event:
        case Acted(_, action, chips, all_in):
            amount = _amount(action.amount, scale)
            fields |= {"action": action.kind, "to": amount or None}
            fields |= {"chips": _amount(chips, scale), "all_in": all_in}
        case Show(_, cards):
            fields["cards"] = _cards(cards)
        case Award(_, chips, pot, odd):
            fields |= {"chips": _amount(chips, scale), "of_pot": pot, "odd_chip": odd}
        case _:
            paid = getattr(event, "chips", None)
            fields |= {} if paid is None else {"chips": _amount(paid, scale)}
    return fields
