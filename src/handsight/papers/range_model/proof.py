"""Cross-validation of an opponent model on hands whose cards are all known.

A model is fitted on some sessions and evaluated on hands from other sessions. The model does not
learn during the evaluation, and sees what a spectator sees: the board, but no hole cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards.card import STREET_SLICES
from handsight.errors import OptionError
from handsight.opponents.model.boards import boards_kept
from handsight.opponents.model.contexts import CALL, FOLD, RAISE
from handsight.opponents.model.decoding import ReadHand, Step
from handsight.opponents.model.model import OpponentModel
from handsight.opponents.model.posterior import Posterior
from handsight.runtime.chunks import map_chunks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

FOLDS = 10
MANY_BOARDS = 20_000
GROUPS = 10
"""The number of groups of combos by strength; for each group, a range claims a probability."""

PASSIVE, CALLED, FIRST_RAISE, THREE_BET = range(4)
ENTRIES = ("check or limp", "call", "first_raise", "three_bet")
"""The possible strongest actions of a player before the flop: a check or limp, a call of a raise,
the first raise, or a re-raise."""


class Gain(NamedTuple):
    """How far the model's probability of a player's true combo exceeds that of a uniform guess.

    Attributes:
        session: number of the session.
        street: number of the street, 0..3.
        entry: index into `ENTRIES`.
        action: the player's last action on the street, `CALL` or `RAISE`.
        all_actions: bits gained from all of the player's actions so far.
        preflop_only: bits gained from the player's actions before the flop.
    """

    session: int
    street: int
    entry: int
    action: int
    all_actions: float
    preflop_only: float


class Guess(NamedTuple):
    """The model's probabilities, 0..1, before an action.

    Attributes:
        session: number of the session.
        street: number of the street, 0..3.
        action: code of the action that was taken, 0..2.
        fold: probability of a fold.
        call: probability of a check or call.
        raises: probability of a bet or raise.
        base: base rate of the action taken, on this street with or without a bet to call.
    """

    session: int
    street: int
    action: int
    fold: float
    call: float
    raises: float
    base: float


class Claim(NamedTuple):
    """A range's probability for a tenth of the combos, and whether the true combo is in this tenth.

    The combos that are possible on the board are divided into tenths by strength.

    Attributes:
        session: number of the session.
        street: number of the street, 0..3.
        chance: the range's probability, 0..1, that the true combo is in the tenth.
        true: whether it is.
    """

    session: int
    street: int
    chance: float
    true: bool


@dataclass(frozen=True, slots=True)
class ModelEvaluation:
    """The measurements of a model on all hands.

    Attributes:
        hands: number of hands.
        sessions: names of the sessions; the number of a session is its index here.
        gains: a gain for each player on each street on which the player acted and did not fold.
        guesses: one guess for each decision, except folds where checking was free.
        claims: ten claims for each gain.
    """

    hands: int
    sessions: tuple[str, ...]
    gains: list[Gain]
    guesses: list[Guess]
    claims: list[Claim]


def session_of(hand: ReadHand) -> str:
    """Return the session of a hand: its folder if the file is a ``.phh`` file, else its file.

    A ``.phh`` file holds only one hand. Outside of a folder, it is a session of its own.
    """
    folder, slash, _ = hand.file.rpartition("/")
    return folder if slash and hand.file.endswith(".phh") else hand.file


def folds_of(sessions: Sequence[str], folds: int, seed: int) -> NDArray[np.int64]:
    """Divide sessions into folds whose sizes differ by at most one session.

    Args:
        sessions: names of the sessions.
        folds: number of folds.
        seed: seed of the random division.

    Returns:
        int64[n], the number of each session's fold, from 0.

    Raises:
        OptionError: if there are fewer sessions than folds, or fewer than two folds.
    """
    if not 2 <= folds <= len(sessions):
        raise OptionError(
            f"folds is {folds}; it must be from 2 to {len(sessions)}, the number of sessions"
        )
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(sessions))
    return np.asarray(order % folds)


def evaluate_model(
    hands: Sequence[ReadHand],
    likelihood: str = "dirichlet",
    *,
    folds: int = FOLDS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, most: None,
    executor: Executor | None = None,
) -> ModelEvaluation:
    """Evaluate a model on each fold of the sessions, after fitting the model on all other folds.

    Args:
        hands: hands whose cards are all known.
        seed: seed for dividing the sessions into folds.
        progress: called with the number of folds evaluated so far and the number of all folds.
        executor: pool in which the folds are evaluated; None to evaluate them in this thread. The
            result is the same.

    Raises:
        OptionError: if the number of folds is impossible, or there is no such likelihood.
        MissingExtraError: if the likelihood needs an extra that is not installed.
    """
    names = tuple(sorted({session_of(hand) for hand in hands}))
    numbers = {name: number for number, name in enumerate(names)}
    fold_of = folds_of(names, folds, seed)
    evaluation = ModelEvaluation(len(hands), names, [], [], [])
    work = partial(_evaluate_fold, tuple(hands), likelihood, numbers, fold_of)
    with boards_kept(MANY_BOARDS):
        results = map_chunks(work, range(folds), executor)
        for fold in range(folds):
            progress(fold, folds)
            part = next(results)
            evaluation.gains.extend(part.gains)
            evaluation.guesses.extend(part.guesses)
            evaluation.claims.extend(part.claims)
    progress(folds, folds)
    return evaluation


def _evaluate_fold(
    hands: Sequence[ReadHand],
    likelihood: str,
    numbers: Mapping[str, int],
    fold_of: NDArray[np.int64],
    fold: int,
) -> ModelEvaluation:
    """Fit a model on all folds except one, and evaluate the model on the fold left out."""
    held_out = [fold_of[numbers[session_of(hand)]] == fold for hand in hands]
    fitted = [hand for hand, out in zip(hands, held_out, strict=True) if not out]
    part = ModelEvaluation(len(hands) - len(fitted), (), [], [], [])
    with boards_kept(MANY_BOARDS):
        model = OpponentModel(likelihood, learning=False).fit_read(fitted)
        rates = base_rates(fitted)
        for hand, out in zip(hands, held_out, strict=True):
            if out:
                _ask(model, hand, numbers[session_of(hand)], rates, part)
    return part


Rates = dict[tuple[int, bool], "NDArray[np.float64]"]
"""{(street, whether there is nothing to call): the frequencies of fold, call and raise}."""


def base_rates(hands: Sequence[ReadHand]) -> Rates:
    """Return how often players fold, call and raise, by street and whether they face a bet.

    Half a count is added to each action, so that no frequency is 0.
    """
    rates: Rates = {}
    for step in (step for hand in hands for step in hand.steps):
        key = (step.context.street, step.context.free)
        rates.setdefault(key, np.full(RAISE + 1, 0.5))[step.action] += 1
    return {key: counts / counts.sum() for key, counts in rates.items()}


def _ask(
    model: OpponentModel, hand: ReadHand, session: int, rates: Rates, evaluation: ModelEvaluation
) -> None:
    """Follow a hand, and record the model's probabilities in the evaluation."""
    follower = _HandFollower(model, hand, session)
    for number, step in enumerate(hand.steps):
        guess = follower.follow(step, rates)
        if guess is not None:
            evaluation.guesses.append(guess)
        if step.action != FOLD and _is_last_of_street(hand, number):
            gain, claims = follower.judge(step)
            evaluation.gains.append(gain)
            evaluation.claims.extend(claims)


def _is_last_of_street(hand: ReadHand, number: int) -> bool:
    """Check whether a decision is its player's last on its street."""
    step = hand.steps[number]
    for later in hand.steps[number + 1 :]:
        if later.board != step.board:
            return True
        if later.seat == step.seat:
            return False
    return True


class _HandFollower:
    """Follows a hand with a model.

    For each player who does not fold before the flop, the follower tracks two ranges: from all
    actions so far, and from the preflop actions alone.
    """

    def __init__(self, model: OpponentModel, hand: ReadHand, session: int) -> None:
        self.hand, self.session = hand, session
        self.now: Posterior = model.posterior(hand.names)
        self.early = self.now
        self.entries = [PASSIVE] * len(hand.names)
        folded = {step.seat for step in hand.steps if step.action == FOLD and not step.board}
        self.followed = {step.seat for step in hand.steps} - folded

    def follow(self, step: Step, rates: Rates) -> Guess | None:
        """Return the model's probabilities before a decision, and update the ranges.

        Return None for a fold where checking was free.
        """
        for cards in STREET_SLICES.values():
            if len(self.now.board.cards) == cards.start < step.board:
                self._deal(self.hand.board[cards])
        seat, context = step.seat, step.context
        spot = self.now.spot(seat, context)
        if seat in self.followed:
            self.now.weigh(spot, seat, step.action)
            if not step.board:
                self.entries[seat] = max(self.entries[seat], _entry(step))
        if context.free and step.action == FOLD:
            return None
        base = float(rates[context.street, context.free][step.action])
        return Guess(self.session, context.street, step.action, *spot.frequencies, base)

    def _deal(self, cards: Sequence[int]) -> None:
        if not self.now.board.cards:
            self.early = self.now.copy()
        self.now.deal(cards)
        self.early.deal(cards)

    def judge(self, step: Step) -> tuple[Gain, list[Claim]]:
        """Compare a player's range with their true combo.

        Returns:
            The gain; and ten claims, one for each tenth of the possible combos, worst first: how
            likely the true combo is in the tenth, and whether it is.
        """
        seat, street = step.seat, step.context.street
        combo, board = self.hand.combos[seat], self.now.board
        weights = self.now.weights(seat)
        early = float(self.early.weights(seat)[combo])
        gain = Gain(
            self.session,
            street,
            self.entries[seat],
            step.action,
            float(np.log2(weights[combo] * board.held)),
            float(np.log2(early * board.held)),
        )
        tenth = GROUPS * np.arange(board.held) // board.held
        chances = np.bincount(tenth, weights=weights[board.order], minlength=GROUPS)
        true = tenth[int(np.flatnonzero(board.order == combo)[0])]
        return gain, [
            Claim(self.session, street, chance, group == true)
            for group, chance in enumerate(chances.tolist())
        ]


def _entry(step: Step) -> int:
    raised = step.context.raises > 0
    if step.action == RAISE:
        return THREE_BET if raised else FIRST_RAISE
    return CALLED if step.action == CALL and raised else PASSIVE


# --- what follows from it -------------------------------------------------------------------------


def reliability(
    chances: NDArray[np.float64], true: NDArray[np.bool_], bins: int = 10
) -> Iterator[tuple[float, float, int]]:
    """Compare, bin by bin, claimed probabilities with how often they came true.

    Args:
        chances: float64[n], the claimed probabilities, 0..1.
        true: bool[n], whether each claim came true.
        bins: number of bins, of equal width.

    Yields:
        For each bin with claims, the mean of their probabilities, the share that came true, and
        their number.

    Example:
        >>> list(reliability(np.array([0.1, 0.1, 0.9, 0.9]), np.array([False, False, True, True])))
        [(0.1, 0.0, 2), (0.9, 1.0, 2)]
    """
    places = np.minimum((chances * bins).astype(np.int64), bins - 1)
    for place in range(bins):
        inside = places == place
        if count := int(inside.sum()):
            yield float(chances[inside].mean()), float(true[inside].mean()), count


def reliability_error(chances: NDArray[np.float64], true: NDArray[np.bool_]) -> float:
    """Return the mean distance, 0..1, between claimed probabilities and the shares that came true.

    The distance is that in each bin of `reliability`; the mean is weighted by the bins' claims.

    Args:
        chances: float64[n], the claimed probabilities, 0..1.
        true: bool[n], whether each claim came true.

    Example:
        >>> round(reliability_error(np.array([0.1, 0.9]), np.array([False, True])), 2)
        0.1
    """
    bins = list(reliability(chances, true))
    whole = sum(count for *_, count in bins)
    return sum(abs(said - was) * count for said, was, count in bins) / whole


def interval(
    values: NDArray[np.float64],
    sessions: NDArray[np.int64],
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> tuple[float, float]:
    """Return a bootstrap interval of a mean, by resampling whole sessions.

    Args:
        values: float64[n], the values to average.
        sessions: int64[n], the session number of each value.
        seed: seed of the resampling.
        resamples: number of times that the sessions are resampled.
        level: share of the resampled means that lie inside the interval.

    Example:
        >>> low, high = interval(np.array([1.0, 2.0, 3.0]), np.array([0, 1, 2]))
        >>> low < 2 < high
        True
    """
    names, places = np.unique(sessions, return_inverse=True)
    sums = np.bincount(places, weights=values)
    counts = np.bincount(places).astype(np.float64)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(names), (resamples, len(names)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return low, high
