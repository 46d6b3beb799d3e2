from .agents import OpenSpielPlayer as OpenSpielPlayer
from .agents import as_openspiel_bot as as_openspiel_bot
