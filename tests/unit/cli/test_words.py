"""The words of the outputs, in the terminal, as JSON, and on the page of words."""

import json
import re
import sys
from pathlib import Path

import pytest

from handsight.cli.main import main
from handsight.views.glossary import GLOSSARY
from tests.unit.cli.running import run, shown
from tests.unit.cli.test_narrow_terminal import Terminal

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "words.md"


def test_all_words_are_listed_and_one_is_found_whatever_its_case() -> None:
    assert all(word in shown("words") for word in GLOSSARY)
    assert json.loads(shown("words", "--json")) == GLOSSARY
    assert shown("words", "ehs").count("Effective hand strength") == 1
    assert json.loads(shown("words", "pot", "odds", "--json")) == {"pot odds": GLOSSARY["pot odds"]}


def test_part_of_a_word_finds_all_that_have_it() -> None:
    assert {"PPot", "NPot", "pot odds"} <= set(json.loads(shown("words", "pot", "--json")))


def test_an_unknown_word_is_said_with_the_nearest() -> None:
    result = run("words", "equty")
    assert result.exit_code == 2
    assert "the glossary has no word 'equty' (did you mean 'equity'?)" in result.stderr


@pytest.mark.parametrize("word", GLOSSARY)
def test_the_page_of_words_says_the_same(word: str) -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    assert re.search(rf"{re.escape(word)} : {re.escape(GLOSSARY[word])}", page)


def test_a_terminal_is_told_where_the_words_are_explained_and_a_pipe_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "Words: handsight words" not in shown("preflop", "AKs")
    seen = Terminal()
    monkeypatch.setattr(sys, "stdout", seen)
    with pytest.raises(SystemExit):
        main(["preflop", "AKs"])
    assert "Words: handsight words" in seen.getvalue().splitlines()[-1]
