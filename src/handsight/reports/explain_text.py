"""An explanation laid out for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight.odds import Equity
from handsight.odds.spot import ANY
from handsight.odds.weights import Count
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranking import CATEGORIES, share_beaten
from handsight.reports.cards_text import cards_text
from handsight.reports.counts import count_text, number_of, shortened
from handsight.reports.sentence import plain_sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.odds import EffectiveHandStrength, Outs, PotentialHand
    from handsight.reports.explanation import Explanation

MOST_DRAWS = 8
MOST_OF_RANGE = 48
BAR = 24
_LABEL = "dim"


def explanation_text(explained: Explanation, *, drawn_suits: bool = True) -> RenderableType:
    """Lay an explanation out as tables.

    Args:
        explained: of `explain`.
        drawn_suits: whether suits are drawn (A♥) or written (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.reports import explain
        >>> text = explanation_text(explain("AhKh"), drawn_suits=False)
        >>> Console(width=80).print(text) # doctest: +ELLIPSIS
        AhKh ...
    """
    parts: list[RenderableType] = [_heading(explained, drawn_suits)]
    parts += [*_range_lines(explained, drawn_suits), Text()]
    parts += [_numbers(explained, drawn_suits), Text()]
    if explained.live_draws:
        parts += [_draws(explained.live_draws, drawn_suits), Text()]
    if explained.spot.street != "river":
        parts += [_classes(explained), Text()]
    if explained.outs is not None:
        parts += [_outs(explained.outs, drawn_suits), Text()]
    sentence = plain_sentence(explained)
    parts.append(Panel(sentence, expand=False) if drawn_suits else Text(sentence))
    return Group(*parts)


def _heading(explained: Explanation, drawn: bool) -> Text:
    spot = explained.spot
    heading = cards_text(spot.hole, drawn)
    if spot.board:
        heading = Text.assemble(heading, (" on ", _LABEL), cards_text(spot.board, drawn))
    if spot.dead:
        heading = Text.assemble(heading, (" without ", _LABEL), cards_text(spot.dead, drawn))
    rivals = f"   {spot.street}, {_opponents_in_words(explained.opponents)}"
    heading.append(rivals, style=_LABEL)
    heading.stylize("bold")
    return heading


def _range_lines(explained: Explanation, drawn: bool) -> Iterator[Text]:
    """Tell what opponents may hold, where it is not any cards."""
    spot = explained.spot
    if spot.is_against_any:
        return
    for number in range(1, len(spot.players) if spot.joint else 2):
        who = f"opponent {number}" if spot.joint and spot.opponents > 1 else "against"
        named = spot.named[number]
        text = "any cards" if named is ANY else shortened(str(named), MOST_OF_RANGE)
        combos = COMBO_COUNT if named is ANY else len(named)
        size = f" ({spot.combos(number):,} of {combos:,} combos left)"
        yield Text.assemble((f"{who} ", _LABEL), text, (size, _LABEL))
    if spot.excluded:
        cards = cards_text(spot.excluded, drawn)
        yield Text.assemble(("probably without ", _LABEL), cards)


def _opponents_in_words(opponents: int) -> str:
    return "one opponent" if opponents == 1 else f"{opponents} opponents"


def _numbers(explained: Explanation, drawn: bool) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style=_LABEL)
    table.add_column()
    table.add_column(style=_LABEL)
    for row in _number_rows(explained, drawn):
        table.add_row(*row)
    return table


def _number_rows(explained: Explanation, drawn: bool) -> Iterator[tuple[str, RenderableType, str]]:
    made = explained.evaluation
    if made is None:
        yield "class", explained.pocket_class, ""
    else:
        yield "made hand", made.name, f"strength {made.strength} of 7461"
        beats = f"beats {share_beaten(made.strength):.1%} of all five-card hands"
        yield "best five", cards_text(made.best_five, drawn), beats
    if explained.effective is not None:
        yield from _effective_rows(explained.effective)
    yield from _pot_rows(explained)


def _effective_rows(effective: EffectiveHandStrength) -> Iterator[tuple[str, str, str]]:
    strength, potential = effective.hand_strength, effective.potential
    ahead, tied, behind, total = map(
        _plain, (strength.ahead, strength.tied, strength.behind, strength.total)
    )
    counts = f"{ahead} ahead, {tied} tied, {behind} behind, of {total}"
    yield "hand strength", f"{strength.value:.4f}", counts
    if effective.opponents > 1 and not effective.joint:
        power = strength.against(effective.opponents)
        yield f"HS^{effective.opponents}", f"{power:.4f}", "all opponents, taken as independent"
    if potential.lookahead:
        whom = _opponents_in_words(potential.opponents)
        yield "PPot", f"{potential.ppot:.4f}", f"behind now, ahead at the river ({whom})"
        yield "NPot", f"{potential.npot:.4f}", f"ahead now, behind at the river ({whom})"
    yield "EHS", _with_error(effective), "best now, or becoming so"
    if effective.samples is not None:
        runouts = "runout" if effective.samples == 1 else "runouts"
        yield "", "", f"potential from {effective.samples:,} {runouts} drawn, seed {effective.seed}"
    if effective.p_win is not None:
        yield "P(win)", f"{effective.p_win:.4f}", "a tie as half a win"


def _with_error(effective: EffectiveHandStrength) -> str:
    return f"{effective.ehs:.4f}" + (
        f" ± {1.96 * effective.stderr:.4f}" if effective.stderr is not None else ""
    )


def _plain(count: Count) -> str:
    number = number_of(count)
    return str(number) if isinstance(number, int) else f"{number:.10g}"


def _pot_rows(explained: Explanation) -> Iterator[tuple[str, str, str]]:
    odds = explained.odds
    equity = f"{odds.equity:.4f}"
    if odds.stderr is not None:
        equity += f" ± {1.96 * odds.stderr:.4f}"
    yield "pot equity", equity, _how_known(odds)
    if odds.reason:
        yield "", "", f"not counted: {odds.reason}"
    share = f"a call pays up to {odds.equity:.1%} of the pot it makes"
    price = "any price" if explained.break_even is None else f"{explained.break_even:.2f} pots"
    yield "break-even", price, share


def _how_known(odds: Equity) -> str:
    if odds.method == "exact":
        win, tie, lose = map(count_text, (odds.win, odds.tie, odds.lose))
        return f"exact: {win} won, {tie} tied, {lose} lost"
    return f"95% interval, {odds.trials:,} deals, seed {odds.seed}"


def _draws(draws: list[PotentialHand], drawn: bool) -> Table:
    headings = ("draw", "held", "complete", "lacks", "river", "from")
    table = Table(*headings, box=None, padding=(0, 2, 0, 0))
    for place in (2, 3, 4):
        table.columns[place].justify = "right"
    for draw in draws[:MOST_DRAWS]:
        need = cards_text(draw.need[:MOST_DRAWS], drawn)
        if len(draw.need) > MOST_DRAWS:
            need.append(f" +{len(draw.need) - MOST_DRAWS} more", style=_LABEL)
        complete, river = f"{draw.completion:.0f}%", f"{draw.probability:.1%}"
        held = cards_text(draw.have, drawn)
        table.add_row(draw.name, held, complete, str(draw.missing), river, need)
    if len(draws) > MOST_DRAWS:
        table.add_row(Text(f"and {len(draws) - MOST_DRAWS} less likely", _LABEL))
    return table


def _classes(explained: Explanation) -> Table:
    odds = explained.class_odds
    table = Table("finish with", "next", "river", "", box=None, padding=(0, 2, 0, 0))
    table.columns[1].justify = table.columns[2].justify = "right"
    nearer, later = odds.next_card_probabilities, odds.river_probabilities
    for category in reversed(CATEGORIES):
        if later[category] or nearer[category]:
            bar = "█" * round(BAR * later[category]) if later[category] else ""
            name = category.replace("_", " ")
            table.add_row(name, f"{nearer[category]:.1%}", f"{later[category]:.1%}", bar)
    return table


def _outs(outs: Outs, drawn: bool) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for kind, cards in (("clean", outs.clean), ("tainted", outs.tainted)):
        table.add_row(Text(f"outs, {kind}", _LABEL), str(len(cards)), cards_text(cards, drawn))
    return table
