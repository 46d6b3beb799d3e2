"""The explanation of a hand as text for a terminal, and as one plain sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight.odds.counting.hands import Count
from handsight.odds.spot import ANY
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranking import CATEGORIES
from handsight.views.cards.evaluation import EvaluationReport, beaten_text
from handsight.views.tables import ScreenTable, TextTable
from handsight.views.text_parts import LABEL, cards_text, count_text, margin_text, shortened

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.views.cards.explanation import (
        ClassOddsReport,
        DrawReport,
        Explanation,
        OddsReport,
        OutsReport,
        StrengthReport,
    )

MOST_DRAWS = 8
DRAWS = ("straight", "flush", "straight_flush", "royal_flush")
"""The hands to which players say they draw; other hands are made by pairing a card."""
MOST_OF_RANGE = 48
BAR = 24
_LIKELY = 0.08
"""The probability of completing a draw below which the plain sentence omits the draw."""


def explanation_text(explained: Explanation, *, drawn_suits: bool = True) -> RenderableType:
    """Lay out an explanation as tables.

    Args:
        explained: the explanation to show.
        drawn_suits: whether suits are symbols (A♥) or letters (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.views import explain
        >>> text = explanation_text(explain("AhKh"), drawn_suits=False)
        >>> Console(width=80).print(text) # doctest: +ELLIPSIS
        AhKh ...
    """
    parts: list[RenderableType] = [_heading(explained, drawn_suits)]
    parts += [*_range_lines(explained, drawn_suits), Text()]
    parts += [_numbers(explained, drawn_suits), Text()]
    for name, draws in _kinds_of_draws(explained.live_draws):
        parts += [_draws(name, draws, drawn_suits), Text()]
    if explained.spot.street != "river":
        parts += [_classes(explained.class_odds), Text()]
    if explained.outs is not None:
        parts += [_outs(explained.outs, drawn_suits), Text()]
    sentence = plain_sentence(explained)
    parts.append(Panel(sentence, expand=False) if drawn_suits else Text(sentence))
    return Group(*parts)


def _heading(explained: Explanation, drawn: bool) -> Text:
    heading = cards_text(explained.hole, drawn)
    if explained.board:
        heading = Text.assemble(heading, (" on ", LABEL), cards_text(explained.board, drawn))
    if explained.dead:
        heading = Text.assemble(heading, (" without ", LABEL), cards_text(explained.dead, drawn))
    opponents = _opponents_in_words(explained.opponents)
    heading.append(f"   {explained.spot.street}, {opponents}", style=LABEL)
    heading.stylize("bold")
    return heading


def _range_lines(explained: Explanation, drawn: bool) -> Iterator[Text]:
    """Yield a line for each opponent's range, or for the one range of all opponents.

    A further line names the excluded cards, if there are any. If all opponents can hold any cards,
    there are no lines.
    """
    spot = explained.spot
    if spot.is_against_any:
        return
    for number in range(1, len(spot.players) if spot.joint else 2):
        who = f"opponent {number}" if spot.joint and spot.opponents > 1 else "against"
        named = spot.named[number]
        text = "any cards" if named is ANY else shortened(str(named), MOST_OF_RANGE)
        combos = COMBO_COUNT if named is ANY else len(named)
        size = f" ({spot.combos(number):,} of {combos:,} combos left)"
        yield Text.assemble((f"{who} ", LABEL), text, (size, LABEL))
    if spot.excluded:
        cards = cards_text(spot.excluded, drawn)
        yield Text.assemble(("probably without ", LABEL), cards)


def _opponents_in_words(opponents: int) -> str:
    return "one opponent" if opponents == 1 else f"{opponents} opponents"


def _numbers(explained: Explanation, drawn: bool) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style=LABEL)
    table.add_column()
    table.add_column(style=LABEL)
    for row in _number_rows(explained, drawn):
        table.add_row(*row)
    return table


def _number_rows(explained: Explanation, drawn: bool) -> Iterator[tuple[str, RenderableType, str]]:
    evaluation, strength = explained.evaluation, explained.hand_strength
    if evaluation is None:
        yield "class", explained.pocket_class, ""
    else:
        yield "made hand", evaluation.name, f"strength {evaluation.strength} of 7461"
        yield "best five", cards_text(evaluation.best_five, drawn), beaten_text(evaluation)
    if strength is not None:
        yield from _strength_rows(explained, strength)
    yield from _pot_rows(explained)


def _strength_rows(
    explained: Explanation, strength: StrengthReport
) -> Iterator[tuple[str, str, str]]:
    ahead, tied, behind, total = map(
        _plain, (strength.ahead, strength.tied, strength.behind, strength.total)
    )
    counts = f"{ahead} ahead, {tied} tied, {behind} behind, of {total}"
    yield "hand strength", f"{strength.value:.4f}", counts
    if explained.opponents > 1 and not explained.spot.joint:
        power = f"{strength.against_opponents:.4f}"
        yield f"HS^{explained.opponents}", power, "all opponents, taken as independent"
    potential = explained.potential
    if potential is not None and potential.lookahead:
        against = _opponents_in_words(potential.opponents)
        yield "PPot", f"{potential.ppot:.4f}", f"behind now, ahead at the river ({against})"
        yield "NPot", f"{potential.npot:.4f}", f"ahead now, behind at the river ({against})"
    sample = explained.sample
    margin = "" if sample is None else margin_text(sample.stderr)
    yield "EHS", f"{explained.ehs:.4f}{margin}", "best now, or becoming so"
    if sample is not None:
        runouts = "runout" if sample.samples == 1 else "runouts"
        yield "", "", f"potential from {sample.samples:,} {runouts} drawn, seed {sample.seed}"
    if explained.p_win is not None:
        yield "P(win)", f"{explained.p_win:.4f}", "a tie as half a win"


def _plain(count: Count) -> str:
    return count_text(count).replace(",", "")


def _pot_rows(explained: Explanation) -> Iterator[tuple[str, str, str]]:
    odds = explained.odds
    yield "pot equity", f"{odds.equity:.4f}{margin_text(odds.stderr)}", _how_known(odds)
    if odds.reason:
        yield "", "", f"not counted: {odds.reason}"
    yield "pot odds", *_pot_odds(odds.equity, explained.break_even)


def _pot_odds(equity: float, largest: float | None) -> tuple[str, str]:
    """Return the lowest pot odds at which a call is profitable, as a ratio and in words.

    A ratio looks like ``2.00 : 1``.

    Args:
        equity: our share of the pot, 0..1.
        largest: the largest profitable call, in units of the pot before the call; None if every
            call is profitable.
    """
    if largest is None:
        return "0 : 1", "a call is profitable at any price"
    if not equity:
        return "none", "no call is profitable"
    return f"{1 / largest:.2f} : 1", f"a call is profitable up to {largest:.2f} × the pot"


def _kinds_of_draws(draws: Sequence[DrawReport]) -> Iterator[tuple[str, list[DrawReport]]]:
    """Yield the heading and draws of two groups: to straights and flushes, and by pairing cards.

    A group without draws is left out.
    """
    for name, is_draw in (("draw", True), ("by pairing", False)):
        if kind := [each for each in draws if (each.hand_class in DRAWS) is is_draw]:
            yield name, kind


def _how_known(odds: OddsReport) -> str:
    if odds.method == "exact":
        win, tie, lose = map(count_text, (odds.win, odds.tie, odds.lose))
        return f"exact: {win} won, {tie} tied, {lose} lost"
    return f"95% interval, {odds.trials:,} deals, seed {odds.seed}"


def _draws(name: str, draws: Sequence[DrawReport], drawn: bool) -> Table:
    headings = (name, "held", "complete", "lacks", "river", "from")
    table = Table(*headings, box=None, padding=(0, 2, 0, 0))
    for place in (2, 3, 4):
        table.columns[place].justify = "right"
    for draw in draws[:MOST_DRAWS]:
        need = cards_text(draw.need[:MOST_DRAWS], drawn)
        if len(draw.need) > MOST_DRAWS:
            need.append(f" +{len(draw.need) - MOST_DRAWS} more", style=LABEL)
        complete, river = f"{draw.completion:.0f}%", f"{draw.probability:.1%}"
        held = cards_text(draw.have, drawn)
        table.add_row(draw.name, held, complete, str(draw.missing), river, need)
    if len(draws) > MOST_DRAWS:
        table.add_row(Text(f"and {len(draws) - MOST_DRAWS} less likely", LABEL))
    return table


def _classes(odds: ClassOddsReport) -> ScreenTable:
    nearer, later = odds.next_card.probabilities, odds.river.probabilities
    rows = [
        (
            category.replace("_", " "),
            f"{nearer[category]:.1%}",
            f"{later[category]:.1%}",
            "█" * round(BAR * later[category]),
        )
        for category in reversed(CATEGORIES)
        if later[category] or nearer[category]
    ]
    return TextTable("", ("finish with", "next", "river", ""), rows, texts=(0, 3)).terminal()


def _outs(outs: OutsReport, drawn: bool) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for kind, cards in (("clean", outs.clean), ("tainted", outs.tainted)):
        table.add_row(Text(f"outs, {kind}", LABEL), str(len(cards)), cards_text(cards, drawn))
    return table


# --- the sentence -------------------------------------------------------------------------------


def plain_sentence(explained: Explanation) -> str:
    """Describe the most important facts about the explained hand in one sentence.

    Example:
        >>> from handsight.views import explain
        >>> print(plain_sentence(explain("AhAd")))
        AA wins 85.2% of the pot against a random hand.
    """
    evaluation = explained.evaluation
    share = f"{explained.odds.equity:.1%} of the pot against {_opponents_held(explained)}"
    if evaluation is None:
        return f"{explained.pocket_class} wins {share}."
    if explained.spot.street == "river":
        return f"You have {_with_article(evaluation)}: it wins {share}."
    held = _with_article(evaluation) + _draws_in_words(explained)
    return f"You have {held}: you are ahead {_ahead(explained)}, and win {share}."


def _ahead(explained: Explanation) -> str:
    better = "" if explained.hand_strength is None else f"{explained.hand_strength.value:.0%}"
    if explained.spot.joint and explained.opponents > 1:
        return f"of all in {better} of cases now"
    return f"of {better} of {'hands' if explained.spot.is_against_any else 'the range'} now"


def _with_article(evaluation: EvaluationReport) -> str:
    counted = ("high_card", "two_pair", "three_of_a_kind", "four_of_a_kind")
    return evaluation.name if evaluation.category in counted else f"a {evaluation.name}"


def _opponents_held(explained: Explanation) -> str:
    several = explained.opponents > 1
    if explained.spot.is_against_any:
        return f"{explained.opponents} random hands" if several else "a random hand"
    if not several:
        return "the range"
    if explained.spot.joint:
        return f"the {explained.opponents} ranges"
    return f"{explained.opponents} such hands"


def _draws_in_words(explained: Explanation) -> str:
    draws = dict.fromkeys(
        f"a {draw.hand_class} draw"
        for draw in explained.live_draws
        if draw.missing == 1
        and draw.hand_class in ("straight", "flush")
        and draw.probability >= _LIKELY
    )
    return f" and {' and '.join(draws)}" if draws else ""
