"""Loki, which infers ranges from actions, values its own actions, and draws an action by value.

At each decision, Loki's model has a range and a style for every opponent. It updates the range
after each action of the opponent in the hand, and learns the style from all hands in the session.
Against these ranges and styles, Loki values a fold, a call and raises of several sizes. It converts
the values to a triple of probabilities, and draws its action by these probabilities.

Heads-up, Loki starts from a blueprint. It values the blueprint's actions, and shifts the
probability of each action according to the action's value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import ClassVar, NamedTuple

from handsight.agents.equilibrium.blueprint import is_for_two
from handsight.agents.models.action_values import ActionValuation, Value
from handsight.agents.models.style_model import style_model
from handsight.agents.protocol import AgentEvent, Decision, HandStart, Number, stream_for
from handsight.blueprint.blueprint import SHIPPED, blueprint_of
from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.game import Acted, Action, DealHole, Observation
from handsight.opponents.model import OpponentModel
from handsight.opponents.model.watching import Watcher

NEAR = (0.5, 2.0)
"""Loki uses the blueprint only if the shorter stack is between these multiples of the blueprint's
stack."""


class ActionChoice(NamedTuple):
    """A chosen action, and how it was chosen.

    Attributes:
        valuation: the valuation of the decision.
        values: the values of the actions that were considered.
        chances: the probability of each considered action; the probabilities add up to 1.
        chosen: the chosen action with its value.
        shares: the blueprint's probability of each considered action; None if Loki does not start
            from a blueprint.
    """

    valuation: ActionValuation
    values: list[Value]
    chances: list[float]
    chosen: Value
    shares: list[float] | None

    @property
    def triple(self) -> BettingTriple:
        """The probabilities of a fold, of a call or check, and of a raise or bet."""
        parts = [0.0, 0.0, 0.0]
        for value, chance in zip(self.values, self.chances, strict=True):
            parts[kind_of(value)] += chance
        return BettingTriple(*parts)


@dataclass
class LokiPlayer:
    """Reads the opponents' ranges and styles, and takes the action worth most against them.

    Args:
        mixing: a share of the pot, for decisions that do not start from the blueprint. Loki then
            chooses among a fold, a call and the best raise. For every such share by which an action
            is worth less than the best action, Loki takes the action e times less often. If it is
            0, Loki always takes the best action.
        leaning: a share of the pot, for decisions that start from the blueprint. For every such
            share by which an action is worth more than another action, Loki takes it e times more
            often relative to the other action than the blueprint does. If it is 0, Loki never
            starts from the blueprint. Loki uses the blueprint only in heads-up no-limit hands in
            which the shorter stack is within `NEAR`, and only if a raise is legal, so not facing an
            all-in.

    Raises:
        OptionError: if a number is below 0.

    Attributes:
        model: the opponent model, which learns until `reset`.

    Source:
        Billings, Papp, Schaeffer and Szafron, "Opponent Modeling in Poker", AAAI-98: ranges by
        Bayes' rule, EHS', and triples. The values of actions are ours. Shifting an equilibrium by
        values: Jacob, Wu, Farina, Lerer, Hu, Bakhtin, Andreas and Brown, "Modeling Strong and
        Human-Like Gameplay with KL-Regularized Search", ICML 2022.
    """

    family: ClassVar[str] = "opponent model"
    source: ClassVar[str] = "Billings et al. 1998"

    name: str = "loki"
    mixing: float = 0.01
    leaning: float = 0.3
    model: OpponentModel = field(init=False, repr=False, compare=False)

    mixes_exactly: ClassVar[bool] = True
    """Whether the agent draws its actions by the probabilities of `mixture` alone."""

    def __post_init__(self) -> None:
        for name in ("mixing", "leaning"):
            if not getattr(self, name) >= 0:
                raise OptionError(
                    f"{name} is {getattr(self, name)}; it must be a number, 0 or more"
                )
        self.reset()

    def reset(self) -> None:
        """Forget all opponents."""
        self.model = style_model()
        self._observed: _ObservedHand | None = None
        self._watcher = Watcher()

    def observe(self, event: AgentEvent) -> None:
        """Update the model with an event; events before the first `HandStart` are ignored."""
        if isinstance(event, HandStart):
            self.model.start_hand(
                event.stacks,
                event.button,
                names=event.names or (),
                seat=event.seat,
                big_blind=event.big_blind,
            )
            self._observed, self._watcher = _ObservedHand(event), Watcher()
        elif self._observed is not None:
            self.model.observe(event)
            self._observed.count(event)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action; in this class, ``rng`` draws one number."""
        return self.choose(observation, rng).chosen.action

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, the reason for it, and the numbers behind it."""
        return decision_of(self.choose(observation, stream_for(rng)))

    def mixture(self, observation: Observation) -> Mapping[Action, float]:
        """Return {action: probability} with the cards in the observation.

        Actions of probability 0 are left out.
        """
        choice = self.choose(observation, stream_for(None))
        chances = zip(choice.values, choice.chances, strict=True)
        return {value.action: chance for value, chance in chances if chance > 0}

    def choose(self, observation: Observation, rng: Random) -> ActionChoice:
        """Value the actions to consider, and draw one of them."""
        # If the agent has not seen the events of the observation's hand, the model catches up from
        # the actions that the observation lists.
        if self._observed is None or not self._observed.is_of(observation):
            self._observed = None
            self._watcher.watch(self.model, observation)
        valuation = self.valuation(observation, rng)
        start = self._start(observation)
        values = valuation.values(tuple(start))
        shares = list(start.values()) or None
        if shares is None:
            chances = chances_of(values, self.mixing * observation.pot)
        else:
            chances = leant(shares, values, self.leaning * observation.pot)
        return ActionChoice(valuation, values, chances, drawn(values, chances, rng), shares)

    def _start(self, seen: Observation) -> dict[Action, float]:
        """Return {action: the blueprint's probability}, without actions of probability 0.

        The result is empty if Loki does not use the blueprint, or the blueprint's tree lacks the
        line.

        After an all-in, no further bet follows, so the value of a call against a range is known.
        Loki then relies only on its read of the opponent.
        """
        plays_on = self.leaning and seen.legal.can_raise
        if not plays_on or seen.rules.structure != "no-limit" or not is_for_two(seen):
            return {}
        least, most = (factor * SHIPPED * seen.rules.big_blind for factor in NEAR)
        if not least <= min(stack for stack in seen.start_stacks if stack > 0) <= most:
            return {}
        shares = blueprint_of(SHIPPED).shares(seen)
        return {action: share for action, share in shares.items() if share > 0}

    def valuation(self, seen: Observation, rng: Random) -> ActionValuation:
        """Prepare the valuation of a decision; subclasses look further ahead."""
        return ActionValuation(seen, self.model)


class _ObservedHand:
    """A hand as described by its events, to check whether a decision belongs to this hand.

    Args:
        start: the first event of the hand.
    """

    def __init__(self, start: HandStart) -> None:
        self.start, self.actions = start, 0
        self.hole: CardSet | None = None

    def count(self, event: AgentEvent) -> None:
        if isinstance(event, Acted):
            self.actions += 1
        elif isinstance(event, DealHole) and event.seat == self.start.seat:
            self.hole = CardSet.of(event.cards or ())

    def is_of(self, seen: Observation) -> bool:
        start = self.start
        known = (start.seat, start.hand, start.button, start.stacks, self.hole, self.actions)
        hand = (seen.seat, seen.hand, seen.button, seen.start_stacks, seen.hole)
        return known == (*hand, len(seen.actions))


# --- the explanation ------------------------------------------------------------------------------


def decision_of(choice: ActionChoice) -> Decision:
    """Return the chosen action with its reason and numbers."""
    return Decision(choice.chosen.action, reason_of(choice), numbers_of(choice))


def reason_of(choice: ActionChoice) -> str:
    """Return a sentence that explains the decision."""
    chosen, valuation = choice.chosen, choice.valuation
    most = max(value.chips for value in choice.values)
    if choice.shares is not None and len(choice.values) == 1:
        return "the blueprint does nothing else here"
    if choice.shares is not None and chosen.chips < most:
        return "the blueprint takes it at times, and not only what is worth most here"
    if choice.shares is not None:
        return "of what the blueprint takes at times it is worth most here"
    if chosen.chips < most:
        return "it is worth little less than the best action, and keeps the opponents guessing"
    kind = kind_of(chosen)
    if kind == 0:
        return "nothing is worth more than a fold"
    if kind == 1:
        return "it is worth more than any raise"
    if valuation.equity >= 0.5:
        return "the hand is ahead of what the opponents hold: a raise for value"
    if valuation.potential >= 0.15:
        return "folds and what the hand may become pay for the raise: a semi-bluff"
    return "folds alone pay for the raise: a bluff"


def numbers_of(choice: ActionChoice) -> dict[str, Number]:
    """Return {name: number behind the decision}."""
    valuation = choice.valuation
    numbers: dict[str, Number] = {
        "EHS'": valuation.effective,
        "PPot": valuation.potential,
        "equity": valuation.equity,
        "pot": valuation.seen.pot,
        "price": valuation.seen.to_call,
    }
    for value in choice.values:
        numbers[f"{value.action} is worth"] = value.chips
        if value.fold_equity:
            numbers[f"{value.action}: fold equity"] = value.fold_equity
    for value, share in zip(choice.values, choice.shares or (), strict=choice.shares is not None):
        numbers[f"the blueprint takes {value.action}"] = share
    numbers["triple"] = " ".join(f"{chance:.2f}" for chance in choice.triple)
    return numbers


# --- betting triples ------------------------------------------------------------------------------
#
# If one action is clearly the best, it is taken; if two actions are almost equally good, each is
# taken sometimes. Opponents cannot read such a player from a single action, and the player gives up
# almost nothing in return.


class BettingTriple(NamedTuple):
    """The probabilities of a fold, of a call or check, and of a raise or bet; they add up to 1.

    Example:
        >>> BettingTriple(0.0, 0.25, 0.75).raises
        0.75
    """

    fold: float
    call: float
    raises: float


def kind_of(value: Value) -> int:
    """Return the type of an action as a number: 0 fold, 1 call or check, 2 raise or bet."""
    kind = value.action.kind
    return 0 if kind == "fold" else 1 if kind in ("call", "check") else 2


def best_of_kinds(values: Sequence[Value]) -> dict[int, Value]:
    """Return {type of action: best action of this type}, with types as in `kind_of`."""
    best: dict[int, Value] = {}
    for value in values:
        kind = kind_of(value)
        if kind not in best or value.chips > best[kind].chips:
            best[kind] = value
    return best


def triple_of(best: dict[int, Value], scale: float) -> BettingTriple:
    """Convert the values of the best fold, call and raise to probabilities.

    For every ``scale`` chips by which an action is worth less than another, it is e times less
    likely. If the scale is 0, the best action is certain; equally good actions share the
    probability. A type that is not in ``best`` has probability 0.

    Args:
        best: {type of action: best action of this type}, as `best_of_kinds` returns it.
        scale: the difference in value, in chips, that makes an action e times less likely.

    Example:
        >>> from handsight.game import Action
        >>> calls, raises = Value(Action.call(), 100.0), Value(Action.raise_to(300), 110.0)
        >>> [round(chance, 2) for chance in triple_of({1: calls, 2: raises}, scale=10)]
        [0.0, 0.27, 0.73]
    """
    most = max(value.chips for value in best.values())
    parts = [0.0, 0.0, 0.0]
    for kind, value in best.items():
        behind = most - value.chips
        parts[kind] = exp(-behind / scale) if scale > 0 else float(not behind)
    whole = sum(parts)
    return BettingTriple(*(part / whole for part in parts))


def chances_of(values: Sequence[Value], scale: float) -> list[float]:
    """Return the probabilities of all actions, without a blueprint.

    Only the best fold, the best call and the best raise are possible; their probabilities are those
    of `triple_of`.

    Args:
        values: the values of all actions.
        scale: the difference in value, in chips, that makes an action e times less likely.
    """
    best = best_of_kinds(values)
    triple = triple_of(best, scale)
    return [triple[kind_of(each)] if each is best[kind_of(each)] else 0.0 for each in values]


def leant(shares: Sequence[float], values: Sequence[Value], scale: float) -> list[float]:
    """Return the blueprint's probabilities of actions, shifted towards actions with higher values.

    The resulting strategy maximises the expected value minus ``scale`` chips for each nat of
    divergence from the blueprint.

    Args:
        shares: the blueprint's probability of each action.
        values: the values of the same actions.
        scale: the difference in value, in chips, that makes an action e times more likely; above 0.

    Example:
        >>> from handsight.game import Action
        >>> calls, raises = Value(Action.call(), 100.0), Value(Action.raise_to(300), 110.0)
        >>> [round(chance, 2) for chance in leant([0.5, 0.5], [calls, raises], scale=10)]
        [0.27, 0.73]
        >>> leant([1.0, 0.0], [calls, raises], scale=10)
        [1.0, 0.0]
    """
    taken = list(zip(shares, values, strict=True))
    most = max(value.chips for share, value in taken if share > 0)
    parts = [share and share * exp((value.chips - most) / scale) for share, value in taken]
    whole = sum(parts)
    return [part / whole for part in parts]


def drawn(values: Sequence[Value], chances: Sequence[float], rng: Random) -> Value:
    """Draw an action by the actions' probabilities; ``rng`` draws one number.

    The result is the first action if no probability is above 0.
    """
    number, chosen = rng.random(), None
    for value, chance in sorted(zip(values, chances, strict=True), key=_kind_first):
        if chance > 0 and (chosen is None or number >= 0):
            chosen = value
        number -= chance
    return chosen or values[0]


def _kind_first(entry: tuple[Value, float]) -> int:
    """Return the sort key that puts raises before calls, and calls before folds."""
    return -kind_of(entry[0])
