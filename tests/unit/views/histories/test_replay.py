"""A replayed hand as it is told to people and to programs."""

import io
import json
from typing import Any

import pytest
from rich.console import Console, Group

from handsight import equity
from handsight.game import Hand, check_hands, random_hands
from handsight.odds import Equity
from handsight.views.histories.replay import StreetEquity, check_report, replay_report
from handsight.views.histories.replay_text import heading_of, replay_text
from handsight.views.report import report_of, to_dict
from tests.unit.formats.hands import FIELDS, LIMIT, history

NAMES = ["Ann", "Bob", "Cyd"]
UNSEEN = ["d dh p1 QsQd", "d dh p2 ????", *FIELDS["actions"][2:]]


def lines_of(told: Hand, *, drawn: bool = False, colours: Any = None) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=90, force_terminal=colours is not None, color_system=colours)
    console.print(Group(*replay_text(replay_report(told), drawn_suits=drawn)))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_a_hand_is_told_street_by_street() -> None:
    lines = lines_of(history(players=NAMES, hand=7, event="Home game", year=2024))
    assert lines[:2] == ["Hand 7 · no-limit hold'em · blinds 50/100 · 3 players", "Home game, 2024"]
    for line in (
        "  Ann  SB   raises to 1,000  (pot 1,400, 9,000 behind)",
        "  Bob  BB   folds",
        "Flop  Qh7h2c  pot 2,100",
        "  Cyd  BTN  calls 1,500  (pot 5,100, 0 behind) all in",
        "  Ann  SB   wins 5,100 with full house, queens over deuces",
    ):
        assert line in lines, "\n".join(lines)
    assert lines.index("Turn  Qh7h2c3h  pot 5,100") > lines.index("  Cyd  BTN  shows AhKh")
    assert lines[-3:] == [
        "Ann     12,600  +2,600",
        "Bob      9,900    -100",
        "Cyd          0  -2,500",
    ]


def test_the_equities_are_exact_and_know_the_cards_of_those_who_folded() -> None:
    first, flop, *_ = replay_report(history()).streets
    shares = equity(["QsQd", "9c8c", "AhKh"], method="exact")
    assert first.equities == expected(shares, [0, 1, 2])
    shares = equity(["QsQd", "AhKh"], "Qh7h2c", "9c8c", "exact")
    assert flop.equities == expected(shares, [0, 2])


def expected(shares: Equity, seats: list[int]) -> tuple[StreetEquity, ...]:
    return tuple(
        report_of(StreetEquity, each, seat=seat, p_tie=float(each.tie or 0) / float(shares.total))
        for seat, each in zip(seats, shares.players, strict=True)
    )


def test_hands_that_are_not_known_have_no_part_in_the_equity() -> None:
    told = history(actions=UNSEEN)
    assert [each.seat for each in replay_report(told).streets[0].equities] == [0, 2]
    lines = lines_of(told)
    assert "  among the known hands; 1 more unknown" in lines
    assert any(line.startswith("player 2  BB ") and "????" in line for line in lines)


def test_there_is_no_equity_where_only_one_hand_is_known() -> None:
    actions = ["d dh p1 QsQd", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
    told = history(actions=actions, finishing_stacks=None)
    assert replay_report(told).streets[0].equities == ()
    assert not any("equity" in line for line in lines_of(told))


def test_cents_are_told_as_the_record_tells_them() -> None:
    told = history(
        starting_stacks=[100.25, 100, 100],
        min_bet=1,
        blinds_or_straddles=[0.5, 1, 0],
        actions=[*FIELDS["actions"][:3], "p3 f", "p1 f"],
        finishing_stacks=None,
    )
    assert heading_of(told) == "Hand · no-limit hold'em · blinds 0.50/1.00 · 3 players"
    assert "player 1   99.75  -0.50" in lines_of(told)


def test_the_heading_tells_limits_and_antes() -> None:
    assert heading_of(history(LIMIT, antes=[5, 5, 5])) == (
        "Hand · fixed limit hold'em · bets 100/200 · blinds 50/100 · ante 5 · 3 players"
    )


def test_on_a_terminal_suits_are_drawn_and_coloured() -> None:
    text = "\n".join(lines_of(history(), drawn=True, colours="standard"))
    assert "\x1b[31mA♥" in text


def test_odd_chips_side_pots_and_mucked_hands_are_told() -> None:
    actions = [
        *("d dh p1 AcKc", "d dh p2 AdKd", "d dh p3 AhKh", "p3 cbr 2501", "p1 cc", "p2 cc"),
        *("d db QsJs2s", "p1 cbr 1000", "p2 cc", "d db 3d", "p1 cc", "p2 cc", "d db 4c", "p1 cc"),
        "p2 cc",
    ]
    told = history(actions=actions, starting_stacks=[9000, 9000, 2501], finishing_stacks=None)
    lines = lines_of(told)
    wins = [line.partition(" with")[0].split("  ")[-1].strip() for line in lines if "wins" in line]
    assert wins == ["wins 1,000 of side pot 1"] * 2 + ["wins 2,501 of the main pot"] * 3
    dealt = "\n".join(line for hand in random_hands(4, seed=1, hands=20) for line in lines_of(hand))
    for word in ("mucks", "takes", "which nobody called"):
        assert word in dealt, word


@pytest.mark.parametrize("told", [history(), history(LIMIT), history(actions=UNSEEN)])
def test_the_fields_hold_the_hand(told: Hand) -> None:
    fields = json.loads(json.dumps(to_dict(replay_report(told))))
    assert fields["finishing_stacks"] == fields["recorded_stacks"]
    assert fields["streets"][0]["pot"] == 0
    pots = [street["pot"] for street in fields["streets"]]
    assert pots == sorted(pots)
    last = fields["streets"][-1]["events"][-1]
    assert (last["event"], last["pot"]) == ("award", 0)
    assert [sum(fields[key]) for key in ("payoffs", "starting_stacks")] == [0, 22500]


def test_the_odd_chip_is_told() -> None:
    actions = [
        *("d dh p1 7c2c", "d dh p2 AdKd", "d dh p3 AhKh", "p3 cbr 225", "p1 f", "p2 cc"),
        *(
            "d db QsJs2s",
            "p2 cc",
            "p3 cc",
            "d db 3d",
            "p2 cc",
            "p3 cc",
            "d db 4c",
            "p2 cc",
            "p3 cc",
        ),
    ]
    blinds = {"blinds_or_straddles": [75, 100, 0], "finishing_stacks": None}
    lines = [line for line in lines_of(history(actions=actions, **blinds)) if "wins" in line]
    assert ["the odd chip included" in line for line in lines] == [True, False]


def test_the_fields_of_a_check_name_every_hand_that_is_listed() -> None:
    check = check_hands([history(), history(finishing_stacks=None), history(antes=[1, 1, 1])])
    fields = to_dict(check_report(check))
    assert (fields["hands"], fields["exact"], len(fields["errors"])) == (3, 1, 1)
    assert fields["unrecorded"] == [{"file": "hand.phh", "line": 1, "hand": None}]
