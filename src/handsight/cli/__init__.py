"""The command line, and the exit statuses of its commands."""

CANNOT_WRITE = 1
"""The status if the system refused something, such as writing a file or allocating memory."""

BAD_INPUT = 2
"""The status if the input is wrong and the user can correct it."""

AT_FAULT = 3
"""The status if an agent had too many faults for a verdict, or one fault in a strict arena."""

STOPPED = 130
"""The status if an interrupt ended the command; shells use the same number."""
