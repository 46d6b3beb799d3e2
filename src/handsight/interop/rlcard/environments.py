"""Our agents in RLCard's own environments ``limit-holdem`` and ``no-limit-holdem``.

At its turn an agent gets a state: cards, chips, legal actions, and a record of past actions. The
hand is then replayed by RLCard's rules, in which turns and bet sizes differ from ours. With two
players, the big blind has the button, and in no-limit acts last on all streets. In limit, the
player after the last one to act on a street is the first to act on the next street. A raise can be
smaller than the previous raise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from handsight.agents import Agent, action_of
from handsight.cards import Card, CardSet
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import HistoryError, IllegalActionError, OptionError
from handsight.game import Action, ActionRecord, Observation, Rules
from handsight.game.legal import LegalActions
from handsight.interop.rlcard.agents import BIG_BLIND

SMALL_BLIND = BIG_BLIND // 2
LIMIT_STACK = 100 * BIG_BLIND
"""The stack in chips that an agent sees in limit, where RLCard has no stacks; no hand can use it
up."""
NO_LIMIT = Rules(small_blind=SMALL_BLIND, big_blind=BIG_BLIND)
LIMIT = Rules(
    structure="fixed-limit",
    small_blind=SMALL_BLIND,
    big_blind=BIG_BLIND,
    bet_cap=5,  # RLCard allows four raises per street; preflop, the big blind counts as a bet
)


class RLCardGuest:
    """One of our agents as a player in RLCard's environments.

    The player answers with raw actions. In no-limit, a raise is rounded to the nearest offered
    size, or to the smaller of two that are equally near. The agent is asked only at its turns; it
    receives no events, not even the start of a hand.

    Args:
        seed: seed of the agent's random numbers.

    Example:
        >>> from handsight.agents import agent
        >>> guest = RLCardGuest(agent("call"))
        >>> hand = {"hand": ["HA", "DK"], "public_cards": [], "all_chips": [2, 1], "my_chips": 1}
        >>> words = ["call", "raise", "fold"]
        >>> raw = {**hand, "legal_actions": words, "raise_nums": [0, 0, 0, 0]}
        >>> guest.step({"raw_obs": raw, "raw_legal_actions": words, "action_record": []})
        'call'
    """

    use_raw = True

    def __init__(self, agent: Agent, *, seed: int = 0) -> None:
        self.agent = agent
        self._rng = Random(seed)

    def step(self, state: Mapping[str, Any]) -> Any:
        """Choose one of the legal raw actions in a state.

        Raises:
            OptionError: if the state belongs to another environment.
            HistoryError: if the state's action record cannot be replayed, or leads to other chips
                or another street than the state shows.
            IllegalActionError: if the agent's answer is not an action.
        """
        seen = observed_there(state)
        action = action_of(self.agent.act(seen, self._rng), seen)
        if not isinstance(action, Action):
            raise IllegalActionError(
                f"{self.agent.name} answered {action!r}, which is not an action"
            )
        return chosen_there(action, seen, state["raw_legal_actions"])

    def eval_step(self, state: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Choose an action as `step` does; the dictionary returned with it is empty."""
        return self.step(state), {}


# --- actions --------------------------------------------------------------------------------------


def chosen_there(action: Action, seen: Observation, offered: Sequence[Any]) -> Any:
    """Return the raw action nearest to an action of handsight.

    If no raise is offered, a raise becomes a call or check.

    Args:
        action: the action of handsight.
        seen: what the player sees.
        offered: legal raw actions of the state.
    """
    named = {_word(each): each for each in offered}
    passive = next(named[word] for word in ("call", "check", "CHECK_CALL") if word in named)
    if action.kind == "fold" and seen.to_call:
        return named["fold" if "fold" in named else "FOLD"]
    if action.kind in ("fold", "check", "call"):
        return passive
    totals = _totals(named, seen.legal)
    if not totals:
        return passive
    most = seen.legal.raise_max
    aim = most if action.kind == "all-in" else action.amount or seen.legal.raise_min
    return named[min(totals, key=lambda word: (abs(totals[word] - aim), totals[word]))]


def _word(raw: Any) -> str:
    return raw if isinstance(raw, str) else str(raw.name)


def _totals(named: Mapping[str, Any], legal: LegalActions) -> dict[str, int]:
    """Return the street total of each raise that RLCard offers, by the name of the raise."""
    totals = {
        "raise": legal.raise_min,
        "RAISE_HALF_POT": legal.bet + legal.pot // 2,
        "RAISE_POT": legal.bet + legal.pot,
        "ALL_IN": legal.all_in,
    }
    return {word: total for word, total in totals.items() if word in named}


# --- states ---------------------------------------------------------------------------------------


def observed_there(state: Mapping[str, Any]) -> Observation:
    """Convert an RLCard state to an observation for our agents.

    Raises:
        OptionError: if the state belongs to another environment.
        HistoryError: if the state's action record cannot be replayed, or leads to other chips or
            another street than the state shows.
    """
    raw = state["raw_obs"]
    limited = "raise_nums" in raw
    if not limited and "stakes" not in raw:
        raise OptionError(
            "the state is of neither limit-holdem nor no-limit-holdem, the games of RLCard that "
            "handsight's agents play"
        )
    paid = tuple(int(chips) for chips in raw["all_chips"])
    behind = [LIMIT_STACK - chips for chips in paid] if limited else map(int, raw["stakes"])
    stacks = tuple(behind)
    record = [(int(seat), _word(each)) for seat, each in state["action_record"]]
    hand = _TheirHand([one + other for one, other in zip(stacks, paid, strict=True)], limited)
    hand.begin(record[0][0] if record else (paid.index(BIG_BLIND) + 1) % len(paid))
    for seat, word in record:
        hand.take(seat, word)
    board = tuple(_card(text) for text in raw["public_cards"])
    if hand.paid != [*paid] or len(board) != BOARD_SIZES[hand.street]:
        raise HistoryError(f"the action record does not lead to the chips {[*paid]} of the state")
    bet, price, pot = hand.bets[hand.actor], max(hand.bets), sum(paid)
    legal = LegalActions(
        can_fold=price > bet,
        call_cost=min(price - bet, stacks[hand.actor]),
        raise_min=0,
        raise_max=0,
        price=price,
        bet=bet,
        stack=stacks[hand.actor],
        pot=pot,
        is_over=False,
    )
    if limited:
        legal = legal._replace(raise_min=price + hand.limit_bet)
    offered = {_word(each): each for each in state["raw_legal_actions"]}
    totals = _totals(offered, legal).values()
    return Observation(
        seat=hand.actor,
        hole=CardSet([_card(text) for text in raw["hand"]]),
        board=board,
        street=hand.street,
        legal=legal._replace(raise_min=min(totals, default=0), raise_max=max(totals, default=0)),
        button=hand.button,
        start_stacks=hand.start,
        stacks=stacks,
        bets=tuple(hand.bets),
        paid=paid,
        players=tuple(seat for seat in range(hand.size) if seat not in hand.folded),
        main_pot=pot,  # all players start with equal stacks, so nobody is all-in for less
        actions=tuple(hand.actions),
        rules=LIMIT if limited else NO_LIMIT,
    )


def _card(text: str) -> Card:
    return Card(text[1] + text[0].lower())


class _TheirHand:
    """The state of a hand while it is replayed by RLCard's rules."""

    def __init__(self, stacks: Sequence[int], limited: bool) -> None:
        self.start, self.size, self.limited = tuple(stacks), len(stacks), limited
        self.paid, self.bets = [0] * self.size, [0] * self.size
        self.folded: set[int] = set()
        self.actions: list[ActionRecord] = []
        self.round = self.agreed = self.actor = 0
        self.button = 0

    @property
    def street(self) -> str:
        return STREETS[self.round]

    @property
    def limit_bet(self) -> int:
        return BIG_BLIND * (1 if self.round < 2 else 2)

    def begin(self, first: int) -> None:
        """Post the blinds from the two seats before the first seat to act."""
        for back, chips in ((1, BIG_BLIND), (2, SMALL_BLIND)):
            self._pay((first - back) % self.size, chips)
        self.actor, self.button = first, (first - 3) % self.size

    def take(self, seat: int, word: str) -> None:
        """Apply an action of the player to act.

        Raises:
            HistoryError: if it is another player's turn, or the hand is over.
        """
        if seat != self.actor or self.round >= len(STREETS):
            raise HistoryError(f"player {seat} acts out of turn in the action record")
        before, price = self.bets[seat], max(self.bets)
        action = self._paid_for(seat, word.upper(), price)
        self.actions.append(
            ActionRecord(self.street, seat, action, self.bets[seat] - before, self._spent(seat))
        )
        if action.kind == "fold":
            self.folded.add(seat)
        if action.kind in ("bet", "raise"):
            self.agreed = 0
        self.agreed += action.kind != "fold" and not self._spent(seat)
        self._go_on()

    def _paid_for(self, seat: int, word: str, price: int) -> Action:
        if word == "FOLD":
            return Action.fold()
        left = self.start[seat] - self.paid[seat]
        pot = sum(self.paid)
        added = {
            "RAISE": price - self.bets[seat] + self.limit_bet,
            "RAISE_HALF_POT": pot // 2,
            "RAISE_POT": pot,
            "ALL_IN": left,
        }.get(word, price - self.bets[seat])
        self._pay(seat, min(added, left))
        total = self.bets[seat]
        if total > price:
            return Action("raise" if price else "bet", total)
        return Action.call() if added else Action.check()

    def _pay(self, seat: int, chips: int) -> None:
        self.bets[seat] += chips
        self.paid[seat] += chips

    def _spent(self, seat: int) -> bool:
        return self.paid[seat] == self.start[seat]

    def _go_on(self) -> None:
        """Pass the turn to the next player, or go on to the next street if the betting is over.

        In fixed-limit games, RLCard does not count folded players as done, so the other players are
        asked one more time for each folded player.
        """
        out = {seat for seat in range(self.size) if seat in self.folded or self._spent(seat)}
        staying = [seat for seat in range(self.size) if seat not in self.folded]
        self.actor = self._from(self.actor + 1, staying)
        if self.agreed + (0 if self.limited else len(out)) < self.size:
            return
        self.round += 1
        self.agreed, self.bets = 0, [0] * self.size
        able = [seat for seat in staying if seat not in out]
        if not self.limited and able:
            self.actor = self._from(self.button + 1, able)

    def _from(self, seat: int, seats: Sequence[int]) -> int:
        """Return the first of `seats` at or after `seat`, in the order of play."""
        return min(seats, key=lambda each: (each - seat) % self.size)
