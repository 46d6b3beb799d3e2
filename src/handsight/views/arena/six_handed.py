"""The six-handed leaderboard as a report, as a table and as a page."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.arena.six_handed import SEATS, SixHandedLeaderboard
from handsight.views.arena.leaderboard import rank_text
from handsight.views.tables import TextTable


@dataclass(frozen=True)
class SixHandedStandingReport:
    """An agent on the six-handed leaderboard.

    Attributes:
        rank: rank by `mbb_per_hand`, from 1. The rank of a guest is the rank that it would have in
            the field, so an agent of the field can have the same rank.
        provisional: whether the agent is a guest: it plays against the field, but is never drawn as
            an opponent.
        agent: name of the agent.
        mbb_per_hand: mean winnings against opponents drawn from the field, in thousandths of a big
            blind per hand.
        half_width: half the width of the 95% interval of `mbb_per_hand`, with whole tables as the
            sampling units.
        tables: number of tables that count for the agent: all that it hosts and, for an agent of
            the field, those of the field's other hosts at which it sits. Of each of these hosts,
            only the first `SixHandedReport.hosted` tables count.
        hands: number of hands that the agent played at these tables.
    """

    rank: int
    provisional: bool
    agent: str
    mbb_per_hand: float
    half_width: float
    tables: int
    hands: int


@dataclass(frozen=True)
class SixHandedReport:
    """The results of a six-handed leaderboard.

    A mirrored deal is played six times with the same cards, once with each rotation of the seats.

    Attributes:
        stack: stack of each player before every hand, in big blinds.
        seed: seed of the opponents, the cards and the agents.
        field: names of the agents from which opponents are drawn.
        tables: number of tables played, by agents of the field and guests as hosts.
        hosted: number of tables that each agent of the field hosts; the smallest number, if they
            differ.
        fewest_pairs: number of mirrored deals at the table that played the fewest.
        most_pairs: number of mirrored deals at the table that played the most.
        standings: the agents, by rank; a guest comes before an agent of the field of the same rank.
    """

    stack: float
    seed: int
    field: tuple[str, ...]
    tables: int
    hosted: int
    fewest_pairs: int
    most_pairs: int
    standings: tuple[SixHandedStandingReport, ...]


def six_handed_report(board: SixHandedLeaderboard) -> SixHandedReport:
    """Build the report of a six-handed leaderboard.

    Raises:
        InputError: if an agent has hosted fewer than two tables.

    Example:
        >>> from handsight.arena.six_handed import SixHandedSpec
        >>> board = SixHandedLeaderboard(SixHandedSpec(tables=2, pairs=2))
        >>> board.play(["fold", "call"])
        >>> report = six_handed_report(board)
        >>> report.tables, [(each.agent, each.hands) for each in report.standings]
        (4, [('call', 144), ('fold', 144)])
    """
    standings = board.standings()
    pairs = [row.pairs for row in board.tables.values()]
    return SixHandedReport(
        board.spec.stack / board.spec.big_blind,
        board.spec.seed,
        board.members,
        len(board.tables),
        min(map(board.hosted, board.members)),
        min(pairs),
        max(pairs),
        tuple(
            SixHandedStandingReport(
                each.rank,
                each.provisional,
                each.agent,
                each.mbb,
                each.half_width,
                each.tables,
                each.hands,
            )
            for each in standings
        ),
    )


def six_handed_table(report: SixHandedReport) -> TextTable:
    """Build the table of all agents, by rank."""
    rows = [
        (
            rank_text(each.rank, provisional=each.provisional),
            each.agent,
            f"{round(each.mbb_per_hand):+,}",
            f"{round(each.half_width):,}",
            f"{each.tables:,}",
            f"{each.hands:,}",
        )
        for each in report.standings
    ]
    heads = ("", "agent", "mbb/hand", "±", "tables", "hands")
    return TextTable("Standings", heads, rows, texts=(1,))


def six_handed_page(report: SixHandedReport) -> str:
    """Write a Markdown page with all results, and an explanation of how they were measured."""
    pairs = f"{report.fewest_pairs:,}"
    if report.most_pairs > report.fewest_pairs:
        pairs += f" to {report.most_pairs:,}"
    notes = [
        f"Tables of {SEATS} players, stacks of {report.stack:g} big blinds before every hand, no "
        f"rake, seed {report.seed}. {report.tables:,} tables played {pairs} mirrored deals each. A "
        f"deal is played {SEATS} times with the same cards, and each player moves one seat on, so "
        "everybody plays the cards of all seats.",
        f"The field is the {len(report.field)} agents without brackets. Each of them hosts "
        f"{report.hosted:,} tables with {SEATS - 1} opponents drawn at random from the others, and "
        "all players of a table count. When to stop did not depend on the results.",
        "*mbb/hand* is what an agent wins in thousandths of a big blind per hand, on average over "
        f"its tables. Folding every hand loses at most {1500 / SEATS:g}.",
        "± is half the width of the 95% interval. It treats whole tables as the sampling unit, so "
        "it covers the luck of the cards, the random numbers of the agents, and which opponents "
        "were drawn. It does not cover another choice of the field: the result says what an agent "
        "wins from these agents, and not how much a good opponent could win from it.",
        "Agents are ranked by *mbb/hand*. A high rank can come from winning much from weak agents, "
        "unlike on [the heads-up leaderboard](leaderboard.md), which ranks by elimination. Agents "
        "whose intervals overlap can swap ranks in another run. The results at a table add up to "
        "0, so they are not independent of each other.",
    ]
    brackets = [each.agent for each in report.standings if each.provisional]
    if brackets:
        notes.append(
            f"Ranks in brackets ({', '.join(brackets)}) belong to guests: they host tables against "
            "the field, and are never drawn as opponents, for example because they are slow. Each "
            "has the rank that it would have in the field, whose ranks it does not affect."
        )
    parts = [
        "# Six-handed leaderboard",
        "\n".join(f"- {note}" for note in notes),
        "## Standings",
        six_handed_table(report).markdown(),
    ]
    return "\n\n".join(parts) + "\n"
