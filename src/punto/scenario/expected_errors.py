"""The errors that a step may raise, compared with the expected error."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from punto.clause import Clauses, Malformed, Refused, short, stem

Denial = Refused | Malformed
DENIALS = (Refused, Malformed)


class Expecting(Protocol):
    """The expected error of a step or of a whole scenario."""

    @property
    def refused(self) -> str | None: ...

    @property
    def malformed(self) -> str | None: ...

    @property
    def says(self) -> str | None: ...


def expected(by: Expecting) -> str | None:
    """Return a description of the expected error, if one is expected."""
    if by.refused is None and by.malformed is None:
        return None
    error = f"malformed {by.malformed}" if by.refused is None else f"a refusal by {by.refused}"
    return error if by.says is None else f"{error} that says {by.says!r}"


def fits(by: Expecting, denial: Denial) -> bool:
    """Return whether an error is the expected one: its type, its code or clauses, its text."""
    if by.says is not None and by.says not in denial.message:
        return False
    if by.malformed is not None:
        return denial.code == by.malformed and _is_malformed(denial)
    return by.refused is not None and _is_named_by(by.refused, denial)


def told(denial: Denial) -> str:
    """Return an error as one line, with its hint if it has one."""
    text = (
        str(denial) if isinstance(denial, Refused) else f"malformed: {denial.code} {denial.message}"
    )
    return f"{text} ({denial.hint})" if denial.hint else text


def clauses(denial: Denial) -> Clauses:
    """Return the clauses of a refusal; an error for malformed input has none."""
    return denial.clause if isinstance(denial, Refused) else ()


def cited_wrongly(exactly: tuple[str, ...] | None, cited: Iterable[str]) -> Iterator[str]:
    """Yield what is different from the exact clauses that are expected, if they are stated."""
    if exactly is None:
        return
    got, wanted = set(map(short, cited)), set(exactly)
    if got != wanted:
        lines = [
            f"{word} {', '.join(sorted(clauses))}"
            for word, clauses in (("without", wanted - got), ("also", got - wanted))
            if clauses
        ]
        yield f"why_exactly: {'; '.join(lines)}"


def _is_malformed(denial: BaseException | None) -> bool:
    """Return whether the error, or one that caused it, is ``Malformed``."""
    while denial is not None:
        if isinstance(denial, Malformed):
            return True
        denial = denial.__cause__ or denial.__context__
    return False


def _is_named_by(wanted: str, denial: Denial) -> bool:
    """Return whether a text contains only the code or clauses of an error."""
    cited = list(map(short, clauses(denial)))
    known = sorted({denial.code, *cited, *map(stem, cited)}, key=len, reverse=True)
    rest = wanted
    while rest:
        # Some clause names contain spaces, so the longest name at the front is removed first.
        found = next((name for name in known if f"{rest} ".startswith(f"{name} ")), None)
        if found is None:
            return False
        rest = rest[len(found) :].strip()
    return True
