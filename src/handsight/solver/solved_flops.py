"""The results of a spot on many flops: one row for each flop, their mean, and files of rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cards import CardSet
from handsight.errors import InputError, OptionError
from handsight.runtime.kept_work import KeptWork

if TYPE_CHECKING:
    from handsight.odds import Spot
    from handsight.solver.betting import Betting

KEPT = KeptWork("flops", "spot", version=1, most_bytes=100_000_000)
"""The format of a file of flops; 22,100 flops with many actions take far less than its limit."""


@dataclass(frozen=True)
class SolvedFlop:
    """The result of a spot on one flop.

    Attributes:
        flop: the cards of the flop.
        count: how many of the 22,100 flops this flop represents.
        weight: the probability of those flops among all flops requested.
        ev: the expected chips from the pot, out of position and in position.
        equity: shares of the pot if all cards were dealt now, out of position and in position.
        actions: the actions of the first decision.
        frequencies: how often the player out of position takes each of these actions.
        exploitability: the exploitability as a share of the pot.
    """

    flop: str
    count: int
    weight: float
    ev: tuple[float, float]
    equity: tuple[float, float]
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]
    exploitability: float


def mean_of_flops(rows: Sequence[SolvedFlop]) -> tuple[tuple[float, float], dict[str, float]]:
    """Compute the mean of solved flops, weighted by the probability of each flop.

    Args:
        rows: the solved flops of one spot.

    Returns:
        The EV of both players in chips, and how often the player out of position takes each action
        at the first decision.

    Raises:
        OptionError: if there are no rows.
    """
    if not rows:
        raise OptionError("there are no flops; solve one or more")
    total = sum(row.weight for row in rows)
    evs = [sum(row.weight * row.ev[player] for row in rows) / total for player in range(2)]
    shares: dict[str, float] = {}
    for row in rows:
        for action, share in zip(row.actions, row.frequencies, strict=True):
            shares[action] = shares.get(action, 0.0) + row.weight * share / total
    return (evs[0], evs[1]), shares


# --- files --------------------------------------------------------------------------------------


def question_of(spot: Spot, betting: Betting, accuracy: float) -> dict[str, Any]:
    """Describe the settings that solved flops must share to be saved in one file.

    Args:
        spot: both players, without a board.
        betting: the pot, the stacks and the bet sizes.
        accuracy: the exploitability to reach, as a share of the pot.
    """
    players = [str(player) for player in spot.players]
    return {"ranges": players, "betting": betting.fields(), "accuracy": accuracy}


def write_flops(path: Path | str, question: dict[str, Any], rows: Iterable[SolvedFlop]) -> None:
    """Write solved flops; an existing file is replaced once the new one is complete.

    Args:
        path: the file to write.
        question: the settings that `question_of` returns.
        rows: the solved flops, each only once.

    Raises:
        OSError: if the file cannot be written.
    """
    KEPT.write(path, question, {"rows": [asdict(row) for row in rows]})


def read_flops(path: Path | str, question: dict[str, Any]) -> list[SolvedFlop]:
    """Read flops that were solved before; return an empty list if there is no such file.

    Args:
        path: the file to read, which need not exist yet.
        question: the current settings, which the file must match.

    Raises:
        InputError: if the file is damaged, has another version, or belongs to other settings.
        OSError: if the file cannot be read.
    """
    return KEPT.read(path, question, lambda held: [_row(row) for row in held["rows"]]) or []


def _row(fields: dict[str, Any]) -> SolvedFlop:
    lists = {name: tuple(fields[name]) for name in ("ev", "equity", "actions", "frequencies")}
    texts = (fields["flop"], *lists.pop("actions"))
    numbers = [fields[name] for name in ("count", "weight", "exploitability")]
    numbers += [each for row in lists.values() for each in row]
    usable = (
        all(isinstance(each, str) for each in texts)
        and all(isinstance(each, (int, float)) and math.isfinite(each) for each in numbers)
        and len(CardSet(fields["flop"])) == 3
        and len(lists["ev"]) == len(lists["equity"]) == 2
        and len(lists["frequencies"]) == len(texts) - 1
    )
    if not usable:
        raise InputError(f"the row of {fields['flop']!r} is not a solved flop")
    return SolvedFlop(**fields | lists | {"actions": texts[1:]})
