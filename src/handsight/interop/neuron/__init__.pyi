from .agents import NeuronPlayer as NeuronPlayer
