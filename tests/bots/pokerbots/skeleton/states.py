"""What a bot is shown, with the names that the competition's skeleton documents.

A round is followed by an independent count of the betting: whose turn it is, what was put in on the
street, and what is left.
"""

from collections import namedtuple

from skeleton.actions import CallAction, CheckAction, FoldAction, RaiseAction

NUM_ROUNDS = 1000
STARTING_STACK = 400
BIG_BLIND = 2
SMALL_BLIND = 1

GameState = namedtuple("GameState", ["bankroll", "game_clock", "round_num"])
TerminalState = namedtuple("TerminalState", ["deltas", "previous_state"])
_Fields = namedtuple(
    "_Fields", ["button", "street", "pips", "stacks", "hands", "deck", "previous_state"]
)


class RoundState(_Fields):
    """A round, seen by one of its players."""

    def legal_actions(self):
        active = self.button % 2
        cost = self.pips[1 - active] - self.pips[active]
        rich = self.stacks[1 - active] > 0 and self.stacks[active] > max(cost, 0)
        plain = {FoldAction, CallAction} if cost else {CheckAction}
        return plain | {RaiseAction} if rich else plain

    def raise_bounds(self):
        active = self.button % 2
        cost = self.pips[1 - active] - self.pips[active]
        most = min(self.stacks[active], self.stacks[1 - active] + cost)
        least = min(most, cost + max(cost, BIG_BLIND))
        return self.pips[active] + least, self.pips[active] + most

    def after(self, action):
        """The state after an action of the player whose turn it is."""
        active = self.button % 2
        if isinstance(action, FoldAction):
            return TerminalState([0, 0], self)
        if isinstance(action, CheckAction):
            ends = self.button > (0 if self.street == 0 else 1)
            return self._next_street() if ends else self._replace(button=self.button + 1)
        target = self.pips[1 - active] if isinstance(action, CallAction) else action.amount
        pips, stacks = list(self.pips), list(self.stacks)
        stacks[active] -= target - pips[active]
        pips[active] = target
        moved = self._replace(button=self.button + 1, pips=pips, stacks=stacks, previous_state=self)
        if isinstance(action, CallAction) and self.button > 0:
            return moved._next_street()
        return moved

    def _next_street(self):
        if self.street == 5:
            return TerminalState([0, 0], self)
        street = {0: 3, 3: 4, 4: 5}[self.street]
        return self._replace(button=1, street=street, pips=[0, 0], previous_state=self)
