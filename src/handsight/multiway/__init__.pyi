from .betting import TableBetting as TableBetting
from .betting import TableTree as TableTree
from .blueprint import TableBlueprint as TableBlueprint
from .blueprint import table_blueprint_for as table_blueprint_for
from .training import TableTraining as TableTraining
