"""Days and times of the venue, in its time zone."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from punto.clause import Malformed
from punto.error_codes import ErrorCode

HOUR = 3600


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name. Raise an error if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        text = f"{name[:40]!r} is no time zone"
        raise Malformed(text, "write Australia/Sydney", code=ErrorCode.NO_SUCH_ZONE) from None


def point_in_time(zone: str, day: str, time: str) -> int:
    """Return a day and a time at the venue as a point in time, in seconds.

    If clocks are set back, it is the first of the two. A time that clocks skip is an error.
    """
    tz = zone_of(zone)
    try:
        local = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=tz)
        moment = local.astimezone(UTC)
    except (ValueError, OverflowError):
        text = f"{f'{day} {time}'[:40]!r} is no time"
        raise Malformed(text, "write 2024-08-01 and 18:00", code=ErrorCode.NO_SUCH_TIME) from None
    if moment.astimezone(tz).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Malformed(f"clocks jump over {day} {time}", code=ErrorCode.NO_SUCH_TIME)
    return int(moment.timestamp())


def days_later(zone: str, at: int, days: int) -> int:
    """Return the same time of day some days later, also across a change of the clocks."""
    local = datetime.fromtimestamp(at, zone_of(zone))
    return int(
        (local.replace(tzinfo=None) + timedelta(days=days))
        .replace(tzinfo=local.tzinfo, fold=local.fold)
        .timestamp()
    )


def day_end(zone: str, day: str) -> int:
    """Return the point in time at which a day ends at the venue."""
    return days_later(zone, point_in_time(zone, _checked_day(day), "00:00"), 1)


def month_end(zone: str, month: str) -> int:
    """Return the point in time at which a month ends at the venue."""
    first = _checked_day(f"{month}-01")
    year, number = int(first[:4]), int(first[5:7])
    following = f"{year + number // 12:04d}-{number % 12 + 1:02d}-01"
    return point_in_time(zone, following, "00:00")


def _checked_day(text: str) -> str:
    """Return the text of a day. Raise an error if it is not a day."""
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
    """Return a moment as the local time of the venue."""
    return datetime.fromtimestamp(at, zone_of(zone)).strftime("%Y-%m-%d %H:%M")
