from .cards.explanation import Explanation as Explanation
from .cards.explanation import explain as explain
from .cards.ranges import grid_svg as grid_svg
from .progress import progress_bar as progress_bar
from .svg import heat_map_svg as heat_map_svg
