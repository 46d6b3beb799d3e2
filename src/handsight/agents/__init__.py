"""Agents: what one is, those that we have, and how to get one by its name.

Everything named here is imported at its first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handsight.agents.protocol import Agent as Agent
    from handsight.agents.protocol import AgentEvent as AgentEvent
    from handsight.agents.protocol import Decision as Decision
    from handsight.agents.protocol import HandStart as HandStart
    from handsight.agents.registry import AgentSpec as AgentSpec
    from handsight.agents.registry import agent as agent
    from handsight.agents.registry import agent_names as agent_names
    from handsight.agents.registry import agent_options as agent_options
    from handsight.agents.registry import agents as agents

_HOMES = {
    "handsight.agents.protocol": ("Agent", "AgentEvent", "Decision", "HandStart"),
    "handsight.agents.registry": ("AgentSpec", "agent", "agent_names", "agent_options", "agents"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
