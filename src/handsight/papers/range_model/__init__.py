"""The proof of the opponent model on real hands."""
