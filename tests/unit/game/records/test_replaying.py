"""Recorded hands played again, and compared with how they ended."""

import re
from fractions import Fraction
from typing import Any

import pytest

from handsight.errors import HistoryError
from handsight.formats import parse_phh
from handsight.game import Damaged, Hand, check_hands, final_state, replay
from tests.game_states import assert_valid_state
from tests.unit.formats.hands import FIELDS, LIMIT, history, text_of

DEALT = FIELDS["actions"][:3]
UNSEEN = ["d dh p1 ????", "d dh p2 9c8c", "d dh p3 AhKh"]
CHECKED_DOWN = [
    *("p3 cc", "p1 cc", "p2 cc", "d db Qh7h2c", "p1 cc", "p2 cc", "p3 cc"),
    *("d db 3h", "p1 cc", "p2 cc", "p3 cc", "d db 2d", "p1 cc", "p2 cc", "p3 cc"),
]


def test_the_states_of_a_hand_come_in_order() -> None:
    states = list(replay(history()))
    assert [state.actor for state in states] == [2, 0, 1, 2, 0, 2, -1]
    assert states[-1].stacks == (12600, 9900, 0)
    for state in states:
        assert_valid_state(state)


def test_a_limit_hand_is_replayed() -> None:
    assert final_state(history(LIMIT)).stacks == (10500, 9900, 2100)


def test_a_hand_that_was_never_seen_stays_unknown_and_cannot_win() -> None:
    told = history(actions=[*UNSEEN, *CHECKED_DOWN, "p3 sm AhKh"], finishing_stacks=None)
    states = list(replay(told))
    assert all(state.hole(0) is None for state in states)
    assert states[-1].payoffs == (-100, -100, 200)
    for state in states:
        assert_valid_state(state)


def test_a_known_hand_that_was_mucked_cannot_win() -> None:
    actions = [*DEALT, *CHECKED_DOWN, "p3 sm -", "p1 sm QsQd"]
    end = final_state(history(actions=actions, finishing_stacks=None))
    assert end.payoffs == (200, -100, -100)


def test_a_dead_ante_is_not_matched() -> None:
    antes = {"antes": [0, 100, 0], "ante_trimming_status": False, "finishing_stacks": None}
    end = final_state(history(actions=[*DEALT, "p3 f", "p1 f"], **antes))
    assert end.payoffs == (-50, 50, 0)


def test_who_posts_out_of_turn_may_check_or_raise_when_his_turn_comes() -> None:
    posted = {"blinds_or_straddles": [50, 100, -100], "finishing_stacks": None}
    start, *_ = replay(history(actions=[*DEALT, "p3 cc", "p1 f", "p2 cc"], **posted))
    assert (start.actor, start.to_call, start.pot) == (2, 0, 250)
    assert start.legal_actions.raise_min == 200
    last = list(replay(history(actions=[*DEALT, "p3 cbr 300", "p1 f", "p2 f"], **posted)))[-1]
    assert last.payoffs == (-50, -100, 150)


def test_a_check_that_we_do_not_ask_for_is_passed_over() -> None:
    actions = [*DEALT, "p3 cbr 2500", "p1 cbr 10000", "p2 f", "p3 cc"]
    covered = [*actions[:4], "p1 cc", "p2 f", "d db Qh7h2c", "p1 cc", "d db 3h", "d db 2d"]
    end = final_state(history(actions=covered, finishing_stacks=None))
    assert end.is_over


# --- what does not fit ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "line", "reason"),
    [
        ({"actions": [*DEALT, "p3 cbr 150"]}, 7, "below the minimum of 200"),
        ({"actions": [*DEALT, "p1 f"]}, 7, "player 1 acts, but it is the turn of player 3"),
        ({"actions": [*DEALT, "p3 f"]}, 7, "breaks off .* it is the turn of player 1"),
        ({"actions": [*DEALT, "p3 f", "p1 f", "p2 cbr 500"]}, 7, "the hand is over"),
        (
            {"actions": [*DEALT, "d db Qh7h2c", "p3 f"]},
            7,
            "3 cards were dealt .* but the board has 0",
        ),
        ({"actions": FIELDS["actions"][:-1]}, 7, "the board has 4 cards, but the hand ends with 5"),
        ({"actions": ["d dh p1 AhKh", "d dh p2 AhQh", "p3 f"]}, 1, "Ah appears twice"),
        ({"starting_stacks": [0, 0, 10]}, 1, "only 1 of the stacks are above 0"),
        (
            {"actions": [*(f"d dh p{n} ????" for n in (1, 2, 3)), *CHECKED_DOWN]},
            7,
            "nobody can tell who wins",
        ),
        ({"finishing_stacks": [12601, 9899, 0]}, 8, "player 1 ends with 12601 in the record"),
        ({"finishing_stacks": [12600, 9900, 1]}, 8, "player 3 ends with 1 in the record, but 0"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(
    changed: dict[str, Any], line: int, reason: str
) -> None:
    (error,) = check_hands([history(**changed)]).errors
    assert (error.file, error.line) == ("hand.phh", line)
    assert re.search(reason, error.reason), error.reason


def test_the_line_of_an_illegal_action_is_its_own() -> None:
    lines = [f'  "{action}",' for action in [*DEALT, "p3 cbr 300", "p1 cbr 301", "p2 f"]]
    text = text_of(actions=None) + "\n".join(["actions = [", *lines, "]", ""])
    with pytest.raises(HistoryError, match="below the minimum") as caught:
        list(replay(parse_phh(text, "a.phh", 5)))
    assert caught.value.line == 5 + text[: text.index("p1 cbr 301")].count("\n")


# --- checking -------------------------------------------------------------------------------------


def counts(*told: Hand | Damaged) -> tuple[int, ...]:
    report = check_hands(told)
    lists = (report.half_chip_splits, report.unrecorded, report.errors, report.unsupported)
    return report.hands, report.exact, *map(len, lists)


def test_a_hand_that_ends_as_recorded_is_exact() -> None:
    assert counts(history(), history(LIMIT)) == (2, 2, 0, 0, 0, 0)


def test_a_hand_without_recorded_stacks_is_told_apart() -> None:
    assert counts(history(finishing_stacks=None)) == (1, 0, 0, 1, 0, 0)


def test_damaged_hands_and_other_games_are_told_apart() -> None:
    damaged, other = Damaged("a", 1, "torn"), Damaged("b", 2, "Omaha", "PO")
    assert counts(damaged, other) == (0, 0, 0, 0, 1, 1)


def test_half_a_chip_of_a_split_pot_is_listed() -> None:
    shown = ["p2 sm 9c8c", "p3 sm AhKh"]
    board = ["d db AsKsQs", "p2 cc", "p3 cc", "d db Js", "p2 cc", "p3 cc", "d db Ts"]
    told = history(
        actions=[*UNSEEN, "p3 cbr 225", "p1 f", "p2 cc", *board, "p2 cc", "p3 cc", *shown],
        blinds_or_straddles=[75, 100, 0],
        finishing_stacks=[9925, 10037.5, 2537.5],
    )
    (split,) = check_hands([told]).half_chip_splits
    assert split.replayed == (9925, 10038, 2537)
    assert split.recorded == (9925, Fraction(20075, 2), Fraction(5075, 2))
    assert (split.file, split.line) == ("hand.phh", 8)


@pytest.mark.parametrize(
    ("won", "rake", "exact"),
    [([5100, 0, 0], 0, 1), ([5000, 0, 0], 100, 1), ([5000, 0, 0], 0, 0), ([5200, 0, -100], 0, 0)],
)
def test_winnings_are_compared_where_stacks_are_not_told(
    won: list[int], rake: int, exact: int
) -> None:
    told = history(winnings=won, finishing_stacks=None, _rake=rake)
    assert check_hands([told]).exact == exact


def test_rake_comes_from_those_who_win() -> None:
    told = history(finishing_stacks=[12600, 9850, 0], _rake=50)
    assert len(check_hands([told]).errors) == 1
