"""How strong one hand is, and what it may become."""
