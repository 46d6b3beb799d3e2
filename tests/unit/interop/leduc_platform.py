"""Leduc hold'em as another package might bring it along; the tests install it from this file.

The rule in words: six cards, two each of jack, queen and king. Both players put in a chip and get a
card. There are two rounds of betting, with raises of two chips and of four, at most two in each
round; between them a card is laid open. Who pairs it wins, else the higher card; alike cards share.

A hand has the shape of hold'em, so that it is stored and shown like others: beside the card of
Leduc stand cards that mean nothing, a deuce of each player and two on the board. The chips of the
start are blinds of one each, and the seat of the button is player 0, who begins both rounds.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random

from handsight.cards import Card, CardSet
from handsight.errors import IllegalActionError
from handsight.game import (
    Acted,
    Action,
    Award,
    Blind,
    DealBoard,
    DealHole,
    LegalActions,
    Pot,
    Rules,
    UncalledReturned,
)
from handsight.game.state_text import OnTable

RULES = Rules(
    structure="fixed-limit", small_blind=1, big_blind=1, small_bet=2, big_bet=4, bet_cap=2
)
DECK = tuple(Card(text) for text in ("Js", "Jh", "Qs", "Qh", "Ks", "Kh"))
"""In the order in which OpenSpiel numbers them."""

DEUCES = Card("2c"), Card("2d")
BLANKS = Card("3c"), Card("4d")
RAISES, MOST_RAISES = (2, 4), 2


@dataclass(frozen=True)
class LeducHand:
    """A hand: what was dealt, and what was done.

    Attributes:
        cards: of player 0, of player 1, and the open one, as places in `DECK`.
        done: the actions, as (round, player, kind, chips that the player had put in afterwards).
    """

    start_stacks: tuple[int, int]
    button: int
    cards: tuple[int, int, int]
    done: tuple[tuple[int, int, str, int], ...] = ()
    rules = RULES

    # --- whose turn it is ---

    @property
    def paid(self) -> list[int]:
        """Chips that each player has put in over the hand."""
        paid = [1, 1]
        for _, player, _, chips in self.done:
            paid[player] = chips
        return paid

    @cached_property
    def _place(self) -> tuple[int, int]:
        """Give the round, and the player whose turn it is; -1 at the end."""
        for number in (0, 1):
            here = [(player, kind) for each, player, kind, _ in self.done if each == number]
            if here and here[-1][1] == "fold":
                return number, -1
            if len(here) < 2 or here[-1][1] == "raise":
                return number, len(here) % 2
        return 1, -1

    @property
    def is_over(self) -> bool:
        return self._place[1] < 0

    @property
    def actor(self) -> int:
        return -1 if self.is_over else self._seat(self._place[1])

    def _seat(self, player: int) -> int:
        return self.button if player == 0 else 1 - self.button

    @property
    def legal_actions(self) -> LegalActions:
        number, player = self._place
        if player < 0:
            return LegalActions(False, 0, 0, 0, 0, 0, 0, sum(self.paid), True)
        paid = self.paid
        before = self._before_round(number)
        raised = sum(each == number and kind == "raise" for each, _, kind, _ in self.done)
        price = max(paid) - before
        total = price + RAISES[number] if raised < MOST_RAISES else 0
        cost = max(paid) - paid[player]
        stack = self.start_stacks[self._seat(player)] - paid[player]
        bet = paid[player] - before
        return LegalActions(cost > 0, cost, total, total, price, bet, stack, sum(paid), False)

    def _before_round(self, number: int) -> int:
        """Give what each had put in before a round, the chip of the start being of the first."""
        return max((chips for each, _, _, chips in self.done if each < number), default=1) * number

    @property
    def last_action(self) -> Action | None:
        if not self.done:
            return None
        number, _, kind, chips = self.done[-1]
        if kind == "raise":
            return Action("raise", chips - self._before_round(number))
        return Action(kind, 0)

    def verify(self, action: Action) -> None:
        legal = self.legal_actions
        kind, amount = action
        if (kind == "fold" and legal.can_fold) or kind in ("check", "call"):
            return
        if (
            kind in ("bet", "raise", "all-in")
            and legal.raise_min
            and amount in (0, legal.raise_min)
        ):
            return
        raise IllegalActionError(f"{action} is not legal; legal: {legal}")

    def apply(self, action: Action) -> "LeducHand":
        self.verify(action)
        number, player = self._place
        paid = self.paid
        kind = {"fold": "fold", "check": "call", "call": "call"}.get(action.kind, "raise")
        chips = {
            "fold": paid[player],
            "call": max(paid),
            "raise": max(paid) + RAISES[number],
        }[kind]
        done = (*self.done, (number, player, kind, chips))
        return LeducHand(self.start_stacks, self.button, self.cards, done)

    # --- the table ---

    @property
    def street(self) -> str:
        return ("preflop", "flop")[self._place[0]]

    @property
    def players(self) -> tuple[int, ...]:
        folded = [self._seat(player) for _, player, kind, _ in self.done if kind == "fold"]
        return tuple(seat for seat in (0, 1) if seat not in folded)

    @property
    def all_in(self) -> tuple[int, ...]:
        return ()

    @property
    def board(self) -> tuple[Card, ...]:
        return (DECK[self.cards[2]], *BLANKS) if self._place[0] else ()

    def hole(self, seat: int) -> CardSet:
        return CardSet.of(self._hole(seat))

    def _hole(self, seat: int) -> tuple[Card, ...]:
        player = int(seat != self.button)
        return DECK[self.cards[player]], DEUCES[player]

    # --- chips ---

    @property
    def won(self) -> tuple[int, int]:
        """What each player has won at the end."""
        stake = min(self.paid)
        if self.done[-1][2] == "fold":
            winner = 1 - self.done[-1][1]
        else:
            ranks = [card // 2 for card in self.cards]
            strength = [(rank == ranks[2], rank) for rank in ranks[:2]]
            if strength[0] == strength[1]:
                return 0, 0
            winner = int(strength[1] > strength[0])
        return (stake, -stake) if winner == 0 else (-stake, stake)

    def _by_seat(self, values: tuple[int, int] | list[int]) -> tuple[int, int]:
        return (values[0], values[1]) if self.button == 0 else (values[1], values[0])

    @property
    def stacks(self) -> tuple[int, int]:
        gone = [-each for each in self.paid] if not self.is_over else self.won
        first, second = self._by_seat(gone)
        return self.start_stacks[0] + first, self.start_stacks[1] + second

    @property
    def chips(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        paid = self.paid
        before = self._before_round(self._place[0])
        bets = [each - before for each in paid]
        return self.stacks, self._by_seat(bets), self._by_seat(paid)

    @property
    def pots(self) -> tuple[Pot, ...]:
        return (Pot(sum(self.paid), self.players),)

    # --- what happened ---

    @property
    def events(self) -> tuple[object, ...]:
        listed: list[object] = [Blind(self._seat(player), 1) for player in (0, 1)]
        listed += [
            DealHole(self._seat(player), self._hole(self._seat(player))) for player in (0, 1)
        ]
        paid, last = [1, 1], 0
        for number, player, kind, chips in self.done:
            if number > last:
                listed.append(DealBoard("flop", (DECK[self.cards[2]], *BLANKS)))
                last = number
            added = chips - paid[player]
            total = chips - self._before_round(number)
            shown = Action("raise", total) if kind == "raise" else Action(kind, 0)
            listed.append(Acted(self._seat(player), shown, added, False))
            paid[player] = chips
        if self._place == (1, 0) and not last:
            listed.append(DealBoard("flop", (DECK[self.cards[2]], *BLANKS)))
        if self.is_over:
            over = max(paid) - min(paid)
            if over:
                listed.append(UncalledReturned(self._seat(int(paid[1] > paid[0])), over))
            pot = 2 * min(paid)
            for player, chips in enumerate(self.won):
                share = pot // 2 + chips
                if share:
                    listed.append(Award(self._seat(player), share, 0, False))
        return tuple(listed)

    def on_table(self) -> OnTable:
        ended = self.is_over and self.done[-1][2] != "fold"
        return OnTable(
            self.start_stacks,
            self.stacks,
            (1, 1),
            (0, 0),
            (),
            tuple(self._hole(seat) for seat in (0, 1)),
            self.board,
            (0, 1) if ended else (),
            (),
        )


class LeducGame:
    """Leduc hold'em between two seats, whatever stakes are asked for."""

    lenient = False
    rules = RULES

    def __init__(self, stakes: Rules) -> None:
        """Take no stakes but its own."""

    def start(self, stacks: tuple[int, int], button: int, *, seed: int) -> LeducHand:
        first, second, shared = Random(seed).sample(range(len(DECK)), 3)
        return LeducHand((stacks[0], stacks[1]), button, (first, second, shared))

    def stacks_if_over(self, stacks: tuple[int, int], button: int) -> tuple[int, ...] | None:
        return tuple(stacks) if min(stacks) < 13 else None
