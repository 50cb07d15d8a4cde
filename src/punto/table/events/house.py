"""People, cards on their way, signs and registers: what happened around the coups."""

from punto.cards import Card
from punto.shoe import Burned, Shoe
from punto.table.events.base import Event
from punto.table.records import Dispute, Entry, House, Mispayment, Notice
from punto.table.state import (
    Block,
    CutOffer,
    Fault,
    Limits,
    Patron,
    Role,
)


class PatronJoined(Event, frozen=True, gc=False, tag="patron_joined"):
    patron: Patron


class PatronLeft(Event, frozen=True, gc=False, tag="patron_left"):
    """Somebody left; where advice outlasts that, ``advised`` keeps it for when they return."""

    name: str
    advised: bool = False


class PatronMoved(Event, frozen=True, gc=False, tag="patron_moved"):
    """Somebody changed their place and is the same person there."""

    name: str
    seat: int
    standing: bool


class ChipsBought(Event, frozen=True, gc=False, tag="chips_bought"):
    name: str
    cents: int


class TokensHandedOver(Event, frozen=True, gc=False, tag="tokens_handed_over"):
    name: str
    cents: int


class ShoeChanged(Event, frozen=True, gc=False, tag="shoe_changed"):
    """The cards took a step on their way through the table."""

    step: str
    shoe: Shoe


class CardsBurned(Event, frozen=True, gc=False, tag="cards_burned"):
    burned: Burned


class BurnedCardShown(Event, frozen=True, gc=False, tag="burned_card_shown"):
    card: Card


class CutOffered(Event, frozen=True, gc=False, tag="cut_offered"):
    """The cut is offered, declined, or passed to a nominee: how the offer stands now."""

    offer: CutOffer


class LimitsAgreed(Event, frozen=True, gc=False, tag="limits_agreed"):
    name: str
    minimum_cents: int | None
    maximum_cents: int


class LimitsChanged(Event, frozen=True, gc=False, tag="limits_changed"):
    """The sign says something else; ``kept`` is the earlier minimum that patrons keep."""

    limits: Limits
    kept: dict[str, int | None]
    notices: tuple[Notice, ...] = ()


class SettlementChanged(Event, frozen=True, gc=False, tag="settlement_changed"):
    scheme: str
    notices: tuple[Notice, ...] = ()


class MethodChanged(Event, frozen=True, gc=False, tag="method_changed"):
    method: str


class PatronAdvised(Event, frozen=True, gc=False, tag="patron_advised"):
    """A patron is told that further wagers under the minimum will be returned."""

    name: str


class RoleChanged(Event, frozen=True, gc=False, tag="role_changed"):
    role: Role


class TableOpened(Event, frozen=True, gc=False, tag="table_opened"):
    house: House


class TableClosed(Event, frozen=True, gc=False, tag="table_closed"):
    pass


class HouseChanged(Event, frozen=True, gc=False, tag="house_changed"):
    """The house's side of the table is as given now; ``what`` says what changed."""

    what: str
    house: House


class Recorded(Event, frozen=True, gc=False, tag="recorded"):
    """A line in the register of the table."""

    entry: Entry


class Blocked(Event, frozen=True, gc=False, tag="blocked"):
    """Something must be done before the game goes on."""

    block: Block


class Unblocked(Event, frozen=True, gc=False, tag="unblocked"):
    kind: str


class Mispaid(Event, frozen=True, gc=False, tag="mispaid"):
    """A wrong payment is found, or something is done about one."""

    mispayment: Mispayment


class DisputeMoved(Event, frozen=True, gc=False, tag="dispute_moved"):
    """A dispute is raised, ruled on or closed."""

    dispute: Dispute


class FaultMoved(Event, frozen=True, gc=False, tag="fault_moved"):
    """How things stand with a failed device, and with the cards that were in it."""

    fault: Fault | None
    shoe: Shoe
