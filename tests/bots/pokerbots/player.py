"""A bot as it is written for the Pokerbots competition: it reads a file beside it, and draws."""

import json
import random

from skeleton.actions import CallAction, CheckAction, FoldAction, RaiseAction
from skeleton.bot import Bot
from skeleton.runner import parse_args, run_bot
from skeleton.states import STARTING_STACK

with open("style.json", encoding="utf-8") as file:  # noqa: PTH123 as such bots do
    STYLE = json.load(file)


class Player(Bot):
    """Raises at random, and otherwise checks and calls; answers illegally with seven high."""

    def __init__(self):
        self.rounds = 0

    def handle_new_round(self, game_state, round_state, active):
        assert game_state.round_num == self.rounds + 1
        assert len(round_state.hands[active]) == 2
        assert round_state.pips == [1, 2]
        assert sum(round_state.stacks) + 3 == 2 * STARTING_STACK

    def handle_round_over(self, game_state, terminal_state, active):
        self.rounds += 1
        assert terminal_state.deltas[active] == -terminal_state.deltas[1 - active]
        assert abs(terminal_state.deltas[active]) <= STARTING_STACK

    def get_action(self, game_state, round_state, active):
        legal = round_state.legal_actions()
        assert round_state.button % 2 == active
        assert len(round_state.deck) == round_state.street
        if RaiseAction in legal and random.random() < STYLE["raises"]:
            least, most = round_state.raise_bounds()
            return RaiseAction(random.choice([least, most, (least + most) // 2]))
        if all(card[0] in "23456" for card in round_state.hands[active]):
            return FoldAction() if random.random() < 0.5 else RaiseAction(1)
        return CheckAction() if CheckAction in legal else CallAction()


if __name__ == "__main__":
    run_bot(Player(), parse_args())
