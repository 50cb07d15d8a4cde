"""Who calls: nobody, a patron, or staff with titles; and as whom they look at a table."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from msgspec import Struct

from punto.clause import NotEntitled
from punto.rulebook.elect import TableRules
from punto.table.audience import Audience
from punto.table.authority import PATRON, Actor, known_titles

SURVEILLANCE = "surveillance"


class Person(Struct, frozen=True):
    """A caller: staff have titles, a patron has none and acts for themself."""

    name: str
    titles: tuple[str, ...] = ()
    patron: bool = False

    @property
    def staff(self) -> bool:
        return bool(self.titles)


NOBODY = Person("")
Identify = Callable[[ASGIConnection[Any, Any, Any, Any]], Awaitable[Person]]


def acting(rules: TableRules, person: Person, title: str | None) -> Actor:
    """Return under which title somebody acts: the one they name, or the only one they have here."""
    if person.patron:
        return Actor(person.name, PATRON)
    own = [one for one in person.titles if one in known_titles(rules.edition)]
    if title is not None and title in own:
        return Actor(person.name, title)
    if title is None and own:
        return Actor(person.name, own[0])
    text = "sign in first" if not person.titles else f"{person.name} has no such title here"
    raise NotEntitled((), text)


def looking(rules: TableRules, person: Person) -> tuple[Audience, str | None]:
    """Return as whom somebody looks at a table: by their titles, as the rulebook gives powers."""
    if person.patron:
        return Audience.PATRON, person.name
    if SURVEILLANCE in person.titles:
        return Audience.SURVEILLANCE, None
    deals = rules.edition.powers.get("deal")
    dealing = set(deals.value) if deals else set[str]()
    here = [one for one in person.titles if one in known_titles(rules.edition)]
    if any(one not in dealing for one in here):
        return Audience.SUPERVISOR, None
    return (Audience.DEALER, None) if here else (Audience.PUBLIC, None)
