from .inputs import hand_strengths as hand_strengths
from .inputs import policy_inputs as policy_inputs
from .network import Network as Network
from .policy import LearnedPolicy as LearnedPolicy
from .policy import PolicyGame as PolicyGame
from .policy import PolicyPoint as PolicyPoint
from .policy import learned_policy as learned_policy
from .training import PolicyTraining as PolicyTraining
