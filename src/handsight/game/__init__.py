"""The game: rules, the state of a hand, actions, events, records of hands, and random play.

A `Hand` is the record of a hand. A `HandCursor` steps through a live or a recorded hand.

Chips are integers. The rules are written once, in `handsight.kernels.game.rules`; `HandState` and
the compiled simulation both use them.
"""

from handsight.game.actions import Action, ActionRecord
from handsight.game.chips import ChipBook
from handsight.game.dealing import random_hands
from handsight.game.events import (
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
from handsight.game.observation import Observation
from handsight.game.platform import Game, HandsightGame
from handsight.game.positions import position_names
from handsight.game.records.cursor import DecisionPoint, HandCursor, PlayableHand, walk
from handsight.game.records.hand import Amount, Damaged, Hand, Source, hand_of
from handsight.game.records.occasion import Money, Occasion
from handsight.game.records.replaying import (
    CheckReport,
    HalfChipSplit,
    HandResult,
    check_hands,
    final_state,
    hand_result,
    replay,
)
from handsight.game.rules import Rules
from handsight.game.showdown import Pot
from handsight.game.simulation import Mixture, PlayerTotals, SimulationResult, simulate
from handsight.game.state import HandState
from handsight.game.state_text import OnTable

__all__ = [
    "Acted",
    "Action",
    "ActionRecord",
    "Amount",
    "Ante",
    "Award",
    "Blind",
    "CheckReport",
    "ChipBook",
    "Damaged",
    "DealBoard",
    "DealHole",
    "DecisionPoint",
    "Event",
    "Game",
    "HalfChipSplit",
    "Hand",
    "HandCursor",
    "HandResult",
    "HandState",
    "HandsightGame",
    "LegalActions",
    "Mixture",
    "Money",
    "Muck",
    "Observation",
    "Occasion",
    "OnTable",
    "PlayableHand",
    "PlayerTotals",
    "Pot",
    "Rules",
    "Show",
    "SimulationResult",
    "Source",
    "Straddle",
    "UncalledReturned",
    "check_hands",
    "final_state",
    "hand_of",
    "hand_result",
    "position_names",
    "random_hands",
    "replay",
    "simulate",
    "walk",
]
