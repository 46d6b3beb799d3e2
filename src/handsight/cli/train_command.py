"""What `handsight train` does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import click

from handsight.blueprint import Blueprint, Buckets, HandBetting, Training, blueprint_of
from handsight.blueprint.blueprint import SHIPPED, trained_path
from handsight.blueprint.clustering import MOST_BUCKETS
from handsight.blueprint.training import MOST_ROUNDS
from handsight.cards.card import STREETS
from handsight.cli.progress import interrupts_noted, progress_bar
from handsight.cli.terminal import require_writable, say, show
from handsight.errors import InputError, OptionError
from handsight.runtime.machine import cores
from handsight.views.blueprint import TrainingReport, curve_table, training_text
from handsight.views.report import to_json

KEEP_EVERY = 60.0
"""Seconds between two times that the training is kept on the way."""

MOST_THREADS = 256


def train_blueprint(as_json: bool, options: dict[str, Any]) -> None:
    """Train a blueprint, keep it, and show how strong it was on the way."""
    stack, limit, save = options["stack"], options["limit"], options["save"]
    minutes, rounds = options["minutes"], options["rounds"]
    if minutes is not None and not 0 < minutes < 10**6:
        raise OptionError(f"--minutes is {minutes:g}; it takes a number above 0")
    if rounds is not None and not 0 < rounds <= MOST_ROUNDS:
        raise OptionError(f"--rounds is {rounds}; it takes 1 to {MOST_ROUNDS:,}")
    if options["threads"] is not None and not 1 <= options["threads"] <= MOST_THREADS:
        raise OptionError(f"--threads is {options['threads']}; it takes 1 to {MOST_THREADS}")
    if not 1 <= options["buckets"] <= MOST_BUCKETS:
        raise OptionError(f"--buckets is {options['buckets']}; it takes 1 to {MOST_BUCKETS}")
    sizes = {street: options[street] for street in STREETS if options[street] is not None}
    betting = replace(HandBetting.limit(stack) if limit else HandBetting(stack), **sizes)
    require_writable("--save", save)
    path = save or trained_path(stack, limit)
    path.parent.mkdir(parents=True, exist_ok=True)
    began = monotonic()
    with ThreadPoolExecutor(options["threads"] or cores()) as pool:
        buckets = _buckets(options["buckets"], pool, path.parent)
        training = Training(betting, buckets, options["seed"])
        kept = path.with_name(f"{path.stem}.training.npz")
        if kept.is_file() and not options["restart"]:
            try:
                training.load(kept)
            except InputError as error:
                raise InputError(f"{error}; --restart begins anew") from None
            say(f"going on after {training.all_deals:,} deals, from {str(kept)!r}", err=True)
        _learn(training, kept, minutes, rounds, pool)
        training.save(kept)
        curve = training.curve(executor=pool)
    blueprint = Blueprint.of(training, curve)
    blueprint.save(path)
    report = TrainingReport.of(blueprint, training, str(path), monotonic() - began)
    if as_json:
        click.echo(to_json(report))
        return
    say(training_text(report))
    show(curve_table(report).terminal())


def _buckets(count: int, pool: ThreadPoolExecutor, folder: Path) -> Buckets:
    """Take those that ship, or of an earlier training, or make them, which takes a minute."""
    shipped = blueprint_of(SHIPPED).buckets
    if shipped.counts[1:] == (count,) * 3:
        return shipped
    path = folder / f"{count}.buckets"
    if path.is_file():
        return Buckets.load(path)
    with progress_bar("clustering hands") as progress:
        buckets = Buckets.make(count, count, count, executor=pool, progress=progress)
    buckets.save(path)
    return buckets


def _learn(
    training: Training,
    kept: Path,
    minutes: float | None,
    rounds: int | None,
    pool: ThreadPoolExecutor,
) -> None:
    """Learn until the time or the rounds are over, or somebody interrupts."""
    began = saved = monotonic()
    with progress_bar("learning") as progress, interrupts_noted() as interrupted:

        def watch(done: int, deals: int) -> bool:
            nonlocal saved
            now = monotonic()
            if minutes is not None:
                progress(int(now - began), int(60 * minutes))
            elif rounds is not None:
                progress(done, rounds)
            if now - saved > KEEP_EVERY:
                training.save(kept)
                saved = now
            return interrupted() or (minutes is not None and now - began >= 60 * minutes)

        most = MOST_ROUNDS if rounds is None else rounds
        training.learn(max(most - training.rounds, 0), pool, watch)
