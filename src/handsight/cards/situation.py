"""What one player sees: hole cards, board, and cards known to be out of play."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.cards.cardset import CardSet
from handsight.cards.parsing import CardsLike, parse_cards, refuse_shared, require_count
from handsight.errors import StreetError

STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True, slots=True)
class Situation:
    """Checked cards of one player's view; no card is in two places.

    Attributes:
        hole: his two cards.
        board: 0, 3, 4 or 5 cards.
        dead: cards out of play.
    """

    hole: CardSet
    board: CardSet
    dead: CardSet

    @classmethod
    def parse(cls, hole: CardsLike, board: CardsLike = "", dead: CardsLike = "") -> Situation:
        """Read and check the three groups of cards.

        Args:
            hole: two cards, in any notation of `parse_cards`.
            board: 0, 3, 4 or 5 cards.
            dead: any number of cards.

        Raises:
            UnknownCardError: for a symbol that is no card.
            DuplicateCardError: if a card appears twice, within or between the groups.
            CardCountError: if a group has a wrong number of cards.

        Example:
            >>> Situation.parse("AhKh", "Qh7h2c").street
            'flop'
        """
        groups = {"hole": hole, "board": board, "dead": dead}
        parsed = {where: parse_cards(cards, where) for where, cards in groups.items()}
        refuse_shared(parsed)
        require_count(parsed["hole"], "hole", (2,))
        require_count(parsed["board"], "board", tuple(STREETS))
        return cls(*map(CardSet.of, parsed.values()))

    @property
    def street(self) -> str:
        """One of ``preflop``, ``flop``, ``turn`` and ``river``."""
        return STREETS[len(self.board)]

    @property
    def known(self) -> CardSet:
        """All cards that nobody else can hold and that cannot come."""
        return self.hole | self.board | self.dead

    @property
    def live(self) -> CardSet:
        """All cards that another player can hold or that can come."""
        return CardSet.full() - self.known

    def require_board(self, question: str, instead: str) -> None:
        """Refuse a question that has no meaning before the flop.

        Args:
            question: what was asked, for the error's words.
            instead: what to ask instead.

        Raises:
            StreetError: before the flop.
        """
        if not self.board:
            raise StreetError(
                f"{question} has no meaning before the flop, where two cards have no rank; "
                f"use {instead}"
            )
