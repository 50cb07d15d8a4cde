"""What people may not do at a table, and the measures that may follow."""

from msgspec.structs import replace

from punto.clause import Malformed, Reason, Refused
from punto.rulebook.elect import TableRules, not_held
from punto.table import commands as do
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, provided, require
from punto.table.records import Entry
from punto.table.register import record
from punto.table.seating import house_changed
from punto.table.state import Dealing, Settling, Table
from punto.table.without import without


def report_incident(
    rules: TableRules, table: Table, by: Actor, command: do.ReportIncident
) -> Events:
    """Record conduct of one of the kinds that the rulebook forbids."""
    kinds = rules.edition.conduct.incidents
    kind = kinds.get(command.kind)
    if kind is None:
        listed = ", ".join(kinds) or "none"
        raise Malformed(
            f"there is no incident {command.kind!r}", f"incidents: {listed}", code="no_such_thing"
        )
    if not command.person.strip():
        raise Malformed("name the person, or say unknown", code="incomplete")
    if command.on_duty and command.role in kind.exempt_on_duty:
        text = f"a {command.role} on duty is exempt"
        raise Refused("exempt", kind.clause, text)
    if kind.unless_asked and command.asked:
        raise Refused("was_asked", kind.clause, "advice that a patron asked for is no incident")
    text = f"{kind.title}: {command.text}"
    entry = record(table, by, command.kind, text, kind.clause, person=command.person)
    if not kind.handled or table.house.handled:
        return (entry,)
    house = replace(table.house, handled=True)
    return (entry, house_changed("handled", house, "a patron handled cards", kind.clause))


def _finding(rules: TableRules, table: Table, number: int, person: str) -> Entry:
    """Return the incident that a measure rests on, or refuse a measure without one."""
    clause = provided(rules, "measures", "which measures may be taken")
    for one in table.records.entries:
        if one.number == number:
            kind = rules.edition.conduct.incidents.get(one.kind)
            if kind is None or not kind.measures or one.person != person:
                break
            return one
    text = f"there is no finding {number} against {person} on which a measure could rest"
    raise Refused("no_finding", clause, text)


def void_wagers(rules: TableRules, table: Table, by: Actor, command: do.VoidWagers) -> Events:
    """Void the wagers of somebody named in an incident: they go back and nothing is settled."""
    clause = require(rules, by, "void_wagers_of_rule_breaker", "void somebody's wagers")
    found = _finding(rules, table, command.incident, command.patron)
    if isinstance(table.phase, Settling) and table.phase.collected:
        raise Refused("already_settled", clause, "the wagers are being settled")
    theirs = [
        one
        for one in table.wagers
        if one.patron == command.patron and command.wager in (None, one.wager)
    ]
    early = table.phase.early if isinstance(table.phase, Dealing | Settling) else None
    pairs = tuple(
        one.number
        for one in early or ()
        if one.settled.placed.patron == command.patron
        and command.wager in (None, one.settled.placed.wager)
    )
    if not theirs and not pairs:
        raise Malformed(f"{command.patron} has no such wager on the layout", code="no_such_thing")
    reason = Reason(f"the wagers of {command.patron} are void: {found.text}", clause)
    back = [happened.WagerWithdrawn(number=one.number, reasons=(reason,)) for one in theirs]
    undone: Events = ()
    if pairs:
        undone = (happened.PairsReversed(name=command.patron, numbers=pairs, reasons=(reason,)),)
    text = f"wagers of {command.patron} void"
    rest = without(rules, replay(table, (*back, *undone)))
    return (
        *back,
        *undone,
        *rest,
        record(table, by, "wagers_void", text, clause, person=command.patron),
    )


def bar_patron(rules: TableRules, table: Table, by: Actor, command: do.BarPatron) -> Events:
    """Keep somebody named in an incident from playing on."""
    clause = require(rules, by, "exclude_from_game", "bar somebody from the game")
    _finding(rules, table, command.incident, command.patron)
    if command.patron in table.house.barred:
        raise Malformed(f"{command.patron} is barred already", code="already_so")
    house = replace(table.house, barred=(*table.house.barred, command.patron))
    changed = house_changed("bar_patron", house, f"{command.patron} may not play on", clause)
    text = f"{command.patron} barred from the game"
    return (changed, record(table, by, "barred", text, clause, person=command.patron))


def exclude_patron(rules: TableRules, table: Table, by: Actor, command: do.ExcludePatron) -> Events:
    """Exclude somebody named in an incident from the casino."""
    clause = require(rules, by, "exclude_from_casino", "exclude somebody from the casino")
    _finding(rules, table, command.incident, command.patron)
    house = replace(table.house, barred=tuple({*table.house.barred, command.patron}))
    changed = house_changed("exclude_patron", house, f"{command.patron} has to go", clause)
    text = f"{command.patron} excluded from the casino"
    return (changed, record(table, by, "excluded", text, clause, person=command.patron))


def detain(rules: TableRules, table: Table, by: Actor, command: do.Detain) -> Events:
    """Hold somebody named in an incident."""
    clause = require(rules, by, "detain", "hold somebody")
    _finding(rules, table, command.incident, command.patron)
    text = f"{command.patron} held"
    return (record(table, by, "detained", text, clause, person=command.patron),)


def hand_over(rules: TableRules, table: Table, by: Actor, command: do.HandOver) -> Events:
    """Hand over somebody who is held, to one of those who may take them."""
    until = rules.edition.conduct.detained_until
    if until is None:
        raise not_held(rules.edition, "to whom somebody is handed over")
    require(rules, by, "detain", "hold somebody")
    kinds = [one.kind for one in table.records.entries if one.person == command.patron]
    if kinds.count("detained") <= kinds.count("handed_over"):
        raise Malformed(f"{command.patron} is not held")
    if command.to not in until.value:
        names = " or ".join(until.value)
        raise Refused("not_to_them", until.clause, f"somebody who is held goes to {names}")
    text = f"{command.patron} handed over to {command.to}"
    return (record(table, by, "handed_over", text, until.clause, person=command.patron),)


HANDLERS: Handlers = {
    do.ReportIncident: report_incident,
    do.VoidWagers: void_wagers,
    do.BarPatron: bar_patron,
    do.ExcludePatron: exclude_patron,
    do.Detain: detain,
    do.HandOver: hand_over,
}
