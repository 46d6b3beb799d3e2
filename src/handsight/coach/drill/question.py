"""Questions of a drill, the answers that people type, and feedback on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isnan

from handsight.errors import InputError

PLAYED = 0.1
"""An action that the strategy takes at least this often is right, unless `CONTRADICTED` applies."""

TRIFLE = 0.01
"""An action that loses at most this share of the pot is right."""

CONTRADICTED = 0.05
"""An action that loses more than this share of the pot does not count as played if EVs are not
sampled: where the strategy never gets with a hand, its frequencies mean nothing."""

LEAST_SHOWN = 0.005
"""A loss smaller than this, in big blinds, is described as none."""

_NUMBER = re.compile(r"(\d{1,4}(?:\.\d{1,4})?) ?(?:%|outs?)?", re.ASCII)
_SHORT = {"f": "fold", "k": "check", "x": "check", "c": "call", "a": "all-in", "p": "push"}
_BRACKETS = re.compile(r"[()]")


@dataclass(frozen=True)
class Question:
    """A question of a drill. Its fields hold only text and numbers, so it can be written as JSON.

    Attributes:
        kind: the name of the kind of question, such as ``preflop``.
        key: text that identifies the question, and from which `question_of` makes it again.
        spot: the kind of spot, for which progress is counted, such as ``BB facing a raise``.
        hole: your hole cards, such as ``AhKd``, or their hand class, such as ``A5s``; empty if the
            question is about chips alone.
        board: the cards on the board.
        line: what happened before, with one text for each street or fact.
        pot: the pot in big blinds, including the bets of this street; None if the question has no
            pot.
        to_call: big blinds that a call costs; None if the question has no pot.
        stacks: {position: big blinds behind} of the players in the hand.
        ask: the question in words.
        options: the possible answers; empty if the answer is a number.
    """

    kind: str
    key: str
    spot: str
    hole: str
    board: str
    line: tuple[str, ...]
    pot: float | None
    to_call: float | None
    stacks: dict[str, float]
    ask: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptionValue:
    """What an answer is worth.

    Attributes:
        name: the answer, one of `Question.options`.
        frequency: how often the strategy chooses it; None if there is no strategy.
        ev: big blinds that it wins, compared with a base common to all options; None if unknown.
        error: the standard error of ``ev``; None if it is unknown, or not sampled.
    """

    name: str
    frequency: float | None
    ev: float | None
    error: float | None = None


@dataclass(frozen=True)
class Feedback:
    """What an answer is worth, and why.

    Attributes:
        kind: the name of the kind of question.
        key: the key of the question.
        answer: the answer as it was understood.
        best: the best answer.
        right: whether the answer counts as right.
        lost: big blinds that the answer loses compared with the best one; None if unknown, or if
            the answer is a number.
        options: the worth of each option; empty if the answer is a number.
        reason: the reason, in a few sentences.
    """

    kind: str
    key: str
    answer: str
    best: str
    right: bool
    lost: float | None
    options: tuple[OptionValue, ...]
    reason: str


# --- answers --------------------------------------------------------------------------------------


def option_meant(options: tuple[str, ...], answer: str) -> str:
    """Return the option that an answer means.

    Args:
        options: the possible answers.
        answer: the number of an option, counted from 1; its name, or words of it, such as ``raise``
            or ``bet 50%``; or a letter: f, k or x (check), c, a (all-in), p (push).

    Raises:
        InputError: if the answer means none of the options, or several.

    Example:
        >>> actions = ("fold", "call", "raise to 2.5 bb", "all-in")
        >>> option_meant(actions, "r"), option_meant(actions, "4"), option_meant(actions, "F")
        ('raise to 2.5 bb', 'all-in', 'fold')
    """
    text = " ".join(answer.lower().split())
    if text.isdecimal() and text.isascii() and 1 <= int(text[:4]) <= len(options):
        return options[int(text) - 1]
    text = _SHORT.get(text, text)
    for fits in (_is_name, _is_start, _has_words):
        meant = [option for option in options if text and fits(option, text)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise InputError(f"{answer!r} can mean {' or '.join(meant)}; write more of it")
    listed = ", ".join(f"{number} {option}" for number, option in enumerate(options, 1))
    raise InputError(f"{answer!r} is no answer here; write one of: {listed}")


def _is_name(option: str, text: str) -> bool:
    return option.lower() == text


def _is_start(option: str, text: str) -> bool:
    return option.lower().startswith(text)


def _has_words(option: str, text: str) -> bool:
    return set(text.split()) <= set(_BRACKETS.sub("", option.lower()).split())


def number_meant(answer: str, most: float) -> float:
    """Return the number that an answer means.

    Args:
        answer: a number such as ``45``, ``45%`` or ``9 outs``.
        most: the largest number that can be right.

    Raises:
        InputError: if the answer is not a number from 0 to ``most``.

    Example:
        >>> number_meant("45%", 100), number_meant("9 outs", 50)
        (45.0, 9.0)
    """
    match = _NUMBER.fullmatch(answer.strip().lower())
    if match is None or float(match[1]) > most:
        raise InputError(f"{answer!r} is no answer here; write a number from 0 to {most:g}")
    return float(match[1])


# --- feedback -------------------------------------------------------------------------------------


def judged(
    question: Question, answer: str, values: tuple[OptionValue, ...], why: str = ""
) -> Feedback:
    """Return the feedback on an answer to a question with options.

    The played options are those that the strategy takes at least 10% of the time; if EVs are not
    sampled, options that lose more than 5% of the pot are not among them. The best option is the
    played one with the highest EV, so the noise of sampled EVs does not contradict the strategy.
    Where EVs are unknown, it is the option that the strategy takes most often. An answer is right
    if it is the best or another played option, or if it loses at most 1% of the pot.

    Args:
        question: the question.
        answer: what the person typed.
        values: the worth of each option, in the order of the question.
        why: text about this question, which ends the reason; may be empty.

    Raises:
        InputError: if the answer means none of the options, or several.
    """
    chosen = values[question.options.index(option_meant(question.options, answer))]
    played = _played(values, question.pot or 0)
    known = [each for each in played or values if each.ev is not None]
    best, lost = max(values, key=lambda each: each.frequency or 0), None
    if known and chosen.ev is not None:
        best = max(known, key=lambda each: each.ev or 0.0)
        lost = max((best.ev or 0.0) - chosen.ev, 0.0)
    is_cheap = lost is not None and lost <= TRIFLE * (question.pot or 0)
    right = chosen is best or is_cheap or (chosen.frequency is not None and chosen in played)
    reason = " ".join(filter(None, (_reason(chosen, best, lost), why)))
    return Feedback(
        *(question.kind, question.key, chosen.name, best.name, right, lost, values, reason)
    )


def _played(values: tuple[OptionValue, ...], pot: float) -> list[OptionValue]:
    """Return the options that the strategy takes often enough, unless exact EVs contradict it."""
    often = [each for each in values if each.frequency is None or each.frequency >= PLAYED]
    evs = [each.ev for each in values if each.ev is not None]
    if not evs or any(each.error is not None for each in values):
        return often
    least = max(evs) - CONTRADICTED * pot
    return [each for each in often if each.ev is None or each.ev >= least]


def _reason(chosen: OptionValue, best: OptionValue, lost: float | None) -> str:
    known = best.frequency is not None and best.frequency >= PLAYED
    usual = f" ({best.frequency:.0%} of the time)" if known else ""
    if chosen is best:
        return f"{best.name} is best{usual}."
    if lost is None:
        return f"{best.name} is the usual choice{usual}."
    if lost < LEAST_SHOWN:
        return f"{best.name} is the usual choice{usual}, but {chosen.name} wins as much."
    return f"{best.name} is best{usual}; {chosen.name} wins {lost:.2f} bb less."


def known_value(number: float) -> float | None:
    """Return a number, or None if it is NaN."""
    return None if isnan(number) else float(number)
