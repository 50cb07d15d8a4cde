"""A shuffling device that fails in a coup: moved, mended, ended or finished by hand."""

from collections import Counter

from punto.cards import DECK, Card, format_cards
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.terms import Source
from punto.shoe import shoe_rules
from punto.table.authority import Actor, provided, require, says
from punto.table.errors import commands as do
from punto.table.errors import events as happened
from punto.table.errors.undoing import undone
from punto.table.events import Events
from punto.table.evolve import after
from punto.table.ledger import whole
from punto.table.phase import Dealing
from punto.table.register import Blocked, Unblocked, blocked, record
from punto.table.table import Table
from punto.table.wagers.events import StakesReturned


def could_be_left(table: Table) -> Counter[Card]:
    """Return how many of each card could still be in the device, by what everybody has seen."""
    whole_decks = Counter(dict.fromkeys(DECK, table.shoe.decks))
    return whole_decks - Counter(table.shoe.seen)


def device_fault(rules: TableRules, table: Table, by: Actor, command: do.DeviceFault) -> Events:
    """Decide how a coup goes on whose device failed, by asking in the rulebook's order."""
    clause = provided(rules, "fault", "what a failed device does")
    require(rules, by, "judge_device", "say how things stand with a device")
    if rules.source is not Source.SHUFFLING_DEVICE:
        raise Refused("no_device", merged(clause, says(rules, "fault_device")), "no device is used")
    phase = table.phase
    in_coup = says(rules, "fault_in_coup")
    if not isinstance(phase, Dealing):
        text = "no coup is on: change the device, wagers are still free"
        raise Refused("no_coup_on", merged(clause, in_coup), text)
    if table.open.fault is not None:
        raise Malformed("that is being dealt with", code="already_so")
    conditions = merged(clause, says(rules, "fault_device"), in_coup)
    text = "the device failed in a coup"
    entry = record(table, by, "device_fault", text, conditions)
    if command.disadvantaged:
        ended = merged(says(rules, "fault_ended"), says(rules, "fault_nobody_hurt"))
        return (entry, *undone(rules, table, by, "somebody was disadvantaged", ended))
    replaced = _replaced(rules, table, command)
    if command.spare and command.practicable:
        met = ("fault_nobody_hurt", "fault_spare", "fault_practicable")
        return (entry, _moved(rules, table, replaced, met))
    missing = "fault_practicable" if command.spare else "fault_spare"
    return (entry, *_offered(rules, table, replaced, missing))


def _replaced(rules: TableRules, table: Table, command: do.DeviceFault) -> Clauses:
    """Return the clauses by which damaged cards were replaced, or refuse other cards than those.

    One for one, rank and suit alike: the shoe holds the same cards as before.
    """
    if not command.damaged:
        if command.replacements:
            raise Malformed("no card is damaged, so none is replaced", code="not_now")
        return ()
    whole = command.spare and command.practicable
    clause = merged(
        says(rules, "fault_damaged" if whole else "fault_no_spare"),
        says(rules, "fault_replaced" if whole else "fault_no_spare_replaced"),
    )
    absent = Counter(command.damaged) - could_be_left(table)
    if absent:
        raise Malformed(
            f"{format_cards(tuple(absent.elements()))} cannot be in the device", code="not_now"
        )
    if Counter(command.replacements) != Counter(command.damaged):
        text = "each damaged card is replaced by the same card of a new pack"
        raise Refused("replacements_differ", clause, text)
    return clause


def _moved(
    rules: TableRules, table: Table, replaced: Clauses, met: tuple[str, ...]
) -> happened.CardsMovedOver:
    """Return the cards in the other device; the coup goes on."""
    intact = replaced or says(rules, "fault_intact")
    clause = merged(*(says(rules, key) for key in met), intact)
    text = f"{table.shoe.left} cards go into the other device; the coup goes on"
    return happened.CardsMovedOver(count=table.shoe.left, reasons=(Reason(text, clause),))


def _offered(rules: TableRules, table: Table, replaced: Clauses, missing: str) -> Events:
    """Return the stakes offered back to every patron, each for all of theirs."""
    betting = tuple(dict.fromkeys(wager.patron for wager in table.wagers))
    clause = merged(
        says(rules, "fault_no_spare"), says(rules, missing), says(rules, "fault_offer"), replaced
    )
    text = "every patron may have all stakes of this coup back"
    failed = happened.DeviceFailed(undecided=betting, reasons=(Reason(text, clause),))
    wait = "dealing goes on with a device"
    return (failed, Blocked(kind="no_device", stops="deal", text=wait, clause=clause))


def choose_stakes(rules: TableRules, table: Table, by: Actor, command: do.ChooseStakes) -> Events:
    """Give a patron all stakes back, or leave them all in."""
    clause = provided(rules, "fault_offer", "whether stakes are offered back")
    fault = table.open.fault
    if fault is None or by.name not in fault.undecided:
        raise Malformed(f"{by.name} is not asked about stakes", code="not_now")
    left = tuple(name for name in fault.undecided if name != by.name)
    what = "leaves all stakes in" if command.keep else "takes all stakes back"
    reason = Reason(f"{by.name} {what}", clause)
    chosen = happened.StakesChosen(name=by.name, keep=command.keep, reasons=(reason,))
    mine = tuple(whole(wager) for wager in table.wagers if wager.patron == by.name)
    if command.keep or not mine:
        return (chosen,)
    events = (chosen, StakesReturned(stakes=mine, reasons=(reason,)))
    then = after(table, events)
    if then.wagers or left:
        return events
    return (*events, *undone(rules, then, by, "nobody left a stake in", clause))


def shuffle_rest(rules: TableRules, table: Table, by: Actor) -> Events:
    """Shuffle what is left of the cards; those dealt stay on the layout."""
    clause = provided(rules, "fault_shuffled", "how a coup is finished without a device")
    require(rules, by, "deal", "shuffle")
    fault = table.open.fault
    if fault is None:
        raise Malformed("no device has failed", code="not_now")
    if fault.undecided:
        waiting = ", ".join(fault.undecided)
        raise Refused("stakes_undecided", says(rules, "fault_offer"), f"{waiting} is asked first")
    return (happened.RestShuffled(reasons=(Reason("what is left is shuffled", clause),)),)


def cut_rest(rules: TableRules, table: Table, by: Actor, command: do.CutRest) -> Events:
    """Cut what is left of the cards; the coup is then finished from a card shoe."""
    clause = provided(rules, "fault_shuffled", "how a coup is finished without a device")
    require(rules, by, "cut_in_default", "cut")
    fault = table.open.fault
    if fault is None or not fault.shuffled:
        raise Refused("not_shuffled", clause, "what is left is shuffled before it is cut")
    distance = shoe_rules(rules).cut_from_each_end
    if command.at is None and rules.origin is not Origin.KEYED:
        raise Malformed("say where the cards were cut", code="incomplete")
    most = table.shoe.left - distance.value
    if command.at is not None and not distance.value <= command.at <= most:
        text = f"a cut after card {command.at} leaves too few cards on one side"
        raise Refused("cut_too_near_an_end", merged(clause, distance.clause), text)
    finished = merged(clause, says(rules, "fault_finished"))
    reason = Reason("the coup is finished from a card shoe", finished)
    return (happened.RestCut(at=command.at, reasons=(reason,)),)


def device_ready(rules: TableRules, table: Table, by: Actor) -> Events:
    """Go on dealing from a device once one works again."""
    clause = provided(rules, "fault_finished", "how a coup is finished without a device")
    require(rules, by, "judge_device", "say that a device works again")
    if table.open.fault is not None or not blocked(table, "no_device"):
        raise Malformed("no device is waited for", code="not_now")
    reason = Reason("a device works again", clause)
    return (Unblocked(kind="no_device", reasons=(reason,)),)
