"""The game: rules, the state of a hand, actions, events, and hands played at random.

Chips are integers. The rules stand once, in `handsight.kernels.game_rules`; a `HandState` and the
compiled simulation both play by them.
"""

from handsight.game.actions import Action
from handsight.game.events import (
    STREETS,
    Acted,
    Ante,
    Award,
    Blind,
    DealBoard,
    DealHole,
    Event,
    Muck,
    Show,
    Straddle,
    UncalledReturned,
)
from handsight.game.legal import LegalActions
from handsight.game.observation import Follower, Observation, Taken
from handsight.game.platform import Game, HandsightGame, PlayableHand
from handsight.game.rules import Rules
from handsight.game.showdown import Pot, Reveal
from handsight.game.simulation import Mixture, PlayerTotals, SimulationResult, simulate
from handsight.game.state import HandState

__all__ = [
    "STREETS",
    "Acted",
    "Action",
    "Ante",
    "Award",
    "Blind",
    "DealBoard",
    "DealHole",
    "Event",
    "Follower",
    "Game",
    "HandState",
    "HandsightGame",
    "LegalActions",
    "Mixture",
    "Muck",
    "Observation",
    "PlayableHand",
    "PlayerTotals",
    "Pot",
    "Reveal",
    "Rules",
    "Show",
    "SimulationResult",
    "Straddle",
    "Taken",
    "UncalledReturned",
    "simulate",
]
