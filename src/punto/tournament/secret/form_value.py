"""The value of a form after its coup: as written, or as the rulebook corrects it."""

from msgspec import Struct

from punto.clause import Clauses, Reason, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import WithChips
from punto.table.table import Table
from punto.tournament.rules import tournament_section
from punto.tournament.secret.faults import (
    is_on_other_hand,
    other_stakes_cents,
    secret_rules,
    table_refusal_clauses,
    writing_faults,
)
from punto.tournament.secret_form import SecretForm
from punto.tournament.wagers.stakes import limits_of

_DOLLAR = 100


class FormValue(Struct, frozen=True):
    """The amount for which a form counts, or what it costs its maker instead, and why."""

    cents: int = 0
    taken_cents: int = 0
    reasons: tuple[Reason, ...] = ()


def form_value_at(rules: TableRules, table: Table, form: SecretForm) -> FormValue:
    """Return the amount for which a form counts, or what it costs if it is not a valid wager."""
    data, deemed = secret_rules(rules), secret_rules(rules).deemed
    patron = table.patron(form.name)
    layout_cents = next(
        (wager.stake_cents for wager in table.wagers if wager.number == form.bet), 0
    )
    available_cents = (patron.chips_cents if patron else 0) + layout_cents
    if writing_faults(rules, form) or (is_on_other_hand(table, form) and data.one_hand):
        taken_cents = min(table.limits.minimum or 0, available_cents)
        text = f"{form.name} loses {dollars(taken_cents)} for a form that is no wager"
        return FormValue(
            taken_cents=taken_cents, reasons=(_late_reason(rules, text, deemed.incomplete.clause),)
        )
    cents, reasons = form.stake_cents or 0, list[Reason]()

    def correct_to(amount: int, clause: Clauses) -> None:
        nonlocal cents
        text = f"{form.name} {dollars(cents)} counts as {dollars(amount)}"
        reasons.append(_late_reason(rules, text, clause))
        cents = amount

    minimum, maximum = limits_of(rules, table, form.wager or "")
    if cents < minimum:
        correct_to(minimum, deemed.short.clause)
    if maximum is not None and cents > maximum:
        correct_to(maximum, deemed.over.clause)
    open_wagers_cents = other_stakes_cents(table, form)
    within_maximum, table_maximum = (
        data.with_chips.value is WithChips.WITHIN_MAXIMUM,
        table.limits.maximum,
    )
    if within_maximum and table_maximum is not None and cents + open_wagers_cents > table_maximum:
        correct_to(
            max(table_maximum - open_wagers_cents, 0),
            merged(deemed.over.clause, data.with_chips.clause),
        )
    if cents > available_cents:
        correct_to(available_cents, deemed.over_chips.clause)
    if cents % _DOLLAR and table_refusal_clauses(rules, table, form, cents):
        # Chips on which the odds cannot be paid are not a part of the wager.
        cents -= cents % _DOLLAR
    return FormValue(cents=cents, reasons=tuple(reasons))


def _late_reason(rules: TableRules, text: str, clause: Clauses) -> Reason:
    return Reason(text, merged(tournament_section(rules.edition).says.form_found_late, clause))
