"""How a model is judged: sessions apart, gains, claims, and intervals."""

import numpy as np
import pytest

from handsight.errors import OptionError
from handsight.game import Hand, random_hands
from handsight.opponents.model import OpponentModel, PolicyLikelihood
from handsight.opponents.model.decoding import ReadHand, decode_hand
from handsight.papers.range_model import proof as judged
from handsight.papers.range_model.proof import (
    base_rates,
    evaluate_model,
    folds_of,
    interval,
    reliability,
    reliability_error,
    session_of,
)
from tests.unit.opponents.records import record

SESSIONS = 4


def hands(count: int = 48) -> list[ReadHand]:
    """Hands of players who act at random, in four sessions."""
    read = [decode_hand(history) for history in random_hands(hands=count, players=3, seed=2)]
    return [
        hand._replace(file=f"night{number % SESSIONS}/{number}.phh")
        for number, hand in enumerate(read)
    ]


def told(*actions: str, **more: str) -> ReadHand:
    history: Hand = record(*actions, **more)
    return decode_hand(history)._replace(file="night0/0.phh")


def test_a_folder_of_single_hands_is_a_session_and_so_is_a_file_of_many() -> None:
    (hand, *_) = hands(4)
    assert session_of(hand) == "night0"
    assert session_of(hand._replace(file="all.phhs")) == "all.phhs"


def test_sessions_are_dealt_evenly_into_folds() -> None:
    found = folds_of([str(number) for number in range(11)], 3, seed=1)
    assert sorted(np.bincount(found).tolist()) == [3, 4, 4]
    with pytest.raises(OptionError, match="folds is 12; it must be from 2 to 11"):
        folds_of([str(number) for number in range(11)], 12, seed=1)


def test_no_session_is_asked_about_by_a_model_that_was_fitted_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fitted: list[set[str]] = []
    asked: list[set[str]] = []

    class Spy(OpponentModel):
        def fit_read(self, hands):  # type: ignore[no-untyped-def, override]
            fitted.append({session_of(hand) for hand in hands})
            asked.append(set())
            return super().fit_read(hands)

    def note(model, hand, *rest):  # type: ignore[no-untyped-def]
        asked[-1].add(session_of(hand))

    monkeypatch.setattr(judged, "OpponentModel", Spy)
    monkeypatch.setattr(judged, "_ask", note)
    evaluate_model(hands(), "loki", folds=SESSIONS)
    assert len(fitted) == SESSIONS
    assert all(one.isdisjoint(other) for one, other in zip(fitted, asked, strict=True))
    assert set().union(*asked) == {f"night{number}" for number in range(SESSIONS)}


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_figures() -> None:
    assert evaluate_model(hands(), folds=2) == evaluate_model(hands(), folds=2)


def test_every_decision_is_guessed_and_every_stay_judged_once_a_street() -> None:
    played = hands()
    found = evaluate_model(played, folds=2)
    decisions = [step for hand in played for step in hand.steps]
    free_folds = sum(step.context.free and step.action == 0 for step in decisions)
    assert len(found.guesses) == len(decisions) - free_folds
    assert len(found.claims) == 10 * len(found.gains)
    chances = np.array(found.guesses)[:, 3:6]
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(chances)))


# --- one hand -------------------------------------------------------------------------------------

WORDS = ("Cleo cbr 300", "Ada f", "Bob cc", "/", "Bob cc", "Cleo cbr 400", "Bob cc", "/")
CHECKS = ("Bob cc", "Cleo cc", "/", "Bob cc", "Cleo cc")


def judged_with(policy: object) -> judged.ModelEvaluation:
    hand = told(*WORDS, *CHECKS)
    model = OpponentModel(PolicyLikelihood(policy), epsilon=0, floor=0)  # type: ignore[arg-type]
    found = judged.ModelEvaluation(1, ("night0",), [], [], [])
    judged._ask(model, hand, 0, base_rates([hand]), found)
    return found


def test_a_model_that_knows_nothing_gains_nothing() -> None:
    found = judged_with(lambda *_: (0.2, 0.3, 0.5))
    assert [gain.all_actions for gain in found.gains] == pytest.approx([0] * len(found.gains))
    streets = [gain.street for gain in found.gains]
    assert streets == sorted(streets)
    assert np.bincount(streets).tolist() == [2, 2, 2, 2]


def test_a_model_that_knows_a_player_to_raise_a_tenth_of_hands_gains_the_logarithm_of_ten() -> None:
    raised = {*range(0, 1326, 10), read_hand_combo("Cleo")}

    def policy(context: object, board: object, combo: int) -> tuple[float, float, float]:
        return (0.0, 0.0, 1.0) if combo in raised else (0.5, 0.5, 0.0)

    gains = judged_with(policy).gains
    preflop = [gain.all_actions for gain in gains if gain.street == 0]
    assert max(preflop) == pytest.approx(np.log2(1326 / len(raised)))


def read_hand_combo(name: str) -> int:
    hand = told(*WORDS, *CHECKS)
    return hand.combos[hand.names.index(name)]


def test_what_was_done_before_the_flop_is_told_apart_from_the_rest() -> None:
    true = read_hand_combo("Bob")

    def policy(context, board, combo):  # type: ignore[no-untyped-def]
        if context.street == 1 and not context.free:
            return (0.0, 1.0, 0.0) if combo == true else (1.0, 0.0, 0.0)
        return (0.2, 0.4, 0.4)

    (bob,) = [
        gain for gain in judged_with(policy).gains if gain.all_actions > 1 and gain.street == 1
    ]
    assert bob.preflop_only == pytest.approx(0)
    assert bob.all_actions == pytest.approx(np.log2(1176))
    assert (bob.entry, bob.action) == (judged.CALLED, 1)


def test_entries_are_the_strongest_thing_done_before_the_flop() -> None:
    hand = told("Cleo cbr 300", "Ada cbr 900", "Bob f", "Cleo cc", "/", "Ada cc", "Cleo cc")
    model = OpponentModel()
    found = judged.ModelEvaluation(1, ("night0",), [], [], [])
    judged._ask(model, hand, 0, base_rates([hand]), found)
    entries = {gain.entry for gain in found.gains}
    assert entries == {judged.FIRST_RAISE, judged.THREE_BET}


# --- arithmetic -----------------------------------------------------------------------------------


def test_claims_that_come_true_as_often_as_claimed_are_reliable() -> None:
    chances = np.repeat([0.25, 0.75], 400)
    true = np.concatenate((np.arange(400) % 4 == 0, np.arange(400) % 4 != 0))
    assert reliability_error(chances, true) == pytest.approx(0)
    assert [each[2] for each in reliability(chances, true)] == [400, 400]


def test_the_error_is_weighted_by_the_number_of_claims() -> None:
    chances, true = np.array([0.05] * 30 + [0.95] * 10), np.array([False] * 40)
    assert reliability_error(chances, true) == pytest.approx((30 * 0.05 + 10 * 0.95) / 40)


def test_intervals_are_wider_where_sessions_differ() -> None:
    values = np.repeat([0.0, 1.0], 50)
    apart, mixed = np.repeat([0, 1, 2, 3], 25), np.tile([0, 1, 2, 3], 25)
    low, high = interval(values, apart)
    assert (low, high) == (0, 1)
    low, high = interval(values, mixed)
    assert high - low < 0.2
    assert interval(values, mixed, seed=5) == interval(values, mixed, seed=5)
