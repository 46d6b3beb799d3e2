from .agents import RLCardPlayer as RLCardPlayer
