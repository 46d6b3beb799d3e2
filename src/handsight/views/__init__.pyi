from .explanation import Explanation as Explanation
from .explanation import explain as explain
from .progress import progress_bar as progress_bar
from .ranges import grid_svg as grid_svg
from .svg import heat_map_svg as heat_map_svg
