"""A bot as people write them for PyPokerEngine; the tests load it from this file, unchanged."""

import random

from pypokerengine.engine.hand_evaluator import HandEvaluator
from pypokerengine.players import BasePokerPlayer
from pypokerengine.utils.card_utils import estimate_hole_card_win_rate, gen_cards

SIMULATIONS = 20


class HonestPlayer(BasePokerPlayer):
    def __init__(self, boldness=0.9, bluffs=False):
        self.boldness = boldness
        self.bluffs = bluffs
        self.players = 0
        self.results = []

    def declare_action(self, valid_actions, hole_card, round_state):
        board = gen_cards(round_state["community_card"])
        rate = estimate_hole_card_win_rate(SIMULATIONS, self.players, gen_cards(hole_card), board)
        if rate > self.boldness and valid_actions[2]["amount"]["min"] != -1:
            return "raise", valid_actions[2]["amount"]["min"]
        if rate >= 1.0 / self.players or (self.bluffs and random.random() < 0.1):
            return "call", valid_actions[1]["amount"]
        return "fold", 0

    def receive_game_start_message(self, game_info):
        self.players = game_info["player_num"]

    def receive_round_start_message(self, round_count, hole_card, seats):
        pass

    def receive_street_start_message(self, street, round_state):
        pass

    def receive_game_update_message(self, action, round_state):
        pass

    def receive_round_result_message(self, winners, hand_info, round_state):
        strength = HandEvaluator.HAND_STRENGTH_MAP[HandEvaluator.ONEPAIR]
        self.results.append((strength, [winner["uuid"] == self.uuid for winner in winners]))


class NoBot:
    pass


def setup_ai():
    return HonestPlayer()
