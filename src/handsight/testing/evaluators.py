"""A check that an evaluator keeps its contract, on all five-card hands and some larger hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from handsight.cards import Card
from handsight.errors import ContractError
from handsight.ranking import STRONGEST, evaluate_many, masks_from_cards
from handsight.ranking.arrays import every_five

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = (5, 6, 7)
BATCH = 1 << 18
SHUFFLED = 20_000
ONE_BY_ONE = 200
"""`SHUFFLED` and `ONE_BY_ONE` are the maximum numbers of hands of each size that are evaluated
again: with shuffled cards, and one by one."""

CLAUSES = {
    "attributes": "name is a text, and cards is one or more of 5, 6 and 7, ascending",
    "values": "values gives one number for each hand",
    "same": "hands that split the pot have the same value",
    "apart": "hands of different strength have different values",
    "order": "values rise with strength from the worst hand to the best, or fall all the way",
    "card order": "the order of a hand's cards does not matter",
    "one hand": "value gives for one hand what values gives for many",
    "to_strength": "to_strength brings a value to the strength of its hands, 0..7461",
    "refusal": "anything that is not a hand raises a ValueError, from value and from values",
}
"""{name of a clause of the contract of evaluators: what the clause demands}."""


class EvaluatorLike(Protocol):
    """The interface that the check needs; an evaluator need not inherit from this class."""

    @property
    def name(self) -> str:
        """The name of the evaluator."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of cards that a hand can have: one or more of 5, 6 and 7, ascending."""

    def value(self, cards: list[int], /) -> Any:
        """Evaluate one hand.

        Args:
            cards: the numbers of the hand's cards, 0..51: 4 * rank + suit. Ranks are 0 for a deuce
                to 12 for an ace, and suits 0 to 3 for clubs, diamonds, hearts and spades.

        Raises:
            ValueError: if the cards are not a hand.
        """

    def values(self, cards: NDArray[np.uint8], /) -> Any:
        """Evaluate many hands, and return one number for each hand.

        Args:
            cards: uint8[n, k], the numbers of the k cards of each hand, as in `value`.

        Raises:
            ValueError: if the cards in any row are not a hand.
        """

    def to_strength(self, value: Any, /) -> int:
        """Convert a value to the strength of the hands with that value.

        Strengths are 0 for the weakest five-card hand to 7461 for a royal flush, whether the
        evaluator's own values rise or fall with strength.
        """


@dataclass(frozen=True)
class ContractReport:
    """The extent of the check of an evaluator that keeps the contract.

    Attributes:
        name: the name of the evaluator.
        hands: {number of cards: number of hands that were checked}.
        classes: {number of cards: number of strength classes among those hands}.

    Example:
        >>> ContractReport("mine", {5: 2598960}, {5: 7462}).classes[5]
        7462
    """

    name: str
    hands: dict[int, int]
    classes: dict[int, int]


@dataclass(frozen=True)
class _Fault:
    """A breach of the contract.

    Attributes:
        clause: name of the broken clause.
        cards: number of cards in the hands concerned; 0 if the fault does not depend on it.
        seen: what the evaluator did wrong.
    """

    clause: str
    cards: int
    seen: str

    def __str__(self) -> str:
        return f"{self.cards} cards: {self.seen}" if self.cards else self.seen


@dataclass(frozen=True)
class _Trial:
    """Hands of one size, with the evaluator's values and the correct strengths.

    Attributes:
        hands: uint8[n, k], the numbers of the k cards of each hand.
        values: [n], the values that the evaluator under test returned.
        strengths: uint16[n], the correct strengths, 0..7461.
    """

    hands: NDArray[np.uint8]
    values: NDArray[Any]
    strengths: NDArray[np.uint16]

    @property
    def size(self) -> int:
        """The number of cards in a hand."""
        return int(self.hands.shape[1])

    def row_of_each_class(self) -> NDArray[np.int64]:
        """Return the row of one hand of each strength class among the hands, the weakest first."""
        import numpy as np

        row_of = np.full(STRONGEST + 1, -1)
        row_of[self.strengths] = np.arange(len(self.hands))
        return row_of[row_of >= 0]

    def show(self, row: int) -> str:
        """Return the cards of a hand as text."""
        return show(self.hands[row])

    def fault(self, clause: str, seen: str) -> _Fault:
        """Return a fault for hands of this size."""
        return _Fault(clause, self.size, seen)


def check_evaluator(
    evaluator: EvaluatorLike, *, samples: int = 100_000, seed: int = 0
) -> ContractReport:
    """Check that an evaluator, built in or your own, keeps the contract of evaluators.

    Of the sizes that the evaluator accepts, the check covers all 2,598,960 hands of five cards, and
    samples of hands of six and seven cards. The values must order hands as the rules of poker do,
    on any scale, rising or falling.

    Args:
        evaluator: the evaluator to check.
        samples: number of hands to deal, at least 1, for each of the sizes six and seven.
        seed: seed of the dealt hands.

    Raises:
        ContractError: if the evaluator breaks clauses of `CLAUSES`; the error lists each broken
            clause with an example.

    Example:
        >>> from handsight.ranking import evaluator
        >>> check_evaluator(evaluator("cactus-kev"), samples=1000).classes[5]
        7462
    """
    import numpy as np

    faults = [*_faults_of_attributes(evaluator)]
    if faults:
        _refuse(evaluator, faults)
    rng = np.random.default_rng(seed)
    trials = []
    for size in evaluator.cards:
        dealt = every_five() if size == 5 else deal(size, samples, rng)
        values, broken = _values_of(evaluator, dealt)
        faults += broken
        if not broken:
            trials.append(_Trial(dealt, values, evaluate_many(masks_from_cards(dealt), size)))
            faults += _faults_of_trial(evaluator, trials[-1], rng)
    faults += _faults_of_to_strength(evaluator, trials, {fault.clause for fault in faults})
    faults += _faults_of_refusals(evaluator)
    if faults:
        _refuse(evaluator, faults)
    hands = {trial.size: len(trial.hands) for trial in trials}
    classes = {trial.size: len(trial.row_of_each_class()) for trial in trials}
    return ContractReport(evaluator.name, hands, classes)


def _refuse(evaluator: EvaluatorLike, faults: list[_Fault]) -> None:
    name = getattr(evaluator, "name", type(evaluator).__name__)
    clauses = "; ".join(f"[{fault.clause}] {fault}" for fault in faults)
    raise ContractError(
        f"{name} does not keep the contract of an evaluator: {clauses}",
        tuple((fault.clause, str(fault)) for fault in faults),
    )


# --- hands ----------------------------------------------------------------------------------------


def deal(size: int, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Deal hands, each from a full deck: uint8[count, size].

    Args:
        size: number of cards in a hand.
        count: number of hands.
        rng: generator of random numbers.

    Example:
        >>> import numpy as np
        >>> deal(7, 3, np.random.default_rng(1)).shape
        (3, 7)
    """
    import numpy as np

    return rng.random((count, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


def show(cards: Sequence[int] | NDArray[np.uint8]) -> str:
    """Return the cards of a hand as text.

    Example:
        >>> show([51, 50])
        'AsAh'
    """
    return "".join(str(Card(int(card))) for card in cards)


# --- clauses --------------------------------------------------------------------------------------


def _faults_of_attributes(evaluator: EvaluatorLike) -> Iterator[_Fault]:
    name, cards = getattr(evaluator, "name", None), getattr(evaluator, "cards", None)
    if not (isinstance(name, str) and name):
        yield _Fault("attributes", 0, f"name is {name!r}; it must be a string")
    if not (isinstance(cards, tuple) and cards and cards == tuple(x for x in SIZES if x in cards)):
        yield _Fault("attributes", 0, f"cards is {cards!r}; it must be a tuple of some of 5, 6, 7")
    for method in ("value", "values", "to_strength"):
        if not callable(getattr(evaluator, method, None)):
            yield _Fault("attributes", 0, f"there is no method {method}")


def _values_of(
    evaluator: EvaluatorLike, hands: NDArray[np.uint8]
) -> tuple[NDArray[Any], list[_Fault]]:
    """Evaluate hands in batches, and check the type and shape of the values."""
    import numpy as np

    batches = []
    for start in range(0, len(hands), BATCH):
        batch = hands[start : start + BATCH]
        values = np.asarray(evaluator.values(batch.copy()))
        if values.shape != (len(batch),) or values.dtype.kind not in "iuf":
            shape = ", ".join(map(str, values.shape))
            seen = f"{len(batch)} hands gave {values.dtype}[{shape}]; one number a hand is right"
            return values, [_Fault("values", hands.shape[1], seen)]
        batches.append(values)
    return np.concatenate(batches), []


def _faults_of_trial(
    evaluator: EvaluatorLike, trial: _Trial, rng: np.random.Generator
) -> Iterator[_Fault]:
    yield from _faults_of_order(trial)
    yield from _faults_of_card_order(evaluator, trial, rng)
    yield from _faults_of_one_hand(evaluator, trial, rng)


def _faults_of_order(trial: _Trial) -> Iterator[_Fault]:
    """Compare the values of hands that split the pot, and the values of different classes."""
    import numpy as np

    rows = trial.row_of_each_class()
    values = trial.values[rows]
    place = np.searchsorted(trial.strengths[rows], trial.strengths)
    split = np.flatnonzero(trial.values != values[place])
    if split.size:
        row, other = int(split[0]), int(rows[place[split[0]]])
        yield trial.fault(
            "same",
            f"{trial.show(row)} has {trial.values[row]} and {trial.show(other)} has "
            f"{trial.values[other]}, but they split the pot",
        )
    yield from _faults_of_collisions(trial, values, rows)
    yield from _faults_of_rising(trial, values, rows)


def _faults_of_collisions(
    trial: _Trial, values: NDArray[Any], rows: NDArray[np.int64]
) -> Iterator[_Fault]:
    import numpy as np

    order = np.argsort(values, kind="stable")
    shared = np.flatnonzero(values[order][1:] == values[order][:-1])
    if shared.size:
        lower, upper = (int(rows[order[shared[0] + more]]) for more in (0, 1))
        yield trial.fault(
            "apart",
            f"{trial.show(lower)} and {trial.show(upper)} both have {trial.values[lower]}, but "
            f"the second wins; {len(values)} classes share {len(values) - len(shared)} values",
        )


def _faults_of_rising(
    trial: _Trial, values: NDArray[Any], rows: NDArray[np.int64]
) -> Iterator[_Fault]:
    falls = bool(values[-1] < values[0])
    worse, better = (values[1:], values[:-1]) if falls else (values[:-1], values[1:])
    wrong = (better < worse).nonzero()[0]
    if wrong.size:
        at = int(wrong[0])
        yield trial.fault(
            "order",
            f"values {'fall' if falls else 'rise'} with strength, but "
            f"{trial.show(rows[at])} has {values[at]} and {trial.show(rows[at + 1])}, "
            f"which is stronger, has {values[at + 1]}",
        )


def _faults_of_to_strength(
    evaluator: EvaluatorLike, trials: list[_Trial], broken: set[str]
) -> Iterator[_Fault]:
    """Check ``to_strength`` on the value of each strength class, up to the first fault.

    If "apart" is already known to be broken, values that several classes share are left out.

    Args:
        evaluator: the evaluator.
        trials: the hands that were evaluated, by size.
        broken: names of the clauses that are already known to be broken.
    """
    meanings: dict[Any, dict[int, str]] = {}
    for trial in trials:
        for row in trial.row_of_each_class():
            meant = meanings.setdefault(trial.values[row].item(), {})
            meant[int(trial.strengths[row])] = trial.show(row)
    for value, meant in meanings.items():
        strength = next(iter(meant))
        if len(meant) > 1 and "apart" in broken:
            continue
        answer = _strength_of(evaluator, value)
        if len(meant) > 1 or answer != strength:
            right = " and ".join(f"{each} ({hand})" for each, hand in meant.items())
            yield _Fault(
                "to_strength",
                0,
                f"{value} stands for the strength {right}, but to_strength gives {answer}",
            )
            return


def _strength_of(evaluator: EvaluatorLike, value: Any) -> int | str:
    try:
        return evaluator.to_strength(value)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"


def _faults_of_card_order(
    evaluator: EvaluatorLike, trial: _Trial, rng: np.random.Generator
) -> Iterator[_Fault]:
    import numpy as np

    rows = rng.permutation(len(trial.hands))[:SHUFFLED]
    shuffled = rng.permuted(trial.hands[rows], axis=1)
    values, broken = _values_of(evaluator, shuffled)
    yield from broken
    if broken:
        return
    changed = np.flatnonzero(values != trial.values[rows])
    if changed.size:
        at = int(changed[0])
        yield trial.fault(
            "card order",
            f"{trial.show(rows[at])} has {trial.values[rows[at]]}, but as {show(shuffled[at])} "
            f"it has {values[at]}",
        )


def _faults_of_one_hand(
    evaluator: EvaluatorLike, trial: _Trial, rng: np.random.Generator
) -> Iterator[_Fault]:
    for row in rng.permutation(len(trial.hands))[:ONE_BY_ONE]:
        value = evaluator.value(trial.hands[row].tolist())
        if value != trial.values[row]:
            yield trial.fault(
                "one hand",
                f"value gives {value} to {trial.show(row)}, but values gives {trial.values[row]}",
            )
            return


def _faults_of_refusals(evaluator: EvaluatorLike) -> Iterator[_Fault]:
    for what, cards in _no_hands(evaluator.cards):
        for method, outcome in (("value", _one), ("values", _many)):
            answer = outcome(evaluator, cards)
            if answer:
                yield _Fault("refusal", 0, f"{method} takes {what}, {cards}: it {answer}")


def _no_hands(sizes: tuple[int, ...]) -> Iterator[tuple[str, list[int]]]:
    """Yield (description, cards) of invalid hands, which an evaluator must refuse.

    Args:
        sizes: the numbers of cards that a valid hand can have.
    """
    for size in sizes:
        hand = list(range(3, 7 * size, 7))
        yield "a card twice", [*hand[:-1], hand[0]]
        yield "a card that there is not", [*hand[:-1], 52]
        yield "a card that there is not", [255, *hand[1:]]
    for size in {1, 4, 5, 6, 7, 8} - set(sizes):
        yield f"{size} card{'s' if size > 1 else ''}", list(range(size))


def _one(evaluator: EvaluatorLike, cards: list[int]) -> str:
    """Describe what ``value`` does with an invalid hand; return "" if it refuses the hand."""
    try:
        answer = evaluator.value(cards)
    except ValueError:
        return ""
    except Exception as error:
        return f"raises {type(error).__name__}, which is not a ValueError"
    return f"gives {answer}"


def _many(evaluator: EvaluatorLike, cards: list[int]) -> str:
    """Describe what ``values`` does with an invalid hand in a batch; "" if it refuses the batch."""
    import numpy as np

    rows = [list(range(len(cards)))] * 3
    rows[1] = cards
    try:
        answer = evaluator.values(np.array(rows, dtype=np.uint8))
    except ValueError:
        return ""
    except Exception as error:
        return f"raises {type(error).__name__}, which is not a ValueError"
    return f"gives {np.asarray(answer).tolist()}"
