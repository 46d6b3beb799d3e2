"""The encodings of observations for Gymnasium and PettingZoo: unchanged, or as features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.envs.observations import COMMON_FIELDS, features
from handsight.errors import OptionError
from handsight.kernels.envs.layout import FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.envs.tables import TableBatch

ENCODINGS = ("compact", "features")
BIG_BLINDS_A_UNIT = 100


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding of observations.

    Attributes:
        name: ``"compact"`` or ``"features"``.
        unit: the number of chips that the features represent as 1.
        seats: the number of players at a table.
    """

    name: str
    unit: float
    seats: int

    @classmethod
    def of(cls, name: str, batch: TableBatch) -> Encoding:
        """Return the encoding with this name for the tables of a batch.

        Raises:
            OptionError: if no encoding has this name.
        """
        if name not in ENCODINGS:
            raise OptionError(f"the encoding is {name!r}; it must be one of {', '.join(ENCODINGS)}")
        return cls(name, float(BIG_BLINDS_A_UNIT * batch.rules.big_blind), batch.seats)

    @property
    def width(self) -> int:
        """The length of an encoded observation."""
        if self.name == "compact":
            return len(COMMON_FIELDS) + 2 * self.seats
        return FEATURES + 4 * self.seats

    @property
    def dtype(self) -> type[np.uint16] | type[np.float32]:
        """The data type of an encoded observation."""
        return np.uint16 if self.name == "compact" else np.float32

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest number that an encoded observation can contain."""
        most = float(np.iinfo(np.uint16).max)
        return (0, most) if self.name == "compact" else (0.0, max(most / self.unit, 4.0))

    def __call__(self, observations: NDArray[np.uint16]) -> NDArray[Any]:
        """Encode compact observations, one per row."""
        return observations if self.name == "compact" else features(observations, self.unit)
