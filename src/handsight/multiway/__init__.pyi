from .betting import TableBetting as TableBetting
from .betting import TableTree as TableTree
from .blueprint import TableBlueprint as TableBlueprint
from .blueprint import table_blueprint_for as table_blueprint_for
from .match import MatchMean as MatchMean
from .match import play_match as play_match
from .training import TableTraining as TableTraining
