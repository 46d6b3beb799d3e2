"""What each rival may hold, and how every action of his narrows it; and our odds against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card
from handsight.cards.card import BOARD_SIZES
from handsight.game import ActionRecord
from handsight.odds.current import odds_of
from handsight.odds.effective import EffectiveHandStrength, effective_of
from handsight.odds.equity_result import Equity
from handsight.odds.sampling import Sampling
from handsight.odds.spot import Spot
from handsight.opponents.model import OpponentModel, Prediction
from handsight.opponents.model.posterior import range_of
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS_OF, combo_number
from handsight.reports.narrowing_hand import HandSoFar

MOST_JOINT = 2
"""Rivals against whom strength and potential are counted jointly; on the river it is quick for
three."""
MOST_JOINT_ON_RIVER = 3


class Truth(NamedTuple):
    """How a range stands to what its player really holds.

    Attributes:
        chance: that the range gives the true combo, 0..1.
        even: that an even range gives it, 0..1.
        rank: the share of the range that is likelier than it, 0..1; 0 is the likeliest.

    Example:
        >>> Truth(0.25, 0.125, 0.0).gain
        1.0
    """

    chance: float
    even: float
    rank: float

    @property
    def gain(self) -> float:
        """How many bits better than an even range it is; below 0 is worse."""
        return float(np.log2(self.chance / self.even))


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """An action of a rival, and his range before and after it.

    Attributes:
        number: of the action among those of all players, from 1.
        taken: what he did.
        board: the cards that lay.
        expected: how likely the model took him to fold, call (or check) and raise (or bet).
        before: the chance of each combo before it: float64[1326], which adds up to 1.
        after: the same after it.
        truth: of the range afterwards; None where his cards are not told.
    """

    number: int
    taken: ActionRecord
    board: tuple[Card, ...]
    expected: Prediction
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    truth: Truth | None = None

    @property
    def chance(self) -> float:
        """How likely the model took this action to be, 0..1."""
        kind = self.taken.action.kind
        if kind == "fold":
            return self.expected.fold
        return self.expected.call if kind in ("check", "call") else self.expected.raises

    @property
    def gain(self) -> float:
        """What the action tells of his cards, in bits: the relative entropy of after to before."""
        held = self.after > 0
        return float(
            np.sum(self.after[held] * np.log2(self.after[held] / self.before[held])).clip(0)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Rival:
    """A rival who is still in.

    Attributes:
        seat: his.
        name: his.
        steps: what he did.
        weights: the chance of each combo now: float64[1326], which adds up to 1.
        range: the same as a range, whose likeliest combo weighs 1.
        effective: strength and potential of our hand against it; None before the flop.
        odds: of our hand against it.
        truth: of the range now; None where his cards are not told.
    """

    seat: int
    name: str
    steps: tuple[Step, ...]
    weights: NDArray[np.float64]
    range: Range
    effective: EffectiveHandStrength | None
    odds: Equity
    truth: Truth | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Narrowing:
    """A hand, and what its rivals may hold.

    Attributes:
        hand: up to now.
        model: a line about what the ranges come from.
        steps: what rivals did, in order, of those who folded too.
        rivals: who is still in.
        effective: against all rivals at once; None before the flop, and where they are too many.
        odds: against all of them at once.
        next: how a rival will act whose turn it is; None if it is not one's turn.
    """

    hand: HandSoFar
    model: str
    steps: tuple[Step, ...]
    rivals: tuple[Rival, ...]
    effective: EffectiveHandStrength | None
    odds: Equity
    next: Prediction | None


def narrow(
    hand: HandSoFar,
    model: OpponentModel | None = None,
    *,
    described: str = "",
    seed: int = 0,
    reveal: bool = False,
) -> Narrowing:
    """Follow a hand with an opponent model, and count our odds against what is left.

    Args:
        hand: up to now; what others hold is hidden from the model.
        model: that follows; a new one without data if None. It learns from what it sees, as it
            does whenever it follows a hand.
        described: a line about the model; made if empty.
        seed: of odds that have to be sampled.
        reveal: whether to tell how likely what others really hold is, where it is told.

    Example:
        >>> from handsight.reports.narrowing_words import hand_in_words
        >>> told = "p1 raises 300, p2 calls, p1 bets 400"
        >>> found = narrow(hand_in_words("AhKh", "Qh7h2c", told))
        >>> rival = found.rivals[0]
        >>> [str(step.taken.action) for step in rival.steps]
        ['raise to 300', 'bet 400']
        >>> rival.range["QdQs"] > rival.range["8d3s"]
        True
    """
    follower = OpponentModel() if model is None else model
    told = {seat: _combo(list(cards)) for seat, cards in hand.told.items()} if reveal else {}
    steps = tuple(_followed(hand, follower, told))
    rivals = tuple(_rival(hand, follower, seat, steps, told.get(seat)) for seat in hand.rivals)
    ranges = [each.range for each in rivals]
    alone = rivals[0] if len(rivals) == 1 else None
    return Narrowing(
        hand=hand,
        model=described or describe(follower),
        steps=steps,
        rivals=rivals,
        effective=alone.effective if alone else _joint(hand, ranges),
        odds=alone.odds if alone else _odds(hand, ranges, seed),
        next=None if hand.turn in (None, hand.us) else follower.predict(player=hand.turn),
    )


def describe(model: OpponentModel, file: str = "") -> str:
    """Tell in a line what the ranges of a model come from.

    Args:
        model: any.
        file: it was read from.

    Example:
        >>> describe(OpponentModel())
        'dirichlet, without data: as people play in general, set by hand'
    """
    if not model.hands_:
        return f"{model.likelihood.name}, without data: as people play in general, set by hand"
    source = f", from {file}" if file else ""
    return f"{model.likelihood.name}, fitted on {model.hands_:,} hands{source}"


def spread(weights: NDArray[np.float64]) -> float:
    """Give how many equally likely combos would be as uncertain: 2 to the entropy.

    Args:
        weights: float64[1326], which add up to 1.

    Example:
        >>> round(spread(np.full(1326, 1 / 1326)))
        1326
    """
    held = weights[weights > 0]
    return float(2 ** -np.sum(held * np.log2(held)))


def class_shares(weights: NDArray[np.float64]) -> dict[str, float]:
    """Give the chance of each class: of all its combos together.

    Args:
        weights: float64[1326], which add up to 1.

    Returns:
        {class: chance}, all 169, as the grid is read.
    """
    return {name: _chance(weights[list(combos)]) for name, combos in COMBOS_OF.items()}


def likeliest(shares: dict[str, float], most: int) -> list[tuple[str, float]]:
    """List the likeliest classes, the likeliest first.

    Args:
        shares: of `class_shares`.
        most: how many.
    """
    ranked = sorted(shares.items(), key=lambda each: -each[1])
    return [each for each in ranked[:most] if each[1] > 0]


def truth_of(weights: NDArray[np.float64], combo: int) -> Truth:
    """See how a range stands to a true combo.

    Args:
        weights: float64[1326], which add up to 1.
        combo: its number.

    Example:
        >>> truth_of(np.full(1326, 1 / 1326), 5).gain
        0.0
    """
    chance = float(weights[combo])
    held = int(np.count_nonzero(weights))
    return Truth(chance, 1 / held, _chance(weights[weights > chance]))


def _chance(weights: NDArray[np.float64]) -> float:
    """Add up the chances of some combos; if these are all, rounding would pass 1."""
    return min(float(weights.sum()), 1.0)


# --- following ------------------------------------------------------------------------------------


def _followed(hand: HandSoFar, model: OpponentModel, told: dict[int, int]) -> Iterator[Step]:
    """Let a model see the hand; tell what rivals do. The whole board lies in the end."""
    model.start_hand(
        hand.stacks,
        hand.button,
        posts=hand.posts,
        antes=hand.antes,
        names=hand.names,
        seat=hand.us,
        hole=hand.spot.hole,
        big_blind=hand.rules.big_blind,
        late=hand.late,
    )
    dealt = 0
    for number, taken in enumerate(hand.taken, start=1):
        dealt = _dealt(hand, model, dealt, BOARD_SIZES[taken.street])
        if taken.seat == hand.us:
            model.act(taken.seat, taken.action.kind, taken.action.amount)
            continue
        yield _step(hand.board[:dealt], model, number, taken, told.get(taken.seat))
    _dealt(hand, model, dealt, len(hand.board))


def _dealt(hand: HandSoFar, model: OpponentModel, dealt: int, wanted: int) -> int:
    for count in BOARD_SIZES.values():
        if dealt < count <= wanted:
            model.deal(hand.board[dealt:count])
            dealt = count
    return dealt


def _step(
    board: tuple[Card, ...],
    model: OpponentModel,
    number: int,
    taken: ActionRecord,
    combo: int | None,
) -> Step:
    before, expected = model.weights(taken.seat), model.predict(player=taken.seat)
    model.act(taken.seat, taken.action.kind, taken.action.amount)
    after = model.weights(taken.seat)
    truth = None if combo is None else truth_of(after, combo)
    return Step(number, taken, board, expected, before, after, truth)


def _combo(cards: list[Card]) -> int:
    return combo_number(cards[0].index, cards[1].index)


# --- odds -----------------------------------------------------------------------------------------


def _rival(
    hand: HandSoFar, model: OpponentModel, seat: int, steps: tuple[Step, ...], combo: int | None
) -> Rival:
    weights = model.weights(seat)
    held = range_of(weights)
    return Rival(
        seat=seat,
        name=hand.names[seat],
        steps=tuple(step for step in steps if step.taken.seat == seat),
        weights=weights,
        range=held,
        effective=_effective(hand, held),
        odds=_odds(hand, held),
        truth=None if combo is None else truth_of(weights, combo),
    )


def _joint(hand: HandSoFar, ranges: list[Range]) -> EffectiveHandStrength | None:
    most = MOST_JOINT_ON_RIVER if hand.spot.street == "river" else MOST_JOINT
    return _effective(hand, ranges) if len(ranges) <= most else None


def _effective(hand: HandSoFar, ranges: Range | list[Range]) -> EffectiveHandStrength | None:
    return effective_of(_against(hand, ranges)) if hand.spot.board else None


def _odds(hand: HandSoFar, ranges: Range | list[Range], seed: int = 0) -> Equity:
    return odds_of(_against(hand, ranges), sampling=Sampling(seed=seed))


def _against(hand: HandSoFar, ranges: Range | list[Range]) -> Spot:
    return Spot.hand(hand.spot.hole, hand.spot.board, villain=ranges)
