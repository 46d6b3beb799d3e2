"""`python -m handsight` and the console script are the command line."""

import gc

from handsight.cli.main import main


def run() -> None:
    """Run the command line in a process of its own, which is over before garbage matters."""
    gc.disable()
    main(prog_name="handsight")


if __name__ == "__main__":
    run()
