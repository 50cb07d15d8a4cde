"""What a form counts for once its coup is over: as written, or as it is taken to be."""

from msgspec import Struct

from punto.clause import Clauses, Reason, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import WithChips
from punto.table.table import Table
from punto.tournament.rules import law
from punto.tournament.secret.faults import (
    open_cents,
    other_hand,
    secret_rules,
    taken_by_table,
    unwritten,
)
from punto.tournament.secret_form import Form
from punto.tournament.wagers.stakes import limits_of

_DOLLAR = 100


class Counts(Struct, frozen=True):
    """For how much a form counts, or what it costs its maker instead, and why."""

    cents: int = 0
    taken_cents: int = 0
    reasons: tuple[Reason, ...] = ()


def counts(rules: TableRules, table: Table, form: Form) -> Counts:
    """Return what a form counts for at a table, or what it costs if it is no wager."""
    data, deemed = secret_rules(rules), secret_rules(rules).deemed
    patron = table.patron(form.name)
    laid = next((bet.stake_cents for bet in table.wagers if bet.number == form.bet), 0)
    held = (patron.chips_cents if patron else 0) + laid
    if unwritten(rules, form) or (other_hand(table, form) and data.one_hand):
        taken = min(table.limits.minimum or 0, held)
        text = f"{form.name} loses {dollars(taken)} for a form that is no wager"
        return Counts(taken_cents=taken, reasons=(_late(rules, text, deemed.incomplete.clause),))
    cents, reasons = form.stake_cents or 0, list[Reason]()

    def becomes(amount: int, clause: Clauses) -> None:
        nonlocal cents
        text = f"{form.name} {dollars(cents)} counts as {dollars(amount)}"
        reasons.append(_late(rules, text, clause))
        cents = amount

    least, most = limits_of(rules, table, form.wager or "")
    if cents < least:
        becomes(least, deemed.short.clause)
    if most is not None and cents > most:
        becomes(most, deemed.over.clause)
    lies = open_cents(table, form)
    together, all_in = data.with_chips.value is WithChips.WITHIN_MAXIMUM, table.limits.maximum
    if together and all_in is not None and cents + lies > all_in:
        becomes(max(all_in - lies, 0), merged(deemed.over.clause, data.with_chips.clause))
    if cents > held:
        becomes(held, deemed.over_chips.clause)
    if cents % _DOLLAR and taken_by_table(rules, table, form, cents):
        # Chips that the odds cannot be paid on are no part of a wager.
        cents -= cents % _DOLLAR
    return Counts(cents=cents, reasons=tuple(reasons))


def _late(rules: TableRules, text: str, clause: Clauses) -> Reason:
    return Reason(text, merged(law(rules.edition).says.form_found_late, clause))
