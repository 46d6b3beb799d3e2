"""The strategies and values at a node of a solution, and their means over all next cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.ranges.combos import CLASSES, COMBOS_OF, MASKS
from handsight.runtime.notebooks import ShownInNotebooks, plot_of
from handsight.solver.betting import PLAYERS


@dataclass(frozen=True, repr=False)
class SolvedNode(ShownInNotebooks):
    """A node of a solution; its arrays have an entry for each of the 1,326 combos.

    Attributes:
        line: the actions and cards so far, in full.
        street: ``flop``, ``turn`` or ``river``.
        board: the cards on the board.
        player: the player to act, ``"oop"`` or ``"ip"``; None if nobody acts.
        pot: chips in the pot, including the bets of this street.
        stacks: chips that the players have left of `Betting.stack`, out of position and in
            position.
        actions: the possible actions, like ``"bet 60 (50%)"``.
        strategy: float64[1326, actions], the shares of each action for the player to act; NaN for a
            hand that is not in their range.
        action_evs: float64[1326, actions], the expected chips from the pot after each action, minus
            the chips that the player still puts in; a fold is worth 0. NaN for the same hands as in
            ``evs``.
        reach: float64[2, 1326], each hand's weight in the player's range, times how often the
            player plays this line with the hand.
        evs: float64[2, 1326], the expected chips from the pot for each hand, minus the chips that
            the player still puts in from this node on; NaN for a hand that is not in the range, or
            that shares a card with every hand that the opponent can hold here.
        equities: float64[2, 1326], each hand's share of the pot if all cards were dealt now; NaN
            for the same hands as in ``evs``.
        met: float64[2, 1326], for each hand the total ``reach`` of the opponent's hands that share
            no card with it.
    """

    line: str
    street: str
    board: CardSet
    player: str | None
    pot: int
    stacks: tuple[int, int]
    actions: tuple[str, ...]
    strategy: NDArray[np.float64]
    action_evs: NDArray[np.float64]
    reach: NDArray[np.float64]
    evs: NDArray[np.float64]
    equities: NDArray[np.float64]
    met: NDArray[np.float64]

    def plot(self, axes: Any = None) -> Any:
        """Draw the strategy of the player to act with matplotlib.

        Each cell of the grid is a hand class, coloured by its actions.

        Args:
            axes: the axes to draw on; None for those of a new figure.

        Returns:
            The axes.

        Raises:
            MissingExtraError: if matplotlib is not installed.
            OptionError: if nobody acts at the node.
        """
        return plot_of(self, axes)

    @property
    def weights(self) -> NDArray[np.float64]:
        """Weights of the hands at this node, summed over all opposing hands: float64[2, 1326].

        The weight of a hand is its ``reach`` times ``met``.
        """
        return self.reach * self.met

    @property
    def frequencies(self) -> tuple[float, ...]:
        """How often the player who acts takes each action, as a weighted mean over their range.

        Empty if nobody acts here; all 0 if the line is never played.
        """
        if self.player is None:
            return ()
        weights = self.weights[PLAYERS.index(self.player)]
        shares = np.nan_to_num(self.strategy)
        total = float(weights.sum())
        return tuple((weights @ shares / total).tolist()) if total else (0.0,) * len(self.actions)

    @property
    def action_ev(self) -> tuple[float, ...]:
        """What each action is worth with the hands that take it: the mean of ``action_evs``.

        A hand counts as often as it gets here and takes the action. NaN for an action that is never
        taken; empty if nobody acts here.
        """
        if self.player is None:
            return ()
        weights = self.weights[PLAYERS.index(self.player), :, None] * np.nan_to_num(self.strategy)
        totals = weights.sum(0)
        chips = (weights * np.nan_to_num(self.action_evs)).sum(0)
        with np.errstate(invalid="ignore"):
            return tuple(np.where(totals > 0, chips / totals, np.nan).tolist())

    @property
    def ev(self) -> tuple[float, float]:
        """The expected chips from the pot for both ranges, out of position and in position.

        Both are NaN if the line is never played.
        """
        return self._mean(self.evs, 0), self._mean(self.evs, 1)

    @property
    def equity(self) -> tuple[float, float]:
        """The shares of the pot if all cards were dealt now, out of position and in position.

        Both are NaN if the line is never played.
        """
        return self._mean(self.equities, 0), self._mean(self.equities, 1)

    def _mean(self, numbers: NDArray[np.float64], player: int) -> float:
        weights = self.weights[player]
        total = float(weights.sum())
        return float(weights @ np.nan_to_num(numbers[player]) / total) if total else float("nan")

    def by_class(self) -> dict[str, tuple[float, ...]]:
        """Return {name: shares of the actions} of the hand classes of the player to act.

        The shares are weighted means over the hands of the class. The classes are those that
        `classes` returns. The result is empty if nobody acts here.
        """
        if self.player is None:
            return {}
        return {name: row.strategy for name, row in self.classes(self.player).items()}

    def classes(self, player: str) -> dict[str, SolvedClass]:
        """Return {name: strategy and value} of the hand classes with which a player gets here.

        A class is left out if the player never gets here with it, or if each of its combos that the
        player holds here shares a card with every hand that the opponent can hold here.

        Args:
            player: ``"oop"`` or ``"ip"``. The strategies are empty if this player does not act
                here.
        """
        number, known = PLAYERS.index(player), self.board.mask
        weights = self.weights[number]
        result = {}
        for name in CLASSES:
            combos = [combo for combo in COMBOS_OF[name] if not MASKS[combo] & known]
            if weights[combos].sum() > 0:
                result[name] = self.mean_of(number, combos)
        return result

    def mean_of(self, number: int, combos: list[int]) -> SolvedClass:
        """Return the strategy and the value of some hands, as weighted means.

        Args:
            number: 0 for the player out of position, 1 for the player in position.
            combos: the numbers of the combos; the player must get here with one of them at least.
        """
        each = self.weights[number, combos]
        total = float(each.sum())
        acts = self.player == PLAYERS[number]

        def mean(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.asarray(each @ np.nan_to_num(numbers[combos]) / total)

        return SolvedClass(
            tuple(mean(self.strategy).tolist()) if acts else (),
            float(self.reach[number, combos].mean()),
            float(mean(self.evs[number])),
            float(mean(self.equities[number])),
            tuple(mean(self.action_evs).tolist()) if acts else (),
        )


@dataclass(frozen=True)
class SolvedClass:
    """The strategy and the value of a hand class at a node, as weighted means over its hands.

    Attributes:
        strategy: the shares of the actions; empty for the player who does not act.
        reach: how often the player gets here with the class: the unweighted mean of the node's
            ``reach`` over the combos that contain no card of the board.
        ev: the expected chips from the pot.
        equity: the share of the pot if all cards were dealt now.
        action_evs: the expected chips from the pot if the whole class takes an action, minus the
            chips that the player still puts in, for each action; empty for the player who does not
            act.
    """

    strategy: tuple[float, ...]
    reach: float
    ev: float
    equity: float
    action_evs: tuple[float, ...]


@dataclass(frozen=True)
class Runout:
    """The outcome of a line after one next card.

    Attributes:
        card: the card dealt.
        weight: the probability of the card if the line is played.
        frequencies: how often the player who acts next takes each action; empty if nobody acts.
        ev: the expected chips from the pot, out of position and in position.
        equity: shares of the pot if all cards were dealt now, out of position and in position.
    """

    card: Card
    weight: float
    frequencies: tuple[float, ...]
    ev: tuple[float, float]
    equity: tuple[float, float]


@dataclass(frozen=True, repr=False)
class AggregatedRunouts(ShownInNotebooks):
    """The outcomes of a line after each next card, and their means, weighted by `Runout.weight`.

    Attributes:
        line: the actions and cards so far, in full.
        street: the street on which the cards are dealt.
        board: the board before the cards are dealt.
        pot: chips in the pot.
        player: the player to act on that street, ``"oop"``; None if nobody acts.
        actions: the possible actions of that player.
        runouts: one outcome for each card after which the line can be played, the highest card
            first.
        frequencies: the weighted mean of the runouts' frequencies.
        ev: the weighted mean of the runouts' expected chips, out of position and in position.
        equity: the weighted mean of the runouts' shares of the pot, out of position and in
            position.
    """

    line: str
    street: str
    board: CardSet
    pot: int
    player: str | None
    actions: tuple[str, ...]
    runouts: tuple[Runout, ...]
    frequencies: tuple[float, ...]
    ev: tuple[float, float]
    equity: tuple[float, float]


def aggregate(before: SolvedNode, nodes: Mapping[Card, SolvedNode]) -> AggregatedRunouts:
    """Aggregate the nodes after all next cards.

    Args:
        before: the node at which the card is dealt.
        nodes: the node after each card after which the line is played at least sometimes, in the
            order of the result; at least one.
    """
    after = next(iter(nodes.values()))
    comes = np.array([node.weights[0].sum() for node in nodes.values()])
    comes /= comes.sum()
    runouts = tuple(
        Runout(card, float(weight), node.frequencies, node.ev, node.equity)
        for (card, node), weight in zip(nodes.items(), comes, strict=True)
    )

    def mean(rows: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
        return tuple((comes @ np.array(list(rows))).tolist())

    ev, equity = mean(row.ev for row in runouts), mean(row.equity for row in runouts)
    return AggregatedRunouts(
        *(before.line, after.street, before.board, before.pot, after.player, after.actions),
        runouts,
        mean(row.frequencies for row in runouts),
        (ev[0], ev[1]),
        (equity[0], equity[1]),
    )
