"""Recorded hands in fine chips, and without the players who folded first."""

from dataclasses import replace

import pytest

from handsight.coach.review.records import in_fine_chips, with_ante, without_early_folds
from handsight.game import HandCursor, HandState, Rules, random_hands, walk
from handsight.multiway import table_blueprint_for
from tests.unit.coach.review.hands import hand


def end_of(record):
    *_, end = walk(record)
    return end.state


def test_small_chips_are_multiplied_and_the_hand_stays_the_same() -> None:
    rules = Rules(small_blind=1, big_blind=2, ante=1, straddles=(4,))
    for record in random_hands(4, seed=3, hands=20, rules=rules):
        fine = in_fine_chips(record)
        assert fine.rules.big_blind == 100
        assert fine.rules.small_blind == 50
        assert fine.antes == (50,) * 4
        assert with_ante(fine).rules.ante == 50
        before, after = end_of(record), end_of(fine)
        assert tuple(50 * chips for chips in before.start_stacks) == after.start_stacks
        # Odd chips of a split pot are finer, too.
        for one, two in zip(before.payoffs, after.payoffs, strict=True):
            assert 50 * one == pytest.approx(two, abs=50)
        assert [each.action.kind for each in record.actions] == [
            each.action.kind for each in fine.actions
        ]


def test_antes_of_records_do_not_count_as_blinds() -> None:
    """A strategy sees the same line in a record as in the hand that was played."""
    table = table_blueprint_for(9, 20)
    assert table is not None
    line = ["fold"] * 6 + ["raise to 230", "fold"]
    state = HandState.start(Rules(ante=12), [2_000] * 9, 8, seed=1)
    live = HandCursor(state)
    for action in line:
        live.apply(action)
    record = with_ante(hand([*line, "fold"], {}, stacks=[2_000] * 9, rules=Rules(ante=12)))
    seen = seen_at(record, 8)
    assert table.places(seen, table.line(seen)) == table.places(
        live.observation(), table.line(live.observation())
    )
    assert table.line(seen)[6].moves == table.line(live.observation())[6].moves


def test_fine_chips_stay_as_they_are() -> None:
    record = hand(["fold"] * 5, {})
    assert in_fine_chips(record) is record


NINE = [10_000] * 9


def seen_at(record, number: int):
    for place, cursor in enumerate(walk(record)):
        if place == number:
            return cursor.observation()
    raise AssertionError


@pytest.mark.parametrize("keep", range(9))
def test_nine_players_lose_those_who_fold_first(keep: int) -> None:
    holes = {seat: "AsAh" if seat == keep else None for seat in range(9)}
    line = ["fold"] * 4 + ["raise to 300", "fold", "call", "fold", "call", "check", "check"]
    record = hand(line, {seat: hole for seat, hole in holes.items() if hole}, stacks=NINE)
    cut, seats = without_early_folds(record, 6, keep)
    first = 2  # the first to act
    gone = min(3, 4 if keep not in range(first, first + 4) else keep - first)
    if gone < 3:  # too many would be left
        assert (cut, seats) == (record, list(range(9)))
        return
    assert seats == [seat for seat in range(9) if seat not in (2, 3, 4)]
    assert keep in seats
    place = seats.index(keep)
    assert cut.holes[place] == record.holes[keep]
    assert [record.positions[seat] for seat in seats][-3:] == list(cut.positions[-3:])
    # Every later decision has the same pot, price and stack.
    for number in range(3, len(record.actions)):
        before, after = seen_at(record, number), seen_at(cut, number - 3)
        assert seats[after.seat] == before.seat
        assert after.legal == before.legal
        assert after.street == before.street


def test_the_antes_of_those_who_folded_stay_in_the_pot() -> None:
    rules = Rules(ante=12)
    line = ["fold"] * 3 + ["raise to 250"] + ["fold"] * 4
    record = hand([*line, "call", "check"], {7: "AsAh"}, stacks=NINE, rules=rules)
    cut, seats = without_early_folds(record, 6, 7)
    assert len(seats) == 6
    for number in range(3, len(record.actions)):
        before, after = seen_at(record, number), seen_at(cut, number - 3)
        assert after.legal.pot == before.legal.pot
        assert after.legal.stack == before.legal.stack
        assert after.legal.call_cost == before.legal.call_cost
        assert after.legal.raise_max == before.legal.raise_max


def test_a_straddler_keeps_the_own_seat() -> None:
    rules = Rules(straddles=(200,))
    line = ["fold"] * 3 + ["raise to 600", "fold", "fold", "call", "check", "check"]
    record = hand(line, {2: "AsAh"}, stacks=[10_000] * 7, rules=rules)
    cut, seats = without_early_folds(record, 6, 2)
    assert seats == [0, 1, 2, 4, 5, 6]
    assert cut.holes[seats.index(2)] == record.holes[2]
    assert cut.posts == (50, 100, 200, 0, 0, 0)
    assert seen_at(cut, 6 - 1).seat == 2


def test_hands_of_few_players_and_without_early_folds_stay_as_they_are() -> None:
    record = hand(["fold"] * 5, {})
    assert without_early_folds(record, 6, 0) == (record, list(range(6)))
    limped = hand(["call"] * 3 + ["fold"] * 4 + ["fold", "check"], {}, stacks=NINE)
    assert without_early_folds(limped, 6, 0)[0] is limped


def test_names_and_shown_hands_move_with_their_seats() -> None:
    line = ["fold"] * 3 + ["raise to 300"] + ["fold"] * 4
    record = replace(
        hand(line, {5: "AsAh"}, stacks=NINE),
        players=tuple("abcdefghi"),
        shown=(5,),
        mucked=(1,),
        hero=5,
    )
    cut, seats = without_early_folds(record, 6, 5)
    assert cut.players == tuple("abcdefghi"[seat] for seat in seats)
    assert cut.shown == (2,)
    assert cut.mucked == (1,)
    assert cut.hero == 2
    assert isinstance(HandCursor(cut.start()), HandCursor)
