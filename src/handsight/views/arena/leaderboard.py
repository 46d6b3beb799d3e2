"""The leaderboard as a report, as tables and as a page: agents' strength, and who beats whom."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.arena.leaderboard import Leaderboard, Standing
from handsight.arena.response.local_best_response import ACTIONS
from handsight.views.tables import TextTable


@dataclass(frozen=True)
class ResultReport:
    """What an agent won from one opponent.

    Attributes:
        opponent: name of the opponent.
        mbb_per_hand: the agent's winnings in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb_per_hand`.
        hands: number of hands played.
    """

    opponent: str
    mbb_per_hand: float
    half_width: float
    hands: int


@dataclass(frozen=True)
class ResponseReport:
    """What a local best response won from an agent; some opponent can win at least this much.

    Attributes:
        mbb_per_hand: the response's winnings in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb_per_hand`.
        hands: number of hands played.
        exact_hands: number of hands throughout which the response knew the agent's exact range.
    """

    hands: int
    mbb_per_hand: float
    half_width: float
    exact_hands: int


@dataclass(frozen=True)
class ExploiterReport:
    """What a learned exploiter won from an agent; some opponent can win at least this much.

    Attributes:
        hands: number of hands played.
        mbb_per_hand: the exploiter's winnings in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb_per_hand`.
        rounds: number of rounds that the exploiter learned.
        actions: the exploiter's actions for the first bet on each street, in addition to those of
            the agent's blueprint.
    """

    hands: int
    mbb_per_hand: float
    half_width: float
    rounds: int
    actions: str


@dataclass(frozen=True)
class StandingReport:
    """An agent on the leaderboard.

    Attributes:
        agent: name of the agent.
        rank: rank from 1. The agent that wins least from the remaining agents is eliminated,
            repeatedly; the last remaining agent ranks first.
        provisional: whether some of the agent's pairings are shorter than those of most agents. Its
            rank is then the rank that it would have if it alone joined the agents that are not
            provisional.
        rest_mbb_per_hand: unweighted mean, over the agents ranked above this one, of the winnings
            from each, in thousandths of a big blind per hand; for the agent ranked first, winnings
            from the second.
        rest_half_width: half the width of the 95% interval of `rest_mbb_per_hand`.
        mbb_per_hand: unweighted mean, over all opponents, of the winnings from each, in thousandths
            of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb_per_hand`.
        worst: the opponent against which the agent has its lowest result.
        response: result of a local best response against the agent; None if none was played.
        exploiter: result of a learned exploiter against the agent; None if none was played.
        milliseconds_per_decision: average time of a decision in the agent's pairings, in
            milliseconds.
        results: the agent's result against each opponent.
    """

    rank: int
    provisional: bool
    agent: str
    rest_mbb_per_hand: float
    rest_half_width: float
    mbb_per_hand: float
    half_width: float
    worst: str
    response: ResponseReport | None
    exploiter: ExploiterReport | None
    milliseconds_per_decision: float
    results: tuple[ResultReport, ...]


@dataclass(frozen=True)
class LeaderboardReport:
    """All agents of a leaderboard, strongest first.

    Attributes:
        stack: stack of each player before every hand, in big blinds.
        seed: seed of all cards and agents.
        fewest_pairs: number of mirrored deals in the pairing that played the fewest.
        most_pairs: number of mirrored deals in the pairing that played the most.
        standings: the agents, by rank; a provisional agent comes before another of the same rank.
    """

    stack: float
    seed: int
    fewest_pairs: int
    most_pairs: int
    standings: tuple[StandingReport, ...]


def leaderboard_report(board: Leaderboard) -> LeaderboardReport:
    """Build the report of a leaderboard on which at least one pairing was played.

    Raises:
        InputError: if a pairing is missing, unless both of its agents have shorter pairings than
            most agents.

    Example:
        >>> from handsight.arena.leaderboard import LeaderboardSpec
        >>> board = Leaderboard(LeaderboardSpec(pairs=10, hands=0))
        >>> board.play(["fold", "min-raise"])
        >>> report = leaderboard_report(board)
        >>> [(each.rank, each.agent, each.mbb_per_hand) for each in report.standings]
        [(1, 'min-raise', 750.0), (2, 'fold', -750.0)]
    """
    pairs = [row.pairs for row in board.pairings.values()]
    return LeaderboardReport(
        board.spec.stack / board.spec.arena("call", "fold").stakes.big_blind,
        board.spec.seed,
        min(pairs),
        max(pairs),
        tuple(_standing(board, each) for each in board.standings()),
    )


def _standing(board: Leaderboard, standing: Standing) -> StandingReport:
    row = standing.response
    response = None
    if row is not None:
        response = ResponseReport(row.hands, row.mbb, row.half_width, row.exact_hands)
    learned, exploiter = standing.exploiter, None
    if learned is not None:
        exploiter = ExploiterReport(
            *(learned.hands, learned.mbb, learned.half_width, learned.rounds, learned.actions)
        )
    results = (
        ResultReport(other, *result, 2 * board.pairs(standing.agent, other))
        for other in board.agents
        if (result := board.result(standing.agent, other)) is not None
    )
    return StandingReport(
        standing.rank,
        standing.provisional,
        standing.agent,
        standing.rest,
        standing.rest_half_width,
        standing.mbb,
        standing.half_width,
        standing.worst[0],
        response,
        exploiter,
        standing.milliseconds,
        tuple(results),
    )


def standings_table(report: LeaderboardReport, *, hands: bool = True) -> TextTable:
    """Build the table of all agents, strongest first.

    Args:
        report: the result of `leaderboard_report`.
        hands: whether to add a column with the number of hands that each agent played against a
            single opponent, from the fewest to the most.
    """
    has_exploiters = any(each.exploiter is not None for each in report.standings)
    learned = ["learned", "±"] * has_exploiters
    heads = ["", "agent", "v above", "±", "v all", "±", "response", "±", *learned, "ms"]
    rows = []
    for each in report.standings:
        bounds = (each.response, each.exploiter) if has_exploiters else (each.response,)
        row = [
            *(rank_text(each.rank, provisional=each.provisional), each.agent),
            *_signed(each.rest_mbb_per_hand, each.rest_half_width),
            *_signed(each.mbb_per_hand, each.half_width),
            *(
                text
                for bound in bounds
                for text in (
                    ("", "") if bound is None else _signed(bound.mbb_per_hand, bound.half_width)
                )
            ),
            f"{each.milliseconds_per_decision:.3g}",
        ]
        rows.append([*row, _hands(each)] if hands else row)
    return TextTable("Standings", [*heads, *["hands each"] * hands], rows, texts=(1,))


def rank_text(rank: int, *, provisional: bool) -> str:
    """Write a rank, in brackets if it is provisional.

    Example:
        >>> rank_text(3, provisional=True)
        '(3)'
    """
    return f"({rank})" if provisional else str(rank)


def pairings_table(report: LeaderboardReport) -> TextTable:
    """Build the table of what each agent, by row, wins from each other agent.

    The winnings are in thousandths of a big blind per hand, with half the width of their 95%
    interval. The cell of two agents that did not play each other is empty.
    """
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
    """Write a Markdown page with all results, and an explanation of how they were measured."""
    pairs = f"{report.fewest_pairs:,}"
    if report.most_pairs > report.fewest_pairs:
        pairs += f" to {report.most_pairs:,}"
    sampled = [
        each.agent
        for each in report.standings
        if each.response is not None and each.response.exact_hands < each.response.hands
    ]
    notes = [
        f"Stacks of {report.stack:g} big blinds before every hand, seed {report.seed}. Every two "
        f"agents play {pairs} mirrored deals of two hands each; the number of deals was fixed in "
        "advance.",
        "All results are in thousandths of a big blind per hand; ± is half the width of the 95% "
        "interval. *Hands each* is the number of hands against each opponent, from the fewest to "
        "the most: slow agents play fewer hands, so their intervals are wider.",
        "Agents are ranked by elimination: the agent that wins least, on average, from the "
        "remaining agents is eliminated, again and again. So no agent ranks high because of what "
        "it wins from weak agents. *v above* is what an agent wins from the agents that rank above "
        "it (for the first agent, from the second), and *v all* is what it wins from all agents. "
        "Neighbours whose results differ by no more than their intervals can swap ranks in another "
        "run.",
        f"The response is a local best response that chooses from {ACTIONS} on every street. Its "
        "result is a lower bound on what can be won from an agent; folding every hand loses 750.",
        "ms is the mean time per decision in milliseconds, on the machine that played and under "
        "its load at the time.",
    ]
    exploiters = [each.exploiter for each in report.standings if each.exploiter is not None]
    if exploiters:
        counts = {each.rounds for each in exploiters}
        rounds = " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))
        notes.insert(
            4,
            "*Learned* is what a learned exploiter won from the agents that play by a blueprint, "
            f"after {rounds} rounds against the frozen blueprint, in hands against the agent "
            "itself, without luck by AIVAT. It is a lower bound, too.",
        )
    brackets = [each.agent for each in report.standings if each.provisional]
    if brackets:
        notes.append(
            f"Ranks in brackets ({', '.join(brackets)}) come from shorter pairings than the other "
            "ranks. Each is the rank that the agent would have among the agents without brackets, "
            "whose ranks it does not affect."
        )
    if sampled:
        notes.append(
            "The response sampled the agent's range, or followed it with estimated chances, in at "
            f"least one hand against {', '.join(sampled)}."
        )
    parts = [
        "# Leaderboard",
        "\n".join(f"- {note}" for note in notes),
        "## Standings",
        standings_table(report).markdown(),
        "## Who beats whom",
        "Each row shows what the agent on the left wins from the other agents, in thousandths of a "
        "big blind per hand.",
        pairings_table(report).markdown(),
    ]
    return "\n\n".join(parts) + "\n"


def _against(standing: StandingReport, other: str) -> ResultReport | None:
    return next((each for each in standing.results if each.opponent == other), None)


def _hands(standing: StandingReport) -> str:
    """Write the fewest and the most hands that an agent played against a single opponent."""
    counts = {result.hands for result in standing.results}
    return "–".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))


def _signed(mbb: float, half_width: float) -> tuple[str, str]:
    return f"{round(mbb):+,}", f"{round(half_width):,}"
