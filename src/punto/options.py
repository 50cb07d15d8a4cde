"""What somebody may do now, found by trying: an example of each command, or why there is none."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import Any, Protocol

from msgspec import Struct

from punto.aggregate.roles import shape_of
from punto.clause import Clauses, Malformed, NotEntitled, Refused, merged
from punto.error_codes import ErrorCode
from punto.statements import said_in

# So many ways to fill a command in are tried before it is said that it cannot be done now.
TRIES = 24


class Option(Struct, frozen=True):
    """A command, and whether it may be given now: an example of it, or the reason why not.

    ``clause`` is what the example rests on, or what forbids it.
    """

    name: str
    what: str
    by: str | None
    example: Any
    code: ErrorCode | None
    why: str
    clause: Clauses

    @property
    def asks(self) -> tuple[str, ...]:
        """Return the fields of the example that stand for what a person has to say: ask them."""
        return () if self.example is None else tuple(said_in(self.example))


class Named(Protocol):
    """Somebody who acts."""

    @property
    def name(self) -> str:
        """Return who it is."""


class Fillings(Protocol):
    """What the fields of commands may sensibly be filled with."""

    def of(self, kind: type, name: str) -> Sequence[Any]:
        """Return what a field may be filled with."""

    def beside(self, kind: type) -> Iterable[str]:
        """Return the fields of a command that are filled in though they need not be."""


Try = Callable[[Any, Any], Iterable[Any]]
Say = Callable[[Any], Any]


def option(
    kind: type, fillings: Fillings, actors: Sequence[Named], decide: Try, say: Say
) -> Option:
    """Return whether somebody could give a command; ``say`` makes an example fit to be shown."""
    name = str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
    what = (kind.__doc__ or "").strip().splitlines()[0]
    no: Refused | Malformed | None = None
    shut_out: set[int] = set()
    for command in islice(_filled(kind, fillings), TRIES):
        for place, actor in enumerate(actors):
            if place in shut_out:
                continue
            try:
                events = decide(actor, command)
            except NotEntitled as denial:
                # Whoever has not the power has it for no other words either.
                shut_out.add(place)
                no = no or denial
            except (Refused, Malformed) as denial:
                if no is None or isinstance(no, NotEntitled):
                    no = denial
            else:
                return Option(name, what, actor.name, say(command), None, "", _cited(events))
        silent = isinstance(no, Refused) and no.code == ErrorCode.RULE_NOT_HELD
        if silent or len(shut_out) == len(actors):
            break
    if no is None:
        return Option(name, what, None, None, None, "nothing to do it with", ())
    clause = no.clause if isinstance(no, Refused) else ()
    return Option(name, what, None, None, no.code, no.message, clause)


def _cited(events: Iterable[Any]) -> Clauses:
    """Return the clauses that what would happen rests on."""
    reasons = (reason for event in events for reason in getattr(event, "reasons", ()))
    return merged(*(reason.clause for reason in reasons))


@cache
def _named(kind: type, extra: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields of a command that are filled in: the required, and some more."""
    return tuple(
        field.name for field in shape_of(kind).fields if field.required or field.name in extra
    )


def _filled(kind: type, fillings: Fillings) -> Iterator[Any]:
    """Yield a command with what it needs filled in."""
    names = _named(kind, tuple(fillings.beside(kind)))
    for values in product(*(fillings.of(kind, name) for name in names)):
        yield kind(**dict(zip(names, values, strict=True)))
