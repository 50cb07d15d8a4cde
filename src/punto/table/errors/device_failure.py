"""A shuffling device that fails in a coup: moved, mended, ended or finished by hand."""

from collections import Counter

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.roles import Attestation, CardFace, Consent, CutPlace, Number, Reading, Text
from punto.aggregate.topic import Topic
from punto.cards import DECK, Card, format_cards
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Source
from punto.shoe import shoe_rules
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.cutting import entitled_to_cut, rest_awaits_cut
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import automatic_events, opening_dealt
from punto.table.deal.coup_reversal import reopen_coup_with_result
from punto.table.deal.faces import next_hand
from punto.table.deal.void_coup import void_latest_coup
from punto.table.entries import DeviceFaultRecorded
from punto.table.guards import coup_is_on, error_rules
from punto.table.open_issues import BlockKind, DeviceFailure
from punto.table.phase import Dealing
from punto.table.register import Blocked, Unblocked, blocked, record
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import CutOffer, Table

device_failure: Topic[Table, At] = Topic("device_failure", changes)


class DeviceFault(TableCommand, frozen=True, tag="device_fault"):
    """A shuffling device evidently no longer works, and this is how things stand.

    ``replacements`` come from a new pack; ``back`` is their back, if it differs from the others.
    """

    group = Group.CARDS
    trouble = ErrorArea.DEVICE
    powers = (Power.JUDGE_DEVICE,)

    disadvantaged: Attestation[bool]
    spare: Attestation[bool]
    practicable: Attestation[bool]
    damaged: Reading[tuple[CardFace, ...]] = ()
    replacements: Reading[tuple[CardFace, ...]] = ()
    back: Attestation[Text | None] = None


class DeviceReady(TableCommand, frozen=True, tag="device_ready"):
    """A shuffling device works again, or another is there."""

    group = Group.CARDS
    trouble = ErrorArea.DEVICE
    powers = (Power.JUDGE_DEVICE,)


class ChooseStakes(TableCommand, frozen=True, tag="choose_stakes"):
    """A patron takes all stakes of the coup back, or leaves them all in."""

    group = Group.DEAL
    trouble = ErrorArea.DEVICE
    powers = ()

    keep: Consent[bool]


class ShuffleRest(TableCommand, frozen=True, tag="shuffle_rest"):
    """What is left of the cards is shuffled to finish a coup from a card shoe."""

    group = Group.CARDS
    trouble = ErrorArea.DEVICE
    powers = (Power.DEAL,)
    mixes = True


class CutRest(TableCommand, frozen=True, tag="cut_rest"):
    """What is left of the cards is cut to finish a coup from a card shoe."""

    group = Group.CARDS
    trouble = ErrorArea.DEVICE
    powers = (Power.CUT_IN_DEFAULT,)

    at: CutPlace[Number | None] = None


class DeviceFailed(TableEvent, frozen=True, gc=False, tag="device_failed"):
    """A device failed; the ``undecided`` patrons must say whether their stakes stay in.

    The same cards of a new pack took the place of those ``damaged``.
    """

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)
    alert = Alert.DEVICE

    undecided: tuple[str, ...] = ()
    damaged: tuple[Card, ...] = ()


class CardsMovedOver(TableEvent, frozen=True, gc=False, tag="cards_moved_over"):
    """The remaining cards of a failed device are in another one; the coup continues.

    The same cards of a new pack took the place of those ``damaged``.
    """

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)

    count: int
    damaged: tuple[Card, ...] = ()


class StakesChosen(TableEvent, frozen=True, gc=False, tag="stakes_chosen"):
    """A patron leaves all stakes of the coup in, or takes them all back."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.DEVICES,)
    concerns = "name"

    name: str
    keep: bool


class RestShuffled(TableEvent, frozen=True, gc=False, tag="rest_shuffled"):
    """The remaining cards are shuffled."""

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)


class RestCut(TableEvent, frozen=True, gc=False, tag="rest_cut"):
    """The remaining cards are cut; the coup is finished from a card shoe."""

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)

    at: int | None = None


def possible_remaining_cards(table: Table) -> Counter[Card]:
    """Return how many of each card could still be in the device, by the cards that were seen."""
    whole_decks = Counter(dict.fromkeys(DECK, table.shoe.decks))
    return whole_decks - Counter(table.shoe.seen)


@device_failure.permits(DeviceFault)
def may_device_fault(at: At) -> Clauses:
    """Raise an error if this person may not report a device failure now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(rules, rules.says.fault, "what a failed device does")
    require(rules, by, Power.JUDGE_DEVICE, "say how things stand with a device")
    if rules.source is not Source.SHUFFLING_DEVICE:
        raise Refused(
            ErrorCode.NO_DEVICE, merged(clause, rules.says.fault_device), "no device is used"
        )
    in_coup = rules.says.fault_in_coup
    if not coup_is_on(table):
        text = "no coup is on: change the device, wagers are still free"
        raise Refused(ErrorCode.NO_COUP_ON, merged(clause, in_coup), text)
    if table.open.fault is not None:
        raise Malformed("that is being dealt with", code=ErrorCode.ALREADY_SO)
    return clause


@device_failure.decides(DeviceFault)
def device_fault(at: At, command: DeviceFault) -> Events:
    """Decide how a coup continues after a device failed, in the order of the rulebook."""
    rules, table = at.rules, at.state
    clause = may_device_fault(at)
    in_coup = rules.says.fault_in_coup
    replacement_clauses = _replacement_clauses(rules, table, command)
    text = "the device failed in a coup"
    if command.damaged:
        text = f"{text}; damaged: {format_cards(command.damaged)}"
    conditions = merged(clause, rules.says.fault_device, in_coup)
    entry = record(DeviceFaultRecorded, table, text, conditions)
    usable = command.spare and command.practicable
    if command.disadvantaged:
        void_clauses = merged(rules.says.fault_ended, rules.says.fault_nobody_hurt)
        void = void_latest_coup(rules, table, "somebody was disadvantaged", void_clauses)
        # A failed device deals no further coup, whatever the result of this one.
        device_block = (
            () if usable else (_no_device_block(merged(in_coup, rules.says.fault_spare)),)
        )
        return (entry, *void, *device_block)
    if usable:
        return (entry, _move_cards_over(rules, table, command, replacement_clauses))
    reason_clauses = rules.says.fault_practicable if command.spare else rules.says.fault_spare
    return (
        entry,
        *_offer_stakes(rules, table, command, merged(reason_clauses, replacement_clauses)),
    )


def _no_device_block(clause: Clauses) -> Blocked:
    return Blocked(
        kind=BlockKind.NO_DEVICE, stops="deal", text="dealing goes on with a device", clause=clause
    )


def _replacement_clauses(rules: TableRules, table: Table, command: DeviceFault) -> Clauses:
    """Return the clauses by which damaged cards were replaced, or refuse other cards.

    Rank, suit and back must be the same: the shoe contains the same cards as before.
    """
    if not command.damaged:
        if command.replacements:
            raise Malformed("no card is damaged, so none is replaced", code=ErrorCode.NOT_NOW)
        return ()
    continues = command.spare and command.practicable
    damaged = rules.says.fault_damaged if continues else rules.says.fault_no_spare
    clause = rules.says.fault_replaced if continues else rules.says.fault_no_spare_replaced
    absent = Counter(command.damaged) - possible_remaining_cards(table)
    if absent:
        raise Malformed(
            f"{format_cards(tuple(absent.elements()))} cannot be in the device",
            code=ErrorCode.NOT_NOW,
        )
    if command.disadvantaged:
        # The coup ends. The packs are handled before the next one.
        return ()
    if Counter(command.replacements) != Counter(command.damaged):
        text = "each damaged card is replaced by the same card of a new pack"
        raise Refused(ErrorCode.REPLACEMENTS_DIFFER, clause, text)
    if command.back is not None and command.back != table.packs.back:
        text = f"the others have {table.packs.back} backs, and so have those that replace some"
        raise Refused(ErrorCode.REPLACEMENTS_DIFFER, clause, text)
    return merged(damaged, clause)


def _move_cards_over(
    rules: TableRules, table: Table, command: DeviceFault, replacement_clauses: Clauses
) -> CardsMovedOver:
    """Return the event that the cards are in the other device; the coup continues."""
    step_clauses = rules.says
    cards_clause = replacement_clauses or step_clauses.fault_intact
    clause = merged(
        step_clauses.fault_nobody_hurt,
        step_clauses.fault_spare,
        step_clauses.fault_practicable,
        cards_clause,
    )
    count = table.shoe.left
    text = f"{count} cards go into the other device; the coup goes on"
    if command.damaged:
        damaged = format_cards(command.damaged)
        text = f"{damaged} leave play, the same of a new pack take their place; {text}"
    return CardsMovedOver(count=count, damaged=command.damaged, reasons=(Reason(text, clause),))


def _offer_stakes(rules: TableRules, table: Table, command: DeviceFault, cause: Clauses) -> Events:
    """Offer all stakes back to every patron.

    A coup lasts until its cards are discarded. If it has a result, it is laid out again.
    """
    clause = merged(rules.says.fault_no_spare, rules.says.fault_offer, cause)
    device_block = _no_device_block(clause)
    reopening = reopen_coup_with_result(rules, table)
    wagers = after(table, reopening).wagers
    if reopening and not wagers:
        return (device_block,)
    betting = tuple(dict.fromkeys(wager.patron for wager in wagers))
    text = "every patron may have all stakes of this coup back"
    if command.damaged:
        text = f"{text}; {format_cards(command.damaged)} replaced by the same of a new pack"
    failed = DeviceFailed(
        undecided=betting, damaged=command.damaged, reasons=(Reason(text, clause),)
    )
    return (*reopening, failed, device_block)


@device_failure.permits(ChooseStakes)
def may_choose_stakes(at: At) -> Clauses:
    """Raise an error if this person may not decide about stakes after a device failure now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(rules, rules.says.fault_offer, "whether stakes are offered back")
    fault = table.open.fault
    if fault is None or by.name not in fault.undecided:
        raise Malformed(f"{by.name} is not asked about stakes", code=ErrorCode.NOT_NOW)
    return clause


@device_failure.decides(ChooseStakes)
def choose_stakes(at: At, command: ChooseStakes) -> Events:
    """Record the choice of a patron: all stakes back, or all left in."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_choose_stakes(at)
    fault = table.open.fault
    assert fault is not None
    undecided = tuple(name for name in fault.undecided if name != by.name)
    choice = "leaves all stakes in" if command.keep else "takes all stakes back"
    reason = Reason(f"{by.name} {choice}", clause)
    chosen = StakesChosen(name=by.name, keep=command.keep, reasons=(reason,))
    own_stakes = tuple(whole_stake(wager) for wager in table.wagers if wager.patron == by.name)
    events: Events = (chosen,)
    if own_stakes and not command.keep:
        events = (chosen, StakesReturned(stakes=own_stakes, reasons=(reason,)))
    if undecided:
        return events
    table_after = after(table, events)
    if not table_after.wagers:
        return (*events, *void_latest_coup(rules, table_after, "nobody left a stake in", clause))
    return (*events, *_complete_if_no_card_due(rules, table_after))


def _complete_if_no_card_due(rules: TableRules, table: Table) -> Events:
    """Return the completion of a coup if no further card is due."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    if not opening_dealt(phase) or not phase.all_up or next_hand(rules, phase) is not None:
        return ()
    return automatic_events(rules, table)


@device_failure.permits(ShuffleRest)
def may_shuffle_rest(at: At) -> Clauses:
    """Raise an error if this person may not shuffle what is left of the cards now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(
        rules, rules.says.fault_shuffled, "how a coup is finished without a device"
    )
    require(rules, by, Power.DEAL, "shuffle")
    fault = table.open.fault
    if fault is None:
        raise Malformed("no device has failed", code=ErrorCode.NOT_NOW)
    if fault.undecided:
        undecided = ", ".join(fault.undecided)
        raise Refused(
            ErrorCode.STAKES_UNDECIDED, rules.says.fault_offer, f"{undecided} is asked first"
        )
    return clause


@device_failure.decides(ShuffleRest)
def shuffle_rest(at: At, command: ShuffleRest) -> Events:
    """Shuffle the remaining cards. Dealt cards stay on the layout."""
    clause = may_shuffle_rest(at)
    return (RestShuffled(reasons=(Reason("what is left is shuffled", clause),)),)


@device_failure.permits(CutRest)
def may_cut_rest(at: At) -> Clauses:
    """Raise an error if this person may not cut what is left of the cards now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(rules, rules.says.fault_cut, "how a coup is finished without a device")
    entitled_to_cut(rules, table, by)
    if not rest_awaits_cut(table):
        raise Refused(ErrorCode.NOT_SHUFFLED, clause, "what is left is shuffled before it is cut")
    return clause


@device_failure.decides(CutRest)
def cut_rest(at: At, command: CutRest) -> Events:
    """Cut the remaining cards. The coup is then finished from a card shoe."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_cut_rest(at)
    entitled = entitled_to_cut(rules, table, by)
    if command.at is None and rules.origin is not Origin.KEYED:
        raise Malformed("say where the cards were cut", code=ErrorCode.INCOMPLETE)
    near_end = _near_end_clauses(rules, table, command.at)
    if near_end:
        text = f"a cut after card {command.at} leaves too few cards on one side"
        raise Refused(ErrorCode.CUT_TOO_NEAR_AN_END, merged(clause, near_end), text)
    finish_clauses = merged(rules.says.fault_finished, rules.says.fault_stayed)
    reasons = (
        Reason(f"{by.name} cuts what is left", merged(clause, entitled)),
        Reason("the coup is finished from a card shoe for whoever stayed in", finish_clauses),
    )
    return (RestCut(at=command.at, reasons=reasons),)


def _near_end_clauses(rules: TableRules, table: Table, at: int | None) -> Clauses:
    """Return the clauses that forbid a cut near an end; empty if the cut is permitted."""
    distance, cards_left = shoe_rules(rules).cut_from_each_end, table.shoe.left
    short_rule = error_rules(rules).short_rest
    if at is None:
        return ()
    if short_rule is not None and cards_left < 2 * distance.value:
        return () if 1 <= at < cards_left else short_rule.clause
    return () if distance.value <= at <= cards_left - distance.value else distance.clause


@device_failure.permits(DeviceReady)
def may_device_ready(at: At) -> Clauses:
    """Raise an error if this person may not report that a device works again now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(
        rules, rules.says.fault_finished, "how a coup is finished without a device"
    )
    require(rules, by, Power.JUDGE_DEVICE, "say that a device works again")
    if table.open.fault is not None or not blocked(table, BlockKind.NO_DEVICE):
        raise Malformed("no device is waited for", code=ErrorCode.NOT_NOW)
    return clause


@device_failure.decides(DeviceReady)
def device_ready(at: At, command: DeviceReady) -> Events:
    """Continue to deal from a device that works again."""
    clause = may_device_ready(at)
    reason = Reason("a device works again", clause)
    return (Unblocked(kind=BlockKind.NO_DEVICE, reasons=(reason,)),)


@device_failure.applies(CardsMovedOver)
def cards_moved_over(table: Table, event: CardsMovedOver, envelope: Envelope) -> Table:
    return table


@device_failure.applies(DeviceFailed)
def device_failed(table: Table, event: DeviceFailed, envelope: Envelope) -> Table:
    return _with_fault(table, DeviceFailure(undecided=event.undecided))


@device_failure.applies(StakesChosen)
def stakes_chosen(table: Table, event: StakesChosen, envelope: Envelope) -> Table:
    fault = table.open.fault
    assert fault is not None
    undecided = tuple(name for name in fault.undecided if name != event.name)
    return _with_fault(table, replace(fault, undecided=undecided))


@device_failure.applies(RestShuffled)
def shuffled_by_hand(table: Table, event: RestShuffled, envelope: Envelope) -> Table:
    fault = table.open.fault
    assert fault is not None
    return _with_fault(table, replace(fault, shuffled=True))


@device_failure.applies(RestCut)
def rest_cut(table: Table, event: RestCut, envelope: Envelope) -> Table:
    return _with_fault(table, None)


def _with_fault(table: Table, fault: DeviceFailure | None) -> Table:
    """Return the table with the new state of a device failure; the cut is offered again."""
    offer = CutOffer(last_cutter_seat=table.packs.cut.last_cutter_seat)
    return replace(
        table,
        open=replace(table.open, fault=fault),
        packs=replace(table.packs, cut=offer),
    )
