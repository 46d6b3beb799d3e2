"""Answers are understood as people type them, and judged by EV and by how often they are played."""

import pytest

from handsight.coach.drill.question import (
    OptionValue,
    Question,
    judged,
    number_meant,
    option_meant,
)
from handsight.errors import InputError

PREFLOP = ("fold", "call", "raise to 2.5 bb", "raise to 3 bb", "all-in")
TURN = ("check", "bet 3.5 bb (50%)", "bet 7 bb (100%)", "all-in 96 bb")


@pytest.mark.parametrize(
    ("options", "typed", "meant"),
    [
        (PREFLOP, "f", "fold"),
        (PREFLOP, "CALL", "call"),
        (PREFLOP, "3", "raise to 2.5 bb"),
        (PREFLOP, "raise 3", "raise to 3 bb"),
        (PREFLOP, "raise to 2.5", "raise to 2.5 bb"),
        (PREFLOP, "a", "all-in"),
        (TURN, "k", "check"),
        (TURN, "x", "check"),
        (TURN, "bet 50%", "bet 3.5 bb (50%)"),
        (TURN, "bet 7", "bet 7 bb (100%)"),
        (TURN, "all-in", "all-in 96 bb"),
        (("fold", "push"), "p", "push"),
    ],
)
def test_an_option_is_meant_by_its_number_its_letter_or_its_words(options, typed, meant):
    assert option_meant(options, typed) == meant


@pytest.mark.parametrize(
    ("options", "typed", "message"),
    [
        (PREFLOP, "r", "can mean raise to 2.5 bb or raise to 3 bb"),
        (TURN, "bet", "can mean bet 3.5 bb"),
        (TURN, "fold", "is no answer here; write one of: 1 check, 2 bet 3.5 bb"),
        (TURN, "5", "is no answer here"),
        (TURN, "0", "is no answer here"),
        (TURN, "", "is no answer here"),
    ],
)
def test_an_answer_that_means_nothing_or_several_is_refused(options, typed, message):
    with pytest.raises(InputError, match=message):
        option_meant(options, typed)


def test_a_number_is_read_with_and_without_its_unit():
    assert [number_meant(text, 100) for text in ("45", " 45% ", "33.3 %", "9 outs")] == [
        *(45, 45, 33.3, 9)
    ]
    for text in ("", "many", "-3", "101", "45 bb"):
        with pytest.raises(InputError, match="write a number from 0 to 100"):
            number_meant(text, 100)


def asked(*options: str, pot: float = 10.0) -> Question:
    return Question("turn", "turn ...", "3-bet pot", "AhKh", "", (), pot, 0.0, {}, "?", options)


def test_the_best_answer_is_the_highest_ev_that_the_strategy_plays():
    values = (
        OptionValue("fold", 0.0, 0.2),  # luck of a sample: the strategy never plays it
        OptionValue("call", 0.7, 0.1),
        OptionValue("raise", 0.3, 0.15),
    )
    question = asked("fold", "call", "raise")
    found = judged(question, "raise", values)
    assert (found.best, found.right, found.lost) == ("raise", True, 0.0)
    call = judged(question, "call", values)
    assert (call.best, call.right, call.lost) == ("raise", True, pytest.approx(0.05))
    fold = judged(question, "fold", values)
    assert (fold.best, fold.right, fold.lost) == ("raise", True, 0.0)


def test_an_answer_is_wrong_if_it_is_hardly_played_and_loses_more_than_a_trifle():
    def verdict(lost: float, frequency: float, pot: float) -> bool:
        values = (OptionValue("check", 1 - frequency, 1.0), OptionValue("bet", frequency, 1 - lost))
        return judged(asked("check", "bet", pot=pot), "bet", values).right

    assert not verdict(0.2, 0.05, 10)
    assert verdict(0.2, 0.1, 10)  # played a tenth of the time
    assert verdict(0.2, 0.05, 20)  # one per cent of the pot
    assert not verdict(0.21, 0.05, 20)


def test_without_evs_the_usual_action_is_best_and_no_loss_is_named():
    values = (OptionValue("fold", 0.97, None), OptionValue("call", 0.03, None))
    found = judged(asked("fold", "call"), "call", values, "So the charts say.")
    assert (found.best, found.right, found.lost) == ("fold", False, None)
    assert found.reason == "fold is the usual choice (97% of the time). So the charts say."


def test_exact_evs_that_contradict_the_strategy_by_much_decide() -> None:
    question = asked("fold", "call", pot=18.0)
    values = OptionValue("fold", 1.0, 0.0), OptionValue("call", 0.0, 2.0)
    told = judged(question, "fold", values)  # by EVs, fold loses 2 of 18
    assert (told.best, told.right, told.lost) == ("call", False, 2.0)
    assert told.reason == "call is best; fold wins 2.00 bb less."
    assert judged(question, "call", values).right
    near = OptionValue("fold", 1.0, 0.0), OptionValue("call", 0.0, 0.5)  # within 5% of 18
    assert (judged(question, "fold", near).best, judged(question, "fold", near).right) == (
        "fold",
        True,
    )
    sampled = OptionValue("fold", 1.0, 0.0, 0.0), OptionValue("call", 0.0, 2.0, 1.5)
    assert judged(question, "fold", sampled).best == "fold"
