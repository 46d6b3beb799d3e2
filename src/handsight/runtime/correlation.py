"""The correlation of two orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def rank_correlation(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> float | None:
    """Correlate the ranks of two rows of numbers (Spearman), -1 to 1.

    Equal numbers share their rank. The result is None where all numbers of a row are equal.

    Example:
        >>> import numpy as np
        >>> round(rank_correlation(np.array([1.0, 2.0, 4.0]), np.array([0.1, 0.2, 0.3])), 6)
        1.0
    """
    import numpy as np

    one, other = (ranks - ranks.mean() for ranks in (_ranks(ours), _ranks(theirs)))
    spread = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / spread if spread else None


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place])
