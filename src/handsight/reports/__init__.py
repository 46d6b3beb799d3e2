"""Results for people and for programs: gathered, in words, as tables, as JSON."""

from handsight.reports.explain import Explanation, explain

__all__ = ["Explanation", "explain"]
