"""Players in a store: their statistics, their types, and how often they play groups of hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from handsight.opponents.stats import (
    POSITIONS,
    Counts,
    ImportReport,
    PlayerStatistics,
    PlayerType,
    Result,
    counts_by_type,
    player_statistics,
    player_type,
    situation_statistics,
)
from handsight.opponents.stats.player_type import ABBREVIATIONS
from handsight.opponents.stats.situations import BEFORE_FLOP, STREETS_AFTER
from handsight.ranges.class_grid import percent_text
from handsight.views.cards.ranges import RangeSummary, range_map, range_summary, size_in_words
from handsight.views.histories.replay import DamagedReport, damaged_report
from handsight.views.report import HIDDEN, report_of
from handsight.views.tables import TextTable
from handsight.views.text_parts import LABEL, counted_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

HABITS = {
    "c_bet": "c-bet",
    "fold_to_c_bet": "fold to c-bet",
    "check_raise": "check-raise",
    "donk_bet": "donk bet",
}
LABELS = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "fold_to_raise": "fold to raise",
    "aggression_factor": "AF",
    "aggression_frequency": "aggression frequency",
    "wtsd": "WTSD",
    "w_sd": "W$SD",
    "fold_to_flop_bet": "fold to flop bet",
    "fold_to_turn_bet": "fold to turn bet",
    "fold_to_river_bet": "fold to river bet",
    "fold_to_three_bet": "fold to 3-bet",
    "steal": "steal",
    "fold_to_steal": "fold to steal",
    **{
        f"{name}_{street}": f"{label}, {street}"
        for name, label in HABITS.items()
        for street in STREETS_AFTER
    },
}
"""The label of each statistic."""

IN_TABLE = ("vpip", "pfr", "three_bet", "aggression_factor", "wtsd", "w_sd")
GROUP_NAMES = (*"12345678", "none")
ACTIONS = {"play": "play", "raise": "raise", "call": "only call with"}
UNKNOWN_KIND = "unknown"
NOTHING = "–"


class Thresholds(TypedDict, total=False):
    """Thresholds between types, as keyword arguments of `handsight.opponents.stats.player_type`."""

    loose_from: float
    aggressive_from: float


@dataclass(frozen=True)
class Measured:
    """A number and the ends of its 95% interval.

    Attributes:
        value: the number; None if nothing was counted.
        low: lower end of the interval; None if no two hands have different results.
        high: upper end of the interval; None if no two hands have different results.
    """

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class MeasuredStatistic:
    """A share or a ratio, with the counts behind it; see `handsight.opponents.stats.Statistic`.

    Attributes:
        value: the numerator divided by the denominator; None if the denominator is 0.
        low: lower end of the 95% interval; None if nothing was counted.
        high: upper end of the 95% interval; None if nothing was counted, and infinite (null in
            JSON) for a ratio to 0.
        is_share: whether the statistic is a share of a whole; otherwise it is the ratio of two
            counts.
    """

    numerator: int
    denominator: int
    value: float | None
    low: float | None
    high: float | None
    is_share: bool = field(metadata=HIDDEN)


@dataclass(frozen=True)
class SituationReport:
    """How often a player takes opportunities of one kind, such as those for a steal.

    The page on player statistics defines the kinds.

    Attributes:
        together: share over all positions.
        positions: shares by position, such as ``"BTN"``, for those positions in which the player
            had an opportunity.
    """

    together: MeasuredStatistic
    positions: dict[str, MeasuredStatistic]


@dataclass(frozen=True)
class MoneyReport:
    """What a player won or lost in hands that were played for the same kind of money.

    Attributes:
        hands: number of hands.
        kind: ``"cash"``, ``"tournament"``, ``"play"``, or "" if the records do not tell.
        currency: a currency sign or a code of three letters; ``"money"`` for play money;
            ``"chips"`` in a tournament, or if the records name no currency.
        net: winnings in that currency, negative for a loss.
        bb_per_100: big blinds won per hundred hands.
    """

    kind: str
    currency: str
    hands: int
    net: int | float
    bb_per_100: Measured


@dataclass(frozen=True)
class PlayerNumbers:
    """The statistics of a player.

    Attributes:
        hands: number of hands that were dealt to the player.
        results: winnings for each kind of money.
        statistics: statistics by name, such as ``"vpip"``.
        situations: shares by name, such as ``"steal"`` and ``"c_bet_flop"``.
    """

    name: str
    hands: int
    results: tuple[MoneyReport, ...]
    statistics: dict[str, MeasuredStatistic]
    situations: dict[str, SituationReport]


@dataclass(frozen=True)
class PlayerRow(PlayerNumbers):
    """One row in a list of players.

    Attributes:
        name: name of the player.
        type: name of the player's type; None if nothing was counted for the VPIP or for the
            aggression factor.
    """

    type: str | None


@dataclass(frozen=True)
class PlayerTypeReport:
    """The type of a player, and how often the player is estimated to play each starting hand.

    Attributes:
        name: full name of the type, such as ``"tight-aggressive"``.
        abbreviation: common name of the type: TAG, LAG, nit or fish.
        looseness: ``"tight"`` or ``"loose"``.
        aggression: ``"passive"`` or ``"aggressive"``.
        sure: whether the 95% intervals of the VPIP and of the aggression factor, which determine
            the type, each lie entirely on one side of their threshold.
        plays: how often the player plays each of Sklansky's groups before the flop: 9 shares, of
            which the last is for hands in no group.
        raises: how often the player raises each group before the flop, in the same order.
        ranges: ranges of the hands that the player plays, raises or only calls before the flop,
            by the keys ``"play"``, ``"raise"`` and ``"call"``.
        calls: how often the player only calls with each group before the flop, in the same order.
    """

    name: str
    abbreviation: str
    looseness: str
    aggression: str
    sure: bool
    plays: tuple[float, ...]
    raises: tuple[float, ...]
    ranges: dict[str, RangeSummary]
    calls: tuple[float, ...] = field(metadata=HIDDEN)


@dataclass(frozen=True)
class PlayerReport(PlayerNumbers):
    """The statistics of a single player, and the player's type.

    Attributes:
        name: name of the player.
        type: the player's type; None if nothing was counted for the VPIP or for the aggression
            factor.
    """

    type: PlayerTypeReport | None


@dataclass(frozen=True)
class TypeTotals:
    """The players of one type, taken together; see `handsight.opponents.stats.Counts`.

    Attributes:
        name: full name of the type, such as ``"tight-aggressive"``.
        players: number of players.
        hands: number of hands that were dealt to these players, added up.
        dealt: how often these players were dealt each of Sklansky's groups, in hands in which they
            had a decision before the flop and the cards of all players are known: 9 counts, of
            which the last is for hands in no group.
        played: how many of the `dealt` hands of each group count for the VPIP.
        raised: how many of the `dealt` hands of each group were bet or raised before the flop.
    """

    name: str
    players: int
    hands: int
    dealt: tuple[int, ...]
    played: tuple[int, ...]
    raised: tuple[int, ...]

    @property
    def played_shares(self) -> list[float | None]:
        """How often each group was played when it was dealt; None for a group never dealt."""
        return [
            played / dealt if dealt else None
            for played, dealt in zip(self.played, self.dealt, strict=True)
        ]


@dataclass(frozen=True)
class PlayersReport:
    """The statistics of several players, in the order requested, and the totals of their types.

    Attributes:
        players: the players.
        types: the totals of each type of player.
    """

    players: tuple[PlayerRow, ...]
    types: tuple[TypeTotals, ...]


@dataclass(frozen=True)
class ImportedHands:
    """The outcome of importing hands into a store.

    Attributes:
        new: number of hands that were newly counted.
        known: number of the imported hands that had been counted before.
        unreadable: entries that could not be read or replayed.
        unsupported: hands of games other than Texas Hold'em.
        hands: number of hands that the store now holds.
        players: number of players that the store now holds.
    """

    new: int
    known: int
    unreadable: tuple[DamagedReport, ...]
    unsupported: tuple[DamagedReport, ...]
    hands: int
    players: int


def player_report(
    name: str, counts: Counts, thresholds: Thresholds | None = None, as_published: str | None = None
) -> PlayerReport:
    """Build the report of a player.

    Args:
        name: name of the player.
        counts: counts of the player.
        thresholds: thresholds between the player types; None for the default ones.
        as_published: published form of the aggression factor; see
            `handsight.opponents.stats.player_statistics`.

    Raises:
        OptionError: if a threshold is out of range, or `as_published` names no published form.

    Example:
        >>> report = player_report("Ada", Counts(hands=4, decided=4, vpip=1))
        >>> report.statistics["vpip"].value, report.type
        (0.25, None)
    """
    kind = player_type(counts, **thresholds or {})
    return PlayerReport(
        **vars(_numbers(name, counts, as_published)),
        type=None if kind is None else type_report(kind),
    )


def players_report(
    players: Mapping[str, Counts],
    thresholds: Thresholds | None = None,
    as_published: str | None = None,
) -> PlayersReport:
    """Build the report of several players, and of the types to which they belong.

    Args:
        players: counts by player's name, in the order in which to list the players.
        thresholds: thresholds between the player types; None for the default ones.
        as_published: published form of the aggression factor, as for `player_report`.

    Raises:
        OptionError: if a threshold is out of range, or `as_published` names no published form.

    Example:
        >>> players_report({"Ada": Counts(hands=4, decided=4, vpip=1)}).players[0].name
        'Ada'
    """
    types = {name: player_type(counts, **thresholds or {}) for name, counts in players.items()}
    names = {name: None if kind is None else kind.name for name, kind in types.items()}
    rows = [
        PlayerRow(**vars(_numbers(name, counts, as_published)), type=names[name])
        for name, counts in players.items()
    ]
    pooled = counts_by_type(players, **thresholds or {})
    return PlayersReport(
        tuple(rows),
        tuple(
            report_of(TypeTotals, counts, name=name, players=list(names.values()).count(name))
            for name, counts in pooled.items()
        ),
    )


def imported_hands(report: ImportReport, hands: int, players: int) -> ImportedHands:
    """Build the report of hands that were imported into a store.

    Args:
        report: the result of `handsight.opponents.stats.import_hands`.
        hands: number of hands that the store now holds.
        players: number of players that the store now holds.
    """
    return ImportedHands(
        new=report.new,
        known=report.known,
        unreadable=tuple(map(damaged_report, report.unreadable)),
        unsupported=tuple(map(damaged_report, report.unsupported)),
        hands=hands,
        players=players,
    )


def _numbers(name: str, counts: Counts, as_published: str | None) -> PlayerNumbers:
    statistics = player_statistics(counts, as_published=as_published)
    return PlayerNumbers(
        name=name, **measured_statistics(statistics), situations=_situations(counts)
    )


def measured_statistics(statistics: PlayerStatistics) -> dict[str, Any]:
    """Return the fields `hands`, `results` and `statistics` of `PlayerNumbers`, by name."""
    return {
        "hands": statistics.hands,
        "results": tuple(map(money_report, statistics.results)),
        "statistics": {each.name: report_of(MeasuredStatistic, each) for each in statistics},
    }


def money_report(result: Result) -> MoneyReport:
    """Build the report of what a player won or lost for one kind of money."""
    return MoneyReport(
        *result.money,
        hands=result.win_rate.hands,
        net=_chips(result.net),
        bb_per_100=report_of(Measured, result.win_rate),
    )


def _situations(counts: Counts) -> dict[str, SituationReport]:
    by_position = {place: situation_statistics(counts, place) for place in POSITIONS}
    return {
        each.name: SituationReport(
            report_of(MeasuredStatistic, each),
            {
                place: report_of(MeasuredStatistic, row[number])
                for place, row in by_position.items()
                if row[number].denominator
            },
        )
        for number, each in enumerate(situation_statistics(counts))
    }


def _chips(chips: Fraction) -> int | float:
    return chips.numerator if chips.denominator == 1 else float(chips)


def type_report(kind: PlayerType) -> PlayerTypeReport:
    """Build the report of a player's type."""
    return report_of(
        PlayerTypeReport,
        kind,
        calls=kind.frequencies("call"),
        ranges={action: range_summary(kind.range(action)) for action in ACTIONS},
    )


# --- all players ----------------------------------------------------------------------------------


def players_text(report: PlayersReport, notes: Sequence[str] = ()) -> RenderableType:
    """Lay out all players, one on each line, and how often those of each type play which hands.

    If players played for several kinds of money, a separate table has the win rates by kind. Types
    without known cards are left out.

    Args:
        report: the result of `players_report`.
        notes: lines to show above the table.

    Example:
        >>> from rich.console import Console
        >>> report = players_report({"Ada": Counts(hands=1, decided=1)})
        >>> Console(width=100).print(players_text(report)) # doctest: +NORMALIZE_WHITESPACE
        player  hands  VPIP   PFR  3-bet  AF  WTSD  W$SD  bb/100  type
        Ada         1  0.0%  0.0%      –   –     –     –       –  –
    """
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [Text(note, LABEL) for note in notes]
    parts.append(_players(report.players).terminal())
    if len(kinds := _kinds_of(report.players)) > 1:
        parts += [Text(), _rates_by_kind(report.players, kinds).terminal()]
    known = [each for each in report.types if any(each.dealt)]
    if known:
        heading = "how often each type plays the hands of Sklansky's groups, where all are known"
        parts += [Text(), Text(heading, LABEL), _types(known).terminal()]
    return Group(*parts)


def _players(players: Sequence[PlayerRow]) -> TextTable:
    kinds = _kinds_of(players) or [""]
    kinds = kinds if len(kinds) == 1 else []  # several kinds get a separate table
    rates = ["bb/100"] * len(kinds)
    heads = ("player", "hands", *(LABELS[name] for name in IN_TABLE), *rates, "type")
    rows = [
        (
            each.name,
            f"{each.hands:,}",
            *(_value(each.statistics[name]) for name in IN_TABLE),
            *(_rate_of_kind(each, kind) for kind in kinds),
            ABBREVIATIONS[each.type] if each.type else NOTHING,
        )
        for each in players
    ]
    return TextTable("", heads, rows, texts=(0, len(heads) - 1))


def _kinds_of(players: Sequence[PlayerRow]) -> list[str]:
    return sorted({result.kind for each in players for result in each.results})


def _rates_by_kind(players: Sequence[PlayerRow], kinds: list[str]) -> TextTable:
    """Lay out the win rates by kind of money, each with the number of hands behind it."""
    rows = [(each.name, *(_rate_of_kind(each, kind, True) for kind in kinds)) for each in players]
    return TextTable("", ("bb/100", *(kind or UNKNOWN_KIND for kind in kinds)), rows)


def _rate_of_kind(player: PlayerNumbers, kind: str, with_hands: bool = False) -> str:
    """Write a player's win rate in hands for one kind of money, over all its currencies.

    The result is a dash if the player has no such hands.
    """
    rates = [
        (each.hands, each.bb_per_100.value)
        for each in player.results
        if each.kind == kind and each.bb_per_100.value is not None
    ]
    if not rates:
        return NOTHING
    together = sum(hands for hands, _ in rates)
    text = f"{sum(hands * rate for hands, rate in rates) / together:+.1f}"
    return f"{text} in {together:,}" if with_hands else text


def _types(types: Sequence[TypeTotals]) -> TextTable:
    rows = [
        (
            f"{ABBREVIATIONS[each.name]}, {each.name}",
            f"{each.players:,}",
            *(NOTHING if share is None else percent_text(share) for share in each.played_shares),
        )
        for each in types
    ]
    return TextTable("", ("type", "players", *GROUP_NAMES), rows)


# --- one player -----------------------------------------------------------------------------------


def player_text(player: PlayerReport, action: str = "play") -> RenderableType:
    """Lay out a player's statistics and, if the player has a type, the hands that they play.

    Args:
        player: the result of `player_report`.
        action: which hands the grid shows: those that the player is estimated to ``"play"``, to
            ``"raise"`` or only to ``"call"`` before the flop.

    Example:
        >>> from rich.console import Console
        >>> report = player_report("Ada", Counts(hands=4, decided=4, vpip=1))
        >>> Console(width=80).print(player_text(report)) # doctest: +ELLIPSIS
        Ada  too little is counted to name a type
        4 hands
        ...
    """
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [_heading(player), *_results(player), Text()]
    parts.append(statistics_table(player.statistics).terminal())
    if any(each.positions for each in player.situations.values()):
        parts += [Text(), _before_the_flop(player).terminal()]
        parts += [Text(), _after_the_flop(player).terminal()]
    if player.type is not None:
        hands = player.type.ranges[action]
        below = f"the hands they {ACTIONS[action]}: {size_in_words(hands)}"
        parts += [Text(), frequencies_table(player.type).terminal()]
        parts += [Text(), Text(below, LABEL), range_map(hands.classes)]
    return Group(*parts)


def _heading(player: PlayerReport) -> Text:
    from rich.text import Text

    if player.type is None:
        words = "too little is counted to name a type"
    else:
        words = f"{player.type.abbreviation}, {player.type.name}"
        words += "" if player.type.sure else ", not beyond chance"
    return Text.assemble(Text(player.name, "bold"), "  ", words)


def _results(player: PlayerReport) -> Iterator[RenderableType]:
    """Lay out the winnings: in one line, or in a table if there are several kinds of money."""
    from rich.text import Text

    hands = counted_text(player.hands, "hand")
    if len(player.results) > 1:
        yield Text(hands)
        yield Text()
        rows = [
            (
                f"{each.kind} {each.currency}".strip(),
                f"{each.hands:,}",
                _net(each),
                _rate(each.bb_per_100),
                _rate_interval(each.bb_per_100) or NOTHING,
            )
            for each in player.results
        ]
        heads = ("played for", "hands", "net", "bb/100", "95% interval")
        yield TextTable("", heads, rows).terminal()
        return
    for each in player.results:
        interval = _rate_interval(each.bb_per_100)
        money = f" for {each.kind} {each.currency}" if each.kind else ""
        hands += f"{money}, net {_net(each)}, {_rate(each.bb_per_100)} bb/100"
        hands += f" ({interval})" if interval else ""
    yield Text(hands)


def _net(result: MoneyReport) -> str:
    net = result.net
    return f"{'+' * (net > 0)}{net:,}" if isinstance(net, int) else f"{net:+,.2f}"


def _rate_interval(rate: Measured) -> str:
    if rate.low is None or rate.high is None:
        return ""
    return f"{rate.low:+.1f} to {rate.high:+.1f}"


def statistics_table(statistics: Mapping[str, MeasuredStatistic]) -> TextTable:
    """Lay out statistics, given by name, each with its interval and the counts behind it."""
    rows = [
        (
            LABELS[name],
            _value(each),
            _interval(each),
            f"{each.numerator:,} {'of' if each.is_share else 'to'} {each.denominator:,}",
        )
        for name, each in statistics.items()
    ]
    return TextTable("", ("statistic", "value", "95% interval", "counted"), rows)


def _before_the_flop(player: PlayerReport) -> TextTable:
    rows = [
        (
            LABELS[name],
            *(_of_chances(player.situations[name].positions.get(place)) for place in POSITIONS),
            _of_chances(player.situations[name].together),
        )
        for name in BEFORE_FLOP
    ]
    return TextTable("", ("by position", *POSITIONS, "all"), rows)


def _after_the_flop(player: PlayerReport) -> TextTable:
    rows = []
    for habit, label in HABITS.items():
        streets = [player.situations[f"{habit}_{street}"].together for street in STREETS_AFTER]
        rows.append((label, *(text for each in streets for text in _with_interval(each))))
    heads = [head for street in STREETS_AFTER for head in (street, "95% interval")]
    return TextTable("", ("by street", *heads), rows)


def _of_chances(each: MeasuredStatistic | None) -> str:
    if each is None or not each.denominator:
        return NOTHING
    return f"{each.value:.0%} of {each.denominator:,}"


def _with_interval(each: MeasuredStatistic) -> tuple[str, str]:
    if each.low is None or each.high is None:
        return NOTHING, NOTHING
    return _of_chances(each), f"{each.low:.0%} to {each.high:.0%}"


def frequencies_table(kind: PlayerTypeReport) -> TextTable:
    """Lay out how often a player plays, raises and only calls each of Sklansky's groups preflop."""
    shares = {"plays": kind.plays, "raises": kind.raises, "only calls": kind.calls}
    rows = [(words, *map(percent_text, each)) for words, each in shares.items()]
    return TextTable("", ("Sklansky's group", *GROUP_NAMES), rows)


# --- numbers --------------------------------------------------------------------------------------


def _value(each: MeasuredStatistic) -> str:
    return _number(each, each.value)


def _interval(each: MeasuredStatistic) -> str:
    if each.low is None:
        return NOTHING
    return f"{_number(each, each.low)} to {_number(each, each.high)}"


def _number(each: MeasuredStatistic, number: float | None) -> str:
    if number is None:
        return NOTHING
    if isinf(number):
        return "∞"
    return f"{number:.1%}" if each.is_share else f"{number:.2f}"


def _rate(rate: Measured) -> str:
    return NOTHING if rate.value is None else f"{rate.value:+.1f}"


# --- imported hands -------------------------------------------------------------------------------


def import_lines(imported: ImportedHands, store: Path) -> Iterator[str]:
    """Describe what was imported into a store, line by line.

    Example:
        >>> imported = imported_hands(ImportReport(new=3), hands=4, players=1)
        >>> list(import_lines(imported, Path("players.db")))
        ['3 hands counted, 0 known before', 'players.db holds 4 hands of 1 player']
    """
    yield f"{counted_text(imported.new, 'hand')} counted, {imported.known:,} known before"
    if imported.unsupported:
        yield f"{len(imported.unsupported):,} of other games"
    if imported.unreadable:
        yield f"{len(imported.unreadable):,} not counted"
    hands, players = counted_text(imported.hands, "hand"), counted_text(imported.players, "player")
    yield f"{store} holds {hands} of {players}"
