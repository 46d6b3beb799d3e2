"""PyPokerEngine's messages, which describe a table and what happens there.

Each message is a new object, so a bot can modify it safely.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from handsight.cards import Card
from handsight.cards.card import STREETS
from handsight.game import LegalActions
from handsight.interop.pypokerengine.cards import engine_texts
from handsight.interop.pypokerengine.evaluator import engine_hand_info
from handsight.interop.pypokerengine.pots import ALL_IN, FOLDED, PAYING, engine_pots

Message: TypeAlias = "dict[str, Any]"
"""A message to a bot, or a part of one: plain dictionaries, lists, strings and integers."""

NOBODY = "not_found"
STREET_NAMES = (*STREETS, "showdown")
STATES = {PAYING: "participating", ALL_IN: "allin", FOLDED: "folded"}
"""The words for the states of players."""
_UUID_LENGTH = 22


def uuid_of(seat: int, name: str) -> str:
    """Return a player's id: 22 lower-case letters, determined by the seat and the name.

    Example:
        >>> len(uuid_of(0, "call")), uuid_of(0, "call") == uuid_of(1, "call")
        (22, False)
    """
    digest = sha256(f"{seat}:{name}".encode()).digest()
    return "".join(chr(97 + byte % 26) for byte in digest[:_UUID_LENGTH])


def valid_actions(legal: LegalActions) -> list[Message]:
    """Return the ``valid_actions`` of a player, with street totals.

    If no raise is possible, the minimum and maximum raise are -1.

    Example:
        >>> valid_actions(LegalActions(True, 5, 15, 900, 10, 5, 895, 15, False))[2]
        {'action': 'raise', 'amount': {'min': 15, 'max': 900}}
    """
    least, most = (legal.raise_min, legal.raise_max) if legal.can_raise else (-1, -1)
    return [
        {"action": "fold", "amount": 0},
        {"action": "call", "amount": legal.price},
        {"action": "raise", "amount": {"min": least, "max": most}},
    ]


class EngineTable:
    """The table of one round as PyPokerEngine shows it; methods update it as the round is played.

    Args:
        stacks: chips of each seat before antes and blinds.
        number: number of the round, from 1.

    Attributes:
        small: seat of the small blind; the seat after the button until the blind is posted.
        big: seat of the big blind; the seat after the button until the blind is posted.
        street: number of the street, 0 to 3, or 4 at the showdown.
        status: `PAYING`, `ALL_IN` or `FOLDED` for each seat.
        paid: chips that each seat has put in over the round.
        price: street total that a seat must reach to stay in.
    """

    def __init__(
        self,
        names: Sequence[str],
        stacks: Sequence[int],
        button: int,
        small_blind: int,
        number: int,
    ) -> None:
        self.names, self.button = tuple(names), button
        self.uuids = [uuid_of(seat, name) for seat, name in enumerate(names)]
        self.small_blind, self.number = small_blind, number
        self.stacks = list(stacks)
        size = len(self.stacks)
        self.small = self.big = (button + 1) % size
        self.status = [PAYING] * size
        self.paid, self.bets = [0] * size, [0] * size
        self.street = 0
        self.board: list[Card] = []
        self.price = 0
        self._current: list[tuple[int, Message]] = []
        self._past: list[list[tuple[int, Message]]] = []
        self._acted = False

    # --- what happens -----------------------------------------------------------------------------

    def sit_out(self, seat: int) -> None:
        """Remove a seat from the round, and take its chips."""
        self.status[seat] = FOLDED
        self.stacks[seat] = 0

    def ante(self, seat: int, chips: int) -> None:
        """Post the ante of a seat."""
        self._pay(seat, chips)
        self._note(seat, {"action": "ANTE", "amount": chips})

    def blind(self, seat: int, chips: int, is_small: bool) -> None:
        """Post the blind of a seat; messages show the full blind even if the seat has less."""
        self._pay(seat, chips)
        self.bets[seat] += chips
        if is_small:
            self.small = seat
        else:
            self.big = seat
        whole = self.small_blind if is_small else 2 * self.small_blind
        name = "SMALLBLIND" if is_small else "BIGBLIND"
        self._note(seat, {"action": name, "amount": whole, "add_amount": self.small_blind})
        self.price = max(self.price, whole)

    def order_antes(self) -> None:
        """Sort the antes as PyPokerEngine's messages do: starting with the small blind's seat."""
        size = len(self.stacks)
        antes = [each for each in self._current if each[1]["action"] == "ANTE"]
        rest = [each for each in self._current if each[1]["action"] != "ANTE"]
        antes.sort(key=lambda each: (each[0] - self.small) % size)
        self._current = antes + rest

    def act(self, seat: int, word: str, chips: int, all_in: bool) -> None:
        """Apply an action of a seat.

        Args:
            word: ``fold``, ``call`` or ``raise``.
            chips: chips that the seat adds.
            all_in: whether the seat has no chips left.
        """
        self._acted = True
        total = self.bets[seat] + chips
        if word == "fold":
            self.status[seat] = FOLDED
            self._note(seat, {"action": "FOLD"})
            return
        entry = {"action": word.upper(), "amount": total, "paid": chips}
        if word == "raise":
            entry["add_amount"] = total - self.price
            self.price = max(self.price, total)
        self._note(seat, entry)
        self._pay(seat, chips)
        self.bets[seat] = total
        if all_in:
            self.status[seat] = ALL_IN

    def close_street(self) -> None:
        """End the street; if it had actions, add them to the history."""
        if self._acted:
            self._past.append(self._current)
            self._current, self._acted = [], False
        self.price = 0
        self.bets = [0] * len(self.stacks)

    def deal(self, street: int, cards: Sequence[Card]) -> None:
        """Move on to a street and deal its cards; street 4 is the showdown, without cards."""
        self.close_street()
        self.street = street
        self.board += cards

    def give(self, seat: int, chips: int) -> None:
        """Add won chips to the stack of a seat."""
        self.stacks[seat] += chips

    def take_back(self, seat: int, chips: int) -> None:
        """Return uncalled chips to a seat."""
        self.stacks[seat] += chips
        self.paid[seat] -= chips

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def _note(self, seat: int, entry: Message) -> None:
        self._current.append((seat, {**entry, "uuid": self.uuids[seat]}))

    # --- messages ---------------------------------------------------------------------------------

    @property
    def players(self) -> list[int]:
        """The seats that have not folded, ascending."""
        return [seat for seat, now in enumerate(self.status) if now != FOLDED]

    def next_asked(self, seat: int) -> int | str:
        """Return the next seat after `seat` that can still act, or ``not_found``.

        The search ends with `seat` itself.
        """
        size = len(self.status)
        for other in range(seat + 1, seat + size + 1):
            if self.status[other % size] == PAYING:
                return other % size
        return NOBODY

    @property
    def first_asked(self) -> int | str:
        """The seat that acts first on this street, or ``not_found``."""
        return self.next_asked(self.big if self.street == 0 else self.small - 1)

    def seats(self, chosen: Sequence[int] | None = None) -> list[Message]:
        """Return the seats as a message lists them.

        Args:
            chosen: seats to describe; None for all.
        """
        return [
            {
                "name": self.names[seat],
                "uuid": self.uuids[seat],
                "stack": self.stacks[seat],
                "state": STATES[self.status[seat]],
            }
            for seat in (range(len(self.stacks)) if chosen is None else chosen)
        ]

    def round_state(self, next_player: int | str) -> Message:
        """Return the table as a message's ``round_state``.

        Args:
            next_player: seat to name as the next to act, or ``not_found``.
        """
        return {
            "street": STREET_NAMES[self.street],
            "pot": self._pot(),
            "community_card": engine_texts(self.board),
            "dealer_btn": self.button,
            "next_player": next_player,
            "small_blind_pos": self.small,
            "big_blind_pos": self.big,
            "round_count": self.number,
            "small_blind_amount": self.small_blind,
            "seats": self.seats(),
            "action_histories": self._histories(),
        }

    def _pot(self) -> Message:
        main, *side = engine_pots(self.paid, self.status)
        side_pots = [
            {"amount": pot.chips, "eligibles": [self.uuids[seat] for seat in pot.seats]}
            for pot in side
        ]
        return {"main": {"amount": main.chips}, "side": side_pots}

    def _histories(self) -> dict[str, list[Message]]:
        """Return the actions by street.

        As in PyPokerEngine, streets without actions are left out, so later streets get the names of
        earlier ones.
        """
        streets = [*self._past, self._current]
        return {
            name: [dict(entry) for _, entry in done]
            for name, done in zip(STREETS, streets, strict=False)
        }

    def hand_info(self, seat: int, hole: Sequence[Card]) -> Message:
        """Return a seat's hand at the showdown as a message describes it."""
        info = engine_hand_info(hole, self.board)
        return {
            "uuid": self.uuids[seat],
            "hand": {
                "hand": {"strength": info.strength, "high": info.high, "low": info.low},
                "hole": {"high": info.hole_high, "low": info.hole_low},
            },
        }
