"""Reads the engine's lines, and calls the bot, as the competition describes it."""

import argparse
import socket

from skeleton.actions import CallAction, CheckAction, FoldAction, RaiseAction
from skeleton.states import (
    BIG_BLIND,
    SMALL_BLIND,
    STARTING_STACK,
    GameState,
    RoundState,
    TerminalState,
)

LETTERS = {FoldAction: "F", CallAction: "C", CheckAction: "K"}


def play(bot, file):
    bankroll, clock, number, state, active, is_between = 0, 0.0, 1, None, 0, True
    while clauses := file.readline().split():
        for clause in clauses:
            letter, text = clause[0], clause[1:]
            game = GameState(bankroll, clock, number)
            if letter == "Q":
                return
            if letter == "T":
                clock = float(text)
            elif letter == "P":
                active = int(text)
            elif letter == "H":
                hands = [[], []]
                hands[active] = text.split(",")
                stacks = [STARTING_STACK - SMALL_BLIND, STARTING_STACK - BIG_BLIND]
                state = RoundState(0, 0, [SMALL_BLIND, BIG_BLIND], stacks, hands, [], None)
                bot.handle_new_round(game._replace(game_clock=clock), state, active)
                is_between = False
            elif letter == "B":
                state = state._replace(deck=text.split(","))
            elif letter == "O":
                assert isinstance(state, TerminalState)
                assert len(text.split(",")) == 2
            elif letter == "D":
                assert isinstance(state, TerminalState)
                won = int(text)
                bankroll += won
                deltas = [won if seat == active else -won for seat in range(2)]
                bot.handle_round_over(
                    GameState(bankroll, clock, number), state._replace(deltas=deltas), active
                )
                number, is_between = number + 1, True
            elif letter == "R":
                state = state.after(RaiseAction(int(text)))
            else:
                kinds = {code: kind for kind, code in LETTERS.items()}
                state = state.after(kinds[letter]())
        action = CheckAction()
        if not is_between:
            assert active == state.button % 2
            action = bot.get_action(GameState(bankroll, clock, number), state, active)
        answer = LETTERS.get(type(action)) or f"R{action.amount}"
        file.write(answer + "\n")
        file.flush()


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="localhost")
    parser.add_argument("port", type=int)
    return parser.parse_args()


def run_bot(bot, args):
    connection = socket.create_connection((args.host, args.port))
    with connection.makefile("rw") as file:
        play(bot, file)
    connection.close()
