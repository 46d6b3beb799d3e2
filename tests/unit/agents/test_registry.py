"""Agents by name, with options, from files and from other packages."""

import pickle
from importlib.metadata import EntryPoint

import pytest

from handsight.agents import Agent, AgentSpec, agent, agent_names, agents, registry
from handsight.errors import OptionError

BOT = """
from random import Random

class MyBot:
    name = "mine"

    def __init__(self, boldness: float = 0.5, loud: bool = False, size: int = 2, style="calm"):
        self.options = boldness, loud, size, style

    def act(self, observation, rng: Random):
        return None

class Mute:
    name = "mute"

class Demanding:
    name = "demanding"

    def __init__(self, price):
        self.price = price

def broken():
    return 7
"""


@pytest.fixture
def bot(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text(BOT, "utf-8")
    return file


# --- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", agent_names())
def test_every_registered_agent_can_be_made_and_says_what_it_is(name):
    made = agent(name)
    assert isinstance(made, Agent)
    assert made.name == name
    assert agents()[name]


@pytest.mark.parametrize("name", agent_names())
def test_every_registered_agent_can_be_pickled(name):
    assert pickle.loads(pickle.dumps(agent(name))).name == name


def test_an_agent_with_options_is_called_as_it_was_written():
    made = agent("check-call:most=0.25")
    assert (made.name, made.most) == ("check-call:most=0.25", 0.25)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("calling", "no agent is called 'calling'; the agents are fold, call"),
        (
            "simul",
            r"no agent is called 'simul' \(did you mean 'simulator'\?\); the agents are fold",
        ),
        ("", "no agent is called ''"),
        (
            "call:most",
            "'most' in 'call:most' is not an option; options are written NAME:option=value",
        ),
        ("call:=2", "is not an option"),
        ("call:most=2", "call has no option 'most'; it has no options"),
        ("check-call:least=2", "check-call has no option 'least'; the options are most"),
        ("check-call:most=much", "most of check-call is 'much'; it must be a number"),
        ("check-call:name=x", "has no option 'name'"),
        ("nowhere/bot.py:MyBot", "there is no file 'nowhere/bot.py' to load MyBot from"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(text, message):
    with pytest.raises(OptionError, match=message):
        agent(text)


# --- files --------------------------------------------------------------------------------------


def test_a_bot_is_loaded_from_its_file_with_its_options(bot):
    made = agent(f"{bot}:MyBot:boldness=0.9,loud=yes,size=3,style=wild")
    assert made.options == (0.9, True, 3, "wild")


def test_reading_the_name_of_a_bot_does_not_run_its_file(bot):
    bot.write_text("raise SystemExit", "utf-8")
    spec = AgentSpec.parse(f"{bot}:MyBot")
    assert (spec.file, spec.name, spec.options) == (bot, "MyBot", {})


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("Yours", "has no class 'Yours'; its classes are Random, MyBot, Mute, Demanding"),
        ("Mute", "which is not an agent: it has no `name`, or no `act"),
        ("broken", "makes int, which is not an agent"),
        ("Demanding", "cannot be made: TypeError: .*missing 1 required .*: 'price'"),
        (
            "Demanding",
            r"options, .*bot\.py:Demanding:price=VALUE, or name a function of the file that makes",
        ),
        ("MyBot:loud=7", "loud of MyBot is '7'; it must be yes or no"),
        ("MyBot:size=1.5", "size of MyBot is '1.5'; it must be a whole number"),
    ],
)
def test_what_is_wrong_with_a_bot_is_said(bot, what, message):
    with pytest.raises(OptionError, match=message):
        agent(f"{bot}:{what}")


def test_the_function_that_makes_the_bot_of_a_file_is_named(bot):
    bot.write_text(f"{BOT}\ndef setup_ai(): return MyBot()", "utf-8")
    with pytest.raises(OptionError, match=r"makes the bot, like .*bot\.py:setup_ai$"):
        agent(f"{bot}:Demanding")
    assert agent(f"{bot}:setup_ai").name == "mine"


def test_a_file_that_fails_is_named_with_its_error(bot):
    bot.write_text("import nothing_of_this_name", "utf-8")
    with pytest.raises(OptionError, match=r"bot.py' fails: .*\(nothing_of_this_name\): pip"):
        agent(f"{bot}:MyBot")


def test_a_file_may_import_its_neighbours(bot):
    bot.with_name("handsight_neighbour.py").write_text("SIZE = 4", "utf-8")
    bot.write_text(f"from handsight_neighbour import SIZE\n{BOT}", "utf-8")
    assert agent(f"{bot}:MyBot").name == "mine"


# --- other packages -----------------------------------------------------------------------------


def test_an_installed_package_adds_its_agents(monkeypatch):
    entry = EntryPoint("stranger", "handsight.agents.scripted:Maniac", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    assert agent_names()[-1] == "stranger"
    assert agent("stranger:folds=0.5").folds == 0.5
    assert agents()["stranger"].startswith("raises whenever")


def test_our_own_name_is_not_taken_over(monkeypatch):
    entry = EntryPoint("call", "handsight.agents.scripted:Folder", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    assert type(agent("call")).__name__ == "Caller"
    assert agent_names().count("call") == 1


def test_an_agent_of_another_package_that_cannot_be_loaded_does_not_hide_the_others(monkeypatch):
    entry = EntryPoint("stranger", "nothing_of_this_name:Agent", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    assert "cannot be loaded from nothing_of_this_name:Agent: Module" in agents()["stranger"]
    assert agents()["call"].startswith("calls whatever")
    with pytest.raises(OptionError, match="'stranger' of another package cannot be loaded"):
        agent("stranger")


def test_an_annotation_that_only_a_type_checker_knows_does_no_harm(bot):
    bot.write_text(
        f"from __future__ import annotations\n{BOT.replace('size: int', 'size: Nowhere')}"
    )
    assert agent(f"{bot}:MyBot:size=3").options[2] == 3
