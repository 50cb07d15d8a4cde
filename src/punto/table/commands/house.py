"""Opening and closing, presence, notices, and what staff tell one another."""

from punto.table.commands.base import Command
from punto.table.records import Proposed


class RecordApproval(Command, frozen=True, tag="record_approval"):
    """A written approval is put on file."""

    item: str
    authority: str
    reference: str
    given: str


class Attest(Command, frozen=True, tag="attest"):
    """Somebody ticks off one item of the list of a table."""

    item: str


class OpenTable(Command, frozen=True, tag="open_table"):
    """The table is opened; where it matters, who holds the bank is said."""

    bank: str | None = None
    agreement: str | None = None


class CloseTable(Command, frozen=True, tag="close_table"):
    """The table is closed."""


class SignOn(Command, frozen=True, tag="sign_on"):
    """Somebody who answers for the game comes on duty."""


class SignOff(Command, frozen=True, tag="sign_off"):
    """Somebody who answers for the game goes off duty."""


class PostNotice(Command, frozen=True, tag="post_notice"):
    """A notice of a change is put up, with the time from which it is to hold."""

    change: Proposed
    effective_at: int | None = None


class ChangeSign(Command, frozen=True, tag="change_sign"):
    """Limits or the settlement change to what is given; ``agreed`` are patrons who consent."""

    change: Proposed
    agreed: tuple[str, ...] = ()


class Tell(Command, frozen=True, tag="tell"):
    """Somebody is told of a matter."""

    whom: str
    matter: str


class DisplaySign(Command, frozen=True, tag="display_sign"):
    """A sign about a matter is put up."""

    matter: str
