"""An explanation gathers what the library says, for people and for programs."""

import io
import json
import sys
from types import FrameType
from typing import Any

import pytest
from rich.console import Console

from handsight import current_hand_odds, effective_hand_strength, evaluate, outs
from handsight.cards import parse_cards
from handsight.errors import OptionError
from handsight.ranges import Range
from handsight.views import explain
from handsight.views.cards.evaluation import evaluation_report
from handsight.views.cards.explanation import STEPS, odds_report
from handsight.views.cards.explanation_text import explanation_text, plain_sentence
from handsight.views.report import to_dict
from handsight.views.text_parts import cards_text


def shown(hole: str, board: str = "", *, terminal: bool = False, **options: Any) -> str:
    out = io.StringIO()
    colours = "standard" if terminal else None
    console = Console(file=out, width=100, force_terminal=terminal, color_system=colours)
    console.print(explanation_text(explain(hole, board, **options), drawn_suits=terminal))
    return out.getvalue()


def test_each_step_is_announced_once_and_in_order() -> None:
    announced: list[str] = []
    explain("AhKh", "Qh7h2c", announce=announced.append)
    assert announced == list(STEPS)


def test_its_parts_are_the_library_s_own() -> None:
    explained = explain("AhKh", "Qh7h2c", opponents=2)
    assert explained.evaluation == evaluation_report(evaluate("AhKhQh7h2c"))
    assert explained.odds == odds_report(current_hand_odds("AhKh", "Qh7h2c", 2))
    assert explained.pocket_class == "AKs"


def test_the_break_even_price_is_where_a_call_neither_wins_nor_loses() -> None:
    explained = explain("AhKh", "Qh7h2c")
    equity, price = explained.odds.equity, explained.break_even
    assert price is not None
    assert equity * (1 + price) == pytest.approx(price)


def test_the_nuts_pay_at_any_price() -> None:
    explained = explain("AhKh", "QhJhTh2c3d")
    assert explained.odds.equity == 1
    assert explained.break_even is None
    assert "any price" in shown("AhKh", "QhJhTh2c3d")


def test_live_draws_are_above_the_made_hand_and_can_still_come() -> None:
    explained = explain("AhKh", "Qh7h2c")
    assert explained.evaluation is not None
    assert explained.live_draws
    for draw in explained.live_draws:
        assert draw.possible
        assert draw.missing
        assert (draw.score or 0) > explained.evaluation.strength


def test_the_fields_are_plain_json() -> None:
    for board in ("", "Qh7h2c", "Qh7h2c3d4s"):
        fields = to_dict(explain("AhKh", board))
        assert json.loads(json.dumps(fields)) == fields


def test_evaluations_and_odds_have_their_own_fields() -> None:
    assert to_dict(evaluation_report(evaluate("AhKhQhJhTh")))["strength"] == 7461
    fields = to_dict(odds_report(current_hand_odds("AhKh", opponents=4, trials=1000, seed=3)))
    assert (fields["trials"], fields["seed"], fields["method"]) == (1000, 3, "monte_carlo")


@pytest.mark.parametrize(
    ("hole", "board", "opponents", "sentence"),
    [
        ("AhAd", "", 1, "AA wins 85.2% of the pot against a random hand."),
        (
            *("9s8s", "7s6d2c", 2),
            "You have nine high, eight kicker and a straight draw: you are ahead of 12% of "
            "hands now, and win 43.4% of the pot against 2 random hands.",
        ),
        (
            *("AhKh", "QhJhTh2c3d", 1),
            "You have a royal flush: it wins 100.0% of the pot against a random hand.",
        ),
    ],
)
def test_a_hand_in_one_sentence(hole: str, board: str, opponents: int, sentence: str) -> None:
    assert plain_sentence(explain(hole, board, opponents)) == sentence


def test_a_terminal_gets_colour_and_drawn_suits() -> None:
    text = shown("AhKh", "Qh7h2c", terminal=True)
    assert "\x1b[" in text
    assert "♥" in text


def test_no_terminal_gets_neither() -> None:
    text = shown("AhKh", "Qh7h2c")
    assert "\x1b[" not in text
    assert "♥" not in text


def test_several_opponents_get_a_line_of_their_own() -> None:
    assert "HS^3" in shown("AhKh", "Qh7h2c", opponents=3)
    assert "HS^" not in shown("AhKh", "Qh7h2c")


def test_cards_are_coloured_by_suit() -> None:
    text = cards_text(evaluate("AhKhQhJhTh").best_five, drawn_suits=True)
    assert text.plain == "A♥ K♥ Q♥ J♥ T♥"
    assert {str(span.style) for span in text.spans} == {"red"}


def test_a_question_is_read_once_an_argument() -> None:
    """However many parts there are, nothing is parsed again on the way."""
    texts: list[object] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is parse_cards.__code__:
            texts.append(frame.f_locals["where"])
        elif event == "call" and frame.f_code is Range.__init__.__code__:
            texts.append(frame.f_locals["hands"])

    sys.setprofile(note)
    try:
        explain("AhKh", "Qh7h2c", dead="3c", villain=["QQ+, A3s", "AQ, 92s"], excluded="As")
    finally:
        sys.setprofile(None)
    assert texts == ["hole", "board", "dead", "excluded", "QQ+, A3s", "AQ, 92s"]


# --- against ranges ------------------------------------------------------------------------------


@pytest.mark.parametrize("villain", ["15%", ["QQ+, AK", "22+:0.5"]], ids=str)
def test_against_ranges_its_parts_are_against_them(villain: str | list[str]) -> None:
    against: dict[str, Any] = {"villain": villain, "excluded": "Qs"}
    explained = explain("AhKh", "Qh7h2c", **against)
    effective = effective_hand_strength("AhKh", "Qh7h2c", **against)
    strength, potential = explained.hand_strength, explained.potential
    assert strength is not None
    assert potential is not None
    assert strength.value == effective.hand_strength.value
    assert potential.counts == effective.potential.counts
    assert (explained.ehs, explained.p_win) == (effective.ehs, effective.p_win)
    assert explained.odds == odds_report(current_hand_odds("AhKh", "Qh7h2c", **against))
    helping = outs("AhKh", "Qh7h2c", **against)
    assert explained.outs is not None
    assert explained.outs.clean == tuple(helping.clean)
    assert explained.outs.tainted == tuple(helping.tainted)
    fields = to_dict(explained)
    assert json.loads(json.dumps(fields)) == fields


def test_before_the_flop_a_range_changes_the_odds_only() -> None:
    explained = explain("AhKh", villain="QQ+")
    assert explained.hand_strength is explained.potential is explained.outs is None
    assert explained.ehs is explained.p_win is explained.sample is None
    assert explained.odds == odds_report(current_hand_odds("AhKh", villain="QQ+"))


def test_one_range_is_for_all_opponents() -> None:
    explained = explain("AhKh", "Qh7h2c", 3, villain="15%")
    assert len(explained.spot.ranges) == explained.opponents == 3
    assert "HS^3" in shown("AhKh", "Qh7h2c", opponents=3, villain="15%")
    assert "HS^2" not in shown("AhKh", "Qh7h2c", villain=["15%", "22+"])


def test_it_is_told_what_a_hand_stands_against() -> None:
    text = shown("AhKh", "Qh7h2c", villain=["15%", "22+"], excluded="Qs")
    left = [len(Range(hands).without("AhKhQh7h2cQs")) for hands in ("15%", "22+")]
    assert f"opponent 1 55+, A5s+, K9s+, QJs, A9o+, KJo+ ({left[0]} of 200 combos left)" in text
    assert f"opponent 2 22+ ({left[1]} of 78 combos left)" in text
    assert "probably without Qs" in text
    assert "(2 opponents)" in text
    assert "against any cards (1,035 of 1,326 combos left)" in shown(
        "AhKh", "Qh7h2c", excluded="Qs"
    )


@pytest.mark.parametrize(
    ("opponents", "villain", "ahead", "rivals"),
    [
        (1, "15%", "47% of the range", "the range"),
        (2, "15%", "47% of the range", "2 such hands"),
        (None, ["QQ+", "22+"], "all in 0% of cases", "the 2 ranges"),
    ],
)
def test_the_sentence_says_against_what(
    opponents: int | None, villain: str | list[str], ahead: str, rivals: str
) -> None:
    explained = explain("AhKh", "Qh7h2c", opponents, villain=villain)
    win = f"{explained.odds.equity:.1%}"
    words = f"you are ahead of {ahead} now, and win {win} of the pot against {rivals}."
    assert plain_sentence(explained).endswith(words)


def test_more_ranges_than_can_be_counted_are_refused_before_the_work() -> None:
    announced: list[str] = []
    with pytest.raises(OptionError, match="villain has 4 ranges; it must have 1 to 3 here"):
        explain("AhKh", "Qh7h2c", villain=["22+"] * 4, announce=announced.append)
    assert announced == []
