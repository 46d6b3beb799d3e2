"""PyPokerEngine's emulator, with which bots look ahead: our rounds under its names.

A round of the emulator follows the same rules as an `EngineHand`; only its state is one that bots
can change. Names and meanings are those of PyPokerEngine 1.0.1, but the code is our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from handsight.errors import InputError
from handsight.game import LegalActions
from handsight.interop.pypokerengine.actions import read_declaration
from handsight.interop.pypokerengine.emulator_table import (
    CARDS_OPEN,
    STREETS,
    EnginePlayer,
    GameState,
    PokerConstants,
    Seats,
    Table,
    copied,
)
from handsight.interop.pypokerengine.messages import (
    STATES,
    STREET_NAMES,
    Message,
    valid_actions,
)
from handsight.interop.pypokerengine.pots import FOLDED, best_seats, engine_pots
from handsight.interop.pypokerengine.round import SHOWDOWN, Price, Round
from handsight.interop.pypokerengine.rules import EngineRules, EngineSeating
from handsight.interop.pypokerengine.stand_in import BasePokerPlayer

FINISHED = PokerConstants.Street.FINISHED
_UNKNOWN = -1
"""Stands for a card that nobody has attached."""
_FORCED = (EnginePlayer.ACTION_SMALL_BLIND, EnginePlayer.ACTION_BIG_BLIND)
_RAISING = (EnginePlayer.ACTION_RAISE_STR, *_FORCED)


class Event:
    """The types of events."""

    NEW_STREET = "event_new_street"
    ASK_PLAYER = "event_ask_player"
    ROUND_FINISH = "event_round_finish"
    GAME_FINISH = "event_game_finish"


class Action:
    """The words of actions."""

    FOLD, CALL, RAISE = "fold", "call", "raise"


class Emulator:
    """Plays rounds step by step, from any state.

    Example:
        >>> emulator = Emulator()
        >>> emulator.set_game_rule(2, 10, 5, 0)
        >>> players = {"a": {"name": "A", "stack": 100}, "b": {"name": "B", "stack": 100}}
        >>> state, _ = emulator.start_new_round(emulator.generate_initial_game_state(players))
        >>> state, events = emulator.apply_action(state, "fold")
        >>> [event["type"] for event in events]
        ['event_round_finish']
        >>> [player.stack for player in state["table"].seats.players]
        [105, 95]
    """

    def __init__(self) -> None:
        self.game_rule: dict[str, Any] = {}
        self.blind_structure: Mapping[int, Mapping[str, int]] = {}
        self.players_holder: dict[str, Any] = {}

    def set_game_rule(
        self, player_num: int, max_round: int, small_blind_amount: int, ante_amount: int
    ) -> None:
        """Set the number of players and rounds, the small blind and the ante."""
        self.game_rule = {
            "player_num": player_num,
            "max_round": max_round,
            "sb_amount": small_blind_amount,
            "ante": ante_amount,
        }

    def set_blind_structure(self, blind_structure: Mapping[int, Mapping[str, int]]) -> None:
        """Set the small blind and the ante from some rounds on."""
        self.blind_structure = blind_structure

    def register_player(self, uuid: str, player: Any) -> None:
        """Set the bot that acts for a player.

        Raises:
            TypeError: if the bot has no ``declare_action``.
        """
        if not hasattr(player, "declare_action"):
            raise TypeError(f"a player must inherit {BasePokerPlayer.__name__}, not {player!r}")
        self.players_holder[uuid] = player

    def fetch_player(self, uuid: str) -> Any:
        """Return the bot that acts for a player."""
        return self.players_holder[uuid]

    def generate_initial_game_state(
        self, players_info: Mapping[str, Mapping[str, Any]]
    ) -> GameState:
        """Return the state before the first round, with players by their ids."""
        table = Table()
        for uuid, info in players_info.items():
            table.seats.sitdown(EnginePlayer(uuid, info["stack"], info["name"]))
        table.dealer_btn = table.seats.size() - 1
        return {
            "round_count": 0,
            "small_blind_amount": self.game_rule["sb_amount"],
            "street": 0,
            "next_player": None,
            "table": table,
        }

    def generate_possible_actions(self, game_state: GameState) -> list[Message]:
        """Return the ``valid_actions`` of the player to act."""
        return valid_actions(round_of(game_state).legal_actions)

    def start_new_round(self, game_state: GameState) -> tuple[GameState, list[Message]]:
        """Start the next round, unless only one player is left, which ends the game."""
        state = copied(game_state)
        table, number = state["table"], state["round_count"] + 1
        ante, small_blind = self._forced_bets(number)
        stacks = [player.stack for player in table.seats.players]
        rules = EngineRules(small_blind, ante)
        seating = EngineSeating.of(rules, stacks, (table.dealer_btn + 1) % len(stacks))
        table.dealer_btn = seating.button
        table.set_blind_pos(seating.small_blind, seating.big_blind)
        for player, chips in zip(table.seats.players, seating.stacks, strict=True):
            player.stack = chips
            if not chips:
                player.pay_info.update_to_fold()
        if seating.is_over:
            return state, [_game_finish(table)]
        state = begun(table, number, rules)
        return state, start_events(state)

    def _forced_bets(self, number: int) -> tuple[int, int]:
        """Return the ante and the small blind of a round."""
        begun = [since for since in self.blind_structure if since <= number]
        if not begun:
            return self.game_rule["ante"], self.game_rule["sb_amount"]
        level = self.blind_structure[max(begun)]
        return level["ante"], level["small_blind"]

    def apply_action(
        self, game_state: GameState, action: str, bet_amount: int = 0
    ) -> tuple[GameState, list[Message]]:
        """Apply an action of the player to act; a round that is over is followed by the next.

        Raises:
            InputError: if the game is over.
        """
        if game_state["street"] == FINISHED:
            was_last = game_state["round_count"] == self.game_rule["max_round"]
            game_state, events = self.start_new_round(game_state)
            if was_last or events[-1]["type"] == Event.GAME_FINISH:
                raise InputError("no action can be applied, because the game is over")
        state, events = applied(game_state, action, bet_amount)
        return state, events + self._game_end(state)

    def run_until_round_finish(self, game_state: GameState) -> tuple[GameState, list[Message]]:
        """Play to the end of the round with the registered bots."""
        state, events = game_state, list[Message]()
        while state["street"] != FINISHED:
            player = state["table"].seats.players[state["next_player"]]
            question = (
                self.generate_possible_actions(state),
                [str(card) for card in player.hole_card],
                round_state(state),
            )
            bot = self.fetch_player(player.uuid)
            legal = round_of(state).legal_actions
            declared = read_declaration(
                bot.declare_action(*question), player.name, legal, lambda _: None
            )
            state, more = applied(state, *declared)
            events += more
        return state, events + self._game_end(state)

    def run_until_game_finish(self, game_state: GameState) -> tuple[GameState, list[Message]]:
        """Play to the end of the game with the registered bots."""
        state, events = game_state, list[Message]()
        if state["street"] != FINISHED:
            state, events = self.run_until_round_finish(state)
        while not events or events[-1]["type"] != Event.GAME_FINISH:
            state, more = self.start_new_round(state)
            events += more
            if more[-1]["type"] != Event.GAME_FINISH:
                state, more = self.run_until_round_finish(state)
                events += more
        return state, events

    def _game_end(self, state: GameState) -> list[Message]:
        return [_game_finish(state["table"])] if self._is_last_round(state, self.game_rule) else []

    def _is_last_round(self, game_state: GameState, game_rule: Mapping[str, Any]) -> bool:
        """Check whether a round is over and was the last one; bots call this too."""
        rich = sum(player.stack != 0 for player in game_state["table"].seats.players)
        is_last = bool(game_state["round_count"] == game_rule["max_round"]) or rich == 1
        return is_last and bool(game_state["street"] == FINISHED)


def begun(table: Table, number: int, rules: EngineRules) -> GameState:
    """Return the state of a round in which the players of a table have posted and have cards.

    Args:
        table: the table, with the seats of the blinds; changed.
        number: number of the round.
        rules: the blinds and the ante.
    """
    table.deck.shuffle()
    for player in table.seats.players:
        player.add_holecard(table.deck.draw_cards(2))
    _post(table, rules)
    return {
        "round_count": number,
        "small_blind_amount": rules.small_blind,
        "street": 0,
        "next_player": table.next_ask_waiting_player_pos(table.bb_pos() + 1),
        "table": table,
    }


def start_events(state: GameState) -> list[Message]:
    """Return the events of a round that has just begun."""
    return [_new_street(state), _ask_player(state)]


def _post(table: Table, rules: EngineRules) -> None:
    for player in table.seats.players:
        if rules.ante and player.is_active():
            player.collect_bet(rules.ante)
            player.note(EnginePlayer.ACTION_ANTE, amount=rules.ante)
            player.pay_info.update_by_pay(rules.ante)
    blinds = (table.sb_pos(), rules.small_blind), (table.bb_pos(), rules.big_blind)
    for name, (seat, chips) in zip(_FORCED, blinds, strict=True):
        player = table.seats.players[seat]
        player.collect_bet(chips)
        player.note(name, amount=chips, add_amount=rules.small_blind)
        player.pay_info.update_by_pay(chips)


# --- a state as a round ---------------------------------------------------------------------------


def round_of(state: GameState) -> Round:
    """Return the round that a state shows.

    Raises:
        InputError: if nobody is to act in the state.
    """
    table: Table = state["table"]
    players = table.seats.players
    actor = state["next_player"]
    if state["street"] >= SHOWDOWN or not isinstance(actor, int):
        raise InputError("nobody is to act in this state")
    stacks = tuple([player.stack for player in players])
    seating = EngineSeating(stacks, table.dealer_btn, table.sb_pos(), table.bb_pos(), ())
    found = object.__new__(Round)
    found.rules, found.seating = EngineRules(state["small_blind_amount"]), seating
    found.deck = _deck(table)
    found.stacks = list(stacks)
    found.bets = [player.paid_sum() for player in players]
    found.paid = [player.pay_info.amount for player in players]
    found.status = [player.pay_info.status for player in players]
    found.acted = [len(player.action_histories) for player in players]
    found.high = _high(players)
    found.street, found.actor = state["street"], actor
    found.idle = sum(
        each["action"] == EnginePlayer.ACTION_CALL_STR and not each["paid"]
        for player in players
        for each in player.action_histories
    )
    found.prizes = ()
    return found


def _deck(table: Table) -> list[int]:
    """Return the cards of all seats, and those of the board, which continues with the deck."""
    holes = [
        number
        for player in table.seats.players
        for number in ([card.index for card in player.hole_card] or [_UNKNOWN] * 2)
    ]
    board = [*table.get_community_card(), *reversed(table.deck.deck)]
    return holes + [card.index for card in board[:5]]


def _high(players: Sequence[EnginePlayer]) -> Price | None:
    highest: Price | None = None
    for seat, player in enumerate(players):
        for each in player.action_histories:
            if each["action"] in _RAISING and (highest is None or each["amount"] > highest.total):
                highest = Price(each["amount"], each["add_amount"], seat)
    return highest


def applied(game_state: GameState, action: str, amount: int) -> tuple[GameState, list[Message]]:
    """Apply an action to a copy of a state, and return the copy with the events that follow.

    Raises:
        InputError: if nobody is to act, or a showdown lacks hole cards.
    """
    state, played = acted(game_state, action, amount)
    return state, [*following(state, played)]


def acted(game_state: GameState, action: str, amount: int) -> tuple[GameState, Round]:
    """Return a copy of a state in which a player has just acted, and the round that follows.

    The copy is still on the street of the action, and names its player as the next one.

    Raises:
        InputError: if nobody is to act, or a showdown lacks hole cards.
    """
    state = copied(game_state)
    table: Table = state["table"]
    played = round_of(state)
    _require_cards(played, action)
    price = played.price
    move = played.play(action, amount)
    player = table.seats.players[move.seat]
    if move.taken == "fold":
        player.note(EnginePlayer.ACTION_FOLD_STR)
    elif move.taken == "call":
        player.note(EnginePlayer.ACTION_CALL_STR, amount=move.total, paid=move.chips)
    else:
        content = {"amount": move.total, "paid": move.chips, "add_amount": move.total - price}
        player.note(EnginePlayer.ACTION_RAISE_STR, **content)
    for seat, each in enumerate(table.seats.players):
        won = sum(prize.chips for prize in played.prizes if prize.seat == seat)
        each.stack = played.stacks[seat] - won
        each.pay_info.amount, each.pay_info.status = played.paid[seat], played.status[seat]
    return state, played


def _require_cards(played: Round, action: str) -> None:
    """Check that all hole cards are known that the action can bring to a showdown."""
    folding = {played.actor} if action == "fold" else set()
    left = [seat for seat, now in enumerate(played.status) if now != FOLDED and seat not in folding]
    if len(left) > 1 and any(played.deck[2 * seat] == _UNKNOWN for seat in left):
        after = played.copy()
        after.deck = [*range(52)]
        after.play(action, 0)
        if after.street == SHOWDOWN:
            raise InputError("attach hole cards to all players before a showdown")


def following(state: GameState, played: Round) -> Iterator[Message]:
    """Move a state on to the decision or the end of a round, and yield the events on the way."""
    table: Table = state["table"]
    players = table.seats.players
    while state["street"] != played.street:
        if any(player.action_histories for player in players):
            for player in players:
                player.save_street_action_histories(state["street"])
        state["street"] += 1
        for card in table.deck.draw_cards(
            CARDS_OPEN[state["street"]] - len(table.get_community_card())
        ):
            table.add_community_card(card)
        state["next_player"] = table.next_ask_waiting_player_pos(table.sb_pos())
        if state["street"] < SHOWDOWN and table.seats.count_active_players() > 1:
            yield _new_street(state)
    if played.street < SHOWDOWN:
        state["next_player"] = played.actor
        yield _ask_player(state)
        return
    for prize in played.prizes:
        players[prize.seat].append_chip(prize.chips)
    yield _round_finish(state, best_seats(played.scores()))
    table.reset()
    state["street"] = FINISHED


# --- events ---------------------------------------------------------------------------------------


def round_state(state: GameState) -> Message:
    """Return a state as a message's ``round_state``."""
    table: Table = state["table"]
    players = table.seats.players
    main, *side = engine_pots(
        [player.pay_info.amount for player in players],
        [player.pay_info.status for player in players],
    )
    return {
        "street": STREET_NAMES[state["street"]],
        "pot": {
            "main": {"amount": main.chips},
            "side": [
                {"amount": pot.chips, "eligibles": [players[seat].uuid for seat in pot.seats]}
                for pot in side
            ],
        },
        "community_card": [str(card) for card in table.get_community_card()],
        "dealer_btn": table.dealer_btn,
        "next_player": state["next_player"],
        "small_blind_pos": table.sb_pos(),
        "big_blind_pos": table.bb_pos(),
        "round_count": state["round_count"],
        "small_blind_amount": state["small_blind_amount"],
        "seats": [
            {
                "name": player.name,
                "uuid": player.uuid,
                "stack": player.stack,
                "state": STATES[player.pay_info.status],
            }
            for player in players
        ],
        "action_histories": histories_of(table),
    }


def histories_of(table: Table) -> dict[str, list[Message]]:
    """Return the actions by street; streets without actions are left out, as in messages."""
    players = table.seats.players
    streets = [[player.round_action_histories[street] for player in players] for street in range(4)]
    done = [
        [each or [] for each in street] for street in streets if street != [None] * len(players)
    ]
    done.append([player.action_histories for player in players])
    ordered = [_in_order(street, table.sb_pos()) for street in done]
    return dict(zip(STREET_NAMES[:STREETS], ordered, strict=False))


def _in_order(histories: Sequence[Sequence[Message]], first: int) -> list[Message]:
    """Return the first actions of all seats, then the second ones and so on, from a seat on."""
    size = len(histories)
    around = [histories[(first + step) % size] for step in range(size)]
    most = max(map(len, around))
    return [dict(each[turn]) for turn in range(most) for each in around if turn < len(each)]


def _new_street(state: GameState) -> Message:
    street = STREET_NAMES[state["street"]]
    return {"type": Event.NEW_STREET, "street": street, "round_state": round_state(state)}


def _ask_player(state: GameState) -> Message:
    player = state["table"].seats.players[state["next_player"]]
    return {
        "type": Event.ASK_PLAYER,
        "uuid": player.uuid,
        "valid_actions": valid_actions(round_of(state).legal_actions),
        "round_state": round_state(state),
    }


def _round_finish(state: GameState, winners: Sequence[int]) -> Message:
    players = state["table"].seats.players
    return {
        "type": Event.ROUND_FINISH,
        "round_state": round_state(state),
        "winners": [_stack_of(players[seat]) for seat in winners],
    }


def _game_finish(table: Table) -> Message:
    return {"type": Event.GAME_FINISH, "players": [_stack_of(each) for each in table.seats.players]}


def _stack_of(player: EnginePlayer) -> Message:
    return {"uuid": player.uuid, "stack": player.stack}


class ActionChecker:
    """What a player may do, by the actions of the players on the current street."""

    @classmethod
    def legal_actions(
        cls, players: Sequence[EnginePlayer], player_pos: int, sb_amount: int
    ) -> list[Message]:
        """Return the ``valid_actions`` of a player."""
        return valid_actions(cls._legal(players, player_pos, sb_amount))

    @classmethod
    def agree_amount(cls, players: Sequence[EnginePlayer]) -> int:
        """Return the street total that players must reach to stay in."""
        highest = _high(players)
        return highest.total if highest else 0

    @classmethod
    def need_amount_for_action(cls, player: EnginePlayer, amount: int) -> int:
        """Return the chips that a player adds to reach a street total."""
        return amount - player.paid_sum()

    @classmethod
    def is_allin(cls, player: EnginePlayer, action: str, bet_amount: int) -> bool:
        """Return whether an action takes a player's whole stack."""
        whole = player.stack + player.paid_sum()
        if action == Action.CALL:
            return bet_amount >= whole
        return action == Action.RAISE and bet_amount == whole

    @classmethod
    def correct_action(
        cls,
        players: Sequence[EnginePlayer],
        player_pos: int,
        sb_amount: int,
        action: str,
        amount: int | None = None,
    ) -> tuple[str, int]:
        """Return the action and the street total that the engine turns a declaration into."""
        taken = cls._round(players, player_pos, sb_amount).taken(action, amount or 0)
        return (action, amount or 0) if action == Action.FOLD else taken

    @classmethod
    def _legal(
        cls, players: Sequence[EnginePlayer], player_pos: int, sb_amount: int
    ) -> LegalActions:
        return cls._round(players, player_pos, sb_amount).legal_actions

    @classmethod
    def _round(cls, players: Sequence[EnginePlayer], player_pos: int, sb_amount: int) -> Round:
        table = Table()
        table.seats = Seats(players)
        table.set_blind_pos(0, 0)
        state = {"table": table, "next_player": player_pos, "street": 0}
        return round_of({**state, "small_blind_amount": sb_amount})
