"""Hand histories: read, written, played again, and compared with how they ended."""

from handsight.history.acpc import AcpcGame
from handsight.history.check import CheckReport, HalfChipSplit, check_histories
from handsight.history.dealing import random_hands
from handsight.history.hand import Amount, Damaged, HandHistory, Played, Source
from handsight.history.phh import parse_phh
from handsight.history.phh_text import phh_text, phhs_text
from handsight.history.reading import read_histories
from handsight.history.recording import history_of
from handsight.history.replaying import final_state, replay
from handsight.history.results import HandResult, hand_result

__all__ = [
    "AcpcGame",
    "Amount",
    "CheckReport",
    "Damaged",
    "HalfChipSplit",
    "HandHistory",
    "HandResult",
    "Played",
    "Source",
    "check_histories",
    "final_state",
    "hand_result",
    "history_of",
    "parse_phh",
    "phh_text",
    "phhs_text",
    "random_hands",
    "read_histories",
    "replay",
]
