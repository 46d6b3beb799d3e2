"""What `handsight agents` does."""

from __future__ import annotations

import json
from typing import Any

import click

from handsight.agents import agent_options, agents
from handsight.errors import OptionError


def list_agents(as_json: bool) -> None:
    """List the agents with their options."""
    listed = [(name, line, _options(name)) for name, line in agents().items()]
    if as_json:
        fields = {name: {"about": line, "options": options} for name, line, options in listed}
        click.echo(json.dumps(fields, indent=2))
        return
    from rich.table import Table
    from rich.text import Text

    from handsight.cli.terminal import say, show

    table = Table("agent", "what it does", "options", box=None, padding=(0, 2, 0, 0))
    table.header_style = "dim"
    table.columns[0].no_wrap = True
    for name, line, options in listed:
        written = " ".join(f"{key}={value}" for key, value in options.items())
        table.add_row(Text(name, "bold"), line, Text(written, "dim"))
    show(table)
    say("\nA bot of your own is named by its file and class: path/to/bot.py:MyBot.")


def _options(name: str) -> dict[str, Any]:
    """Give the options of an agent; none for one that cannot be loaded, as its line says."""
    try:
        return agent_options(name)
    except OptionError:
        return {}
