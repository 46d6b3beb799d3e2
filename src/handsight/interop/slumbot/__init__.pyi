from .client import PUBLIC as PUBLIC
from .client import SlumbotClient as SlumbotClient
from .client import play_hands as play_hands
from .hands import SlumbotHand as SlumbotHand
from .hands import SlumbotReply as SlumbotReply
from .hands import SlumbotSeat as SlumbotSeat
from .server import SlumbotServer as SlumbotServer
