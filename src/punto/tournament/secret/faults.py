"""The faults of a form: before the coup it is returned, after it the form counts otherwise.

Only its maker and the official learn of the faults.
"""

from collections.abc import Iterator

from punto.clause import Clauses, Reason, Refused, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.schema.tournament.secret import Secret
from punto.rulebook.tournament_policies import Compulsory, FormDetail, FormField, WithChips
from punto.table.limits.bounds import separate_limit_clauses
from punto.table.table import Table
from punto.table.wagers.combinations import combination_clauses
from punto.tournament.rules import tournament_section
from punto.tournament.secret.amount_in_words import parse_amount
from punto.tournament.secret_form import SecretForm
from punto.tournament.session_queries import turns_of
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.stakes import HANDS, limits_of, minimum_of, unit_cents, wager_rules
from punto.wagers.settle import Placed, accept


def secret_rules(rules: TableRules) -> Secret:
    """Return the rules of secret wagers. Refuse if the rulebook has none."""
    data = tournament_section(rules.edition).secret
    if data is None:
        raise not_held(rules.edition, "whether wagers may be secret")
    return data


def other_stakes_cents(table: Table, form: SecretForm) -> int:
    """Return the stakes of the maker on the layout, without the form itself."""
    return sum(
        wager.stake_cents
        for wager in table.wagers
        if wager.patron == form.name and wager.number != form.bet
    )


def faults(rules: TableRules, tournament: Tournament, form: SecretForm) -> tuple[Reason, ...]:
    """Return all faults of a form in the present state."""
    data, table = secret_rules(rules), tournament.tables[form.table]
    found = (*writing_faults(rules, form), *_missing_details(rules, tournament, form, data))
    if writing_faults(rules, form):
        return found
    held_to_minimum = form.name in turns_of(tournament, form.table).slowed
    minimum = minimum_of(rules, table, form.wager or "")
    if held_to_minimum and (form.stake_cents or 0) > minimum:
        text = f"its maker was late and is held to {dollars(minimum)}"
        found = (*found, Reason(text, wager_rules(rules).late.clause))
    return (
        *found,
        *_amount_faults(rules, data, table, form),
        *_wager_faults(rules, table, form, data),
    )


def writing_faults(rules: TableRules, form: SecretForm) -> tuple[Reason, ...]:
    """Return the faults of the written wager and amount. With one of them there is no wager."""
    data = secret_rules(rules)
    texts = []
    for field in data.fields.value:
        match field:
            case FormField.WAGER if form.wager not in rules.outcomes:
                texts.append("no wager is named")
            case FormField.FIGURES if not form.stake_cents or form.stake_cents <= 0:
                texts.append("no amount stands in figures")
            case FormField.WORDS if not form.words:
                texts.append("no amount stands in words")
            case FormField.WORDS if parse_amount(form.words or "") != form.stake_cents:
                texts.append("words and figures differ")
            case _:
                pass
    return tuple(Reason(text, data.fields.clause) for text in texts)


def _missing_details(
    rules: TableRules, tournament: Tournament, form: SecretForm, data: Secret
) -> Iterator[Reason]:
    """Yield a fault for each of the other details that is missing."""
    session = tournament.session
    own_seat = session.seats[form.name].seat if session else None
    for field in data.details.value if data.details else ():
        assert data.details is not None
        if field is FormDetail.SEAT and form.seat != own_seat:
            yield Reason("the seat is not written", data.details.clause)
        if field is FormDetail.SIGNATURE and not form.signed:
            clause = merged(data.details.clause, tournament_section(rules.edition).says.form_signed)
            yield Reason("its maker has not signed it", clause)


def _amount_faults(
    rules: TableRules, data: Secret, table: Table, form: SecretForm
) -> Iterator[Reason]:
    """Yield the faults of the amount: limits and chips, alone and together with open wagers."""
    stake, wager, patron = form.stake_cents or 0, form.wager or "", table.patron(form.name)
    chips_cents = patron.chips_cents if patron else 0
    layout_cents = other_stakes_cents(table, form)
    minimum, maximum = limits_of(rules, table, wager)
    if stake < minimum or (maximum is not None and stake > maximum):
        clause = merged(data.within_limits.clause, separate_limit_clauses(rules, table, wager))
        yield Reason(f"{dollars(stake)} is outside the limits", clause)
    elif _over_maximum(data, layout_cents, stake, table.limits.maximum):
        text = f"{dollars(stake)} and {dollars(layout_cents)} are more than the maximum"
        yield Reason(text, data.with_chips.clause)
    if stake > chips_cents:
        within_both = (
            data.with_chips.value is WithChips.WITHIN_CHIPS_HELD
            and stake <= chips_cents + layout_cents
        )
        clause = data.with_chips.clause if within_both else data.within_chips.clause
        yield Reason(f"{dollars(stake)} is more than the chips held", clause)


def _over_maximum(data: Secret, layout_cents: int, stake: int, maximum: int | None) -> bool:
    """Return whether a form and the chips on the layout exceed the maximum together."""
    limited = data.with_chips.value is WithChips.WITHIN_MAXIMUM
    return limited and maximum is not None and layout_cents > 0 and stake + layout_cents > maximum


def _wager_faults(
    rules: TableRules, table: Table, form: SecretForm, data: Secret
) -> Iterator[Reason]:
    """Yield the faults of the wager, considering the other wagers of its maker."""
    stake, wager, wagering = form.stake_cents or 0, form.wager or "", wager_rules(rules)
    if is_on_other_hand(table, form) and data.one_hand:
        yield Reason("chips of the same entrant lie on the other hand", data.one_hand.clause)
    own_wagers = {
        table_wager.wager for table_wager in table.wagers if table_wager.patron == form.name
    }
    if wagering.extra and wager not in {*HANDS, wagering.extra.value}:
        yield Reason(f"{wager} may not be wagered on", wagering.extra.clause)
    hand_due = wagering.compulsory.value is Compulsory.WAGER_ON_A_HAND
    if hand_due and wager not in HANDS and not own_wagers & HANDS:
        yield Reason("no hand is backed", wagering.compulsory.clause)
    unit = unit_cents(rules, table, wager)
    if wagering.units and unit and stake % unit:
        yield Reason(f"{dollars(stake)} is no multiple of {dollars(unit)}", wagering.units.clause)
    clause = table_refusal_clauses(rules, table, form, stake)
    if clause and not (is_on_other_hand(table, form) and data.one_hand):
        yield Reason("the table does not take it", clause)


def is_on_other_hand(table: Table, form: SecretForm) -> bool:
    """Return whether the maker has chips on the other hand than the form names."""
    own_wagers = {wager.wager for wager in table.wagers if wager.patron == form.name}
    return form.wager in HANDS and bool(own_wagers & (HANDS - {form.wager}))


def table_refusal_clauses(rules: TableRules, table: Table, form: SecretForm, cents: int) -> Clauses:
    """Return the clauses by which the table would refuse the wager of a form, if any."""
    wager = form.wager or ""
    try:
        accept(rules, Placed(form.name, wager, cents))
        own_wagers = [
            table_wager for table_wager in table.wagers if table_wager.patron == form.name
        ]
        combination_clauses(rules, table, form.name, own_wagers, wager, unnoticed=False)
    except Refused as refusal:
        return refusal.clause
    return ()
