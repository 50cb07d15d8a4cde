"""What somebody may do now: whether a command is permitted, with an example that is accepted."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any, Protocol

from msgspec import Struct
from msgspec import inspect as shapes

from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.permission import May, Permission
from punto.aggregate.roles import Field, Role, fields_of
from punto.clause import Clauses, Malformed, NotEntitled, Refused, merged
from punto.error_codes import ErrorCode
from punto.statements import said_in

# So many examples are tried before it is said what is wrong with them.
TRIES = 24
# What stands in for a value that nothing else suggests.
_STAND_INS: dict[Role, Any] = {
    Role.DAY: "2015-02-11",
    Role.COMMITMENT: "0" * 64,
    Role.MOMENT: 0,
    Role.MONEY: 50_000,
    Role.PERSON: "person-1",
    Role.STAFF: "cashier",
}


class Option(Struct, frozen=True):
    """A command with an example and who could give it now, or the reason why there is none.

    The reason is why nobody who asks may give it. If somebody may, it is what is wrong with the
    examples that were tried. ``clause`` is what the example, or the reason, rests on.
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


class Suggestions(Protocol):
    """What the fields of commands may be filled with."""

    def of(self, kind: type[Command], field: Field) -> Sequence[Any]:
        """Return what a field may be filled with."""

    def filled(self, kind: type[Command]) -> Collection[str]:
        """Return the fields of a command that are filled in though they need not be."""


MayGive = Callable[[Actor, type[Any]], Permission]
Try = Callable[[Actor, Any], Iterable[Any]]


class Asking(Struct, frozen=True):
    """Who asks, what decides on that, and what to try; ``say`` makes an example fit to be shown."""

    actors: Sequence[Actor]
    suggestions: Suggestions
    may: MayGive
    decide: Try
    say: Callable[[Any], Any] = lambda command: command


def option(kind: type[Command], asking: Asking) -> Option:
    """Return whether somebody may give a command, with an example if one is accepted."""
    permitted: list[Actor] = []
    no: Refused | Malformed | None = None
    for actor in asking.actors:
        permission = asking.may(actor, kind)
        if permission:
            permitted.append(actor)
        elif no is None or (isinstance(no, NotEntitled) and permission.answer is May.NOT_NOW):
            no = permission.error
    return _tried(kind, asking, permitted) if permitted else _without(kind, no)


def _tried(kind: type[Command], asking: Asking, permitted: list[Actor]) -> Option:
    """Return a command with the first example that is accepted, or what is wrong with them."""
    no: Refused | Malformed | None = None
    for command in islice(_examples(kind, asking.suggestions), TRIES):
        for actor in tuple(permitted):
            try:
                events = asking.decide(actor, command)
            except (Refused, Malformed) as denial:
                if isinstance(denial, NotEntitled):
                    # Whoever may not give this one may give no other example either.
                    permitted.remove(actor)
                if no is None or isinstance(no, NotEntitled) or no.code == ErrorCode.INCOMPLETE:
                    no = denial
            else:
                shown = asking.say(command)
                return Option(*_named(kind), actor.name, shown, None, "", _cited(events))
        if no is not None and no.code == ErrorCode.RULE_NOT_HELD:
            break
    return _without(kind, no)


def _named(kind: type[Command]) -> tuple[str, str]:
    """Return the name of a command and what it is."""
    return str(kind.__struct_config__.tag), (kind.__doc__ or "").strip().splitlines()[0]


def _without(kind: type[Command], no: Refused | Malformed | None) -> Option:
    """Return a command without an example, and why there is none."""
    if no is None:
        return Option(*_named(kind), None, None, None, "nothing to do it with", ())
    clause = no.clause if isinstance(no, Refused) else ()
    return Option(*_named(kind), None, None, no.code, no.message, clause)


def _cited(events: Iterable[Any]) -> Clauses:
    """Return the clauses that what would happen rests on."""
    reasons = (reason for event in events for reason in getattr(event, "reasons", ()))
    return merged(*(reason.clause for reason in reasons))


def _examples(kind: type[Command], suggestions: Suggestions) -> Iterator[Command]:
    """Yield a command filled in: first what it needs, then also what somebody may have to state."""
    fields, filled = fields_of(kind), suggestions.filled(kind)
    needed = [one for one in fields.values() if one.required or one.name in filled]
    stated = [one for one in fields.values() if one.statement and one not in needed]
    share = TRIES // (len(stated) + 1)
    for count in range(len(stated) + 1):
        chosen = (*needed, *stated[:count])
        values = product(*(suggestions.of(kind, field) for field in chosen))
        for found in islice(values, max(share, 1)):
            yield kind(**{field.name: one for field, one in zip(chosen, found, strict=True)})


def stand_ins(field: Field) -> Sequence[Any]:
    """Return values of a field that fit it by its role and its shape alone."""
    match field.shape:
        case shapes.BoolType():
            return (True, False)
        case shapes.LiteralType(values=values):
            # They come sorted, and Player is before Banker.
            return tuple(reversed(values))
        case shapes.EnumType(cls=members):
            return tuple(members)
        case shapes.VarTupleType():
            return ((),)
        case shapes.DictType():
            return ({},)
        case shapes.StructType(cls=part):
            return (part(),)
        case shapes.IntType():
            return (_STAND_INS.get(field.role, 1) if field.role else 1,)
        case _:
            return (_STAND_INS.get(field.role, "as said") if field.role else "as said",)
