"""Reports: results gathered and written out for people and for programs."""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.views.explanation import Explanation, explain

__all__ = ["Explanation", "explain"]

__getattr__, __dir__ = lazy_exports(__name__, {"explanation": ("Explanation", "explain")})
