"""The names of the papers' tables, and a function that measures a table again."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from handsight.errors import OptionError
from handsight.papers.reproduction import Order, Reproduction
from handsight.ranking import evaluator
from handsight.ranking.interface import TableEvaluator
from handsight.runtime.suggestions import did_you_mean

_HOMES = {
    "cisti-2013-table-1": "handsight.papers.cisti_2013.table_1",
    "cisti-2013-table-2": "handsight.papers.cisti_2013.table_2",
    "cisti-2013-table-3": "handsight.papers.cisti_2013.table_3",
    "dsie-2011-table-1": "handsight.papers.dsie_2011_table_1",
    "counts": "handsight.papers.printed_counts",
    "odds-methods": "handsight.papers.odds_methods",
    "b351-claims": "handsight.papers.b351_claims",
    "fai-2022-ladder": "handsight.papers.fai_2022.ladder",
    "fai-2022-raises": "handsight.papers.fai_2022.raises",
    "loki-ladder": "handsight.papers.loki_ladder",
    "exploitability": "handsight.papers.exploitability",
}
"""The module of each table. The module has `reproduced`, and `EVALUATORS` if it times evaluators
that keep tables in files."""

TABLES = tuple(_HOMES)
"""The names of the tables."""


def reproduce(table: str, order: Order | None = None) -> Reproduction:
    """Measure a table of the papers again.

    Args:
        table: one of `TABLES`.
        order: options for measuring the table; None for the defaults.

    Raises:
        OptionError: if there is no such table.
        CacheError: if the table of an evaluator cannot be built or stored.

    Example:
        >>> total = reproduce("cisti-2013-table-1").rows[-1]
        >>> total.name, total.printed, total.measured
        ('Total', 7462, 7462)
    """
    result: Reproduction = _home(table).reproduced(order or Order())
    return result


def build_evaluators(table: str) -> None:
    """Build the files of the evaluators that a table races, before the race is timed.

    Args:
        table: one of `TABLES`.

    Raises:
        OptionError: if there is no such table.
        CacheError: if a file cannot be built or stored.

    Example:
        >>> build_evaluators("cisti-2013-table-1")
    """
    names: tuple[str, ...] = getattr(_home(table), "EVALUATORS", ())
    for name in names:
        raced = evaluator(name)
        if isinstance(raced, TableEvaluator):
            raced.build()


def _home(table: str) -> ModuleType:
    if table not in _HOMES:
        raise OptionError(
            f"table {table!r} does not exist{did_you_mean(table, _HOMES)}; the tables are "
            f"{', '.join(TABLES)}, and for recorded hands the command 'handsight reproduce "
            "range-model'"
        )
    return import_module(_HOMES[table])
