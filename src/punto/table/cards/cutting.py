"""Who is offered the cut, in which order, and who cuts in default."""

from msgspec.structs import replace

from punto import shoe as shoes
from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import CutPlace, Number, PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import (
    Commencing,
    CutChoice,
    CutFirst,
    CutLater,
    CutNext,
    SeatsRun,
)
from punto.rulebook.power import Power
from punto.shoe import Stage, came_shuffled, shoe_rules, uncut
from punto.table.authority import has_power, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.preparation import check_cards_free, clauses_of
from punto.table.context import At, changes
from punto.table.guards import require_patron
from punto.table.table import CutOffer, Patron, Table

cutting: Topic[Table, At] = Topic("cutting", changes)


class OfferCut(TableCommand, frozen=True, tag="offer_cut"):
    """The stack is offered to patrons; ``to`` only where the rulebook sets no order."""

    group = Group.DEAL
    powers = (Power.CUT_IN_DEFAULT,)

    to: PatronName | None = None


class DeclineCut(TableCommand, frozen=True, tag="decline_cut"):
    """The patron to whom the cut is offered declines it."""

    group = Group.DEAL
    powers = ()


class NominateCutter(TableCommand, frozen=True, tag="nominate_cutter"):
    """The patron to whom the cut is offered names another."""

    group = Group.DEAL
    powers = ()

    patron: PatronName


class Cut(TableCommand, frozen=True, tag="cut"):
    """The cards in front of a place go to the back; where cards are keyed it may be unknown."""

    group = Group.CARDS
    powers = (Power.CUT_IN_DEFAULT,)

    at: CutPlace[Number | None] = None


class CutOffered(TableEvent, frozen=True, gc=False, tag="cut_offered"):
    """The cut is offered to these patrons in turn."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    to: tuple[str, ...]


class CutDeclined(TableEvent, frozen=True, gc=False, tag="cut_declined"):
    """A patron declines the cut; ``then`` is the new order of the offer, if it changes."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    then: tuple[str, ...] | None = None


class CutterNominated(TableEvent, frozen=True, gc=False, tag="cutter_nominated"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str


class CardsCut(TableEvent, frozen=True, gc=False, tag="cards_cut"):
    """The cards in front of a place went to the back; ``at`` is None if nobody counted them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    at: int | None = None
    seat: int | None = None


def _offer_order(rules: TableRules, table: Table, by: Actor, to: str | None) -> tuple[str, ...]:
    """Return the patrons to whom the cut is offered, in order, or refuse the offer."""
    data = shoe_rules(rules).cutting
    _check_may_offer(rules, data, by)
    if table.packs.cut.waiting:
        raise Refused(
            ErrorCode.CUT_ALREADY_OFFERED,
            _first_offer_clause(data),
            "the cut is being offered already",
        )
    order = _remaining_order(rules, table)
    if not order:
        raise Refused(
            ErrorCode.NOBODY_TO_CUT, _first_offer_clause(data), "nobody is left to offer the cut to"
        )
    first = data.first if first_shoe_rules_apply(rules, table) else data.later
    if first.value in (CutFirst.ANYONE, CutLater.ANYONE):
        if to is None or to not in order:
            raise Malformed(
                "name a patron at the table to offer the cut to", code=ErrorCode.INCOMPLETE
            )
        return (to,)
    if to is not None and to != order[0]:
        text = f"the cut goes to {order[0]} first, not to {to}"
        raise Refused(ErrorCode.CUT_OUT_OF_ORDER, first.clause, text)
    return order


def rest_awaits_cut(table: Table) -> bool:
    """Return whether the remaining cards of a failed device are shuffled and not cut."""
    return table.open.fault is not None and table.open.fault.shuffled


@cutting.permits(OfferCut)
def may_offer_cut(at: At) -> None:
    """Raise an error if this person may not offer the cut now."""
    rules, table = at.rules, at.state
    shuffled = came_shuffled(rules, table.shoe) if table.shoe.stage is Stage.NEW else ()
    ready = table.shoe.stage is Stage.SHUFFLED or (shuffled and not uncut(rules))
    if not ready and not rest_awaits_cut(table):
        clause = shoe_rules(rules).cut_due.clause
        raise Refused(ErrorCode.NOTHING_TO_CUT, clause, "the cut is offered after the shuffle")


@cutting.decides(OfferCut)
def offer_cut(at: At, command: OfferCut) -> Events:
    """Offer the cut to patrons."""
    rules, table, by = at.rules, at.state, at.by
    may_offer_cut(at)
    shuffled = came_shuffled(rules, table.shoe) if table.shoe.stage is Stage.NEW else ()
    to = _offer_order(rules, table, by, command.to)
    data = shoe_rules(rules).cutting
    first = data.first if first_shoe_rules_apply(rules, table) else data.later
    cited = merged(clauses_of(first, data.choice), _preshuffled_clauses(rules, shuffled))
    return (CutOffered(to=to, reasons=(Reason(f"the cut is offered to {to[0]}", cited),)),)


def first_shoe_rules_apply(rules: TableRules, table: Table) -> bool:
    """Return whether the rules for the cut of the first shoe apply."""
    if rest_awaits_cut(table):
        # The remaining cards of a shoe during a coup do not start a game.
        return False
    policy = shoe_rules(rules).cutting.commencing
    if policy is None or policy.value is Commencing.FIRST_SINCE_SET_UP:
        return table.shoe.number == 1
    return table.number == table.count.coups_at_opening


def _preshuffled_clauses(rules: TableRules, shuffled: Clauses) -> Clauses:
    """Return the clauses about cutting cards that came shuffled, if these did."""
    return merged(shuffled, rules.says.came_shuffled_cut) if shuffled else ()


def _current_cutter(table: Table) -> str | None:
    """Return the patron who may cut or decline now: the nominee, or the first in the offer."""
    offer = table.packs.cut
    return offer.nominee or next(iter(offer.waiting), None)


@cutting.permits(DeclineCut)
def may_decline_cut(at: At) -> None:
    """Raise an error if this person may not decline the cut now."""
    table, by = at.state, at.by
    if _current_cutter(table) != by.name:
        raise Malformed(f"the cut is not offered to {by.name}", code=ErrorCode.NOT_NOW)


@cutting.decides(DeclineCut)
def decline_cut(at: At, command: DeclineCut) -> Events:
    """Offer the cut to the next patron after one declines."""
    rules, table, by = at.rules, at.state, at.by
    may_decline_cut(at)
    waiting, new_order = table.packs.cut.waiting[1:], None
    if table.packs.cut.nominee is not None:
        waiting = new_order = _after_nominee(rules, table, require_patron(table, by.name))
    next_text = f"it goes to {waiting[0]}" if waiting else "nobody is left to ask"
    clause = _next_offer_clauses(rules, table)
    reason = Reason(f"{by.name} declines the cut; {next_text}", clause)
    return (CutDeclined(name=by.name, then=new_order, reasons=(reason,)),)


def _after_nominee(rules: TableRules, table: Table, nominee: Patron) -> tuple[str, ...]:
    """Return who is offered the cut after a nominee declines, from the place of the nominee on."""
    policy = shoe_rules(rules).cutting.after
    excluded = {*table.packs.cut.declined, *table.admission.barred, nominee.name}
    if policy is None:
        return tuple(name for name in table.packs.cut.waiting if name not in excluded)
    order = _rotation(rules, _seated_patrons(table), nominee, CutNext.CLOCKWISE_FROM_REFUSER)
    return tuple(patron.name for patron in order if patron.name not in excluded)


@cutting.permits(NominateCutter)
def may_nominate_cutter(at: At) -> None:
    """Raise an error if this person may not name who cuts now."""
    rules, table, by = at.rules, at.state, at.by
    data, offer = shoe_rules(rules).cutting, table.packs.cut
    if offer.nominee is not None or by.name not in offer.waiting[:1]:
        raise Malformed(f"the cut is not offered to {by.name}", code=ErrorCode.NOT_NOW)
    if data.nominee is None or not data.nominee.value:
        raise Refused(
            ErrorCode.NO_NOMINEE,
            _first_offer_clause(data),
            "the cut may not be passed to somebody named",
        )


@cutting.decides(NominateCutter)
def nominate_cutter(at: At, command: NominateCutter) -> Events:
    """Let another patron cut."""
    rules, table, by = at.rules, at.state, at.by
    may_nominate_cutter(at)
    require_patron(table, command.patron)
    reason = Reason(f"{by.name} names {command.patron}", _nominee_clauses(rules, table))
    return (CutterNominated(name=command.patron, reasons=(reason,)),)


def _nominee_clauses(rules: TableRules, table: Table) -> Clauses:
    """Return the clauses by which a patron may name another person to cut."""
    data = shoe_rules(rules).cutting
    later = () if first_shoe_rules_apply(rules, table) else data.nominee_later
    return later or (data.nominee.clause if data.nominee else ())


@cutting.permits(Cut)
def may_cut(at: At) -> None:
    """Raise an error if this person may not cut the cards now."""
    check_cards_free(at.rules, at.state)
    entitled_to_cut(at.rules, at.state, at.by)


@cutting.decides(Cut)
def cut(at: At, command: Cut) -> Events:
    """Cut the cards, if it is this person's turn to."""
    rules, table, by = at.rules, at.state, at.by
    check_cards_free(rules, table)
    data = shoe_rules(rules)
    shuffled = came_shuffled(rules, table.shoe) if table.shoe.stage is Stage.NEW else ()
    shoes.check_cut(rules, table.shoe, command.at)
    entitled = merged(entitled_to_cut(rules, table, by), _preshuffled_clauses(rules, shuffled))
    cited = merged(clauses_of(data.cut_due, data.cut_from_each_end, data.cut_order), entitled)
    patron = table.patron(by.name) if by.is_patron else None
    seat = patron.seat if patron and not patron.standing else None
    position = "" if command.at is None else f" after card {command.at}"
    reason = Reason(f"{by.name} cuts{position}", cited)
    return (CardsCut(at=command.at, seat=seat, reasons=(reason,)),)


def entitled_to_cut(rules: TableRules, table: Table, by: Actor) -> Clauses:
    """Return the clauses by which a person may cut now, or refuse."""
    data = shoe_rules(rules).cutting
    default = rules.edition.powers[Power.CUT_IN_DEFAULT]
    offer = table.packs.cut
    if by.is_patron:
        if _current_cutter(table) != by.name:
            text = f"the cut is not offered to {by.name}"
            raise Refused(ErrorCode.CUT_OUT_OF_ORDER, _first_offer_clause(data), text)
        if offer.nominee is not None:
            return _nominee_clauses(rules, table)
        first = data.first if first_shoe_rules_apply(rules, table) else data.later
        return _next_offer_clauses(rules, table) if data.after and offer.declined else first.clause
    if not has_power(rules, by.title, Power.CUT_IN_DEFAULT):
        title = default.value[0].replace("_", " ")
        text = f"the {by.title} does not cut; the {title} does"
        raise NotEntitled(default.clause, text)
    supervisor_chooses = data.choice.value is CutChoice.SUPERVISOR_CHOOSES
    if offer.waiting or (not supervisor_chooses and _remaining_order(rules, table)):
        raise Refused(
            ErrorCode.PATRONS_CUT_FIRST, default.clause, "patrons are offered the cut first"
        )
    return (data.nobody_accepts if offer.declined else data.by_staff) or default.clause


def _check_may_offer(rules: TableRules, data: schema.Cutting, by: Actor) -> None:
    choice = data.choice
    if choice.value is CutChoice.PATRONS_FIRST:
        require_staff(rules, by, "offer the cut")
        return
    if not has_power(rules, by.title, Power.CUT_IN_DEFAULT):
        text = "the cut is offered to patrons only if the supervisor so chooses"
        raise NotEntitled(choice.clause, text)


def _first_offer_clause(data: schema.Cutting) -> Clauses:
    return data.first.clause


def _starts_at_last_cutter(rules: TableRules, table: Table) -> bool:
    """Return whether offers begin at the left of the last cutter."""
    later = (
        not first_shoe_rules_apply(rules, table) and table.packs.cut.last_cutter_seat is not None
    )
    return later and shoe_rules(rules).cutting.later.value is CutLater.LEFT_OF_LAST_CUTTER


def _next_offer_clauses(rules: TableRules, table: Table) -> Clauses:
    """Return the clauses by which the cut is offered to the next patron after a refusal."""
    data = shoe_rules(rules).cutting
    return data.later.clause if _starts_at_last_cutter(rules, table) else clauses_of(data.after)


def _seated_patrons(table: Table) -> list[Patron]:
    """Return the seated patrons in the order of their seats."""
    seated = (patron for patron in table.patrons if not patron.standing)
    return sorted(seated, key=lambda patron: patron.seat)


def _remaining_order(rules: TableRules, table: Table) -> tuple[str, ...]:
    """Return the patrons who were not offered the cut yet, in the order of the rulebook."""
    data = shoe_rules(rules).cutting
    seated = _seated_patrons(table)
    by_arrival = sorted(table.patrons, key=lambda patron: patron.arrived)
    first_policy = data.first.value if first_shoe_rules_apply(rules, table) else data.later.value
    if first_policy in (CutFirst.ANYONE, CutLater.ANYONE):
        order = by_arrival
    else:
        start = _first_patron(rules, table, seated, by_arrival, first_policy)
        assert data.after is not None, "an order of offering was checked when loading"
        next_policy = (
            CutNext.CLOCKWISE_FROM_REFUSER
            if _starts_at_last_cutter(rules, table)
            else data.after.value
        )
        order = _rotation(rules, seated, start, next_policy) if start else []
    excluded = {*table.packs.cut.declined, *table.admission.barred}
    return tuple(patron.name for patron in order if patron.name not in excluded)


def _first_patron(
    rules: TableRules,
    table: Table,
    seated: list[Patron],
    by_arrival: list[Patron],
    policy: CutFirst | CutLater,
) -> Patron | None:
    match policy:
        case CutFirst.FIRST_TO_ARRIVE:
            return by_arrival[0] if by_arrival else None
        case CutLater.LEFT_OF_DEALER:
            # Seats that run clockwise start at the dealer's left.
            return (seated[0] if _seats_run_clockwise(rules) else seated[-1]) if seated else None
        case CutLater.LEFT_OF_LAST_CUTTER if table.packs.cut.last_cutter_seat is not None:
            return _next_clockwise(rules, seated, table.packs.cut.last_cutter_seat)
        case _:
            return min(seated, key=lambda patron: patron.arrived, default=None)


def _seats_run_clockwise(rules: TableRules) -> bool:
    run = rules.edition.table.seats_run if rules.edition.table else None
    return run is None or run.value is SeatsRun.CLOCKWISE


def _next_clockwise(rules: TableRules, seated: list[Patron], seat: int) -> Patron | None:
    """Return the next seated patron clockwise of a seat."""
    if not seated:
        return None
    if _seats_run_clockwise(rules):
        return next((patron for patron in seated if patron.seat > seat), seated[0])
    return next((patron for patron in reversed(seated) if patron.seat < seat), seated[-1])


def _rotation(
    rules: TableRules, seated: list[Patron], start: Patron, policy: CutNext
) -> list[Patron]:
    """Return all seated patrons once, beginning with ``start``."""
    order = seated if _seats_run_clockwise(rules) else seated[::-1]
    others = [patron for patron in order if patron is not start]
    if policy is CutNext.CLOCKWISE_FROM_HIGHEST_SEAT:
        highest = max(seated, key=lambda patron: patron.seat)
        split = others.index(highest) if highest in others else 0
    elif _seats_run_clockwise(rules):
        split = next((index for index, other in enumerate(others) if other.seat > start.seat), 0)
    else:
        split = next((index for index, other in enumerate(others) if other.seat < start.seat), 0)
    return [start, *others[split:], *others[:split]]


@cutting.applies(CardsCut)
def cards_cut(table: Table, event: CardsCut, envelope: Envelope) -> Table:
    shoe = table.shoe
    offer = CutOffer(last_cutter_seat=event.seat)
    packs = replace(table.packs, cut=offer)
    return replace(table, shoe=replace(shoe, stage=Stage.CUT), packs=packs)


@cutting.applies(CutOffered)
def cut_offered(table: Table, event: CutOffered, envelope: Envelope) -> Table:
    cut = replace(table.packs.cut, waiting=event.to, nominee=None)
    return replace(table, packs=replace(table.packs, cut=cut))


@cutting.applies(CutDeclined)
def cut_declined(table: Table, event: CutDeclined, envelope: Envelope) -> Table:
    cut, waiting = table.packs.cut, event.then
    if waiting is None:
        waiting = tuple(name for name in cut.waiting if name != event.name)
    cut = replace(cut, waiting=waiting, declined=(*cut.declined, event.name), nominee=None)
    return replace(table, packs=replace(table.packs, cut=cut))


@cutting.applies(CutterNominated)
def cutter_nominated(table: Table, event: CutterNominated, envelope: Envelope) -> Table:
    cut = replace(table.packs.cut, nominee=event.name)
    return replace(table, packs=replace(table.packs, cut=cut))
