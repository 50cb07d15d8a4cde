"""The list of all topics of the house; decide, may, evolve and replay by their types."""

from collections.abc import Iterable

from punto.aggregate.actor import Actor, check_moment
from punto.aggregate.envelope import LogEntry
from punto.aggregate.permission import Permission, permission
from punto.aggregate.topic import Registry
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.award.notification import notification
from punto.house.award.payment import payment
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.compliance.disputes import disputes
from punto.house.compliance.integrity import integrity
from punto.house.compliance.records import records
from punto.house.context import HouseContext, changes
from punto.house.creation import HouseSetUp, house_from
from punto.house.draw.drawing import drawing
from punto.house.draw.entries import entries
from punto.house.house import House
from punto.house.lookups import NO_LOOKUPS, HouseLookups
from punto.house.terms.prizes import prizes
from punto.house.terms.publishing import publishing
from punto.rulebook.elect import TableRules

TOPICS = (
    prizes,
    publishing,
    entries,
    drawing,
    payment,
    notification,
    disputes,
    integrity,
    records,
)
registry: Registry[House, HouseContext] = Registry(HouseSetUp, TOPICS)


def decide(
    rules: TableRules,
    house: House,
    by: Actor,
    command: HouseCommand,
    known: HouseLookups = NO_LOOKUPS,
) -> Events:
    """Return the events that a command causes, or raise the error that forbids it.

    ``known`` is the data that the caller looked up for the command.
    """
    check_moment(by.at)
    _check_rulebook_text(rules, house)
    return registry.decide(HouseContext(rules, house, by, known), command)


def may(rules: TableRules, house: House, by: Actor, kind: type[HouseCommand]) -> Permission:
    """Return whether somebody may give a kind of command now, whatever its values are."""

    def check() -> None:
        _check_rulebook_text(rules, house)
        registry.permissions[kind](HouseContext(rules, house, by))

    return permission(check)


def _check_rulebook_text(rules: TableRules, house: House) -> None:
    if rules.edition.digest != house.setup.digest:
        text = f"the text of {rules.edition.id} has changed since this house was set up"
        raise Malformed(text, code=ErrorCode.RULEBOOK_CHANGED)


evolve, after, applied = changes.evolve, changes.after, changes.applied


def replay(log: Iterable[LogEntry[HouseEvent]]) -> House:
    """Return the house that results from a log."""
    entries = iter(log)
    first = next(entries).event
    assert isinstance(first, HouseSetUp), "a log begins with the house being set up"
    return applied(house_from(first), entries)
