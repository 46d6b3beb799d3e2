"""The commands on hands, ranges and evaluators."""
