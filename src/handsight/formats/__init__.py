"""Text formats of hands: PHH, the hand histories of poker sites, and ACPC logs.

Files in any of these formats are read as streams, hand by hand.
"""

from handsight.formats.acpc import AcpcGame
from handsight.formats.frames import HandChunk, hand_chunks
from handsight.formats.phh import action_texts, parse_phh, phh_text, phhs_text
from handsight.formats.reading import hands_in_text, read_hands

__all__ = [
    "AcpcGame",
    "HandChunk",
    "action_texts",
    "hand_chunks",
    "hands_in_text",
    "parse_phh",
    "phh_text",
    "phhs_text",
    "read_hands",
]
