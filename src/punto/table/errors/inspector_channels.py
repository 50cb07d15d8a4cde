"""The channels by which an inspector is informed."""

from collections.abc import Iterable

from punto.clause import Clauses, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held

# The prefix of an inspector in the recipients of a register line.
_BY = "inspector by "


def channel(rules: TableRules, report: str, clause: Clauses) -> str:
    """Return the inspector with the channel of a report, or refuse a channel not in the rulebook.

    ``clause`` is the one that requires this report; other reports use the same channels.
    """
    channels = rules.edition.conduct.inspector_told_by
    if channels is None:
        raise not_held(rules.edition, "how an inspector is told")
    if report not in channels.value:
        text = f"an inspector is told by {' or '.join(channels.value)}"
        raise Refused(ErrorCode.NO_SUCH_CHANNEL, clause, text.replace("_", " "))
    return _BY + report


def channel_of(recipients: Iterable[str]) -> str | None:
    """Return the channel of an inspector among the recipients; None if there is none."""
    return next(
        (recipient.removeprefix(_BY) for recipient in recipients if recipient.startswith(_BY)), None
    )
