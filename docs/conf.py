"""How Sphinx builds the documentation."""

import os
import sys
from pathlib import Path

from handsight._version import __version__

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "handsight"
author = "The handsight developers"
copyright = "2026, The handsight developers"
version = release = __version__
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "name_lists",
    "notebook_files",
    "quick_sidebar",
]
exclude_patterns = ["_build"]
nitpicky = False
default_role = "py:obj"

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

# The notebooks run when the pages are built, and a cell that fails is an error.
nb_execution_mode = "auto"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
toc_object_entries_show_parents = "hide"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_custom_sections = ["Source"]

html_theme = "furo"
html_title = f"handsight {release}"
html_static_path = ["static"]
html_css_files = ["tables.css"]
# Addresses of the published documentation and of the repository, where they have one.
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
html_theme_options = {}
if repository := os.environ.get("HANDSIGHT_REPOSITORY", "").rstrip("/"):
    html_theme_options = {
        "source_repository": repository,
        "source_branch": "main",
        "source_directory": "docs/",
    }
