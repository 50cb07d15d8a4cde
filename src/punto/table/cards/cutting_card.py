"""The end-of-shoe card comes out: where it was counted to, or where staff see it."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Count, Number
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.policies import ExcessUnseen
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Result
from punto.shoe import Stage, shoe_rules, uncut
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.held_cards import HeldCardSwept
from punto.table.context import At, changes
from punto.table.entries import CuttingCardDiffersRecorded
from punto.table.phase import Dealing, Settling
from punto.table.register import record
from punto.table.table import Table

cutting_card: Topic[Table, At] = Topic("cutting_card", changes)
# A coup takes no more cards than these: staff look at least once in every coup.
SINCE_MAX = 6


class ShowCuttingCard(TableCommand, frozen=True, tag="show_cutting_card"):
    """The end-of-shoe card shows; ``since`` counts the cards drawn from behind it by then."""

    group = Group.DEAL
    powers = (Power.DEAL,)

    since: Count[Number] = 0


class CuttingCardShown(TableEvent, frozen=True, gc=False, tag="cutting_card_shown"):
    """The end-of-shoe card shows behind so many cards; ``expected`` where it was thought to be.

    Where staff ``announced`` it, that many coups are to come, and were when the last one began.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    in_front: int
    announced: bool = False
    expected: int | None = None
    coups_left: int | None = None
    coups_left_before: int | None = None
    extra_given: bool = False
    last_called: bool = False


def cutting_card_met(table: Table, drawn: int) -> Events:
    """Return that the end-of-shoe card shows, where its place is known and just reached."""
    shoe = table.shoe
    place = shoe.cutting_card
    if place is None or shoe.cutting_card_out or not shoe.drawn < place <= drawn:
        return ()
    return (CuttingCardShown(in_front=place),)


@cutting_card.permits(ShowCuttingCard)
def may_show_cutting_card(at: At) -> None:
    """Raise an error if this person may not say that the cutting card came out now."""
    rules, _table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "deal")
    if rules.origin is Origin.VIRTUAL:
        raise Malformed(
            "where the cutting card lies is known here: it is not announced", code=ErrorCode.NOT_NOW
        )
    without = shoe_rules(rules).uncut_sources
    if uncut(rules) and without is not None:
        text = f"no cutting card lies in a {rules.source.replace('_', ' ')}"
        raise Refused(ErrorCode.CUT_NOT_PERMITTED, without.clause, text)


@cutting_card.decides(ShowCuttingCard)
def show_cutting_card(at: At, command: ShowCuttingCard) -> Events:
    """Take up that the end-of-shoe card shows: what staff see wins over what was counted."""
    rules, table = at.rules, at.state
    may_show_cutting_card(at)
    shoe = table.shoe
    if shoe.stage is not Stage.READY or not 0 <= command.since <= min(shoe.drawn, SINCE_MAX):
        raise Malformed(
            "the cutting card shows in a shoe from which cards are dealt", code=ErrorCode.NOT_NOW
        )
    in_front = shoe.drawn - command.since
    if shoe.cutting_card_seen or (shoe.cutting_card_out and shoe.cutting_card == in_front):
        raise Malformed("the cutting card is out already", code=ErrorCode.ALREADY_SO)
    clause = shoe_rules(rules).marker_behind.clause
    text = f"the cutting card shows behind {in_front} cards"
    shown = _judged(rules, table, in_front)
    shown = replace(shown, reasons=(Reason(text, clause), *shown.reasons))
    events = (shown, *_held_too_late(rules, table))
    if shoe.cutting_card is None or shoe.cutting_card == in_front:
        return events
    text = f"{text}, not behind {shoe.cutting_card} as counted"
    return (*events, record(CuttingCardDiffersRecorded, table, text, clause))


def _held_too_late(rules: TableRules, table: Table) -> Events:
    """Return cards that nobody saw retired, where none is held once the end-of-shoe card shows."""
    errors = rules.edition.errors
    unseen_places = tuple(place for place, held in enumerate(table.next.carried) if not held.seen)
    if errors is None or not unseen_places or isinstance(table.phase, Dealing):
        return ()
    unseen = errors.excess_unseen
    if unseen.value is not ExcessUnseen.OPENS_NEXT_COUP_UNLESS_MARKER:
        return ()
    reason = Reason("the marker shows: the card is retired unseen", unseen.clause)
    return (HeldCardSwept(places=unseen_places, reasons=(reason,)),)


def _judged(rules: TableRules, table: Table, in_front: int) -> CuttingCardShown:
    """Return what the end-of-shoe card means, as if staff had seen it when it came out."""
    shoe = table.shoe
    # What followed from a place that was counted wrongly does not follow any more.
    counted = shoe.cutting_card_shows
    declared = None if counted else shoe.coups_left
    called = shoe.last_called and not counted
    then = replace(shoe, cutting_card=in_front, extra_given=False, last_called=called)
    before = last_coup.left_at_start(rules, shoe, in_front)
    left, extra = before, False
    on, then = isinstance(table.phase, Settling), replace(then, coups_left=before)
    if isinstance(table.phase, Dealing):
        reasons = last_coup.called_late(rules, then)
    elif in_front < shoe.drawn and shoe.coups:
        # Until its cards are discarded the coup is on: the call that another follows waits for it.
        ending = last_coup.complete(rules, then, tie=_tied(table), call=not on)
        left, extra, reasons = ending.coups_left, ending.extra_given, ending.reasons
        reasons += last_coup.called_late(rules, then) if on else ()
    else:
        left, reasons = None, ()
    return CuttingCardShown(
        in_front=in_front,
        announced=True,
        expected=shoe.cutting_card,
        coups_left=_sooner(left, declared),
        coups_left_before=_sooner(before, declared),
        extra_given=extra,
        last_called=called or _called(rules, reasons),
        reasons=reasons,
    )


def _tied(table: Table) -> bool:
    """Return whether the coup that is being settled, or was the last, is a tie."""
    phase, last = table.phase, table.past.last
    if isinstance(phase, Settling):
        return phase.coup.result is Result.TIE
    return last is not None and last.number == table.number and last.coup.result is Result.TIE


def _sooner(left: int | None, declared: int | None) -> int | None:
    """Return the fewer coups to come, where both or one of them is known."""
    known = [count for count in (left, declared) if count is not None]
    return min(known) if known else None


def _called(rules: TableRules, reasons: tuple[Reason, ...]) -> bool:
    call = shoe_rules(rules).last_call
    return call is not None and any(reason.text == f'"{call.value}"' for reason in reasons)


@cutting_card.applies(CuttingCardShown)
def cutting_card_shown(table: Table, event: CuttingCardShown, envelope: Envelope) -> Table:
    """Know where the end-of-shoe card lay; seen by staff, it decides how many coups are to come."""
    out = replace(table.shoe, cutting_card=event.in_front, cutting_card_out=True)
    if not event.announced:
        return replace(table, shoe=out)
    out = replace(
        out,
        cutting_card_seen=True,
        coups_left=event.coups_left,
        extra_given=event.extra_given,
        last_called=event.last_called,
    )
    phase, last = table.phase, table.past.last
    # A coup that is taken back is taken back to what was known, or should have been.
    if isinstance(phase, Settling):
        before = replace(phase.before, left=event.coups_left_before, extra_given=False)
        phase = replace(phase, before=before)
    elif last is not None and last.number == table.number:
        before = replace(last.before, left=event.coups_left_before, extra_given=False)
        last = replace(last, before=before)
    return replace(table, shoe=out, phase=phase, past=replace(table.past, last=last))
