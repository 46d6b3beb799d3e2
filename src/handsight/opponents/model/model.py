"""The opponent model, which infers players' cards and next actions from their actions so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards import CardsLike, parse_cards, require_count
from handsight.errors import OptionError
from handsight.game import (
    Acted,
    Action,
    Ante,
    Blind,
    Damaged,
    DealBoard,
    DealHole,
    Event,
    Hand,
    Show,
    Straddle,
)
from handsight.opponents.model.contexts import BettingContext, action_code
from handsight.opponents.model.decoding import UNKNOWN, ReadHand, decode_hands, labels_of
from handsight.opponents.model.files import not_a_model, read_model, write_model
from handsight.opponents.model.frequencies import Frequencies
from handsight.opponents.model.likelihoods.dirichlet import DirichletLikelihood
from handsight.opponents.model.likelihoods.histogram import HistogramLikelihood
from handsight.opponents.model.likelihoods.likelihood import Label, Likelihood, ModelInput
from handsight.opponents.model.likelihoods.logistic import LogisticLikelihood, require_learn
from handsight.opponents.model.likelihoods.loki import LokiLikelihood
from handsight.opponents.model.posterior import Posterior, range_of
from handsight.opponents.model.watching import Watcher
from handsight.ranges import Range
from handsight.ranges.combos import combo_number
from handsight.runtime.integers import NOT_NEGATIVE, is_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.game.observation import Observation

LIKELIHOODS = {
    each.name: each
    for each in (DirichletLikelihood, LokiLikelihood, HistogramLikelihood, LogisticLikelihood)
}
"""The built-in likelihoods: {name: class}."""

EPSILON = 0.01
FLOOR = 0.01


class Prediction(NamedTuple):
    """Probabilities that a player folds, calls (or checks) and raises (or bets); they sum to 1.

    Example:
        >>> Prediction(0.5, 0.3, 0.2).fold
        0.5
    """

    fold: float
    call: float
    raises: float


class OpponentModel:
    """A model that follows hands and estimates each player's cards and next action.

    The model works from the first hand on, because it starts from priors that are set by hand
    (`handsight.opponents.model.priors`). `fit` learns from recorded hands how players in general
    play, and the record of each player grows while you follow hands. Nothing is random: the same
    hands always give the same model.

    There are two ways to follow a hand: by its events (`start_hand`, then `observe`), or by a
    player's observations at their turns (`watch`, or `predict`, which calls `watch` itself).

    Args:
        likelihood: ``"dirichlet"`` (soft thresholds on the percentile inside the range, and counts
            of hands whose cards were seen), ``"loki"`` (the thresholds of the program Loki),
            ``"histogram"`` (counts of the 169 classes by action and position before the flop),
            ``"logistic"`` (a regression; fitting it needs the extra ``learn``), or an object such
            as `PolicyLikelihood`.
        epsilon: the share of actions that the model assumes to be random, 0..1.
        floor: the smallest weight of a live combo, as a fraction of the average weight, 0..1.
        learning: whether the players' records grow while you follow hands.

    Raises:
        OptionError: if the likelihood is unknown, or a number is outside 0..1.

    Attributes:
        frequencies_: the estimates of how often players fold, call and raise.
        hands_: the number of hands on which the model was fitted.

    Source:
        CISTI-2013 and DSIE-2011 leave opponent modelling to future work. The posterior over all
        combos follows Billings, Papp, Schaeffer and Szafron, "Opponent Modeling in Poker", AAAI-98.

    Example:
        >>> model = OpponentModel()
        >>> model.start_hand([1000, 1000], button=0, posts=[5, 10], names=["Ann", "Ben"])
        >>> model.act("Ann", "raise", 30)
        >>> model.act("Ben", "raise", 100)
        >>> threes = model.range("Ben")
        >>> threes["AhAs"] > threes["7h2c"]
        True
    """

    def __init__(
        self,
        likelihood: str | Likelihood = "dirichlet",
        *,
        epsilon: float = EPSILON,
        floor: float = FLOOR,
        learning: bool = True,
    ) -> None:
        for name, number in (("epsilon", epsilon), ("floor", floor)):
            if not 0 <= number <= 1:
                raise OptionError(f"{name} is {number!r}; it must be a number from 0 to 1")
        self.likelihood = _likelihood(likelihood)
        self.epsilon, self.floor, self.learning = float(epsilon), float(floor), learning
        self.frequencies_ = Frequencies()
        self.hands_ = 0
        self._hand: tuple[Posterior, BettingContext] | None = None
        self._opening: _Opening | None = None
        self._seen: list[tuple[int, ModelInput, int]] = []
        self._shown: dict[int, int] = {}
        self._watcher = Watcher()

    # --- learning from recorded hands -------------------------------------------------------------

    def fit(self, hands: Iterable[Hand | Damaged]) -> OpponentModel:
        """Forget everything, and learn from recorded hands how players play; return the model.

        All actions count towards the frequencies. All likelihoods except ``"loki"`` and
        `PolicyLikelihood` also learn from decisions of players whose cards are known. If the cards
        of some players in a hand are unknown, as after most showdowns, ``"dirichlet"`` learns how
        strong the hands are that stay in, but nothing about hands that fold; ``"histogram"`` and
        ``"logistic"`` learn nothing from such a hand.

        Raises:
            MissingExtraError: if the likelihood is ``"logistic"`` and scikit-learn is missing.
            OptionError: if there are no hands, or all hands are damaged.

        Example:
            >>> from handsight.game import random_hands
            >>> OpponentModel().fit(random_hands(hands=5, players=3, seed=1)).hands_
            5
        """
        return self.fit_read(list(decode_hands(hands)))

    def fit_read(self, hands: Sequence[ReadHand]) -> OpponentModel:
        """Learn like `fit`, but from hands that are already decoded.

        This saves time if you fit several models to the same hands.

        Args:
            hands: hands from `handsight.opponents.model.decoding.decode_hands`.

        Raises:
            MissingExtraError: if the likelihood is ``"logistic"`` and scikit-learn is missing.
            OptionError: if there are no hands.
        """
        if not hands:
            raise OptionError("hands has no hand to learn from; it must have at least one")
        if isinstance(self.likelihood, LogisticLikelihood):
            require_learn()
        self.end_hand()
        self.frequencies_ = Frequencies().fit(
            (hand.names[step.seat], step.context, step.action)
            for hand in hands
            for step in hand.steps
        )
        self.likelihood.fit(lambda after: labels_of(hands, self.posterior, after))
        self.hands_ = len(hands)
        return self

    def posterior(
        self, names: Sequence[str], seat: int | None = None, hole: Sequence[int] = ()
    ) -> Posterior:
        """Return the players' ranges at the start of a hand, independent of the hand in progress.

        Args:
            names: the names of the players, by seat.
            seat: the seat of the observing player; None for an observer who sees no cards.
            hole: the card indices of the observing player's hole cards.
        """
        rules = (self.epsilon, self.floor)
        return Posterior(self.likelihood, self.frequencies_, names, *rules, seat, hole)

    # --- following a hand -------------------------------------------------------------------------

    def start_hand(
        self,
        stacks: Sequence[int],
        button: int,
        *,
        posts: Sequence[int] | None = None,
        antes: Sequence[int] = (),
        names: Sequence[str] = (),
        seat: int | None = None,
        hole: CardsLike = "",
        big_blind: int = 0,
        late: Sequence[int] = (),
    ) -> None:
        """Start to follow a hand, and end the previous hand.

        Args:
            stacks: the chips of each seat before the hand; 0 for an empty seat.
            button: the seat of the button.
            posts: the blinds and straddles of each seat in chips; None if you pass them as events.
            antes: the ante of each seat in chips; empty if there are no antes, or if you pass them
                as events.
            names: the name of the player in each seat; if empty, the players are called ``"0"``,
                ``"1"`` and so on.
            seat: the seat of the observing player, whose cards nobody else can hold; None for an
                observer who sees no cards.
            hole: the two hole cards of the observing player; empty if they are unknown.
            big_blind: the full big blind in chips, which tells a big blind that is posted short
                from a straddle; 0 if unknown.
            late: the seats that posted out of turn.

        Raises:
            InputError: if the cards are unreadable, or their number is neither 0 nor 2.
            OptionError: if there are names, but not one for each seat. If there are fewer than two
                players, or not one post or ante for each seat, only the first action or query
                raises it.
        """
        self.end_hand()
        named = tuple(names) or tuple(str(number) for number in range(len(stacks)))
        if len(named) != len(stacks):
            raise OptionError(
                f"names has {len(named)} names; it must have {len(stacks)}, one for each seat"
            )
        cards = parse_cards(hole, "hole")
        if cards:
            require_count(cards, "hole", (2,))
        self._opening = _Opening(stacks, button, posts, antes, named, seat)
        self._opening.big_blind, self._opening.late = big_blind, tuple(late)
        self._opening.hole = tuple(card.index for card in cards)

    def observe(self, event: Event) -> None:
        """Follow one event of the hand, from `HandState.events`.

        Events that tell the model nothing, such as awards, are ignored.

        Raises:
            OptionError: if `start_hand` was not called.
        """
        if isinstance(event, Acted):
            seat, action = event.seat, event.action
            self._act(seat, action_code(action.kind), action.amount)
        elif isinstance(event, DealBoard):
            self.deal(event.cards)
        elif isinstance(event, Ante | Blind | Straddle):
            self._begun().add(event.seat, event.chips, isinstance(event, Ante))
        elif isinstance(event, Show):
            self.show(event.seat, event.cards)
        elif isinstance(event, DealHole) and event.cards and event.seat == self._begun().seat:
            self._begun().hole = tuple(card.index for card in event.cards)

    def act(self, player: int | str, kind: str, total: int = 0) -> None:
        """Record a player's action.

        Args:
            player: the seat or the name of the player.
            kind: the kind of action, such as ``"call"`` or ``"raise"``; ``"all-in"`` counts as a
                call.
            total: for a bet or raise, the player's total bet on this street after the action.

        Raises:
            OptionError: if the player or the kind of action is unknown, or `start_hand` was not
                called.
        """
        self._act(self._seat_of(player), action_code(kind), total)

    def _act(self, seat: int, code: int, total: int) -> None:
        hand, table = self._following()
        spot = hand.spot(seat, table.context(seat))
        kept = spot._replace(weights=spot.weights.copy())
        hand.weigh(spot, seat, code)
        table.act(seat, code, total)
        self._seen.append((seat, kept, code))
        if self.learning:
            self.frequencies_.watch(spot.name, spot.context, code)

    def deal(self, cards: CardsLike) -> None:
        """Deal the board cards of the next street.

        Raises:
            InputError: if the cards are unreadable.
            OptionError: if `start_hand` was not called.
        """
        hand, table = self._following()
        table.next_street()
        hand.deal(card.index for card in parse_cards(cards, "board"))

    def show(self, player: int | str, hole: CardsLike) -> None:
        """Record the hole cards that a player shows.

        Raises:
            InputError: if the cards are unreadable or not two.
            OptionError: if the player is unknown, or `start_hand` was not called.
        """
        cards = parse_cards(hole, "hole")
        require_count(cards, "hole", (2,))
        self._shown[self._seat_of(player)] = combo_number(cards[0].index, cards[1].index)

    def end_hand(self) -> None:
        """End the hand; if `learning` is true, learn from the hole cards that players showed."""
        if self.learning:
            for seat, spot, code in self._seen:
                combo = self._shown.get(seat, UNKNOWN)
                if combo != UNKNOWN and spot.weights[combo] > 0:
                    self.likelihood.learn(Label(spot, combo, code, False))
        self._seen, self._shown = [], {}
        self._hand = self._opening = None

    def watch(self, observation: Observation) -> None:
        """Follow a player's observation at their turn, which starts or continues a hand."""
        self._watcher.watch(self, observation)

    # --- queries ----------------------------------------------------------------------------------

    def weights(self, player: int | str) -> NDArray[np.float64]:
        """Return the probability that a player holds each combo.

        Returns:
            float64[1326] in the order of `handsight.ranges.combos`; the values sum to 1.

        Raises:
            OptionError: if the player is unknown, or `start_hand` was not called.
        """
        return self._following()[0].weights(self._seat_of(player))

    def range(self, player: int | str) -> Range:
        """Return the range of a player, in which the most probable combo has weight 1.

        Weights are multiples of 2⁻¹⁶.

        Raises:
            OptionError: if the player is unknown, or `start_hand` was not called.
        """
        return range_of(self.weights(player))

    def predict(
        self,
        observation: Observation | None = None,
        *,
        player: int | str | None = None,
        after: Action | str | None = None,
    ) -> Prediction:
        """Return the probabilities that a player folds, calls and raises.

        Args:
            observation: the observation of a player at their turn, which the model follows first;
                None to predict from the hand that the model already follows.
            player: the seat or the name of the player whose action to predict; None for the player
                to act in the observation.
            after: an action that the player to act takes first. The prediction is then the response
                of `player` to this action, as if they were next to act. A bet or raise includes its
                street total.

        Raises:
            OptionError: if both observation and player are None, you pass `after` without an
                observation, the player is unknown, or the model follows no hand.
            IllegalActionError: if `after` is text that is not an action.

        Example:
            >>> model = OpponentModel()
            >>> model.start_hand([1000, 1000], button=0, posts=[5, 10])
            >>> model.predict(player=0).raises > 0.5
            True
        """
        spot = self.spot(observation, player=player, after=after)
        chances = (spot.weights[:, None] * self.chances(spot)).sum(axis=0)
        fold, call, raises = (chances / chances.sum()).tolist()
        return Prediction(fold, call, raises)

    def spot(
        self,
        observation: Observation | None = None,
        *,
        player: int | str | None = None,
        after: Action | str | None = None,
    ) -> ModelInput:
        """Return the context, range and frequencies from which `predict` predicts.

        The arguments and errors are as in `predict`. The range is not a copy: later actions of the
        player change it.
        """
        if observation is not None:
            self.watch(observation)
        if player is None and observation is None:
            raise OptionError("predict needs an observation, a player, or both")
        hand, now = self._following()
        seat = observation.seat if player is None and observation else self._seat_of(player or 0)
        if after is None:
            return hand.spot(seat, now.context(seat))
        if observation is None:
            raise OptionError(
                "after is the action of the player whose turn it is, so it needs an observation"
            )
        action = Action.parse(after) if isinstance(after, str) else after
        table = now.copy()
        raises = action.kind == "all-in" and observation.stack > observation.to_call
        total = observation.legal.bet + observation.stack if raises else action.amount
        table.act(observation.seat, action_code(action.kind, raises=raises), total)
        return hand.spot(seat, table.context(seat))

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities that a player folds, calls and raises, for each combo.

        They include the share `epsilon` of actions that are assumed to be random. With the
        likelihood ``"loki"``, they are weights, which need not sum to 1 for a combo.

        Args:
            spot: the decision, from `spot`.

        Returns:
            float64[1326, 3].

        Raises:
            OptionError: if `start_hand` was not called.
        """
        return self._following()[0].chances(spot)

    def fold_equity(self, observation: Observation, action: Action | str) -> float:
        """Return the probability that all opponents fold to an action, 0..1.

        The model assumes that opponents decide independently, each as if they were next to act.

        Args:
            observation: the observation of the player who takes the action.
            action: a bet or raise with its street total.

        Raises:
            IllegalActionError: if the action is text that is not an action.
        """
        folds = [
            self.predict(observation, player=seat, after=action).fold
            for seat in observation.opponents
        ]
        return float(np.prod(folds))

    @property
    def table(self) -> BettingContext:
        """The betting of the hand so far, which determines contexts; do not modify it.

        Raises:
            OptionError: if `start_hand` was not called.
        """
        return self._following()[1]

    def _begun(self) -> _Opening:
        if self._opening is None:
            raise OptionError("no hand is being followed; call start_hand first")
        return self._opening

    def _following(self) -> tuple[Posterior, BettingContext]:
        if self._hand is None:
            begun = self._begun()
            ranges = self.posterior(begun.names, begun.seat, begun.hole)
            self._hand = ranges, begun.table()
        return self._hand

    def _seat_of(self, player: int | str) -> int:
        names = self._begun().names
        if isinstance(player, str):
            if player not in names:
                raise OptionError(
                    f"player {player!r} is not here; the players are {', '.join(names)}"
                )
            return names.index(player)
        if player not in range(len(names)):
            raise OptionError(f"player is {player!r}; the seats are 0..{len(names) - 1}")
        return player

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write everything that the model has learned to a file in numpy's npz format.

        The file contains no pickled objects.

        Raises:
            OptionError: if the likelihood is not one of `LIKELIHOODS`, such as `PolicyLikelihood`.
            OSError: if the file cannot be written.
        """
        if self.likelihood.name not in LIKELIHOODS:
            raise OptionError(
                f"likelihood {self.likelihood.name!r} cannot be saved; those that can be are "
                f"{', '.join(LIKELIHOODS)}"
            )
        fields = {
            "likelihood": self.likelihood.name,
            "epsilon": self.epsilon,
            "floor": self.floor,
            "hands": self.hands_,
            "frequencies": self.frequencies_.data(),
        }
        write_model(Path(path), fields, self.likelihood.arrays())

    @classmethod
    def load(cls, path: Path | str) -> OpponentModel:
        """Read a model that `save` wrote.

        The file does not contain `learning`, which is true in the result.

        Raises:
            InputError: if the file is not a model, or has another version.
            OSError: if the file cannot be read.
        """
        fields, arrays = read_model(Path(path))
        try:
            model = cls(str(fields["likelihood"]), epsilon=fields["epsilon"], floor=fields["floor"])
            model.hands_ = fields["hands"]
            if not is_whole(model.hands_, NOT_NEGATIVE):
                raise ValueError(f"{model.hands_!r} hands")
            model.frequencies_ = Frequencies.of_data(fields["frequencies"])
            model.likelihood.restore(arrays)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise not_a_model(Path(path), error) from None
        return model


class _Opening:
    """The chips, names and cards at the start of a hand, collected until the first action."""

    def __init__(
        self,
        stacks: Sequence[int],
        button: int,
        posts: Sequence[int] | None,
        antes: Sequence[int],
        names: tuple[str, ...],
        seat: int | None,
    ) -> None:
        self.stacks, self.button, self.names, self.seat = list(stacks), button, names, seat
        self.posts = list(posts or [0] * len(stacks))
        self.antes = list(antes or [0] * len(stacks))
        self.hole: tuple[int, ...] = ()
        self.big_blind = 0
        self.late: tuple[int, ...] = ()

    def add(self, seat: int, chips: int, is_ante: bool) -> None:
        (self.antes if is_ante else self.posts)[seat] += chips

    def table(self) -> BettingContext:
        chips = self.stacks, self.button, self.posts, self.antes
        return BettingContext(*chips, big_blind=self.big_blind, late=self.late)


def _likelihood(likelihood: str | Likelihood) -> Likelihood:
    if not isinstance(likelihood, str):
        return likelihood
    if likelihood not in LIKELIHOODS:
        raise OptionError(
            f"likelihood {likelihood!r} does not exist; the likelihoods are "
            f"{', '.join(LIKELIHOODS)}"
        )
    chosen: Likelihood = LIKELIHOODS[likelihood]()
    return chosen
