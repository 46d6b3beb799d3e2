"""Mistakes of reviewed hands, from the review to the drill that asks them."""

from pathlib import Path

import pytest

from handsight.coach.drill import Drill, DrillStore, question_of
from handsight.coach.drill.kinds import KINDS
from handsight.coach.review.decisions import BLUEPRINT, SOLVER, ReviewedDecision, ReviewedHand
from handsight.coach.review.mistakes import mistakes_of
from handsight.coach.review.pricing import review_hand
from handsight.coach.review.settings import Rake, ReviewSettings
from handsight.coach.review.store import ReviewStore, key_of
from handsight.errors import OptionError
from handsight.game import HandState, Rules, hand_of

SECOND = "preflop 50/100 stacks 10000,10000 button 1 holes ?,7d2h"
THIRD = "preflop 50/100 stacks 10000,10000 button 1 holes ?,AhAd"


def played(holes: list[str | None], board: str, line: list[str], stacks: int = 10_000):
    """Return a hand of players with equal stacks, the last one with the button."""
    count = len(holes)
    state = HandState.start(Rules(), [stacks] * count, count - 1, seed=3, holes=holes, board=board)
    for action in line:
        state = state.apply(action)
    return hand_of(state)


@pytest.fixture(scope="module")
def station() -> ReviewedHand:
    """A hand heads-up whose big blind, with next to nothing, calls bets on three streets."""
    line = ["raise to 300", "call", "check", "bet 450", "call", "check", "bet 1500", "call"]
    hand = played(["3c2d", "QsQh"], "Qd8s6h9cTd", [*line, "check", "bet 5000", "fold"])
    return review_hand(hand, 0)


@pytest.fixture
def reviews(tmp_path: Path, station: ReviewedHand) -> Path:
    path = tmp_path / "review.db"
    with ReviewStore(path) as store:
        key = key_of(bytes.fromhex(station.digest), 0, ReviewSettings(), Rake())
        store.put(key, station)
    return path


def test_mistakes_in_a_played_hand_are_asked_and_judged_as_the_review_did(
    reviews: Path, tmp_path: Path, station: ReviewedHand
) -> None:
    with ReviewStore(reviews, create=False) as store:
        found = mistakes_of(store.hands(), most=20, time=50.0)
    wrong = {each.street: each for each in station.decisions if each.is_mistake}
    assert {"flop", "turn"} <= {street for street, each in wrong.items() if each.best == "fold"}
    assert found.found == len(found.mistakes) == len(wrong)
    assert found.unaskable == 0
    assert [each.lost for each in found.mistakes] == sorted(
        (each.lost for each in wrong.values()), reverse=True
    )
    with DrillStore(tmp_path / "drill.db", create=True) as kept:
        assert kept.add_mistakes(found.mistakes) == len(wrong)
        assert kept.add_mistakes(found.mistakes) == 0
        with Drill(list(KINDS), store=kept, only_due=True, clock=lambda: 60.0) as drill:
            for mistake in found.mistakes:
                question = drill.next()
                assert question is not None
                assert question.key == mistake.key
                decision = wrong[question.kind]
                told = drill.answer(question, decision.taken.split()[0])
                if decision.best == "fold":
                    assert (told.right, told.best) == (False, "fold")
                assert question.pot == pytest.approx(decision.pot)
                assert question.to_call == pytest.approx(decision.to_call)
            assert drill.next() is None


def test_a_flop_has_the_same_values_in_the_drill_as_in_the_review(station: ReviewedHand) -> None:
    decision = next(
        each for each in station.decisions if each.street == "flop" and each.to_call > 0
    )
    question = question_of(decision.key)
    told = KINDS["flop"].judge(question, "call")
    ours = {
        each.name.split()[0]: each.ev or 0.0 for each in told.options if "raise" not in each.name
    }
    theirs = {each.action.split()[0]: each.ev for each in decision.actions}
    for name in ("fold", "call"):
        assert ours[name] == pytest.approx(theirs[name], abs=0.05)


def test_decisions_among_three_after_the_flop_cannot_be_asked() -> None:
    line = ["fold", "fold", "fold", "raise to 300", "call", "call", "check", "check", "bet 900"]
    holes = ["3c2d", "KdKc", None, None, None, "QsQh"]
    hand = played(holes, "Qd8s6h9cTd", [*line, "call", "fold", "check", "bet 5000", "fold"])
    reviewed = review_hand(hand, 0, ReviewSettings(quick=True))
    wrong = [each for each in reviewed.decisions if each.is_mistake]
    assert any(each.street == "flop" and each.players == 3 and not each.key for each in wrong)
    found = mistakes_of([reviewed], most=20, time=0.0)
    assert found.unaskable >= 1
    assert found.found == len(found.mistakes) + found.unaskable


# --- choice ---------------------------------------------------------------------------------------


def decision(number: int, lost: float, key: str, method: str = SOLVER) -> ReviewedDecision:
    return ReviewedDecision(
        *(number, "preflop", "", "BTN", "unopened", 2, 1.5, 0.5, "call 0.5 bb", "fold"),
        *((("fold", 0.0, None), ("call 0.5 bb", -lost, None)), lost, 0.0, method, (), key),
    )


def hand_with(*decisions: ReviewedDecision, digest: str = "aa") -> ReviewedHand:
    return ReviewedHand(
        *(digest, "1", "hands.phhs", 1, "NL", "BTN", "7d2h", "", 100.0, 0.0, None, decisions)
    )


def test_the_costliest_come_first_and_others_are_left_out() -> None:
    hand = hand_with(decision(0, 1.0, SECOND), decision(1, 3.0, ""), decision(2, 2.0, THIRD))
    found = mistakes_of([hand], most=1, time=7.0)
    assert [(each.lost, each.time) for each in found.mistakes] == [(2.0, 7.0)]
    assert found.mistakes[0].key.endswith("holes ?,AhAd")
    assert (found.found, found.unaskable) == (3, 1)
    assert mistakes_of([hand], most=0, time=0).mistakes == ()


def test_of_several_reviews_of_a_hand_the_most_reliable_counts() -> None:
    quick = hand_with(decision(0, 5.0, SECOND, BLUEPRINT))
    full = hand_with(decision(0, 0.0, SECOND, SOLVER))  # no mistake after all
    for hands in ([quick, full], [full, quick]):
        assert mistakes_of(hands, most=20, time=0)[:3] == ((), 0, 0)
    old = hand_with(decision(0, 4.0, "", SOLVER))  # of a review that kept no keys
    for hands in ([quick, old], [old, quick]):
        assert [each.lost for each in mistakes_of(hands, 20, 0).mistakes] == [5.0]


def test_decisions_that_are_the_same_question_are_one() -> None:
    hands = [
        hand_with(decision(0, 2.0, SECOND), digest="aa"),
        hand_with(decision(0, 1.0, SECOND.replace("7d2h", "7c2s")), digest="bb"),
    ]
    found = mistakes_of(hands, most=20, time=0)
    assert [each.lost for each in found.mistakes] == [2.0]
    assert found.found == 2


def test_a_key_that_no_question_has_counts_as_one_that_cannot_be_asked() -> None:
    found = mistakes_of([hand_with(decision(0, 2.0, "preflop nonsense"))], most=20, time=0)
    assert found == ((), 1, 1, ("",))
    with pytest.raises(OptionError, match="costliest is -1; it must be a whole number, 0 or more"):
        mistakes_of([], most=-1, time=0)


def test_a_store_to_read_must_exist(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="handsight review --store makes one"):
        ReviewStore(tmp_path / "none.db", create=False)
    assert not (tmp_path / "none.db").exists()


def test_the_mistakes_of_one_of_several_players_are_chosen() -> None:
    ann = hand_with(decision(0, 2.0, THIRD))._replace(player="Ann")
    bob = hand_with(decision(0, 3.0, SECOND))._replace(player="Bob", digest="b")
    both = mistakes_of([ann, bob], most=20, time=0)
    assert (both.found, both.players) == (2, ("Ann", "Bob"))
    only = mistakes_of([ann, bob], most=20, time=0, player="Ann")
    assert (only.found, only.players) == (1, ("Ann",))
    assert [each.lost for each in only.mistakes] == [2.0]
    with pytest.raises(OptionError, match=r"no hands of 'Anne' \(did you mean 'Ann'\?\)"):
        mistakes_of([ann, bob], most=20, time=0, player="Anne")
