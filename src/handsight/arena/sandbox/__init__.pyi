from .confinement import MEASURES as MEASURES
from .confinement import missing_measures as missing_measures
from .limits import Limits as Limits
from .player import SandboxedPlayer as SandboxedPlayer
