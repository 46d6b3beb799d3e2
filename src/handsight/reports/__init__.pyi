from .explanation import Explanation as Explanation
from .explanation import explain as explain
