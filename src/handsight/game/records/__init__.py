"""Recorded hands, and the cursor that steps through them."""
