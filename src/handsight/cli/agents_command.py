"""What `handsight agents` does."""

from __future__ import annotations

import click

from handsight.views.listings import agent_entries, agents_table
from handsight.views.report import to_json


def list_agents(as_json: bool) -> None:
    """List the agents with their options."""
    entries = agent_entries()
    if as_json:
        click.echo(to_json(entries))
        return
    from handsight.cli.terminal import say, show

    show(agents_table(entries).terminal(styles=("bold", "", "dim")))
    say("\nA bot of your own is named by its file and class: path/to/bot.py:MyBot.")
