"""Views of hands, hole cards and ranges."""
