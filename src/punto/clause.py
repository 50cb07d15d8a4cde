"""A clause, a value with its clause, and a refusal that cites one.

A clause is always text and always carries its rulebook: ``nsw-2024/11.2.2``. In a rulebook's own
files and scenarios the short form ``11.2.2`` is enough; loading makes it whole.
"""

from collections.abc import Iterable
from typing import Generic, Never, TypeVar

from msgspec import Struct

T = TypeVar("T")

Clauses = tuple[str, ...]


class Cited(Struct, Generic[T], frozen=True, forbid_unknown_fields=True, rename={"value": "is"}):
    """A datum of a rulebook that code acts on, with the clauses that give it."""

    value: T
    clause: Clauses
    reading: str | None = None


class Held(Struct, Generic[T], frozen=True, forbid_unknown_fields=True, rename={"held": "is"}):
    """A datum of a rulebook that is shown and compared, but that no code acts on yet.

    It has no ``value`` on purpose: code that starts to use it must make it ``Cited``, and from
    then on ``punto rules mutate`` demands a scenario for it.
    """

    held: T
    clause: Clauses
    reading: str | None = None


class Reason(Struct, frozen=True, gc=False):
    """One step of an explanation: what happened, and the clauses that made it so."""

    text: str
    clause: Clauses


class Refused(Exception):  # noqa: N818  the glossary's word for it
    """What the rulebook forbids: a stable code, the clauses and one sentence."""

    def __init__(self, code: str, clause: Clauses, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"refused: {self.code} [{', '.join(self.clause)}] {self.message}"


class Malformed(ValueError):  # noqa: N818  a word of the glossary, as Refused is
    """Input that says nothing the rulebook could judge: a typing slip, an unknown name.

    At a table it becomes a refusal like any other, with its ``code`` and the clauses about the act.
    """

    def __init__(self, message: str, hint: str | None = None, *, code: str = "not_now") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


class Unsaid(Struct, frozen=True):
    """Where a datum would stand if the instrument had it: whoever asks for it is refused.

    It is false, so that code which can do without may say so. Loading fills in whose silence it is.
    """

    topic: str
    rulebook: str = ""
    scope: str = ""
    scope_clause: Clauses = ()

    def __bool__(self) -> bool:
        return False

    @property
    def value(self) -> Never:
        raise self.refusal

    @property
    def clause(self) -> Never:
        raise self.refusal

    @property
    def refusal(self) -> Refused:
        """Return the refusal of a question that the text held does not answer."""
        text = f"{self.rulebook} ({self.scope}) does not say {self.topic}"
        return Refused("rule_not_held", self.scope_clause, f"{text}; no other text fills it in")


def short(clause: str) -> str:
    """Return a clause without its rulebook, as a person at the table would say it."""
    return clause.partition("/")[2] or clause


def merged(*groups: Iterable[str]) -> Clauses:
    """Return the clauses of several groups, each once, in order."""
    return tuple(dict.fromkeys(clause for group in groups for clause in group))
