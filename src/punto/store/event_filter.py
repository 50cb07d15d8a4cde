"""A filter for events: by stream, person, type and time."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Select, or_

from punto.store.schema import events


class Wanted(Struct, frozen=True, kw_only=True):
    """A filter for events. An omitted field does not filter.

    ``until_ms`` itself is excluded.
    """

    streams: tuple[str, ...] = ()
    kind: str | None = None
    person: str | None = None
    types: tuple[str, ...] = ()
    from_ms: int | None = None
    until_ms: int | None = None

    def of(self, query: Select[Any]) -> Select[Any]:
        """Return a query with the conditions of this filter."""
        if self.streams:
            query = query.where(events.c.stream.in_(self.streams))
        if self.kind is not None:
            query = query.where(events.c.kind == self.kind)
        if self.person is not None:
            by = (events.c.actor == self.person, events.c.entered_by == self.person)
            query = query.where(or_(*by))
        if self.types:
            query = query.where(events.c.type.in_(self.types))
        if self.from_ms is not None:
            query = query.where(events.c.time_ms >= self.from_ms)
        if self.until_ms is not None:
            query = query.where(events.c.time_ms < self.until_ms)
        return query
