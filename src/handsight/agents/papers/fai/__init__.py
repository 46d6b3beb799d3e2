"""The players of FAI-2022."""
