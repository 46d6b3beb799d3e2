"""The tables of FAI-2022."""
