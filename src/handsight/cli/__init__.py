"""The command line, and the statuses with which its commands exit."""

CANNOT_WRITE = 1
"""The system refused something, such as a file that cannot be written, or memory."""

BAD_INPUT = 2
"""The user can correct the input."""

AT_FAULT = 3
"""An agent failed too often for a verdict, or once in a strict arena."""

STOPPED = 130
"""An interrupt; shells use the same status."""
