"""The pinned commands, how they are run, and what of their output depends on time or machine."""

import json
import shlex
from contextlib import chdir
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from handsight.cli.main import main

PINS = Path(__file__).with_name("json.json")

UNPINNED = ("machine", "seconds", "ms_per_decision", "path")
"""Keys whose values depend on the time or on the machine."""

COMMANDS = """
explain AhKh
explain AhKh --opponents 2
explain AhKh --opponents 5 --seed 3
explain AhKh --dead QsQd
explain AhKh --villain "22+, A2s+"
explain AhKh --villain QQ --villain 15%
explain AhKh --board Qh7h2c
explain AhKh --board Qh7h2c --opponents 3
explain AhKh --board Qh7h2c --opponents 5 --seed 3
explain AhKh --board Qh7h2c --villain "22+, A2s+:0.5, KTs+"
explain AhKh --board Qh7h2c --villain 22+ --opponents 4
explain AhKh --board Qh7h2c --villain 22+ --villain 15% --excluded As
explain AhKh --board Qh7h2c --excluded "As Ks"
explain AhKh --board Qh7h2c9s --dead 2d
explain AhKh --board Qh7h2c9s --villain random
explain AhKh --board Qh7h2c9sTh --villain 40%
explain AhKh --board Qh7h2c --history "p1 raises 300, p2 calls, p1 bets 400"
explain AhKh --history "p3 raises 300, p4 calls"
rank AhKhQh7h2c
rank AhKhQh7h2cTh9h
range "22+, A2s+, KTs-K8s, AQo:0.5"
range --top 15% --order chen --without AhKd
preflop AKs
preflop 7h2d
pocket-table
equity AhKh QsQd
equity AhKh QsQd 7c7d --dead 2c
equity AhKh QsQd 7c7d TsTh 5c5d AdAc
equity AhKh random
equity AhKh random --dead As
equity AhKh random random
equity AhKh random random random --seed 2
equity AhKh "random:0.5"
equity "QQ+" "TT+"
equity AhKh "QQ+, AK:0.25"
equity QQ AK --dead As
equity AhKh 15% 22+ --board Qh7h2c
equity 15% 22+ random --board Qh7h2c
equity AhKh QQ 22+ AJ+ --board Qh7h2c9s
equity AhKh QQ 22+ AJ+ --seed 4
equity random random random random random --seed 5 --trials 100000
equity AhKh QsQd --method monte_carlo --seed 6 --trials 100000
equity QQ+ 15% --method monte_carlo --seed 7 --trials 100000
equity AhKh QsQd --board Qh7h2c9sTh
heatmap --board Qh7h2c
heatmap --board Qh7h2c9s --villain 15% --what equity
hand-eval --pocket TcJd --community 4h5h6d2hKh --ranges 0.1
hand-eval --pocket TcJd --community 4h5h6d2hKh --ranges 0.1 --as-published --seed 123
hand-eval --pocket TcJd --community "" --players 4 --seed 9
hand-eval --pocket TcJd --community 4h5h6d --players 3 --ranges "0.1 0.25"
reproduce cisti-2013-table-1
exploit check-call --hands 40 --seed 3 --actions 'fold, call, pot, all-in'
aggregate 40% "QQ+, AK:0.5" --boards 25
aggregate AhKh 22+ --boards "Qs7h2d, 8c8d3s"
texture 40% 15% --board Qh7h2c
texture "QQ+, AK:0.5" --board Qh7h2c9d3s --dead As
blockers As "22+, A2s+"
blockers AhKd "QQ+, AK:0.5, JTs" --board Qh7h2c
ev --pot 100 --bet 33
ev --pot 100 --bet 75 --equity 30% --folds 40%
drill pot-odds --seed 3 --answer 25
drill outs --seed 3 --answer 9
drill equity --seed 3 --answer 45
drill push-fold --seed 3 --stack-bb 8 --answer fold
drill preflop --seed 3
drill flop --seed 3
review session.txt --quick --workers 1
icm 5000 3000 2000 0 --payouts "50 30 20"
icm 5000 3000 2000 --payouts "70 30" --model malmuth-weitzman
icm 5000 3000 2000 --payouts "70 30" --method monte_carlo --trials 20000 --seed 8
"""


def commands() -> list[str]:
    """List the pinned command lines."""
    return COMMANDS.strip().splitlines()


def output(command: str) -> Any:
    """Run a command with --json beside the files that it reads, and give what it prints.

    What depends on the machine is left out.
    """
    with chdir(PINS.parent):
        result = CliRunner().invoke(main, [*shlex.split(command), "--json"])
    if result.exit_code:
        raise RuntimeError(f"{command}: {result.stderr}")
    return _pinned(json.loads(result.stdout))


def _pinned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _pinned(each) for key, each in value.items() if key not in UNPINNED}
    return [_pinned(each) for each in value] if isinstance(value, list) else value
