"""Times of a scenario: local times of its zone, converted to UTC."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from punto.clause import Malformed
from punto.house.calendar import point_in_time, zone_of
from punto.notation.time_parser import moment
from punto.scenario.errors import ScenarioError

# The day on which a clock without one is read.
_DAY = "2024-06-03"
# Words whose value is a point in time, in any command.
_TIMES = frozenset({"time", "start", "withdraw_until", "from"})


def check_zone(zone: str) -> None:
    """Raise an error if a file names an unknown time zone."""
    try:
        zone_of(zone)
    except Malformed as error:
        raise ScenarioError(f"zone: {error.message}", error.hint) from None


def local_moment(zone: str, text: str) -> int:
    """Return the second that a clock of a zone shows."""
    if zone == "UTC":
        return moment(text)
    # Raises the usual error for a text that is not a time.
    moment(text)
    match = re.fullmatch(r"(?:(\S+) )?(\S+)", text)
    assert match is not None
    return point_in_time(zone, match.group(1) or _DAY, match.group(2))


def local_clock(zone: str, at: int) -> str:
    """Return what a clock of a zone shows."""
    return datetime.fromtimestamp(at, zone_of(zone)).strftime("%H:%M:%S")


def in_utc(zone: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return words with every time of a zone as it is written in UTC."""
    return {name: _to_utc(zone, name, value) for name, value in words.items()}


def _to_utc(zone: str, name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return in_utc(zone, value)
    if zone == "UTC" or name not in _TIMES or not isinstance(value, str):
        return value
    try:
        moment(value)
    except Malformed:
        # The command reports a text that is not a time.
        return value
    at = local_moment(zone, value)
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
