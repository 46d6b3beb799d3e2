"""What is kept between requests: by keys, up to a number, and until it is idle."""

from dataclasses import dataclass
from time import monotonic, sleep

import pytest

from handsight.errors import InputError
from handsight.web import shelf as shelves
from handsight.web.jobs import TooManyError
from handsight.web.shelf import Shelf


@dataclass(eq=False)
class Thing:
    is_busy: bool = False
    closed: int = 0

    def close(self) -> None:
        self.closed += 1


def test_a_thing_is_found_by_its_key_alone() -> None:
    shelf = Shelf[Thing](2, "it is gone")
    thing = Thing()
    key = shelf.add(thing)
    assert shelf.get(key) is thing
    with pytest.raises(InputError, match="it is gone"):
        shelf.get(key[:-1])


def test_the_least_recently_used_thing_makes_room_and_is_closed() -> None:
    shelf = Shelf[Thing](2, "it is gone")
    things = [Thing(), Thing(), Thing()]
    first, second = (shelf.add(each) for each in things[:2])
    shelf.get(first)
    shelf.add(things[2])
    assert [each.closed for each in things] == [0, 1, 0]
    assert shelf.get(first) is things[0]
    with pytest.raises(InputError):
        shelf.get(second)


def test_what_is_in_use_is_not_dropped() -> None:
    shelf = Shelf[Thing](1, "it is gone")
    busy = Thing(is_busy=True)
    key = shelf.add(busy)
    with pytest.raises(TooManyError):
        shelf.add(Thing())
    assert shelf.get(key) is busy
    busy.is_busy = False
    shelf.add(Thing())
    assert busy.closed == 1


def test_an_idle_thing_is_dropped_without_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "SWEEP_SECONDS", 0.02)
    shelf = Shelf[Thing](2, "it is gone", idle=0.05)
    idle, busy = Thing(), Thing(is_busy=True)
    shelf.add(idle)
    shelf.add(busy)
    until = monotonic() + 10
    while not idle.closed:
        assert monotonic() < until
        sleep(0.01)
    shelf.close()
    assert (idle.closed, busy.closed) == (1, 1)


def test_an_idle_thing_is_gone_even_before_it_is_looked_for() -> None:
    shelf = Shelf[Thing](2, "it is gone", idle=0.02)
    thing = Thing()
    key = shelf.add(thing)
    sleep(0.03)
    with pytest.raises(InputError, match="it is gone"):
        shelf.get(key)
    assert thing.closed == 1


def test_a_thing_can_be_kept_while_another_one_makes_room() -> None:
    shelf = Shelf[Thing](2, "it is gone")
    oldest, other = Thing(), Thing()
    key = shelf.add(oldest)
    shelf.add(other)
    shelf.add(Thing(is_busy=True), beside=oldest)
    assert (shelf.get(key), other.closed) == (oldest, 1)
    with pytest.raises(TooManyError):
        shelf.add(Thing(), beside=oldest)


def test_a_replaced_thing_goes_on_and_a_removed_one_ends() -> None:
    shelf = Shelf[Thing](1, "it is gone")
    first, second = Thing(), Thing(is_busy=True)
    key = shelf.add(first)
    new = shelf.replace(key, second)
    assert (shelf.get(new), first.closed) == (second, 0)
    with pytest.raises(InputError):
        shelf.get(key)
    shelf.remove(new)
    shelf.remove(new)
    assert second.closed == 1
    with pytest.raises(InputError):
        shelf.get(new)
