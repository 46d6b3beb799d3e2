"""What commands print with --json on a set of inputs, kept to be compared with.

A change that means to leave results alone leaves `json.json` alone. `python -m tests.pins` writes
it anew, for a change of results that the changelog names.
"""
