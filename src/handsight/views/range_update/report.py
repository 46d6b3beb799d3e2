"""Each opponent's range, updated after each of their actions, and our odds against the ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import Card, CardSet
from handsight.cards.card import BOARD_SIZES
from handsight.game.actions import ActionRecord
from handsight.odds.counting.hands import Count
from handsight.odds.equity.current import odds_of
from handsight.odds.equity.result import Equity
from handsight.odds.sampling import Sampling
from handsight.odds.spot import Spot
from handsight.odds.strength.effective import EffectiveHandStrength, effective_of
from handsight.opponents.model import OpponentModel, Prediction
from handsight.opponents.model.posterior import range_of
from handsight.ranges import Range
from handsight.ranges.class_grid import Grid, class_means, class_rows
from handsight.ranges.combos import COMBOS_OF, MASKS, combo_number
from handsight.runtime.statistics import FloatOrNull
from handsight.views.cards.explanation import OddsReport, odds_report
from handsight.views.range_update.hand import HandSoFar
from handsight.views.report import HIDDEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_JOINT, MOST_JOINT_ON_RIVER = 2, 3
"""The maximum number of opponents for which strength and potential are computed jointly; on the
river, where this is fast, the second number."""

LISTED = 10
"""The number of likeliest classes, and of likeliest combos, that a report lists."""


@dataclass(frozen=True, slots=True)
class ActionChances:
    """The model's probabilities, 0..1, of an opponent's next action.

    Attributes:
        fold: probability of a fold.
        call: probability of a check or call.
        raise_: probability of a bet or raise.
    """

    fold: float
    call: float
    raise_: float


@dataclass(frozen=True, slots=True)
class Truth:
    """How a range compares with the hand that its player really holds.

    Attributes:
        chance: probability that the range gives to the true combo, 0..1.
        even: probability of each combo in a uniform range over the combos that the range contains,
            0..1.
        gain_bits: binary logarithm of `chance` / `even`; negative if the range is worse than a
            uniform one, and minus infinity, which is null in JSON, if it rules out the true combo.
        likelier: total probability of the combos that are likelier than the true combo, 0..1.
    """

    chance: float
    even: float
    gain_bits: FloatOrNull
    likelier: float


@dataclass(frozen=True, slots=True)
class EffectiveReport:
    """Strength and potential of our hand against one range, or against several ranges jointly.

    The parts of `handsight.odds.EffectiveHandStrength` are `handsight.odds.HandStrength` and
    `handsight.odds.HandPotential`.

    Attributes:
        hand_strength: share of the opponents' hands that we beat now, 0..1; ties count half.
    """

    ahead: Count
    tied: Count
    behind: Count
    hand_strength: float
    ppot: float | None
    npot: float | None
    ehs: float
    p_win: float | None
    lookahead: int = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True, eq=False)
class ActionReport:
    """An action that a player took in a hand.

    Attributes:
        street: street of the action, such as ``"flop"``.
        number: number of the action among all players' actions, from 1.
        player: name of the player.
        action: the action in brief, such as ``raise to 300``, in chips.
        chips: chips that the action added to the pot.
        all_in: whether the action put the player all in.
        taken: the action as the hand records it.
    """

    number: int
    player: str
    street: str
    action: str
    chips: int
    all_in: bool
    taken: ActionRecord = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True, eq=False)
class RangeUpdate(ActionReport):
    """An action of an opponent, and their range after it.

    Attributes:
        board: cards on the board when the action was taken, in the order dealt.
        expected: the model's probabilities before the action was taken.
        chance: the probability in `expected` that belongs to this kind of action, 0..1.
        gain_bits: information that the action gives about the opponent's cards, in bits: the
            relative entropy of the range after the action with respect to the range before it.
        spread_before: `spread` of the range before the action.
        spread: number of equally likely combos with the same uncertainty as the range; see the
            function `spread`.
        combos: number of combos that the opponent can hold.
        top_classes: ``{class: chance}`` of up to ten classes, likeliest first.
        top_combos: ``{combo: chance}`` of up to ten combos, likeliest first.
        classes: ``{class: chance}`` of all 169 classes; the chance of a class is the sum over its
            combos.
        range: range after the action, in which the likeliest combo has weight 1.
        truth: comparison with the opponent's cards; None if these are not revealed.
        before: chance of each combo before the action: float64[1326] with sum 1.
        after: chance of each combo after the action, in the same form.
    """

    board: str
    expected: ActionChances
    chance: float
    gain_bits: float
    spread_before: float
    spread: float
    combos: int
    top_classes: dict[str, float]
    top_combos: dict[str, float]
    classes: dict[str, float]
    range: Range
    truth: Truth | None
    before: NDArray[np.float64] = field(metadata=HIDDEN)
    after: NDArray[np.float64] = field(metadata=HIDDEN)

    @property
    def grid(self) -> Grid:
        """Each class's relative mean chance per combo after the action; see `relative_rows`."""
        return relative_rows(self.after)


@dataclass(frozen=True, slots=True, eq=False)
class OpponentRange:
    """The current range of an opponent who has not folded.

    Other fields are those of `handsight.views.range_update.report.RangeUpdate`.

    Attributes:
        player: name of the opponent.
        actions: numbers of the opponent's actions, as in `ActionReport.number`.
        effective: strength and potential of our hand against the range; None before the flop.
        odds: our expected share of the pot against the range.
        updates: the opponent's actions, with the range after each.
        weights: chance of each combo: float64[1326] with sum 1.
        hole: the opponent's hole cards; None if these are not revealed.
    """

    player: str
    actions: tuple[int, ...]
    spread: float
    combos: int
    top_classes: dict[str, float]
    top_combos: dict[str, float]
    classes: dict[str, float]
    range: Range
    effective: EffectiveReport | None
    odds: OddsReport
    truth: Truth | None
    seat: int = field(metadata=HIDDEN)
    updates: tuple[RangeUpdate, ...] = field(metadata=HIDDEN)
    weights: NDArray[np.float64] = field(metadata=HIDDEN)
    hole: CardSet | None = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class OddsAtOnce:
    """Our hand against all opponents at once.

    Attributes:
        effective: strength and potential of our hand; None before the flop, and if there are too
            many opponents to compute it.
        odds: our expected share of the pot.
    """

    effective: EffectiveReport | None
    odds: OddsReport


@dataclass(frozen=True, slots=True, eq=False)
class RangeUpdateReport:
    """A hand as one of its players has seen it, and the ranges of the opponents.

    Attributes:
        hole: our two cards.
        us: name of our player.
        board: cards on the board, in the order dealt.
        players: names of all players, by seat.
        stacks: chips of each seat before the hand.
        posts: blinds and straddles of each seat, in chips.
        antes: ante of each seat, in chips.
        chips_in_unit: chips in one unit of the record.
        silent: players who are assumed to fold because the history does not mention them.
        actions: actions of all players, in order.
        model: a line that describes the model from which the ranges come.
        steps: actions of all opponents, in order, including opponents who folded.
        rivals: opponents who have not folded.
        together: our hand against all of these opponents at once.
        turn: the player to act; None if no player is to act, or if cards have to be dealt first.
        next: the model's probabilities for the opponent to act; None if no opponent is to act.
        positions: names of the positions, by seat.
        recorded: number of actions in the record; None without a record.
    """

    hole: CardSet
    board: str
    us: str
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    posts: tuple[int, ...]
    antes: tuple[int, ...]
    chips_in_unit: int
    silent: tuple[str, ...]
    actions: tuple[ActionReport, ...]
    model: str
    steps: tuple[RangeUpdate, ...]
    rivals: tuple[OpponentRange, ...]
    together: OddsAtOnce
    turn: str | None
    next: ActionChances | None
    positions: tuple[str, ...] = field(metadata=HIDDEN)
    street: str = field(metadata=HIDDEN)
    recorded: int | None = field(metadata=HIDDEN)
    board_cards: tuple[Card, ...] = field(metadata=HIDDEN)

    def placed(self, player: str) -> str:
        """Return a player's name with their position, such as ``p2 (BB)``."""
        return f"{player} ({self.positions[self.players.index(player)]})"


def range_update_report(
    hand: HandSoFar,
    model: OpponentModel | None = None,
    *,
    described: str = "",
    seed: int = 0,
    reveal: bool = False,
) -> RangeUpdateReport:
    """Follow a hand with an opponent model, and compute our odds against the resulting ranges.

    Args:
        hand: the hand so far; the model does not see the other players' cards.
        model: the model that follows the hand; None for a new model without data. The model learns
            from this hand, as it does from every hand that it follows.
        described: a line that describes the model; generated if empty.
        seed: seed for the odds against several opponents at once, if they have to be sampled.
        reveal: whether to compare the ranges with the opponents' real cards, if the record has
            them.

    Example:
        >>> from handsight.views.range_update.words import hand_in_words
        >>> hand = hand_in_words("AhKh", "Qh7h2c", "p1 raises 300, p2 calls, p1 bets 400")
        >>> report = range_update_report(hand)
        >>> opponent = report.rivals[0]
        >>> [update.action for update in opponent.updates]
        ['raise to 300', 'bet 400']
        >>> opponent.range["QdQs"] > opponent.range["8d3s"]
        True
    """
    model = OpponentModel() if model is None else model
    shown: Mapping[int, CardSet] = hand.revealed if reveal else {}
    updates = tuple(_followed(hand, model, shown))
    opponents = tuple(
        _opponent(hand, model, seat, updates, shown.get(seat)) for seat in hand.opponents
    )
    turn = None if hand.turn in (None, hand.us) else model.predict(player=hand.turn)
    return RangeUpdateReport(
        hole=hand.spot.hole,
        board=_joined(hand.board),
        us=hand.names[hand.us],
        players=hand.names,
        stacks=hand.stacks,
        posts=hand.posts,
        antes=hand.antes,
        chips_in_unit=hand.scale,
        silent=tuple(hand.names[seat] for seat in hand.silent),
        actions=tuple(
            ActionReport(**_action(hand, number)) for number in range(1, len(hand.actions) + 1)
        ),
        model=described or describe(model),
        steps=updates,
        rivals=opponents,
        together=_at_once(hand, opponents, seed),
        turn=None if hand.turn is None else hand.names[hand.turn],
        next=None if turn is None else ActionChances(*turn),
        positions=hand.positions,
        street=hand.spot.street,
        recorded=hand.recorded,
        board_cards=hand.board,
    )


def describe(model: OpponentModel, file: str = "") -> str:
    """Describe in one line the model from which ranges come.

    Args:
        model: the model.
        file: file from which the model was read, named if the model has data; "" for none.

    Example:
        >>> describe(OpponentModel())
        'dirichlet, without data: as people play in general, set by hand'
    """
    if not model.hands_:
        return f"{model.likelihood.name}, without data: as people play in general, set by hand"
    source = f", from {file}" if file else ""
    return f"{model.likelihood.name}, fitted on {model.hands_:,} hands{source}"


def effective_report(effective: EffectiveHandStrength) -> EffectiveReport:
    """Build the report of strength and potential against ranges.

    Example:
        >>> from handsight.odds import effective_hand_strength
        >>> effective_report(effective_hand_strength("AhKh", "Qh7h2c", villain="QQ+")).ahead
        0
    """
    strength, potential = effective.hand_strength, effective.potential
    return EffectiveReport(
        ahead=strength.ahead,
        tied=strength.tied,
        behind=strength.behind,
        hand_strength=strength.value,
        ppot=potential.ppot,
        npot=potential.npot,
        ehs=effective.ehs,
        p_win=effective.p_win,
        lookahead=potential.lookahead,
    )


# --- numbers of a range ---------------------------------------------------------------------------


def spread(weights: NDArray[np.float64]) -> float:
    """Return 2 to the power of a range's entropy in bits.

    This many equally likely combos would have the same uncertainty as the range.

    Args:
        weights: chance of each combo: float64[1326] with sum 1.

    Example:
        >>> round(spread(np.full(1326, 1 / 1326)))
        1326
    """
    held = weights[weights > 0]
    return float(2 ** -np.sum(held * np.log2(held)))


def class_shares(weights: NDArray[np.float64]) -> dict[str, float]:
    """Return the chance of each class: the sum over its combos.

    Args:
        weights: chance of each combo: float64[1326] with sum 1.

    Returns:
        ``{class: chance}`` for all 169 classes, in the order of the grid.
    """
    return {name: _chance(weights[list(combos)]) for name, combos in COMBOS_OF.items()}


def likeliest(shares: Mapping[str, float], most: int) -> dict[str, float]:
    """Return the likeliest classes and their chances, likeliest first, without chances of 0.

    Args:
        shares: chances as `class_shares` returns them.
        most: maximum number of classes.
    """
    ranked = sorted(shares.items(), key=lambda each: -each[1])
    return {name: share for name, share in ranked[:most] if share > 0}


def truth_of(weights: NDArray[np.float64], combo: int) -> Truth:
    """Compare a range with the combo that the player really holds.

    Args:
        weights: chance of each combo: float64[1326] with sum 1.
        combo: index of that combo.

    Example:
        >>> truth_of(np.full(1326, 1 / 1326), 5).gain_bits
        0.0
    """
    chance = float(weights[combo])
    even = 1 / int(np.count_nonzero(weights))
    gain = float(np.log2(chance / even)) if chance else -inf
    return Truth(chance, even, gain, _chance(weights[weights > chance]))


def relative_rows(weights: NDArray[np.float64]) -> Grid:
    """Return each class's mean chance over its possible combos, relative to the highest such mean.

    Args:
        weights: chance of each combo: float64[1326].

    Returns:
        Thirteen rows of thirteen numbers from 0 to 1, with 1 for the class with the highest mean;
        NaN for a class without a possible combo.

    Example:
        >>> rows = relative_rows(np.full(1326, 1 / 1326))
        >>> rows[0][0], rows[12][12]
        (1.0, 1.0)
    """
    means = class_means(np.where(weights > 0, weights, nan).tolist())
    most = max((mean for mean in means.values() if mean == mean), default=1.0)
    return class_rows({name: mean / most for name, mean in means.items()})


def _chance(weights: NDArray[np.float64]) -> float:
    """Return the sum of the combos' probabilities, capped at 1 against rounding errors."""
    return min(float(weights.sum()), 1.0)


def _range_fields(weights: NDArray[np.float64]) -> dict[str, Any]:
    """Return the fields that `RangeUpdate` and `OpponentRange` have in common."""
    held, shares = range_of(weights), class_shares(weights)
    return {
        "spread": spread(weights),
        "combos": len(held),
        "top_classes": likeliest(shares, LISTED),
        "top_combos": _likeliest_combos(held),
        "classes": shares,
        "range": held,
    }


def _likeliest_combos(held: Range) -> dict[str, float]:
    whole = float(held.total_weight)
    # Compare integers, because comparing 1,326 fractions takes ten times as long.
    parts = held.numerators
    best = nlargest(LISTED, range(len(parts)), key=parts.__getitem__)
    return {
        str(CardSet.from_mask(MASKS[combo])): parts[combo] / held.denominator / whole
        for combo in best
        if parts[combo]
    }


# --- following ------------------------------------------------------------------------------------


def _followed(
    hand: HandSoFar, model: OpponentModel, shown: Mapping[int, CardSet]
) -> Iterator[RangeUpdate]:
    """Follow a hand with a model, and yield each update of an opponent's range.

    After the last action, the rest of the board is dealt to the model.
    """
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
    for number, taken in enumerate(hand.actions, start=1):
        dealt = _dealt(hand, model, dealt, BOARD_SIZES[taken.street])
        if taken.seat == hand.us:
            model.act(taken.seat, taken.action.kind, taken.action.amount)
        else:
            yield _update(hand, model, number, dealt, shown.get(taken.seat))
    _dealt(hand, model, dealt, len(hand.board))


def _dealt(hand: HandSoFar, model: OpponentModel, dealt: int, wanted: int) -> int:
    for count in BOARD_SIZES.values():
        if dealt < count <= wanted:
            model.deal(hand.board[dealt:count])
            dealt = count
    return dealt


def _update(
    hand: HandSoFar, model: OpponentModel, number: int, dealt: int, hole: CardSet | None
) -> RangeUpdate:
    taken = hand.actions[number - 1]
    before, expected = model.weights(taken.seat), model.predict(player=taken.seat)
    model.act(taken.seat, taken.action.kind, taken.action.amount)
    after = model.weights(taken.seat)
    held = after > 0
    gain = np.sum(after[held] * np.log2(after[held] / before[held]))
    return RangeUpdate(
        **_action(hand, number),
        board=_joined(hand.board[:dealt]),
        expected=ActionChances(*expected),
        chance=_expected(expected, taken.action.kind),
        gain_bits=float(gain.clip(0)),
        spread_before=spread(before),
        **_range_fields(after),
        truth=_truth(after, hole),
        before=before,
        after=after,
    )


def _action(hand: HandSoFar, number: int) -> dict[str, Any]:
    taken = hand.actions[number - 1]
    return {
        "number": number,
        "player": hand.names[taken.seat],
        "street": taken.street,
        "action": str(taken.action),
        "chips": taken.chips,
        "all_in": taken.all_in,
        "taken": taken,
    }


def _expected(chances: Prediction, kind: str) -> float:
    if kind == "fold":
        return chances.fold
    return chances.call if kind in ("check", "call") else chances.raises


def _truth(weights: NDArray[np.float64], hole: CardSet | None) -> Truth | None:
    if hole is None:
        return None
    one, other = hole
    return truth_of(weights, combo_number(one.index, other.index))


def _joined(cards: Sequence[Card]) -> str:
    return "".join(map(str, cards))


# --- odds -----------------------------------------------------------------------------------------


def _opponent(
    hand: HandSoFar,
    model: OpponentModel,
    seat: int,
    updates: Sequence[RangeUpdate],
    hole: CardSet | None,
) -> OpponentRange:
    weights = model.weights(seat)
    theirs = tuple(update for update in updates if update.taken.seat == seat)
    numbers = _range_fields(weights)
    return OpponentRange(
        player=hand.names[seat],
        actions=tuple(update.number for update in theirs),
        **numbers,
        effective=_effective(hand, numbers["range"]),
        odds=odds_report(_odds(hand, numbers["range"])),
        truth=_truth(weights, hole),
        seat=seat,
        updates=theirs,
        weights=weights,
        hole=hole,
    )


def _at_once(hand: HandSoFar, opponents: Sequence[OpponentRange], seed: int) -> OddsAtOnce:
    if len(opponents) == 1:
        return OddsAtOnce(opponents[0].effective, opponents[0].odds)
    ranges = [each.range for each in opponents]
    most = MOST_JOINT_ON_RIVER if hand.spot.street == "river" else MOST_JOINT
    effective = _effective(hand, ranges) if len(ranges) <= most else None
    return OddsAtOnce(effective, odds_report(_odds(hand, ranges, seed)))


def _effective(hand: HandSoFar, ranges: Range | list[Range]) -> EffectiveReport | None:
    return effective_report(effective_of(_against(hand, ranges))) if hand.spot.board else None


def _odds(hand: HandSoFar, ranges: Range | list[Range], seed: int = 0) -> Equity:
    return odds_of(_against(hand, ranges), sampling=Sampling(seed=seed))


def _against(hand: HandSoFar, ranges: Range | list[Range]) -> Spot:
    return Spot.hand(hand.spot.hole, hand.spot.board, villain=ranges)
