"""The result of a solve: strategies, values, equities and reach at any node."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.errors import InputError
from handsight.ranges.combos import COMBO_COUNT
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.solver.betting import PLAYERS
from handsight.solver.files import read_solution, write_solution
from handsight.solver.game import make_room, met_weights
from handsight.solver.learning import make_task, run_street
from handsight.solver.lines import (
    TreePlace,
    find_place,
    meant_combos,
    node_at,
    option_text,
    spread_out,
)
from handsight.solver.node import AggregatedRunouts, SolvedNode, aggregate
from handsight.solver.tree import NOBODY, STEP, lines_in

if TYPE_CHECKING:
    from pathlib import Path

    from handsight.kernels.solver.tables import Forest
    from handsight.solver.learning import Learner


class Solution(ShownInNotebooks):
    """Strategies of both players, near an equilibrium; returned by `solve`.

    Attributes:
        learner: the game, with its regrets and average strategies.
        exploitability: the mean gain of both players' best responses, as a share of the pot; in a
            best response, locked hands keep their locked strategy.
        seconds: the seconds spent on learning, including those of the solution from which this one
            was continued.
        setup_seconds: the seconds spent laying out the game; 0 for a loaded solution.

    Example:
        >>> from handsight.odds import Spot
        >>> from handsight.solver import Betting, solve
        >>> solution = solve(Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d"), Betting(100, 100, "a"))
        >>> solution.node("check").player, round(sum(solution.ev))
        ('ip', 100)
    """

    def __init__(
        self, learner: Learner, exploitability: float, seconds: float, setup_seconds: float
    ) -> None:
        self.learner = learner
        self.exploitability = exploitability
        self.seconds = seconds
        self.setup_seconds = setup_seconds

    def __repr__(self) -> str:
        return (
            f"<Solution {self.root.board}, pot {self.root.pot}: exploitability "
            f"{self.exploitability:.3%} of the pot after {self.iterations:,} iterations>"
        )

    @property
    def iterations(self) -> int:
        """The number of learning steps taken; both players learn in each step."""
        return self.learner.steps

    @property
    def memory_bytes(self) -> int:
        """The memory of the solve on one thread, in bytes."""
        return self.learner.game.memory

    @cached_property
    def root(self) -> SolvedNode:
        """The node at which the spot begins."""
        return self.node("")

    @property
    def ev(self) -> tuple[float, float]:
        """The expected chips from the pot for each player, out of position and in position."""
        return self.root.ev

    @property
    def equity(self) -> tuple[float, float]:
        """The shares of the pot if all cards were dealt now, out of position and in position."""
        return self.root.equity

    def node(self, line: str = "") -> SolvedNode:
        """Return the node that a line leads to.

        Args:
            line: the actions and cards so far, like ``"check, bet 60%, call, 3c"``; empty for the
                root.

        Raises:
            InputError: if an action or card is impossible, or the line goes on where the hand is
                over. For an action that is impossible at a decision, the message lists the possible
                ones.
        """
        learner = self.learner
        place = find_place(learner, line)
        node, betting = node_at(learner, place), learner.game.betting
        combos = [meant_combos(learner, place, player) for player in range(2)]
        reach = np.stack(
            [spread_out(combos[i], place.reach[i][: len(combos[i])]) for i in range(2)]
        )
        met = np.stack([np.where(reach[i] >= 0, met_weights(reach[1 - i]), 0) for i in range(2)])
        values = [node_values(learner, place, player) for player in range(2)]
        evs, equities = np.full((2, 2, COMBO_COUNT), np.nan)
        for player in range(2):
            mine = combos[player]
            some = met[player, mine] > 0
            weight = np.where(some, met[player, mine], 1)
            won = values[player][place.node, : len(mine)] / weight
            shares = self._equities(place, player)[: len(mine)] / weight
            evs[player, mine[some]] = (won + betting.pot / 2 + node.paid[player])[some]
            equities[player, mine[some]] = np.clip(shares, 0, 1)[some]
        strategy, action_evs = (np.full((COMBO_COUNT, len(node.options)), np.nan) for _ in range(2))
        if node.player != NOBODY:
            strategy[combos[node.player]] = learner.shares(place.level, place.deal, place.node)
            action_evs[combos[node.player]] = option_values(learner, place, values[node.player])
        other = 1 - node.player if node.player != NOBODY else 0
        pot, faced = betting.pot + 2 * node.paid[other], node.own[other]
        return SolvedNode(
            ", ".join(place.steps),
            learner.game.trees[place.level].street,
            place.cards,
            None if node.player == NOBODY else PLAYERS[node.player],
            betting.pot + sum(node.paid),
            (betting.stack - node.paid[0], betting.stack - node.paid[1]),
            tuple(option_text(option, pot, faced) for option in node.options),
            strategy,
            action_evs,
            reach,
            evs,
            equities,
            met,
        )

    def _equities(self, place: TreePlace, player: int) -> NDArray[np.float64]:
        """Compute each hand's equity, times the weight of the hands that it can meet."""
        from handsight.kernels.solver.tables import AVERAGE

        game, level = self.learner.game, place.level
        forests = tuple(_dealt_out(last=i == len(game.trees) - 1) for i in range(len(game.trees)))
        rooms = tuple(map(make_room, forests, game.deals))[level:]
        stores, task = self.learner.stores[level:], make_task(player, AVERAGE, player)
        weights = place.reach[0].astype(np.float32), place.reach[1].astype(np.float32)
        run_street(forests[level:], game.deals[level:], stores, rooms, weights, place.deal, task)
        return rooms[0].values.astype(np.float64)

    def runouts(self, line: str = "") -> dict[str, SolvedNode]:
        """Return the nodes after each possible next card.

        Args:
            line: a line that ends the betting of a street before the river.

        Returns:
            A mapping of each card that is not on the board, as text, to the node after it.

        Raises:
            InputError: if the line is impossible, or no card is dealt after it.
        """
        place = find_place(self.learner, line)
        if node_at(self.learner, place).end != "deal":
            named = repr(line) if line.strip() else "the root"
            raise InputError(f"no card comes after {named}; end the betting of the street first")
        given = [line] if line.strip() else []
        return {
            str(card): self.node(", ".join([*given, str(card)]))
            for card in CardSet.full() - place.cards
        }

    def aggregate(self, line: str = "") -> AggregatedRunouts:
        """Aggregate the start of the next street over all possible cards.

        Args:
            line: a line that ends the betting of a street before the river.

        Returns:
            For each card its probability, both players' EV and equity, and how often the next
            player takes each action; and the means of these numbers over all cards, weighted by
            the probabilities. A card after which the line is never played, such as one that is in
            every hand of a range, is left out.

        Raises:
            InputError: if the line is impossible, if no card is dealt after it, or if it is never
                played.

        Example:
            >>> from handsight.odds import Spot
            >>> from handsight.solver import Betting, solve
            >>> solution = solve(Spot.parse(["AA", "KK"], "2c2d2h3s"), Betting(10, 10, "a"))
            >>> table = solution.aggregate("check, check")
            >>> len(table.runouts), round(sum(table.ev))
            (48, 10)
        """
        nodes = {
            Card(card): node
            for card, node in self.runouts(line).items()
            if node.weights[0].sum() > 0
        }
        if not nodes:
            raise InputError(f"{line!r} is never played; aggregate a line that is played")
        return aggregate(self.node(line), nodes)

    def plot(self, line: str = "", axes: Any = None) -> Any:
        """Draw the strategy of the player to act at a node with matplotlib.

        Each cell of the grid is a hand class, coloured by its actions.

        Args:
            line: the line that leads to the node; empty for the root.
            axes: the axes to draw on; None for those of a new figure.

        Returns:
            The axes.

        Raises:
            InputError: if the line is impossible.
            MissingExtraError: if matplotlib is not installed.
            OptionError: if nobody acts at the node.
        """
        return self.node(line).plot(axes)

    def best_response(self) -> tuple[float, float]:
        """Compute the chips from the pot that each player expects with a best response.

        The other player follows the solution. Locked hands keep their locked strategy.

        Returns:
            The chips out of position and in position. Compare them with `ev`, the chips that the
            players expect with the solution.
        """
        from handsight.kernels.solver.tables import BEST

        half = self.learner.game.betting.pot / 2
        return half + self.learner.total(0, BEST), half + self.learner.total(1, BEST)

    def save(self, path: Path | str) -> None:
        """Write the solution to a file, from which it can be loaded and solved further.

        Args:
            path: the file.

        Raises:
            OSError: if the file cannot be written.
        """
        write_solution(path, self.learner, self.exploitability, self.seconds)

    @staticmethod
    def load(path: Path | str, memory: int | None = None) -> Solution:
        """Load a saved solution.

        Args:
            path: the file.
            memory: the maximum number of bytes that the solution may take; None for three quarters
                of the machine's memory.

        Raises:
            InputError: if the file is damaged or has another version, or if its solution needs more
                memory.
            OSError: if the file cannot be read.
        """
        learner, exploitability, seconds = read_solution(path, memory)
        return Solution(learner, exploitability, seconds, 0.0)


def node_values(learner: Learner, place: TreePlace, player: int) -> NDArray[np.float64]:
    """Compute the values of a player's hands at all nodes of a street, if both follow the solution.

    Args:
        learner: the learner with the strategies.
        place: a place in the tree; the nodes are those of its street, after the line by which it
            entered the street.
        player: 0 for the player out of position, 1 for the player in position.

    Returns:
        float64[nodes, hands], in chips above half of the spot's pot, each times the weight at the
        node of the opponent's hands that share no card with the hand. The rows are padded.
    """
    from handsight.kernels.solver.tables import AVERAGE, WIDE

    width = int(learner.game.deals[place.level].table[place.deal, player, WIDE])
    line, weights = node_at(learner, place).root, place.entry[1 - player]
    room = learner.line_values(place.level, place.deal, line, weights, player, AVERAGE)
    count = len(learner.game.trees[place.level].nodes)
    return room.values[: count * width].astype(np.float64).reshape(count, width)


def option_values(
    learner: Learner, place: TreePlace, values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Compute what each action of the player who acts is worth with each hand.

    Args:
        learner: the learner with the strategies.
        place: a place at which a player acts.
        values: the values of this player's hands, as `node_values` returns them.

    Returns:
        float64[hands, actions], the expected chips from the pot, minus the chips that the player
        still puts in; a fold is worth 0. The hands are those of `meant_combos`. NaN for a hand that
        shares a card with every hand that the opponent can hold here.
    """
    node = node_at(learner, place)
    player = node.player
    mine, theirs = (meant_combos(learner, place, each) for each in (player, 1 - player))
    reach = spread_out(theirs, place.reach[1 - player][: len(theirs)])
    met = met_weights(reach)[mine]
    after = values[node.first : node.first + len(node.options), : len(mine)]
    with np.errstate(invalid="ignore", divide="ignore"):
        won = np.where(met > 0, after / met, np.nan)
    return np.asarray(won + learner.game.betting.pot / 2 + node.paid[player]).T


def _dealt_out(last: bool) -> Forest:
    """Build the forest of a street on which nobody bets."""
    from handsight.kernels.solver.tables import PLAYER, Forest

    nodes = np.zeros((1, 6), np.int32)
    nodes[0, PLAYER] = NOBODY
    shows = np.zeros((3, STEP if last else 0), np.int32)
    shows[0] = 1
    shows[0, :1] = 0
    values = np.zeros((3, 4, shows.shape[1]), np.float32)
    values[:, (0, 1, 3), :1] = 0.5
    leaves = np.zeros((3, 0 if last else STEP), np.int32)
    leaves[0, 1:] = 1
    folds, chips = np.zeros((3, 0), np.int32), np.zeros((3, 0), np.float32)
    return Forest(nodes, 1, lines_in(1, 1), leaves, folds, chips, shows, values)
