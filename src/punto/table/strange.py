"""Cards that are missing or foreign, scans and displays that differ, steps that were missed."""

from msgspec.structs import replace

from punto.clause import Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import StakeOfFraud
from punto.table import commands as do
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, provided, require, require_staff, says
from punto.table.register import record
from punto.table.seating import house_changed
from punto.table.state import Block, Closed, Dealing, Settling, Table
from punto.table.undoing import on_or_just_over, reopened, undone


def channel(rules: TableRules, report: str) -> str:
    """Return whom a report goes to by which of the rulebook's channels, or refuse another."""
    channels = rules.edition.conduct.inspector_told_by
    if channels is None:
        raise not_held(rules.edition, "how an inspector is told")
    if report not in channels.value:
        text = f"an inspector is told by {' or '.join(channels.value)}"
        raise Refused("no_such_channel", channels.clause, text.replace("_", " "))
    return f"inspector by {report}"


def report_missed(rules: TableRules, table: Table, by: Actor, command: do.ReportMissed) -> Events:
    """Let the coup be finished, and have the cards shuffled and cut before the next."""
    clause = provided(rules, f"missed_{command.what}", f"what a missed {command.what} does")
    require_staff(rules, by, f"report a missed {command.what}")
    if not table.coups:
        raise Malformed("nothing has been dealt from these cards")
    reason = Reason(f"the {command.what} was missed; earlier results stand", clause)
    text = "the cards are shuffled and cut before another coup"
    block = Block("reshuffle_due", "shoe", text, clause)
    entry = record(table, by, f"missed_{command.what}", f"the {command.what} was missed", clause)
    return (entry, happened.Blocked(block=block, reasons=(reason,)))


def find_card(rules: TableRules, table: Table, by: Actor, command: do.FindCard) -> Events:
    """Void the coup in which a card is missing or foreign, and have the packs checked."""
    clause = provided(rules, "strange_card", "what a missing or foreign card does")
    require_staff(rules, by, "report cards")
    inspector = channel(rules, command.report)
    text = f"{command.kind} card: {command.text}"
    to = ("surveillance", inspector)
    told = merged(clause, says(rules, "strange_card_told"))
    entry = record(table, by, f"{command.kind}_card", text, told, to=to)
    check = says(rules, "strange_card_check")
    stop = Block("packs_not_checked", "shoe", "all cards come out and are checked", check)
    reason = Reason("finished coups stand", says(rules, "strange_card_earlier"))
    events: Events = (entry, happened.Blocked(block=stop, reasons=(reason,)))
    if isinstance(table.phase, Dealing | Settling):
        void = says(rules, "strange_card_void")
        events = (*events, *undone(rules, table, by, f"{command.kind} card", void))
    return events


def check_packs(rules: TableRules, table: Table, by: Actor, command: do.CheckPacks) -> Events:
    """Keep what a check of all packs at the table found."""
    due = [one for one in table.blocks if one.kind in ("packs_not_checked", "face_check_due")]
    require_staff(rules, by, "check the packs")
    if not due:
        raise Malformed("no check of the packs is due")
    clause = due[0].clause
    found = "complete" if command.complete else "not complete"
    entry = record(table, by, "packs_checked", f"the packs are {found}", clause)
    if due[0].kind == "face_check_due" and command.complete:
        return (entry, happened.Unblocked(kind="face_check_due"))
    text = "whole decks are shuffled and cut before another coup"
    if not command.complete:
        text = "the packs are not complete: replace them"
    kind = "reshuffle_due" if command.complete else "packs_incomplete"
    block = Block(kind, "shoe", text, clause)
    return (entry, happened.Unblocked(kind=due[0].kind), happened.Blocked(block=block))


def report_scan(rules: TableRules, table: Table, by: Actor, command: do.ReportScan) -> Events:
    """Stop settlement until somebody who may confirms the outcome or voids the coup."""
    clause = provided(rules, "scan", "what a scanning shoe that differs does")
    if not rules.scanning_shoe:
        raise Malformed("the shoe of this table reads no cards")
    if not isinstance(table.phase, Dealing | Settling):
        raise Malformed("no coup is on", code="no_coup")
    if any(one.kind == "scan_differs" for one in table.blocks):
        raise Malformed("that is being looked into", code="already_so")
    if isinstance(table.phase, Settling) and table.phase.paid:
        raise Refused("already_settled", clause, "the wagers are settled")
    entry = record(table, by, "scan_differs", command.text, clause)
    text = "a supervisor confirms the outcome or voids the coup first"
    reason = Reason("the shoe read other cards", clause)
    block = Block("scan_differs", "settle", text, clause)
    return (entry, happened.Blocked(block=block, reasons=(reason,)))


def confirm_result(rules: TableRules, table: Table, by: Actor, command: do.ConfirmResult) -> Events:
    """Let the outcome stand in spite of what the shoe read."""
    del command
    clause = provided(rules, "scan", "what a scanning shoe that differs does")
    require(rules, by, "confirm_result", "confirm a result")
    if not any(one.kind == "scan_differs" for one in table.blocks):
        raise Malformed("nothing is to be confirmed")
    reason = Reason(f"{by.name} confirms the outcome", clause)
    return (happened.Unblocked(kind="scan_differs", reasons=(reason,)),)


def report_display(rules: TableRules, table: Table, by: Actor, command: do.ReportDisplay) -> Events:
    """Keep that the display was wrong; only the cards count."""
    clause = provided(rules, "display", "what a wrong display does")
    text = f"the display shows {command.shows}; only the cards count"
    return (record(table, by, "display_differs", text, clause),)


def report_mispass(rules: TableRules, table: Table, by: Actor, command: do.ReportMispass) -> Events:
    """Keep that the wrong patron had cards; the result stands."""
    clause = provided(rules, "wrong_patron", "what cards with the wrong patron do")
    require_staff(rules, by, "report cards passed wrongly")
    if not isinstance(table.phase, Dealing | Settling):
        raise Malformed("no coup is on", code="no_coup")
    text = f"{command.to} was passed the {command.hand.title()} cards; the result stands"
    entry = record(table, by, "wrong_patron", text, clause, person=command.to)
    house = replace(table.house, handled=True)
    return (entry, house_changed("handled", house, "a patron handled cards", clause))


def invalidate_result(
    rules: TableRules, table: Table, by: Actor, command: do.InvalidateResult
) -> Events:
    """Invalidate a result for a disturbance or for fraud; a cheat's stake may be kept."""
    clause = require(rules, by, "invalidate_result", "invalidate a result")
    clause = merged(clause, provided(rules, "invalidated", "when a result is invalidated"))
    conduct = rules.edition.conduct
    disruptions, stake = conduct.disruptions, conduct.stake_of_fraud
    fraud = command.ground == "fraud" and bool(says(rules, "fraud"))
    if not fraud and (disruptions is None or command.ground not in disruptions.value):
        grounds = [*(disruptions.value if disruptions else ())]
        listed = ", ".join([*grounds, "fraud"] if says(rules, "fraud") else grounds)
        raise Refused("no_ground", clause, f"{command.ground!r} is no ground", f"grounds: {listed}")
    if isinstance(table.phase, Closed) or not on_or_just_over(table):
        raise Malformed("no coup is on whose result could be invalidated", code="no_coup")
    disturbed = disruptions.clause if disruptions else ()
    cited = merged(clause, says(rules, "fraud") if fraud else disturbed)
    if fraud and not (command.person and (command.opinion or "").strip()):
        raise Malformed(
            "name the person, or unknown, and say why the outcome was affected", code="incomplete"
        )
    entry = record(
        table, by, "invalidated", command.opinion or command.ground, cited, person=command.person
    )
    events = reopened(rules, table, by, laying=command.forfeit)
    after = replay(table, events)
    if command.forfeit:
        may = stake is not None and stake.value is StakeOfFraud.MAY_BE_FORFEITED and fraud
        if not may or not any(one.patron == command.person for one in after.wagers):
            text = "only what somebody named for fraud staked on this result may be kept"
            raise Refused("no_forfeiture", merged(stake.clause if stake else (), cited), text)
        assert stake is not None
        reason = Reason(f"the stakes of {command.person} are forfeit", stake.clause)
        kept = happened.WagersForfeited(name=command.person or "", reasons=(reason,))
        events = (*events, kept)
        after = replay(after, (kept,))
    returned = stake.clause if stake else ()
    void = undone(rules, after, by, command.ground, merged(cited, returned))
    return (entry, *events, *void)


HANDLERS: Handlers = {
    do.ReportMissed: report_missed,
    do.FindCard: find_card,
    do.CheckPacks: check_packs,
    do.ReportScan: report_scan,
    do.ConfirmResult: confirm_result,
    do.ReportDisplay: report_display,
    do.ReportMispass: report_mispass,
    do.InvalidateResult: invalidate_result,
}
