from .blueprint import Blueprint as Blueprint
from .blueprint import blueprint_of as blueprint_of
from .buckets import Buckets as Buckets
from .policy import MixedPolicy as MixedPolicy
from .training import CurvePoint as CurvePoint
from .training import Training as Training
from .tree import HandBetting as HandBetting
from .tree import HandTree as HandTree
