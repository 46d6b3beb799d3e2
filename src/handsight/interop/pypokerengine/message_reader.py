"""Converts PyPokerEngine's messages to the observations and events that our agents get."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from handsight.agents import HandStart
from handsight.cards import CardSet
from handsight.cards.card import STREET_OF_BOARD, STREET_SLICES, STREETS
from handsight.game import (
    Acted,
    Action,
    ActionRecord,
    Ante,
    Award,
    Blind,
    DealBoard,
    DealHole,
    Event,
    LegalActions,
    Observation,
)
from handsight.interop.pypokerengine.cards import card_of_engine
from handsight.interop.pypokerengine.messages import Message
from handsight.interop.pypokerengine.rules import EngineRules

_BLINDS = ("SMALLBLIND", "BIGBLIND")


class HistoryEntry(NamedTuple):
    """An entry of a round's action history, with amounts that PyPokerEngine's messages leave out.

    Attributes:
        street: number of the street, 0 to 3.
        word: PyPokerEngine's word for the action or post, like ``RAISE``.
        total: street total of the seat after the entry; for an ante, the ante; for a fold, 0.
        chips: chips that the seat added.
        price: street total that the seat had to reach to stay in, before the entry.
    """

    street: int
    seat: int
    word: str
    total: int
    chips: int
    price: int

    @property
    def is_forced(self) -> bool:
        """Whether the entry is an ante or a blind."""
        return self.word == "ANTE" or self.word in _BLINDS

    @property
    def action(self) -> Action:
        """The entry as an action of handsight: a fold, check, call, bet or raise."""
        if self.word == "FOLD":
            return Action.fold()
        if self.total > self.price:
            return Action.raise_to(self.total) if self.price else Action.bet(self.total)
        return Action.call() if self.chips else Action.check()


class MessageReader:
    """A round as a single message to a player shows it.

    Args:
        state: ``round_state`` of the message.
        opening: ``seats`` of the round's first message, which shows the stacks after antes and
            blinds.
        seat: seat of the player.
        hole: the player's hole cards, as PyPokerEngine writes them.
        hands: maximum number of rounds in the game.

    Attributes:
        entries: the actions so far, including blinds and antes.
        start_stacks: chips of each seat before antes and blinds.
        paid: chips that each seat has put in over the round.
    """

    def __init__(
        self,
        state: Message,
        opening: Sequence[Message],
        seat: int,
        hole: Sequence[str],
        hands: int,
    ) -> None:
        self._state, self._opening, self._seat = state, opening, seat
        self._hole = tuple([card_of_engine(text) for text in hole])
        self._hands = hands
        self._board = tuple([card_of_engine(text) for text in state["community_card"]])
        self.entries = list(_entries(state))
        self.paid = self._sums(self.entries)
        forced = self._sums([entry for entry in self.entries if entry.is_forced])
        self.start_stacks = tuple(
            [seat["stack"] + chips for seat, chips in zip(opening, forced, strict=True)]
        )

    def _sums(self, entries: Sequence[HistoryEntry]) -> tuple[int, ...]:
        sums = [0] * len(self._opening)
        for entry in entries:
            sums[entry.seat] += entry.chips
        return tuple(sums)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple([seat["name"] for seat in self._state["seats"]])

    @property
    def start(self) -> HandStart:
        """The start event of the hand."""
        state = self._state
        big_blind = 2 * state["small_blind_amount"]
        number, button = state["round_count"], state["dealer_btn"]
        table = (self._seat, button, self.start_stacks, self._names)
        return HandStart(*table, number, self._hands, big_blind)

    def events(self) -> Iterator[Event]:
        """Yield the events so far, beginning with the first ante or blind."""
        left = list(self.start_stacks)
        street, is_dealt = 0, False
        for entry in self.entries:
            left[entry.seat] -= entry.chips
            if entry.is_forced:
                kind = Ante if entry.word == "ANTE" else Blind
                yield kind(entry.seat, entry.chips)
                continue
            yield from () if is_dealt else self._holes()
            is_dealt = True
            yield from self._boards(street, entry.street)
            street = entry.street
            all_in = entry.chips > 0 and not left[entry.seat]
            yield Acted(entry.seat, entry.action, entry.chips, all_in)
        yield from () if is_dealt else self._holes()
        yield from self._boards(street, STREETS.index(STREET_OF_BOARD[len(self._board)]))

    def _holes(self) -> Iterator[Event]:
        for seat, player in enumerate(self._opening):
            if player["state"] != "folded":
                yield DealHole(seat, self._hole if seat == self._seat else None)

    def _boards(self, before: int, after: int) -> Iterator[Event]:
        for street in STREETS[before + 1 : after + 1]:
            yield DealBoard(street, self._board[STREET_SLICES[street]])

    def awards(self) -> list[Award]:
        """Return an award for each seat that has won chips; empty until the round is over."""
        behind = zip(self._state["seats"], self.start_stacks, self.paid, strict=True)
        gains = [player["stack"] - (start - paid) for player, start, paid in behind]
        return [Award(seat, chips, 0, False) for seat, chips in enumerate(gains) if chips]

    def observation(self, offered: Sequence[Message]) -> Observation:
        """Return the observation of the player, who is to act.

        Args:
            offered: ``valid_actions`` of the message.
        """
        seats, start = self._state["seats"], self.start
        antes = [entry.chips for entry in self.entries if entry.word == "ANTE"]
        return Observation(
            self._seat,
            CardSet.of(self._hole),
            self._board,
            self._state["street"],
            self._legal(offered),
            start.button,
            self.start_stacks,
            tuple([player["stack"] for player in seats]),
            self._bets(),
            self.paid,
            tuple([seat for seat, player in enumerate(seats) if player["state"] != "folded"]),
            self._state["pot"]["main"]["amount"],
            self._records(),
            EngineRules(self._state["small_blind_amount"], max(antes, default=0)),
            start.hand,
            self._hands,
            start.names,
        )

    def _bets(self) -> tuple[int, ...]:
        street = STREETS.index(self._state["street"])
        now = [each for each in self.entries if each.street == street and each.word != "ANTE"]
        return self._sums(now)

    def _records(self) -> tuple[ActionRecord, ...]:
        acted = [event for event in self.events() if isinstance(event, Acted)]
        streets = [STREETS[entry.street] for entry in self.entries if not entry.is_forced]
        return tuple(
            ActionRecord(street, event.seat, event.action, event.chips, event.all_in)
            for street, event in zip(streets, acted, strict=True)
        )

    def _legal(self, offered: Sequence[Message]) -> LegalActions:
        price, span = offered[1]["amount"], offered[2]["amount"]
        bet, stack = self._bets()[self._seat], self._state["seats"][self._seat]["stack"]
        least, most = max(span["min"], 0), max(span["max"], 0)
        cost = min(price - bet, stack)
        return LegalActions(
            True, cost, least, most, price, bet, stack, sum(self.paid), is_over=False
        )


def _entries(state: Message) -> Iterator[HistoryEntry]:
    seat_of = {player["uuid"]: seat for seat, player in enumerate(state["seats"])}
    for street, name in enumerate(STREETS):
        bets = dict.fromkeys(seat_of.values(), 0)
        price = 0
        for entry in state["action_histories"].get(name, ()):
            seat, word, total = seat_of[entry["uuid"]], entry["action"], entry.get("amount", 0)
            # An ante does not count as a bet on the street, and a fold adds no chips.
            if word in ("ANTE", "FOLD"):
                yield HistoryEntry(street, seat, word, total, total, price)
                continue
            yield HistoryEntry(street, seat, word, total, total - bets[seat], price)
            bets[seat] = total
            if word != "CALL":
                price = max(price, total)


def message_seat(seats: Sequence[Any], uuid: str) -> int:
    """Return the seat of the player with an id in a message's list of seats.

    Example:
        >>> message_seat([{"uuid": "a"}, {"uuid": "b"}], "b")
        1
    """
    return [player["uuid"] for player in seats].index(uuid)
