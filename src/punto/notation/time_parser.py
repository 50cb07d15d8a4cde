"""Parses a time of day, or a day and a time."""

import re
from datetime import UTC, date, datetime

from punto.clause import Malformed
from punto.error_codes import ErrorCode

# The day on which a time without one is read.
_DAY = "2024-06-03"


def moment(text: str) -> int:
    """Return the second that ``14:20``, ``14:20:05`` or ``2024-06-30 23:59`` names."""
    match = re.fullmatch(r"(?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2})(:\d{2})?", text)
    if match is None:
        raise Malformed(
            f"{text[:40]!r} is no time",
            "write 14:20, 14:20:05 or 2024-06-30 23:59",
            code=ErrorCode.NO_SUCH_TIME,
        )
    day, clock, seconds = match.group(1) or _DAY, match.group(2), match.group(3) or ":00"
    try:
        found = datetime.fromisoformat(f"{day}T{clock}{seconds}").replace(tzinfo=UTC)
    except ValueError:
        raise Malformed(f"{text[:40]!r} is no time", code=ErrorCode.NO_SUCH_TIME) from None
    return int(found.timestamp())


def parse_day(text: str) -> date:
    """Return the day that a text such as ``2015-02-11`` names."""
    try:
        # Python also reads 20150211 and 2015-W07-3; one form is enough.
        return date.fromisoformat(text if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else "")
    except ValueError:
        raise Malformed(f"{text[:40]!r} is not a day", "write it as 2015-02-11") from None
