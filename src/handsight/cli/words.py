"""The implementation of `handsight words`, which explains the terms in outputs."""

from __future__ import annotations

import click

from handsight.cli.terminal import show
from handsight.views.glossary import GLOSSARY, explained
from handsight.views.report import to_json
from handsight.views.tables import TextTable


def show_words(word: str, as_json: bool) -> None:
    """Explain one word, or all words.

    Args:
        word: a term, or a part of one or several terms; "" for all terms.
        as_json: whether to print JSON.
    """
    chosen = dict(explained(word)) if word else GLOSSARY
    if as_json:
        click.echo(to_json(chosen))
        return
    rows = list(chosen.items())
    show(TextTable("", ("word", "meaning"), rows, texts=(0, 1)).terminal(styles=("bold",)))
