"""Who answers for the game, and what staff show and tell."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, ShownPart, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, NotEntitled, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import ToldRecorded
from punto.table.register import record
from punto.table.table import Table

staff_on_duty: Topic[Table, At] = Topic("staff_on_duty", changes)


class SignOn(TableCommand, frozen=True, tag="sign_on"):
    """Somebody who answers for the game comes on duty."""

    group = Group.TABLE
    powers = (Power.CONDUCT_GAME,)


class SignOff(TableCommand, frozen=True, tag="sign_off"):
    """Somebody who answers for the game goes off duty."""

    group = Group.TABLE
    powers = (Power.CONDUCT_GAME,)


class Tell(TableCommand, frozen=True, tag="tell"):
    """Somebody is told of a matter."""

    group = Group.TABLE
    powers = ()

    whom: Attestation[Text]
    matter: Attestation[Text]


class DisplaySign(TableCommand, frozen=True, tag="display_sign"):
    """A sign about a matter is put up."""

    group = Group.TABLE
    powers = ()

    matter: Attestation[Text]


class ShowRules(TableCommand, frozen=True, tag="show_rules"):
    """Somebody asks to see the rules, or the table by which cards are drawn."""

    group = Group.TABLE
    powers = ()

    what: ShownPart = "rules"


class SignedOn(TableEvent, frozen=True, gc=False, tag="signed_on"):
    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str


class SignedOff(TableEvent, frozen=True, gc=False, tag="signed_off"):
    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str


class PersonTold(TableEvent, frozen=True, gc=False, tag="person_told"):
    """A person was told of a matter."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    whom: str
    matter: str


class SignDisplayed(TableEvent, frozen=True, gc=False, tag="sign_displayed"):
    """A sign about a matter is displayed."""

    visibility = Visibility.STAFF
    registers = (Register.LIMITS,)

    matter: str


class RulesShown(TableEvent, frozen=True, gc=False, tag="rules_shown"):
    """A person was shown the rules, or the table of play."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "to"

    what: str
    to: str


@staff_on_duty.permits(SignOn)
def may_sign_on(at: At) -> Clauses:
    """Raise an error if this person may not answer for the game now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.CONDUCT_GAME, "answer for the game")
    if by.name in table.duty.on_duty:
        raise Malformed(f"{by.name} is on duty", code=ErrorCode.ALREADY_SO)
    return require_clauses(rules, rules.says.inspector_answers, "who answers for the game")


@staff_on_duty.decides(SignOn)
def sign_on(at: At, command: SignOn) -> Events:
    """Put a person on duty who answers for the game."""
    by = at.by
    clause = may_sign_on(at)
    reason = Reason(f"{by.name} answers for the game", clause)
    return (SignedOn(name=by.name, reasons=(reason,)),)


@staff_on_duty.permits(SignOff)
def may_sign_off(at: At) -> Clauses:
    """Raise an error if this person may not answer for the game now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.CONDUCT_GAME, "answer for the game")
    if by.name not in table.duty.on_duty:
        raise Malformed(f"{by.name} is not on duty", code=ErrorCode.NOT_NOW)
    return require_clauses(rules, rules.says.inspector_answers, "who answers for the game")


@staff_on_duty.decides(SignOff)
def sign_off(at: At, command: SignOff) -> Events:
    """Take a person off duty who answers for the game."""
    by = at.by
    clause = may_sign_off(at)
    reason = Reason(f"{by.name} goes off duty", clause)
    return (SignedOff(name=by.name, reasons=(reason,)),)


@staff_on_duty.permits(Tell)
def may_tell(at: At) -> None:
    """Raise an error if this person may not record that a person was told now."""
    by = at.by
    if by.is_patron:
        raise NotEntitled((), f"{by.name} may not tell for the house: that is for staff")


@staff_on_duty.decides(Tell)
def tell(at: At, command: Tell) -> Events:
    """Record that a person was told of a matter."""
    rules, table = at.rules, at.state
    may_tell(at)
    if not command.whom.strip() or not command.matter.strip():
        raise Malformed("say who was told, and of what", code=ErrorCode.INCOMPLETE)
    text = f"{command.whom} is told: {command.matter}"
    entry = record(ToldRecorded, table, text, _record_clauses(rules, command), to=(command.whom,))
    return (PersonTold(whom=command.whom, matter=command.matter), entry)


def _record_clauses(rules: TableRules, command: Tell) -> Clauses:
    """Return the clauses that require a record of who was told of a dealing method."""
    methods = rules.edition.deal.methods if rules.edition.deal else {}
    method = methods.get(command.matter)
    if method is None or method.informed is None or command.whom not in method.informed.value:
        return ()
    return method.told_kept


@staff_on_duty.permits(DisplaySign)
def may_display_sign(at: At) -> None:
    """Raise an error if this person may not display a sign now."""
    by = at.by
    if by.is_patron:
        raise NotEntitled((), f"{by.name} may not put up signs: that is for staff")


@staff_on_duty.decides(DisplaySign)
def display_sign(at: At, command: DisplaySign) -> Events:
    """Record that a sign about a matter is displayed."""
    may_display_sign(at)
    if not command.matter.strip():
        raise Malformed("say what the sign is about", code=ErrorCode.INCOMPLETE)
    return (SignDisplayed(matter=command.matter),)


staff_on_duty.permits(ShowRules)(anybody)


@staff_on_duty.decides(ShowRules)
def show_rules(at: At, command: ShowRules) -> Events:
    """Show the rules, or the table of play, to anyone who asks, at any time."""
    rules, by = at.rules, at.by
    if command.what not in ("rules", "draw_table"):
        raise Malformed("ask for rules or draw_table", code=ErrorCode.INCOMPLETE)
    rule_clauses = rules.says.rules_shown if command.what == "rules" else rules.says.draw_table
    clause = require_clauses(rules, rule_clauses, f"whether {command.what} may be seen")
    text = f"{by.name} is shown {rules.edition.instrument.citation}"
    if command.what == "draw_table":
        text = f"the table of play: {_draw_table_text(rules)}"
    shown = RulesShown(what=command.what, to=by.name, reasons=(Reason(text, clause),))
    return (shown,)


def _draw_table_text(rules: TableRules) -> str:
    """Return every row of the table of play, with the meaning of its columns."""
    tableau = rules.edition.tableau
    assert tableau is not None

    def points(totals: tuple[int, ...]) -> str:
        return " ".join(str(total) for total in totals)

    player = [f"{points(row.totals)} {row.act}" for row in tableau.player]
    banker = [f"{row.total} {row.no_card}{row.third}" for row in tableau.banker]
    return (
        f"D draws, S stands; Player: {'; '.join(player)}; "
        f"{points(tableau.player_naturals.value)} no further draw; "
        "Banker by Player's third card, none 0 1 2 3 4 5 6 7 8 9: "
        f"{'; '.join(banker)}; {points(tableau.banker_naturals.value)} no further draw"
    )


@staff_on_duty.applies(SignedOn)
def signed_on(table: Table, event: SignedOn, envelope: Envelope) -> Table:
    duty = replace(table.duty, on_duty=(*table.duty.on_duty, event.name))
    return replace(table, duty=duty)


@staff_on_duty.applies(SignedOff)
def signed_off(table: Table, event: SignedOff, envelope: Envelope) -> Table:
    on_duty = tuple(name for name in table.duty.on_duty if name != event.name)
    return replace(table, duty=replace(table.duty, on_duty=on_duty))


@staff_on_duty.applies(PersonTold)
def person_told(table: Table, event: PersonTold, envelope: Envelope) -> Table:
    told_items = (*table.shown.told, f"{event.whom}: {event.matter}")
    return replace(table, shown=replace(table.shown, told=tuple(dict.fromkeys(told_items))))


@staff_on_duty.applies(SignDisplayed)
def sign_displayed(table: Table, event: SignDisplayed, envelope: Envelope) -> Table:
    displayed = tuple(dict.fromkeys((*table.shown.displayed, event.matter)))
    return replace(table, shown=replace(table.shown, displayed=displayed))


@staff_on_duty.applies(RulesShown)
def rules_shown(table: Table, event: RulesShown, envelope: Envelope) -> Table:
    return table
