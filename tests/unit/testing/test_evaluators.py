"""The check itself: what keeps the contract passes, and each breach is named with an example.

The broken evaluators here are outsiders: they inherit from nothing of ours.
"""

import pickle
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import ContractError, HandsightError
from handsight.ranking import evaluate_many, masks_from_cards
from handsight.testing import CLAUSES, check_evaluator

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="millions of hands take too long without the compiler"
)

SAMPLES = 2000
PAIR_OF_ACES = range(3917, 4137)


class Outsider:
    """An evaluator of six and seven cards whose values fall from 0 to -7461."""

    name = "outsider"
    cards: Any = (6, 7)

    def values(self, cards: NDArray[np.uint8]) -> Any:
        size = cards.shape[1]
        if size not in self.cards:
            raise ValueError("too few or too many")
        return -evaluate_many(masks_from_cards(cards), size).astype(np.int32)

    def value(self, cards: list[int]) -> Any:
        return int(self.values(np.array([cards], np.uint8))[0])

    def to_strength(self, value: Any) -> int:
        return -value


def faults_of(outsider: Outsider) -> dict[str, str]:
    with pytest.raises(ContractError) as caught:
        check_evaluator(outsider, samples=SAMPLES)
    return dict(reversed(caught.value.faults))


# --- what is right --------------------------------------------------------------------------------


def test_an_outsider_with_a_scale_of_its_own_passes() -> None:
    report = check_evaluator(Outsider(), samples=SAMPLES)
    assert (report.name, report.hands) == ("outsider", {6: SAMPLES, 7: SAMPLES})
    assert 1000 < report.classes[7] < SAMPLES


def test_all_five_card_hands_are_ranked() -> None:
    class OfFive(Outsider):
        cards = (5,)

    report = check_evaluator(OfFive())
    assert (report.hands, report.classes) == ({5: 2_598_960}, {5: 7462})


def test_values_may_be_real_numbers_in_a_list() -> None:
    class Real(Outsider):
        def values(self, cards: NDArray[np.uint8]) -> Any:
            return (super().values(cards) / 2).tolist()

        def value(self, cards: list[int]) -> Any:
            return self.values(np.array([cards], np.uint8))[0]

        def to_strength(self, value: Any) -> int:
            return int(-2 * value)

    assert check_evaluator(Real(), samples=SAMPLES).hands[6] == SAMPLES


def test_another_seed_deals_other_hands() -> None:
    seen = [check_evaluator(Outsider(), samples=SAMPLES, seed=seed).classes for seed in (1, 1, 2)]
    assert seen[0] == seen[1] != seen[2]


# --- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attribute", "wrong"),
    [
        ("name", None),
        ("name", ""),
        *(("cards", wrong) for wrong in (None, (), (4,), (7, 6), [5], (5, 5))),
        *((method, None) for method in ("value", "values", "to_strength")),
    ],
)
def test_a_missing_attribute_is_named(attribute: str, wrong: object) -> None:
    outsider = Outsider()
    setattr(outsider, attribute, wrong)
    assert list(faults_of(outsider)) == ["attributes"]


def test_too_few_values_are_named() -> None:
    class Short(Outsider):
        def values(self, cards: NDArray[np.uint8]) -> Any:
            return super().values(cards)[:1]

    said = faults_of(Short())
    assert list(said) == ["values"]
    assert said["values"] == "6 cards: 2000 hands gave int32[1]; one number a hand is right"


class Bent(Outsider):
    """Ranks well, but for what `bend` does to the values."""

    def values(self, cards: NDArray[np.uint8]) -> Any:
        right = super().values(cards)
        return right if len(cards) == 1 else self.bend(right, cards)

    def value(self, cards: list[int]) -> Any:
        right = super().values(np.array([cards], np.uint8))
        return int(self.bend(right, np.array([cards], np.uint8))[0])

    def bend(self, values: NDArray[Any], cards: NDArray[np.uint8]) -> NDArray[Any]:
        raise NotImplementedError


def test_equal_hands_of_different_value_are_shown() -> None:
    class BySuit(Bent):
        def bend(self, values: NDArray[Any], cards: NDArray[np.uint8]) -> NDArray[Any]:
            return 2 * values - (cards == 51).any(axis=1)

        def to_strength(self, value: Any) -> int:
            return -(value // 2)

    said = faults_of(BySuit())
    assert "same" in said
    assert "but they split the pot" in said["same"]
    assert said["same"].count("As") == 1


def test_different_hands_of_one_value_are_shown() -> None:
    class Coarse(Bent):
        def bend(self, values: NDArray[Any], cards: NDArray[np.uint8]) -> NDArray[Any]:
            return values // 2 * 2

    said = faults_of(Coarse())
    assert said.keys() <= {"apart", "to_strength"}
    assert "but the second wins" in said["apart"]


def test_an_order_that_turns_round_is_shown() -> None:
    class Upside(Bent):
        def bend(self, values: NDArray[Any], cards: NDArray[np.uint8]) -> NDArray[Any]:
            bent = values.copy()
            within = np.isin(-values, PAIR_OF_ACES)
            bent[within] = -(PAIR_OF_ACES[0] + PAIR_OF_ACES[-1]) - values[within]
            return bent

        def to_strength(self, value: Any) -> int:
            mirrored = PAIR_OF_ACES[0] + PAIR_OF_ACES[-1] + value
            return mirrored if -value in PAIR_OF_ACES else -value

    said = faults_of(Upside())
    assert list(said) == ["order"]
    assert "values fall with strength, but" in said["order"]


def test_a_value_that_changes_with_the_order_of_the_cards_is_shown() -> None:
    class Ordered(Bent):
        def bend(self, values: NDArray[Any], cards: NDArray[np.uint8]) -> NDArray[Any]:
            return 2 * values - (cards[:, 0] == 51)

        def to_strength(self, value: Any) -> int:
            return -(value // 2)

    said = faults_of(Ordered())
    assert "card order" in said
    assert ", but as " in said["card order"]


def test_a_value_that_differs_from_values_is_shown() -> None:
    class Two(Outsider):
        def value(self, cards: list[int]) -> Any:
            return super().value(cards) - 1

    said = faults_of(Two())
    assert list(said) == ["one hand"]
    assert said["one hand"].startswith("6 cards: value gives -")


def test_a_wrong_strength_is_shown() -> None:
    class Lost(Outsider):
        def to_strength(self, value: Any) -> int:
            return -value + 1

    assert list(faults_of(Lost())) == ["to_strength"]


def test_a_refused_strength_is_shown() -> None:
    class Shy(Outsider):
        def to_strength(self, value: Any) -> int:
            raise ValueError("not today")

    assert faults_of(Shy())["to_strength"].endswith("gives ValueError: not today")


def test_one_value_for_two_strengths_of_different_sizes_is_shown() -> None:
    class Shifted(Outsider):
        def values(self, cards: NDArray[np.uint8]) -> Any:
            return super().values(cards) - (cards.shape[1] == 7)

    assert " and " in faults_of(Shifted())["to_strength"]


def test_a_hand_that_is_none_and_passes_is_shown() -> None:
    class Trusting(Outsider):
        def values(self, cards: NDArray[np.uint8]) -> Any:
            try:
                return super().values(cards)
            except ValueError:
                return np.zeros(len(cards), np.int32)

    said = faults_of(Trusting())
    assert list(said) == ["refusal"]
    assert said["refusal"] == "value takes a card twice, [3, 10, 17, 24, 31, 3]: it gives 0"


def test_an_error_that_is_no_value_error_is_no_refusal() -> None:
    class Stumbling(Outsider):
        def values(self, cards: NDArray[np.uint8]) -> Any:
            if cards.max() > 51:
                raise IndexError("over the end")
            return super().values(cards)

    said = faults_of(Stumbling())
    assert list(said) == ["refusal"]
    assert said["refusal"].endswith("raises IndexError, which is not a ValueError")


# --- the error ------------------------------------------------------------------------------------


def test_the_error_names_evaluator_and_clauses_and_survives_pickling() -> None:
    outsider = Outsider()
    outsider.name = ""
    with pytest.raises(HandsightError, match=r"the contract of an evaluator: \[attributes\]") as it:
        check_evaluator(outsider)
    copied = pickle.loads(pickle.dumps(it.value))
    assert copied.faults == it.value.faults
    assert {clause for clause, _ in copied.faults} <= CLAUSES.keys()
