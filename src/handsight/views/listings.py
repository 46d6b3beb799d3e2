"""Lists of the agents and evaluators that the command line knows by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from handsight.agents import agent_options, agents
from handsight.agents.registry import agent_origin
from handsight.arena.leaderboard import shipped_standings
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
    """

    family: str
    source: str
    about: str
    options: dict[str, Any]
    rank: int | None
    provisional: bool
    mbb_per_hand: float | None


@dataclass(frozen=True)
class EvaluatorEntry:
    """An evaluator in the registry.

    Attributes:
        cards: the numbers of cards that a hand can have, such as 5, 6 and 7.
        memory_bytes: size in bytes of the evaluator's tables.
        built: whether the evaluator's tables have been built; True for an evaluator that stores no
            tables in a file.
    """

    name: str
    cards: tuple[int, ...]
    memory_bytes: int
    built: bool


def agent_entries() -> dict[str, AgentEntry]:
    """Return the entries of all agents, by name.

    Example:
        >>> agent_entries()["call"].options
        {}
    """
    standings = shipped_standings()
    entries = {}
    for name, line in agents().items():
        standing = standings.get(name)
        strength = (
            (None, False, None)
            if standing is None
            else (standing.rank, standing.provisional, standing.mbb)
        )
        entries[name] = AgentEntry(*agent_origin(name), line, _options(name), *strength)
    return entries


def evaluator_entries() -> list[EvaluatorEntry]:
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
            "" if each.rank is None else rank_text(each.rank, provisional=each.provisional),
            each.family,
            each.source,
            "\n".join(filter(None, (each.about, _options_text(each)))),
        )
        for name, each in entries.items()
    ]
    heads = ("agent", "rank", "family", "source", "what it does, and its options")
    return TextTable("Agents", heads, rows, texts=(0, 2, 3, 4))


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
