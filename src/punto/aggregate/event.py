"""An event describes itself: who may learn of it, which registers record it, whether it is final.

Feeds, registers and alerts follow from these declarations. An event class without them cannot be
defined, so a new event is never public by accident and never missing from a register by oversight.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from punto.clause import Reason


class Visibility(StrEnum):
    """Who learns of an event. Where nothing else is said, those who watch learn of it too."""

    EVERYBODY = "everybody"
    STAFF = "staff"
    PERSON_AND_STAFF = "person_and_staff"
    """The person whom the event concerns, and staff."""
    PERSON = "person"
    """The person whom the event concerns; other staff do not."""
    WATCH = "watch"
    """Only those who watch: what is under review stays with them until it is decided."""
    FORM_MAKER = "form_maker"
    """The maker of a form and the official who examines it, and nobody else."""
    FORM_MARKED = "form_marked"
    """The maker of a form and staff; everybody once a marker on the table shows it."""
    NOBODY = "nobody"
    """Nobody: people at the table have not noticed what is written down."""


class Register(StrEnum):
    """The registers; each is a report that `punto report` knows under this name."""

    APPROVALS = "approvals"
    CARD_CHECKS = "card_checks"
    CHIP_COUNTS = "chip_counts"
    DENIED_CLAIMS = "denied_claims"
    DEVICES = "devices"
    DISPUTES = "disputes"
    ENTRIES = "entries"
    FLOATS = "floats"
    INCIDENTS = "incidents"
    IRREGULARITIES = "irregularities"
    LIMITS = "limits"
    MISPAYMENTS = "mispayments"
    NOTICES = "notices"
    ODD_CARDS = "odd_cards"
    VOIDS = "voids"


class Unregistered(StrEnum):
    """Why no register records an event."""

    PLAY = "the ordinary course of play: the log of the stream has it"
    MONEY = "money and chips that move by a rule: drop, win and prizes are worked out from them"
    ARRANGEMENT = "how people, places, cards and times are arranged"
    CONSEQUENCE = "it follows from another event, which a register records"
    REPORTED = "a report of its own shows it"


class Alert(StrEnum):
    """What a supervisor should notice at once."""

    IRREGULARITY = "irregularity"
    DISPUTE = "dispute"
    WRONG_PAYMENT = "wrong_payment"
    DEVICE = "device"
    INCIDENT = "incident"
    NO_BET_COUP = "no_bet_coup"


_DECLARED = ("visibility", "registers")
# Whom an event concerns has to be a field, where only that person learns of it.
_PERSONAL = frozenset(
    {
        Visibility.PERSON,
        Visibility.PERSON_AND_STAFF,
        Visibility.FORM_MAKER,
        Visibility.FORM_MARKED,
    }
)


class EventMeta(msgspec.StructMeta):
    """The class of event classes: it refuses one that does not describe itself."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        made = super().__new__(cls, name, bases, namespace, **config)
        if isinstance(config.get("tag"), str):
            _check_declared(made, name, namespace)
        return made


def _check_declared(made: Any, name: str, namespace: Mapping[str, Any]) -> None:
    missing = [what for what in _DECLARED if what not in namespace]
    if missing:
        raise TypeError(f"the event {name} does not declare its {' and '.join(missing)}")
    if made.visibility in _PERSONAL and made.concerns not in made.__struct_fields__:
        raise TypeError(f"the event {name} is for one person: `concerns` must name a field")


class Event(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    metaclass=EventMeta,
):
    """Something that happened, with the reasons a rule gave for it.

    The tag is stable: a later version of an event gets a tag of its own, such as ``card_drawn/2``,
    and the earlier one is still read.
    """

    visibility: ClassVar[Visibility]
    registers: ClassVar[tuple[Register, ...] | Unregistered]
    concerns: ClassVar[str | None] = None
    """The field that names the person whom the event concerns."""
    final: ClassVar[str | None] = None
    """Why a step with this event cannot be taken back; None if it can."""
    alert: ClassVar[Alert | None] = None

    reasons: tuple[Reason, ...] = ()

    @classmethod
    def tag(cls) -> str:
        """Return the name of this kind of event in a log."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def belongs_to(cls, register: Register) -> bool:
        """Return whether a register records this kind of event."""
        return isinstance(cls.registers, tuple) and register in cls.registers

    @property
    def concerned(self) -> str | None:
        """Return whom the event concerns."""
        return None if self.concerns is None else getattr(self, self.concerns)


class Undoing(Event, frozen=True):
    """A command is taken back: the state is again as it was at a version of the stream.

    It carries no state. Whoever folds a log keeps the state before its last command.
    """

    back_to: int


class Listener(Struct, frozen=True):
    """Somebody who may learn of events: who they are, and in which capacity they look."""

    name: str | None = None
    staff: bool = False
    watches: bool = False
    examines_forms: bool = False


def may_learn(event: Event, listener: Listener) -> bool:
    """Return whether somebody may learn of an event."""
    concerned = listener.name is not None and event.concerned == listener.name
    match event.visibility:
        case Visibility.EVERYBODY:
            return True
        case Visibility.NOBODY:
            return False
        case Visibility.FORM_MAKER:
            return concerned or listener.examines_forms
        case Visibility.FORM_MARKED if getattr(event, "marks", False):
            return True
        case Visibility.STAFF:
            return listener.staff or listener.watches
        case Visibility.PERSON_AND_STAFF | Visibility.FORM_MARKED:
            return concerned or listener.staff or listener.watches
        case Visibility.PERSON:
            return concerned or listener.watches
        case Visibility.WATCH:
            return listener.watches
