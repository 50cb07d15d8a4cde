"""A command describes itself; its tag is its name everywhere."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from punto.rulebook.power import Power


class Group(StrEnum):
    """The groups in which consoles and help texts show commands."""

    DEAL = "deal"
    """The steps of a coup and of a new shoe, and the wagers of patrons."""
    LIMITS = "limits"
    COUP = "coup"
    SETTLING = "settling"
    PEOPLE = "people"
    CARDS = "cards"
    TABLE = "table"
    ENTRY = "entry"
    SESSION = "session"
    PLAY = "play"
    PLACING = "placing"
    CONDUCT = "conduct"
    PROMOTIONS = "promotions"
    PRIZES = "prizes"
    COMPLIANCE = "compliance"


class ErrorArea(StrEnum):
    """What went wrong, for a command that is given only after an error."""

    CARD = "card"
    ORDER = "order"
    MONEY = "money"
    DEVICE = "device"
    PERSON = "person"
    VOID = "void"


_DECLARED = ("group", "powers")


class CommandMeta(msgspec.StructMeta):
    """The metaclass of commands: it raises an error if a class lacks a declaration."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        if isinstance(config.get("tag"), str):
            _check_declared(name, namespace)
        return super().__new__(cls, name, bases, namespace, **config)


def _check_declared(name: str, namespace: Mapping[str, Any]) -> None:
    missing = [attribute for attribute in _DECLARED if attribute not in namespace]
    if missing:
        raise TypeError(f"the command {name} does not declare its {' and '.join(missing)}")


class Command(
    Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    metaclass=CommandMeta,
):
    """Something that a person does.

    ``powers`` are the powers of the rulebook that the command may require. If that depends on the
    values of the command, they are all listed. A patron may give a command without any of them.
    ``own`` commands are about whoever gives them unless they name somebody else. Commands that
    ``mixes`` cards put them into an order which only whoever holds the cards knows.
    """

    group: ClassVar[Group]
    powers: ClassVar[tuple[Power, ...]]
    trouble: ClassVar[ErrorArea | None] = None
    own: ClassVar[bool] = False
    mixes: ClassVar[bool] = False
