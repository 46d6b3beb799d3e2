"""What `handsight arena` and `handsight report` do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from handsight.arena import ArenaResult, ArenaSpec, ArenaStore, Limits, resume, run_arena
from handsight.arena.schedule import agent_of
from handsight.arena.secret import hidden_paths
from handsight.cli import AT_FAULT
from handsight.cli.progress import progress_bar
from handsight.cli.terminal import say, show
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.runtime.files import write_whole
from handsight.views.arena import ArenaReport, arena_report

if TYPE_CHECKING:
    from handsight.arena.adjusting import Adjusted
    from handsight.views.decision_trace import DecisionTrace

STDOUT = "-"
"""Stands for standard output where a file may be named."""

WITH_LUCK = ("json", "markdown")
"""Forms that can hold results with luck taken out."""

FORMS = ("json", "markdown", "csv", "html", "svg")


@dataclass(frozen=True, slots=True)
class Playing:
    """How an arena is played; what is played does not depend on it, but for the secret.

    Attributes:
        workers: processes that play.
        secret: a file, or ``none``; None for what is usual.
        strict: whether the first fault of an agent ends it.
    """

    workers: int
    secret: str | None
    strict: bool


def arena_spec(
    agents: tuple[str, ...],
    *,
    blinds: tuple[int, int] | None,
    ante: int,
    limit: bool,
    decision: float | None,
    bank: float | None,
    memory: int | None,
    **fields: Any,
) -> ArenaSpec:
    """Make a specification from the values of the options.

    Args:
        agents: their names.
        blinds: small and big; None for the usual ones of the format.
        ante: chips of each player.
        limit: whether bets have fixed sizes.
        decision: seconds that an isolated agent has for a decision; None for the usual.
        bank: seconds beyond the free ones, for a match.
        memory: megabytes.
        fields: of `ArenaSpec`, under their names; None for what was not given.

    Raises:
        OptionError: if something does not fit.
    """
    limits = Limits(**_named({"decision": decision, "bank": bank, "memory": memory}))
    given = _named({**fields, "stakes": _stakes(fields["format"], blinds, ante, limit)})
    return ArenaSpec(agents=agents, limits=limits, **given)


def _stakes(format: str, blinds: tuple[int, int] | None, ante: int, limit: bool) -> Rules | None:
    if blinds is None and not ante and not limit:
        return None
    small, big = blinds or ((5, 10) if format == "carry" else (50, 100))
    structure = "fixed-limit" if limit else "no-limit"
    return Rules(structure=structure, small_blind=small, big_blind=big, ante=ante)


def _named(given: dict[str, Any]) -> dict[str, Any]:
    """Leave out what was not given."""
    return {name: value for name, value in given.items() if value is not None}


def play_arena(
    spec: ArenaSpec, store: Path | None, how: Playing, forms: dict[str, str | None]
) -> int:
    """Let agents play each other, and show who is better; give the exit status."""
    _require_one_on_stdout(forms)
    for name in spec.agents:
        agent_of(name)  # refuses what does not exist before anything is said
    _say_who_is_trusted(spec)
    _say_what_is_missing(spec)
    with ExitStack() as stack:
        kept = store
        if kept is None:
            kept = Path(stack.enter_context(TemporaryDirectory(prefix="handsight-")), "arena.db")
        with _resume_hint(store), _live_progress(spec.pairs * len(spec.matchups)) as progress:
            run_arena(spec, kept, progress=progress, **asdict(how))
        return _show_store(kept, forms)


def resume_arena(store: Path, how: Playing, forms: dict[str, str | None]) -> int:
    """Go on with an arena that was interrupted, and show who is better; give the exit status."""
    _require_one_on_stdout(forms)
    with ArenaStore.read(store) as found:
        spec = found.spec
    most = spec.pairs * len(spec.matchups)
    _say_who_is_trusted(spec)
    _say_what_is_missing(spec)
    with _resume_hint(store), _live_progress(most) as progress:
        resume(store, progress=progress, **asdict(how))
    return _show_store(store, forms)


def _say_who_is_trusted(spec: ArenaSpec) -> None:
    for name in spec.trusted:
        click.echo(
            f"{name} is trusted. It plays in this process, as code of yours: it may read and write "
            "your files, see all cards, change the result, and never answer.",
            err=True,
        )


def _say_what_is_missing(spec: ArenaSpec) -> None:
    """Say what this system cannot keep the bots of others from."""
    if spec.trust or not any(agent_of(name).file for name in spec.agents):
        return
    from handsight.arena.sandbox import MEASURES, missing_measures

    for name in missing_measures(spec.network):
        click.echo(f"this system has no {name}: {MEASURES[name]}", err=True)


def report_arena(
    store: Path,
    forms: dict[str, str | None],
    printed: dict[str, bool],
    adjust: str | None,
    hand: int | None,
) -> int:
    """Show what the store of an arena holds; give the exit status."""
    chosen = [name for name, wanted in printed.items() if wanted]
    if chosen:
        if len(chosen) > 1 or adjust or hand is not None or any(forms.values()):
            raise OptionError(f"--{chosen[0]} prints the hands; leave the other options out")
        _print_hands(store, chosen[0])
        return 0
    _require_one_on_stdout(forms)
    if hand is None:
        return _show_store(store, forms, adjust)
    if adjust:
        raise OptionError("--hand tells of one hand; leave --adjust out")
    _trace_hand(store, hand, forms)
    return 0


def _trace_hand(store: Path, number: int, forms: dict[str, str | None]) -> None:
    """Show a hand with what led the agents."""
    from handsight.arena.retelling import place_of, retold
    from handsight.views.decision_trace import decision_lines, decision_trace

    with ArenaStore.read(store) as found:
        place, record = place_of(found, number)
        decisions = retold(found.spec, place, found.secret(), hidden_paths(store, None))
        ours = found.spec.plays_ours
    trace = decision_trace(place, decisions)
    if any(forms.values()):
        _write_trace(trace, forms)
        return
    if ours:
        from handsight.cli.terminal import has_terminal
        from handsight.views.replay import replay_report
        from handsight.views.replay_text import replay_text

        for piece in replay_text(replay_report(record), drawn_suits=has_terminal()):
            show(piece)
        click.echo()
    for line in decision_lines(trace):
        say(line)


def _write_trace(trace: DecisionTrace, forms: dict[str, str | None]) -> None:
    from handsight.views.decision_trace import decision_table
    from handsight.views.report import to_json
    from handsight.views.tables import html_page

    table = decision_table(trace)
    written: dict[str, Callable[[], str]] = {
        "json": lambda: to_json(trace) + "\n",
        "markdown": lambda: table.markdown() + "\n",
        "csv": table.csv,
        "html": lambda: html_page(table.title, [table.html()]),
    }
    for form, target in forms.items():
        if target and form not in written:
            raise OptionError(f"a hand has no --{form}; it has --{', --'.join(written)}")
        if target:
            _write(written[form](), target)


def _print_hands(store: Path, form: str) -> None:
    from handsight.arena import export_lines

    with ArenaStore.read(store) as found:
        for line in export_lines(found) if form == "export" else _phhs_lines(found):
            click.echo(line, nl=False)


def _phhs_lines(store: ArenaStore) -> Iterator[str]:
    from handsight.formats import phhs_text

    yield from phhs_text(hand.record for hand in store.hands())


# --- showing --------------------------------------------------------------------------------------


def _show_store(store: Path, forms: dict[str, str | None], adjust: str | None = None) -> int:
    from handsight.arena.habits import habits_of

    chosen = [form for form, target in forms.items() if target]
    if adjust and not set(chosen) <= set(WITH_LUCK):
        raise OptionError(f"--adjust goes with text, --{' and --'.join(WITH_LUCK)}")
    with ArenaStore.read(store) as kept:
        less_luck = _adjusted(kept, adjust) if adjust else []
        result = kept.result()
        with progress_bar("counting player statistics") as progress:
            counts = habits_of(kept, lambda done: progress(done, result.hands))
        report = arena_report(result, counts, kept.first_faults(), less_luck)
    if not chosen:
        _show_text(report)
    for form in chosen:
        _write(_written(report, form), forms[form] or STDOUT)
    return AT_FAULT if report.at_fault else 0


def _show_text(report: ArenaReport) -> None:
    from handsight.views.arena_text import arena_text

    for part in arena_text(report):
        if isinstance(part, str):
            say(part)
        else:
            show(part)


def _adjusted(store: ArenaStore, adjust: str) -> list[Adjusted]:
    from handsight.arena.adjusting import adjusted

    with progress_bar("taking luck out") as progress:
        return adjusted(store, adjust, progress)


def _written(report: ArenaReport, form: str) -> str:
    from handsight.views import arena_text
    from handsight.views.report import to_json

    if form == "json":
        return to_json(report) + "\n"
    writers: dict[str, Callable[[ArenaReport], str]] = {
        "markdown": arena_text.arena_markdown,
        "csv": arena_text.arena_csv,
        "html": arena_text.arena_html,
        "svg": arena_text.arena_svg,
    }
    return writers[form](report)


def _write(text: str, target: str) -> None:
    if target == STDOUT:
        click.echo(text, nl=False)
        return
    try:
        write_whole(target, text)
    except OSError as error:
        raise OptionError(f"{target!r} cannot be written: {error.strerror}") from None
    click.echo(f"written to {target}", err=True)


def _require_one_on_stdout(forms: dict[str, str | None]) -> None:
    printed = [f"--{form}" for form, target in forms.items() if target == STDOUT]
    if len(printed) > 1:
        raise OptionError(f"{' and '.join(printed)} both print; give files, or one of them")


# --- progress -------------------------------------------------------------------------------------


@contextmanager
def _resume_hint(store: Path | None) -> Iterator[None]:
    """Say, when the arena is stopped by a key, how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        if store is not None:
            click.echo(f"go on with: handsight arena --resume {store}", err=True)
        raise


@contextmanager
def _live_progress(most: int) -> Iterator[Callable[[ArenaResult], None] | None]:
    """Show on a terminal how far an arena is, how fast, and what is known by now."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=most)
        began: list[Any] = []

        def report(result: ArenaResult) -> None:
            began.append((monotonic(), result.hands)) if not began else None
            bar.update(task, completed=_done(result), description=_news(result, *began[0]))

        yield report


def _done(result: ArenaResult) -> int:
    most = result.spec.pairs
    return sum(most if played.finished else played.pairs for played in result.matchups)


def _news(result: ArenaResult, began: float, hands: int) -> str:
    """Give the speed, and the result so far of the matchup that was played least."""
    from handsight.views.arena_text import signed

    rate = (result.hands - hands) / max(monotonic() - began, 1e-9)
    unfinished = [played for played in result.matchups if not played.finished] or result.matchups
    played = min(unfinished, key=lambda each: each.pairs)
    slot = played.slots[0]
    half = slot.statistics.half_width(result.spec.until is not None)
    names = " v ".join(played.matchup.agents)
    known = f"{signed(slot.statistics.bb100)} ± {half:,.1f} bb/100" if played.pairs > 1 else ""
    return f"{rate:,.0f} hands/s  {names} {known}"
