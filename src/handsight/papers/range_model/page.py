"""Write the page on the opponent model: ``python -m handsight.papers.range_model.page``.

The page has the results between two marks. Only that part, and the pictures next to the page, are
rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from handsight.cards.card import STREETS
from handsight.formats import read_hands
from handsight.opponents.model import LIKELIHOODS, OpponentModel
from handsight.papers.pages import assembled, table_of, with_part
from handsight.papers.range_model.model import ENTRY_KEYS, TABLE, RangeProof, prove
from handsight.papers.range_model.proof import interval
from handsight.papers.range_model.svg import gain_svg, reliability_svg
from handsight.papers.reproduction import Finding, Order, above, all_hold
from handsight.ranges import grid
from handsight.runtime.files import write_whole
from handsight.runtime.machine import describe_machine
from handsight.views import heat_map_svg

COMMAND = "python -m handsight.papers.range_model.page docs/reproduced --data ARCHIVE"
HISTOGRAM = "histogram"
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
"""Six players at a table; Fay has the button."""

BLINDS = (50, 100, 0, 0, 0, 0)
STORY: tuple[tuple[str, ...], ...] = (
    ("raise", "Dan raise 250"),
    ("three-bet", "Dan raise 250", "Fay raise 900"),
    ("call", "Dan raise 250", "Fay raise 900", "Dan call"),
    ("flop", "Dan raise 250", "Fay raise 900", "Dan call", "Qh7h2c", "Dan check", "Fay bet 700",
     "Dan call"),
)  # fmt: skip
"""The actions of the example hand; each line begins with the name of the picture that shows the
range of the last player to act."""


def measured_part(proofs: Mapping[str, RangeProof], machine: Mapping[str, str]) -> str:
    """Return the results: the first likelihood in full, then all likelihoods side by side.

    Args:
        proofs: proofs by likelihood, on the same hands and folds.
        machine: description of the machine, as from `describe_machine`.

    Returns:
        Markdown.
    """
    table = next(iter(proofs.values())).table()
    table = replace(table, findings=[*table.findings, *comparisons(proofs)])
    beside = "\n\n".join(
        [table_of(table), "The likelihoods side by side:", _table(_side_by_side(proofs))]
    )
    source = (
        f"`{COMMAND}` wrote this part and the pictures; `handsight reproduce {TABLE} --data "
        "ARCHIVE` prints the first table, and with `--likelihood` the table of another likelihood."
    )
    return assembled(table, beside, source, machine)


def comparisons(proofs: Mapping[str, RangeProof]) -> list[Finding]:
    """Compare likelihoods with the histogram, and ranges after the flop with preflop ranges.

    Before the flop, the first likelihood is compared with the histogram, if the histogram is among
    the other likelihoods. After the flop, the ranges of each likelihood except the histogram are
    compared with its own ranges from the preflop actions alone.

    Args:
        proofs: proofs by likelihood, on the same hands and folds.
    """
    first, *others = proofs
    findings = []
    if HISTOGRAM in others:
        for what, entry in {"non_folders": None, **ENTRY_KEYS}.items():
            ends = _gap(proofs[first], proofs[HISTOGRAM], entry)
            findings.append(
                Finding(
                    f"Before the flop, {first} gains more than the histogram: "
                    f"{what.replace('_', ' ')}",
                    None if ends is None else above(ends, 0.0),
                    "no players" if ends is None else f"{ends[0]:+.3f} to {ends[1]:+.3f} bits",
                )
            )
    for name, proof in proofs.items():
        if name == HISTOGRAM:
            continue  # the histogram knows only the preflop actions
        means = [proof.gains[street]["difference"] for street in STREETS[1:]]
        verdicts = [above((mean.low, mean.high), 0.0) for mean in means]
        findings.append(
            Finding(
                f"After the flop, actions improve the ranges of {name} on every street",
                all_hold(verdicts),
                "; ".join(
                    f"{street} {mean.low:+.3f} to {mean.high:+.3f} bits"
                    for street, mean in zip(STREETS[1:], means, strict=True)
                ),
            )
        )
    return findings


def _gap(one: RangeProof, other: RangeProof, entry: int | None) -> tuple[float, float] | None:
    """Return the interval of how many bits more one proof gains preflop than another.

    Return None if there are no players to compare.

    Args:
        one: the first proof.
        other: the second proof, on the same hands.
        entry: index into `ENTRIES` of the players to compare; None for all players.
    """
    wanted = one.players[:, 1] == 0
    if entry is not None:
        wanted &= one.players[:, 2] == entry
    if not wanted.any():
        return None
    gaps = one.players[wanted, 4] - other.players[wanted, 4]
    return interval(gaps, one.players[wanted, 0].astype(np.int64), seed=one.seed)


def _side_by_side(proofs: Mapping[str, RangeProof]) -> list[list[str]]:
    rows = [["bits gained", *proofs], ["---", *("---:" for _ in proofs)]]
    wanted = [("preflop", "non_folders"), ("preflop", "first_raise"), ("preflop", "call")]
    wanted += [("preflop", "three_bet")]
    wanted += [
        (street, what)
        for street in ("flop", "turn", "river")
        for what in ("preflop_only", "all_actions")
    ]
    for street, what in wanted:
        values = [proof.gains[street][what].value for proof in proofs.values()]
        rows.append([f"{street}, {what.replace('_', ' ')}", *(f"{each:.3f}" for each in values)])
    rows.append(["log loss, bits", *(f"{each.log_loss['model']:.4f}" for each in proofs.values())])
    errors = [f"{100 * each.errors['ranges']:.2f}" for each in proofs.values()]
    rows.append(["ranges off by, points", *errors])
    return rows


def draw_story(model: OpponentModel) -> dict[str, str]:
    """Draw the ranges that a model infers in the example hand.

    Returns:
        SVG documents by name.
    """
    drawn = {}
    for name, *words in STORY:
        model.start_hand([10_000] * len(NAMES), len(NAMES) - 1, posts=BLINDS, names=NAMES)
        actor = ""
        for each in words:
            actor = _happens(model, each) or actor
        caption = f"{words[-1]}: what {actor} can hold; the likeliest combo weighs 100%"
        drawn[name] = heat_map_svg(grid(model.range(actor)), caption)
    return drawn


def write_pictures(folder: Path, pictures: Mapping[str, str]) -> None:
    """Write pictures to the folder of the page.

    Args:
        folder: folder of the page.
        pictures: SVG documents by name.

    Raises:
        OSError: if a picture cannot be written.
    """
    for name, picture in pictures.items():
        write_whole(folder / f"{TABLE}-{name}.svg", picture)


def _happens(model: OpponentModel, words: str) -> str:
    """Apply one event of the example hand; return the player who acted, or "" for a deal."""
    name, _, rest = words.partition(" ")
    if name not in NAMES:
        model.deal(words)
        return ""
    kind, _, total = rest.partition(" ")
    model.act(name, kind, int(total or 0))
    return name


def _table(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def write_range_page(folder: Path, data: Path, seed: int = 0) -> Path:
    """Test the opponent model on recorded hands, and write its page and the pictures.

    Args:
        folder: folder of the page.
        data: file, folder or archive of recorded hands.
        seed: seed of the parts and of the bootstrap.

    Returns:
        The path of the page.

    Raises:
        InputError: if the page lacks a mark, or there are too few hands.
        OSError: if a file cannot be read or written.
    """
    path = folder / f"{TABLE}.md"
    page = path.read_text("utf-8")
    with_part(page, "")  # raises for an invalid page before the work starts
    machine = describe_machine()
    proofs = {name: prove(data, name, Order(seed=seed)) for name in LIKELIHOODS}
    write_whole(path, with_part(page, measured_part(proofs, machine)).encode())
    first = next(iter(proofs.values()))
    model = OpponentModel(learning=False).fit(read_hands(data))
    pictures = {"reliability": reliability_svg(first), "gain": gain_svg(first)}
    write_pictures(folder, {**pictures, **draw_story(model)})
    return path


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--data", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--seed", default=0, show_default=True, help="Of the parts and the bootstrap.")
def main(folder: Path, data: Path, seed: int) -> None:
    """Prove the opponent model on recorded hands, and write its page of FOLDER and the pictures."""
    click.echo(f"Wrote {write_range_page(folder, data, seed)}")


if __name__ == "__main__":
    main()
