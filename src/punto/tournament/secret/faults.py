"""What is wrong with a form: found before the coup it goes back, found after it counts otherwise.

Only its maker and the official hear of it: what is said here never reaches anybody else.
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
from punto.tournament.rules import law
from punto.tournament.secret.amount_in_words import amount_in_words
from punto.tournament.secret_form import Form
from punto.tournament.session_queries import turns_at
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.stakes import HANDS, limits_of, minimum_of, unit_cents, wager_rules
from punto.wagers.settle import Placed, accept


def secret_rules(rules: TableRules) -> Secret:
    """Return what the rulebook says about secret wagers, or refuse them."""
    data = law(rules.edition).secret
    if data is None:
        raise not_held(rules.edition, "whether wagers may be secret")
    return data


def open_cents(table: Table, form: Form) -> int:
    """Return what the maker of a form has on the layout besides it."""
    return sum(
        bet.stake_cents
        for bet in table.wagers
        if bet.patron == form.name and bet.number != form.bet
    )


def faults(rules: TableRules, tournament: Tournament, form: Form) -> tuple[Reason, ...]:
    """Return everything that is wrong with a form, as things stand."""
    data, table = secret_rules(rules), tournament.tables[form.table]
    missing = (*unwritten(rules, form), *_details(rules, tournament, form, data))
    if unwritten(rules, form):
        return missing
    late = form.name in turns_at(tournament, form.table).slowed
    least = minimum_of(rules, table, form.wager or "")
    if late and (form.stake_cents or 0) > least:
        text = f"its maker was late and is held to {dollars(least)}"
        missing = (*missing, Reason(text, wager_rules(rules).late.clause))
    return (*missing, *_amount(rules, data, table, form), *_place(rules, table, form, data))


def unwritten(rules: TableRules, form: Form) -> tuple[Reason, ...]:
    """Return what of wager and amount is not properly written, so that there is no wager."""
    data = secret_rules(rules)
    found = []
    for field in data.fields.value:
        match field:
            case FormField.WAGER if form.wager not in rules.outcomes:
                found.append("no wager is named")
            case FormField.FIGURES if not form.stake_cents or form.stake_cents <= 0:
                found.append("no amount stands in figures")
            case FormField.WORDS if not form.words:
                found.append("no amount stands in words")
            case FormField.WORDS if amount_in_words(form.words or "") != form.stake_cents:
                found.append("words and figures differ")
            case _:
                pass
    return tuple(Reason(text, data.fields.clause) for text in found)


def _details(
    rules: TableRules, tournament: Tournament, form: Form, data: Secret
) -> Iterator[Reason]:
    """Yield which of the other details are missing."""
    session = tournament.session
    own = session.seats[form.name].seat if session else None
    for field in data.details.value if data.details else ():
        assert data.details is not None
        if field is FormDetail.SEAT and form.seat != own:
            yield Reason("the seat is not written", data.details.clause)
        if field is FormDetail.SIGNATURE and not form.signed:
            clause = merged(data.details.clause, law(rules.edition).says.form_signed)
            yield Reason("its maker has not signed it", clause)


def _amount(rules: TableRules, data: Secret, table: Table, form: Form) -> Iterator[Reason]:
    """Yield what is wrong with the amount: the limits, the chips, both with open wagers."""
    stake, wager, patron = form.stake_cents or 0, form.wager or "", table.patron(form.name)
    hand = patron.chips_cents if patron else 0
    lies = open_cents(table, form)
    least, most = limits_of(rules, table, wager)
    if stake < least or (most is not None and stake > most):
        clause = merged(data.within_limits.clause, separate_limit_clauses(rules, table, wager))
        yield Reason(f"{dollars(stake)} is outside the limits", clause)
    elif _over_maximum(data, lies, stake, table.limits.maximum):
        text = f"{dollars(stake)} and {dollars(lies)} are more than the maximum"
        yield Reason(text, data.with_chips.clause)
    if stake > hand:
        together = data.with_chips.value is WithChips.WITHIN_CHIPS_HELD and stake <= hand + lies
        clause = data.with_chips.clause if together else data.within_chips.clause
        yield Reason(f"{dollars(stake)} is more than the chips held", clause)


def _over_maximum(data: Secret, lies: int, stake: int, most: int | None) -> bool:
    """Return whether a form and chips on the layout are too much together."""
    together = data.with_chips.value is WithChips.WITHIN_MAXIMUM
    return together and most is not None and lies > 0 and stake + lies > most


def _place(rules: TableRules, table: Table, form: Form, data: Secret) -> Iterator[Reason]:
    """Yield what is wrong with the wager beside what its maker has on the layout."""
    stake, wager, wagers = form.stake_cents or 0, form.wager or "", wager_rules(rules)
    if other_hand(table, form) and data.one_hand:
        yield Reason("chips of the same entrant lie on the other hand", data.one_hand.clause)
    mine = {bet.wager for bet in table.wagers if bet.patron == form.name}
    if wagers.extra and wager not in {*HANDS, wagers.extra.value}:
        yield Reason(f"{wager} may not be wagered on", wagers.extra.clause)
    hand_due = wagers.compulsory.value is Compulsory.WAGER_ON_A_HAND
    if hand_due and wager not in HANDS and not mine & HANDS:
        yield Reason("no hand is backed", wagers.compulsory.clause)
    unit = unit_cents(rules, table, wager)
    if wagers.units and unit and stake % unit:
        yield Reason(f"{dollars(stake)} is no multiple of {dollars(unit)}", wagers.units.clause)
    clause = taken_by_table(rules, table, form, stake)
    if clause and not (other_hand(table, form) and data.one_hand):
        yield Reason("the table does not take it", clause)


def other_hand(table: Table, form: Form) -> bool:
    """Return whether chips of the maker lie on the other hand than the form names."""
    mine = {bet.wager for bet in table.wagers if bet.patron == form.name}
    return form.wager in HANDS and bool(mine & (HANDS - {form.wager}))


def taken_by_table(rules: TableRules, table: Table, form: Form, cents: int) -> Clauses:
    """Return the clauses by which the table would not take a wager of so much, if any."""
    wager = form.wager or ""
    try:
        accept(rules, Placed(form.name, wager, cents))
        mine = [bet for bet in table.wagers if bet.patron == form.name]
        combination_clauses(rules, table, form.name, mine, wager, unnoticed=False)
    except Refused as no:
        return no.clause
    return ()
