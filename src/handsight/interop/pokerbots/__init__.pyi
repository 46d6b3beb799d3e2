from .player import PokerbotsGame as PokerbotsGame
from .player import PokerbotsSeat as PokerbotsSeat
from .player import play_rounds as play_rounds
