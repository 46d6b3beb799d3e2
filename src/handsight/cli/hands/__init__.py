"""The commands for hands, ranges and evaluators."""
