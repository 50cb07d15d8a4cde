"""The titles under which a caller may act at a stream, and the audience they belong to."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.clause import NotEntitled
from punto.http_api.responses import CallerKind
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition
from punto.server.people.person import NOBODY, Person
from punto.table.audience import Audience
from punto.table.authority import known_titles

SURVEILLANCE = "surveillance"
_SHOE = "shoe"
Identify = Callable[[ASGIConnection[Any, Any, Any, Any]], Awaitable[Person]]
__all__ = ["NOBODY", "Identify", "Person", "acting", "acting_as", "looking"]


# By the id of the edition, which is loaded once. Every request needs it.
_titles_by_edition: dict[int, tuple[Edition, frozenset[str]]] = {}


def _edition_titles(edition: Edition) -> frozenset[str]:
    """Return every title that a rulebook contains."""
    entry = _titles_by_edition.get(id(edition))
    if entry is None:
        entry = _titles_by_edition[id(edition)] = (edition, known_titles(edition))
    return entry[1]


def acting(rules: TableRules, person: Person, stream: str, title: str | None = None) -> Actor:
    """Return the caller under the title they name, or under their first title here."""
    return acting_as(rules, person, stream, title)[0]


def acting_as(
    rules: TableRules, person: Person, stream: str, title: str | None = None
) -> tuple[Actor, ...]:
    """Return the caller under the title they name, or under each of their titles here."""
    if person.patron:
        if person.stream != stream:
            raise NotEntitled((), f"{person.name} is a patron elsewhere")
        return (Actor(person.name, PATRON),)
    if person.kind is CallerKind.DEVICE:
        if (person.stream, person.device) != (stream, _SHOE):
            raise NotEntitled((), f"{person.name} reads no cards here")
        # A shoe that reads cards acts for the dealer of its table.
        return (Actor(person.name, DEALER),)
    own = [own_title for own_title in person.titles if own_title in _edition_titles(rules.edition)]
    if own and title is None:
        return tuple(Actor(person.name, own_title) for own_title in own)
    if title is not None and title in own:
        return (Actor(person.name, title),)
    text = f"{person.name} has no such title here" if person.titles else "sign in first"
    raise NotEntitled((), text)


def looking(rules: TableRules, person: Person, stream: str) -> tuple[Audience, str | None]:
    """Return the audience of a caller at a table. It follows from the powers of their titles."""
    if person.patron:
        mine = person.stream == stream
        return (Audience.PATRON, person.name) if mine else (Audience.PUBLIC, None)
    if SURVEILLANCE in person.titles:
        return Audience.SURVEILLANCE, None
    deals = rules.edition.powers.get(Power.DEAL)
    dealing = set(deals.value) if deals else set[str]()
    titles = [title for title in person.titles if title in _edition_titles(rules.edition)]
    if any(title not in dealing for title in titles):
        return Audience.SUPERVISOR, None
    return (Audience.DEALER, None) if titles else (Audience.PUBLIC, None)
