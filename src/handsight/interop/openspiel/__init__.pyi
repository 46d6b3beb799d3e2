from .agents import OpenSpielPlayer as OpenSpielPlayer
from .agents import as_openspiel_bot as as_openspiel_bot
from .games import openspiel_game as openspiel_game
from .games import register_games as register_games
from .games import strategy_from as strategy_from
