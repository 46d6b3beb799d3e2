"""How a recorded hand ended: the replay, the statistics and the check tell the same of it."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from handsight.cli.main import main
from handsight.errors import HistoryError
from handsight.formats import parse_phh, phh_text, read_hands
from handsight.game import Hand, check_hands, hand_result, random_hands
from handsight.opponents.stats import recorded_hand
from handsight.views.histories.replay import replay_report
from handsight.views.report import to_dict
from tests.unit.formats.hands import history, text_of

NAMES = ["Ann", "Bob", "Cyd"]

SPLIT: dict[str, Any] = {
    "blinds_or_straddles": [75, 100, 0],
    "actions": [
        *("d dh p1 7c2c", "d dh p2 AdKd", "d dh p3 AhKh", "p3 cbr 225", "p1 f", "p2 cc"),
        *("d db QsJs2s", "p2 cc", "p3 cc", "d db 3d", "p2 cc", "p3 cc"),
        *("d db 4c", "p2 cc", "p3 cc", "p2 sm AdKd", "p3 sm AhKh"),
    ],
    "finishing_stacks": None,
}
"""A pot of 525 that two share; the odd chip is the first's."""

SIDE_POTS: dict[str, Any] = {
    "starting_stacks": [1000, 3000, 3000],
    "actions": [
        *("d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd", "p3 cbr 3000", "p1 cc", "p2 cc"),
        *("p1 sm AhAd", "p2 sm KhKd", "p3 sm QhQd", "d db 2c3d7s", "d db 8c", "d db 9s"),
    ],
    "finishing_stacks": None,
}
"""The first wins the main pot of 3,000, the second the side pot of 4,000."""

CASES: dict[str, tuple[dict[str, Any], list[float], float]] = {
    "no rake": ({}, [2600, -100, -2500], 0),
    "stacks and rake": (
        {"finishing_stacks": [12500, 9900, 0], "_rake": 100},
        [2500, -100, -2500],
        100,
    ),
    "winnings and rake": (
        {"finishing_stacks": None, "winnings": [5000, 0, 0], "_rake": 100},
        [2500, -100, -2500],
        100,
    ),
    "rake alone": ({"finishing_stacks": None, "_rake": 100}, [2500, -100, -2500], 100),
    "rake in cents": (
        {"finishing_stacks": None, "_rake": 0.35},
        [2599.65, -100, -2500],
        0.35,
    ),
    "a rake shared by two": (SPLIT | {"_rake": 25}, [-75, 25, 25], 25),
    "a rake from two pots": (SIDE_POTS | {"_rake": 70}, [1970, 960, -3000], 70),
    "half chips": (
        SPLIT | {"finishing_stacks": [9925, 10037.5, 2537.5]},
        [-75, 37.5, 37.5],
        0,
    ),
    "another end than by the rules": (
        {"finishing_stacks": [12000, 9900, 600]},
        [2000, -100, -1900],
        0,
    ),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Hand, list[float], float]:
    changed, payoffs, rake = CASES[request.param]
    return history(players=NAMES, **changed), payoffs, rake


def test_the_replay_tells_what_is_won_after_the_rake(
    case: tuple[Hand, list[float], float],
) -> None:
    told, payoffs, rake = case
    fields = json.loads(json.dumps(to_dict(replay_report(told))))
    assert (fields["payoffs"], fields["rake"]) == (payoffs, rake)
    assert sum(fields["payoffs"]) + fields["rake"] == pytest.approx(0)


def test_the_statistics_count_the_same(case: tuple[Hand, list[float], float]) -> None:
    told, payoffs, _ = case
    assert list(map(float, recorded_hand(told).net.values())) == payoffs


@pytest.mark.repeats(2)
def test_the_commands_tell_the_same(case: tuple[Hand, list[float], float], tmp_path: Path) -> None:
    told, payoffs, _ = case
    file, store = tmp_path / "hand.phh", tmp_path / "players.db"
    file.write_text(phh_text(told))
    hand = _fields("replay", file)["hands"][0]
    assert hand["payoffs"] == payoffs
    _fields("import", file, "--store", store)
    for name, won in zip(NAMES, payoffs, strict=True):
        assert _fields("players", name, "--store", store)["results"][0]["net"] == won


def _fields(*words: object) -> dict[str, Any]:
    result = CliRunner().invoke(main, [*map(str, words), "--json"])
    assert result.exit_code == 0, result.stderr
    fields: dict[str, Any] = json.loads(result.stdout)
    return fields


def test_pots_and_stacks_lead_to_the_end(case: tuple[Hand, list[float], float]) -> None:
    report = replay_report(case[0])
    assert report.is_over
    if report.difference:
        return
    stacks = dict(enumerate(report.starting_stacks))
    for street in report.streets:
        for event in street.events:
            stacks[event.seat] = event.stack
    assert tuple(stacks.values()) == report.finishing_stacks
    assert report.streets[-1].events[-1].pot == 0


def test_the_check_agrees(case: tuple[Hand, list[float], float]) -> None:
    report = check_hands([case[0]])
    named = {
        "exact": report.exact,
        "half-chip": len(report.half_chip_splits),
        "unrecorded": len(report.unrecorded),
        "differs": len(report.errors),
    }
    assert [name for name, number in named.items() if number] == [hand_result(case[0]).agreement]


def test_who_wins_two_pots_pays_from_both() -> None:
    """The same hand with the aces and the kings the other way round: the second wins all."""
    swap = str.maketrans("AK", "KA")
    told = history(
        **SIDE_POTS | {"actions": [each.translate(swap) for each in SIDE_POTS["actions"]]}
    )
    raked = replace(told, rake=70)
    events = to_dict(replay_report(raked))["streets"][-1]["events"]
    keys = ("seat", "chips", "of_pot", "odd_chip", "kept")
    assert [[each[key] for key in keys] for each in events if each["event"] == "award"] == [
        [1, 3960, 1, False, 40],
        [1, 2970, 0, False, 30],
    ]
    assert hand_result(raked).payoffs == (-1000, 3930, -3000)


def test_half_chips_are_left_over_by_a_rake_too() -> None:
    """Four share 47 chips less 1: 11.5 each, where the odd three of 47 go to three of them."""
    board = ["d db AsKsQs", "d db Js", "d db Ts"]
    dealt = [
        f"d dh p{n} {hole}" for n, hole in enumerate(("2c2d", "3c3d", "4c4d", "5c5d", "6c6d"), 1)
    ]
    checks = [f"p{n} cc" for n in (2, 3, 4, 5)]
    shown = [f"p{n} sm" for n in (2, 3, 4, 5)]
    streets = [word for dealt_now in board for word in (dealt_now, *checks)]
    told = history(
        starting_stacks=[100] * 5,
        antes=[0] * 5,
        blinds_or_straddles=[3, 11, 0, 0, 0],
        min_bet=11,
        actions=[*dealt, "p3 cc", "p4 cc", "p5 cc", "p1 f", "p2 cc", *streets, *shown],
        finishing_stacks=[97, 100.5, 100.5, 100.5, 100.5],
        _rake=1,
    )
    result = hand_result(told)
    assert (result.agreement, result.payoffs) == ("half-chip", (-3, *[Fraction(1, 2)] * 4))
    assert len(check_hands([told]).half_chip_splits) == 1


# --- what cannot be -------------------------------------------------------------------------------


def test_a_rake_above_what_was_won_is_told_with_its_line(tmp_path: Path) -> None:
    text = text_of(players=NAMES, finishing_stacks=None, _rake=5101)
    told = parse_phh(text, "hand.phh")
    with pytest.raises(HistoryError, match=r"the rake is 5101, but only 5100 were won") as caught:
        hand_result(told)
    assert caught.value.line == text[: text.index("_rake")].count("\n") + 1
    assert [error.reason for error in check_hands([told]).errors] == [caught.value.reason]
    file = tmp_path / "hand.phh"
    file.write_text(text)
    for words in (["replay", file], ["import", file, "--store", tmp_path / "players.db"]):
        result = CliRunner().invoke(main, list(map(str, words)))
        assert "the rake is 5101" in result.stderr, words


def test_a_rake_that_nobody_paid_is_told() -> None:
    result = hand_result(history(_rake=50))
    assert result.agreement == "differs"
    assert result.difference == "the rake is 50 in the record, but nobody wins less for it"


def test_a_rake_that_a_loser_paid_is_told() -> None:
    told = history(finishing_stacks=[12600, 9850, 0], _rake=50)
    assert (
        hand_result(told).difference == "player 2 ends with 9850 in the record, but 9900 when "
        "replayed"
    )


def test_an_end_that_does_not_fit_is_told_below_the_replay(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(text_of(finishing_stacks=[12000, 9900, 600]))
    lines = CliRunner().invoke(main, ["replay", str(file)]).stdout.splitlines()
    assert lines[-1] == (
        "the record does not fit the rules: player 1 ends with 12000 in the record, but 12600 "
        "when replayed"
    )


def test_the_rake_has_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(text_of(players=NAMES, finishing_stacks=None, _rake=0.35))
    lines = CliRunner().invoke(main, ["replay", str(file)]).stdout.splitlines()
    assert (
        "  Ann  SB   wins 5,099.65 with full house, queens over deuces, after 0.35 of rake" in lines
    )
    assert lines[-4:] == [
        "Ann     12,599.65  +2,599.65",
        "Bob      9,900.00    -100.00",
        "Cyd          0.00  -2,500.00",
        "rake                   +0.35",
    ]


def test_a_rake_finer_than_the_bets_is_kept() -> None:
    told = history(finishing_stacks=None, _rake=0.05)
    assert (told.scale, told.rake, told.stacks[0]) == (100, 5, 1000000)
    assert parse_phh(phh_text(told)) == told


# --- the same, by PokerKit ------------------------------------------------------------------------


def test_who_wins_alone_pays_the_rake_as_with_pokerkit() -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    from pokerkit import notation, rake

    raked = 0
    for told in random_hands(3, seed=4, hands=60):
        theirs = notation.HandHistory.loads(phh_text(told))
        theirs.rake = partial(rake, percentage=0.05, cap=90)
        *_, state = theirs
        if sum(payoff > 0 for payoff in hand_result(told).payoffs) != 1:
            continue
        taken = sum(told.stacks) - sum(state.stacks)
        text = phh_text(told)
        cut = text[: text.index("finishing_stacks")]
        alone = hand_result(parse_phh(f"{cut}_rake = {taken}\n"))
        assert list(alone.stacks) == state.stacks
        both = parse_phh(f"{cut}finishing_stacks = {state.stacks}\n_rake = {taken}\n")
        assert (hand_result(both).agreement, hand_result(both).stacks) == ("exact", alone.stacks)
        raked += taken > 0
    assert raked > 20


# --- PokerStars -----------------------------------------------------------------------------------

DOLLARS = """PokerStars Hand #78: Hold'em No Limit ($1/$2 USD) - 2024/05/06 12:34:56 ET
Table 'Aurora' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Seat 3: Cyd ($200 in chips)
Bob: posts small blind $1
Cyd: posts big blind $2
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Ann: calls $2
Bob: folds
Cyd: checks
*** FLOP *** [Qs Js 2d]
Cyd: bets $10
Ann: calls $10
*** TURN *** [Qs Js 2d] [3h]
Cyd: checks
Ann: checks
*** RIVER *** [Qs Js 2d 3h] [4c]
Cyd: checks
Ann: checks
*** SHOW DOWN ***
Cyd: shows [Ac Kc] (high card Ace)
Ann: shows [Ah Kh] (high card Ace)
Cyd collected $11.88 from pot
Ann collected $11.87 from pot
*** SUMMARY ***
Total pot $25 | Rake $1.25
Board [Qs Js 2d 3h 4c]
"""


def test_cents_of_the_rake_are_kept_where_all_bets_are_whole_dollars(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(DOLLARS)
    (told,) = read_hands(file)
    assert isinstance(told, Hand)
    assert (told.scale, told.rake, told.winnings) == (100, 125, (0, 1188, 1187))
    fields = to_dict(replay_report(told))
    assert (fields["payoffs"], fields["rake"]) == ([-1, -0.12, -0.13], 1.25)
    assert list(map(float, recorded_hand(told).net.values())) == fields["payoffs"]
    assert check_hands([told]).exact == 1
