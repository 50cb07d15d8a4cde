"""Value that the house adds to the pool, and the guaranteed pool."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Cents, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conditions import Conditions
from punto.tournament.context import TournamentContext, changes
from punto.tournament.money.pool import check_pool_open, guaranteed_entries, pool_cents, with_purse
from punto.tournament.tournament import Tournament

added_value: Topic[Tournament, TournamentContext] = Topic("added_value", changes)


class AddValue(TournamentCommand, frozen=True, tag="add_value"):
    """The house adds money, goods or services to the pool."""

    group = Group.PLACING
    powers = (Power.ADD_PRIZE_VALUE,)

    cents: Cents = 0
    goods: Text | None = None


class ValueAdded(TournamentEvent, frozen=True, gc=False, tag="value_added"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int = 0
    goods: tuple[str, ...] = ()


class ValueTakenBack(TournamentEvent, frozen=True, gc=False, tag="value_taken_back"):
    """The house withdraws value that it had added to the pool."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int = 0
    goods: tuple[str, ...] = ()


def promised_value(
    rules: TableRules, conditions: Conditions, before: Conditions | None = None
) -> Events:
    """Return the value that new conditions add to the pool, compared with the conditions before."""
    cents = conditions.added_cents - (before.added_cents if before else 0)
    prizes = () if before and before.prizes else conditions.prizes
    goods = tuple(prize.goods for prize in prizes if prize.goods)
    if not cents and not goods:
        return ()
    power = rules.edition.powers.get(Power.ADD_PRIZE_VALUE)
    return (_value_added_event(cents, goods, power.clause if power else ()),)


@added_value.permits(AddValue)
def may_add_value(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not add value to the pool now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ADD_PRIZE_VALUE, "add value to the pool")
    check_pool_open(tournament)
    return clause


@added_value.decides(AddValue)
def add_value(at: TournamentContext, command: AddValue) -> Events:
    """Add money, goods or services to the pool."""
    clause = may_add_value(at)
    if command.cents < 0 or not (command.cents or (command.goods or "").strip()):
        raise Malformed("value is money, goods or services", code=ErrorCode.NO_SUCH_AMOUNT)
    goods = (command.goods,) if command.goods else ()
    return (_value_added_event(command.cents, goods, clause),)


def _value_added_event(cents: int, goods: tuple[str, ...], clause: tuple[str, ...]) -> ValueAdded:
    description = " and ".join([*([dollars(cents)] if cents else []), *goods])
    reasons = (Reason(f"the house adds {description}", clause),) if clause else ()
    return ValueAdded(cents=cents, goods=goods, reasons=reasons)


def reasons_for_guarantee(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return why the house owes an amount to a guaranteed pool, or why it owes none."""
    conditions, power = tournament.conditions, rules.edition.powers.get(Power.GUARANTEE_POOL)
    if conditions.guarantee_cents is None or power is None:
        return ()
    owed = guarantee_due_cents(tournament)
    if owed:
        text = f"the house adds {dollars(owed)} up to what it guaranteed"
    elif pool_cents(tournament) >= conditions.guarantee_cents:
        text = "the pool comes to what was guaranteed"
    else:
        text = f"fewer than {conditions.guarantee_entries} entries: no pool is guaranteed"
    return (Reason(text, power.clause),)


def guarantee_due_cents(tournament: Tournament) -> int:
    """Return how many cents the house must add to reach the guaranteed pool."""
    conditions = tournament.conditions
    if conditions.guarantee_cents is None or conditions.guarantee_entries is None:
        return 0
    if guaranteed_entries(tournament) < conditions.guarantee_entries:
        return 0
    return max(conditions.guarantee_cents - pool_cents(tournament), 0)


@added_value.applies(ValueAdded)
def value_added(tournament: Tournament, event: ValueAdded, envelope: Envelope) -> Tournament:
    purse = tournament.purse
    tournament = replace(tournament, purse=replace(purse, goods=(*purse.goods, *event.goods)))
    return with_purse(tournament, added_cents=event.cents)


@added_value.applies(ValueTakenBack)
def value_taken_back(
    tournament: Tournament, event: ValueTakenBack, envelope: Envelope
) -> Tournament:
    purse = tournament.purse
    goods = tuple(item for item in purse.goods if item not in event.goods)
    tournament = replace(tournament, purse=replace(purse, goods=goods))
    return with_purse(tournament, added_cents=-event.cents)
