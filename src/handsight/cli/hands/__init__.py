"""The commands that deal with hands, ranges and evaluators."""
