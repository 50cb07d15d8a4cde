"""The reports that a rulebook requires: their periods, clauses and due times."""

from msgspec import Struct

from punto.clause import Clauses, Unsaid
from punto.house.calendar import day_end, days_later, month_end
from punto.rulebook.elect import TableRules

MONTHLY = "monthly_mispayments"


class RequiredReport(Struct, frozen=True):
    """A required report on a day or a month; ``days`` later it is due, if the rulebook says so."""

    clause: Clauses
    monthly: bool = False
    days: int | None = None

    def ends(self, zone: str, period: str) -> int:
        """Return the end of its period."""
        return month_end(zone, period) if self.monthly else day_end(zone, period)

    def due(self, zone: str, period: str) -> int | None:
        """Return the time by which it must be filed, or ``None`` if the rulebook gives none."""
        return None if self.days is None else days_later(zone, self.ends(zone, period), self.days)


def reports_by_name(rules: TableRules) -> dict[str, RequiredReport]:
    """Return the reports that the rulebook requires, by name."""
    channels, mispayments = rules.edition.conduct.inspector_told_by, rules.edition.mispayments
    required = {}
    for name in channels.value if channels else ():
        assert channels is not None
        # The clauses cover all channels together, not each separately.
        required[name] = RequiredReport(channels.clause)
    if mispayments is not None and not isinstance(mispayments.reported_over_cents, Unsaid):
        days = mispayments.reported_within_days
        required[MONTHLY] = RequiredReport(
            mispayments.reported_over_cents.clause, monthly=True, days=days.value
        )
    return required
