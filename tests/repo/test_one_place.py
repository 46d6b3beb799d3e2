"""What is written down once: the syntax of PHH, and the streets with their sizes of the board."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "handsight"
PHH = SOURCE / "formats" / "phh.py"
STREETS = SOURCE / "cards" / "card.py"

SYNTAX = ("d dh", "d db", "cbr", "blinds_or_straddles", "ante_trimming_status", "min_bet")
"""Names of fields and words of actions that only PHH has."""

NAMES = ["preflop", "flop", "turn", "river"]
SIZES = [0, 3, 4, 5]
COPIES = (NAMES, SIZES, [0, 1, 2, 3])


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def strings_of(tree: ast.AST) -> Iterator[str]:
    """Give the texts of a module that are no docstrings, those within f-strings too."""
    documented = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in documented:
            yield node.value


def writes_phh(tree: ast.Module) -> set[str]:
    found = set(strings_of(tree))
    return {word for word in SYNTAX if any(word in each for each in found)}


def copies_of_streets(tree: ast.Module) -> list[int]:
    """Give the lines where the streets or the sizes of the board stand in order.

    A table that says something else of each street is no copy.
    """
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            copied = values_of(node.elts) in (NAMES, SIZES)
        elif isinstance(node, ast.Dict):
            copied = all(values_of(part) in COPIES for part in (node.keys, node.values))
        else:
            continue
        lines += [node.lineno] if copied else []
    return lines


def values_of(nodes: list[ast.expr | None] | list[ast.expr]) -> list[object]:
    return [each.value if isinstance(each, ast.Constant) else None for each in nodes][:4]


# --- the checks -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> dict[Path, tuple[set[str], list[int]]]:
    """Give for each module the words of PHH in it, and the lines with copies of the streets."""
    return {path: looked_through(ast.parse(path.read_text("utf-8"))) for path in modules()}


def looked_through(tree: ast.Module) -> tuple[set[str], list[int]]:
    return writes_phh(tree), copies_of_streets(tree)


def test_one_module_knows_the_syntax_of_phh(found: dict[Path, tuple[set[str], list[int]]]) -> None:
    written = {path: words for path, (words, _) in found.items() if words}
    assert written.pop(PHH) == set(SYNTAX)
    assert written == {}


def test_streets_and_sizes_of_the_board_stand_once(
    found: dict[Path, tuple[set[str], list[int]]],
) -> None:
    copied = {path: lines for path, (_, lines) in found.items() if lines}
    assert len(copied.pop(STREETS)) == 1
    assert copied == {}


# --- the checks find what they look for -----------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["x = 'p1 cbr 300'", "x = f'd dh p{seat} {cards}'", "KEYS = ('min_bet',)"]
)
def test_syntax_in_another_module_is_found(text: str) -> None:
    assert writes_phh(ast.parse(text))


def test_an_example_in_a_docstring_is_no_second_writer() -> None:
    assert not writes_phh(ast.parse('def f():\n    """Read ``p1 cbr 300``."""'))


@pytest.mark.parametrize(
    "text",
    [
        "SIZES = (0, 3, 4, 5)",
        "SIZES = [0, 3, 4, 5, 5]",
        "OF = {0: 'preflop', 3: 'flop', 4: 'turn', 5: 'river'}",
        "OF = {'preflop': 0, 'flop': 1, 'turn': 2, 'river': 3}",
        "S = 'preflop', 'flop', 'turn', 'river'",
    ],
)
def test_a_second_copy_is_found(text: str) -> None:
    assert copies_of_streets(ast.parse(text)) == [1]


def test_other_numbers_are_no_copy() -> None:
    text = "X = (0, 1, 4, 5)\nY = {0: 3, 3: 1, 4: 1, 5: 0}"
    assert copies_of_streets(ast.parse(text)) == []
