"""Days, months and shifts of a venue, in its time zone."""

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


class TimeSpan(Struct, frozen=True):
    """A span of time in a zone, from ``since`` until before ``until``; ``label`` names it."""

    zone: str
    label: str
    since: int
    until: int

    def holds(self, at: int) -> bool:
        """Return whether a moment is in the span."""
        return self.since <= at < self.until

    @property
    def first(self) -> str:
        """Return its first moment as text."""
        return local_time(self.zone, self.since)

    @property
    def end(self) -> str:
        """Return the moment before which it ends, as text."""
        return local_time(self.zone, self.until)


def zone_for(edition: Edition, name_given: str | None = None) -> str:
    """Return the zone that is named, otherwise the zone of the rulebook's venues."""
    name = name_given or edition.instrument.zone
    if name is None:
        hint = "name one: --zone Australia/Perth"
        raise Malformed(
            f"{edition.id} does not say in which zone it holds", hint, code=ErrorCode.NO_SUCH_ZONE
        )
    zone_of(name)
    return name


def zone_in(lines: Iterable[JournalLine]) -> str | None:
    """Return the zone of the house in a journal, or ``None``."""
    set_up_events = (line.event for line in lines if isinstance(line.event, HouseSetUp))
    return next((event.zone for event in set_up_events), None)


def day(zone: str, date_: date) -> TimeSpan:
    """Return a day from its midnight to the next, of 23, 24 or 25 hours."""
    _check_day(date_)
    return _span(zone, date_.isoformat(), date_, date_ + timedelta(days=1))


def month(zone: str, year: int, number: int) -> TimeSpan:
    """Return a month, from its first midnight to that of the next month."""
    first = date(year, number, 1)
    _check_day(first)
    next_month = date(year + number // _DECEMBER, number % _DECEMBER + 1, 1)
    return _span(zone, f"{first:%Y-%m}", first, next_month)


def hours(zone: str, date_: date, first: time, end: time) -> TimeSpan:
    """Return a shift that begins on a day. It ends the day after if ``end`` is not later."""
    _check_day(date_)
    last = date_ if end > first else date_ + timedelta(days=1)
    begins = datetime.combine(date_, first, zone_of(zone))
    ends = datetime.combine(last, end, zone_of(zone))
    label = f"{date_.isoformat()} {first:%H:%M}-{end:%H:%M}"
    return TimeSpan(zone, label, int(begins.timestamp()), int(ends.timestamp()))


def _check_day(date_: date) -> None:
    if not date(1970, 1, 2) <= date_ <= date(9999, 11, 30):
        text = f"{date_.isoformat()} is before any log, or after all of them"
        raise Malformed(text, code=ErrorCode.NO_SUCH_TIME)


def _span(zone: str, label: str, first: date, after: date) -> TimeSpan:
    return TimeSpan(zone, label, _midnight(zone, first), _midnight(zone, after))


def _midnight(zone: str, date_: date) -> int:
    """Return when a day begins, also if the clocks skip its midnight."""
    start = datetime(date_.year, date_.month, date_.day, tzinfo=zone_of(zone))
    return int(start.timestamp())


def local_time(zone: str, at: int) -> str:
    """Return a moment in the local time of a zone, with its offset from UTC; empty for zero.

    The offset distinguishes the two passes of a repeated hour.
    """
    return datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone)).isoformat() if at else ""


def clock_text(zone: str, at: int) -> str:
    """Return a moment in the local time of a zone, with the name of the time; empty for zero."""
    if not at:
        return ""
    return f"{datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone)):%Y-%m-%d %H:%M:%S %Z}"
