"""The leaderboard as tables: how strong agents are, and who beats whom."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.arena.leaderboard import Leaderboard, Standing
from handsight.views.tables import TextTable


@dataclass(frozen=True)
class ResultReport:
    """What an agent won from another one.

    Attributes:
        mbb_per_hand: thousandths of a big blind a hand.
        half_width: of its 95 % interval.
    """

    opponent: str
    mbb_per_hand: float
    half_width: float


@dataclass(frozen=True)
class ResponseReport:
    """What a local best response won from an agent: a lower bound of what can be won.

    Attributes:
        mbb_per_hand: thousandths of a big blind a hand.
        half_width: of its 95 % interval.
        exact_hands: in which the response knew the exact range of the agent to the end.
    """

    hands: int
    mbb_per_hand: float
    half_width: float
    exact_hands: int


@dataclass(frozen=True)
class StandingReport:
    """An agent of the leaderboard.

    Attributes:
        rank: from 1; agents are ranked by `mbb_per_hand`.
        mbb_per_hand: thousandths of a big blind a hand: the mean over its opponents.
        half_width: of the 95 % interval of that mean.
        worst: the opponent against which it did least.
        response: None where none was played.
    """

    rank: int
    agent: str
    mbb_per_hand: float
    half_width: float
    worst: str
    response: ResponseReport | None
    milliseconds_per_decision: float
    results: tuple[ResultReport, ...]


@dataclass(frozen=True)
class LeaderboardReport:
    """All agents of a leaderboard, the strongest first.

    Attributes:
        stack: in big blinds.
        fewest_pairs: mirrored deals of the pairing with the fewest.
        most_pairs: of the one with the most.
    """

    stack: float
    seed: int
    fewest_pairs: int
    most_pairs: int
    standings: tuple[StandingReport, ...]


def leaderboard_report(board: Leaderboard) -> LeaderboardReport:
    """Make the report of a leaderboard.

    Example:
        >>> from handsight.arena.leaderboard import LeaderboardSpec
        >>> board = Leaderboard(LeaderboardSpec(pairs=10, hands=0))
        >>> board.play(["fold", "min-raise"])
        >>> report = leaderboard_report(board)
        >>> [(each.rank, each.agent, each.mbb_per_hand) for each in report.standings]
        [(1, 'min-raise', 750.0), (2, 'fold', -750.0)]
    """
    pairs = [row.pairs for row in board.pairings.values()]
    ranked = enumerate(board.standings(), start=1)
    return LeaderboardReport(
        board.spec.stack / board.spec.arena("call", "fold").stakes.big_blind,
        board.spec.seed,
        min(pairs),
        max(pairs),
        tuple(_standing(board, rank, each) for rank, each in ranked),
    )


def _standing(board: Leaderboard, rank: int, standing: Standing) -> StandingReport:
    row = standing.response
    response = None
    if row is not None:
        response = ResponseReport(row.hands, row.mbb, row.half_width, row.exact_hands)
    results = (
        ResultReport(other, *result)
        for other in board.agents
        if (result := board.result(standing.agent, other)) is not None
    )
    return StandingReport(
        rank,
        standing.agent,
        standing.mbb,
        standing.half_width,
        standing.worst[0],
        response,
        standing.milliseconds,
        tuple(results),
    )


def standings_table(report: LeaderboardReport) -> TextTable:
    """Make the table of all agents, the strongest first."""
    heads = ("", "agent", "mbb/h", "±", "least v", "mbb/h", "±", "response", "±", "ms")
    rows = []
    for each in report.standings:
        worst = _against(each, each.worst)
        response = each.response
        rows.append(
            (
                *(str(each.rank), each.agent, f"{round(each.mbb_per_hand):+,}"),
                *(f"{each.half_width:,.0f}", each.worst),
                *(("", "") if worst is None else _signed(worst.mbb_per_hand, worst.half_width)),
                *(
                    ("", "")
                    if response is None
                    else _signed(response.mbb_per_hand, response.half_width)
                ),
                f"{each.milliseconds_per_decision:.3g}",
            )
        )
    return TextTable("Standings", heads, rows, texts=(1, 4))


def pairings_table(report: LeaderboardReport) -> TextTable:
    """Make the table of who beats whom, from the side of the agent on the left."""
    names = [each.agent for each in report.standings]
    rows = []
    for each in report.standings:
        results = [_against(each, other) for other in names]
        cells = (
            "" if one is None else " ± ".join(_signed(one.mbb_per_hand, one.half_width))
            for one in results
        )
        rows.append((each.agent, *cells))
    return TextTable("Who beats whom", ("", *names), rows)


def leaderboard_page(report: LeaderboardReport) -> str:
    """Write a page in Markdown with all that is known, and how it was measured."""
    pairs = f"{report.fewest_pairs:,}"
    if report.most_pairs > report.fewest_pairs:
        pairs += f" to {report.most_pairs:,}"
    sampled = [
        each.agent
        for each in report.standings
        if each.response is not None and each.response.exact_hands < each.response.hands
    ]
    notes = [
        f"Stacks of {report.stack:g} big blinds before every hand, seed {report.seed}; {pairs} "
        "mirrored deals for each two agents, two hands each, a number that was fixed before.",
        "mbb/h are thousandths of a big blind a hand; ± is half of a 95 % interval.",
        "Agents are ranked by the mean over all opponents: who wins the most from this field is "
        "not always who loses the least to somebody, which the columns beside it say.",
        "The response is a local best response with fold, call, pot and all-in on every street. "
        "It is a lower bound of what can be won from an agent; folding every hand loses 750.",
        "ms are milliseconds for a decision, on the machine and with the load that there was.",
    ]
    if sampled:
        notes.append(
            "The range is sampled, or follows estimated chances, for at least one hand of "
            f"{', '.join(sampled)}."
        )
    parts = [
        "# Leaderboard",
        "\n".join(f"- {note}" for note in notes),
        "## Standings",
        standings_table(report).markdown(),
        "## Who beats whom",
        "From the side of the agent on the left, in mbb/h.",
        pairings_table(report).markdown(),
    ]
    return "\n\n".join(parts) + "\n"


def _against(standing: StandingReport, other: str) -> ResultReport | None:
    return next((each for each in standing.results if each.opponent == other), None)


def _signed(mbb: float, half_width: float) -> tuple[str, str]:
    return f"{round(mbb):+,}", f"{round(half_width):,}"
