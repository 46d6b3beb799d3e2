"""The implementation of `handsight arena` and `handsight report`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from handsight.arena import ArenaResult, ArenaSpec, ArenaStore, Limits, resume, run_arena
from handsight.arena.schedule import agent_of
from handsight.arena.storage.secret import hidden_paths
from handsight.cli import AT_FAULT
from handsight.cli.forms import STDOUT, write_form
from handsight.cli.options import Workers
from handsight.cli.progress import line_now_and_then, progress_bar, resume_hint
from handsight.cli.terminal import say, show
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.views.arena.report import ArenaReport, arena_report

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.arena.variance.reduction import AdjustedResult
    from handsight.views.arena.decision_trace import DecisionTrace

RESUME = "go on with: handsight arena --resume {}"
"""The file name that stands for standard output."""

WITH_LUCK = ("json", "markdown")
"""The report formats that can show results with luck taken out."""


def arena_spec(
    agents: tuple[str, ...],
    *,
    format: str,
    blinds: tuple[int, int] | None,
    ante: int,
    limit: bool,
    decision: float | None,
    bank: float | None,
    memory: int | None,
    **fields: Any,
) -> ArenaSpec:
    """Build an arena's specification from the values of the options.

    Args:
        agents: names of the agents.
        format: format of the arena.
        blinds: small and big blind; None for the defaults of the format.
        ante: chips of each player's ante.
        limit: whether to play fixed limit.
        decision: time limit for one decision of an agent, in seconds; None for the default.
        bank: time bank of each agent for a match, in seconds; None for the default.
        memory: memory limit of a bot in megabytes; None for the default.
        fields: other fields of `ArenaSpec`.

    Raises:
        OptionError: if a value is not valid.
    """
    limits: dict[str, Any] = {"decision": decision, "bank": bank, "memory": memory}
    given = {name: value for name, value in limits.items() if value is not None}
    fields |= {"limits": Limits(**given), "stakes": _stakes(format, blinds, ante, limit)}
    return ArenaSpec(agents=agents, format=format, **fields)


def _stakes(format: str, blinds: tuple[int, int] | None, ante: int, limit: bool) -> Rules | None:
    """Return the rules for the given stakes, or None if the user chose none.

    With None, the arena's specification fills in its default stakes.
    """
    if blinds is None and not ante and not limit:
        return None
    small, big = blinds or ((5, 10) if format == "carry" else (50, 100))
    structure = "fixed-limit" if limit else "no-limit"
    return Rules(structure=structure, small_blind=small, big_blind=big, ante=ante)


def play_arena(
    spec: ArenaSpec,
    store: Path | None,
    forms: dict[str, str | None],
    adjust: str | None = None,
    *,
    workers: Workers,
    **run: Any,
) -> int:
    """Play agents against each other, show which one is better, and return the exit status.

    Args:
        spec: specification of the arena.
        store: file that keeps the results, whose arena is continued if it exists; None for a
            temporary file.
        forms: for each report format, the file to write, ``-`` to print the report, or None to omit
            it; if all are None, the report is shown as text.
        adjust: method that takes luck out of the results; None to leave luck in.
        workers: workers that play the hands.
        run: arguments ``secret`` and ``strict`` of `run_arena`.
    """
    _require_adjustable(spec, adjust, forms)
    for name in spec.named:
        agent_of(name)  # rejects unknown agents before anything is printed
    _say_who_is_trusted(spec)
    _say_what_is_missing(spec)
    with ExitStack() as stack:
        file = store
        if file is None:
            file = Path(stack.enter_context(TemporaryDirectory(prefix="handsight-")), "arena.db")
        executor = stack.enter_context(workers.cluster())
        with resume_hint(store, RESUME), _progress(spec.pairs * len(spec.matchups)) as progress:
            run |= {"workers": workers.number, "executor": executor, **_in_play(adjust)}
            run_arena(spec, file, progress=progress, **run)
        return _show_store(file, forms, adjust, workers.number, executor)


def resume_arena(
    store: Path,
    forms: dict[str, str | None],
    adjust: str | None = None,
    *,
    workers: Workers,
    **run: Any,
) -> int:
    """Resume an interrupted arena, show which agent is better, and return the exit status.

    Args:
        store: store of the interrupted arena.
        forms: for each report format, the file to write, ``-`` to print the report, or None to omit
            it; if all are None, the report is shown as text.
        adjust: method that takes luck out of the results; None to leave luck in.
        workers: workers that play the hands.
        run: arguments ``secret`` and ``strict`` of `run_arena`.
    """
    with ArenaStore.read(store) as opened:
        spec = opened.spec
    _require_adjustable(spec, adjust, forms)
    _say_who_is_trusted(spec)
    _say_what_is_missing(spec)
    with workers.cluster() as executor:
        with resume_hint(store, RESUME), _progress(spec.pairs * len(spec.matchups)) as progress:
            run |= {"workers": workers.number, "executor": executor, **_in_play(adjust)}
            resume(store, progress=progress, **run)
        return _show_store(store, forms, adjust, workers.number, executor)


def _in_play(adjust: str | None) -> dict[str, bool]:
    """Return the keyword argument of `run_arena` that turns AIVAT on, if `adjust` asks for it."""
    return {"aivat": True} if adjust == "aivat" else {}


def _say_who_is_trusted(spec: ArenaSpec) -> None:
    for name in spec.trusted:
        click.echo(
            f"{name} is trusted. It plays in this process with your rights: it may read and write "
            "your files, see all cards, change the result, and never answer.",
            err=True,
        )


def _say_what_is_missing(spec: ArenaSpec) -> None:
    """Warn about actions of other people's bots that this system cannot prevent."""
    if spec.trust or not any(agent_of(name).file for name in spec.named):
        return
    from handsight.arena.sandbox import MEASURES, missing_measures

    for name in missing_measures(spec.network):
        click.echo(f"this system has no {name}: {MEASURES[name]}", err=True)


def report_arena(
    store: Path,
    forms: dict[str, str | None],
    *,
    export: bool,
    phh: bool,
    adjust: str | None,
    hand: int | None,
    workers: Workers,
) -> int:
    """Show the results in the store of an arena, and return the exit status.

    Args:
        store: store of the arena.
        forms: for each report format, the file to write, ``-`` to print the report, or None to omit
            it; if all are None, the report is shown as text.
        export: whether to print the hands in the canonical format.
        phh: whether to print the hands in PHHS.
        adjust: method that takes luck out of the results; None to leave luck in.
        hand: number of a hand in the order of the export, from 1, whose decisions to show; None to
            report the whole arena.
        workers: workers that replay hands if taking luck out requires it.
    """
    if export or phh:
        if (export and phh) or adjust or hand is not None or any(forms.values()):
            name = "export" if export else "phh"
            raise OptionError(f"--{name} prints the hands; leave out the other options")
        _print_hands(store, as_phh=phh)
        return 0
    if hand is None:
        with workers.cluster() as executor:
            return _show_store(store, forms, adjust, workers.number, executor)
    if adjust:
        raise OptionError("--hand shows one hand; leave out --adjust")
    _trace_hand(store, hand, forms)
    return 0


def _trace_hand(store: Path, number: int, forms: dict[str, str | None]) -> None:
    from handsight.arena.decision_trace import place_of, trace_decisions
    from handsight.views.arena.decision_trace import decision_lines, decision_trace

    with ArenaStore.read(store) as opened:
        place, record = place_of(opened, number)
        hidden = hidden_paths(store, None)
        decisions = trace_decisions(opened.spec, place, opened.secret(), hidden)
        plays_ours = opened.spec.plays_ours
    trace = decision_trace(place, decisions)
    if any(forms.values()):
        _write_trace(trace, forms)
        return
    if plays_ours:  # our rules cannot replay hands by another platform's rules
        from handsight.cli.terminal import has_terminal
        from handsight.views.histories.replay import replay_report
        from handsight.views.histories.replay_text import replay_text

        for piece in replay_text(replay_report(record), drawn_suits=has_terminal()):
            show(piece)
        click.echo()
    for line in decision_lines(trace):
        say(line)


def _write_trace(trace: DecisionTrace, forms: dict[str, str | None]) -> None:
    from handsight.views.arena.decision_trace import decision_table
    from handsight.views.report import to_json
    from handsight.views.tables import html_page

    table = decision_table(trace)
    writers: dict[str, Callable[[], str]] = {
        "json": lambda: to_json(trace) + "\n",
        "markdown": lambda: table.markdown() + "\n",
        "csv": table.csv,
        "html": lambda: html_page(table.title, [table.html()]),
    }
    for form, target in forms.items():
        if target and form not in writers:
            raise OptionError(
                f"a hand cannot be written as --{form}; it can be written as "
                f"--{', --'.join(writers)}"
            )
        if target:
            write_form(writers[form](), target)


def _print_hands(store: Path, *, as_phh: bool) -> None:
    from handsight.arena import export_lines

    with ArenaStore.read(store) as opened:
        for line in _phhs_lines(opened) if as_phh else export_lines(opened):
            click.echo(line, nl=False)


def _phhs_lines(store: ArenaStore) -> Iterator[str]:
    from handsight.formats import phhs_text

    yield from phhs_text(hand.record for hand in store.hands())


# --- showing --------------------------------------------------------------------------------------


def _require_adjustable(spec: ArenaSpec, adjust: str | None, forms: dict[str, str | None]) -> None:
    """Reject `adjust` for an arena or a report format that does not support it."""
    if not adjust:
        return
    from handsight.arena.variance.reduction import require_adjustable

    require_adjustable(spec, adjust)
    if any(target and form not in WITH_LUCK for form, target in forms.items()):
        raise OptionError(f"--adjust works only with text, --{' and --'.join(WITH_LUCK)}")


def _show_store(
    store: Path,
    forms: dict[str, str | None],
    adjust: str | None,
    workers: int,
    executor: Executor | None,
) -> int:
    from handsight.arena.sums.player_counts import player_counts

    chosen = [form for form, target in forms.items() if target]
    with ArenaStore.read(store) as opened:
        _require_adjustable(opened.spec, adjust, forms)
        less_luck = _adjusted_results(opened, adjust, workers, executor) if adjust else []
        result = opened.result()
        with progress_bar("counting player statistics") as progress:
            counts = player_counts(opened, lambda done: progress(done, result.hands))
        report = arena_report(result, counts, opened.first_faults(), less_luck)
    if not chosen:
        _show_text(report)
    for form in chosen:
        write_form(_written(report, form), forms[form] or STDOUT)
    return AT_FAULT if report.at_fault else 0


def _show_text(report: ArenaReport) -> None:
    from handsight.views.arena.text import arena_text

    for part in arena_text(report):
        if isinstance(part, str):
            say(part)
        else:
            show(part)


def _adjusted_results(
    store: ArenaStore, method: str, workers: int, executor: Executor | None
) -> list[AdjustedResult]:
    from handsight.arena.variance.reduction import adjusted_results

    with progress_bar("taking luck out") as progress:
        return adjusted_results(store, method, progress, workers=workers, executor=executor)


def _written(report: ArenaReport, form: str) -> str:
    from handsight.views.arena import text as arena_text
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


# --- progress -------------------------------------------------------------------------------------


@contextmanager
def _progress(total_pairs: int) -> Iterator[Callable[[ArenaResult], None]]:
    """Yield a function that shows an arena's progress and speed, and one matchup's result so far.

    On a terminal, the function draws a bar; elsewhere, it prints an occasional line.
    """
    start: list[tuple[float, int]] = []

    def news(result: ArenaResult) -> str:
        # The first call comes before the first block: hands that a resumed store already has
        # must not count towards the speed.
        start.append((monotonic(), result.hands)) if not start else None
        return _news(result, *start[0])

    if not sys.stderr.isatty():
        said = line_now_and_then()

        def show(result: ArenaResult) -> None:
            said(f"{_pairs_done(result) / total_pairs:.0%}  {news(result)}")

        yield show
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total_pairs)

        def report(result: ArenaResult) -> None:
            bar.update(task, completed=_pairs_done(result), description=news(result))

        yield report


def _pairs_done(result: ArenaResult) -> int:
    # A matchup that was ended by its stop rule counts in full.
    pairs = result.spec.pairs
    return sum(pairs if each.finished else each.pairs for each in result.matchups)


def _news(result: ArenaResult, start: float, hands_before: int) -> str:
    """Describe the speed in hands per second, and the unfinished matchup with the fewest pairs.

    If all matchups are finished, any of them can be described.
    """
    from handsight.views.arena.text import signed

    rate = (result.hands - hands_before) / max(monotonic() - start, 1e-9)
    unfinished = [each for each in result.matchups if not each.finished] or result.matchups
    matchup = min(unfinished, key=lambda each: each.pairs)
    slot = matchup.slots[0]
    half = slot.statistics.half_width(result.spec.until is not None)
    names = " v ".join(matchup.matchup.agents)
    known = f"{signed(slot.statistics.bb100)} ± {half:,.1f} bb/100" if matchup.pairs > 1 else ""
    return f"{rate:,.0f} hands/s  {names} {known}"
