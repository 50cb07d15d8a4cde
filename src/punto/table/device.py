"""A shuffling device that fails in a coup: moved, mended, ended or finished by hand."""

from collections import Counter

from msgspec.structs import replace

from punto.cards import format_cards
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import Source
from punto.shoe import shoe_rules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, provided, require, says
from punto.table.register import record
from punto.table.state import Block, Dealing, Fault, Table
from punto.table.undoing import undone


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
    if table.fault is not None:
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
    left = table.shoe.cards[table.shoe.drawn :]
    if not command.damaged:
        if command.replacements:
            raise Malformed("no card is damaged, so none is replaced")
        return ()
    whole = command.spare and command.practicable
    clause = merged(
        says(rules, "fault_damaged" if whole else "fault_no_spare"),
        says(rules, "fault_replaced" if whole else "fault_no_spare_replaced"),
    )
    absent = Counter(command.damaged) - Counter(left)
    if absent:
        raise Malformed(f"{format_cards(tuple(absent.elements()))} is not in the device")
    if Counter(command.replacements) != Counter(command.damaged):
        text = "each damaged card is replaced by the same card of a new pack"
        raise Refused("replacements_differ", clause, text)
    return clause


def _moved(
    rules: TableRules, table: Table, replaced: Clauses, met: tuple[str, ...]
) -> happened.FaultMoved:
    """Return the cards in the other device; the coup goes on."""
    intact = replaced or says(rules, "fault_intact")
    clause = merged(*(says(rules, key) for key in met), intact)
    text = f"{table.shoe.left} cards go into the other device; the coup goes on"
    return happened.FaultMoved(fault=None, shoe=table.shoe, reasons=(Reason(text, clause),))


def _offered(rules: TableRules, table: Table, replaced: Clauses, missing: str) -> Events:
    """Return the stakes offered back to every patron, each for all of theirs."""
    betting = tuple(dict.fromkeys(one.patron for one in table.wagers))
    clause = merged(
        says(rules, "fault_no_spare"), says(rules, missing), says(rules, "fault_offer"), replaced
    )
    text = "every patron may have all stakes of this coup back"
    fault = Fault(undecided=betting)
    block = Block("no_device", "deal", "dealing goes on with a device", clause)
    return (
        happened.FaultMoved(fault=fault, shoe=table.shoe, reasons=(Reason(text, clause),)),
        happened.Blocked(block=block),
    )


def choose_stakes(rules: TableRules, table: Table, by: Actor, command: do.ChooseStakes) -> Events:
    """Give a patron all stakes back, or leave them all in."""
    clause = provided(rules, "fault_offer", "whether stakes are offered back")
    fault = table.fault
    if fault is None or by.name not in fault.undecided:
        raise Malformed(f"{by.name} is not asked about stakes")
    left = tuple(name for name in fault.undecided if name != by.name)
    what = "leaves all stakes in" if command.keep else "takes all stakes back"
    reason = Reason(f"{by.name} {what}", clause)
    moved = happened.FaultMoved(
        fault=replace(fault, undecided=left), shoe=table.shoe, reasons=(reason,)
    )
    if command.keep:
        return (moved,)
    back = [
        happened.WagerWithdrawn(number=one.number, reasons=(reason,))
        for one in table.wagers
        if one.patron == by.name
    ]
    after = replay(table, (moved, *back))
    if after.wagers or left:
        return (moved, *back)
    return (moved, *back, *undone(rules, after, by, "nobody left a stake in", clause))


def shuffle_rest(rules: TableRules, table: Table, by: Actor, command: do.ShuffleRest) -> Events:
    """Shuffle what is left of the cards; those dealt stay on the layout."""
    clause = provided(rules, "fault_shuffled", "how a coup is finished without a device")
    require(rules, by, "deal", "shuffle")
    fault = table.fault
    if fault is None:
        raise Malformed("no device has failed")
    if fault.undecided:
        waiting = ", ".join(fault.undecided)
        raise Refused("stakes_undecided", says(rules, "fault_offer"), f"{waiting} is asked first")
    left = table.shoe.cards[table.shoe.drawn :]
    if Counter(command.order) != Counter(left):
        raise Malformed("a shuffle must give back the same cards", code="incomplete")
    dealt = table.shoe.cards[: table.shoe.drawn]
    shoe = replace(table.shoe, cards=(*dealt, *command.order))
    reason = Reason("what is left is shuffled", clause)
    return (happened.FaultMoved(fault=replace(fault, shuffled=True), shoe=shoe, reasons=(reason,)),)


def cut_rest(rules: TableRules, table: Table, by: Actor, command: do.CutRest) -> Events:
    """Cut what is left of the cards; the coup is then finished from a card shoe."""
    clause = provided(rules, "fault_shuffled", "how a coup is finished without a device")
    require(rules, by, "cut_in_default", "cut")
    fault = table.fault
    if fault is None or not fault.shuffled:
        raise Refused("not_shuffled", clause, "what is left is shuffled before it is cut")
    distance = shoe_rules(rules).cut_from_each_end
    left = table.shoe.cards[table.shoe.drawn :]
    if not distance.value <= command.at <= len(left) - distance.value:
        text = f"a cut after card {command.at} leaves too few cards on one side"
        raise Refused("cut_too_near_an_end", merged(clause, distance.clause), text)
    dealt = table.shoe.cards[: table.shoe.drawn]
    shoe = replace(table.shoe, cards=(*dealt, *left[command.at :], *left[: command.at]))
    finished = merged(clause, says(rules, "fault_finished"))
    reason = Reason("the coup is finished from a card shoe", finished)
    return (happened.FaultMoved(fault=None, shoe=shoe, reasons=(reason,)),)


def device_ready(rules: TableRules, table: Table, by: Actor, command: do.DeviceReady) -> Events:
    """Go on dealing from a device once one works again."""
    del command
    clause = provided(rules, "fault_finished", "how a coup is finished without a device")
    require(rules, by, "judge_device", "say that a device works again")
    if table.fault is not None or not any(one.kind == "no_device" for one in table.blocks):
        raise Malformed("no device is waited for")
    reason = Reason("a device works again", clause)
    return (happened.Unblocked(kind="no_device", reasons=(reason,)),)


HANDLERS: Handlers = {
    do.DeviceFault: device_fault,
    do.ChooseStakes: choose_stakes,
    do.ShuffleRest: shuffle_rest,
    do.CutRest: cut_rest,
    do.DeviceReady: device_ready,
}
