"""The reports that a rulebook asks for: of which times, by which clause, and when they are due."""

from msgspec import Struct

from punto.clause import Clauses, Unsaid
from punto.house.calendar import day_end, days_later, month_end
from punto.rulebook.elect import TableRules

MONTHLY = "monthly_mispayments"


class Reported(Struct, frozen=True):
    """A report: on a day or a month, and how many days later it is due, if that is said."""

    clause: Clauses
    monthly: bool = False
    days: int | None = None

    def ends(self, zone: str, period: str) -> int:
        """Return when what it is about is over."""
        return month_end(zone, period) if self.monthly else day_end(zone, period)

    def due(self, zone: str, period: str) -> int | None:
        """Return until when it is to be filed; nothing where no time is given."""
        return None if self.days is None else days_later(zone, self.ends(zone, period), self.days)


def reports(rules: TableRules) -> dict[str, Reported]:
    """Return the reports that the rulebook asks for, by their names."""
    channels, wrong = rules.edition.conduct.inspector_told_by, rules.edition.mispayments
    found = {}
    for name in channels.value if channels else ():
        assert channels is not None
        # The clauses give every channel, and not each its own.
        found[name] = Reported(channels.clause)
    if wrong is not None and not isinstance(wrong.reported_over_cents, Unsaid):
        within = wrong.reported_within_days
        found[MONTHLY] = Reported(wrong.reported_over_cents.clause, monthly=True, days=within.value)
    return found
