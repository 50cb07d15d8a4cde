"""The hours in which a house may deal."""

from punto.clause import Refused
from punto.rulebook.elect import TableRules
from punto.table.people import Actor

DAY_MINUTES = 24 * 60


def check_hours(rules: TableRules, by: Actor) -> None:
    """Refuse a coup outside the hours of the house."""
    hours, needed = rules.hours, rules.edition.opening.hours
    if hours is None or needed is None:
        return
    minute = (by.at // 60 + hours.utc_offset_minutes) % DAY_MINUTES
    if hours.opens < hours.closes:
        inside = hours.opens <= minute < hours.closes
    else:
        inside = minute >= hours.opens or minute < hours.closes
    if not inside:
        text = f"{minute // 60:02d}:{minute % 60:02d} is outside the hours set by {hours.source}"
        raise Refused("outside_hours", needed.clause, text)
