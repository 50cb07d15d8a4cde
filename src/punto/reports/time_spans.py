"""Days and months of a venue: its own midnight to its own midnight, whatever clocks do between."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from msgspec import Struct

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.calendar import zone_of
from punto.house.creation import HouseSetUp
from punto.journal import JournalLine
from punto.rulebook.schema import Edition

_DECEMBER = 12


class Span(Struct, frozen=True):
    """A stretch of time of one zone, from a moment to before another; ``label`` names it."""

    zone: str
    label: str
    since: int
    until: int

    def holds(self, at: int) -> bool:
        """Return whether a moment lies in it."""
        return self.since <= at < self.until

    @property
    def first(self) -> str:
        """Return its first moment as it is read."""
        return local(self.zone, self.since)

    @property
    def end(self) -> str:
        """Return the moment before which it ends, as it is read."""
        return local(self.zone, self.until)


def zone_for(edition: Edition, wanted: str | None = None) -> str:
    """Return the zone whose days count: the one wanted, else that of the rulebook's venues."""
    name = wanted or edition.instrument.zone
    if name is None:
        hint = "name one: --zone Australia/Perth"
        raise Malformed(
            f"{edition.id} does not say in which zone it holds", hint, code=ErrorCode.NO_SUCH_ZONE
        )
    zone_of(name)
    return name


def zone_in(lines: Iterable[JournalLine]) -> str | None:
    """Return the zone that a house was set up in, if a journal has one."""
    born = (line.event for line in lines if isinstance(line.event, HouseSetUp))
    return next((event.zone for event in born), None)


def day(zone: str, wanted: date) -> Span:
    """Return a day from its midnight to the next: of 23, 24 or 25 hours."""
    _check(wanted)
    return _span(zone, wanted.isoformat(), wanted, wanted + timedelta(days=1))


def month(zone: str, year: int, number: int) -> Span:
    """Return a month from the midnight it begins with to that of the next."""
    first = date(year, number, 1)
    _check(first)
    after = date(year + number // _DECEMBER, number % _DECEMBER + 1, 1)
    return _span(zone, f"{first:%Y-%m}", first, after)


def hours(zone: str, wanted: date, first: time, end: time) -> Span:
    """Return a shift that begins on a day; one that ends before it begins ends the day after."""
    _check(wanted)
    last = wanted if end > first else wanted + timedelta(days=1)
    begins = datetime.combine(wanted, first, zone_of(zone))
    ends = datetime.combine(last, end, zone_of(zone))
    label = f"{wanted.isoformat()} {first:%H:%M}-{end:%H:%M}"
    return Span(zone, label, int(begins.timestamp()), int(ends.timestamp()))


def _check(wanted: date) -> None:
    if not date(1970, 1, 2) <= wanted <= date(9999, 11, 30):
        text = f"{wanted.isoformat()} is before any log, or after all of them"
        raise Malformed(text, code=ErrorCode.NO_SUCH_TIME)


def _span(zone: str, label: str, first: date, after: date) -> Span:
    return Span(zone, label, _midnight(zone, first), _midnight(zone, after))


def _midnight(zone: str, wanted: date) -> int:
    """Return when a day begins; where clocks skip midnight, when they have."""
    start = datetime(wanted.year, wanted.month, wanted.day, tzinfo=zone_of(zone))
    return int(start.timestamp())


def local(zone: str, at: int) -> str:
    """Return a moment by the clock of a zone, with its distance from UTC: nothing for nought.

    The distance tells the two hours apart that a clock shows twice.
    """
    return datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone)).isoformat() if at else ""


def on_the_clock(zone: str, at: int) -> str:
    """Return a moment as people on the floor say it: the day, the time and which time that is."""
    if not at:
        return ""
    return f"{datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone)):%Y-%m-%d %H:%M:%S %Z}"
