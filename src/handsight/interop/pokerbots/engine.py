"""The engine's side of the Pokerbots protocol: a bot of the competition at our tables.

The bot is told what happens in the lines that the competition's engine sends, one for each of its
turns and one at the end of each round, and its answers become actions. As in the engine, an illegal
answer counts as a check, or as a fold where checking is not free. After an all-in both players are
asked for a check on each street that is still dealt. A bot from the year with bounties is told that
its bounty is `NO_BOUNTY`, a rank that no card has, and that nobody hits one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from handsight.agents import AgentEvent, HandStart
from handsight.cards import Card
from handsight.errors import OptionError
from handsight.game import (
    Acted,
    Action,
    Ante,
    Award,
    Blind,
    DealBoard,
    DealHole,
    LegalActions,
    Observation,
    Show,
    Straddle,
    UncalledReturned,
)
from handsight.interop.generators import seeded_from
from handsight.interop.observed import events_seen, start_of
from handsight.interop.pokerbots.player import BUTTON, PokerbotsGame

CLOCK = 30.0
"""The seconds on a bot's clock at the start of a match; the time of its answers is subtracted."""
LEAST_CLOCK = 0.001
"""The seconds that are sent after the clock has run out; only the arena's own limits end a bot."""
NO_BOUNTY = "-1"
"""The rank of a bounty that cannot be hit, as skeletons write an unknown one."""

_ANSWER = re.compile(r"[FCK]|R(\d{1,12})", re.ASCII)

Asking = Callable[[str], str]
"""A callable that sends a bot a line, and returns the bot's answer."""


@dataclass(slots=True)
class _Round:
    """A round, as the bot has been told of it.

    Positions are those of the protocol: 0 for the button, 1 for the other player.

    Attributes:
        start: the start of the hand.
        paid: chips that each position has put into the pot.
        won: chips that each position has won.
        pending: clauses that the bot has not been sent yet.
        board: all cards of the board.
        opponent: the opponent's cards, if they were shown.
        events: number of events that have been translated.
        is_lost: whether the bot failed in this round, and can no longer follow it.
        is_over: whether the bot has been told the result.
    """

    start: HandStart
    paid: list[int] = field(default_factory=lambda: [0, 0])
    won: list[int] = field(default_factory=lambda: [0, 0])
    pending: list[str] = field(default_factory=list)
    board: list[Card] = field(default_factory=list)
    opponent: tuple[Card, ...] = ()
    events: int = 0
    is_lost: bool = False
    is_over: bool = False

    def position(self, seat: int) -> int:
        return BUTTON if seat == self.start.button else 1 - BUTTON

    @property
    def own(self) -> int:
        return self.position(self.start.seat)


class PokerbotsBot:
    """An agent whose actions come from a bot of the Pokerbots competition.

    The bot plays heads-up and without a limit, with the stacks and blinds that its skeleton names,
    which are the same before every round.

    Args:
        ask: callable that sends the bot a line, and returns its answer.
        game: stacks and blinds of the bot's skeleton.
        name: name of the agent.
        with_numpy: whether the bot draws from numpy's global generator, which is then seeded too.
        with_bounties: whether the bot must be told of bounties, although there are none.

    Attributes:
        remarks: sentences about illegal answers, each listed once.

    Example:
        >>> from handsight.game import HandCursor, HandState
        >>> def caller(line):
        ...     print(line)
        ...     return "C"
        >>> game = PokerbotsGame()
        >>> bot = PokerbotsBot(caller, game, "caller")
        >>> state = HandState.start(game.rules, [400, 400], button=0, seed=0, holes=["AhKd", None])
        >>> bot.act(HandCursor(state).observation(), Random(1))
        T30.000 P0 HAh,Kd
        Action(kind='call', amount=0)
    """

    def __init__(
        self,
        ask: Asking,
        game: PokerbotsGame,
        name: str,
        with_numpy: bool = False,
        *,
        with_bounties: bool = False,
    ) -> None:
        self.name = name
        self._bounty = [f"G{NO_BOUNTY}"] if with_bounties else []
        self._hits = ["Y00"] if with_bounties else []
        self.remarks: list[str] = []
        self._ask, self._game, self._with_numpy = ask, game, with_numpy
        self._clock = CLOCK
        self._round: _Round | None = None
        self._later = Random(0)
        self._is_observing = False

    def reset(self) -> None:
        """Begin a new match: the bot gets its whole time again."""
        self._clock = CLOCK

    def observe(self, event: AgentEvent) -> None:
        """Tell the bot what happens; the end of a round is sent at once.

        Raises:
            OptionError: at a table that the bot's skeleton does not know.
        """
        if isinstance(event, HandStart):
            self._begin(event)
            self._is_observing = True
        elif self._round is not None:
            self._tell(self._round, event)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the bot for an action.

        Raises:
            OptionError: at a table that the bot's skeleton does not know.
        """
        self._later = Random(rng.getrandbits(64))
        played = self._caught_up(observation)
        return self._action(self._answer(played, rng), observation.legal)

    # --- what the bot is told ---------------------------------------------------------------------

    def _begin(self, start: HandStart) -> None:
        game = self._game
        if start.stacks != (game.stack,) * 2 or start.big_blind != game.big_blind:
            raise self._elsewhere()
        self._round, self._is_observing = _Round(start), False

    def _elsewhere(self) -> OptionError:
        game = self._game
        blinds = f"{game.small_blind}/{game.big_blind}"
        return OptionError(
            f"{self.name} plays heads-up without a limit, with {game.stack} chips before each hand "
            f"and blinds of {blinds}: --stack {game.stack} --blinds {blinds}"
        )

    def _caught_up(self, seen: Observation) -> _Round:
        """Tell the bot what an observation shows beyond what it knows, and return the round."""
        played = self._round
        if played is None or played.start.hand != seen.hand or played.is_over:
            self._begin(start_of(seen))
        played = self._round
        if played is None:
            raise RuntimeError("a round that was started is missing")
        if seen.rules.is_limit:
            raise self._elsewhere()
        if not self._is_observing:
            for event in list(events_seen(seen))[played.events :]:
                self._tell(played, event)
        return played

    def _tell(self, played: _Round, event: AgentEvent) -> None:
        played.events += 1
        match event:
            case Blind(seat, chips):
                blinds = self._game.small_blind, self._game.big_blind
                if chips != blinds[played.position(seat)]:
                    raise self._elsewhere()
                played.paid[played.position(seat)] += chips
            case Ante() | Straddle():
                raise self._elsewhere()
            case DealHole(seat, cards) if seat == played.start.seat and cards is not None:
                played.pending += [f"P{played.own}", f"H{_written(cards)}", *self._bounty]
            case Acted(seat, action, chips):
                played.pending.append(_clause(action))
                played.paid[played.position(seat)] += chips
            case DealBoard(_, cards):
                played.board += cards
                played.pending.append(f"B{_written(played.board)}")
                if max(played.paid) >= self._game.stack:
                    self._check_down(played)
            case UncalledReturned(seat, chips):
                played.paid[played.position(seat)] -= chips
            case Show(seat, cards) if seat != played.start.seat:
                played.opponent = cards
            case Award(seat, chips):
                played.won[played.position(seat)] += chips
                if sum(played.won) == sum(played.paid):
                    self._end(played)

    def _check_down(self, played: _Round) -> None:
        """Ask for the checks on a street after an all-in, the player without the button first."""
        for position in (1 - BUTTON, BUTTON):
            if position == played.own:
                self._note("K", self._answer(played, self._later))
            played.pending.append("K")

    def _end(self, played: _Round) -> None:
        won = played.won[played.own] - played.paid[played.own]
        if played.opponent:
            played.pending.append(f"O{_written(played.opponent)}")
        played.pending += [f"D{won}", *self._hits]
        played.is_over = True
        self._note("K", self._answer(played, self._later))

    def _answer(self, played: _Round, rng: Random) -> str:
        """Send what is pending, and return the bot's answer; "K" once the bot has failed."""
        line = " ".join([f"T{max(self._clock, LEAST_CLOCK):.3f}", *played.pending])
        played.pending.clear()
        if played.is_lost:
            return "K"
        began = perf_counter()
        try:
            with seeded_from(rng, self._with_numpy):
                return self._ask(line).strip()
        except BaseException:
            played.is_lost = True
            raise
        finally:
            self._clock -= perf_counter() - began

    # --- what the bot answers ---------------------------------------------------------------------

    def _action(self, answer: str, legal: LegalActions) -> Action:
        found = _ANSWER.fullmatch(answer)
        if answer == "F" and legal.can_call:
            return Action.fold()
        if answer == "C" and legal.can_call:
            return Action.call()
        if answer == "K" and legal.can_check:
            return Action.check()
        if found and found[1] and legal.raise_min <= int(found[1]) <= legal.raise_max:
            return Action("raise", int(found[1]))
        instead = Action.check() if legal.can_check else Action.fold()
        self._remark(
            f"answered {answer[:40]!r}, which is not legal; as in the competition it counts as "
            f"a {instead.kind}"
        )
        return instead

    def _note(self, wanted: str, answer: str) -> None:
        if answer != wanted:
            self._remark(f"answered {answer[:40]!r} where only K is legal")

    def _remark(self, line: str) -> None:
        kind = re.sub(r"'([A-Z])\d+'", r"'\1…'", line)
        if kind not in self.remarks:
            self.remarks.append(kind)


def _clause(action: Action) -> str:
    letter = {"fold": "F", "check": "K", "call": "C"}.get(action.kind)
    return letter or f"R{action.amount}"


def _written(cards: Sequence[Card]) -> str:
    return ",".join(map(str, cards))
