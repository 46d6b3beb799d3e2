"""What is known before the flop, gathered from the library and laid out."""

import io
import json

import pytest
from rich.console import Console

from handsight.errors import InputError
from handsight.ranges import (
    ORDERS,
    chen,
    nine_handed,
    ordered_classes,
    pocket_equity,
    sklansky_group,
)
from handsight.views.preflop import preflop_values
from handsight.views.preflop_json import preflop_fields
from handsight.views.preflop_text import ordinal, preflop_text


def shown(hole: str, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(preflop_text(preflop_values(hole)))
    return out.getvalue()


@pytest.mark.parametrize("hole", ["AKs", "72o", "22"])
def test_its_parts_are_the_library_s_own(hole: str) -> None:
    values = preflop_values(hole)
    assert (values.equity, values.nine_handed) == (pocket_equity(hole), nine_handed(hole))
    for variant, (points, normalised) in values.chen.items():
        assert points == chen(hole, variant)
        assert normalised == chen(hole, variant, normalised=True)
    assert values.sklansky == {each: sklansky_group(hole, each) for each in ("book", "web")}


def test_every_variant_edition_and_order_is_there() -> None:
    values = preflop_values("AhKh")
    assert list(values.chen) == ["original", "cisti-2013", "cisti-2013-literal", "dsie-2011"]
    assert [place.order for place in values.places] == [f"{order}@1" for order in ORDERS]
    for order, place in zip(ORDERS, values.places, strict=True):
        assert ordered_classes(order)[place.number - 1] == values.pocket_class == "AKs"


def test_what_is_no_hole_is_refused() -> None:
    with pytest.raises(InputError, match="ambiguous"):
        preflop_values("AK")


def test_the_text_tells_everything() -> None:
    text = shown("AKs")
    for word in ("1,389,004,215", "34,610,976", "673,957,209", "0.67045", "exact", "seed 9"):
        assert word in text
    for line in ("Chen, dsie-2011 12 0.7143", "Sklansky, web group 1", "chen@1 5th of 169 2.1%"):
        assert line in " ".join(text.split())


def test_a_hand_in_no_group_says_so() -> None:
    assert shown("72o").count("no group") == 2


def test_the_text_fits_into_sixty_columns() -> None:
    assert shown("72o", 60) == shown("72o", 120)


def test_the_object_is_json_and_has_all_numbers() -> None:
    fields = json.loads(json.dumps(preflop_fields(preflop_values("AKs"))))
    assert fields["pocket_class"] == "AKs"
    assert fields["chen"]["cisti-2013"] == {"points": 13.0, "normalised": pytest.approx(0.6744186)}
    assert fields["sklansky"] == {"book": 1, "web": 1}
    assert fields["one_opponent"]["total"] == 2_097_572_400
    assert fields["nine_opponents"]["trials"] == nine_handed("AKs").deals
    assert fields["orders"]["nine-handed"]["place"] == 4


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (13, "13th"), (22, "22nd"), (113, "113th")],
)
def test_places_are_counted_in_words(number: int, word: str) -> None:
    assert ordinal(number) == word
