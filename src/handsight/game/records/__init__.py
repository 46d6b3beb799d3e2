"""Recorded hands, and the cursor that steps them."""
