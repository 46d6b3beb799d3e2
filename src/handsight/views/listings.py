"""Lists of the agents and evaluators that the command line knows by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from handsight.agents import agent_options, agents
from handsight.agents.registry import agent_origin
from handsight.arena.leaderboard import shipped_standings
from handsight.arena.six_handed import shipped_six_handed
from handsight.errors import OptionError
from handsight.ranking.interface import evaluator, evaluators
from handsight.views.arena.leaderboard import rank_text
from handsight.views.tables import TextTable
from handsight.views.text_parts import bytes_text


@dataclass(frozen=True)
class AgentEntry:
    """An agent in the registry, and its place on the leaderboard.

    Attributes:
        family: how the agent decides, in a word or two.
        source: the paper that the agent follows, or the package that provides it; "" for neither.
        about: one line that describes the agent, or says why it cannot be loaded.
        options: options with their default values; empty for an agent that cannot be loaded.
        rank: rank on the leaderboard, from 1; None for an agent that is not on the leaderboard.
        provisional: whether the agent's pairings are shorter than those of most agents; False for
            an agent that is not on the leaderboard.
        mbb_per_hand: unweighted mean, over the other agents on the leaderboard, of the winnings
            from each, in thousandths of a big blind per hand; None for an agent that is not on the
            leaderboard.
        six_rank: rank on the six-handed leaderboard, from 1; None for an agent that is not on it.
        six_provisional: whether the agent is a guest on the six-handed leaderboard, which is never
            drawn as an opponent; False for an agent that is not on it.
        six_mbb_per_hand: winnings at tables of six against opponents drawn from the field, in
            thousandths of a big blind per hand; None for an agent that is not on the six-handed
            leaderboard.
        six_half_width: half the width of the 95% interval of `six_mbb_per_hand`; None like it.
    """

    family: str
    source: str
    about: str
    options: dict[str, Any]
    rank: int | None
    provisional: bool
    mbb_per_hand: float | None
    six_rank: int | None
    six_provisional: bool
    six_mbb_per_hand: float | None
    six_half_width: float | None


@dataclass(frozen=True)
class EvaluatorEntry:
    """An evaluator in the registry.

    Attributes:
        name: name of the evaluator.
        cards: the numbers of cards that a hand can have, such as 5, 6 and 7.
        memory_bytes: size in bytes of the evaluator's tables.
        built: whether the evaluator's tables have been built; True for an evaluator that stores no
            tables in a file.
    """

    name: str
    cards: tuple[int, ...]
    memory_bytes: int
    built: bool


AgentEntries: TypeAlias = dict[str, AgentEntry]
"""The entries of agents, by name."""

EvaluatorEntries: TypeAlias = list[EvaluatorEntry]
"""The entries of evaluators."""


def agent_entries() -> AgentEntries:
    """Return the entries of all agents, by name.

    Example:
        >>> agent_entries()["call"].options
        {}
    """
    standings, tables_of_six = shipped_standings(), shipped_six_handed()
    entries = {}
    for name, line in agents().items():
        standing = standings.get(name)
        strength = (
            (None, False, None)
            if standing is None
            else (standing.rank, standing.provisional, standing.mbb)
        )
        six = tables_of_six.get(name)
        at_six = (
            (None, False, None, None)
            if six is None
            else (six.rank, six.provisional, six.mbb, six.half_width)
        )
        entries[name] = AgentEntry(*agent_origin(name), line, _options(name), *strength, *at_six)
    return entries


def evaluator_entries() -> EvaluatorEntries:
    """Return the entries of all evaluators.

    Example:
        >>> evaluator_entries()[0].cards
        (5, 6, 7)
    """
    return [_entry(name) for name in evaluators()]


def agents_table(entries: dict[str, AgentEntry]) -> TextTable:
    """Build the table of agents, one in each row, with their ranks and options."""
    rows = [
        (
            name,
            _rank(each.rank, each.provisional),
            _rank(each.six_rank, each.six_provisional),
            each.family,
            each.source,
            "\n".join(filter(None, (each.about, _options_text(each)))),
        )
        for name, each in entries.items()
    ]
    heads = ("agent", "rank", "six", "family", "source", "what it does, and its options")
    return TextTable("Agents", heads, rows, texts=(0, *range(3, len(heads))))


def evaluators_table(entries: list[EvaluatorEntry]) -> TextTable:
    """Build the table of evaluators, one in each row, with the size of their tables."""
    rows = [
        (
            each.name,
            ", ".join(map(str, each.cards)),
            bytes_text(each.memory_bytes),
            "yes" if each.built else "no",
        )
        for each in entries
    ]
    return TextTable("Evaluators", ("evaluator", "cards", "tables", "built"), rows, texts=(0, 1, 3))


def _rank(rank: int | None, provisional: bool) -> str:
    return "" if rank is None else rank_text(rank, provisional=provisional)


def _options_text(entry: AgentEntry) -> str:
    return " ".join(f"{key}={value}" for key, value in entry.options.items())


def _options(name: str) -> dict[str, Any]:
    try:
        return agent_options(name)
    except OptionError:
        return {}


def _entry(name: str) -> EvaluatorEntry:
    each = evaluator(name)
    built = getattr(each, "built", True)
    return EvaluatorEntry(name, tuple(each.cards), each.memory_bytes, built)
