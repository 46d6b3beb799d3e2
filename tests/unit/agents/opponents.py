"""Opponents whose habits an agent has seen, at a table of two with 10,000 chips each."""

from handsight.agents.models.loki import LokiPlayer
from handsight.opponents.model import OpponentModel

STACKS = (10_000, 10_000)
HERO, OPPONENT = "0", "1"
BOARD = ("2h7dTc", "4s", "Kd")


def who_has_seen(opponent: str, agent: LokiPlayer | None = None, hands: int = 30) -> LokiPlayer:
    """An agent after some hands with an opponent who always folds, calls, or moves all in.

    Unless given, it plays by values alone.
    """
    agent = agent or LokiPlayer(mixing=0, leaning=0)
    for _ in range(hands):
        teach = {"folds": _folds, "calls": _calls, "moves in": _moves_in}[opponent]
        agent.model.start_hand(STACKS, 0, posts=(50, 100))
        teach(agent.model)
    agent.model.end_hand()
    return agent


def _folds(model: OpponentModel) -> None:
    model.act(HERO, "raise", 200)
    model.act(OPPONENT, "fold")


def _moves_in(model: OpponentModel) -> None:
    model.act(HERO, "raise", 200)
    model.act(OPPONENT, "raise", 10_000)
    model.act(HERO, "fold")


def _calls(model: OpponentModel) -> None:
    model.act(HERO, "raise", 200)
    model.act(OPPONENT, "call")
    for number, cards in enumerate(BOARD, start=1):
        model.deal(cards)
        model.act(OPPONENT, "check")
        model.act(HERO, "bet", 300 * number)
        model.act(OPPONENT, "call")
