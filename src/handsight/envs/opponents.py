"""Opponents in Python: agents, functions, and strategies that decide at many tables at once.

They act for the seats that the kernels do not play. `handsight.envs.mixed` asks them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np

from handsight.cards import Card
from handsight.envs.choices import AMOUNTS, Choices
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.kernels.game import state as at

if TYPE_CHECKING:
    from numpy.typing import NDArray

Amounts: TypeAlias = "NDArray[np.int32]"
"""Actions as amounts: below 0 for a fold, 0 for a check or call, else the street total of a bet or
raise."""

FOLD, CALL = -1, 0

BY_AMOUNTS = Choices.parse(AMOUNTS)


@dataclass(frozen=True, eq=False)
class TableGame:
    """The game at the tables of an environment.

    Attributes:
        rules: the rules.
        choices: the choices of players who do not act by amounts.
        stacks: int64[tables, seats], the chips before each hand.
        keys: uint64[tables], the key of each table, which determines its cards.
        hands: int64[tables], the number of the current hand at each table, from 0.
    """

    rules: Rules
    choices: Choices
    stacks: NDArray[np.int64]
    keys: NDArray[np.uint64]
    hands: NDArray[np.int64]

    @property
    def tables(self) -> int:
        """The number of tables."""
        return len(self.stacks)

    @property
    def seats(self) -> int:
        """The number of players at a table."""
        return int(self.stacks.shape[1])

    def cards(self, table: int) -> tuple[Card, ...]:
        """Return all cards of the hand at a table in the order of the deal, with hidden ones."""
        from handsight.kernels.envs.parts import deal_first_cards

        cards = np.empty(2 * self.seats + at.BOARD_CARDS, np.int64)
        deal_first_cards(self.keys[table], int(self.hands[table]), cards)
        return tuple(map(Card, cards.tolist()))

    def start(self, table: int) -> HandState:
        """Return the hand at a table before its first action."""
        button = int(self.hands[table]) % self.seats
        stacks = self.stacks[table].tolist()
        return HandState.start(self.rules, stacks, button, deck=self.cards(table))


class Turns(NamedTuple):
    """Decisions of one player at many tables.

    Attributes:
        tables: int64[n], the numbers of the tables.
        observations: uint16[n, 14 + 2 * seats], what the player sees; see
            `handsight.envs.observations`.
        mask: bool[n, choices], which choices of the environment are legal.
        totals: int32[n, choices + 1], the street total after each choice, or -1; last ``most``.
        least: int32[n], the street total of the minimum bet or raise, or -1 if none is legal.
        most: int32[n], the street total of the largest bet or raise.
    """

    tables: NDArray[np.int64]
    observations: NDArray[np.uint16]
    mask: NDArray[np.bool]
    totals: NDArray[np.int32]
    least: NDArray[np.int32]
    most: NDArray[np.int32]


class Moves(NamedTuple):
    """Actions that players have chosen and that are about to be applied, one at each table.

    Attributes:
        tables: int64[n], the numbers of the tables.
        seats: int64[n], the seats of the players.
        observations: uint16[n, 14 + 2 * seats], what these players see before they act.
        amounts: int32[n], the actions; see `Amounts`.
    """

    tables: NDArray[np.int64]
    seats: NDArray[np.int64]
    observations: NDArray[np.uint16]
    amounts: Amounts


class SeatPlayer(Protocol):
    """A player in one seat of all tables of an environment."""

    def deal(self, tables: NDArray[np.int64]) -> None:
        """Take note that a new hand was dealt at these tables."""

    def watch(self, moves: Moves) -> None:
        """Take note of actions, those of this player among them."""

    def choose(self, turns: Turns) -> Amounts:
        """Return the player's actions."""


@runtime_checkable
class BatchOpponent(Protocol):
    """An opponent that decides at many tables at once, such as a blueprint.

    `handsight.learning.BlueprintOpponent` is one.
    """

    def seated(self, game: TableGame, seat: int, rng: np.random.Generator) -> SeatPlayer:
        """Return a player for a seat of an environment.

        Args:
            game: the game at the tables.
            seat: the seat.
            rng: the generator from which the player draws.
        """
        ...


Policy: TypeAlias = "Callable[[NDArray[np.uint16], NDArray[np.bool]], NDArray[np.integer[Any]]]"
"""A function of the observations and the mask of legal choices that returns an action a row."""


def is_python_opponent(opponent: object) -> bool:
    """Check whether this module plays an opponent: an agent, a function or a `BatchOpponent`."""
    return callable(opponent) or hasattr(opponent, "act") or hasattr(opponent, "seated")


def player_for(
    opponent: Any, game: TableGame, seat: int, rng: np.random.Generator, hands: FollowedHands
) -> SeatPlayer:
    """Return the player of a seat.

    Args:
        opponent: an agent, its class, a function or a `BatchOpponent`.
        game: the game at the tables.
        seat: the seat of the player.
        rng: the generator from which the player draws.
        hands: the hands at all tables, which all agents share.
    """
    if isinstance(opponent, type):
        opponent = opponent()
    if isinstance(opponent, BatchOpponent):
        return opponent.seated(game, seat, rng)
    if hasattr(opponent, "act"):
        return SeatedAgent(opponent, game, seat, hands)
    return PolicySeat(opponent, game, seat)


def legal_amounts(
    choices: Choices,
    actions: NDArray[np.integer[Any]],
    totals: NDArray[np.int32],
    tables: NDArray[np.int64],
    seat: int,
) -> Amounts:
    """Return a player's actions as amounts.

    Args:
        choices: what the actions mean.
        actions: integers[n], the actions.
        totals: int32[n, choices + 1], as for `Choices.as_amounts`.
        tables: int64[n], the numbers of the tables.
        seat: the seat of the player.

    Raises:
        IllegalActionError: at the first illegal action.
    """
    amounts, legal = choices.as_amounts(actions, totals)
    if not legal.all():
        row = int(np.argmin(legal))
        action, table = int(actions[row]), int(tables[row])
        raise IllegalActionError(choices.refusal(action, totals[row].tolist(), table, seat))
    return amounts


class PolicySeat:
    """A function of observations and masks as a player.

    Args:
        policy: the function.
        game: the game at the tables.
        seat: the seat of the player.
    """

    def __init__(self, policy: Policy, game: TableGame, seat: int) -> None:
        self._policy = policy
        self._seat = seat
        self._game = game

    def deal(self, tables: NDArray[np.int64]) -> None:
        """Do nothing."""

    def watch(self, moves: Moves) -> None:
        """Do nothing."""

    def choose(self, turns: Turns) -> Amounts:
        """Return the actions that the function chooses.

        Raises:
            OptionError: if the function does not return a whole number for each row.
            IllegalActionError: if it returns an illegal action.
        """
        chosen = np.asarray(self._policy(turns.observations, turns.mask))
        if chosen.shape != turns.tables.shape or chosen.dtype.kind not in "iu":
            raise OptionError(
                f"an opponent returned {chosen.dtype} of shape {chosen.shape}; it must return one "
                f"whole number for each of {len(turns.tables)} observations"
            )
        return legal_amounts(self._game.choices, chosen, turns.totals, turns.tables, self._seat)


class FollowedHands:
    """The hands at the tables of an environment, by the rules of the game, for agents to look at.

    Args:
        game: the game at the tables.
    """

    def __init__(self, game: TableGame) -> None:
        self._game = game
        self._cursors: dict[int, HandCursor] = {}
        self._watched: Moves | None = None

    def deal(self, tables: NDArray[np.int64]) -> None:
        """Deal the hands that were dealt at these tables."""
        for table in tables.tolist():
            number = int(self._game.hands[table]) + 1
            self._cursors[table] = HandCursor(self._game.start(table), number)

    def watch(self, moves: Moves) -> None:
        """Apply actions; several players can pass on the same ones."""
        if moves is self._watched:
            return
        self._watched = moves
        for table, amount in zip(moves.tables.tolist(), moves.amounts.tolist(), strict=True):
            self._cursors[table].apply(_action_of(amount))

    def at(self, table: int) -> HandCursor:
        """Return the hand at a table."""
        return self._cursors[table]


def _action_of(amount: int) -> Action:
    if amount < 0:
        return Action.fold()
    return Action.raise_to(amount) if amount else Action.call()


class SeatedAgent:
    """An agent as a player; it decides at one table after the other.

    The agent's method ``observe`` is not called, so an agent that learns about its opponents from
    whole hands does not learn here. Its random numbers depend only on the seed, the table, the hand
    and the seat.

    Args:
        agent: the agent; it sits at all tables, and has a method ``act(observation, rng)``.
        game: the game at the tables.
        seat: the seat of the agent.
        hands: the hands at all tables.
    """

    def __init__(self, agent: Any, game: TableGame, seat: int, hands: FollowedHands) -> None:
        self._agent = agent
        self._game = game
        self._seat = seat
        self._hands = hands
        self._streams: dict[int, Random] = {}

    def deal(self, tables: NDArray[np.int64]) -> None:
        """Start a stream of random numbers for each hand."""
        for table in tables.tolist():
            key, hand = int(self._game.keys[table]), int(self._game.hands[table])
            self._streams[table] = Random(repr((key, hand, self._seat)))

    def watch(self, moves: Moves) -> None:
        """Apply actions to the hands."""
        self._hands.watch(moves)

    def choose(self, turns: Turns) -> Amounts:
        """Return the actions that the agent chooses.

        Raises:
            IllegalActionError: if the agent chooses an illegal action.
        """
        pairs = zip(turns.tables.tolist(), turns.most.tolist(), strict=True)
        return np.array([self._chosen(table, most) for table, most in pairs], np.int32)

    def _chosen(self, table: int, most: int) -> int:
        cursor = self._hands.at(table)
        answer = self._agent.act(cursor.observation(), self._streams[table])
        action = Action.parse(answer) if isinstance(answer, str) else answer
        try:
            played = cursor.state.apply(action).last_action
        except IllegalActionError as error:
            name = getattr(self._agent, "name", type(self._agent).__name__)
            raise IllegalActionError(f"table {table}: {name}: {error}") from None
        if played is None or played.kind == "fold":
            return FOLD
        return min(played.amount, most) if played.kind in ("bet", "raise") else CALL
