"""Cards that came shuffled, mixed once more at the table."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import (
    Consent,
    PatronName,
    Request,
    RiffleApprover,
    RiffleTime,
    ShuffleApprover,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import RifflePoint
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Source
from punto.shoe import Stage, shoe_rules, uncut
from punto.table.authority import approval_clauses, require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import require_patron
from punto.table.table import Table

extra_shuffle: Topic[Table, At] = Topic("extra_shuffle", changes)


class Riffle(TableCommand, frozen=True, tag="riffle"):
    """Cards that came shuffled are riffled once more, as a patron asked and staff approved."""

    group = Group.CARDS
    powers = (Power.APPROVE_RIFFLE, Power.SHUFFLE)
    mixes = True

    point: RiffleTime
    requested_by: Request[PatronName | None] = None
    approved_by: Consent[RiffleApprover | None] = None


class ManualShuffle(TableCommand, frozen=True, tag="manual_shuffle"):
    """Cards that came shuffled are shuffled by hand before they go into a device."""

    group = Group.CARDS
    powers = (Power.APPROVE_MANUAL_SHUFFLE, Power.SHUFFLE)
    mixes = True

    approved_by: Consent[ShuffleApprover | None] = None


class CardsRiffled(TableEvent, frozen=True, gc=False, tag="cards_riffled"):
    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    point: str


class CardsShuffledByHand(TableEvent, frozen=True, gc=False, tag="cards_shuffled_by_hand"):
    """Cards that came shuffled were shuffled by hand before loading."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)


@extra_shuffle.permits(Riffle)
def may_riffle(at: At) -> None:
    """Raise an error if this person may not riffle now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.SHUFFLE, "riffle")
    allowed = shoe_rules(rules).mixing.riffle.get(rules.supply)
    if allowed is None:
        raise not_held(rules.edition, "whether these cards are riffled")


@extra_shuffle.decides(Riffle)
def riffle(at: At, command: Riffle) -> Events:
    """Riffle cards that came shuffled, at a permitted point, asked for and approved."""
    rules, table = at.rules, at.state
    may_riffle(at)
    allowed = shoe_rules(rules).mixing.riffle.get(rules.supply)
    assert allowed is not None
    if command.point not in list(RifflePoint):
        raise Malformed(f"points: {', '.join(RifflePoint)}", code=ErrorCode.INCOMPLETE)
    points = allowed.points
    if command.point not in points.value:
        raise Refused(
            ErrorCode.NOT_AT_THIS_POINT, points.clause, "these cards are riffled before the cut"
        )
    if allowed.requested.value:
        if command.requested_by is None:
            raise Refused(ErrorCode.NOT_REQUESTED, allowed.requested.clause, "a patron asks for it")
        require_patron(table, command.requested_by)
    approval = approval_clauses(
        rules, command.approved_by, Power.APPROVE_RIFFLE, "a riffle", allowed.approved
    )
    if table.shoe.stage not in (Stage.NEW, Stage.SHUFFLED):
        raise Refused(ErrorCode.ALREADY_CUT, points.clause, "the cards are cut already")
    if not table.shoe.fresh:
        text = "only cards that are brought in are riffled, not those taken out of a shoe"
        raise Refused(ErrorCode.NOT_THESE_CARDS, points.clause, text)
    _check_riffle_point(rules, table, command.point, points.clause)
    clause = merged(points.clause, allowed.requested.clause, approval)
    reason = Reason("riffled once more", clause)
    return (CardsRiffled(point=command.point, reasons=(reason,)),)


def _check_riffle_point(rules: TableRules, table: Table, point: str, clause: Clauses) -> None:
    """Refuse a riffle at a point that these cards never reach, or have passed."""
    if point == RifflePoint.BEFORE_CUT:
        if uncut(rules):
            name = rules.source.replace("_", " ")
            text = f"cards in a {name} are not cut, so they are not riffled before it"
            raise Refused(ErrorCode.NOT_AT_THIS_POINT, clause, text)
        return
    if not table.setup.elections.multishuffler:
        raise Refused(ErrorCode.NOT_AT_THIS_POINT, clause, "no multishuffler is used at this table")
    if table.shoe.stage is not Stage.NEW:
        raise Refused(ErrorCode.NOT_AT_THIS_POINT, clause, "the cards are shuffled already")


@extra_shuffle.permits(ManualShuffle)
def may_manual_shuffle(at: At) -> None:
    """Raise an error if this person may not shuffle now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.SHUFFLE, "shuffle")
    allowed = shoe_rules(rules).mixing.manual_before_device
    if allowed is None:
        raise not_held(rules.edition, "whether these cards are shuffled by hand")
    if rules.source is not Source.SHUFFLING_DEVICE or rules.supply not in allowed.value:
        text = "only cards that the casino shuffled, before they go into a device"
        raise Refused(ErrorCode.NOT_THESE_CARDS, allowed.clause, text)


@extra_shuffle.decides(ManualShuffle)
def manual_shuffle(at: At, command: ManualShuffle) -> Events:
    """Shuffle preshuffled cards by hand before they go into a device."""
    rules, table = at.rules, at.state
    may_manual_shuffle(at)
    allowed = shoe_rules(rules).mixing.manual_before_device
    assert allowed is not None
    approval = approval_clauses(
        rules, command.approved_by, Power.APPROVE_MANUAL_SHUFFLE, "a manual shuffle"
    )
    if table.shoe.stage is not Stage.NEW:
        raise Refused(ErrorCode.ALREADY_LOADED, allowed.clause, "before they go into the device")
    reason = Reason("shuffled by hand before loading", merged(allowed.clause, approval))
    return (CardsShuffledByHand(reasons=(reason,)),)


@extra_shuffle.applies(CardsShuffledByHand)
def cards_shuffled_by_hand(table: Table, event: CardsShuffledByHand, envelope: Envelope) -> Table:
    return replace(table, shoe=replace(table.shoe, stage=Stage.SHUFFLED))


@extra_shuffle.applies(CardsRiffled)
def cards_riffled(table: Table, event: CardsRiffled, envelope: Envelope) -> Table:
    return table
