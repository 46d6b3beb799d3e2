"""The modules of the stand-in for PyPokerEngine, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from handsight.errors import MissingExtraError
from handsight.interop.pypokerengine import emulator, emulator_states
from handsight.interop.pypokerengine.emulator_table import (
    EnginePlayer,
    PayInfo,
    PokerConstants,
    Seats,
    Table,
    copied,
)
from handsight.interop.pypokerengine.round_manager import RoundManager
from handsight.interop.pypokerengine.stand_in import (
    BasePokerPlayer,
    EngineCard,
    EngineDeck,
    HandEvaluator,
    estimate_hole_card_win_rate,
    evaluate_hand,
    fill_community_card,
    gen_cards,
    gen_deck,
    pick_unused_card,
    wins_once,
)


def missing_engine(*args: object, **kwargs: object) -> NoReturn:
    """Raise an error, because the stand-in lacks the dealer and the helpers that only it uses.

    Raises:
        MissingExtraError: always.
    """
    raise MissingExtraError(
        "this needs PyPokerEngine itself, which is not installed: pip install pypokerengine"
    )


def teller(name: str) -> Callable[..., str]:
    """Return a function that describes a message, in place of one that shows it to a person.

    Args:
        name: name of the function in PyPokerEngine, such as ``visualize_round_start``.

    Example:
        >>> teller("visualize_round_start")(3, ["SA", "HA"], uuid="me")
        "round start: 3, ['SA', 'HA'], uuid='me'"
    """

    def tell(*told: object, **named: object) -> str:
        values = [*map(repr, told), *(f"{key}={value!r}" for key, value in named.items())]
        return f"{name.removeprefix('visualize_').replace('_', ' ')}: {', '.join(values)}"

    return tell


_TELLERS = (
    *("game_start", "round_start", "street_start", "declare_action", "game_update"),
    *("round_result", "hand_info", "player", "round_state", "player_with_badge"),
)


class _MissingType(type):
    """The type of classes that the stand-in only names."""

    def __getattr__(cls, name: str) -> NoReturn:
        """Raise an error; for special names, which Python itself looks up, an AttributeError."""
        if name.startswith("__"):
            raise AttributeError(name)
        missing_engine()

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        """Raise an error, because there are no instances."""
        missing_engine()


class MissingClass(metaclass=_MissingType):
    """A class of PyPokerEngine that can be imported, but not used."""


NAMES: dict[str, dict[str, Any]] = {
    "pypokerengine": {},
    "pypokerengine.players": {"BasePokerPlayer": BasePokerPlayer},
    "pypokerengine.engine": {},
    "pypokerengine.engine.card": {"Card": EngineCard},
    "pypokerengine.engine.deck": {"Deck": EngineDeck},
    "pypokerengine.engine.hand_evaluator": {"HandEvaluator": HandEvaluator},
    "pypokerengine.engine.player": {"Player": EnginePlayer},
    "pypokerengine.engine.seats": {"Seats": Seats},
    "pypokerengine.engine.table": {"Table": Table},
    "pypokerengine.engine.pay_info": {"PayInfo": PayInfo},
    "pypokerengine.engine.poker_constants": {"PokerConstants": PokerConstants},
    "pypokerengine.engine.action_checker": {"ActionChecker": emulator.ActionChecker},
    "pypokerengine.engine.data_encoder": {"DataEncoder": MissingClass},
    "pypokerengine.engine.dealer": {"Dealer": MissingClass},
    "pypokerengine.engine.game_evaluator": {"GameEvaluator": MissingClass},
    "pypokerengine.engine.message_builder": {"MessageBuilder": MissingClass},
    "pypokerengine.engine.round_manager": {"RoundManager": RoundManager},
    "pypokerengine.utils": {},
    "pypokerengine.utils.card_utils": {
        "Card": EngineCard,
        "Deck": EngineDeck,
        "HandEvaluator": HandEvaluator,
        "gen_cards": gen_cards,
        "gen_deck": gen_deck,
        "evaluate_hand": evaluate_hand,
        "estimate_hole_card_win_rate": estimate_hole_card_win_rate,
        "_pick_unused_card": pick_unused_card,
        "_fill_community_card": fill_community_card,
        "_montecarlo_simulation": wins_once,
    },
    "pypokerengine.utils.game_state_utils": {
        "attach_hole_card": emulator_states.attach_hole_card,
        "attach_hole_card_from_deck": emulator_states.attach_hole_card_from_deck,
        "deepcopy_game_state": copied,
        "replace_community_card": emulator_states.replace_community_card,
        "replace_community_card_from_deck": emulator_states.replace_community_card_from_deck,
        "restore_game_state": emulator_states.restore_game_state,
    },
    "pypokerengine.utils.visualize_utils": {
        f"visualize_{name}": teller(f"visualize_{name}") for name in _TELLERS
    },
    "pypokerengine.api": {},
    "pypokerengine.api.emulator": {
        "Action": emulator.Action,
        "ActionChecker": emulator.ActionChecker,
        "BasePokerPlayer": BasePokerPlayer,
        "Card": EngineCard,
        "Const": PokerConstants,
        "Deck": EngineDeck,
        "Emulator": emulator.Emulator,
        "Event": emulator.Event,
        "PayInfo": PayInfo,
        "Player": EnginePlayer,
        "RoundManager": RoundManager,
        "Seats": Seats,
        "Table": Table,
    },
    "pypokerengine.api.game": {
        "BasePokerPlayer": BasePokerPlayer,
        "setup_config": missing_engine,
        "start_poker": missing_engine,
    },
}
"""The contents of each module of the stand-in, by the module's name."""
