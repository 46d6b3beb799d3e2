"""Agents: what one is, those that we have, and how to get one by its name.

Everything named here is imported at its first use.
"""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.agents.protocol import Agent as Agent
    from handsight.agents.protocol import AgentEvent as AgentEvent
    from handsight.agents.protocol import Decision as Decision
    from handsight.agents.protocol import HandStart as HandStart
    from handsight.agents.protocol import stream_for as stream_for
    from handsight.agents.registry import AgentSpec as AgentSpec
    from handsight.agents.registry import agent as agent
    from handsight.agents.registry import agent_names as agent_names
    from handsight.agents.registry import agent_options as agent_options
    from handsight.agents.registry import agents as agents

_HOMES: dict[str, tuple[str, ...]] = {
    "protocol": ("Agent", "AgentEvent", "Decision", "HandStart", "stream_for"),
    "registry": ("AgentSpec", "agent", "agent_names", "agent_options", "agents"),
}
__all__ = sorted(name for names in _HOMES.values() for name in names)
__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
