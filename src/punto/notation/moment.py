"""A time of day, or a day and a time, as people write it."""

import re
from datetime import UTC, datetime

from punto.clause import Malformed

# The day on which a time without one is read.
_DAY = "2024-06-03"


def moment(text: str) -> int:
    """Return the second that ``14:20``, ``14:20:05`` or ``2024-06-30 23:59`` names."""
    match = re.fullmatch(r"(?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2})(:\d{2})?", text)
    if match is None:
        raise Malformed(
            f"{text[:40]!r} is no time",
            "write 14:20, 14:20:05 or 2024-06-30 23:59",
            code="no_such_time",
        )
    day, clock, seconds = match.group(1) or _DAY, match.group(2), match.group(3) or ":00"
    try:
        found = datetime.fromisoformat(f"{day}T{clock}{seconds}").replace(tzinfo=UTC)
    except ValueError:
        raise Malformed(f"{text[:40]!r} is no time", code="no_such_time") from None
    return int(found.timestamp())
