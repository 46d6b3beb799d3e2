"""A test of how well the opponent model reads real hands whose cards are all known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.cards.card import STREETS
from handsight.errors import InputError
from handsight.formats import read_hands
from handsight.opponents.model.contexts import ACTIONS, CALL, RAISE
from handsight.opponents.model.decoding import ReadHand, decode_hands
from handsight.papers.range_model.proof import (
    CALLED,
    FIRST_RAISE,
    FOLDS,
    PASSIVE,
    THREE_BET,
    ModelEvaluation,
    evaluate_model,
    interval,
    reliability,
    reliability_error,
    session_of,
)
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn, above
from handsight.runtime.statistics import wilson

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

TABLE = "range-model"
LIKELIHOOD = "dirichlet"
"""The default likelihood."""

WANTED_POINTS = 3
"""The maximum acceptable error of claimed probabilities, in percentage points."""
SURE = 0.7
"""The probability above which a claim counts as confident."""
ENTRY_KEYS = {
    "first_raise": FIRST_RAISE,
    "call": CALLED,
    "three_bet": THREE_BET,
    "check_or_limp": PASSIVE,
}
COLUMNS = (
    TableColumn("what", ("name",)),
    TableColumn("players", ("players",), ",d"),
    TableColumn("bits gained", ("measured",), ".3f"),
    TableColumn("from", ("low",), ".3f"),
    TableColumn("to", ("high",), ".3f"),
)


class SessionMean(NamedTuple):
    """A mean, the ends of its 95% bootstrap interval over sessions, and the number of values."""

    value: float
    low: float
    high: float
    number: int


class Bin(NamedTuple):
    """A bin of claims: their mean probability, the share that came true, and their number."""

    claimed: float
    true: float
    number: int


@dataclass(frozen=True, slots=True)
class RangeProof:
    """The gains of a model on hands on which it was not fitted.

    Gains are in bits: the mean of log₂ of the ratio between the true combo's weight and its weight
    if all combos that are possible on the board were equally likely. A gain of one bit doubles the
    probability.

    Attributes:
        folds: number of folds into which the sessions were divided.
        gains: {street: {what: mean gain}}, where what names a group of players, such as
            ``"first_raise"``, or the actions that the ranges take into account, such as
            ``"preflop_only"``; ``"difference"`` is what the actions after the flop add.
        log_loss: {predictor: mean log loss of an action in bits}, for ``"model"`` and the base
            rates, ``"base"``.
        log_loss_by_street: {street: {predictor: mean log loss in bits}}.
        reliability: {what: bins}, for ``"ranges"`` and ``"actions"``.
        errors: {what: mean distance between claimed and true shares, 0..1}, for the same two.
        players: float64[n, 6], in which each row is a `handsight.papers.range_model.proof.Gain`, so
            that two proofs on the same hands can be compared player by player.
    """

    likelihood: str
    hands: int
    sessions: int
    folds: int
    seed: int
    gains: Mapping[str, Mapping[str, SessionMean]]
    log_loss: Mapping[str, float]
    log_loss_by_street: Mapping[str, Mapping[str, float]]
    reliability: Mapping[str, Sequence[Bin]]
    errors: Mapping[str, float]
    players: NDArray[np.float64]

    @property
    def reliability_error(self) -> float:
        """The larger of the reliability errors of ranges and actions, 0..1."""
        return max(self.errors.values())

    def fields(self) -> dict[str, Any]:
        """Return the proof as plain values."""
        return {
            "table": TABLE,
            "likelihood": self.likelihood,
            "hands": self.hands,
            "sessions": self.sessions,
            "folds": self.folds,
            "seed": self.seed,
            "unit": "bits over an even share of the combos that do not collide with the board",
            "gain_bits": self._each(lambda mean: mean.value),
            "intervals": self._each(lambda mean: [mean.low, mean.high]),
            "players": self._each(lambda mean: mean.number),
            "reliability_error": self.reliability_error,
            "reliability_errors": dict(self.errors),
            "reliability": {
                what: [each._asdict() for each in bins] for what, bins in self.reliability.items()
            },
            "log_loss": dict(self.log_loss),
            "log_loss_by_street": {key: dict(one) for key, one in self.log_loss_by_street.items()},
        }

    def _each(self, of: Callable[[SessionMean], Any]) -> dict[str, dict[str, Any]]:
        return {
            street: {what: of(mean) for what, mean in means.items()}
            for street, means in self.gains.items()
        }

    def table(self) -> Reproduction:
        """Return the proof as a table."""
        rows = [
            Row(
                f"{street}, {what.replace('_', ' ')}",
                None,
                mean.value,
                {"players": mean.number, "low": mean.low, "high": mean.high},
            )
            for street, means in self.gains.items()
            for what, mean in means.items()
        ]
        return Reproduction(
            TABLE,
            "What a range that was read says of the true cards",
            f"{self.hands:,} recorded hands with all cards known, in {self.sessions} sessions; the "
            f"{self.likelihood} likelihood; sessions are dealt into {self.folds} parts, and the "
            "model is asked about each after it was fitted on the others; intervals are 95% by "
            "bootstrap over sessions",
            COLUMNS,
            rows,
            self._remarks(),
            seed=self.seed,
            findings=self._findings(),
        )

    def _remarks(self) -> list[str]:
        return [
            f"The next action costs {self.log_loss['model']:.4f} bits with the model and "
            f"{self.log_loss['base']:.4f} with base rates by street and price.",
            f"Chances claimed for tenths of all hands by strength are off by "
            f"{100 * self.errors['ranges']:.2f} points on average, those claimed for the next "
            f"action by {100 * self.errors['actions']:.2f}.",
        ]

    def _findings(self) -> list[Finding]:
        """Test whether later streets add information, and whether the probabilities are right."""
        later = [street for street in STREETS[1:] if self.gains.get(street, {}).get("difference")]
        added = [self.gains[street]["difference"] for street in later]
        findings = [
            Finding(
                f"On the {street} its actions add to what those before the flop tell",
                above((mean.low, mean.high), 0.0) if mean.number else None,
                f"{mean.low:+.3f} to {mean.high:+.3f} bits",
            )
            for street, mean in zip(later, added, strict=True)
        ]
        findings += [
            Finding(
                f"The {second} adds more than the {first} before it",
                None if one.high >= two.low and two.high >= one.low else two.low > one.high,
                f"{one.low:+.3f} to {one.high:+.3f} bits, then {two.low:+.3f} to {two.high:+.3f}",
            )
            for (first, one), (second, two) in pairwise(zip(later, added, strict=True))
        ]
        worst = 100 * self.reliability_error
        sure = claims_above(self.reliability["ranges"], SURE)
        low, high = wilson(round(sure.true * sure.number), sure.number)
        claims = sum(each.number for each in self.reliability["ranges"])
        return [
            *findings,
            Finding(
                f"Claimed chances are off by less than {WANTED_POINTS} points on average",
                worst < WANTED_POINTS,
                f"{worst:.2f} points, the greater one of ranges and actions",
            ),
            Finding(
                f"Where a range gives a tenth of all hands more than {SURE:.0%}, it comes true as "
                "often",
                low <= sure.claimed <= high if sure.number else None,
                f"claimed {sure.claimed:.1%}, true {sure.true:.1%} ({low:.1%} to {high:.1%}), of "
                f"{sure.number:,} such claims among {claims:,}",
            ),
        ]


def claims_above(bins: Sequence[Bin], chance: float) -> Bin:
    """Merge the bins whose mean probability is above a bound.

    If there are none, all fields of the result are 0.

    Args:
        bins: bins of claims.
        chance: the bound, 0..1.

    Example:
        >>> claims_above([Bin(0.2, 0.1, 90), Bin(0.8, 0.7, 5), Bin(0.9, 0.9, 5)], 0.5)
        Bin(claimed=0.85, true=0.8, number=10)
    """
    sure = [each for each in bins if each.claimed > chance]
    number = sum(each.number for each in sure)
    if not number:
        return Bin(0.0, 0.0, 0)
    claimed, true = (
        sum(getattr(each, field) * each.number for each in sure) / number
        for field in ("claimed", "true")
    )
    return Bin(claimed, true, number)


def prove(
    data: Path | str,
    likelihood: str = LIKELIHOOD,
    order: Order | None = None,
    executor: Executor | None = None,
) -> RangeProof:
    """Measure an opponent model on recorded hands from sessions on which it was not fitted.

    Only hands are used in which all cards are known and the number of players is the most frequent
    one (the largest, if several are equally frequent). The ``.phh`` files in a folder form one
    session; any other file is a session.

    Args:
        data: path of the recorded hands: a file, an archive or a folder.
        likelihood: ``"dirichlet"``, ``"loki"``, ``"histogram"`` or ``"logistic"``.
        order: options, in which `trials` is the number of folds of the sessions: 10 by default, or
            one per session if there are fewer sessions.
        executor: pool in which the folds are evaluated; None to evaluate them in this thread. The
            result is the same.

    Raises:
        OptionError: if nothing is at the path, there is no such likelihood, or the number of folds
            is not from 2 to the number of sessions.
        InputError: if there are fewer than two sessions of hands with known cards.
        MissingExtraError: if the likelihood needs an extra that is not installed.
    """
    order = order or Order()
    hands = _usable(decode_hands(read_hands(data)))
    folds = order.trials_or(min(FOLDS, len({*map(session_of, hands)})))
    evaluation = evaluate_model(
        hands,
        likelihood,
        folds=folds,
        seed=order.seed,
        progress=order.progress,
        executor=executor,
    )
    return summed_up(evaluation, likelihood, folds, order.seed)


def _usable(hands: Iterable[ReadHand]) -> list[ReadHand]:
    known = [hand for hand in hands if hand.whole]
    sizes = Counter(len(hand.names) for hand in known)
    size = max(sizes, key=lambda each: (sizes[each], each), default=0)
    usable = [hand for hand in known if len(hand.names) == size]
    if len({*map(session_of, usable)}) < 2:
        raise InputError(
            "data must have at least two sessions of hands whose cards are all known, because "
            "the model is fitted on some sessions and tested on others"
        )
    return usable


def summed_up(evaluation: ModelEvaluation, likelihood: str, folds: int, seed: int) -> RangeProof:
    """Summarise an evaluation as a proof."""
    guesses = np.array(evaluation.guesses, dtype=np.float64).reshape(-1, 7)
    taken = guesses[:, 2].astype(np.int64)
    given = guesses[np.arange(len(guesses)), 3 + taken]
    losses = {"model": -np.log2(np.maximum(given, 1e-12)), "base": -np.log2(guesses[:, 6])}
    streets = guesses[:, 1]
    claims = np.array(evaluation.claims, dtype=np.float64).reshape(-1, 4)
    claimed = {
        "ranges": (claims[:, 2], claims[:, 3] > 0),
        "actions": (guesses[:, 3:6].ravel(), (taken[:, None] == np.arange(len(ACTIONS))).ravel()),
    }
    gains = np.array(evaluation.gains, dtype=np.float64).reshape(-1, 6)
    return RangeProof(
        likelihood,
        evaluation.hands,
        len(evaluation.sessions),
        folds,
        seed,
        _gains(gains, seed),
        {who: float(bits.mean()) for who, bits in losses.items()},
        {
            name: {who: float(bits[streets == street].mean()) for who, bits in losses.items()}
            for street, name in enumerate(STREETS)
            if (streets == street).any()
        },
        {what: [Bin(*each) for each in reliability(*both)] for what, both in claimed.items()},
        {what: reliability_error(*both) for what, both in claimed.items()},
        gains,
    )


def _gains(gains: NDArray[np.float64], seed: int) -> dict[str, dict[str, SessionMean]]:
    """Return the mean gains by street, over all players and over groups of players.

    Preflop, players are grouped by how they entered the pot; on later streets, by their last
    action. Later streets also have the gain from preflop actions alone, and the difference that
    the actions after the flop make.
    """
    means: dict[str, dict[str, SessionMean]] = {}
    for street, name in enumerate(STREETS):
        here = gains[gains[:, 1] == street]
        sessions = here[:, 0].astype(np.int64)
        every, early = here[:, 4], here[:, 5]

        def mean(values: NDArray[np.float64], of: NDArray[np.int64]) -> SessionMean:
            if not len(values):
                return SessionMean(0.0, 0.0, 0.0, 0)
            low, high = interval(values, of, seed=seed)
            return SessionMean(float(values.mean()), low, high, len(values))

        if street == 0:
            parts = {what: here[:, 2] == entry for what, entry in ENTRY_KEYS.items()}
            means[name] = {"non_folders": mean(every, sessions)}
        else:
            parts = {
                "after_a_check_or_call": here[:, 3] == CALL,
                "after_a_bet_or_raise": here[:, 3] == RAISE,
            }
            means[name] = {
                "preflop_only": mean(early, sessions),
                "all_actions": mean(every, sessions),
                "difference": mean(every - early, sessions),
            }
        means[name] |= {what: mean(every[part], sessions[part]) for what, part in parts.items()}
    return means
