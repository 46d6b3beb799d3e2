"""The table that bots see in PyPokerEngine's emulator: seats, players, and what they have done.

Names and meanings are those of PyPokerEngine 1.0.1, but the code is our own. Bots change these
objects freely, so everything that a round needs is read from them again at each action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from handsight.cards.card import BOARD_SIZES
from handsight.errors import InputError
from handsight.interop.pypokerengine.messages import NOBODY, Message
from handsight.interop.pypokerengine.pots import ALL_IN, FOLDED, PAYING
from handsight.interop.pypokerengine.stand_in import EngineCard, EngineDeck

STREETS = len(BOARD_SIZES)
"""The number of streets."""
CARDS_OPEN = (*BOARD_SIZES.values(), BOARD_SIZES["river"], BOARD_SIZES["river"])
"""The number of cards on the board, by street."""


class PokerConstants:
    """The numbers of actions and streets."""

    class Action:
        """The numbers of actions."""

        FOLD, CALL, RAISE, SMALL_BLIND, BIG_BLIND, ANTE = range(6)

    class Street:
        """The numbers of streets, of the showdown, and of a round that is over."""

        PREFLOP, FLOP, TURN, RIVER, SHOWDOWN, FINISHED = range(6)


class PayInfo:
    """What a player has put into the pot, and whether the player can still act.

    Args:
        amount: chips that the player has put in over the round.
        status: one of the three states.
    """

    PAY_TILL_END, ALLIN, FOLDED = PAYING, ALL_IN, FOLDED

    def __init__(self, amount: int = 0, status: int = PAYING) -> None:
        self.amount, self.status = amount, status

    def update_by_pay(self, amount: int) -> None:
        """Add chips."""
        self.amount += amount

    def update_to_fold(self) -> None:
        """Mark the player as out of the round."""
        self.status = FOLDED

    def update_to_allin(self) -> None:
        """Mark the player as all-in."""
        self.status = ALL_IN


class EnginePlayer:
    """A player at the table.

    Args:
        uuid: id of the player.
        initial_stack: chips of the player.
        name: name of the player.

    Attributes:
        hole_card: the two hole cards; empty if they are unknown.
        round_action_histories: actions on each past street; None for a street without any.
        action_histories: actions on the current street.
    """

    ACTION_FOLD_STR, ACTION_CALL_STR, ACTION_RAISE_STR = "FOLD", "CALL", "RAISE"
    ACTION_SMALL_BLIND, ACTION_BIG_BLIND, ACTION_ANTE = "SMALLBLIND", "BIGBLIND", "ANTE"

    def __init__(self, uuid: str, initial_stack: int, name: str = "No Name") -> None:
        self.uuid, self.name, self.stack = uuid, name, initial_stack
        self.hole_card: list[EngineCard] = []
        self.round_action_histories: list[list[Message] | None] = [None] * STREETS
        self.action_histories: list[Message] = []
        self.pay_info = PayInfo()

    def add_holecard(self, cards: Sequence[EngineCard]) -> None:
        """Deal two cards to the player.

        Raises:
            InputError: if the player has cards already, or there are not two.
        """
        if self.hole_card or len(cards) != 2:
            raise InputError(f"{self.name} gets two hole cards, once in a round")
        self.hole_card = list(cards)

    def clear_holecard(self) -> None:
        """Take the hole cards away."""
        self.hole_card = []

    def append_chip(self, amount: int) -> None:
        """Add chips to the stack."""
        self.stack += amount

    def collect_bet(self, amount: int) -> None:
        """Take chips from the stack.

        Raises:
            InputError: if the player has fewer.
        """
        if self.stack < amount:
            raise InputError(f"{self.name} has {self.stack} chips; a bet takes {amount}")
        self.stack -= amount

    def is_active(self) -> bool:
        """Return whether the player is still in the round."""
        return self.pay_info.status != FOLDED

    def is_waiting_ask(self) -> bool:
        """Return whether the player can still be asked for actions."""
        return self.pay_info.status == PAYING

    def paid_sum(self) -> int:
        """Return the player's street total, without the ante."""
        bets = (each for each in reversed(self.action_histories) if "amount" in each)
        return next((each["amount"] for each in bets if each["action"] != self.ACTION_ANTE), 0)

    def note(self, action: str, **content: int) -> None:
        """Add an action to those of the current street."""
        self.action_histories.append({"action": action, **content, "uuid": self.uuid})

    def save_street_action_histories(self, street_flg: int) -> None:
        """Move the actions of the current street to those of a past street."""
        self.round_action_histories[street_flg] = self.action_histories
        self.action_histories = []

    def clear_action_histories(self) -> None:
        """Forget all actions."""
        self.round_action_histories = [None] * STREETS
        self.action_histories = []

    def clear_pay_info(self) -> None:
        """Forget what the player has put in."""
        self.pay_info = PayInfo()

    def copy(self) -> EnginePlayer:
        """Return an independent copy."""
        copy = EnginePlayer(self.uuid, self.stack, self.name)
        copy.hole_card = list(self.hole_card)
        copy.action_histories = list(self.action_histories)
        copy.round_action_histories = [
            None if each is None else list(each) for each in self.round_action_histories
        ]
        copy.pay_info = PayInfo(self.pay_info.amount, self.pay_info.status)
        return copy


class Seats:
    """The players, in the order of their seats."""

    def __init__(self, players: Iterable[EnginePlayer] = ()) -> None:
        self.players = list(players)

    def sitdown(self, player: EnginePlayer) -> None:
        """Seat a player after the others."""
        self.players.append(player)

    def size(self) -> int:
        """Return the number of seats."""
        return len(self.players)

    def count_active_players(self) -> int:
        """Return the number of players who are still in the round."""
        return sum(player.is_active() for player in self.players)

    def count_ask_wait_players(self) -> int:
        """Return the number of players who can still be asked for actions."""
        return sum(player.is_waiting_ask() for player in self.players)


class Table:
    """The button, the blinds, the seats, the deck and the board.

    Args:
        cheat_deck: deck to deal from; None for a deck in its usual order.
    """

    def __init__(self, cheat_deck: EngineDeck | None = None) -> None:
        self.dealer_btn = 0
        self._blind_pos: tuple[int, int] | None = None
        self.seats = Seats()
        self.deck = cheat_deck or EngineDeck()
        self._community_card: list[EngineCard] = []

    def set_blind_pos(self, sb_pos: int, bb_pos: int) -> None:
        """Set the seats of the blinds."""
        self._blind_pos = sb_pos, bb_pos

    def sb_pos(self) -> int:
        """Return the seat of the small blind.

        Raises:
            InputError: if no round has begun.
        """
        return self._blinds()[0]

    def bb_pos(self) -> int:
        """Return the seat of the big blind.

        Raises:
            InputError: if no round has begun.
        """
        return self._blinds()[1]

    def _blinds(self) -> tuple[int, int]:
        if self._blind_pos is None:
            raise InputError("the blinds have no seats before a round has begun")
        return self._blind_pos

    def get_community_card(self) -> list[EngineCard]:
        """Return the cards of the board, in a new list."""
        return list(self._community_card)

    def add_community_card(self, card: EngineCard) -> None:
        """Add a card to the board.

        Raises:
            InputError: if the board has five cards already.
        """
        if len(self._community_card) >= BOARD_SIZES["river"]:
            raise InputError("the board has five cards already")
        self._community_card.append(card)

    def reset(self) -> None:
        """Take back all cards, and forget what the players have done."""
        self.deck = EngineDeck()
        self._community_card = []
        for player in self.seats.players:
            player.clear_holecard()
            player.clear_action_histories()
            player.clear_pay_info()

    def shift_dealer_btn(self) -> None:
        """Move the button to the next player who is in the round."""
        self.dealer_btn = int(self.next_active_player_pos(self.dealer_btn + 1))

    def next_active_player_pos(self, start_pos: int) -> int | str:
        """Return the first seat from a seat on whose player is in the round, or ``not_found``."""
        return self._first(start_pos, EnginePlayer.is_active)

    def next_ask_waiting_player_pos(self, start_pos: int) -> int | str:
        """Return the first seat from a seat on whose player can act, or ``not_found``."""
        return self._first(start_pos, EnginePlayer.is_waiting_ask)

    def _first(self, start: int, fits: Callable[[EnginePlayer], bool]) -> int | str:
        players = self.seats.players
        seats = (seat % len(players) for seat in range(start, start + len(players)))
        return next((seat for seat in seats if fits(players[seat])), NOBODY)

    def copy(self) -> Table:
        """Return an independent copy; the cards themselves are shared."""
        copy = Table(EngineDeck(()))
        copy.deck.deck = list(self.deck.deck)
        copy.dealer_btn, copy._blind_pos = self.dealer_btn, self._blind_pos
        copy.seats = Seats(player.copy() for player in self.seats.players)
        copy._community_card = list(self._community_card)
        return copy


GameState = dict[str, Any]
"""A state of the emulator: ``round_count``, ``small_blind_amount``, ``street``, ``next_player`` and
``table``."""


def copied(state: GameState) -> GameState:
    """Return an independent copy of a state."""
    return {**state, "table": state["table"].copy()}
