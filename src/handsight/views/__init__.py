"""Views: what people and programs read. Reports of results, and how they are shown."""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.views.explanation import Explanation, explain
    from handsight.views.ranges import grid_svg
    from handsight.views.svg import heat_map_svg

__all__ = ["Explanation", "explain", "grid_svg", "heat_map_svg"]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "explanation": ("Explanation", "explain"),
        "ranges": ("grid_svg",),
        "svg": ("heat_map_svg",),
    },
)
