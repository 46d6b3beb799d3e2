"""The implementation of `handsight hand-eval`, which prompts like the published program."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import click

from handsight.cli.progress import announcing
from handsight.cli.terminal import say
from handsight.errors import InputError, OptionError
from handsight.odds.equity.best_shares import hand_eval
from handsight.ranges.exact_weights import fraction_of
from handsight.views.odds.equity import hand_eval_report
from handsight.views.report import to_json

STEP = "hand evaluation"
PLAYERS = 2
_BETWEEN = re.compile(r"[\s,;]+")
_SHARE = re.compile(r"(\d{1,99}\.?\d{0,99}|\.\d{1,99})(%?)", re.ASCII)


def show_hand_eval(
    pocket: str | None,
    community: str | None,
    players: int | None,
    ranges: str | None,
    *,
    as_published: bool,
    deals: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Show the chances to win and to tie; without hole cards, prompt for each missing option.

    Args:
        pocket: our hole cards; None to prompt for missing options.
        community: cards of the board; None for an empty board, or to prompt if `pocket` is None.
        players: number of players, including ourselves; None for 2, or to prompt if `pocket` is
            None.
        ranges: shares of hands that the opponents play, as text for `shares_of`; None for all
            hands, or to prompt if `pocket` is None.
        as_published: whether to deal cards as the published program does.
        deals: number of deals to sample; None for the default.
        seed: seed of the sample.
        as_json: whether to print JSON, and to prompt on standard error.
    """
    if pocket is None:
        ask = partial(_asked, on_stderr=as_json)
        pocket = ask("Pocket", None)
        community = ask("Community", community)
        players = _asked_players(players, ask)
        ranges = ask("Opponent Ranges", ranges)
    players = PLAYERS if players is None else players
    shares = shares_of(ranges or "")
    sampling = "as-published" if as_published else None
    with announcing((STEP,)) as announce:
        announce(STEP)
        result = hand_eval(
            *(pocket, community or "", players, shares), sampling=sampling, deals=deals, seed=seed
        )
    report = hand_eval_report(result, players, shares)
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.views.odds.equity import hand_eval_text

    for line in hand_eval_text(report):
        say(line)


def shares_of(text: str) -> list[Fraction]:
    """Read shares like ``0.1 0.25``, with or without commas, or like ``10%``.

    Args:
        text: the text; empty for no shares.

    Raises:
        OptionError: if one of the shares is not a number.

    Example:
        >>> shares_of("0.1, 25%")
        [Fraction(1, 10), Fraction(1, 4)]
    """
    return [_share(word) for word in _BETWEEN.split(text) if word]


def _share(word: str) -> Fraction:
    match = _SHARE.fullmatch(word)
    if match is None:
        raise OptionError(
            f"opponent ranges hold {word!r}; they must be numbers from 0 to 1, like 0.1, one for "
            "each opponent"
        )
    return fraction_of(match.group(1), percent=bool(match.group(2)))


# --- asking -------------------------------------------------------------------------------------


def _asked(label: str, given: str | None, *, on_stderr: bool) -> str:
    return _answer(label, on_stderr) if given is None else given


def _asked_players(given: int | None, ask: Callable[[str, str | None], str]) -> int:
    answer = ask("Players", None if given is None else str(given))
    try:
        return int(answer)
    except ValueError:
        raise OptionError(
            f"Players is {answer.strip()!r}; it must be a whole number, including ourselves"
        ) from None


def _answer(label: str, on_stderr: bool) -> str:
    """Prompt for a line and return it.

    Args:
        label: text of the prompt.
        on_stderr: whether to prompt on standard error, because a program reads standard output.
    """
    click.echo(f"{label}: ", nl=False, err=on_stderr)
    try:
        return input()
    except (EOFError, RuntimeError, UnicodeDecodeError) as error:
        click.echo(err=on_stderr)
        fault = "cannot be read" if isinstance(error, UnicodeDecodeError) else "has ended"
        raise InputError(
            f"the input {fault} when {label!r} was asked for; type it, or give the options "
            "--pocket, --community, --players and --ranges"
        ) from None
