"""Other platforms: their rules, their bots here, ours there, and what finds them by their names."""

from handsight.interop.registry import (
    BotLoader,
    as_played,
    build_agent,
    game_maker,
    game_names,
)

__all__ = ["BotLoader", "as_played", "build_agent", "game_maker", "game_names"]
