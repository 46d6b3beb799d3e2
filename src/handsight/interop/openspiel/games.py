"""Our small games as games of OpenSpiel, on which its algorithms run, and its policies in ours.

The games are registered with OpenSpiel as ``handsight_kuhn``, ``handsight_leduc`` and
``handsight_ten_card_holdem``. All cards are dealt before the first action, one after the other; an
information state tells a player only what the player has seen.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from handsight.envs.small_games import (
    ACTIONS,
    PLAYERS,
    SMALL_GAMES,
    SmallGame,
    SmallHand,
    small_game,
)
from handsight.errors import MissingExtraError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def openspiel_game(game: str | SmallGame) -> Any:
    """Return a small game as a game of OpenSpiel.

    Args:
        game: a game of `handsight.envs.small_games.SMALL_GAMES`, or its name.

    Raises:
        OptionError: if there is no such game.
        MissingExtraError: if OpenSpiel is not installed.
    """
    register_games()
    return _spiel().load_game(name_there(small_game(game)))


def name_there(game: SmallGame) -> str:
    """Return the name of a small game in OpenSpiel.

    Example:
        >>> from handsight.envs.small_games import LEDUC
        >>> name_there(LEDUC)
        'handsight_leduc'
    """
    return f"handsight_{game.name.replace('-', '_')}"


@cache
def register_games() -> None:
    """Register all small games with OpenSpiel, so that ``pyspiel.load_game`` finds them.

    Raises:
        MissingExtraError: if OpenSpiel is not installed.
    """
    for game in SMALL_GAMES.values():
        _register(_spiel(), game)


def strategy_from(game: str | SmallGame, policy: Any) -> NDArray[np.float64]:
    """Return a policy of OpenSpiel as a strategy of a small game, for `handsight.envs.exact`.

    Args:
        game: the game or its name.
        policy: a policy of OpenSpiel for `openspiel_game` of the game, such as the
            ``average_policy()`` of its CFR solvers. It is asked once for each information set.

    Raises:
        MissingExtraError: if OpenSpiel is not installed.
    """
    ours = small_game(game)
    there, strategy = openspiel_game(ours), np.zeros((ours.rows, len(ACTIONS)))
    for node in ours.decisions:
        for board in range(ours.boards_at(node)):
            for hand in range(len(ours.hands)):
                dealt = _deal_with(ours, node.actor, hand, board if node.round else None)
                if dealt is None:
                    continue
                state = there.new_initial_state()
                for card in dealt:
                    state.apply_action(card)
                for letter in node.line.replace("/", ""):
                    state.apply_action("fcr".index(letter))
                row = ours.row(node, hand, board)
                for action, share in policy.action_probabilities(state).items():
                    strategy[row, action] = share
    return strategy


def _deal_with(game: SmallGame, player: int, hand: int, board: int | None) -> list[int] | None:
    """Return cards in the order of the deal in which a player has a hand; None if impossible."""
    own = list(game.hands[hand])
    lying = [] if board is None else list(game.boards[board])
    if {*own} & {*lying}:
        return None
    rest = [card for card in range(len(game.deck)) if card not in {*own, *lying}]
    theirs, rest = rest[: game.hole], rest[game.hole :]
    holes = [own, theirs] if player == 0 else [theirs, own]
    return [*holes[0], *holes[1], *(lying or rest[: game.board])]


def _spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise MissingExtraError("OpenSpiel is not installed: pip install open_spiel") from None


def _register(spiel: Any, game: SmallGame) -> None:
    class State(_State, spiel.State):  # type: ignore[misc]
        """A hand of the small game."""

        ids, small = spiel.PlayerId, game

    class Game(_Game, spiel.Game):  # type: ignore[misc]
        """The small game."""

        state, small = State, game
        description = _kind_of(spiel.GameType, game), _info_of(spiel.GameInfo, game)

    spiel.register_game(Game.description[0], Game)


def _kind_of(kinds: Any, game: SmallGame) -> Any:
    """Return the ``GameType`` of a small game.

    Args:
        kinds: the class ``pyspiel.GameType``.
        game: the small game.
    """
    return kinds(
        short_name=name_there(game),
        long_name=f"handsight's {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _info_of(infos: Any, game: SmallGame) -> Any:
    """Return the ``GameInfo`` of a small game.

    Args:
        infos: the class ``pyspiel.GameInfo``.
        game: the small game.
    """
    most = float(max(max(node.paid) for node in game.nodes))
    return infos(
        num_distinct_actions=len(ACTIONS),
        max_chance_outcomes=len(game.deck),
        num_players=PLAYERS,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=max(len(node.line.replace("/", "")) for node in game.nodes),
    )


# --- the methods that OpenSpiel calls -------------------------------------------------------------


class _Observer:
    """What a player sees of a state, as a tensor and as text.

    Args:
        width: the length of the tensor.
    """

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = state.seen_by(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player sees as text."""
        return str(state.told_to(player))


class _State:
    """A hand of a small game, while its cards are dealt and while it is played.

    Attributes:
        ids: the class ``pyspiel.PlayerId``.
        small: the small game.
        cards: the cards that have been dealt, in order.
        hand: the hand; None before all cards have been dealt.
    """

    ids: ClassVar[Any]
    small: ClassVar[SmallGame]

    def __init__(self, there: Any) -> None:
        super().__init__(there)  # type: ignore[call-arg]  # that of pyspiel.State
        self.cards: list[int] = []
        self.hand: SmallHand | None = None

    def current_player(self) -> int:
        """Return the player to act, chance, or that the hand is over."""
        if self.hand is None:
            return int(self.ids.CHANCE)
        return int(self.ids.TERMINAL) if self.hand.is_over else self.hand.actor

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.hand is None else np.flatnonzero(self.hand.legal).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can be dealt next, with their probabilities."""
        left = [card for card in range(len(self.small.deck)) if card not in self.cards]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if self.hand is not None:
            self.hand.apply(int(action))
            return
        self.cards.append(int(action))
        if len(self.cards) == PLAYERS * self.small.hole + self.small.board:
            self.hand = _hand_of(self.small, self.cards)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.small.deck[action] if player == self.ids.CHANCE else ACTIONS[action]

    def is_terminal(self) -> bool:
        """Check whether the hand is over."""
        return self.hand is not None and self.hand.is_over

    def returns(self) -> list[float]:
        """Return the chips that each player has won."""
        won = (0, 0) if self.hand is None else self.hand.returns
        return [float(each) for each in won]

    def seen_by(self, player: int) -> NDArray[np.float32]:
        """Return what a player sees as numbers."""
        if self.hand is None:
            return np.zeros(self.small.width, np.float32)
        hand = self.hand
        return self.small.observation(hand.node, hand.holes[player], hand.board, player)

    def told_to(self, player: int) -> str:
        """Return what a player sees as text."""
        if self.hand is None:
            return f"{player}: the cards are being dealt"
        text = self.small.text(self.hand.node, self.hand.holes[player], self.hand.board)
        return f"{player}: {text}"

    def __str__(self) -> str:
        line = "" if self.hand is None else self.hand.node.line
        return " ".join([*(self.small.deck[card] for card in self.cards), line])


class _Game:
    """A small game.

    Attributes:
        state: the class of its states.
        small: the small game.
        description: its ``GameType`` and its ``GameInfo``.
    """

    state: ClassVar[Any]
    small: ClassVar[SmallGame]
    description: ClassVar[tuple[Any, Any]]

    def __init__(self, params: Any = None) -> None:
        super().__init__(*self.description, params or {})  # type: ignore[call-arg]  # pyspiel.Game

    def new_initial_state(self) -> Any:
        """Return a hand before its cards are dealt."""
        return self.state(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return an observer of the game's states."""
        return _Observer(self.small.width)


def _hand_of(game: SmallGame, cards: list[int]) -> SmallHand:
    """Return the hand in which these cards were dealt, player 0's first and the board last."""
    parts = cards[: game.hole], cards[game.hole : 2 * game.hole], cards[2 * game.hole :]
    one, other, board = (tuple(sorted(part)) for part in parts)
    holes = game.hands.index(one), game.hands.index(other)
    return SmallHand(game, holes, game.boards.index(board))
