"""Who acts at a table, and whether a title suffices for what the rulebook asks."""

from msgspec import Struct

from punto.clause import Clauses, Refused
from punto.rulebook.schema import Edition

PATRON, DEALER = "patron", "dealer"


class Actor(Struct, frozen=True):
    """A person with the title under which they act."""

    name: str
    title: str

    @property
    def is_patron(self) -> bool:
        return self.title == PATRON


def satisfies(edition: Edition, title: str, wanted: str) -> bool:
    """Return whether a title is the one wanted, or one that the rulebook counts as it."""
    named = edition.titles.get(wanted)
    return title == wanted or (named is not None and title in named.value)


def require(edition: Edition, actor: Actor, wanted: str, clause: Clauses, act: str) -> None:
    """Refuse what somebody without the title tries to do."""
    if not satisfies(edition, actor.title, wanted):
        name = wanted.replace("_", " ")
        raise Refused("not_entitled", clause, f"{actor.name} may not {act}: that is for a {name}")
