"""A small table at which a player of the arena meets a calling station."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from handsight.agents import AgentEvent, HandStart
from handsight.arena.players import Answer, Fault, Player
from handsight.game import Action, HandCursor, HandState, Observation, Rules

BOTS = Path(__file__).parent


class Played(NamedTuple):
    """What came of a match."""

    answers: list[Answer]
    faults: list[Fault]
    stacks: list[tuple[int, ...]]

    @property
    def kinds(self) -> Counter[str]:
        """How many faults there were of each kind."""
        return Counter(fault.kind for fault in self.faults)

    @property
    def decisions(self) -> list[tuple[Action | None, str]]:
        """What was decided, with the kind of the fault if there was one."""
        return [(each.action, each.fault.kind if each.fault else "") for each in self.answers]


def bot(file: str, name: str, options: str = "") -> str:
    """Name an agent in a file of ours."""
    return f"{BOTS / file}.py:{name}" + (f":{options}" if options else "")


def play(player: Player, hands: int = 3, start: int = 0) -> Played:
    """Play a match as the arena does: a fault or an illegal action checks or folds."""
    played = Played([], [], [])
    player.reset()
    for hand in range(start, start + hands):
        state = HandState.start(Rules(), [10_000, 10_000], button=hand % 2, seed=hand)
        player.begin(hand)
        table = HandCursor(state, hand=hand + 1, names=("it", "call"))
        events: list[AgentEvent] = [
            HandStart(0, hand % 2, (10_000, 10_000), ("it", "call"), hand + 1, 0, 100)
        ]
        told = 0
        while not table.state.is_over:
            if table.state.actor:
                table.apply(Action.call())
                continue
            if player.observes:
                news = [*events, *table.state.view(0).events][told:]
                fault = player.observe(news)
                played.faults.extend([fault] if fault else [])
                told += len(news)
            table.apply(decided(player, table.observation(), played))
        played.stacks.append(table.state.stacks)
    return played


def decided(player: Player, seen: Observation, played: Played) -> Action:
    """Ask for an action, and bring it to a legal one."""
    answer = player.act(seen)
    played.answers.append(answer)
    if answer.fault is None and answer.action is not None and legal(answer.action, seen):
        return answer.action
    played.faults.append(answer.fault or Fault("illegal", str(answer.action)))
    return Action.fold() if seen.to_call else Action.check()


def legal(action: Action, seen: Observation) -> bool:
    """Tell whether an action is legal."""
    if action.kind in ("bet", "raise"):
        return seen.legal.raise_min <= action.amount <= seen.legal.raise_max
    return action.kind != "check" or not seen.to_call


def observations(hands: int = 1) -> Iterator[Observation]:
    """Give the decisions of both players in hands that are called to the end."""
    for hand in range(hands):
        table = HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=hand))
        while not table.state.is_over:
            yield table.observation()
            table.apply(Action.call())
