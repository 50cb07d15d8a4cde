"""The first event of a house: its name, its rulebook and its time zone."""

from punto.aggregate.event import Unregistered, Visibility
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.base_classes import HouseEvent
from punto.house.calendar import zone_of
from punto.house.house import House, HouseConfig
from punto.rulebook.elect import TableRules


class HouseSetUp(HouseEvent, frozen=True, gc=False, tag="house_set_up"):
    """A house was set up. This is the first event of its log."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    rulebook: str
    digest: str
    zone: str


def set_up(rules: TableRules, name: str, zone: str) -> HouseSetUp:
    """Return the first event of a house."""
    if not name.strip():
        raise Malformed("a house has a name", code=ErrorCode.INCOMPLETE)
    zone_of(zone)
    edition = rules.edition
    return HouseSetUp(name=name, rulebook=edition.id, digest=edition.digest, zone=zone)


def house_from(event: HouseSetUp) -> House:
    """Return the house as its first event creates it."""
    return House(HouseConfig(event.name, event.rulebook, event.digest, event.zone))
