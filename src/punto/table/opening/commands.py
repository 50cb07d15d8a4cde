"""Opening and closing, presence, approvals, and what staff show and tell."""

from punto.aggregate.command import Command


class AboutOpening(Command, frozen=True):
    """A command about opening, closing and duties."""


class AdoptRulebook(AboutOpening, frozen=True, tag="adopt_rulebook"):
    """The text of the rulebook has changed since the table was set up, and is adopted."""


class RecordApproval(AboutOpening, frozen=True, tag="record_approval"):
    """A written approval is put on file."""

    item: str
    authority: str
    reference: str
    given: str


class Attest(AboutOpening, frozen=True, tag="attest"):
    """Somebody ticks off one item of the list of a table."""

    item: str


class OpenTable(AboutOpening, frozen=True, tag="open_table"):
    """The table is opened; where it matters, who holds the bank is said."""

    bank: str | None = None
    agreement: str | None = None


class CloseTable(AboutOpening, frozen=True, tag="close_table"):
    """The table is closed."""


class SwitchCash(AboutOpening, frozen=True, tag="switch_cash"):
    """A table goes over to taking no cash, or back; its drop box is taken off, or put on."""

    cashless: bool | None = None
    drop_box: bool | None = None


class SignOn(AboutOpening, frozen=True, tag="sign_on"):
    """Somebody who answers for the game comes on duty."""


class SignOff(AboutOpening, frozen=True, tag="sign_off"):
    """Somebody who answers for the game goes off duty."""


class Tell(AboutOpening, frozen=True, tag="tell"):
    """Somebody is told of a matter."""

    whom: str
    matter: str


class DisplaySign(AboutOpening, frozen=True, tag="display_sign"):
    """A sign about a matter is put up."""

    matter: str


class ShowRules(AboutOpening, frozen=True, tag="show_rules"):
    """Somebody asks to see the rules, or the table by which cards are drawn."""

    what: str = "rules"


OpeningCommand = (
    AdoptRulebook
    | RecordApproval
    | Attest
    | OpenTable
    | CloseTable
    | SwitchCash
    | SignOn
    | SignOff
    | Tell
    | DisplaySign
    | ShowRules
)
