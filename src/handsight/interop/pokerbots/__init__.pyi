from .engine import PokerbotsBot as PokerbotsBot
from .player import PokerbotsGame as PokerbotsGame
from .player import PokerbotsSeat as PokerbotsSeat
from .player import play_rounds as play_rounds
from .programs import PokerbotsProgram as PokerbotsProgram
from .skeleton import skeleton_bot as skeleton_bot
