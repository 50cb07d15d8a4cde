"""A clause, a value with its clause, and a refusal that cites one.

A clause is always text and always carries its rulebook: ``nsw-2024/11.2.2``. In a rulebook's own
files and scenarios the short form ``11.2.2`` is enough; loading makes it whole.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Generic, Never, TypeVar

from msgspec import Struct

from punto.error_codes import ErrorCode

T = TypeVar("T")

Clauses = tuple[str, ...]
# Stands between what happened and the clauses that made it so.
_WHY = " § "


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


class Reason:
    """One step of an explanation: what happened, and the clauses that made it so.

    A log writes it as one line, ``wager accepted § nsw-2024/5.1; 5.6``; elsewhere it is an object.
    """

    __slots__ = ("clause", "text")

    def __init__(self, text: str, clause: Clauses) -> None:
        self.text: Final = text
        self.clause: Final = clause

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and (self.text, self.clause) == (other.text, other.clause)

    def __hash__(self) -> int:
        return hash((self.text, self.clause))

    def __repr__(self) -> str:
        return f"Reason({self.text!r}, {self.clause!r})"

    @property
    def line(self) -> str:
        """Return the reason as one line; a clause of the same rulebook goes without its name."""
        if not self.clause:
            # Words that somebody wrote may hold the sign themselves.
            return f"{self.text}{_WHY}" if _WHY in self.text else self.text
        rulebook = self.clause[0].partition("/")[0] + "/"
        rest = (
            clause.removeprefix(rulebook) if clause.startswith(rulebook) else f"/{clause}"
            for clause in self.clause[1:]
        )
        return f"{self.text}{_WHY}{'; '.join((self.clause[0], *rest))}"

    @classmethod
    def read(cls, line: str) -> "Reason":
        """Return the reason that a line holds."""
        text, why, cited = line.rpartition(_WHY)
        if not why or not cited:
            return cls(text if why else line, ())
        first, *rest = cited.split("; ")
        rulebook = first.partition("/")[0] + "/"
        others = (name[1:] if name.startswith("/") else rulebook + name for name in rest)
        return cls(text, (first, *others))


class Refused(Exception):  # noqa: N818  the glossary's word for it
    """What the rulebook forbids: a stable code, the clauses and one sentence."""

    def __init__(
        self, code: ErrorCode, clause: Clauses, message: str, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        cited = f"[{', '.join(self.clause)}] " if self.clause else ""
        return f"refused: {self.code} {cited}{self.message}"


class NotEntitled(Refused):
    """This person has not that power; its clause is for staff to read, not for others."""

    def __init__(self, clause: Clauses, message: str) -> None:
        super().__init__(ErrorCode.NOT_ENTITLED, clause, message)


class Malformed(ValueError):  # noqa: N818  a word of the glossary, as Refused is
    """Input that makes no sense: a typing slip, an unknown name, nothing there to do it to.

    It has a stable code as a refusal has, and no clause, because no clause says so.
    """

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        *,
        code: ErrorCode = ErrorCode.MALFORMED,
    ) -> None:
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
        return Refused(
            ErrorCode.RULE_NOT_HELD, self.scope_clause, f"{text}; no other text fills it in"
        )


def short(clause: str) -> str:
    """Return a clause without its rulebook, as a person at the table would say it."""
    return clause.partition("/")[2] or clause


def stem(clause: str) -> str:
    """Return the clause that a limb is of: ``10.5#2`` is the second limb of ``10.5``."""
    return clause.partition("#")[0]


def names(wanted: str, clause: str) -> bool:
    """Return whether words name a clause: itself, or the clause that it is a limb of."""
    return wanted in (clause, stem(clause))


def named_in(wanted: str, clauses: Iterable[str]) -> bool:
    """Return whether words name one of several clauses."""
    return any(names(wanted, clause) for clause in clauses)


def clause_of(cited: Cited[tuple[T, ...]], member: T) -> Clauses:
    """Return the clauses that give one member of a list: its own where each has one, else all."""
    if len(cited.clause) != len(cited.value) or member not in cited.value:
        return cited.clause
    return (cited.clause[cited.value.index(member)],)


# A coup merges the same few groups again and again.
@lru_cache(maxsize=4096)
def merged(*groups: Clauses) -> Clauses:
    """Return the clauses of several groups, each once, in order."""
    return tuple(dict.fromkeys([clause for group in groups for clause in group]))
