"""The report of a flop atlas that was written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FlopAtlasReport:
    """A file with the numbers of all hands on flops; see `handsight.odds.board.flop_atlas`.

    Attributes:
        file: path of the file.
        flops: number of flops.
        rows: number of hands on these flops that are not the same but for their suits.
        bytes: size of the file in bytes.
        sha256: SHA-256 of the file, as hexadecimal digits.
    """

    file: str
    flops: int
    rows: int
    bytes: int
    sha256: str
