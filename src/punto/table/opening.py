"""Opening and closing a table, who must be there, and what must be approved first."""

import re
from datetime import UTC, date, datetime

from msgspec.structs import replace

from punto.clause import Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.shoe import Shoe
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.notices import check_change
from punto.table.people import Actor, provided, require, require_staff, satisfies
from punto.table.records import Approved, House, Proposed
from punto.table.register import record
from punto.table.seating import house_changed
from punto.table.state import Closed, Dealing, Limits, Settling, Table


def in_play(rules: TableRules, shoe: Shoe, limits: Limits, float_cents: int) -> Table:
    """Return a table that was opened as the rulebook wants, with a shoe and chips in its float."""
    opening = rules.edition.opening
    on_duty: tuple[str, ...] = ()
    if opening.inspectors_present and opening.inspectors_present.value:
        on_duty = rules.edition.powers["conduct_game"].value[:1]
    bank = opening.bank_held_by.value[0] if opening.bank_held_by else None
    house = House(on_duty=on_duty, bank=bank)
    return Table(
        rules.seats,
        shoe,
        limits,
        float_cents=float_cents,
        issued_cents=float_cents,
        house=house,
    )


def record_approval(
    rules: TableRules, table: Table, by: Actor, command: do.RecordApproval
) -> Events:
    """Put a written approval on file."""
    opening = rules.edition.opening
    require_staff(rules, by, "put approvals on file")
    if command.item not in opening.approvals or opening.approved_by is None:
        raise Malformed(
            f"nothing called {command.item!r} needs an approval here",
            f"approvals: {', '.join(opening.approvals) or 'none'}",
            code="no_such_thing",
        )
    clause = opening.approved_by.clause
    if command.authority != opening.approved_by.value:
        text = f"only an approval of the {opening.approved_by.value} counts"
        raise Refused("not_the_authority", clause, text)
    if not command.reference.strip():
        raise Refused("not_in_writing", clause, "an approval is in writing and has a reference")
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", command.given):
        raise Malformed("say on which day it was given, such as 2015-02-11", code="incomplete")
    try:
        date.fromisoformat(command.given)
    except ValueError:
        raise Malformed(f"{command.given} is not a day", code="incomplete") from None
    approval = Approved(command.item, command.authority, command.reference, command.given)
    house = replace(table.house, approvals=(*table.house.approvals, approval))
    text = f"{command.item} approved: {command.reference}, {command.given}"
    return (house_changed("record_approval", house, text, clause),)


def check_approved(
    rules: TableRules, table: Table, by: Actor, need: str, reference: str | None = None
) -> None:
    """Refuse what needs an approval that is not on file or not given yet.

    Where a thing is approved by its mark, ``reference`` is the mark it must have been given for.
    """
    opening = rules.edition.opening
    day = datetime.fromtimestamp(by.at, UTC).date().isoformat()
    for item, approval in opening.approvals.items():
        if approval.needed_for != need:
            continue
        held = [
            one
            for one in table.house.approvals
            if one.item == item and reference in (None, one.reference)
        ]
        if not any(one.given <= day for one in held):
            assert opening.approved_by is not None
            late = f" dated {day} or before" if held else ""
            text = f"no approval of the {item.replace('_', ' ')}{late} is on file"
            clause = merged(approval.clause, opening.approved_by.clause)
            raise Refused("not_approved", clause, text)


def attest(rules: TableRules, table: Table, by: Actor, command: do.Attest) -> Events:
    """Tick off one item of the list; where two people look, both do."""
    item = rules.edition.opening.checklist.get(command.item)
    if item is None:
        listed = ", ".join(rules.edition.opening.checklist) or "nothing"
        raise Malformed(
            f"{command.item!r} is not on the list", f"on it: {listed}", code="no_such_thing"
        )
    titles = [one for one in item.by if satisfies(rules.edition, by.title, one)]
    if not titles:
        raise Refused("not_entitled", item.clause, f"{by.name} does not see to that")
    done = tuple(dict.fromkeys((*table.house.attested, (command.item, titles[0]))))
    house = replace(table.house, attested=done)
    return (house_changed("attest", house, f"{by.name}: {item.title}", item.clause),)


def check_list(rules: TableRules, table: Table, when: str) -> tuple[Reason, ...]:
    """Return what was ticked off for an opening or a closing, or refuse if anything is missing."""
    found = []
    for name, item in rules.edition.opening.checklist.items():
        if item.when != when:
            continue
        missing = [one for one in item.by if (name, one) not in table.house.attested]
        if missing:
            who = " and the ".join(one.replace("_", " ") for one in missing)
            text = f"still to be seen to by the {who}: {item.title}"
            raise Refused("not_attested", item.clause, text)
        found.append(Reason(item.title, item.clause))
    return tuple(found)


def open_table(rules: TableRules, table: Table, by: Actor, command: do.OpenTable) -> Events:
    """Open the table once everything is as it must be."""
    require_staff(rules, by, "open a table")
    if not isinstance(table.phase, Closed):
        raise Malformed("the table is open", code="already_so")
    check_approved(rules, table, by, "opening")
    if rules.offers:
        check_approved(rules, table, by, "optional_wagers")
    opening = rules.edition.opening
    reasons = [*check_list(rules, table, "opening")]
    counted = opening.cards_counted
    if counted and counted.value:
        if table.house.counted is None:
            text = "the cards are checked one by one before gaming begins"
            raise Refused("cards_not_counted", counted.clause, text)
        reasons.append(Reason("the cards were checked one by one", counted.clause))
    house = table.house
    if opening.bank_held_by:
        house = _bank(rules, house, command)
        reasons.append(Reason(f"the bank is held by the {house.bank}", _bank_clause(rules)))
    elif command.bank is not None:
        raise not_held(rules.edition, "who holds the bank")
    house = replace(house, counted=None, attested=())
    return (happened.TableOpened(house=house, reasons=tuple(reasons)),)


def _bank_clause(rules: TableRules) -> tuple[str, ...]:
    opening = rules.edition.opening
    return merged(*(one.clause for one in (opening.bank_held_by, opening.bank_agreement) if one))


def _bank(rules: TableRules, house: House, command: do.OpenTable) -> House:
    """Return the house with its bank in the right hands."""
    opening = rules.edition.opening
    assert opening.bank_held_by is not None
    if command.bank not in opening.bank_held_by.value:
        names = " or the ".join(one.replace("_", " ") for one in opening.bank_held_by.value)
        text = f"nobody but the {names} has any part in the bank"
        hint = f"bank is one of: {', '.join(opening.bank_held_by.value)}"
        raise Refused("not_the_bank", opening.bank_held_by.clause, text, hint)
    needs = opening.bank_agreement
    if needs and command.bank in needs.value and not (command.agreement or "").strip():
        text = "an agent holds the bank under a service agreement: give its reference"
        raise Refused("no_agreement", needs.clause, text)
    return replace(house, bank=command.bank, agreement=command.agreement)


def close_table(rules: TableRules, table: Table, by: Actor, command: do.CloseTable) -> Events:
    """Close the table, as announced."""
    del command
    if isinstance(table.phase, Closed):
        raise Malformed("the table is closed", code="already_so")
    if "close_table" in rules.edition.powers:
        require(rules, by, "close_table", "close a table")
    else:
        require_staff(rules, by, "close a table")
    change = rules.edition.changes.get("closure")
    clause = change.notice.clause if change else rules.edition.wagering.main.clause
    if isinstance(table.phase, Dealing | Settling) or table.wagers:
        raise Refused("coup_running", clause, "a coup is on, or wagers lie on the layout")
    cited = check_change(rules, table, by, Proposed(closing=True), ())
    ticked = check_list(rules, table, "closing")
    counted = rules.edition.opening.cards_counted
    if counted and counted.value:
        if table.house.counted != table.number:
            text = "the cards are checked one by one when gaming ends"
            raise Refused("cards_not_counted", counted.clause, text)
        cited = merged(cited, counted.clause)
    return (happened.TableClosed(reasons=(Reason("closed", cited), *ticked)),)


def verify_cards(rules: TableRules, table: Table, by: Actor, command: do.VerifyCards) -> Events:
    """Keep that the cards were looked through, and what came of it."""
    counted = rules.edition.opening.cards_counted
    clause = require(rules, by, "check_cards", "verify the cards")
    clause = merged(clause, counted.clause if counted else ())
    if isinstance(table.phase, Dealing | Settling):
        raise Refused("coup_running", clause, "cards of a coup are on the table")
    due = len(table.shoe.cards)
    who = f"{by.name} with {command.device}" if command.device else by.name
    if command.count != due:
        text = f"{who} found {command.count} cards, not {due}"
        wrong = record(table, by, "count_mismatch", text, clause)
        if isinstance(table.phase, Closed):
            return (wrong,)
        # A table that is short of a card can be closed; it cannot be opened like this.
        done = replace(table.house, counted=table.number)
        return (house_changed("verify_cards", done, "", ()), wrong)
    house = replace(table.house, counted=table.number)
    changed = house_changed("verify_cards", house, f"{who} found {due} cards", clause)
    unblocked = [
        happened.Unblocked(kind=one.kind) for one in table.blocks if one.kind == "check_ordered"
    ]
    return (changed, *unblocked, record(table, by, "card_check", f"{who}: complete", clause))


def sign_on(rules: TableRules, table: Table, by: Actor, command: do.SignOn) -> Events:
    """Let somebody who answers for the game come on duty."""
    del command
    require(rules, by, "conduct_game", "answer for the game")
    if by.name in table.house.on_duty:
        raise Malformed(f"{by.name} is on duty", code="already_so")
    house = replace(table.house, on_duty=(*table.house.on_duty, by.name))
    clause = provided(rules, "inspector_answers", "who answers for the game")
    return (house_changed("sign_on", house, f"{by.name} answers for the game", clause),)


def sign_off(rules: TableRules, table: Table, by: Actor, command: do.SignOff) -> Events:
    """Let somebody who answers for the game go off duty."""
    del command
    require(rules, by, "conduct_game", "answer for the game")
    if by.name not in table.house.on_duty:
        raise Malformed(f"{by.name} is not on duty")
    on_duty = tuple(one for one in table.house.on_duty if one != by.name)
    house = replace(table.house, on_duty=on_duty)
    clause = provided(rules, "inspector_answers", "who answers for the game")
    return (house_changed("sign_off", house, f"{by.name} goes off duty", clause),)


def check_presence(rules: TableRules, table: Table) -> None:
    """Refuse a card while nobody is there who must be."""
    needed = rules.edition.opening.inspectors_present
    if needed and len(table.house.on_duty) < needed.value:
        text = "no card is dealt while no inspector is in attendance"
        raise Refused("inspector_absent", needed.clause, text)


def show_rules(rules: TableRules, table: Table, by: Actor, command: do.ShowRules) -> Events:
    """Show the rules to anyone who asks, or the table by which cards are drawn, at any time."""
    key = {"rules": "rules_shown", "draw_table": "draw_table"}.get(command.what)
    if key is None:
        raise Malformed("ask for rules or draw_table", code="incomplete")
    clause = provided(rules, key, f"whether {command.what} may be seen")
    instrument = rules.edition.instrument
    text = f"{by.name} is shown {instrument.citation}"
    if command.what == "draw_table":
        tableau = rules.edition.tableau
        assert tableau is not None
        rows = "; ".join(f"{r.total} {r.no_card}{r.third}" for r in tableau.banker)
        text = f"the table of play: {rows}"
    house = table.house
    return (house_changed("show_rules", house, text, clause),)


HANDLERS: Handlers = {
    do.RecordApproval: record_approval,
    do.Attest: attest,
    do.OpenTable: open_table,
    do.CloseTable: close_table,
    do.VerifyCards: verify_cards,
    do.SignOn: sign_on,
    do.SignOff: sign_off,
    do.ShowRules: show_rules,
}
