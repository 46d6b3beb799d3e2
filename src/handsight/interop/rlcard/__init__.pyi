from .agents import RLCardPlayer as RLCardPlayer
from .environments import RLCardGuest as RLCardGuest
