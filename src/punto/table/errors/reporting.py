"""By which channels an inspector is told."""

from punto.clause import Refused
from punto.rulebook.elect import TableRules, not_held


def channel(rules: TableRules, report: str) -> str:
    """Return whom a report goes to by which of the rulebook's channels, or refuse another."""
    channels = rules.edition.conduct.inspector_told_by
    if channels is None:
        raise not_held(rules.edition, "how an inspector is told")
    if report not in channels.value:
        text = f"an inspector is told by {' or '.join(channels.value)}"
        raise Refused("no_such_channel", channels.clause, text.replace("_", " "))
    return f"inspector by {report}"
