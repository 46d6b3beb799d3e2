"""The command line, and the statuses with which its commands exit."""

CANNOT_WRITE = 1
"""What the system refuses: a file that cannot be written, too little memory."""

BAD_INPUT = 2
"""What the user can mend."""

AT_FAULT = 3
"""An agent failed too often for a verdict, or once where that ends the arena."""

STOPPED = 130
"""An interrupt, as shells have it."""
