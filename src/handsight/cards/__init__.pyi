from .card import Card as Card
from .card import CardsLike as CardsLike
from .card import parse_cards as parse_cards
from .card import refuse_shared as refuse_shared
from .card import require_count as require_count
from .cardset import CardSet as CardSet
from .cardset import pocket_class as pocket_class
from .deck import Deck as Deck
