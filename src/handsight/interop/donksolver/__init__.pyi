from .agents import DonksolverPlayer as DonksolverPlayer
