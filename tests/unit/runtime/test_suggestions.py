"""A misspelt name is answered with the one that is nearest."""

import pytest

from handsight.agents import agent, agent_names
from handsight.errors import OptionError
from handsight.papers.reproduce import reproduce
from handsight.ranking import evaluator
from handsight.runtime.suggestions import did_you_mean


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *[("lokki", "loki"), ("Loki", "loki"), ("simulater", "simulator"), ("fai5", "fai-v5")],
        *[("blue-print", "blueprint"), ("x", None), ("", None), ("grandmaster", None)],
    ],
)
def test_the_nearest_name_is_offered_and_nothing_far(word: str, meant: str | None) -> None:
    said = did_you_mean(word, agent_names())
    assert said == ("" if meant is None else f" (did you mean {meant!r}?)")


def test_errors_about_names_ask_what_was_meant() -> None:
    with pytest.raises(
        OptionError, match=r"no agent is called 'lokki' \(did you mean 'loki'\?\); the agents are"
    ):
        agent("lokki")
    with pytest.raises(OptionError, match=r"no option 'mixin' \(did you mean 'mixing'\?\)"):
        agent("loki:mixin=1")
    with pytest.raises(OptionError, match=r"does not exist \(did you mean 'senzee-7'\?\)"):
        evaluator("senze-7")
    with pytest.raises(OptionError, match=r"did you mean 'loki-ladder'\?"):
        reproduce("loki-lader")
