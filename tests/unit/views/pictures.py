"""Looks at pictures as a person would: whether all of it lies within the frame."""

from collections.abc import Iterator
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
WIDTH_OF_LETTERS = 0.55
"""The width of a letter for its size, on average and generously."""


def outside(svg: str) -> list[str]:
    """List the texts and shapes that reach beyond the frame of a picture."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (width, height)
    return [
        what
        for what, x1, y1, x2, y2 in extents(root, 0, 0)
        if min(x1, x2) < 0 or min(y1, y2) < 0 or max(x1, x2) > width or max(y1, y2) > height
    ]


def extents(
    parent: ElementTree.Element, x: float, y: float
) -> Iterator[tuple[str, float, float, float, float]]:
    for each in parent:
        number = {name: float(value) for name, value in each.attrib.items() if is_number(value)}
        tag = each.tag.removeprefix(SVG)
        if tag == "g":
            dx, dy = map(float, each.attrib["transform"][len("translate(") : -1].split())
            yield from extents(each, x + dx, y + dy)
        elif tag == "text":
            words, size = each.text or "", number["font-size"]
            long = WIDTH_OF_LETTERS * size * len(words)
            share = {"middle": 0.5, "end": 1.0}.get(each.get("text-anchor", ""), 0.0)
            start, base = x + number["x"] - share * long, y + number["y"]
            yield words, start, base - size, start + long, base
        elif tag == "rect":
            at_x, at_y = x + number["x"], y + number["y"]
            yield tag, at_x, at_y, at_x + number["width"], at_y + number["height"]
        elif tag == "line":
            yield tag, x + number["x1"], y + number["y1"], x + number["x2"], y + number["y2"]
        elif tag == "circle":
            at_x, at_y, r = x + number["cx"], y + number["cy"], number["r"]
            yield tag, at_x - r, at_y - r, at_x + r, at_y + r
        else:
            assert tag in ("title", "desc"), f"{tag} is not looked at"


def is_number(value: str) -> bool:
    return value.replace(".", "", 1).removeprefix("-").isdigit()
