"""The players of B351-2017."""
