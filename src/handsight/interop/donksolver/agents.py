"""An agent that plays the strategy of a donksolver bundle.

A bundle is a JSON file that names a file of card buckets and a file of a strategy for each depth of
stacks. donksolver's own server reads it: it replays the hand in the tree of the strategy, maps a
bet that is not in the tree to one of the two sizes beside it, and finds the bucket of the cards.
The mapping is pseudo-harmonic, and its coin is a hash of what the player knows, so that the same
hand is always read in the same way.
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
from handsight.interop.donksolver.questions import Question, question_of
from handsight.ranges.combos import COMBOS, combo_number
from handsight.runtime.files import kept_while_unchanged

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLD, CHECK, CALL, RAISE, ALL_IN = range(5)
"""The kinds of the server's answers."""

SERVED = 2
"""Answers with a lower status are from the strategy: 0 on its tree, and 1 off it."""

FALLBACK = EhsPlayer()
"""The agent that plays where the bundle has no strategy."""


@dataclass
class DonksolverPlayer:
    """Plays by a strategy that donksolver has solved.

    It plays tables with as many players as the bundle. Where the bundle has no strategy it plays as
    `ehs`: the server has none after a bet that it took for all-in was called, and on flops with
    more players than were solved. The bundle for two players must be solved with the blinds
    swapped; see `handsight.interop.donksolver.questions`.

    Args:
        file: the bundle. ``donksolver:FILE`` is short for ``donksolver:file=FILE``.

    Raises:
        MissingExtraError: if donksolver is not installed.
        OptionError: if there is no such bundle, it is damaged, or it is for another game.
    """

    family: ClassVar[str] = "equilibrium"
    source: ClassVar[str] = "donksolver"

    file: str
    name: str = "donksolver"

    def __post_init__(self) -> None:
        bundle_of(self.file)

    def data_files(self) -> dict[str, Path]:
        """Return the bundle and the files that it names."""
        manifest = Path(self.file)
        named = bundle_of(self.file).manifest
        members = [each["path"] for each in (named["abstraction"], *named["policies"])]
        return {self.file: manifest} | {each: manifest.parent / each for each in members}

    def act(self, observation: Observation, rng: Random) -> Action:
        """Draw an action by the strategy's probabilities.

        Raises:
            OptionError: if the bundle is for another table.
        """
        shares = self._shares(observation)
        if shares is None:
            return FALLBACK.act(observation, rng)
        return drawn_by_shares(shares, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, with the strategy's probability of each action.

        Raises:
            OptionError: if the bundle is for another table.
        """
        shares = self._shares(observation)
        if shares is None:
            decision = FALLBACK.explain(observation)
            return decision._replace(reason=f"the bundle has no such line; {decision.reason}")
        numbers: dict[str, Number] = {str(action): share for action, share in shares.items()}
        action = drawn_by_shares(shares, stream_for(rng))
        return Decision(action, "drawn by the bundle's probabilities", numbers)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probability of each action with each of many hands.

        Args:
            combos: numbers of the combos that the agent might hold, 0..1325.

        Raises:
            OptionError: if the bundle is for another table.
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
        """Return the probability of each action with the player's hand; None without a strategy."""
        own = combo_number(*(card.index for card in seen.hole))
        found, known = self._table(seen, np.array([own]))
        if not known.all():
            return None
        return {action: float(found[action][0]) for action in sorted(found)}

    def _table(
        self, seen: Observation, combos: NDArray[np.int64]
    ) -> tuple[dict[Action, NDArray[np.float64]], NDArray[np.bool_]]:
        """Return the probability of each action with each combo, and which combos have one."""
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
    """Return donksolver's server of a bundle, which is loaded again if the bundle has changed.

    Raises:
        MissingExtraError: if donksolver is not installed.
        OptionError: if there is no such bundle, it is damaged, or it is for another game.

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
    """Check that the players of a bundle act in the order of our tables."""
    for each in bundle.classes:
        if (each["sb"] > each["bb"]) != (bundle.players == 2):
            blinds = f"sb {each['sb']} and bb {each['bb']}"
            raise OptionError(
                f"the donksolver bundle {file!r} is for a game of {bundle.players} with {blinds}, "
                "in which the players act in another order than here; solve it with "
                + ("the blinds swapped" if bundle.players == 2 else "a small blind and a big blind")
            )


def _require_table(bundle: Any, question: Question, file: str) -> None:
    """Check that a bundle is for a table with these players and blinds."""
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
    bundle: Any, question: Question, holes: NDArray[np.int64], draws: NDArray[np.float64]
) -> dict[str, NDArray[Any]]:
    """Ask the server about one decision with several hands.

    Args:
        holes: int64[n, 2], two card indices of each hand.
        draws: float64[n], numbers from 0 up to 1, each of which draws an action.
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
    """Yield the hands that are at the same node of the tree, and the probabilities there.

    Yields:
        int64[m], numbers of hands, and float64[m, k], the probability of each action of the node.
    """
    nodes = np.stack([answer["cls"], answer["node"]], axis=1)
    for kind, node in np.unique(nodes[known], axis=0).tolist():
        rows = np.flatnonzero(known & (nodes == (kind, node)).all(1))
        buckets, which = np.unique(answer["bucket"][rows], return_inverse=True)
        shares = np.array([bundle.strategy(kind, node, bucket)[0] for bucket in buckets])
        yield rows, (shares / shares.sum(1, keepdims=True))[which]


def _actions(
    bundle: Any,
    question: Question,
    seen: Observation,
    holes: NDArray[np.int64],
    shares: NDArray[np.float64],
) -> Iterator[tuple[int, Action]]:
    """Yield the actions at a node that any hand takes, each with its number there.

    The server tells the chips of an action only where it draws it. So for each action it is asked
    about the hand that most often takes it, with the number that draws it.
    """
    taken = np.flatnonzero(shares.max(0) > 0)
    rows = shares[:, taken].argmax(0)
    before = shares.cumsum(1)[rows, taken] - shares[rows, taken]
    answer = _asked(bundle, question, holes[rows], before + shares[rows, taken] / 2)
    for number, kind, chips in zip(taken, answer["kind"], answer["chips"], strict=True):
        yield int(number), _own_action(int(kind), int(chips), seen, question.missing)


def _own_action(kind: int, chips: int, seen: Observation, missing: int) -> Action:
    """Convert an answer of the server to an action that our rules allow.

    Args:
        chips: chips that the action adds.
        missing: chips of the player that the server does not know of.
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
