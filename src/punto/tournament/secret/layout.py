"""Chips of announced forms on the layout, and what is put right about them after the coup."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.ledger import part
from punto.table.phase import Betting, Idle
from punto.table.table import Table
from punto.table.wagers.events import StakesReturned, WagerPlaced, WagerRaised
from punto.tournament.events import AnyEvent, Events
from punto.tournament.evolve import after
from punto.tournament.forms import Form
from punto.tournament.running import place_of, table_of
from punto.tournament.secret import commands as do
from punto.tournament.secret import events as happened
from punto.tournament.secret.announcing import corrected
from punto.tournament.secret.deemed import counts
from punto.tournament.secret.faults import secret_rules, unwritten
from punto.tournament.tables import TableStepped, stepped
from punto.tournament.tournament import Tournament, coming, running
from punto.tournament.wagers.short import resettled


def due_cents(rules: TableRules, table: Table, form: Form) -> int:
    """Return what the maker of an announced form puts on the layout: as written, as far as held."""
    patron = table.patron(form.name)
    if patron is None or unwritten(rules, form) or form.bet is not None:
        return 0
    return min(form.stake_cents or 0, patron.chips_cents)


def place_form(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.PlaceForm
) -> Events:
    """Put the chips of an announced form on the layout."""
    data = secret_rules(rules)
    if by.name != command.name:
        raise NotEntitled((), f"{by.name} may not place the wager of {command.name}")
    number = place_of(tournament, command.name).table
    table = table_of(tournament, number)
    if not isinstance(table.phase, Idle | Betting):
        raise Malformed("the first card is out", code=ErrorCode.NOT_NOW)
    mine = [form for form in coming(tournament, number) if form.name == command.name]
    if not mine or not mine[0].announced:
        raise Malformed(f"no form of {command.name} is announced", code=ErrorCode.NOT_NOW)
    form = mine[0]
    due = due_cents(rules, table, form)
    if form.bet is not None or not due:
        raise Malformed(f"nothing is to be placed for {command.name}", code=ErrorCode.ALREADY_SO)
    if (command.wager, command.stake_cents) != (form.wager, due):
        text = f"the form says {form.wager} {dollars(due)}"
        raise Refused(ErrorCode.NOT_THE_FORM, data.placed.clause, text)
    reason = Reason(f"{command.name} places what the form says", data.placed.clause)
    bet = table.count.wagers + 1
    placed = WagerPlaced(
        number=bet,
        patron=form.name,
        wager=command.wager,
        stake_cents=due,
        reasons=(reason,),
    )
    lies = happened.FormPlaced(name=form.name, coup=form.coup, bet=bet)
    return (TableStepped(table=number, event=placed), lies)


def put_right(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return what is put right about forms that lay on the layout, once the result is known."""
    events: Events = ()
    for form in running(tournament, number):
        if not form.announced or form.corrected:
            continue
        now = after(tournament, events).tables[number]
        events = (*events, *_put_right(rules, now, form))
    if not events:
        return ()
    left = after(tournament, events).tables[number]
    return (*events, *stepped(number, resettled(rules, left)))


def _put_right(rules: TableRules, table: Table, form: Form) -> Events:
    """Return chips added to or taken off the wager of a form so that it is what it counts for."""
    counted = counts(rules, table, form)
    if not counted.reasons:
        return ()
    events: list[AnyEvent] = []
    for bet in (bet for bet in table.wagers if bet.number == form.bet):
        more = counted.cents - bet.stake_cents
        if more > 0:
            raised = WagerRaised(number=bet.number, cents=more, reasons=counted.reasons)
            events.append(TableStepped(table=form.table, event=raised))
        elif more < 0:
            back = StakesReturned(stakes=(part(bet, -more),), reasons=counted.reasons)
            events.append(TableStepped(table=form.table, event=back))
    return (*events, *corrected(form, counted))
