"""Actions, and how people and programs write them."""

import pickle

import pytest

from handsight.errors import IllegalActionError
from handsight.game import Action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        *((text, Action.fold()) for text in ("f", "fold", " FOLD ")),
        *((text, Action.check()) for text in ("k", "x", "check")),
        *((text, Action.call()) for text in ("c", "call")),
        *((text, Action.all_in()) for text in ("a", "all in", "all-in", "allin")),
        *((text, Action.bet(300)) for text in ("b300", "bet 300")),
        *((text, Action.raise_to(300)) for text in ("r300", "raise 300", "raise to 300")),
        ("r", Action.raise_to()),
    ],
)
def test_the_usual_notations_are_read(text: str, action: Action) -> None:
    assert Action.parse(text) == action


@pytest.mark.parametrize("text", ["", "300", "fold 300", "raise -5", "raise 2.5", "go", "c5"])
def test_what_is_no_action_is_refused_with_what_is_one(text: str) -> None:
    with pytest.raises(IllegalActionError, match="is not an action: write fold, check"):
        Action.parse(text)


@pytest.mark.parametrize("amount", [-1, 2.5, True, "300"])
def test_an_amount_is_a_whole_number_of_chips(amount: object) -> None:
    with pytest.raises(IllegalActionError, match="a whole number of chips"):
        Action.raise_to(amount)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["fold", "check", "call", "bet 300", "raise to 300", "all-in"])
def test_what_is_printed_reads_back(text: str) -> None:
    assert str(Action.parse(text)) == text


def test_an_action_pickles() -> None:
    assert pickle.loads(pickle.dumps(Action.bet(5))) == Action.bet(5)
