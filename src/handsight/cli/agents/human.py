"""A person at the terminal, as a player that takes a seat like any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

import click

from handsight.agents import AgentEvent
from handsight.arena.players import AgentDecision, Answer, Fault
from handsight.cli.terminal import has_terminal, say, show
from handsight.errors import IllegalActionError, InputError
from handsight.game import Action, HandState, Observation, hand_of

if TYPE_CHECKING:
    from handsight.views.range_update.report import RangeUpdateReport

HELP = """\
  f fold    k check    c call    b 300 bet    r 300 raise to 300
  h half the pot    p the pot    a all in
  ? your hand against any cards    odds against what their actions say
  why what their actions say, and what led them in the last hand
  help these words    q quit"""
_SEAT_AND_LEGAL = re.compile(r"^seat \d+: |; legal: .*$")
"""Matches the parts of an error message that repeat what the person already sees."""
_SIZES = {"h": (1, 2), "half": (1, 2), "p": (1, 1), "pot": (1, 1)}


class Human:
    """A person at the terminal.

    Args:
        name: name of the person.
        last_decisions: callable that returns the decisions, in the previous hand, of agents that
            showed their cards.

    Attributes:
        observes: always False, because `show_hand` shows the events.
    """

    def __init__(self, name: str, last_decisions: Callable[[], Sequence[AgentDecision]]) -> None:
        self.name = name
        self.observes = False
        self._last_decisions = last_decisions
        self._pieces_shown = 0

    def reset(self) -> Fault | None:
        """Do nothing, because a person needs no reset."""
        return None

    def begin(self, seed: int) -> None:
        """Begin a hand."""
        self._pieces_shown = 0

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Do nothing, because `show_hand` shows the events."""
        return None

    def close(self) -> None:
        """Do nothing, because there is nothing to release."""

    def act(self, observation: Observation) -> Answer | None:
        """Show what has happened, and prompt until the person enters a legal action.

        Returns:
            The answer, or None if the person leaves the table.
        """
        start = perf_counter()
        seen = observation
        # The cards that the person cannot see are sampled, but `show_hand` does not show them.
        self.show_hand(seen.sampled(seed=0), seen.seat, seen.names, seen.hand)
        while True:
            line = click.prompt(
                f"  {observation.legal}", prompt_suffix=" > ", default="", show_default=False
            )
            words = line.strip().lower()
            if words in ("q", "quit"):
                return None
            try:
                action = _action(words, observation, self._last_decisions())
            except InputError as error:
                say(f"  {_SEAT_AND_LEGAL.sub('', str(error))}")
                continue
            if action is not None:
                return Answer(action, perf_counter() - start)

    def show_hand(self, state: HandState, seat: int, names: Sequence[str], hand: int) -> None:
        """Show what has happened since the last call, as far as the person may see it.

        Args:
            state: state of the hand; cards that the person may not see are not shown.
            seat: seat of the person.
            names: names of the players, by seat; the last seat has the button.
            hand: number of the hand in the session, from 1.
        """
        from handsight.views.histories.replay import watched_report
        from handsight.views.histories.replay_text import replay_text

        seen = watched_report(state.view(seat), names, {"hand": hand})
        pieces = list(replay_text(seen, drawn_suits=has_terminal()))
        for piece in pieces[self._pieces_shown :]:
            show(piece)
        self._pieces_shown = len(pieces)


def _action(
    words: str, seen: Observation, last_decisions: Sequence[AgentDecision]
) -> Action | None:
    """Return the action that the person typed, or answer a question and return None."""
    if words in ("", "help"):
        say(HELP)
    elif words in ("?", "numbers"):
        _show_numbers(seen)
    elif words == "odds":
        _show_odds(seen)
    elif words == "why":
        _show_reads(seen)
        _show_decisions(last_decisions)
    elif words in _SIZES:
        return Action.raise_to(_share_of_pot(seen, *_SIZES[words]))
    else:
        return _legal(Action.parse(words), seen)
    return None


def _share_of_pot(seen: Observation, numerator: int, denominator: int) -> int:
    total = seen.legal.share_of_pot(numerator, denominator)
    if not total:
        raise IllegalActionError(f"you may not raise here; legal: {seen.legal}")
    return total


def _legal(action: Action, seen: Observation) -> Action:
    """Return an action after checking that it is legal.

    An illegal action raises an error here, where the person can still be asked again.
    """
    seen.sampled(seed=0).verify(action)
    return action


def _show_numbers(seen: Observation) -> None:
    from handsight.views import explain
    from handsight.views.cards.explanation_text import explanation_text

    explanation = explain(seen.hole, seen.board, opponents=len(seen.opponents))
    show(explanation_text(explanation, drawn_suits=has_terminal()))
    _say_pot_odds(seen)


def _say_pot_odds(seen: Observation) -> None:
    if not seen.to_call:
        return
    price = f"{seen.pot / seen.to_call:.1f}".removesuffix(".0")
    share = seen.to_call / (seen.pot + seen.to_call)
    say(
        f"  Pot odds {price} : 1: a call of {seen.to_call:,} into {seen.pot:,} is profitable with "
        f"{share:.1%} equity or more."
    )


def _read(seen: Observation) -> RangeUpdateReport:
    """Build the report of the opponents' ranges from what the person has seen of the hand."""
    from handsight.views.range_update.hand import hand_of_history
    from handsight.views.range_update.report import range_update_report

    # Hidden cards are sampled, but the view of the person's seat does not contain them.
    view = seen.sampled(seed=0).view(seen.seat)
    return range_update_report(hand_of_history(hand_of(view, seen.names)))


def _show_odds(seen: Observation) -> None:
    from handsight.views.range_update.text import read_lines, read_odds_text

    report = _read(seen)
    for line in read_lines(report):
        say(f"  {line}")
    show(read_odds_text(report, drawn_suits=has_terminal()))
    _say_pot_odds(seen)


def _show_reads(seen: Observation) -> None:
    from handsight.views.range_update.text import read_lines

    say("  In this hand, from what everybody sees:")
    for line in read_lines(_read(seen)):
        say(f"    {line}")


def _show_decisions(decisions: Sequence[AgentDecision]) -> None:
    """Show why the agents that showed their cards in the last hand decided as they did there."""
    if not decisions:
        say("  No agent showed its cards in the last hand, so none can say why it acted.")
        return
    say("  In the last hand, of those who showed their cards:")
    for each in decisions:
        seen = each.seen
        place = f"{each.agent} ({seen.positions[seen.seat]}), {seen.street}, {seen.hole}"
        say(f"    {place}: {each.decision or 'it does not say'}")
