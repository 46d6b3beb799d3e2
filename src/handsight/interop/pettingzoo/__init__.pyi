from .agents import PettingZooGuest as PettingZooGuest
