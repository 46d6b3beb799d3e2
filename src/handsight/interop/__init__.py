"""Other poker platforms: their rules and bots in handsight, and handsight's agents on them."""

from handsight.interop.registry import (
    BotLoader,
    as_played,
    build_agent,
    game_maker,
    game_names,
)

__all__ = ["BotLoader", "as_played", "build_agent", "game_maker", "game_names"]
