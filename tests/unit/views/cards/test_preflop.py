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
from handsight.views.cards.preflop import ordinal, preflop_report, preflop_text
from handsight.views.report import to_dict


def shown(hole: str, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(preflop_text(preflop_report(hole)))
    return out.getvalue()


@pytest.mark.parametrize("hole", ["AKs", "72o", "22"])
def test_its_parts_are_the_library_s_own(hole: str) -> None:
    report, one, nine = preflop_report(hole), pocket_equity(hole), nine_handed(hole)
    assert to_dict(report.one_opponent) == {
        name: getattr(one, name) for name in ("win", "tie", "lose", "total", "equity")
    }
    assert (report.nine_opponents.win, report.nine_opponents.lose) == (nine.win, nine.lose)
    assert (report.nine_opponents.stderr, report.nine_opponents.seed) == (nine.stderr, nine.seed)
    for variant, found in report.chen.items():
        assert found.points == chen(hole, variant)
        assert found.normalised == chen(hole, variant, normalised=True)
    assert report.sklansky == {each: sklansky_group(hole, each) for each in ("book", "web")}


def test_every_variant_edition_and_order_is_there() -> None:
    report = preflop_report("AhKh")
    assert list(report.chen) == ["original", "cisti-2013", "cisti-2013-literal", "dsie-2011"]
    assert list(report.orders) == list(ORDERS)
    for order, found in report.orders.items():
        assert found.version == f"{order}@1"
        assert ordered_classes(order)[found.place - 1] == report.pocket_class == "AKs"


def test_what_is_no_hole_is_refused() -> None:
    with pytest.raises(InputError, match="ambiguous"):
        preflop_report("AK")


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
    fields = json.loads(json.dumps(to_dict(preflop_report("AKs"))))
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
