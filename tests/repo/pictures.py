"""The pictures of the documentation, each with the command that draws it.

``python -m tests.repo.pictures`` draws them anew.
"""

import shlex
from pathlib import Path

from click.testing import CliRunner

from handsight.cli.main import main

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

COMMANDS = {
    "range": 'range "22+, A2s+, KTs+, QTs+, JTs, T9s:0.5, AJo+, KQo"',
    "heatmap": "heatmap --board Qh7h2c --villain 15% --what equity",
    "opponent": 'explain AhKh --board Qh7h2c --history "p1 raises 300, p2 calls, p1 bets 400"',
    "push-fold": "push-fold --stack-bb 10",
    "chart": "chart CO open",
    "texture": "texture 40% 15% --board Qh7h2c",
    "pocket-table": "pocket-table",
}


def draw(name: str, file: Path) -> None:
    """Draw a picture into a file."""
    words = [*shlex.split(COMMANDS[name]), "--svg", str(file)]
    result = CliRunner().invoke(main, words)
    if result.exit_code:
        raise RuntimeError(result.output)


if __name__ == "__main__":
    for each in COMMANDS:
        draw(each, FOLDER / f"{each}.svg")
