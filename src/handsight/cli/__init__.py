"""The command line, and the exit statuses of its commands."""

CANNOT_WRITE = 1
"""The system refused something, such as writing a file or allocating memory."""

BAD_INPUT = 2
"""The input is wrong, and the user can correct it."""

AT_FAULT = 3
"""An agent failed too often for a verdict, or once in a strict arena."""

STOPPED = 130
"""An interrupt ended the command; shells use the same status."""
