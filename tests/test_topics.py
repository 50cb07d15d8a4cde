"""Every command has a permission and a decision, every event a change of the state."""

import re
from pathlib import Path
from typing import Any

import pytest

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.aggregate.command import Command, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Event, Unregistered, Visibility
from punto.aggregate.permission import May
from punto.aggregate.topic import Changes, Context, Registry, Topic
from punto.clause import Malformed, NotEntitled
from punto.driver.house import new_premises
from punto.house.base_classes import HouseCommand, HouseEvent
from punto.house.registry import may, registry
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.registry import registry as table
from punto.tournament.base_classes import TournamentCommand, TournamentEvent
from punto.tournament.registry import registry as tournament


class Shelf(Command, frozen=True):
    """A command of a state made up here: a number."""


class Add(Shelf, frozen=True, tag="add"):
    """A number is added."""

    group = Group.PLAY
    powers = ()


class ShelfEvent(Event, frozen=True):
    """An event of that state."""


class ShelfMade(ShelfEvent, frozen=True, tag="shelf_made"):
    """It begins."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class Added(ShelfEvent, frozen=True, tag="added"):
    """A number was added."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


def test_a_command_that_does_not_describe_itself_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match="Take does not declare its group and powers"):

        class Take(Shelf, frozen=True, tag="take"):
            """A number is taken away."""


def test_the_house_is_complete() -> None:
    registry.check(HouseCommand, HouseEvent)


def test_a_table_is_complete() -> None:
    table.check(TableCommand, TableEvent)


def test_a_tournament_is_complete() -> None:
    tournament.check(TournamentCommand, TournamentEvent)


def test_a_topic_that_forgets_a_function_is_told_which() -> None:
    changes: Changes[int] = Changes()
    topic: Topic[int, Context[int]] = Topic("numbers", changes)
    made = Registry(ShelfMade, (topic,))
    with pytest.raises(TypeError, match="no permission is registered for Add"):
        made.check(Shelf, ShelfEvent)

    @topic.permits(Add)
    def may_add(at: Context[int]) -> None:
        if at.state > 9:
            raise Malformed("it is full")

    with pytest.raises(TypeError, match="no decision is registered for Add"):
        Registry(ShelfMade, (topic,)).check(Shelf, ShelfEvent)

    @topic.decides(Add)
    def add(at: Context[int], command: Add) -> tuple[Event, ...]:
        may_add(at)
        return (Added(),)

    with pytest.raises(TypeError, match="no change is registered for Added"):
        Registry(ShelfMade, (topic,)).check(Shelf, ShelfEvent)

    @topic.applies(Added)
    def added(state: int, event: Added, envelope: Envelope) -> int:
        return state + 1

    whole = Registry(ShelfMade, (topic,))
    whole.check(Shelf, ShelfEvent)
    assert (whole.commands, whole.events) == ((Add,), (ShelfMade, Added))
    with pytest.raises(TypeError, match="permissions of Add are registered twice"):
        Registry(ShelfMade, (topic, topic))
    with pytest.raises(TypeError, match="Added changes the state already"):
        Topic("again", changes).applies(Added)(added)


def test_who_may_do_something_is_told_without_values() -> None:
    premises = new_premises("nsw-2024", "Harbour", "Australia/Sydney")

    def asked(name: str, title: str, kind: str) -> Any:
        command = next(one for one in registry.commands if one.__struct_config__.tag == kind)
        return may(premises.rules, premises.house, Actor(name, title), command)  # type: ignore[arg-type]

    operator = ("Olga", "casino_operator")
    assert asked(*operator, "draft_promotion")
    early = asked(*operator, "publish_terms")
    assert (early.answer, early.error.code) == (May.NOT_NOW, "no_such_thing")
    never = asked("Dean", DEALER, "draft_promotion")
    assert never.answer is May.NOT_ENTITLED
    assert isinstance(never.error, NotEntitled)
    assert asked("Ann", PATRON, "dispute_terms").answer is May.NOT_NOW
    premises.act("casino_operator", "draft_promotion", name="Winter")
    assert asked(*operator, "publish_terms")


def test_no_key_of_the_pages_is_for_something_that_went_wrong() -> None:
    source = Path(__file__).parent.parent / "web" / "src" / "lib" / "actionKeys.ts"
    named = re.findall(r"^  (\w+): '\w'", source.read_text("utf-8"), re.MULTILINE)
    kinds = {str(kind.__struct_config__.tag): kind for kind in table.commands}
    assert len(named) > 10
    assert [name for name in named if kinds[name].trouble is not None] == []
