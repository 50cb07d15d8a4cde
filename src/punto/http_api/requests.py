"""What the server is asked: the body of every request that is not a command."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who signs in."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"SignIn({self.name!r})"


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants; ``elect`` in the words of a scenario, the float in dollars."""

    name: str
    rulebook: str
    elect: dict[str, Any] = {}
    float_dollars: int = 1_000_000
    ready: bool = False


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament that somebody wants; ``name`` is its address, ``title`` what people call it."""

    name: str
    rulebook: str
    title: str
    elect: dict[str, Any] = {}


class NewHouse(Struct, frozen=True, forbid_unknown_fields=True):
    """The house: under which rulebook it is, what it is called, and the time zone it lies in."""

    rulebook: str
    title: str
    zone: str


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Under which name a patron joins, and where they sit."""

    name: str
    seat: int


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """The entrant whose own device is to be let in."""

    name: str


class Door(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether patrons come to a table by themselves, or only staff let them in."""

    staff_only: bool


class Facts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known about somebody; what is left out stays as it is."""

    name: str | UnsetType = UNSET
    address: str | UnsetType = UNSET
    contact: str | UnsetType = UNSET

    def __repr__(self) -> str:
        return "Facts(...)"
