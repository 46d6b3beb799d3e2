"""Without the extra the modules can be imported, and say what installs it where they are used."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
from handsight.errors import MissingExtraError
from {module} import {name}
try:
    {name}()
except MissingExtraError as error:
    print(error)
"""


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("handsight.envs.gymnasium", "HoldemEnv"),
        ("handsight.envs.gymnasium", "HoldemVectorEnv"),
        ("handsight.envs.pettingzoo", "HoldemAECEnv"),
        ("handsight.envs.small_env", "SmallEnv"),
    ],
)
def test_what_is_missing_is_named_with_what_installs_it(module: str, name: str) -> None:
    code = WITHOUT.format(module=module, name=name)
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "is not installed: pip install 'handsight[envs]'" in result.stdout, result.stderr
