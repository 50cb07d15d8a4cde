"""Forms for secret wagers: for each entrant as many as the conditions allow in a session."""

from typing import Any

from punto.aggregate.actor import DEALER
from punto.rulebook.power import Power
from punto.sheets.session_records import Record, SessionSeats, by_table, heading, titled


def secret_form(found: Record, seated: SessionSeats) -> dict[str, Any] | None:
    """Return the values of the forms of a session, or ``None`` without secret wagers."""
    number = found.tournament.conditions.secret_wagers or 0
    if found.edition.tournament is None or found.edition.tournament.secret is None or not number:
        return None
    power = found.edition.powers.get(Power.EXAMINE_FORMS)
    forms = [
        {"name": name, "seat": f"{seat} at table {table}"}
        for table, rows in by_table(seated.seats).items()
        for seat, name in rows
        for _ in range(number)
    ]
    official = titled(power.value[0] if power else DEALER)
    return {**heading(found), "official": official, "forms": forms}
