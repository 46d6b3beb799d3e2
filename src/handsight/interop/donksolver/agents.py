"""An agent that plays the strategy of a donksolver bundle.

A bundle is a JSON file that names a file with card buckets, and a strategy file for each stack
depth. donksolver's own server reads the bundle. It replays the hand in the tree of the strategy,
maps a bet that is not in the tree to the next smaller or the next larger size, and finds the bucket
of the cards. The mapping is pseudo-harmonic. The server draws between the two sizes with a hash of
what the player knows, so it always maps the same hand in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from handsight.agents.policy import PolicyTable, plain
from handsight.agents.protocol import Decision, Number, drawn_by_shares, stream_for
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.errors import MissingExtraError, OptionError
from handsight.game import Action, Observation
from handsight.interop.donksolver.questions import BundleQuestion, question_of
from handsight.ranges.combos import COMBOS, combo_number
from handsight.runtime.files import kept_while_unchanged

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLD, CHECK, CALL, RAISE, ALL_IN = range(5)
"""The kinds of the server's answers."""

SERVED = 2
"""An answer whose status is lower than this comes from the strategy: 0 on the tree, 1 off it."""

FALLBACK = EhsPlayer()
"""The agent that decides where the bundle has no strategy."""


@dataclass
class DonksolverPlayer:
    """Plays by a strategy that donksolver has solved.

    The agent plays at tables with as many players as the bundle is solved for. Where the bundle has
    no strategy, the agent plays like `ehs`. This happens after a call of a bet that the server took
    for an all-in, and on flops that more players see than were solved for. A bundle for two players
    must be solved with the blinds swapped; see `handsight.interop.donksolver.questions`.

    Args:
        file: path of the bundle. ``donksolver:FILE`` is short for ``donksolver:file=FILE``.

    Raises:
        MissingExtraError: if donksolver is not installed.
        OptionError: if the bundle does not exist, is damaged, or is for another game.
    """

    family: ClassVar[str] = "equilibrium"
    source: ClassVar[str] = "donksolver"

    file: str
    name: str = "donksolver"

    def __post_init__(self) -> None:
        bundle_of(self.file)

    def data_files(self) -> dict[str, Path]:
        """Return the paths of the bundle and of the files that it names, by their names."""
        manifest = Path(self.file)
        named = bundle_of(self.file).manifest
        members = [each["path"] for each in (named["abstraction"], *named["policies"])]
        return {self.file: manifest} | {each: manifest.parent / each for each in members}

    def act(self, observation: Observation, rng: Random) -> Action:
        """Draw an action with the probabilities of the strategy.

        Where the bundle has no strategy, `ehs` decides.

        Raises:
            OptionError: if the bundle is for another table, or if donksolver does not support the
                rules or the order of play of the table.
        """
        shares = self._shares(observation)
        if shares is None:
            return FALLBACK.act(observation, rng)
        return drawn_by_shares(shares, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, and the probability of each action in the strategy.

        Where the bundle has no strategy, the decision of `ehs` is returned.

        Raises:
            OptionError: if the bundle is for another table, or if donksolver does not support the
                rules or the order of play of the table.
        """
        shares = self._shares(observation)
        if shares is None:
            decision = FALLBACK.explain(observation)
            return decision._replace(reason=f"the bundle has no such line; {decision.reason}")
        numbers: dict[str, Number] = {str(action): share for action, share in shares.items()}
        action = drawn_by_shares(shares, stream_for(rng))
        return Decision(action, "drawn by the bundle's probabilities", numbers)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probability of each action with each of many combos.

        Args:
            observation: what the agent sees; the hole cards in it are ignored.
            combos: int64[n], the numbers of the combos that the agent can hold, 0..1325.

        Raises:
            OptionError: if the bundle is for another table, or if donksolver does not support the
                rules or the order of play of the table.
        """
        found, known = self._table(observation, combos)
        if not known.all():
            other = FALLBACK.probabilities(observation, combos[~known])
            for number, action in enumerate(other.actions):
                column = found.setdefault(action, np.zeros(len(combos)))
                column[~known] += other.chances[:, number]
        actions = tuple(sorted(found))
        return PolicyTable(actions, np.stack([found[action] for action in actions], axis=1))

    def _shares(self, seen: Observation) -> dict[Action, float] | None:
        """Return the probability of each action with the player's hole cards.

        Returns:
            The probabilities, or None if the bundle has no strategy for this decision.
        """
        own = combo_number(*(card.index for card in seen.hole))
        found, known = self._table(seen, np.array([own]))
        if not known.all():
            return None
        return {action: float(found[action][0]) for action in sorted(found)}

    def _table(
        self, seen: Observation, combos: NDArray[np.int64]
    ) -> tuple[dict[Action, NDArray[np.float64]], NDArray[np.bool_]]:
        """Return the probability of each action with each combo.

        Returns:
            For each action float64[n], its probability with each combo; and bool[n], whether the
            bundle has a strategy for each combo.
        """
        bundle, question = bundle_of(self.file), question_of(seen)
        _require_table(bundle, question, self.file)
        holes = np.array(COMBOS)[combos]
        answer = _asked(bundle, question, holes, np.full(len(combos), 0.5))
        known = answer["status"] < SERVED
        found: dict[Action, NDArray[np.float64]] = {}
        for rows, shares in _strategies(bundle, answer, known):
            for number, action in _actions(bundle, question, seen, holes[rows], shares):
                column = found.setdefault(action, np.zeros(len(combos)))
                column[rows] += shares[:, number]
        return found, known


# --- bundles --------------------------------------------------------------------------------------


def bundle_of(file: str) -> Any:
    """Return donksolver's server for a bundle.

    The bundle is loaded again if its file has changed.

    Args:
        file: path of the bundle.

    Raises:
        MissingExtraError: if donksolver is not installed.
        OptionError: if the bundle does not exist, is damaged, or is for another game.

    Example:
        >>> bundle_of("nowhere.json")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: there is no donksolver bundle 'nowhere.json'
    """
    if not Path(file).is_file():
        raise OptionError(f"there is no donksolver bundle {file!r}")
    return _loaded(file)


@kept_while_unchanged(4)
def _loaded(file: str) -> Any:
    try:
        donksolver: Any = import_module("donksolver")
    except ImportError as error:
        raise MissingExtraError(
            f"donksolver is not installed: pip install donksolver ({error})"
        ) from None
    try:
        bundle = donksolver.Bundle(file)
    except OSError as error:
        raise OptionError(
            f"the donksolver bundle {file!r} names a file that cannot be read: {error}"
        ) from None
    except (ValueError, LookupError, TypeError, AttributeError, donksolver.NativeError) as error:
        raise OptionError(f"{file!r} is not a donksolver bundle: {error}") from None
    _require_order(bundle, file)
    return bundle


def _require_order(bundle: Any, file: str) -> None:
    """Check that the players of a bundle act in the same order as at handsight's tables."""
    for each in bundle.classes:
        if (each["sb"] > each["bb"]) != (bundle.players == 2):
            blinds = f"sb {each['sb']} and bb {each['bb']}"
            raise OptionError(
                f"the donksolver bundle {file!r} is for a game of {bundle.players} with {blinds}, "
                "in which the players act in another order than here; solve it with "
                + ("the blinds swapped" if bundle.players == 2 else "a small blind and a big blind")
            )


def _require_table(bundle: Any, question: BundleQuestion, file: str) -> None:
    """Check that a bundle is for the table's number of players and the table's ratio of blinds."""
    players = len(question.stacks)
    if players != bundle.players:
        raise OptionError(
            f"the donksolver bundle {file!r} is for {bundle.players} players; "
            f"{players} are at this table"
        )
    one, other = question.blinds
    for each in bundle.classes:
        if each["sb"] * other != each["bb"] * one:
            small, big = sorted((each["sb"], each["bb"]))
            raise OptionError(
                f"the donksolver bundle {file!r} is for blinds of {small} and {big}; "
                f"those of this table have another ratio: {min(one, other)} and {max(one, other)}"
            )


# --- questions and answers ------------------------------------------------------------------------


def _asked(
    bundle: Any, question: BundleQuestion, holes: NDArray[np.int64], draws: NDArray[np.float64]
) -> dict[str, NDArray[Any]]:
    """Ask the server about one decision with several hands.

    Args:
        bundle: the server that has read the bundle.
        question: the decision.
        holes: int64[n, 2], the indices of the two hole cards of each hand.
        draws: float64[n], the random number from 0 up to 1 that chooses the action of each hand.

    Returns:
        The server's arrays with one entry for each hand, by name.
    """
    count = len(holes)
    answer: dict[str, NDArray[Any]] = bundle.act(
        np.tile(question.stacks, (count, 1)),
        np.tile(question.blinds, (count, 1)),
        holes,
        [np.array(question.board, np.int32)] * count,
        [question.moves] * count,
        draws,
    )
    return answer


def _strategies(
    bundle: Any, answer: dict[str, NDArray[Any]], known: NDArray[np.bool_]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Yield the hands at each node of the tree, and the probabilities of their actions.

    Args:
        bundle: the server that has read the bundle.
        answer: the server's answer, as `_asked` returns it.
        known: bool[n], whether the bundle has a strategy for each hand.

    Yields:
        int64[m], the indices of the hands at a node, and float64[m, k], the probability of each
        action at the node with each of these hands.
    """
    nodes = np.stack([answer["cls"], answer["node"]], axis=1)
    for kind, node in np.unique(nodes[known], axis=0).tolist():
        rows = np.flatnonzero(known & (nodes == (kind, node)).all(1))
        buckets, which = np.unique(answer["bucket"][rows], return_inverse=True)
        shares = np.array([bundle.strategy(kind, node, bucket)[0] for bucket in buckets])
        yield rows, (shares / shares.sum(1, keepdims=True))[which]


def _actions(
    bundle: Any,
    question: BundleQuestion,
    seen: Observation,
    holes: NDArray[np.int64],
    shares: NDArray[np.float64],
) -> Iterator[tuple[int, Action]]:
    """Yield the index and the action, for each action that some hand takes at a node.

    The server reports the chips of an action only when it draws the action. So the server is asked
    about each action with the hand that takes the action most often, and with a random number that
    draws the action.

    Args:
        bundle: the server that has read the bundle.
        question: the decision.
        seen: what the player sees at the decision.
        holes: int64[m, 2], the indices of the two hole cards of each hand.
        shares: float64[m, k], the probability of each action with each hand.
    """
    taken = np.flatnonzero(shares.max(0) > 0)
    rows = shares[:, taken].argmax(0)
    before = shares.cumsum(1)[rows, taken] - shares[rows, taken]
    answer = _asked(bundle, question, holes[rows], before + shares[rows, taken] / 2)
    for number, kind, chips in zip(taken, answer["kind"], answer["chips"], strict=True):
        yield int(number), _own_action(int(kind), int(chips), seen, question.missing)


def _own_action(kind: int, chips: int, seen: Observation, missing: int) -> Action:
    """Convert an answer of the server to an action that is legal at handsight's table.

    Args:
        kind: the kind of the answer, such as `FOLD`.
        chips: number of chips that the action adds.
        seen: what the player sees.
        missing: chips that the player has put in on this street and that the server does not know
            of.
    """
    legal = seen.legal
    if kind == FOLD and seen.to_call:
        return Action.fold()
    if kind == ALL_IN:
        return plain(Action.all_in(), legal)
    if kind != RAISE or not legal.can_raise:
        return Action.call()
    total = legal.bet - missing + chips
    return Action.raise_to(min(max(total, legal.raise_min), legal.raise_max))
