"""Bots of OpenSpiel at our tables, and our agents in its game ``universal_poker``.

OpenSpiel's player 0 is the first player after the button; with two players that is the big blind.
An action is 0 for a fold and 1 for a check or call. A bet or raise is the total that the player
will have put in over the whole hand, or 2 in limit.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, Protocol

from handsight.agents import Agent, action_of
from handsight.cards import Card
from handsight.cards.card import DECK_SIZE
from handsight.errors import HistoryError, IllegalActionError, MissingExtraError, OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.game.legal import LegalActions

FOLD, CALL, LIMIT_RAISE = 0, 1, 2
HOLE = 2
GAME = "universal_poker"


class BotMaker(Protocol):
    """Creates a bot for one of the players of a game."""

    def __call__(self, game: Any, player: int) -> Any:
        """Create the bot, which has a method ``step(state)`` that returns an action."""


class OpenSpielPlayer:
    """An agent whose actions come from an OpenSpiel bot.

    At each turn the hand is replayed in ``universal_poker`` with the bot's own cards and the board;
    the cards that the bot must not know are filled in from the rest of the deck. It is an error if
    the hand proceeds differently in OpenSpiel, as it can with short stacks and three or more
    players.

    Args:
        make: creates a bot for a game and a player, such as ``lambda game, player:
            pyspiel.make_uniform_random_bot(player, 1)``; the bot is reused in hands with the same
            rules, stacks and player.
        name: name of the agent.
    """

    def __init__(self, make: BotMaker, name: str = "openspiel") -> None:
        self.name = name
        self._make = make
        self._bots: dict[tuple[Any, ...], Any] = {}

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the bot for an action.

        Raises:
            OptionError: if OpenSpiel's game does not support the rules of the table.
            MissingExtraError: if OpenSpiel is not installed.
            HistoryError: if the hand cannot be replayed in OpenSpiel.
            IllegalActionError: if the bot's answer is illegal in OpenSpiel.
        """
        seen = observation
        order = _order(len(seen.start_stacks), seen.button)
        game = game_of(seen.rules, tuple(seen.start_stacks[seat] for seat in order))
        player = order.index(seen.seat)
        state = _replayed(game, seen, order)
        key = (seen.rules, seen.start_stacks, player)
        if key not in self._bots:
            self._bots[key] = self._make(game, player)
        answer = self._bots[key].step(state)
        legal = state.legal_actions()
        if answer not in legal:
            raise IllegalActionError(f"{self.name} answered {answer!r}, which is not legal there")
        return own_action(int(answer), seen.rules, seen.legal, seen.paid[seen.seat])


def as_openspiel_bot(agent: Agent, player: int, *, seed: int = 0) -> Any:
    """Wrap one of our agents in a bot that plays ``universal_poker`` in OpenSpiel.

    In no-limit, the game's ``bettingAbstraction`` must be ``fullgame``. The agent sees its own
    cards and the board, but not the cards of other players.

    Args:
        player: number of the player in the game for whom the bot plays.
        seed: seed of the agent's random numbers.

    Raises:
        MissingExtraError: if OpenSpiel is not installed.
    """
    spiel = _spiel()

    class HandsightBot(spiel.Bot):  # type: ignore[misc, name-defined]
        """Chooses the agent's action in each state of the game."""

        def __init__(self) -> None:
            spiel.Bot.__init__(self)
            self._rng = Random(seed)

        def restart_at(self, state: Any) -> None:
            """Do nothing, because each state holds the whole hand."""

        def player_id(self) -> int:
            """Return the number of the player for whom the bot plays."""
            return player

        def step(self, state: Any) -> int:
            """Choose an action in a state."""
            seen = _seen_by(state, player)
            action = action_of(agent.act(seen, self._rng), seen)
            return action_there(action, seen)

    return HandsightBot()


# --- actions --------------------------------------------------------------------------------------


def own_action(answer: int, rules: Rules, legal: LegalActions, paid: int) -> Action:
    """Convert an OpenSpiel action to an action in handsight.

    Args:
        answer: the number of the action in OpenSpiel.
        rules: the rules of the table.
        legal: the player's legal actions in handsight.
        paid: chips that the player has put in over the hand so far.

    Example:
        >>> legal = LegalActions(True, 50, 200, 1000, 100, 50, 950, 150, False)
        >>> own_action(300, Rules(), legal, paid=50)
        Action(kind='raise', amount=300)
    """
    if answer == FOLD:
        return Action.fold()
    if answer == CALL:
        return Action.call()
    return Action("raise", 0 if rules.is_limit else answer - (paid - legal.bet))


def action_there(action: Action, seen: Observation) -> int:
    """Convert an action to OpenSpiel's number.

    A fold when checking is free becomes a check, and an all-in when no raise is legal a call.
    """
    kind, amount = action
    if kind == "fold" and seen.to_call:
        return FOLD
    if kind in ("fold", "check", "call"):
        return CALL
    if kind == "all-in":
        if not seen.legal.can_raise:
            return CALL
        amount = seen.legal.raise_max
    if seen.rules.is_limit:
        return LIMIT_RAISE
    return (amount or seen.legal.raise_min) + seen.paid[seen.seat] - seen.legal.bet


# --- states ---------------------------------------------------------------------------------------


def game_of(rules: Rules, stacks: tuple[int, ...]) -> Any:
    """Load the OpenSpiel game for a table.

    Args:
        rules: the rules of the table.
        stacks: chips of each player before the hand, in the order of the game's players.

    Raises:
        OptionError: if OpenSpiel's game does not support the rules.
        MissingExtraError: if OpenSpiel is not installed.
    """
    if rules.ante or rules.straddles:
        raise OptionError(f"OpenSpiel's {GAME} supports neither antes nor straddles")
    return _loaded(rules, stacks)


def _holdem(size: int) -> dict[str, Any]:
    """Return the parameters of OpenSpiel's game that make it Texas hold'em."""
    return {
        "numRounds": 4,
        "firstPlayer": f"{2 if size == 2 else 3} 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": HOLE,
        "numBoardCards": "0 3 1 1",
    }


@lru_cache(maxsize=64)
def _loaded(rules: Rules, stacks: tuple[int, ...]) -> Any:
    size = len(stacks)
    two = (rules.big_blind, rules.small_blind)
    blinds = two if size == 2 else (*reversed(two), *[0] * (size - 2))
    own: dict[str, Any] = {
        "numPlayers": size,
        "blind": " ".join(map(str, blinds)),
        **_holdem(size),
        "stack": " ".join(map(str, stacks)),
        "betting": "limit" if rules.is_limit else "nolimit",
    }
    if rules.is_limit:
        small, big = rules.bet_sizes
        own["raiseSize"] = f"{small} {small} {big} {big}"
        cap = rules.bet_cap or 255
        own["maxRaises"] = f"{cap - 1} {cap} {cap} {cap}"
    else:
        own["bettingAbstraction"] = "fullgame"
    return _spiel().load_game(GAME, own)


def _order(size: int, button: int) -> list[int]:
    """Return handsight's seats in the order of OpenSpiel's players, starting left of the button."""
    return [(button + 1 + step) % size for step in range(size)]


def _replayed(game: Any, seen: Observation, order: list[int]) -> Any:
    """Replay a hand in OpenSpiel up to the decision; unknown hole cards are arbitrary other cards.

    Args:
        game: the game of OpenSpiel.
        seen: what the player to act sees.
        order: the seat of each of OpenSpiel's players.

    Raises:
        HistoryError: if OpenSpiel does not allow an action, or has another player to act.
    """
    known = {card.index for card in (*seen.hole, *seen.board)}
    others = iter(index for index in range(DECK_SIZE) if index not in known)
    cards = []
    for seat in order:
        own = seat == seen.seat
        cards += [card.index for card in seen.hole] if own else [next(others) for _ in range(HOLE)]
    cards += [card.index for card in seen.board]
    state = game.new_initial_state()
    paid = dict.fromkeys(order, 0) | _blinds(seen.rules, order)
    deck = iter(cards)
    _deal(state, deck)
    for record in seen.actions:
        paid[record.seat] += record.chips
        action = {"fold": FOLD, "check": CALL, "call": CALL}.get(record.action.kind)
        if action is None:
            action = LIMIT_RAISE if seen.rules.is_limit else paid[record.seat]
        if (
            state.current_player() != order.index(record.seat)
            or action not in state.legal_actions()
        ):
            raise HistoryError(f"{record.action} on the {record.street} is not legal in {GAME}")
        state.apply_action(action)
        _deal(state, deck)
    if state.is_terminal() or state.current_player() != order.index(seen.seat):
        raise HistoryError(f"it is the turn of seat {seen.seat} here, but not in {GAME}")
    return state


def _blinds(rules: Rules, order: list[int]) -> dict[int, int]:
    if len(order) == 2:
        return {order[0]: rules.big_blind, order[1]: rules.small_blind}
    return {order[0]: rules.small_blind, order[1]: rules.big_blind}


def _deal(state: Any, deck: Any) -> None:
    while state.is_chance_node():
        state.apply_action(next(deck))


def _seen_by(state: Any, player: int) -> Observation:
    """Return a player's observation of an OpenSpiel state, without using other players' cards."""
    game = state.get_game()
    given = game.get_parameters()
    if given.get("bettingAbstraction", "fullgame") != "fullgame" and given["betting"] == "nolimit":
        raise OptionError(f"{GAME} must be played with bettingAbstraction=fullgame")
    size = game.num_players()
    for name, value in _holdem(size).items():
        if given.get(name) != value:
            raise OptionError(
                f"{GAME} is played with {name}={given.get(name)}; our agents play Texas hold'em, "
                f"with {name}={value}"
            )
    blinds = [int(each) for each in given["blind"].split()]
    small, big = (blinds[1], blinds[0]) if size == 2 else blinds[:2]
    if small > big:
        raise OptionError(
            f"{GAME} is played with blind={given['blind']}; the big blind is that of the "
            f"{'first' if size == 2 else 'second'} player"
        )
    rules = Rules(small_blind=small, big_blind=big)
    if given["betting"] == "limit":
        sizes = [int(each) for each in given["raiseSize"].split()]
        cap = int(given["maxRaises"].split()[1]) if given.get("maxRaises") else 0
        rules = Rules(
            structure="fixed-limit",
            small_blind=small,
            big_blind=big,
            small_bet=sizes[0],
            big_bet=sizes[2],
            bet_cap=cap,
        )
    stacks = [int(each) for each in given["stack"].split()]
    dealt: list[int] = []
    done: list[int] = []
    for step in state.full_history():
        (dealt if step.player < 0 else done).append(step.action)
    hole = [Card(index) for index in dealt[HOLE * player : HOLE * (player + 1)]]
    board = [Card(index) for index in dealt[HOLE * size :]]
    start = HandState.start(rules, stacks, size - 1, seed=0, holes={player: hole}, board=board)
    cursor = HandCursor(start)
    for action in done:
        legal = cursor.state.legal_actions
        paid = cursor.state.chips[2][cursor.state.actor]
        cursor.apply(own_action(action, rules, legal, paid))
    seen = cursor.observation()
    if seen.seat != player:
        raise HistoryError(f"it is the turn of seat {player} in {GAME}, but of {seen.seat} here")
    return seen


def _spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise MissingExtraError("OpenSpiel is not installed: pip install open_spiel") from None
