"""The picture of the packages in docs/architecture.md, made from the imports.

`python -m tests.repo.package_picture` writes it again; a test says when that is due.
"""

from collections.abc import Mapping
from pathlib import Path

from handsight.views.svg import DEEP, FAINT, PALE, Picture
from tests.repo.test_arrows import SOURCE, read_imports, unit_of

PICTURE = Path(__file__).parents[2] / "docs" / "packages.svg"
WIDTH, ROW, BOX, HEIGHT = 720, 74, 104, 30
NOT_DRAWN = {"", "_version", "__main__"}
"""The root and two modules that are no packages."""


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(package_picture(), encoding="utf-8")


def package_picture() -> str:
    """Draw each package above all that it imports; arrows that others imply are left out."""
    arrows = package_arrows()
    layers = layers_of(arrows)
    picture = Picture(
        WIDTH,
        ROW * len(layers),
        "Packages and what they import",
        "A package stands above all packages that it imports, directly or through others.",
    )
    place = {
        name: (WIDTH * (column + 1) / (len(row) + 1), ROW * line + 20)
        for line, row in enumerate(layers)
        for column, name in enumerate(row)
    }
    for source, targets in reduced(arrows).items():
        for target in sorted(targets):
            (x1, y1), (x2, y2) = place[source], place[target]
            picture.line(x1, y1 + HEIGHT, x2, y2, FAINT, opacity=0.6)
    for name, (x, y) in place.items():
        picture.rect(x - BOX / 2, y, BOX, HEIGHT, PALE, radius=5, stroke=DEEP)
        picture.text(x, y + 20, name, anchor="middle")
    return picture.svg() + "\n"


def package_arrows() -> dict[str, set[str]]:
    """List for each package those that its files import."""
    arrows: dict[str, set[str]] = {}
    for found in read_imports(SOURCE):
        source, target = unit_of(found.source), unit_of(found.target)
        if not NOT_DRAWN & {source, target}:
            arrows.setdefault(target, set())
            arrows.setdefault(source, set()).update({target} - {source})
    return arrows


def reduced(arrows: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Leave out an arrow where another way leads to the same package."""
    below = {name: everything_below(arrows, name) for name in arrows}
    return {
        name: {
            target
            for target in targets
            if not any(target in below[other] for other in targets - {target})
        }
        for name, targets in sorted(arrows.items())
    }


def everything_below(arrows: Mapping[str, set[str]], name: str) -> set[str]:
    """List the packages that one imports, directly or through others."""
    return arrows[name].union(*(everything_below(arrows, target) for target in arrows[name]))


def layers_of(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """Sort packages into rows, the uppermost first: each as low as its imports allow."""

    def height(name: str) -> int:
        return 1 + max(map(height, arrows[name]), default=-1)

    heights = {name: height(name) for name in sorted(arrows)}
    return [
        [name for name in heights if heights[name] == level]
        for level in range(max(heights.values()), -1, -1)
    ]


if __name__ == "__main__":
    main()
