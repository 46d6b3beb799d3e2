"""The tools that `handsight mcp` offers to assistants: which there are, and how calls are run."""
