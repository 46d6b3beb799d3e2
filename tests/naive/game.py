"""The game by its rules, slowly: players are objects, and everything is looked up anew.

Written apart from the kernels, to be compared with them by random play.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.naive.ranking import worth


@dataclass
class Player:
    """Somebody at the table."""

    seat: int
    chips: int
    cards: list[int] = field(default_factory=list)
    bet: int = 0
    total: int = 0
    folded: bool = False
    price_met: int | None = None
    """The price when the player acted last on this street."""

    @property
    def is_all_in(self) -> bool:
        return self.chips == 0

    def put(self, chips: int) -> None:
        put = min(chips, self.chips)
        self.chips -= put
        self.bet += put
        self.total += put


@dataclass(frozen=True)
class Table:
    """What is agreed on; see `handsight.game.Rules` for the words."""

    small_blind: int = 50
    big_blind: int = 100
    ante: int = 0
    big_blind_ante: bool = False
    straddles: tuple[int, ...] = ()
    limit: tuple[int, int] | None = None
    cap: int = 4
    uncapped_heads_up: bool = False
    short_price: bool = False
    free_folds: bool = False
    any_raise_reopens: bool = False


class Hand:
    """One hand. `deck` is in the order dealt."""

    def __init__(
        self, table: Table, stacks: Sequence[int], button: int, deck: Sequence[int]
    ) -> None:
        self.table = table
        self.dead = 0
        self.deck = list(deck)
        self.board: list[int] = []
        everybody = [Player(seat, chips) for seat, chips in enumerate(stacks)]
        self.everybody = everybody
        around = everybody[button + 1 :] + everybody[: button + 1]
        self.players = [player for player in around if player.chips]
        for _ in range(2):
            for player in self.players:
                player.cards.append(self.deck.pop(0))
        self.street = 0
        self.capped = False
        self.over = False
        self.post()
        self.continue_from(self.last_poster)

    # --- the start --------------------------------------------------------------------------------

    def post(self) -> None:
        table = self.table
        blinds = [table.small_blind, table.big_blind, *table.straddles]
        order = self.players[::-1] if len(self.players) == 2 else self.players
        posters = list(zip(order, blinds, strict=False))
        payers = [order[1]] if table.big_blind_ante else self.players
        for player in payers:
            player.put(table.ante)
            if table.big_blind_ante:
                self.dead += player.total
                player.total = 0
            player.bet = 0
        for player, blind in posters:
            player.put(blind)
        self.last_poster = posters[-1][0]
        paid = max(player.bet for player in self.players)
        self.price = paid if table.short_price else max(blinds)
        self.level = self.price
        steps = [after - before for before, after in pairwise(blinds[1:])]
        self.full_raise = max([table.big_blind, *steps])
        self.count = 1 + len(table.straddles)
        self.check_cap()

    # --- whose turn -------------------------------------------------------------------------------

    @property
    def left(self) -> list[Player]:
        return [player for player in self.players if not player.folded]

    @property
    def able(self) -> list[Player]:
        return [player for player in self.left if not player.is_all_in]

    def continue_from(self, player: Player) -> None:
        """Find the next decision, or finish the street and look there."""
        if len(self.left) == 1:
            self.finish()
            return
        place = self.players.index(player)
        for other in self.players[place + 1 :] + self.players[: place + 1]:
            if self.has_decision(other):
                self.actor = other
                return
        self.next_street()

    def has_decision(self, player: Player) -> bool:
        if player not in self.able:
            return False
        others = [other for other in self.left if other is not player]
        if all(other.is_all_in and other.bet <= player.bet for other in others):
            return False
        return player.price_met is None or player.price_met < self.price

    def next_street(self) -> None:
        self.return_excess()
        if self.street == 3:
            self.finish()
            return
        self.street += 1
        for _ in range(3 if self.street == 1 else 1):
            self.board.append(self.deck.pop(0))
        for player in self.players:
            player.bet, player.price_met = 0, None
        self.price = self.level = self.count = 0
        self.full_raise = self.table.big_blind
        self.capped = False
        self.continue_from(self.players[-1])

    # --- acting -----------------------------------------------------------------------------------

    @property
    def bet_size(self) -> int:
        assert self.table.limit
        return self.table.limit[self.street // 2]

    def legal(self) -> tuple[bool, int, int, int]:
        """May the player fold, the cost of a call, and the least and the most to raise to."""
        me = self.actor
        cost = min(self.price - me.bet, me.chips)
        may_fold = cost > 0 or self.table.free_folds
        most = me.bet + me.chips
        callers = [o for o in self.able if o is not me and o.bet + o.chips > self.price]
        if most <= self.price or not callers or not self.is_open():
            return may_fold, cost, 0, 0
        if self.table.limit:
            target = min(most, self.level + self.bet_size)
            return may_fold, cost, target, target
        return may_fold, cost, min(most, self.price + self.full_raise), most

    def is_open(self) -> bool:
        if self.capped:
            return False
        if self.actor.price_met is None or self.table.any_raise_reopens:
            return True
        grown = self.price - self.actor.price_met
        return grown >= self.bet_size / 2 if self.table.limit else grown >= self.full_raise

    def fold(self) -> None:
        self.actor.folded = True
        self.continue_from(self.actor)

    def call(self) -> None:
        self.actor.put(self.price - self.actor.bet)
        self.actor.price_met = self.price
        self.continue_from(self.actor)

    def raise_to(self, target: int) -> None:
        self.actor.put(target - self.actor.bet)
        if self.table.limit:
            if target - self.level >= self.bet_size / 2:
                self.level = target
                self.count += 1
        elif target - self.price >= self.full_raise:
            self.full_raise = target - self.price
            self.count += 1
        self.price = self.actor.price_met = target
        self.check_cap()
        self.continue_from(self.actor)

    def check_cap(self) -> None:
        free = self.table.uncapped_heads_up and len(self.left) == 2
        if self.table.limit and self.table.cap and self.count >= self.table.cap and not free:
            self.capped = True

    # --- the end ----------------------------------------------------------------------------------

    def return_excess(self) -> None:
        first, second = sorted(self.players, key=lambda player: player.bet)[:-3:-1]
        if not first.folded and first.bet > second.bet:
            excess = first.bet - second.bet
            first.chips += excess
            first.bet -= excess
            first.total -= excess

    def finish(self) -> None:
        self.return_excess()
        self.over = True
        winners_of_below: list[Player] = self.left
        below = 0
        pot = self.dead
        if any(player.total == 0 for player in self.left):
            self.share(pot, self.left)
            pot = 0
        for top in sorted({player.total for player in self.left if player.total}):
            pot += sum(min(each.total, top) - min(each.total, below) for each in self.players)
            winners_of_below = [player for player in self.left if player.total >= top]
            if top == max(player.total for player in self.left):
                pot += sum(max(each.total - top, 0) for each in self.players)
            self.share(pot, winners_of_below)
            below, pot = top, 0

    def share(self, pot: int, players: list[Player]) -> None:
        """Split a pot; odd chips go one each, to the first winners in the order of the seats."""
        if len(self.left) == 1:
            best = self.left
        else:
            worths = {player.seat: worth([*player.cards, *self.board]) for player in players}
            top = max(worths.values())
            best = [player for player in players if worths[player.seat] == top]
        for place, player in enumerate(best):
            player.chips += pot // len(best) + (place < pot % len(best))

    @property
    def stacks(self) -> list[int]:
        return [player.chips for player in self.everybody]
