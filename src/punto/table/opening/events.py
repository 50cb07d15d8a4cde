"""A table was set up, opened and closed; what was approved, ticked off, shown and told."""

from msgspec import Struct

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.cards import Card
from punto.rulebook.elections import Elections
from punto.shoe import Stage


class OfOpening(Event, frozen=True, gc=False):
    """An event about opening, closing and duties."""


class InPlay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How far a game had come that was taken up while it was being played."""

    stage: Stage
    cards: int
    drawn: int = 0
    burned: int = 0
    cutting_card: int | None = None
    seen: dict[Card, int] = {}
    on_duty: tuple[str, ...] = ()
    bank: str | None = None
    method: str | None = None
    closed: bool = False


class TableSetUp(OfOpening, frozen=True, gc=False, tag="table_set_up"):
    """A table begins: its rulebook and the digest of its text, what the house elected, its float.

    ``in_play`` where the game was already on when it was taken up.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    rulebook: str
    digest: str
    elections: Elections
    seats: int
    decks: int
    cards: int
    float_cents: int
    in_play: InPlay | None = None


class RulebookAdopted(OfOpening, frozen=True, gc=False, tag="rulebook_adopted"):
    """The table is played under the text of this digest from now on."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    digest: str


class ApprovalRecorded(OfOpening, frozen=True, gc=False, tag="approval_recorded"):
    visibility = Visibility.STAFF
    registers = (Register.APPROVALS,)

    item: str
    authority: str
    reference: str
    given: str


class ItemAttested(OfOpening, frozen=True, gc=False, tag="item_attested"):
    """Somebody of a title has ticked off one item of a list."""

    visibility = Visibility.STAFF
    registers = (Register.APPROVALS,)

    item: str
    title: str


class TableOpened(OfOpening, frozen=True, gc=False, tag="table_opened"):
    """Gaming begins; who holds the bank, where that is said."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    bank: str | None = None
    agreement: str | None = None


class TableClosed(OfOpening, frozen=True, gc=False, tag="table_closed"):
    """Gaming ends."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT


class CashSwitched(OfOpening, frozen=True, gc=False, tag="cash_switched"):
    """From now on the table takes cash or none, with or without a drop box."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    cashless: bool
    drop_box: bool


class SignedOn(OfOpening, frozen=True, gc=False, tag="signed_on"):
    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str


class SignedOff(OfOpening, frozen=True, gc=False, tag="signed_off"):
    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str


class PersonTold(OfOpening, frozen=True, gc=False, tag="person_told"):
    """Somebody was told of a matter."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    whom: str
    matter: str


class SignDisplayed(OfOpening, frozen=True, gc=False, tag="sign_displayed"):
    """A sign about a matter is up."""

    visibility = Visibility.STAFF
    registers = (Register.LIMITS,)

    matter: str


class RulesShown(OfOpening, frozen=True, gc=False, tag="rules_shown"):
    """Somebody was shown the rules, or the table by which cards are drawn."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "to"

    what: str
    to: str


OpeningEvent = (
    TableSetUp
    | RulebookAdopted
    | ApprovalRecorded
    | ItemAttested
    | TableOpened
    | TableClosed
    | CashSwitched
    | SignedOn
    | SignedOff
    | PersonTold
    | SignDisplayed
    | RulesShown
)
