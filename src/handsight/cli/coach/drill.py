"""The implementation of `handsight drill`, which asks a person questions at the terminal."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

import click

from handsight.cli.options import DRILL_STORE, data_file
from handsight.cli.terminal import has_terminal, say, show
from handsight.coach.drill import KINDS, Drill, DrillStore, progress_of, question_of
from handsight.coach.drill.kind import DrillTable
from handsight.errors import InputError, OptionError
from handsight.runtime.seeds import seed_or_fresh
from handsight.views.coach.drill import (
    drill_report,
    feedback_text,
    progress_report,
    progress_text,
    question_text,
)
from handsight.views.report import to_json
from handsight.views.text_parts import counted_text

if TYPE_CHECKING:
    from handsight.coach.drill import Feedback, Question
    from handsight.coach.review.mistakes import ReviewMistakes

MISTAKES = "mistakes"
QUIT = ("q", "quit")
HELP = """\
  Answer with the number of an option, its name or its first letter:
  f fold   k check   c call   r raise   b bet   a all in   p push
  or with a number if that is asked.   q quit"""


def run_drill(
    what: str,
    as_json: bool,
    *,
    questions: int | None,
    players: int,
    stack: int | None,
    store: Path | None,
    seed: int | None,
    key: str | None,
    answer: str | None,
    reviews: Path | None,
    costliest: int,
    player: str | None,
    progress: bool,
) -> None:
    """Ask questions until the person quits, or ask one, or show the progress.

    Args:
        what: names of kinds of questions, the name of a spot, or ``mistakes``; empty for decisions
            in whole hands.
        as_json: whether to print JSON: one question, or the progress.
        questions: the number of questions; None to ask until the person quits.
        players: number of players at the table.
        stack: stack of each player in big blinds; None for the default.
        store: drill store for the answers; None for the one in the user's data folder, or for no
            store with ``as_json`` or an answer, unless there are reviews.
        seed: seed of the new questions; None for a random seed.
        key: key of the only question to ask; None to choose questions.
        answer: the answer to one question, which is then the only one; None to ask the person.
        reviews: store of reviewed hands whose costliest mistakes are added first; None for none.
        costliest: the maximum number of mistakes that are added.
        player: the name of the player whose mistakes are added; None for all.
        progress: whether to show the progress instead.
    """
    if reviews is not None and (progress or key is not None):
        raise OptionError("--reviews adds questions; leave out --key and --progress")
    if progress:
        if what or key is not None or answer is not None or questions is not None:
            raise OptionError(
                "--progress shows all kinds of questions, and asks none; leave out KIND, SPOT, "
                "--key, --answer and --questions"
            )
        _show_progress(store, as_json)
        return
    if questions is not None and questions < 1:
        raise OptionError(f"--questions is {questions}; it must be 1 or more")
    if key is not None and (what or questions is not None):
        raise OptionError("--key names the question; leave out KIND, SPOT and --questions")
    is_one = as_json or answer is not None
    kinds, spot, only_due = _chosen(what)
    if player is not None and reviews is None:
        raise OptionError("--player chooses mistakes of --reviews; add --reviews FILE")
    found = None if reviews is None else _reviewed(reviews, costliest, player)
    with ExitStack() as ends:
        kept = None
        if store is not None or found is not None or not is_one:
            kept = ends.enter_context(_opened(store))
        if found is not None and kept is not None:
            say(_added_text(kept.add_mistakes(found.mistakes), found), err=is_one)
        drill = Drill(
            kinds,
            DrillTable(players, stack, spot),
            seed_or_fresh(seed),
            kept,
            only_due=only_due,
        )
        ends.enter_context(drill)
        if is_one:
            _ask_one(drill, key, answer, as_json)
        else:
            _ask_all(drill, 1 if key is not None else questions, key)


def _chosen(what: str) -> tuple[tuple[str, ...], str, bool]:
    """Return the kinds of questions, the spot, and whether to ask only questions that are due."""
    words = what.lower().split()
    if words == [MISTAKES]:
        return tuple(KINDS), "", True
    if all(word in KINDS for word in words):
        return tuple(words), "", False
    if len(words) == 1:
        raise InputError(
            f"{what!r} is no kind of question and no spot; the kinds are {', '.join(KINDS)}, and "
            "a spot is written like 'BTN open' or 'BTN vs BB, 3bet'"
        )
    return (), what, False


def _opened(store: Path | None) -> DrillStore:
    if store is not None:
        return DrillStore(store, create=True)
    path = data_file(DRILL_STORE)
    path.parent.mkdir(parents=True, exist_ok=True)
    return DrillStore(path, create=True)


def _reviewed(path: Path, costliest: int, player: str | None) -> ReviewMistakes:
    from handsight.coach.review.mistakes import mistakes_of
    from handsight.coach.review.store import ReviewStore

    with ReviewStore(path, create=False) as held:
        return mistakes_of(held.hands(), costliest, time(), player)


def _added_text(new: int, found: ReviewMistakes) -> str:
    """Describe how many mistakes of a review were added, and how many could not be."""
    several = (
        f"The reviewed hands are of {', '.join(found.players)}; --player NAME chooses one.\n"
        if len(found.players) > 1
        else ""
    )
    return several + (
        f"The review has {counted_text(found.found, 'mistake')}. Added to the drill: {new:,}; "
        f"in it before: {len(found.mistakes) - new:,}; cannot be asked: {found.unaskable:,}."
    )


def _show_progress(store: Path | None, as_json: bool) -> None:
    """Show the progress in a store; a missing store in the data folder counts as empty."""
    path = store or data_file(DRILL_STORE)
    if store is None and not path.exists():
        report = progress_report((), 0, 0)
    else:
        with DrillStore(path) as kept:
            waiting, due = kept.repetitions(), kept.due(time())
            rows = progress_of(kept.answers(), waiting)
        report = progress_report(rows, len(due), len(waiting))
    if as_json:
        click.echo(to_json(report))
    else:
        show(progress_text(report))


# --- asking ---------------------------------------------------------------------------------------


def _ask_one(drill: Drill, key: str | None, answer: str | None, as_json: bool) -> None:
    question = drill.next() if key is None else question_of(key)
    if question is None:
        raise InputError("no question is due; come back later, or ask for a kind of question")
    feedback = None if answer is None else drill.answer(question, answer)
    report = drill_report(question, feedback)
    if as_json:
        click.echo(to_json(report))
        return
    show(question_text(report.question, drawn_suits=has_terminal()))
    if report.feedback is not None:
        show(feedback_text(report.feedback))


def _ask_all(drill: Drill, most: int | None, key: str | None) -> None:
    """Ask questions until the person quits or none is left, and show how well they did."""
    say(f"Seed {drill.seed}.\n{HELP}\n")
    given: list[Feedback] = []
    while most is None or len(given) < most:
        question = drill.next() if key is None else question_of(key)
        if question is None:
            say("No question is due.")
            break
        shown = drill_report(question).question
        show(question_text(shown, drawn_suits=has_terminal(), number=len(given) + 1))
        feedback = _answered(drill, question)
        if feedback is None:
            break
        given.append(feedback)
        told = drill_report(question, feedback).feedback
        if told is not None:
            show(feedback_text(told))
        click.echo()
    right = sum(each.right for each in given)
    lost = sum(each.lost or 0 for each in given)
    say(f"{counted_text(len(given), 'answer')}, {right} right; {lost:.2f} bb lost.")


def _answered(drill: Drill, question: Question) -> Feedback | None:
    """Prompt until the person enters a valid answer; return None if they quit or the input ends."""
    while True:
        try:
            typed = click.prompt("", prompt_suffix="  > ", default="", show_default=False)
        except click.Abort:
            click.echo()
            return None
        words = typed.strip().lower()
        if words in QUIT:
            return None
        if words in ("", "?", "help"):
            say(HELP)
            continue
        try:
            return drill.answer(question, words)
        except InputError as error:
            if isinstance(error, OptionError):
                raise
            say(f"  {error}")
