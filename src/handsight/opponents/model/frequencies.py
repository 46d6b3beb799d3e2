"""How often players fold, call and raise: Dirichlet counts by context, with priors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from handsight.opponents.model.contexts import CALL, FOLD, LEVELS, RAISE, Context, levels_of
from handsight.opponents.model.files import MOST
from handsight.opponents.model.priors import Triple, prior

SHRINK = (5.0, 5.0, 10.0, 10.0, 20.0, 20.0)
"""The weight, in decisions, that the next wider group of contexts has as a prior, at each level."""

OF_CLUSTER = 40.0
OF_PLAYER = 30.0
OF_CONTEXT = 25.0
"""The weights, in decisions, of three priors: `OF_CLUSTER` for all players as the prior for a
style, `OF_PLAYER` for a style as the prior for a player, and `OF_CONTEXT` for a player in wider
groups of contexts as the prior for the player's record in a narrow group."""

ENOUGH = 60
"""The minimum number of decisions before a player is assigned a style."""

STYLE_GROUP = 1
"""The level of the groups of contexts in which styles and players are compared with all players."""

OWN_LEVEL = 3
"""The level of the narrow groups of contexts in which each player has a record of their own."""

STYLES = ("tight passive", "tight aggressive", "loose passive", "loose aggressive")

FIELDS = ("done", "expected", "own")
"""The attributes of a `FrequencyCounts` that are saved in a file."""

Counts = list[float]
"""Three counts: folds, calls and raises."""


class FrequencyCounts:
    """Counts of the actions of a player or a style, and the counts expected from an average player.

    Attributes:
        done: {group of contexts at the level `STYLE_GROUP`: counts of the actions taken}.
        expected: {group of contexts at the level `STYLE_GROUP`: counts of the actions expected from
            an average player in the same decisions}, which are sums of probabilities.
        own: {group of contexts at the level `OWN_LEVEL`: counts of the actions taken}; empty for a
            style.
    """

    __slots__ = ("_all_done", "_all_expected", "done", "expected", "own")

    def __init__(self) -> None:
        self._all_done = [0.0, 0.0, 0.0]
        self._all_expected = [0.0, 0.0, 0.0]
        self.done: dict[int, Counts] = {}
        self.expected: dict[int, Counts] = {}
        self.own: dict[int, Counts] = {}

    def add(self, group: int, action: int, expected: Triple, own: int | None = None) -> None:
        """Count one decision.

        Args:
            group: the group of the decision's context at level `STYLE_GROUP`.
            action: the action taken: FOLD, CALL or RAISE.
            expected: the probabilities of the actions for all players in this context.
            own: the group of the context at level `OWN_LEVEL`; None for a style.
        """
        self.done.setdefault(group, [0.0, 0.0, 0.0])[action] += 1
        sums = self.expected.setdefault(group, [0.0, 0.0, 0.0])
        self._all_done[action] += 1
        for each in (FOLD, CALL, RAISE):
            sums[each] += expected[each]
            self._all_expected[each] += expected[each]
        if own is not None:
            self.own.setdefault(own, [0.0, 0.0, 0.0])[action] += 1

    def merge(self, other: FrequencyCounts) -> None:
        """Add the counts of another `FrequencyCounts`, but not its `own`."""
        for mine, theirs, whole in (
            (self.done, other.done, self._all_done),
            (self.expected, other.expected, self._all_expected),
        ):
            for group, counts in theirs.items():
                sums = mine.setdefault(group, [0.0, 0.0, 0.0])
                for action in (FOLD, CALL, RAISE):
                    sums[action] += counts[action]
                    whole[action] += counts[action]

    @property
    def decisions(self) -> int:
        """The number of decisions that were counted."""
        return int(sum(self._all_done))

    @property
    def style(self) -> int | None:
        """The index of the player's style in `STYLES`, or None before `ENOUGH` decisions.

        A loose player folds less often than an average player would in the same contexts; an
        aggressive player has a higher ratio of raises to calls than an average player would have.
        """
        if self.decisions < ENOUGH:
            return None
        done, expected = self._all_done, self._all_expected
        loose = done[FOLD] < expected[FOLD]
        aggressive = done[RAISE] * expected[CALL] > expected[RAISE] * done[CALL]
        return 2 * loose + aggressive


class Frequencies:
    """Estimates of how often a player folds, calls and raises, as posterior means.

    The frequencies of all players are the prior for a style, and the frequencies of a style are the
    prior for a player. For a player without a style, the frequencies of all players are the prior.

    A context belongs to successively narrower groups of similar contexts (`levels_of`), and each
    group is the prior for the next narrower group. The prior for the widest group is `prior`.

    Attributes:
        counts_: {group of contexts at any level: counts of the actions of all players}, which only
            `fit` changes.
        styles_: {index in `STYLES`: `FrequencyCounts` of the style}.
        players_: {name: `FrequencyCounts` of the player}.

    Example:
        >>> from handsight.opponents.model.contexts import BettingContext
        >>> button = BettingContext([1000] * 3, button=0, posts=[0, 5, 10]).context(0)
        >>> frequencies = Frequencies()
        >>> for _ in range(30):
        ...     frequencies.watch("Ann", button, RAISE)
        >>> [round(chance, 2) for chance in frequencies.of(button, "Ann")]
        [0.11, 0.01, 0.88]
        >>> [round(chance, 2) for chance in frequencies.of(button)]
        [0.5, 0.05, 0.45]
    """

    def __init__(self) -> None:
        self.counts_: dict[int, Counts] = {}
        self.styles_: dict[int, FrequencyCounts] = {}
        self.players_: dict[str, FrequencyCounts] = {}

    def fit(self, decisions: Iterable[tuple[str, Context, int]]) -> Frequencies:
        """Forget all counts, count decisions, and return the object itself.

        Args:
            decisions: (name of the player, context, action) of each decision.
        """
        self.counts_, self.styles_, self.players_ = {}, {}, {}
        seen = list(decisions)
        for _, context, action in seen:
            for group in levels_of(context):
                self.counts_.setdefault(group, [0.0, 0.0, 0.0])[action] += 1
        for name, context, action in seen:
            self.watch(name, context, action)
        for counts in self.players_.values():
            if (style := counts.style) is not None:
                self.styles_.setdefault(style, FrequencyCounts()).merge(counts)
        return self

    def watch(self, name: str, context: Context, action: int) -> None:
        """Count a decision for its player only, not for the player's style or for all players.

        A fold is ignored if the player could check.
        """
        if context.free and action == FOLD:
            return
        counts = self.players_.setdefault(name, FrequencyCounts())
        groups = levels_of(context)
        expected = self._of_all(context, groups)
        counts.add(groups[STYLE_GROUP], action, expected, groups[OWN_LEVEL])

    def of(self, context: Context, name: str = "") -> Triple:
        """Return the probabilities that a player folds, calls and raises, which sum to 1.

        Args:
            context: the context of the decision.
            name: the name of the player; an unknown player has the frequencies of all players.
        """
        groups = levels_of(context)
        chances = self._of_all(context, groups)
        counts = self.players_.get(name)
        if counts is None:
            return chances
        group = groups[STYLE_GROUP]
        style = counts.style
        shared = self.styles_.get(style) if style is not None else None
        expected = counts.expected.get(group, [0.0, 0.0, 0.0])
        if shared is not None and group in shared.done:
            in_style = _shifted(chances, shared.done[group], shared.expected[group], OF_CLUSTER)
            ratio = [_over(new, old) for new, old in zip(in_style, chances, strict=True)]
            expected = [sums * factor for sums, factor in zip(expected, ratio, strict=True)]
            chances = in_style
        if group in counts.done:
            chances = _shifted(chances, counts.done[group], expected, OF_PLAYER)
        own = counts.own.get(groups[OWN_LEVEL])
        return chances if own is None else _mixed(own, chances, OF_CONTEXT)

    def _of_all(self, context: Context, groups: tuple[int, ...]) -> Triple:
        chances = prior(context)
        for level in range(LEVELS):
            counts = self.counts_.get(groups[level])
            if counts is None:
                break
            chances = _mixed(counts, chances, SHRINK[level])
        return _without_fold(chances) if context.free else chances

    # --- as plain data ----------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return all counts as plain data."""
        return {
            "counts": _named(self.counts_),
            "styles": {str(style): _counts_data(counts) for style, counts in self.styles_.items()},
            "players": {name: _counts_data(counts) for name, counts in self.players_.items()},
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Frequencies:
        """Build frequencies from the result of `data`.

        Raises:
            LookupError: if a part of the data is missing.
            AttributeError: if a part of the data should be a mapping but is not.
            TypeError: if a part of the data has another wrong type.
            ValueError: if a count is invalid, or a style does not exist.
        """
        frequencies = cls()
        frequencies.counts_ = _numbered(data["counts"])
        frequencies.styles_ = {
            range(len(STYLES)).index(int(style)): _counts_of(counts)
            for style, counts in data["styles"].items()
        }
        players = data["players"].items()
        frequencies.players_ = {name: _counts_of(counts) for name, counts in players}
        return frequencies


def _mixed(counts: Counts, chances: Triple, strength: float) -> Triple:
    """Return the mean of a Dirichlet posterior.

    Args:
        counts: the counts of the actions.
        chances: the prior probabilities of the actions.
        strength: the weight of the prior, in decisions.
    """
    whole = counts[0] + counts[1] + counts[2] + strength
    return (
        (counts[0] + strength * chances[0]) / whole,
        (counts[1] + strength * chances[1]) / whole,
        (counts[2] + strength * chances[2]) / whole,
    )


def _shifted(chances: Triple, done: Counts, expected: Counts, strength: float) -> Triple:
    """Scale the probabilities of actions by how often they were taken, relative to expectation.

    Args:
        chances: the prior probabilities of the actions.
        done: the counts of the actions taken.
        expected: the expected counts of the actions.
        strength: the weight of the prior, in decisions.
    """
    fold, call, rise = (
        chance * _over(count + strength * chance, sums + strength * chance)
        for chance, count, sums in zip(chances, done, expected, strict=True)
    )
    whole = fold + call + rise
    return (fold / whole, call / whole, rise / whole)


def _over(part: float, of: float) -> float:
    return part / of if of > 0 else 1.0


def _without_fold(chances: Triple) -> Triple:
    whole = chances[CALL] + chances[RAISE]
    return (0.0, chances[CALL] / whole, chances[RAISE] / whole)


def _named(counts: Mapping[int, Counts]) -> dict[str, Counts]:
    return {str(group): each for group, each in sorted(counts.items())}


def _numbered(counts: Mapping[str, Counts]) -> dict[int, Counts]:
    return {int(group): _counted(each) for group, each in counts.items()}


def _counted(numbers: Counts) -> Counts:
    fold, call, rise = map(float, numbers)
    if not (0 <= fold < MOST and 0 <= call < MOST and 0 <= rise < MOST):
        raise ValueError(f"{numbers} are not three counts")
    return [fold, call, rise]


def _counts_data(counts: FrequencyCounts) -> dict[str, Any]:
    return {name: _named(getattr(counts, name)) for name in FIELDS}


def _counts_of(data: Mapping[str, Any]) -> FrequencyCounts:
    read = FrequencyCounts()
    for name in FIELDS:
        setattr(read, name, _numbered(data[name]))
    counts = FrequencyCounts()
    counts.merge(read)  # merging also fills the totals
    counts.own = read.own
    return counts
