"""The sign at the table: everything the rulebook wants patrons to be able to read there."""

from punto.clause import Clauses, Reason
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.authority import says
from punto.table.notice import Limits
from punto.table.step import in_force
from punto.table.table import Table


def sign_lines(rules: TableRules, limits: Limits, table: Table | None = None) -> tuple[Reason, ...]:
    """Return what stands on the sign, each line with the clause that wants it there."""
    if table is not None:
        rules = in_force(rules, table)
    shown = rules.edition.sign
    if shown is None:
        return ()
    lines: list[Reason] = []

    def add(text: str | None, clause: Clauses) -> None:
        if text is not None and clause:
            lines.append(Reason(text, clause))

    span = _span(limits.minimum, limits.maximum)
    add(f"{span} per patron" if span and limits.per_patron else span, shown.shows_limits)
    add(f"in steps of {dollars(limits.step)}" if limits.step else None, shown.shows_steps)
    add(f"table cap {dollars(limits.cap)}" if limits.cap is not None else None, shown.shows_cap)
    for one in shown.settlements:
        if one.scheme == rules.settlement:
            add(f"{one.scheme.replace('_', ' ')}: {_odds(rules)}", one.clause)
    for name in rules.offers:
        offer = rules.edition.offers[name]
        span = _span(limits.optional_minimum, limits.optional_maximum)
        add(f"{offer.title}, {span}" if span else offer.title, offer.shows_offer)
    if table is not None:
        lines += _changed(rules, table)
    return tuple(lines)


def _changed(rules: TableRules, table: Table) -> list[Reason]:
    """Return the lines about minimums that are kept and wagers that are restricted."""
    lines = []
    kept = sorted(
        {patron.kept_minimum_cents for patron in table.patrons if patron.kept_minimum_cents}
    )
    for cents in kept:
        text = f"earlier minimum {dollars(cents)} for those who keep it"
        lines.append(Reason(text, says(rules, "kept_shown")))
    for name in table.shown.restricted:
        offer = rules.edition.offers[name]
        if offer.restriction_shown:
            text = f"{offer.title} for patrons with a main wager"
            lines.append(Reason(text, offer.restriction_shown.clause))
    return lines


def _span(least: int | None, most: int | None) -> str | None:
    parts = [
        f"{name} {dollars(cents)}"
        for name, cents in (("minimum", least), ("maximum", most))
        if cents is not None
    ]
    return ", ".join(parts) or None


def _odds(rules: TableRules) -> str:
    """Return what the main wagers pay under the settlement in use."""
    parts = []
    for wager in rules.edition.wagering.main.value:
        for row in rules.outcomes[wager]:
            if row.odds:
                special = row.when is not None and row.when.banker_total is not None
                parts.append(f"{row.name if special else wager} {row.odds}")
    return ", ".join(parts)
