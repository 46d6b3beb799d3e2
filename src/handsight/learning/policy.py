"""A learned policy: the network, the game that it plays, and how to choose actions with it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.envs import Choices, TableBatch
from handsight.envs.observations import MOST, observation_row
from handsight.envs.tables import BLINDS, SEATS
from handsight.errors import InputError, OptionError
from handsight.game import Action
from handsight.kernels.envs.layout import SEE_HOLE
from handsight.learning.inputs import buckets, hand_strengths, input_count, policy_inputs
from handsight.learning.network import Floats, Network, parameter_count, shares_of
from handsight.ranges.combos import COMBOS
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.files import kept_while_unchanged
from handsight.runtime.integers import is_whole
from handsight.runtime.tables import tables_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.game import Observation

KIND, VERSION = "handsight policy", 1
DATA = Path(__file__).with_name("data")
CHOICES = "fold call 1/2 1 all-in"
HIDDEN = 96, 96
WIDTHS = range(1, 513)
"""The allowed numbers of units in a hidden layer."""

MOST_LAYERS = 4
MOST_POINTS = 256
STACKS = range(2, MOST // BLINDS.big_blind + 1)


@dataclass(frozen=True)
class PolicyGame:
    """The game that a policy learns, and the size of its network.

    Attributes:
        seats: the number of players, 2..9.
        stack: the stack of each player in big blinds, 2 or more; `TableBatch` limits the chips of
            all players together.
        choices: the choices, in the form that `Choices.parse` reads; amounts are not allowed.
        hidden: the number of units, 1 to 512, in each of 1 to 4 hidden layers.

    Raises:
        OptionError: if an argument is invalid.
    """

    seats: int = 2
    stack: int = 100
    choices: str = CHOICES
    hidden: tuple[int, ...] = HIDDEN

    def __post_init__(self) -> None:
        for name, value, allowed in (("seats", self.seats, SEATS), ("stack", self.stack, STACKS)):
            if not is_whole(value, allowed):
                raise OptionError(
                    f"{name} is {value!r}; it must be from {allowed[0]} to {allowed[-1]:,}"
                )
        if self.seats * self.stack * BLINDS.big_blind > MOST:
            raise OptionError(
                f"{self.seats} stacks of {self.stack} big blinds are too many chips for the "
                f"environment; at most {MOST // (self.seats * BLINDS.big_blind)} big blinds are "
                "possible"
            )
        if Choices.parse(self.choices).amounts:
            raise OptionError(
                "a policy learns to bet shares of the pot, so choices cannot be amounts"
            )
        layers = 1 <= len(self.hidden) <= MOST_LAYERS
        if not layers or not all(is_whole(width, WIDTHS) for width in self.hidden):
            raise OptionError(
                f"hidden is {self.hidden!r}; it must have 1 to {MOST_LAYERS} layers of "
                f"{WIDTHS[0]} to {WIDTHS[-1]} numbers"
            )

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of units in each layer of the network, from the inputs to the outputs."""
        names = Choices.parse(self.choices).names
        return input_count(self.seats), *self.hidden, len(names)

    def fields(self) -> dict[str, Any]:
        """Return the game as JSON-compatible data."""
        return {**asdict(self), "hidden": list(self.hidden)}

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> PolicyGame:
        """Build a game from the data that `fields` returned.

        Raises:
            LookupError: if the hidden layers are missing.
            TypeError: if a field has the wrong type, or does not exist.
            OptionError: if a field has an invalid value.
        """
        return cls(**{**fields, "hidden": tuple(fields["hidden"])})

    def batch(self, tables: int, **options: Any) -> TableBatch:
        """Return new tables at which this game is played.

        Args:
            tables: the number of tables.
            options: further options of `TableBatch`.
        """
        chips = self.stack * BLINDS.big_blind
        return TableBatch(tables, self.seats, stacks=chips, choices=self.choices, **options)


class PolicyPoint(NamedTuple):
    """A point of a learning curve: the strength of a policy at one moment of its training.

    Attributes:
        hands: the number of hands from which the policy had learned.
        opponent: ``"now"`` (the policy at the time of the measurement, after all training so far),
            ``"call"`` (always calls) or ``"random"``.
        mean: the policy's winnings, in thousandths of a big blind per hand and seat.
        error: the standard error of the mean.
    """

    hands: int
    opponent: str
    mean: float
    error: float


@dataclass(frozen=True)
class LearnedPolicy:
    """A policy for whole hands of no-limit Hold'em.

    Attributes:
        game: the game that the policy plays.
        network: the network, whose outputs determine the probabilities of the choices.
        hands: the number of hands from which the policy has learned.
        curve: the strength of the policy during training.
    """

    game: PolicyGame
    network: Network
    hands: int = 0
    curve: tuple[PolicyPoint, ...] = ()

    def shares(self, seen: Observation) -> dict[Action, float]:
        """Return how often to take each action with the player's own hand.

        Args:
            seen: an observation of a hand that the policy `knows`.

        Returns:
            The probabilities of the legal actions among the policy's choices; they sum to 1.
        """
        row = self._row(seen)[None]
        actions, mask = self._legal(seen)
        shares = self.of_rows(row, hand_strengths(row), mask[None])[0].tolist()
        result: dict[Action, float] = {}
        for action, share in zip(actions, shares, strict=True):
            if action:  # two choices can be the same action
                result[action] = result.get(action, 0.0) + share
        return result

    def policy(
        self, seen: Observation, combos: NDArray[np.int64]
    ) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Return how often to take each action with each of many hands.

        Args:
            seen: an observation of a hand that the policy `knows`. The policy ignores the player's
                own cards in it.
            combos: int64[hands], the combo numbers of the hands.

        Returns:
            The actions, and their probabilities with each hand: float64[hands, actions], whose rows
            sum to 1.
        """
        rows = np.repeat(self._row(seen)[None], len(combos), axis=0)
        rows[:, SEE_HOLE : SEE_HOLE + 2] = _cards_of_combos()[combos]
        actions, mask = self._legal(seen)
        shares = self.of_rows(rows, hand_strengths(rows), np.tile(mask, (len(rows), 1)))
        kept = tuple(dict.fromkeys(filter(None, actions)))
        chances = np.zeros((len(rows), len(kept)))
        for place, action in enumerate(actions):
            if action:  # two choices can be the same action
                chances[:, kept.index(action)] += shares[:, place]
        return kept, chances / chances.sum(1, keepdims=True)

    def of_rows(
        self,
        rows: NDArray[np.uint16],
        strengths: NDArray[np.float32],
        mask: NDArray[np.bool_],
    ) -> Floats:
        """Return the probabilities of the choices at many decisions: floats[n, choices].

        Args:
            rows: uint16[n, 14 + 2 * seats], compact observations.
            strengths: float32[n, 2], the strengths of the hands, as `hand_strengths` returns them.
            mask: bool[n, choices], which choices are legal.
        """
        inputs = policy_inputs(rows, strengths, BLINDS.big_blind)
        return shares_of(self.network(inputs), mask)

    def knows(self, seen: Observation) -> bool:
        """Check whether the policy was trained for the rules and the number of players of a hand.

        The hand must be no-limit, without antes and straddles; stacks and blinds do not matter.
        """
        players = sum(stack > 0 for stack in seen.start_stacks)
        rules = seen.rules
        return players == self.game.seats and not (rules.is_limit or rules.ante or rules.straddles)

    def _row(self, seen: Observation) -> NDArray[np.uint16]:
        """Return the compact observation, scaled to the policy's blinds and capped at its stack."""
        scale = BLINDS.big_blind / seen.rules.big_blind
        return observation_row(seen, scale, self.game.stack * BLINDS.big_blind)

    def _legal(self, seen: Observation) -> tuple[list[Action | None], NDArray[np.bool_]]:
        """Return the action of each choice (None if it is illegal), and which choices are legal."""
        choices = Choices.parse(self.game.choices)
        totals = choices.totals(seen.legal)
        actions: list[Action | None] = []
        for name, total in zip(choices.names, totals, strict=True):
            action = None if total < 0 else _ACTIONS.get(name) or Action.raise_to(total)
            actions.append(action)
        return actions, np.array([action is not None for action in actions])

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the policy to a file; an existing file is replaced once the new file is complete.

        Raises:
            OSError: if the file cannot be written.
        """
        head = {
            "game": self.game.fields(),
            "buckets": buckets().digest,
            "hands": self.hands,
            "curve": [list(point) for point in self.curve],
        }
        write_archive(path, KIND, VERSION, head, {"network": self.network.vector})

    @classmethod
    def load(cls, path: Path | str) -> LearnedPolicy:
        """Read a policy from a file.

        Raises:
            InputError: if the file is damaged or has another version, or the policy was trained
                with other buckets.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            game = PolicyGame.from_fields(head["game"])
            if head["buckets"] != buckets().digest:
                raise InputError("it was trained with other buckets of hands; train it again")
            vector = archive.array("network", "<f4", (parameter_count(game.sizes),))
            if not np.isfinite(vector).all():
                raise InputError("some numbers of its network are not finite")
            if len(head["curve"]) > MOST_POINTS:
                raise InputError(f"its curve has more than {MOST_POINTS} points")
            curve = tuple(
                PolicyPoint(int(hands), str(opponent), float(mean), float(error))
                for hands, opponent, mean, error in head["curve"]
            )
            return cls(game, Network(game.sizes, vector), int(head["hands"]), curve)


_ACTIONS = {"fold": Action.fold(), "call": Action.call()}


def policy_path(game: PolicyGame) -> Path:
    """Return the path at which ``handsight train policy`` writes the policy of a game."""
    return tables_folder().parent / "policies" / file_name(game)


def file_name(game: PolicyGame) -> str:
    """Return the name of the file for the policy of a game.

    Games with the same number of players and the same stack share a name.

    Example:
        >>> file_name(PolicyGame())
        '2-players-100.npz'
    """
    return f"{game.seats}-players-{game.stack}.npz"


def learned_policy(file: str = "") -> LearnedPolicy:
    """Return the policy in a file, and read the file again only when it has changed.

    Args:
        file: the path of the file; if empty, the shipped policy is returned.

    Raises:
        OptionError: if the file cannot be read.
        InputError: if the file is damaged or has another version, or if the policy was trained with
            other buckets.
    """
    try:
        return _loaded(file) if file else _shipped()
    except OSError as error:
        raise OptionError(f"cannot read the policy {file!r}: {error.strerror}") from None


_loaded = kept_while_unchanged(4)(LearnedPolicy.load)


@cache
def _shipped() -> LearnedPolicy:
    return LearnedPolicy.load(DATA / file_name(PolicyGame()))


@cache
def _cards_of_combos() -> NDArray[np.uint16]:
    return np.array(COMBOS, np.uint16)
