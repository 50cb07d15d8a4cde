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
    """The end-of-shoe card shows behind so many cards; ``expected`` is its counted position.

    If staff ``announced`` it, ``coups_left`` coups remain now, and ``coups_left_before`` remained
    before the last coup.
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


def cutting_card_events(table: Table, drawn: int) -> Events:
    """Return that the end-of-shoe card shows, if its position is known and reached now."""
    shoe = table.shoe
    place = shoe.cutting_card
    if place is None or shoe.cutting_card_out or not shoe.drawn < place <= drawn:
        return ()
    return (CuttingCardShown(in_front=place),)


@cutting_card.permits(ShowCuttingCard)
def may_show_cutting_card(at: At) -> None:
    """Raise an error if this person may not report that the cutting card came out now."""
    rules, _table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "deal")
    if rules.origin is Origin.VIRTUAL:
        raise Malformed(
            "where the cutting card lies is known here: it is not announced", code=ErrorCode.NOT_NOW
        )
    uncut_sources = shoe_rules(rules).uncut_sources
    if uncut(rules) and uncut_sources is not None:
        text = f"no cutting card lies in a {rules.source.replace('_', ' ')}"
        raise Refused(ErrorCode.CUT_NOT_PERMITTED, uncut_sources.clause, text)


@cutting_card.decides(ShowCuttingCard)
def show_cutting_card(at: At, command: ShowCuttingCard) -> Events:
    """Record that the end-of-shoe card shows. What staff see overrides the count."""
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
    shown = _cutting_card_shown(rules, table, in_front)
    shown = replace(shown, reasons=(Reason(text, clause), *shown.reasons))
    events = (shown, *_retired_unseen_cards(rules, table))
    if shoe.cutting_card is None or shoe.cutting_card == in_front:
        return events
    text = f"{text}, not behind {shoe.cutting_card} as counted"
    return (*events, record(CuttingCardDiffersRecorded, table, text, clause))


def _retired_unseen_cards(rules: TableRules, table: Table) -> Events:
    """Retire held cards that nobody saw, if none is held once the end-of-shoe card shows."""
    errors = rules.edition.errors
    unseen_places = tuple(place for place, card in enumerate(table.next.carried) if not card.seen)
    if errors is None or not unseen_places or isinstance(table.phase, Dealing):
        return ()
    unseen_rule = errors.excess_unseen
    if unseen_rule.value is not ExcessUnseen.OPENS_NEXT_COUP_UNLESS_MARKER:
        return ()
    reason = Reason("the marker shows: the card is retired unseen", unseen_rule.clause)
    return (HeldCardSwept(places=unseen_places, reasons=(reason,)),)


def _cutting_card_shown(rules: TableRules, table: Table, in_front: int) -> CuttingCardShown:
    """Return the effect of the end-of-shoe card, as if staff had seen it when it came out."""
    shoe = table.shoe
    # Effects of a position that was counted wrongly no longer apply.
    was_counted = shoe.cutting_card_shows
    declared = None if was_counted else shoe.coups_left
    called = shoe.last_called and not was_counted
    corrected = replace(shoe, cutting_card=in_front, extra_given=False, last_called=called)
    before = last_coup.left_at_start(rules, shoe, in_front)
    coups_left, extra = before, False
    settling, corrected = isinstance(table.phase, Settling), replace(corrected, coups_left=before)
    if isinstance(table.phase, Dealing):
        reasons = last_coup.called_late(rules, corrected)
    elif in_front < shoe.drawn and shoe.coups:
        # The coup is on until its cards are discarded. The call of the last coup waits for that.
        ending = last_coup.complete(rules, corrected, tie=_coup_is_tie(table), call=not settling)
        coups_left, extra, reasons = ending.coups_left, ending.extra_given, ending.reasons
        reasons += last_coup.called_late(rules, corrected) if settling else ()
    else:
        coups_left, reasons = None, ()
    return CuttingCardShown(
        in_front=in_front,
        announced=True,
        expected=shoe.cutting_card,
        coups_left=_fewer_coups(coups_left, declared),
        coups_left_before=_fewer_coups(before, declared),
        extra_given=extra,
        last_called=called or _calls_last_coup(rules, reasons),
        reasons=reasons,
    )


def _coup_is_tie(table: Table) -> bool:
    """Return whether the coup that is being settled, or was the last, is a tie."""
    phase, last = table.phase, table.past.last
    if isinstance(phase, Settling):
        return phase.coup.result is Result.TIE
    return last is not None and last.number == table.number and last.coup.result is Result.TIE


def _fewer_coups(coups_left: int | None, declared: int | None) -> int | None:
    """Return the smaller of two numbers of coups to come; None if neither is known."""
    counts = [count for count in (coups_left, declared) if count is not None]
    return min(counts) if counts else None


def _calls_last_coup(rules: TableRules, reasons: tuple[Reason, ...]) -> bool:
    call = shoe_rules(rules).last_call
    return call is not None and any(reason.text == f'"{call.value}"' for reason in reasons)


@cutting_card.applies(CuttingCardShown)
def cutting_card_shown(table: Table, event: CuttingCardShown, envelope: Envelope) -> Table:
    """Store the position of the end-of-shoe card. If staff saw it, set how many coups remain."""
    shoe = replace(table.shoe, cutting_card=event.in_front, cutting_card_out=True)
    if not event.announced:
        return replace(table, shoe=shoe)
    shoe = replace(
        shoe,
        cutting_card_seen=True,
        coups_left=event.coups_left,
        extra_given=event.extra_given,
        last_called=event.last_called,
    )
    phase, last = table.phase, table.past.last
    # If the coup is undone later, the shoe returns to this corrected number of coups.
    if isinstance(phase, Settling):
        before = replace(phase.before, left=event.coups_left_before, extra_given=False)
        phase = replace(phase, before=before)
    elif last is not None and last.number == table.number:
        before = replace(last.before, left=event.coups_left_before, extra_given=False)
        last = replace(last, before=before)
    return replace(table, shoe=shoe, phase=phase, past=replace(table.past, last=last))
