"""Ranges: an endpoint that reads a range, paints weights over it, and writes it as text."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from handsight.cards import CardSet
from handsight.ranges import Range, grid
from handsight.ranges.combos import COMBOS_OF, MASKS
from handsight.web.api.endpoints import Call, Endpoint, reading

RangeText = Annotated[
    str, Meta(max_length=20_000, description="A range, like 22+, A2s+, AKo:0.5; or two cards.")
]
Weight = Annotated[float, Meta(ge=0, le=1)]
MOST_CHANGES = 1326


class RangeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A range, and weights to paint over it.

    Attributes:
        weights: weights by hands: a class like AKs, a combo like AhKh, or the text of any range; if
            several entries include the same combo, the last one counts.
    """

    text: RangeText = ""
    weights: Annotated[dict[RangeText, Weight], Meta(max_length=MOST_CHANGES)] = {}


class RangeResponse(msgspec.Struct):
    """A range as text and as a matrix.

    Attributes:
        text: the range's canonical text, which gives the same weights when it is read.
        cells: mean weights of the 169 classes, row by row of the matrix.
        combos: number of combos with a weight above 0.
        weight: sum of the weights of all combos.
        percent: the sum of the weights as a percentage of the 1,326 combos.
        uneven: weights by combo, for each class whose combos have different weights.
    """

    text: str
    cells: list[float]
    combos: int
    weight: float
    percent: float
    uneven: dict[str, dict[str, float]]


def _range(request: RangeRequest, call: Call) -> RangeResponse:
    with reading("text"):
        hands = Range(request.text)
    if request.weights:
        with reading("weights"):
            hands = _painted(hands, request.weights)
    return RangeResponse(
        text=str(hands),
        cells=[weight for row in grid(hands) for weight in row],
        combos=len(hands),
        weight=float(hands.total_weight),
        percent=hands.percent,
        uneven={name: weights for name in COMBOS_OF if (weights := _uneven(hands, name))},
    )


def _painted(hands: Range, weights: dict[str, float]) -> Range:
    """Return a range in which some hands have new weights."""
    kept = hands - Range(", ".join(f"({each})" for each in weights))
    return kept | Range.from_weights(weights)


def _uneven(hands: Range, name: str) -> dict[str, float]:
    """Return the weights of a class's combos, or an empty dict if all weights are equal."""
    numbers = COMBOS_OF[name]
    weights = [hands.numerators[number] for number in numbers]
    if len(set(weights)) == 1:
        return {}
    shares = (weight / hands.denominator for weight in weights)
    return {
        str(CardSet.from_mask(MASKS[number])): share
        for number, share in zip(numbers, shares, strict=True)
    }


ENDPOINTS = [
    Endpoint(
        "/range",
        "Read a range, paint weights over it, and write it again.",
        RangeRequest,
        RangeResponse,
        _range,
        example={"text": "22+, A2s+", "weights": {"AKo": 0.5}},
    ),
]
