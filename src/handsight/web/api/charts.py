"""Charts: endpoints that list preflop charts and spots, and return their ranges as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from handsight.web.api.endpoints import Call, Endpoint, reading

if TYPE_CHECKING:
    from pathlib import Path

ChartName = Annotated[str, Meta(max_length=100, description="A chart, like `BB vs BTN 3x`.")]
SpotName = Annotated[
    str, Meta(max_length=100, description="A spot, like `BTN vs BB, single raised`.")
]


class ChartNames(msgspec.Struct):
    """The names of the charts and spots to list.

    With the shipped blueprint, names with other sizes and stacks work too.
    """

    charts: tuple[str, ...]
    spots: tuple[str, ...]


class ChartRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a preflop chart."""

    name: ChartName


class ChartAction(msgspec.Struct):
    """An action of a chart.

    Attributes:
        frequency: how often the whole range takes the action, 0..1.
        text: the range that takes the action.
    """

    name: str
    frequency: float
    text: str


class ChartResponse(msgspec.Struct):
    """A preflop chart.

    Attributes:
        title: who acts, after which actions, and the stacks.
        text: the range with which the player gets to the decision.
    """

    title: str
    text: str
    actions: list[ChartAction]


class SpotNameRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a spot on the flop."""

    name: SpotName


class NamedSpot(msgspec.Struct):
    """A spot on the flop; the big blind is 100 chips.

    Attributes:
        line: the actions before the flop.
        oop: range of the player out of position.
        ip: range of the player in position.
        pot: chips in the pot.
        stack: chips that each player has left.
    """

    line: str
    oop: str
    ip: str
    pot: int
    stack: int


def _names(request: None, call: Call) -> ChartNames:
    from handsight.charts import chart_names, spot_names

    own = _own(call)
    return ChartNames(chart_names(own), spot_names(own))


def _chart(request: ChartRequest, call: Call) -> ChartResponse:
    from handsight.charts import chart
    from handsight.views.solver.preflop_chart import chart_title

    with reading("name"):
        found = chart(request.name, charts=_own(call))
    actions = zip(found.actions, found.frequencies, strict=True)
    return ChartResponse(
        chart_title(found),
        str(found.range()),
        [ChartAction(name, share, str(found.range(name))) for name, share in actions],
    )


def _spot(request: SpotNameRequest, call: Call) -> NamedSpot:
    from handsight.charts import spot

    with reading("name"):
        found = spot(request.name, charts=_own(call))
    return NamedSpot(", ".join(found.line), str(found.oop), str(found.ip), found.pot, found.stack)


def _own(call: Call) -> Path | str:
    return call.site.settings.charts or ""


ENDPOINTS = [
    Endpoint(
        "/charts",
        "List the preflop charts, and the spots that follow from them.",
        None,
        ChartNames,
        _names,
        heavy=True,
    ),
    Endpoint(
        "/chart",
        "Return the ranges of a preflop chart.",
        ChartRequest,
        ChartResponse,
        _chart,
        heavy=True,
        example={"name": "BB vs BTN 2.5x"},
    ),
    Endpoint(
        "/spot",
        "Return the ranges, the pot and the stack of a spot that follows from the charts.",
        SpotNameRequest,
        NamedSpot,
        _spot,
        heavy=True,
        example={"name": "BTN vs BB, single raised"},
    ),
]
