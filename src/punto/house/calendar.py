"""Days and times of the venue: its zone says when a day begins and what a clock shows."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from punto.clause import Malformed
from punto.error_codes import ErrorCode

HOUR = 3600


def zone_of(name: str) -> ZoneInfo:
    """Return a zone by its name, or say that there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        text = f"{name[:40]!r} is no time zone"
        raise Malformed(text, "write Australia/Sydney", code=ErrorCode.NO_SUCH_ZONE) from None


def point(zone: str, day: str, time: str) -> int:
    """Return the second that a day and a time name at the venue.

    Where clocks are set back the first of the two is meant; a time that they jump over is none.
    """
    place = zone_of(zone)
    try:
        local = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=place)
        found = local.astimezone(UTC)
    except (ValueError, OverflowError):
        text = f"{f'{day} {time}'[:40]!r} is no time"
        raise Malformed(text, "write 2024-08-01 and 18:00", code=ErrorCode.NO_SUCH_TIME) from None
    if found.astimezone(place).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Malformed(f"clocks jump over {day} {time}", code=ErrorCode.NO_SUCH_TIME)
    return int(found.timestamp())


def days_later(zone: str, at: int, days: int) -> int:
    """Return the same time of day some days later, whatever the clocks do between."""
    local = datetime.fromtimestamp(at, zone_of(zone))
    return int(
        (local.replace(tzinfo=None) + timedelta(days=days))
        .replace(tzinfo=local.tzinfo, fold=local.fold)
        .timestamp()
    )


def day_end(zone: str, day: str) -> int:
    """Return the second at which a day is over at the venue."""
    return days_later(zone, point(zone, _day(day), "00:00"), 1)


def month_end(zone: str, month: str) -> int:
    """Return the second at which a month is over at the venue."""
    first = _day(f"{month}-01")
    year, number = int(first[:4]), int(first[5:7])
    following = f"{year + number // 12:04d}-{number % 12 + 1:02d}-01"
    return point(zone, following, "00:00")


def _day(text: str) -> str:
    """Return a day as it is written, or say that it is none."""
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise Malformed(f"{text[:40]!r} is no day", "write 2024-08-01", code=ErrorCode.NO_SUCH_TIME)
    return text


def day_of(zone: str, at: int) -> str:
    """Return the day at the venue: ``2024-08-01``."""
    return datetime.fromtimestamp(at, zone_of(zone)).date().isoformat()


def month_of(zone: str, at: int) -> str:
    """Return the month at the venue: ``2024-08``."""
    return day_of(zone, at)[:7]


def local_text(zone: str, at: int) -> str:
    """Return a moment as a clock at the venue shows it."""
    return datetime.fromtimestamp(at, zone_of(zone)).strftime("%Y-%m-%d %H:%M")
