"""By which channels an inspector is told."""

from collections.abc import Iterable

from punto.clause import Clauses, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held

# A line of the register says so of whom it is told to.
_BY = "inspector by "


def channel(rules: TableRules, report: str, clause: Clauses) -> str:
    """Return whom a report goes to by which of the rulebook's channels, or refuse another.

    The clause is the one that wants this report; others share the channels.
    """
    channels = rules.edition.conduct.inspector_told_by
    if channels is None:
        raise not_held(rules.edition, "how an inspector is told")
    if report not in channels.value:
        text = f"an inspector is told by {' or '.join(channels.value)}"
        raise Refused(ErrorCode.NO_SUCH_CHANNEL, clause, text.replace("_", " "))
    return _BY + report


def channel_of(told: Iterable[str]) -> str | None:
    """Return by which channel an inspector is among those who were told, if one is."""
    return next((whom.removeprefix(_BY) for whom in told if whom.startswith(_BY)), None)
