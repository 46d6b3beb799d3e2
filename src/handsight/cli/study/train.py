"""The implementation of `handsight train`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import click

from handsight.blueprint import Blueprint, Buckets, HandBetting, Training, blueprint_of
from handsight.blueprint.blueprint import SHIPPED, trained_path
from handsight.blueprint.buckets import DEFAULT_BUCKETS
from handsight.blueprint.clustering import MOST_BUCKETS
from handsight.blueprint.training import MOST_ROUNDS, Watcher
from handsight.blueprint.turn_values import TurnValues, values_path
from handsight.cards.card import STREETS
from handsight.charts import PreflopValues
from handsight.charts.evs import preflop_path
from handsight.charts.lines import all_decisions
from handsight.charts.table_evs import TableValues
from handsight.cli.progress import interrupts_noted, progress_bar
from handsight.cli.study.solve import share_of
from handsight.cli.terminal import require_writable, say, show
from handsight.errors import InputError, OptionError
from handsight.learning import PolicyGame, PolicyTraining
from handsight.learning.policy import policy_path
from handsight.multiway import TableBetting, TableBlueprint, TableTraining
from handsight.multiway.blueprint import shipped_buckets, trained_table_path
from handsight.multiway.training import BYTES_PER_NUMBER
from handsight.runtime.machine import cores
from handsight.views.arena.training import (
    PolicyReport,
    TableTrainingReport,
    TrainingReport,
    curve_table,
    policy_curve_table,
    policy_text,
    table_training_text,
    training_text,
)
from handsight.views.report import to_json
from handsight.views.tables import TextTable

KEEP_EVERY = 60.0
"""Seconds between two saves of a training in progress."""

MOST_THREADS = 256
MOST_VALUE_DEALS = 10**8

TABLE_BUCKETS = 60
"""Default number of buckets on each of flop, turn and river, for three or more players."""

COMPACT_REACH = 1e-6
"""With --compact, lines before the flop that come up in a smaller share of hands than this have no
strategy."""

TABLE_OPTIONS = (
    *("multiway", "flop_players", "ante", "straddles", "rake", "rake_cap", "sharing", "memory"),
    "compact",
)
"""The options that are only for three or more players."""


LEARNING = 0.9
"""The share of --minutes to spend on learning if a strength curve follows, which gets the rest."""


class ResumableTraining(Protocol):
    """A training that the command can start, save and resume.

    Attributes:
        rounds: number of rounds completed so far.
    """

    rounds: int

    def save(self, path: Path) -> None:
        """Write everything needed to resume the training."""

    def load(self, path: Path) -> None:
        """Load a training from a file that `save` wrote."""


def train_blueprint(as_json: bool, options: dict[str, Any]) -> None:
    """Train a blueprint, save it, and show its strength in the course of the training.

    Args:
        as_json: whether to print JSON.
        options: values of the command's other options, by name.
    """
    stack, limit = options["stack"], options["limit"]
    _check_ends(options)
    _check_work(options)
    for name in TABLE_OPTIONS:
        if options[name] is not None and options[name] is not False:  # 0 is a value
            raise OptionError(f"--{name.replace('_', '-')} needs --players 3 or more")
    count = _bucket_count(options, DEFAULT_BUCKETS)
    sizes = {street: options[street] for street in STREETS if options[street] is not None}
    betting = replace(HandBetting.limit(stack) if limit else HandBetting(stack), **sizes)
    path = _path(options, trained_path(stack, limit))
    began = monotonic()
    with ThreadPoolExecutor(options["threads"] or cores()) as pool:
        buckets = _buckets(count, pool, path.parent)
        training = Training(betting, buckets, options["seed"])
        kept = _going_on(training, path, options)
        if training.rounds:
            say(f"going on after {training.all_deals:,} deals, from {str(kept)!r}", err=True)
        _learn(training, kept, options, lambda most, watch: training.learn(most, pool, watch))
        for stale in (values_path(path), preflop_path(path)):  # those of an earlier blueprint
            stale.unlink(missing_ok=True)
        Blueprint.of(training, []).save(path)  # in case the curve fails
        with _end_of(began, options["minutes"]) as stop:
            curve = training.curve(executor=pool, stop=stop)
        blueprint = Blueprint.of(training, curve)
        blueprint.save(path)
        if options["turn_deals"] and not limit:
            with progress_bar("estimating the values at the turn") as progress:
                values = TurnValues.estimate(
                    blueprint, options["turn_deals"], executor=pool, progress=progress
                )
            values.save(values_path(path))
        if options["chart_deals"]:
            with progress_bar("estimating the values before the flop") as progress:
                PreflopValues.estimate(
                    blueprint, options["chart_deals"], executor=pool, progress=progress
                ).save(preflop_path(path))
    report = TrainingReport.of(blueprint, training, str(path), monotonic() - began)
    _show(report, training_text(report), curve_table(report), as_json)


def train_table(as_json: bool, options: dict[str, Any]) -> None:
    """Train a blueprint for three or more players, save it, and show what it is.

    Args:
        as_json: whether to print JSON.
        options: values of the command's other options, by name.
    """
    _check_ends(options)
    _check_work(options)
    if options["limit"]:
        raise OptionError("--limit is for two players; a table of more plays no-limit")
    named = {
        name: options[name]
        for name in (*STREETS, "multiway", "flop_players", "ante", "rake_cap", "sharing")
        if options[name] is not None
    }
    if options["rake"] is not None:
        named["rake"] = share_of("rake", options["rake"])
    if options["straddles"] is not None:
        named["straddles"] = _straddles(options["straddles"])
    betting = TableBetting(options["players"], options["stack"], **named)
    count = _bucket_count(options, TABLE_BUCKETS)
    memory = None
    if options["memory"] is not None:
        if options["memory"] < 1:
            raise OptionError(f"--memory is {options['memory']}; it must be megabytes, 1 or more")
        memory = options["memory"] * 10**6
    path = _path(options, trained_table_path(betting.players, betting.stack))
    began = monotonic()
    with ThreadPoolExecutor(options["threads"] or cores()) as pool:
        buckets = _buckets(count, pool, path.parent)
        training = TableTraining(betting, buckets, options["seed"], memory=memory)
        numbers = len(training.regrets)
        say(f"{numbers:,} numbers, {numbers * BYTES_PER_NUMBER / 1e6:,.0f} MB", err=True)
        file = _going_on(training, path, options)
        if training.rounds:
            say(f"going on after {training.all_deals:,} deals, from {str(file)!r}", err=True)
        _learn(training, file, options, lambda most, watch: training.learn(most, pool, watch), 1.0)
        preflop_path(path).unlink(missing_ok=True)  # the values of an earlier blueprint
        blueprint = TableBlueprint.of(training)
        if options["compact"]:
            kept = all_decisions(blueprint, COMPACT_REACH)
            blueprint = blueprint.compact([at.node for at in kept])
        blueprint.save(path)
        if options["chart_deals"]:
            with progress_bar("estimating the values before the flop") as progress:
                TableValues.estimate(
                    blueprint, options["chart_deals"], executor=pool, progress=progress
                ).save(preflop_path(path))
    report = TableTrainingReport.of(blueprint, training, str(path), monotonic() - began)
    if as_json:
        click.echo(to_json(report))
    else:
        say(table_training_text(report))


def _straddles(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        raise OptionError(
            f"--straddles is {text!r}; it must be chips such as 200 or 200,400"
        ) from None


def train_policy(as_json: bool, options: dict[str, Any]) -> None:
    """Train a policy, save it, and show its strength in the course of the training.

    Args:
        as_json: whether to print JSON.
        options: values of the command's other options, by name.
    """
    _check_ends(options)
    game = PolicyGame(options["seats"], options["stack"], options["choices"], _hidden(options))
    path = _path(options, policy_path(game))
    began = monotonic()
    training = PolicyTraining(game, options["seed"])
    kept = _going_on(training, path, options)
    if training.rounds:
        say(f"going on after {training.all_hands:,} hands, from {str(kept)!r}", err=True)
    _learn(training, kept, options, training.learn)
    training.policy([]).save(path)  # in case the curve fails
    with progress_bar("playing the curve") as progress, _end_of(began, options["minutes"]) as stop:
        curve = training.curve(progress=progress, stop=stop)
    policy = training.policy(curve)
    policy.save(path)
    report = PolicyReport.of(policy, training, str(path), monotonic() - began)
    _show(report, policy_text(report), policy_curve_table(report), as_json)


def _hidden(options: dict[str, Any]) -> tuple[int, ...]:
    try:
        return tuple(map(int, options["hidden"].split(",")))
    except ValueError:
        raise OptionError(
            f"--hidden is {options['hidden']!r}; it must be numbers such as 96,96"
        ) from None


# --- what both kinds of blueprint have ------------------------------------------------------------


def _check_work(options: dict[str, Any]) -> None:
    """Check the number of threads, and the numbers of deals for values."""
    if options["threads"] is not None and not 1 <= options["threads"] <= MOST_THREADS:
        raise OptionError(f"--workers is {options['threads']}; it must be from 1 to {MOST_THREADS}")
    for name in ("turn_deals", "chart_deals"):
        if not 0 <= options[name] <= MOST_VALUE_DEALS:
            option = name.replace("_", "-")
            raise OptionError(
                f"--{option} is {options[name]}; it must be from 0 to {MOST_VALUE_DEALS:,}"
            )


def _bucket_count(options: dict[str, Any], usual: int) -> int:
    count: int = usual if options["buckets"] is None else options["buckets"]
    if not 1 <= count <= MOST_BUCKETS:
        raise OptionError(f"--buckets is {count}; it must be from 1 to {MOST_BUCKETS}")
    return count


# --- what all trainings have ----------------------------------------------------------------------


def _check_ends(options: dict[str, Any]) -> None:
    minutes, rounds = options["minutes"], options["rounds"]
    if minutes is not None and not 0 < minutes < 10**6:
        raise OptionError(f"--minutes is {minutes:g}; it must be a number above 0")
    if rounds is not None and not 0 < rounds <= MOST_ROUNDS:
        raise OptionError(f"--rounds is {rounds}; it must be from 1 to {MOST_ROUNDS:,}")


def _path(options: dict[str, Any], usual: Path) -> Path:
    """Return the path to write to, and create the folder of the default path."""
    require_writable("--save", options["save"])
    path: Path = options["save"] or usual
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _going_on(training: ResumableTraining, path: Path, options: dict[str, Any]) -> Path:
    """Load the training of an earlier run, if there is one, and return the path of its file.

    The file is next to `path`. Nothing is loaded with --restart.
    """
    kept = path.with_name(f"{path.stem}.training.npz")
    if kept.is_file() and not options["restart"]:
        try:
            training.load(kept)
        except InputError as error:
            raise InputError(f"{error}; --restart begins again") from None
    return kept


def _show(
    report: TrainingReport | PolicyReport, text: str, curve: TextTable, as_json: bool
) -> None:
    if as_json:
        click.echo(to_json(report))
        return
    say(text)
    show(curve.terminal())


def _buckets(count: int, pool: ThreadPoolExecutor, folder: Path) -> Buckets:
    """Return the shipped buckets if they have this count, else load or compute buckets.

    Computing buckets takes about a minute; they are saved in `folder` for later trainings.
    """
    if count == TABLE_BUCKETS:
        return shipped_buckets()
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


@contextmanager
def _end_of(began: float, minutes: float | None) -> Iterator[Callable[[], bool]]:
    """Yield a function that checks whether the time is up or an interrupt has occurred."""
    ends = inf if minutes is None else began + 60 * minutes
    with interrupts_noted() as interrupted:
        yield lambda: interrupted() or monotonic() >= ends


def _learn(
    training: ResumableTraining,
    kept: Path,
    options: dict[str, Any],
    learn: Callable[[int, Watcher], None],
    share: float = LEARNING,
) -> None:
    """Train until the time or the rounds run out, or until an interrupt, and save the training.

    Args:
        training: training to start or continue.
        kept: file in which to save the training.
        options: values of the command's options.
        learn: callable that runs at most the given number of rounds, and calls a watcher. It gets
            the rounds of --rounds that earlier runs have left.
        share: share of --minutes to spend on learning; the rest is for the strength curve.
    """
    minutes, rounds = options["minutes"], options["rounds"]
    began = saved = monotonic()
    with progress_bar("learning") as progress, interrupts_noted() as interrupted:

        def watch(done: int, _: int) -> bool:
            nonlocal saved
            now = monotonic()
            if minutes is not None:
                progress(int(now - began), int(60 * minutes * share))
            elif rounds is not None:
                progress(done, rounds)
            if now - saved > KEEP_EVERY:
                training.save(kept)
                saved = now
            return interrupted() or (minutes is not None and now - began >= 60 * minutes * share)

        most = MOST_ROUNDS if rounds is None else rounds
        learn(max(most - training.rounds, 0), watch)
    training.save(kept)
