"""`python -m handsight` is the command line."""

from handsight.cli.main import main

main(prog_name="handsight")
