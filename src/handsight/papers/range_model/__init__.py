"""Tests of the opponent model on real hands."""
