"""Conversion of the facts that a site writes about a hand, line by line, into a `Hand`.

Every site provides the same facts: who sits where, who posts what, who acts, which cards are dealt,
and who collects the pot. The rules determine the rest. Anything that the rules forbid is a fault,
which is reported with its line number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import gcd
from operator import sub
from typing import Any, Final, NamedTuple, cast

from handsight.cards import Card, parse_cards
from handsight.cards.card import STREET_OF_BOARD
from handsight.errors import HistoryError, InputError
from handsight.formats.amounts import MOST_CHIPS, MOST_DIGITS, FieldFault, require_number, scale_of
from handsight.game import Action, ActionRecord, ChipBook, Hand, HandState, Source, walk
from handsight.game.records.hand import Amount, recorded_rules
from handsight.game.records.playing import Ended, play_to_end
from handsight.game.records.replaying import BOARDS, chips_won, hand_result

STACKS_UNKNOWN = "_stacks_unknown"
"""A metadata field outside the PHH format. It holds the players whose stacks the text does not
give; their stacks in the record are guesses."""

UNIT: Final[int] = 10**MOST_DIGITS
"""The number that stands for one unit of the text, such as a dollar, in the amounts of a script.

Amounts are whole numbers of millionths of a unit, which are much faster than decimals. An amount
with more digits is a fraction of a millionth, and `HandScript.hand` refuses it."""

_NOTHING: Amount = 0
_MOST_PLAYERS = 10
_SMALLEST_BLIND_OF_CHIPS = 10


class WrittenMove(NamedTuple):
    """A player's action as the text describes it.

    Attributes:
        player: name of the player.
        word: ``"fold"``, ``"check"``, ``"call"``, ``"to"`` for a bet or raise to a street total,
            or ``"adds"`` for chips put in, which can amount to a call, a bet or a raise.
        chips: for ``"to"``, the street total; for ``"adds"``, the chips put in; for a call, its
            cost according to the text. None if the text names no chips, as for a fold or a check.
        board: number of cards on the board before the action.
        line: line number of the action, from 1.
    """

    player: str
    word: str
    chips: Amount | None
    board: int
    line: int


@dataclass(frozen=True, slots=True)
class Habits:
    """How the hands of a site differ from those of most sites.

    Attributes:
        implies_blinds: whether the lines that post blinds can be missing, so that only the heading
            names the blinds.
        seats_latecomers: whether the line with the seat can be missing for players who join late.
        lists_in_order: whether players are listed in the order of play even if the numbers of
            their seats are in no order. The number of the button is then the place in the list.
    """

    implies_blinds: bool = False
    seats_latecomers: bool = False
    lists_in_order: bool = False


@dataclass(frozen=True, slots=True)
class ScriptSource(Source):
    """The location of a site's hand in a file.

    Attributes:
        lines: the line number of each action of all players, in order.
    """

    lines: tuple[int, ...] = ()

    def line_of_action(self, number: int) -> int:
        """Return the line of a player's action, or the hand's first line if it is unknown.

        Args:
            number: index of the action among those of all players, from 0.
        """
        return self.lines[number] if number < len(self.lines) else self.line


class HandScript:
    """Collects what a text says about one hand.

    A fact that contradicts earlier ones raises `HistoryError`, and so does a player without a seat
    unless the habits allow latecomers without one. All chips are in
    parts of the text's unit (`UNIT`).

    Attributes:
        file: name of the file, for error messages.
        begin: number of the line on which the hand begins, from 1.
        line: number of the line that is being read, from 1.
        habits: ways in which the site's hands differ from those of most sites.
        facts: facts about the hand: ``button``, ``small``, ``big``, ``hero`` and everything that
            becomes metadata.
        rake: chips of the rake; None if the text does not give it.
        total: chips of the pot, including the rake; None if the text does not give it.
        added: chips that the site adds to the pot, such as a cash drop.
        has_limit: whether the hand is fixed-limit.
        has_started: whether a line has said that the deal begins.

    Example:
        >>> script = HandScript("a.txt", 1)
        >>> for seat, player in enumerate(("Ann", "Bob"), start=1):
        ...     script.sit(player, seat, 100 * UNIT)
        >>> script.facts["button"] = 1
        >>> script.post("Ann", "small", UNIT // 2)
        >>> script.post("Bob", "big", UNIT)
        >>> script.act("Ann", "to", 3 * UNIT, 8)
        >>> script.act("Bob", "fold", None, 9)
        >>> script.collect("Ann", 2 * UNIT)
        >>> hand = script.hand({})
        >>> hand.players, hand.posts, hand.scale, str(hand.actions[0].action)
        (('Bob', 'Ann'), (10, 5), 10, 'raise to 30')
    """

    def __init__(self, file: str, begin: int, habits: Habits | None = None) -> None:
        self.file, self.begin = file, begin
        self.habits = habits or Habits()
        self.line = begin
        self.facts: dict[str, Any] = {}
        self.rake: Amount | None = None
        self.total: Amount | None = None
        self.added: Amount = 0
        self.has_limit = False
        self.has_started = False
        self._seats: dict[str, tuple[int, Amount]] = {}
        self._posts: list[tuple[str, str, Amount]] = []
        self._holes: dict[str, tuple[Card, ...] | None] = {}
        self._first_cards: dict[str, str] = {}
        self._boards: list[list[Card]] = [[]]
        self._moves: list[WrittenMove] = []
        self._shown: list[str] = []
        self._collected: list[tuple[str, Amount]] = []
        self._won: list[tuple[str, Amount]] = []
        self._latecomers: list[str] = []
        self._face_up: list[str] = []
        self._excess: dict[str, int] = {}
        self._returned: tuple[str, Amount] | None = None

    # --- what the text says -----------------------------------------------------------------------

    def fault(self, reason: str, line: int = 0) -> HistoryError:
        """Return the error to raise for a fault in a line.

        Args:
            reason: description of the fault.
            line: number of the line; 0 for the line that is being read.
        """
        return HistoryError(reason, self.file, line or self.line)

    def sit(self, player: str, seat: int, chips: Amount) -> None:
        """Seat a player.

        A player who neither posts, gets cards, acts nor collects a pot is not in the hand.

        Raises:
            HistoryError: if the player already has a seat.
        """
        if player in self._seats:
            raise self.fault(f"{player} sits down twice")
        self._seats[player] = seat, chips

    def stack_of(self, player: str) -> Amount:
        """Return the chips of a player before the hand."""
        return self._seats[player][1]

    @property
    def seated(self) -> tuple[str, ...]:
        """The players who have a seat."""
        return tuple(self._seats)

    def has_seat(self, player: str) -> bool:
        """Check whether a player has a seat."""
        return player in self._seats

    @property
    def posters(self) -> set[str]:
        """The players who posted chips."""
        return {player for player, _, _ in self._posts}

    @property
    def has_moves(self) -> bool:
        """Whether any player has acted."""
        return bool(self._moves)

    def first_call(self) -> Amount:
        """Return the cost of the first preflop call before any raise, or 0 if there is none.

        Calls by players who posted chips do not count.
        """
        for move in self._moves:
            if move.word not in ("fold", "check", "call") or move.board:
                break
            if move.word == "call" and not any(move.player == each for each, _, _ in self._posts):
                return move.chips or 0
        return 0

    def post(self, player: str, kind: str, chips: Amount) -> None:
        """Record a forced bet.

        Args:
            player: name of the player.
            kind: ``"small"``, ``"big"``, ``"both"`` for a player who missed the blinds,
                ``"dead"``, ``"straddle"`` or ``"ante"``.
            chips: chips posted; for ``"both"``, the sum of both blinds.
        """
        self._require_seat(player)
        if kind == "big" and not chips and (player, "dead") in [each[:2] for each in self._posts]:
            # Both blinds stand in the line of the dead one.
            self._posts = [
                (each, "both" if (each, dead) == (player, "dead") else dead, posted)
                for each, dead, posted in self._posts
            ]
            return
        self._posts.append((player, kind, chips))

    def post_all(self, player: str, chips: Amount) -> None:
        """Record a forced bet that takes a player's stack, where the text does not say which.

        It is an ante if another player has posted one and this player has not, else the big blind
        if somebody has posted the small blind, else the small blind.
        """
        kinds = {kind for _, kind, _ in self._posts}
        if "ante" in kinds and (player, "ante") not in [each[:2] for each in self._posts]:
            self.post(player, "ante", chips)
        else:
            self.post(player, "big" if "small" in kinds else "small", chips)

    def start(self) -> None:
        """Record that the deal begins.

        A player who has folded before the deal has declined to post, and takes no part.
        """
        self._moves = [move for move in self._moves if move.word != "fold"]
        self.has_started = True

    def deal(self, player: str, cards: str) -> None:
        """Deal hole cards to a player; `cards` is empty if they are hidden."""
        self._require_seat(player)
        hole = self._cards(cards)
        if hole and len(hole) != 2:
            raise self.fault(f"{len(hole)} hole cards; hold'em has two")
        if hole and set(self._holes.get(player) or hole) != set(hole):
            raise self.fault(f"{player} has different cards from before")
        self._holes[player] = self._holes.get(player) or hole or None
        if hole and not self._moves and player not in self._face_up:
            self._face_up.append(player)

    def deal_one(self, player: str, card: str) -> None:
        """Deal one hole card to a player; the second one completes the hand."""
        held = self._first_cards.pop(player, "")
        if held:
            self.deal(player, f"{held} {card}")
        else:
            self._first_cards[player] = card

    def board(self, cards: str, run: int = 0) -> None:
        """Deal cards to the board.

        Args:
            cards: the cards of one street.
            run: index of the board, from 0; above 0 if the rest of the board is run several times.
        """
        if run == len(self._boards) and run:
            shared = {move.board for move in self._moves}
            self._boards.append(self._boards[0][: max(shared, default=0)])
        if run >= len(self._boards):
            raise self.fault(f"run {run + 1} comes before run {run}")
        lying, dealt = self._boards[run], self._cards(cards)
        if not dealt or len(lying) + len(dealt) not in STREET_OF_BOARD:
            raise self.fault(f"{len(dealt)} cards are dealt to a board of {len(lying)}")
        lying.extend(dealt)

    def act(self, player: str, word: str, chips: Amount | None, line: int) -> None:
        """Record a player's action; see `WrittenMove` for `word` and `chips`."""
        self._require_seat(player)
        self._moves.append(WrittenMove(player, word, chips, len(self._boards[0]), line))

    def show(self, player: str, cards: str) -> None:
        """Record that a player shows both cards; one card alone does not count as shown."""
        if len(self._cards(cards)) == 2:
            self.deal(player, cards)
            self._shown.append(player)

    def collect(self, player: str, chips: Amount) -> None:
        """Record that a player collects chips from a pot."""
        self._require_seat(player)
        self._collected.append((player, chips))

    def win(self, player: str, chips: Amount) -> None:
        """Record what the summary says that a player wins.

        This counts only if no line before the summary says that a player collects chips.
        """
        self._require_seat(player)
        self._won.append((player, chips))

    def give_back(self, player: str, chips: Amount) -> None:
        """Record that an uncalled bet is returned to a player; only the latest return counts."""
        self._require_seat(player)
        self._returned = player, chips

    def _require_seat(self, player: str) -> None:
        if player in self._seats or player in self._latecomers:
            return
        if not self.habits.seats_latecomers:
            raise self.fault(f"{player!r} has no seat at this table")
        self._latecomers.append(player)

    def _cards(self, text: str) -> tuple[Card, ...]:
        try:
            return _read_cards(text)
        except InputError as error:
            raise self.fault(f"{text!r}: {error}") from None

    # --- the resulting hand -----------------------------------------------------------------------

    def hand(self, metadata: Mapping[str, Any]) -> Hand:
        """Return the hand, played to its end by the rules.

        Args:
            metadata: metadata for the record.

        Raises:
            HistoryError: if the text is not a complete hand; the error names file and line.
        """
        self.line = self.begin
        self._collected = self._collected or self._won
        seats = [seat for seat, _ in self._seats.values()]
        if self.habits.lists_in_order and seats != sorted(seats):
            listed = enumerate(self._seats.items(), start=1)
            self._seats = {player: (place, chips) for place, (player, (_, chips)) in listed}
        try:
            return self._hand(metadata)
        except FieldFault as fault:
            raise self.fault(str(fault)) from None
        except HistoryError:
            raise
        except InputError as error:
            raise self.fault(str(error)) from None

    def _hand(self, metadata: Mapping[str, Any]) -> Hand:
        for player in self._first_cards:
            raise self.fault(f"{player} has one hole card; hold'em has two")
        unknown = self._seat_latecomers()
        if self.habits.implies_blinds:
            self._imply_blinds()
        players = self._players()
        if not 2 <= len(players) <= _MOST_PLAYERS:
            raise self.fault(f"{len(players)} players post or act; a hand has 2 to 10")
        try:
            return self._replayed(metadata, players, unknown, _Forced(self, players))
        except HistoryError as error:
            if sum(kind == "small" for _, kind, _ in self._posts) < 2:
                raise
            fault = error
        try:
            forced = _Forced(self, players, later_smalls_are_dead=False)
            return self._replayed(metadata, players, unknown, forced)
        except HistoryError:
            raise fault from None

    def _replayed(
        self,
        metadata: Mapping[str, Any],
        players: tuple[str, ...],
        unknown: list[str],
        forced: _Forced,
    ) -> Hand:
        stacks = [self._seats[player][1] for player in players]
        scale = _scale_of(
            [
                *(*stacks, *forced.amounts(), self.rake or 0, self.added),
                *[chips for _, chips in self._collected],
                *[move.chips for move in self._moves if move.chips is not None],
            ]
        )
        posts = _chips(forced.posts.values(), scale)
        structure = "fixed-limit" if self.has_limit else "no-limit"
        opening = Hand(
            rules=recorded_rules(
                structure, posts, _chips(forced.bets, scale), forced.antes_are_shared
            ),
            stacks=_chips(stacks, scale),
            antes=_chips(forced.antes.values(), scale),
            posts=posts,
            late=tuple([seat for seat, player in enumerate(players) if player in forced.late]),
            holes=tuple([self._holes.get(player) for player in players]),
            board=tuple(self._boards[0]),
            actions=(),
            shown=tuple([players.index(player) for player in self._shown]),
            players=players,
            scale=scale,
            hero=self._hero(players),
            turned_up=tuple(
                [
                    seat
                    for seat, player in enumerate(players)
                    if self._holes.get(player) and player not in self._face_up
                ]
            ),
            metadata=self._metadata(metadata, players, unknown),
            source=ScriptSource(self.file, self.begin, tuple([move.line for move in self._moves])),
        )
        try:
            return self._played(opening)
        except HistoryError:
            other = self._folds_in_turn(opening) or self._raises_again_as_added()
            if other is None:
                raise
        self._moves = other
        return self._played(opening)

    def _played(self, hand: Hand) -> Hand:
        book = ChipBook(hand.stacks, hand.posts, hand.antes)
        self._excess.clear()
        actions, fault = self._actions(hand, book)
        hand = replace(hand, actions=actions)
        end = self._end(hand, fault)
        return self._paid(hand, end, book)

    def _folds_in_turn(self, hand: Hand) -> list[WrittenMove] | None:
        """Return the moves, with folds that are written out of turn shifted to their turn.

        Return None if all moves are in turn, or if moves other than folds are out of turn.
        """
        seats = {player: seat for seat, player in enumerate(hand.players)}
        done = list[WrittenMove]()
        for board in sorted({move.board for move in self._moves}):
            left = [move for move in self._moves if move.board == board]
            turn = 0 if board else hand.start().actor
            while left:
                waiting = {seats[move.player] for move in left}
                turn = next(
                    seat % len(seats)
                    for seat in range(turn, turn + len(seats))
                    if seat % len(seats) in waiting
                )
                place = next(n for n, move in enumerate(left) if seats[move.player] == turn)
                move = left.pop(place)
                if move.word != "fold" and any(each.word != "fold" for each in left[:place]):
                    return None
                done.append(move)
                turn += 1
        return None if done == self._moves else done

    def _raises_again_as_added(self) -> list[WrittenMove] | None:
        """Return the moves, with later raises of a player on a street read as chips added.

        A raise is later if the player has already put in chips on the street by an action. Return
        None if the room is not Run It Once Poker, or if there is no such raise.
        """
        if self.facts.get("room") != "Run It Once Poker":
            return None
        done, bettors = list[WrittenMove](), set[tuple[str, int]]()
        for move in self._moves:
            again = move.word == "to" and (move.player, move.board) in bettors
            done.append(move._replace(word="adds") if again else move)
            if move.word != "fold" and move.chips:
                bettors.add((move.player, move.board))
        return None if done == self._moves else done

    # --- what the text leaves out -----------------------------------------------------------------

    def _seat_latecomers(self) -> list[str]:
        """Seat the players who joined late, and return those whose stacks the text does not give.

        No line gives a latecomer's seat, but the order of play reveals it: the first free seat
        after the player who acts before them or, if there is none before the next player, the first
        seat there of somebody who takes no part. Nothing reveals their stack, so it is set to the
        largest stack at the table, but at least to the chips they put in.
        """
        playing = self._playing()
        for player in self._latecomers:
            self._seats[player] = self._free_seat_of(player, playing), 0
        unknown = [
            player for player, (_, chips) in self._seats.items() if player in playing and not chips
        ]
        if not unknown:
            return []
        put_in = dict.fromkeys(self._seats, _NOTHING)
        for player, _, chips in self._posts:
            put_in[player] += chips
        for move in self._moves:
            put_in[move.player] += move.chips or 0
        most = max((chips for _, chips in self._seats.values()), default=0)
        for player in unknown:
            self._seats[player] = self._seats[player][0], max(most, put_in[player])
        return unknown

    def _free_seat_of(self, latecomer: str, playing: set[str]) -> int:
        acting = [move.player for move in self._moves if not move.board]
        before = acting[: acting.index(latecomer)] if latecomer in acting else []
        posters = [player for player, kind, _ in self._posts if kind in ("small", "big")]
        earlier = [each for each in (*posters, *before) if each in self._seats]
        taken = {seat for seat, _ in self._seats.values()}
        played = {self._seats[player][0] for player in playing if player in self._seats}
        seats = int(self.facts.get("seat_count") or 0)
        seats = max(seats or _MOST_PLAYERS, *taken, len(taken) + 1)
        if not earlier:
            raise self.fault(f"nothing shows where {latecomer} sits")
        first = self._seats[earlier[-1]][0]
        left = list[int]()
        for step in range(1, seats):
            seat = (first + step - 1) % seats + 1
            if seat not in taken:
                return seat
            if seat in played:
                break
            left.append(seat)
        if left:
            return left[0]  # a player who takes no part had this seat, and perhaps left
        raise self.fault(
            f"{latecomer} has no line with a seat, and none is free in the order of play"
        )

    def _imply_blinds(self) -> None:
        """Post the blinds that the heading names if no line mentions a post other than an ante.

        The player left of the button posts the small blind; heads-up, the button does. If the first
        action shows that the player left of the button is in the big blind, nobody posts the small
        blind.
        """
        small, big = (self.facts.get(name) or 0 for name in ("small", "big"))
        if not big or any(kind != "ante" for _, kind, _ in self._posts):
            return
        if self.has_limit:  # the heading names the bets
            small, big = _exact(Fraction(small) / 2), small
        antes = dict.fromkeys(self._seats, _NOTHING)
        for player, _, chips in self._posts:
            antes[player] += chips
        for player, (_, chips) in self._seats.items():
            if chips - antes[player] <= big:  # a blind can take the stack without a line of text
                self._holes.setdefault(player, None)
        players = self._players()
        if len(players) < 2:
            return  # not a hand; the caller reports it
        heads_up = len(players) == 2
        in_turn = players[::-1] if heads_up else players
        first = self._moves[0].player if self._moves else None
        is_dead = not heads_up and first == in_turn[1]
        blinds = [("big", big)] if is_dead else [("small", small), ("big", big)]
        for player, (kind, chips) in zip(in_turn, blinds, strict=False):
            self._posts.append((player, kind, min(chips, self._seats[player][1] - antes[player])))

    def _metadata(
        self, metadata: Mapping[str, Any], players: tuple[str, ...], unknown: list[str]
    ) -> dict[str, Any]:
        values = dict(metadata)
        if unknown:
            values[STACKS_UNKNOWN] = unknown
        if "seats" in values:
            values["seats"] = [self._seats[player][0] for player in players]
        if len(self._boards) > 1:
            values[BOARDS] = ["".join(map(str, board)) for board in self._boards[1:]]
        return values

    def _players(self) -> tuple[str, ...]:
        """Return the players, starting left of the button."""
        in_order = sorted(self._playing(), key=lambda player: self._seats[player][0])
        button = self.facts.get("button") or self._button_by_blinds(len(in_order))
        return tuple(sorted(in_order, key=lambda player: self._seats[player][0] <= button))

    def _button_by_blinds(self, players: int) -> int:
        """Return the seat of the button, inferred from the seat of the small blind.

        With two players this is the seat of the small blind, otherwise the number before it, even
        if nobody sits there.

        Args:
            players: number of players in the hand.

        Raises:
            HistoryError: if nobody posted a small blind.
        """
        small = next((player for player, kind, _ in self._posts if kind == "small"), None)
        if small is None:
            raise self.fault("nobody has the button")
        seat = self._seats[small][0]
        return seat if players == 2 else seat - 1

    def _hero(self, players: tuple[str, ...]) -> int | None:
        """Return the seat of the named hero, or of the only player dealt face up; else None."""
        name = self.facts.get("hero")
        if name is None and len(self._face_up) == 1:
            name = self._face_up[0]
        return players.index(name) if name in players else None

    def _playing(self) -> set[str]:
        playing = {player for player, _, _ in self._posts} | {move.player for move in self._moves}
        return playing | self._holes.keys() | {player for player, _ in self._collected}

    def _actions(
        self, hand: Hand, book: ChipBook
    ) -> tuple[tuple[ActionRecord, ...], HistoryError | None]:
        """Convert moves to actions, up to the first whose cost contradicts the text.

        Returns:
            The actions, and the fault, or None if there is none.
        """
        seats = {player: seat for seat, player in enumerate(hand.players)}
        done, lying = list[ActionRecord](), 0
        for move in self._moves:
            if move.board != lying:
                book.next_street()
                lying = move.board
            seat, street = seats[move.player], STREET_OF_BOARD[move.board]
            word, chips = move.word, _in_chips(move.chips or 0, hand.scale)
            if word == "fold" and not book.stacks[seat]:
                continue  # some sites fold a disconnected player who is all-in, to no effect
            if word == "adds":
                total = book.bets[seat] + chips
                word, chips = ("to", total) if total > book.price else ("call", chips)
            if word == "to" and chips > book.price >= book.highest_answer(seat):
                # Nobody can call the bet, so it counts as a call, and the excess is returned.
                excess = min(chips, book.bets[seat] + book.stacks[seat]) - book.price
                if excess > 0:
                    done.append(book.record(street, seat, Action("call")))
                    self._excess[move.player] = excess
                    continue
            if word == "to":
                done.append(book.record(street, seat, Action("raise", chips)))
                continue
            record = book.record(street, seat, Action("fold" if word == "fold" else "call"))
            # If all others are all-in for less than the price, some sites ask only for that much.
            if (
                word != "fold"
                and chips != record.chips
                and not 0 < _least(book, record) <= chips < record.chips
            ):
                said = f"calls {_in_units(chips, hand)}" if chips else "checks"
                cost = _in_units(record.chips, hand)
                reason = f"{move.player} {said}, but it costs {cost}"
                return tuple(done), self.fault(reason, move.line)
            done.append(record)
        return tuple(done), None

    def _end(self, hand: Hand, fault: HistoryError | None) -> Ended:
        """Return how the hand ended.

        If the actions break the rules, that error is raised instead of `fault`, which concerns a
        later action.
        """
        ended = play_to_end(hand) if fault is None else None
        if ended is not None:
            return ended
        state = None
        for cursor in walk(hand):
            state = cast("HandState", cursor.state)
        if fault is not None:
            raise fault
        if state is None or not state.is_over:
            turn = "" if state is None else f"; it is the turn of {hand.name_of(state.actor)}"
            raise self.fault(f"the hand breaks off before it is over{turn}")
        return Ended.of(state)

    def _paid(self, hand: Hand, end: Ended, book: ChipBook) -> Hand:
        """Return the hand with its rake, and with the chips that each player collected.

        Some sites include an uncalled bet in the winner's collection. The sum of the collections is
        then too large by exactly that bet, which is returned to the player who made it. Other sites
        return more of a bet than was uncalled, and collections are smaller by the difference. If a
        site does not name the rake, the rake is the amount missing from the pot. Chips that the
        site adds to the pot are subtracted from the rake.
        """
        scale = hand.scale
        won = dict.fromkeys(hand.players, 0)
        for player, chips in self._collected:
            won[player] = won.get(player, 0) + _in_chips(chips, scale)
        pot = int(sum(chips_won(hand, end)))
        uncalled = book.pot - pot + sum(self._excess.values())
        added = _in_chips(self.added, scale)
        pot += added
        rake = None if self.rake is None else _in_chips(self.rake, scale)
        most = pot + self._rounding(hand)
        if self._returned is not None:
            player, chips = self._returned
            excess = max(0, _in_chips(chips, scale) - uncalled)
            # A site can return chips that it has added, and let the winner collect them, too.
            if not added or sum(won.values()) + excess <= most:
                won[player] += excess
        collected = sum(won.values())
        if (
            self._returned is None
            and collected > most
            and collected + (rake or 0) <= most + uncalled
        ):
            put_in = list(map(sub, hand.stacks, book.stacks))
            put_in = [
                chips + self._excess.get(player, 0)
                for player, chips in zip(hand.players, put_in, strict=True)
            ]
            bettor = hand.players[put_in.index(max(put_in))]
            # An uncalled bet that is collected alone can be rounded, too.
            uncalled = max(uncalled, min(won[bettor], collected - pot))
            won[bettor] -= uncalled
            collected -= uncalled
        if pot < collected <= most:
            won[max(won, key=lambda each: won[each])] -= collected - pot
            collected = pot
        if rake is None:
            rake = max(0, pot - collected) if collected else 0
            self._require_plausible(hand, pot, rake)
        self._require_total(hand, pot, rake)
        paid = replace(hand, winnings=tuple(won.values()), rake=rake - added)
        self._require_agreement(paid, end, pot - added)
        return paid

    def _rounding(self, hand: Hand) -> int:
        """Return the most chips that rounding can account for; 0 if the amounts are money.

        Tournaments round to whole chips. If no currency is named, small blinds show that the
        amounts are money.
        """
        is_money = bool(self.facts.get("currency_symbol") or self.facts.get("currency"))
        if is_money or hand.rules.big_blind < _SMALLEST_BLIND_OF_CHIPS * hand.scale:
            return 0
        return max(2, len(self._collected)) * hand.scale

    def _require_plausible(self, hand: Hand, pot: int, rake: int) -> None:
        """Refuse a hand if the amount missing from the pot cannot be rake.

        Tournaments have no rake, so only an error of rounding can be missing there. Otherwise, up
        to three fifths of the pot can be missing: at small stakes, a rake of more than half the
        pot does occur.
        """
        most = self._rounding(hand) if self.facts.get("event") else 3 * pot // 5
        if rake > most:
            missing, held = _in_units(rake, hand), _in_units(pot, hand)
            raise self.fault(f"nobody collects {missing} of a pot of {held}")

    def _require_total(self, hand: Hand, pot: int, rake: int) -> None:
        """Refuse a hand whose pot differs from the pot that its text gives.

        In hands that a tool has converted, the text's pot can exclude the rake. Such hands can also
        return more of a bet than was uncalled, or count an uncalled bet as collected.
        """
        if self.total is None:
            return
        total = _in_chips(self.total, hand.scale)
        if total in (pot, pot - rake):
            return
        if self._returned is None:
            is_converted = self.total == sum(chips for _, chips in self._collected)
        else:
            is_converted = 0 < pot - total < _in_chips(self._returned[1], hand.scale)
        if not is_converted:
            said, played = _in_units(total, hand), _in_units(pot, hand)
            raise self.fault(
                f"the text gives a total pot of {said}, but replaying the hand gives {played}"
            )

    def _require_agreement(self, hand: Hand, end: Ended, pot: int) -> None:
        """Refuse a hand, as misread, if it pays the wrong players or more than the pot holds.

        A hand in which nobody collects a pot is refused too. If a winner's cards are unknown, the
        text alone decides who wins.
        """
        paid = sum(hand.winnings or ())
        if not paid and pot:
            raise self.fault("nobody collects the pot")
        if paid + hand.rake > pot:
            raise self.fault(
                f"players collect {_in_units(paid, hand)}, but the pot holds {_in_units(pot, hand)}"
            )
        pairs = zip(hand.winnings or (), hand.holes, strict=True)
        if any(chips and hole is None for chips, hole in pairs):
            return  # the winner's cards are unknown, so the text decides
        result = hand_result(hand, end)
        if result.agreement == "differs":
            raise self.fault(f"the text and the cards disagree: {result.difference}")
        if self.rake is None:
            shares = zip(hand.players, hand.winnings or (), chips_won(hand, end), strict=True)
            left_out = [
                name for name, chips, share in shares if not chips and share > hand.rules.big_blind
            ]
            if left_out:
                raise self.fault(f"{left_out[0]} wins by the cards, but collects nothing")


class _Forced:
    """The forced bets of a hand: who posts what, and which posts are out of turn or dead.

    Attributes:
        posts: blind or straddle that each player has to post.
        antes: chips that each player posts without counting as a bet: antes and dead blinds.
        late: players whose post is out of turn.
        big: the big blind.
        bets: the minimum bet, or the small and the big bet in fixed-limit.
        antes_are_shared: whether antes have to be matched: several players post one, and nobody
            posts a dead blind. A second small blind counts as a dead blind, unless
            ``later_smalls_are_dead`` is False.
    """

    def __init__(
        self, script: HandScript, players: tuple[str, ...], later_smalls_are_dead: bool = True
    ) -> None:
        self.posts = dict.fromkeys(players, _NOTHING)
        self.antes = dict.fromkeys(players, _NOTHING)
        self.late: set[str] = set()
        in_turn = (players[1], players[0]) if len(players) == 2 else players
        by_kind: dict[str, list[tuple[str, Amount]]] = {}
        for player, kind, chips in script._posts:
            by_kind.setdefault(kind, []).append((player, chips))
        for posted in by_kind.values():
            posted.sort(key=lambda each: in_turn.index(each[0]))
        small, big = by_kind.get("small", []), by_kind.get("big", [])
        self.bets = _bets(script, small, big)
        self.big = self.bets[0]
        if not self.big and not script.has_moves:  # the antes took all chips
            self.bets = (max((chips for _, chips in by_kind.get("ante", [])), default=0),)
            self.big = self.bets[0]
        if not self.big:
            raise script.fault("nobody posts a big blind, and the heading does not name it")
        dead = bool(by_kind.get("both") or by_kind.get("dead"))
        if not big:
            big = self._unpaid(script, small, by_kind.get("ante", []), in_turn)
        blind = _after(small[0][0] if small else None, big, in_turn)
        for place, (player, chips) in enumerate(small):
            if place and later_smalls_are_dead:
                self.antes[player] += chips
                dead = True
            elif place:
                self.posts[player] = chips
                self.late.add(player)
            else:
                self.posts[player] = chips
        for player, chips in big:
            self.posts[player] = max(chips, self.big)
            if player != blind:
                self.late.add(player)
        for player, chips in by_kind.get("both", []):
            self.posts[player] = min(chips, self.big)
            self.antes[player] += max(0, chips - self.big)
            self.late.add(player)
        for player, chips in by_kind.get("dead", []):
            self.antes[player] += chips
        for player, chips in by_kind.get("straddle", []):
            self.posts[player] = chips
        antes = by_kind.get("ante", [])
        for player, chips in antes:
            self.antes[player] += chips
        if not script.has_moves:
            self._return_excess()
        self.antes_are_shared = len(antes) > 1 and not dead

    def _return_excess(self) -> None:
        """Return to its player the part of the largest ante that nobody can match.

        This is needed only in hands without actions.
        """
        least, most = sorted(self.antes.values())[-2:]
        for player, chips in self.antes.items():
            if chips == most:
                self.antes[player] = least

    def _unpaid(
        self,
        script: HandScript,
        small: list[tuple[str, Amount]],
        antes: list[tuple[str, Amount]],
        in_turn: tuple[str, ...],
    ) -> list[tuple[str, Amount]]:
        """Return the big blind that no line mentions, because an ante took the player's stack.

        The list holds the player and the amount. It is empty if there is no such blind.
        """
        if not small:
            return []
        player = in_turn[(in_turn.index(small[0][0]) + 1) % len(in_turn)]
        broke = any(each == player and script.stack_of(player) <= chips for each, chips in antes)
        return [(player, self.big)] if broke else []

    def amounts(self) -> list[Amount]:
        """Return the chips of all posts and antes, and the bets of the game."""
        return [*self.posts.values(), *self.antes.values(), *self.bets]


def _bets(
    script: HandScript, small: list[tuple[str, Amount]], big: list[tuple[str, Amount]]
) -> tuple[Amount, ...]:
    """Return the big blind or, in fixed-limit, the small bet and the big bet.

    The small bet equals the big blind. In fixed-limit, some headings give the bets and others give
    the blinds; the posts show which.
    """
    posted = max((chips for _, chips in big), default=0)
    first, second = (script.facts.get(name) or 0 for name in ("small", "big"))
    if not second and all(chips >= script.stack_of(player) for player, chips in big):
        posted = max(posted, script.first_call())  # calls show the full size of a short blind
    if not script.has_limit:
        return (second or posted,)
    if not second:
        return posted, 2 * posted
    are_blinds = posted == second or any(chips == first for _, chips in small)
    return (second, 2 * second) if are_blinds else (first, second)


def _after(
    small: str | None, posted: list[tuple[str, Amount]], players: tuple[str, ...]
) -> str | None:
    """Return the player in the big blind: the first after the small blind who posted a big blind.

    Args:
        small: the player who posted the small blind; None if nobody did.
        posted: the players who posted a big blind, with their chips.
        players: the players in the order in which they post.

    Returns:
        The player, or None if nobody posted a big blind.
    """
    begin = -1 if small is None else players.index(small)
    ordered = sorted(
        (player for player, _ in posted), key=lambda player: players.index(player) <= begin
    )
    return ordered[0] if ordered else None


@lru_cache(maxsize=4096)
def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text.replace("10", "T").replace(",", " "), "the cards"))


def _scale_of(amounts: list[Amount]) -> int:
    """Return the smallest power of ten that makes all amounts whole, given in parts of a unit.

    Raises:
        FieldFault: if an amount is too large, or has too many digits after the point.
    """
    if max(amounts) >= MOST_CHIPS * UNIT or set(map(type, amounts)) != {int}:
        # The general functions say what is wrong.
        return scale_of([require_number("the hand", _as_number(each)) for each in amounts])
    common = gcd(*cast("list[int]", amounts))
    return next(scale for scale in _SCALES if not common % (UNIT // scale))


_SCALES: list[int] = [10**digits for digits in range(MOST_DIGITS + 1)]


def _as_number(amount: Amount) -> int | Decimal:
    units = Fraction(amount, UNIT)
    if units.denominator == 1:
        return units.numerator
    return Decimal(units.numerator) / Decimal(units.denominator)


def _chips(amounts: Iterable[Amount], scale: int) -> tuple[int, ...]:
    part = UNIT // scale
    return tuple([int(each // part) for each in amounts])


def _in_chips(amount: Amount, scale: int) -> int:
    """Convert an amount to whole chips, of which ``scale`` make one unit; round down."""
    return int(amount * scale // UNIT)


def _exact(amount: Fraction) -> Amount:
    return amount.numerator if amount.denominator == 1 else amount


def _least(book: ChipBook, record: ActionRecord) -> int:
    """Return what a call would have cost if only the bets of the others counted.

    Args:
        book: the chips after the call.
        record: the call.
    """
    others = [bet for other, bet in enumerate(book.bets) if other != record.seat]
    return max(others) - (book.bets[record.seat] - record.chips)


def _in_units(chips: Amount, hand: Hand) -> str:
    return f"{float(Fraction(chips, hand.scale)):.15g}"
