"""Choices are read once, and what is none is refused."""

import pytest

from handsight.envs import Choices
from handsight.errors import OptionError


def test_choices_are_words_with_or_without_commas() -> None:
    choices = Choices.parse("fold, call, min, 0.75, 2, all-in")
    assert choices.names == ("fold", "call", "min", "0.75", "2", "all-in")
    assert choices.sizes().tolist() == [[0, 0], [1, 0], [2, 0], [3, 4], [2, 1], [3, 0]]
    assert Choices.parse(choices) is choices


def test_amounts_have_a_mask_of_fold_call_and_the_least_raise() -> None:
    choices = Choices.parse("amounts")
    assert choices.amounts
    assert choices.names == ("fold", "call", "min")


@pytest.mark.parametrize(
    "word", ["pot", "1/0", "-1/2", "0", "1/1001", "nan", "1e999999999", "amounts", ""]
)
def test_what_is_no_choice_is_refused(word: str) -> None:
    with pytest.raises(OptionError):
        Choices.parse(f"fold call {word} 1/2" if word else "")
