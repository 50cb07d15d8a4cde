"""An event describes itself: who may learn of it, which registers record it, whether it is final.

Feeds, registers and alerts follow from these declarations. An event class without them cannot be
defined. Otherwise a new event could be public, or missing from a register, by mistake.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from punto.clause import Reason


class Visibility(StrEnum):
    """Who receives an event. Those who watch receive it too, unless a member says otherwise."""

    EVERYBODY = "everybody"
    STAFF = "staff"
    PERSON_AND_STAFF = "person_and_staff"
    """The person whom the event concerns, and staff."""
    PERSON = "person"
    """The person whom the event concerns; other staff do not."""
    WATCH = "watch"
    """Only supervisors and surveillance: nobody else learns of a matter that is under review."""
    FORM_MAKER = "form_maker"
    """The maker of a form and the official who examines it, and nobody else."""
    FORM_MARKED = "form_marked"
    """The maker of a form and staff; everybody once a marker on the table shows it."""
    NOBODY = "nobody"
    """Nobody: the event records what the people at the table have not noticed."""


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
# For these, `concerns` must name the field with the person who receives the event.
_PERSONAL = frozenset(
    {
        Visibility.PERSON,
        Visibility.PERSON_AND_STAFF,
        Visibility.FORM_MAKER,
        Visibility.FORM_MARKED,
    }
)


class EventMeta(msgspec.StructMeta):
    """The metaclass of events: it raises an error if a class lacks a declaration."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        event_class = super().__new__(cls, name, bases, namespace, **config)
        if isinstance(config.get("tag"), str):
            _check_declared(event_class, name, namespace)
        return event_class


def _check_declared(event_class: Any, name: str, namespace: Mapping[str, Any]) -> None:
    missing = [attribute for attribute in _DECLARED if attribute not in namespace]
    if missing:
        raise TypeError(f"the event {name} does not declare its {' and '.join(missing)}")
    if (
        event_class.visibility in _PERSONAL
        and event_class.concerns not in event_class.__struct_fields__
    ):
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

    The tag is stable: a later version of an event gets its own tag, such as ``card_drawn/2``,
    and the earlier one is still read.
    """

    visibility: ClassVar[Visibility]
    registers: ClassVar[tuple[Register, ...] | Unregistered]
    concerns: ClassVar[str | None] = None
    """The field that names the person whom the event concerns."""
    final: ClassVar[str | None] = None
    """Why a step with this event cannot be undone; None if it can."""
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
        """Return the person whom the event concerns."""
        return None if self.concerns is None else getattr(self, self.concerns)


class Undoing(Event, frozen=True):
    """A command is undone: the state is again as it was at a version of the stream.

    It carries no state. `Fold` keeps the state before the last command.
    """

    back_to: int


class Listener(Struct, frozen=True):
    """A person who receives events: their name, and the capacity in which they look."""

    name: str | None = None
    staff: bool = False
    watches: bool = False
    examines_forms: bool = False


def may_learn(event: Event, listener: Listener) -> bool:
    """Return whether a listener may receive an event."""
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
