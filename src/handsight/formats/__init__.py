"""Hands as text: PHH read and written, the sites and ACPC logs read, files as streams of hands."""

from handsight.formats.acpc import AcpcGame
from handsight.formats.phh import action_texts, parse_phh, phh_text, phhs_text
from handsight.formats.reading import read_hands, read_text

__all__ = [
    "AcpcGame",
    "action_texts",
    "parse_phh",
    "phh_text",
    "phhs_text",
    "read_hands",
    "read_text",
]
