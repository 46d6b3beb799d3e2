from .choices import Choices as Choices
from .observations import features as features
from .observations import field_names as field_names
from .tables import TableBatch as TableBatch
from .tables import TableStep as TableStep
from .tables import draw_actions as draw_actions
