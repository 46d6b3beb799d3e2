"""A pocket table beside the exact equities as a plain dictionary, for programs."""

from __future__ import annotations

from typing import Any

from handsight.ranges import PocketGame, PocketValue, pocket_equity
from handsight.views.pocket import PocketReport


def pocket_fields(report: PocketReport) -> dict[str, Any]:
    """Give a pocket table as one object, its classes sorted by the games that they won.

    Args:
        report: of `pocket_report`.

    Example:
        >>> from handsight.ranges import shipped_pocket_table
        >>> from handsight.views.pocket import pocket_report
        >>> fields = pocket_fields(pocket_report(shipped_pocket_table("limit")))
        >>> fields["bet_cap"], fields["classes"][0]["pocket_class"]
        (4, 'AA')
    """
    table, line = report.table, report.line
    return {
        **_game_fields(table.game),
        "games": table.games,
        "seed": table.seed,
        "rank_correlation": {"win": report.by_wins, "chips": report.by_chips},
        "line": None if line is None else {"showdowns": line.showdowns, "off": line.off},
        "classes": [_class_fields(name, table.values[name]) for name in table.ranked()],
    }


def _game_fields(game: PocketGame) -> dict[str, Any]:
    small_bet, big_bet = game.bets or (None, None)
    return {
        "rules": game.rules,
        "players": game.players,
        "stack": game.stack,
        "small_blind": game.small_blind,
        "big_blind": game.big_blind,
        "small_bet": small_bet,
        "big_bet": big_bet,
        "bet_cap": game.bet_cap if game.bets else None,
    }


def _class_fields(name: str, value: PocketValue) -> dict[str, Any]:
    return {
        "pocket_class": name,
        "win": value.win,
        "tie": value.tie,
        "lose": value.lose,
        "showdowns": value.showdowns,
        "win_frequency": value.win_frequency,
        "win_stderr": value.win_stderr,
        "lose_frequency": value.lose_frequency,
        "lose_stderr": value.lose_stderr,
        "chips_per_game": value.chips_per_game,
        "chips_stderr": value.chips_stderr,
        "equity": pocket_equity(name).equity,
    }
