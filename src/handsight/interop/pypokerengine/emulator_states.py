"""States of PyPokerEngine's emulator from messages, and with other cards.

Names and meanings are those of PyPokerEngine 1.0.1, but the code is our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handsight.errors import InputError
from handsight.interop.pypokerengine.emulator_table import (
    CARDS_OPEN,
    STREETS,
    EnginePlayer,
    GameState,
    Table,
    copied,
)
from handsight.interop.pypokerengine.messages import STATES, STREET_NAMES, Message
from handsight.interop.pypokerengine.stand_in import EngineCard, EngineDeck


def restore_game_state(round_state: Message) -> GameState:
    """Return the state that a message's ``round_state`` describes, without hole cards."""
    table = Table()
    table.dealer_btn = round_state["dealer_btn"]
    table.set_blind_pos(round_state["small_blind_pos"], round_state["big_blind_pos"])
    for text in round_state["community_card"]:
        table.add_community_card(EngineCard.from_str(text))
    out = {card.to_id() for card in table.get_community_card()}
    table.deck = EngineDeck(number for number in range(1, 53) if number not in out)
    states = {name: number for number, name in STATES.items()}
    for info in round_state["seats"]:
        player = EnginePlayer(info["uuid"], info["stack"], info["name"])
        player.pay_info.status = states[info["state"]]
        table.seats.sitdown(player)
    _restore_histories(table, round_state["action_histories"])
    return {
        "round_count": round_state["round_count"],
        "small_blind_amount": round_state["small_blind_amount"],
        "street": STREET_NAMES.index(round_state["street"]),
        "next_player": round_state["next_player"],
        "table": table,
    }


def _restore_histories(table: Table, histories: Mapping[str, Sequence[Message]]) -> None:
    """Set the players' past actions; those on the last street are the current ones."""
    players = {player.uuid: player for player in table.seats.players}
    named = [name for name in STREET_NAMES[:STREETS] if name in histories]
    for name in named:
        for each in histories[name]:
            player = players[each["uuid"]]
            player.action_histories.append(each)
            player.pay_info.amount += _paid(each)
        if name != named[-1]:
            for player in table.seats.players:
                player.save_street_action_histories(STREET_NAMES.index(name))


def _paid(entry: Message) -> int:
    """Return the chips that an action put in; forced bets name no chips besides their amount."""
    is_fold = entry["action"] == EnginePlayer.ACTION_FOLD_STR
    return 0 if is_fold else int(entry["paid"] if "paid" in entry else entry["amount"])


def attach_hole_card(
    game_state: GameState, uuid: str, hole_card: Sequence[EngineCard]
) -> GameState:
    """Return a copy of a state in which a player has these hole cards.

    Raises:
        InputError: if no player, or more than one, has the id.
    """
    state = copied(game_state)
    found = [player for player in state["table"].seats.players if player.uuid == uuid]
    if len(found) != 1:
        raise InputError(f"{len(found)} players have the uuid {uuid!r}; it must be one")
    found[0].hole_card = list(hole_card)
    return state


def attach_hole_card_from_deck(game_state: GameState, uuid: str) -> GameState:
    """Return a copy of a state in which a player has the deck's last two cards."""
    state = copied(game_state)
    return attach_hole_card(state, uuid, state["table"].deck.draw_cards(2))


def replace_community_card(
    game_state: GameState, community_card: Sequence[EngineCard]
) -> GameState:
    """Return a copy of a state with another board."""
    state = copied(game_state)
    state["table"]._community_card = list(community_card)
    return state


def replace_community_card_from_deck(game_state: GameState) -> GameState:
    """Return a copy of a state whose board is drawn from the deck's last cards."""
    state = copied(game_state)
    return replace_community_card(
        state, state["table"].deck.draw_cards(CARDS_OPEN[state["street"]])
    )
