"""An explanation gathers what the library says, for people and for programs."""

import io
import json

import pytest
from rich.console import Console

from handsight import current_hand_odds, evaluate
from handsight.reports import explain
from handsight.reports.explain_json import evaluation_fields, explanation_fields, odds_fields
from handsight.reports.explain import STEPS
from handsight.reports.explain_text import cards_text, explanation_text
from handsight.reports.sentence import plain_sentence


def shown(hole: str, board: str = "", *, terminal: bool = False, **options: int) -> str:
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
    assert explained.evaluation == evaluate("AhKhQh7h2c")
    assert explained.odds == current_hand_odds("AhKh", "Qh7h2c", 2)
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
        assert not draw.complete
        assert (draw.score or 0) > explained.evaluation.strength


def test_the_fields_are_plain_json() -> None:
    for board in ("", "Qh7h2c", "Qh7h2c3d4s"):
        fields = explanation_fields(explain("AhKh", board))
        assert json.loads(json.dumps(fields)) == fields


def test_evaluations_and_odds_have_their_own_fields() -> None:
    assert evaluation_fields(evaluate("AhKhQhJhTh"))["strength"] == 7461
    fields = odds_fields(current_hand_odds("AhKh", opponents=4, trials=1000, seed=3))
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
