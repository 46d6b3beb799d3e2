"""The commands for study away from the table."""
