"""Wagers that lie wrongly, are refused, claimed to be meant otherwise, or let loose again."""

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import TurnedBy
from punto.table import commands as do
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.methods import method_of
from punto.table.offers import barred_by, stranded
from punto.table.people import Actor, provided, require, require_staff
from punto.table.register import record
from punto.table.seating import known
from punto.table.state import Betting, Dealing, Settling, Table, TableWager
from punto.table.without import without


def _wager(table: Table, patron: str, wager: str) -> TableWager:
    """Return the latest wager of a patron on an option."""
    theirs = [one for one in table.wagers if (one.patron, one.wager) == (patron, wager)]
    if not theirs:
        raise Malformed(f"{patron} has no wager on {wager}", code="no_such_thing")
    return theirs[-1]


def claim_wager(rules: TableRules, table: Table, by: Actor, command: do.ClaimWager) -> Events:
    """Refuse to move a wager on the word of a patron: they answer for where it lies."""
    clause = provided(rules, "patron_answers", "who answers for where chips lie")
    _wager(table, by.name, command.wager)
    if isinstance(table.phase, Betting):
        raise Malformed(f"no card is out: take {command.wager} back and wager {command.meant}")
    text = f"the wager lies on {command.wager} and stays there, whoever put it there"
    raise Refused("wager_stands_where_it_lies", clause, text)


def refuse_wager(rules: TableRules, table: Table, by: Actor, command: do.RefuseWager) -> Events:
    """Refuse a wager that lies on the layout, and have it removed."""
    require(rules, by, "refuse_wager", "refuse a wager")
    clause = provided(rules, "wager_refused", "when a wager may be refused")
    gone = _wager(table, command.patron, command.wager)
    if not isinstance(table.phase, Betting):
        raise Refused("wager_after_first_card", clause, "the first card is out")
    if not command.reason.strip():
        raise Malformed("say why the wager is refused", code="incomplete")
    reason = Reason(f"{command.patron} {command.wager} refused: {command.reason}", clause)
    left = replace(table, wagers=tuple(one for one in table.wagers if one is not gone))
    return (
        happened.WagerWithdrawn(number=gone.number, reasons=(reason,)),
        *stranded(rules, left, command.patron),
    )


def find_invalid(rules: TableRules, table: Table, by: Actor, command: do.FindInvalid) -> Events:
    """Hand a wager back that lies wrongly or is not allowed, before or after the first card."""
    flaws = rules.edition.wagering.flaws
    if not flaws:
        raise not_held(rules.edition, "what makes a wager invalid")
    require_staff(rules, by, "say that a wager is invalid")
    flaw = flaws.get(command.flaw)
    if flaw is None:
        raise Malformed(
            f"there is no flaw {command.flaw!r}", f"flaws: {', '.join(flaws)}", code="no_such_thing"
        )
    gone = _wager(table, command.patron, command.wager)
    if isinstance(table.phase, Settling) and table.phase.collected:
        raise Refused("already_settled", flaw.clause, "the wagers are being settled")
    _really(rules, table, gone, command.flaw, flaw.clause)
    words = command.flaw.replace("_", " ")
    clause = flaw.clause
    if isinstance(table.phase, Dealing | Settling):
        clause = merged(provided(rules, "invalid_late", "what a late find does"), clause)
    reason = Reason(f"{command.patron} {command.wager} is invalid, {words}: returned", clause)
    back = happened.WagerWithdrawn(number=gone.number, reasons=(reason,))
    return (back, *without(rules, replay(table, (back,))))


def _really(rules: TableRules, table: Table, wager: TableWager, flaw: str, clause: Clauses) -> None:
    """Refuse a flaw that the table itself knows not to be there."""
    main = rules.edition.wagering.main.value
    if flaw == "not_a_permitted_combination":
        mine = [o for o in table.wagers if o.patron == wager.patron and o.wager in main]
        together = {one.wager for one in mine}
        good = any(
            set(one.wagers) == together and (not one.approval or wager.patron in table.both_hands)
            for one in rules.edition.wagering.combinations
        )
        if good or wager.number != max((one.number for one in mine), default=0):
            text = "these wagers go together, or this is not the later of them"
            raise Refused("not_invalid", clause, text)
    open_to_them = barred_by(rules, table, wager.patron, wager.wager) is None
    if flaw == "optional_bet_not_permitted" and open_to_them:
        raise Refused("not_invalid", clause, "this wager is open to whoever has it")


def relax_lock(rules: TableRules, table: Table, by: Actor, command: do.RelaxLock) -> Events:
    """Let a patron change wagers after the first card, as long as no card was seen."""
    clause = require(rules, by, "relax_wager_lock", "let wagers be changed after the first card")
    patron = known(table, command.patron)
    phase = table.phase
    if not isinstance(phase, Dealing):
        raise Malformed("no card is out, or the coup is complete")
    method = method_of(rules, phase)
    if method.turned_by is TurnedBy.DEALER:
        raise Refused("not_with_this_method", clause, f"not under {method.title}")
    shown = table.carried is not None and table.carried.seen
    if any(phase.player_up) or any(phase.banker_up) or shown:
        raise Refused("card_exposed", clause, "a card lies face up")
    if not command.reason.strip():
        raise Malformed("say why the rule would be unfair", code="incomplete")
    reason = Reason(f"{patron.name} may change wagers: {command.reason}", clause)
    return (happened.LockRelaxed(name=patron.name, reasons=(reason,)),)


def look_back(rules: TableRules, table: Table, by: Actor, command: do.LookBack) -> Events:
    """Note that an earlier coup carried wagers outside the limits; nothing is settled again."""
    clause = provided(rules, "limits_looked_back", "what becomes of earlier coups over limit")
    require_staff(rules, by, "note an earlier coup")
    if command.coup not in {one.number for one in table.past}:
        raise Malformed(f"coup {command.coup} is not one of those just dealt", code="no_such_thing")
    return (record(table, by, "limits_exceeded", f"coup {command.coup}: {command.text}", clause),)


HANDLERS: Handlers = {
    do.ClaimWager: claim_wager,
    do.RefuseWager: refuse_wager,
    do.FindInvalid: find_invalid,
    do.RelaxLock: relax_lock,
    do.LookBack: look_back,
}
