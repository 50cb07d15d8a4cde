"""The kinds of no that a step may get, and whether one is the one that was expected."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from punto.clause import Clauses, Malformed, Refused, short, stem

Denial = Refused | Malformed
DENIALS = (Refused, Malformed)


class Expecting(Protocol):
    """What a step, or a scenario as a whole, says about the no that it should get."""

    @property
    def refused(self) -> str | None: ...

    @property
    def malformed(self) -> str | None: ...

    @property
    def says(self) -> str | None: ...


def expected(by: Expecting) -> str | None:
    """Return in words the no that is expected, if one is."""
    if by.refused is None and by.malformed is None:
        return None
    named = f"malformed {by.malformed}" if by.refused is None else f"a refusal by {by.refused}"
    return named if by.says is None else f"{named} that says {by.says!r}"


def fits(by: Expecting, no: Denial) -> bool:
    """Return whether a no is the one expected: its kind, its code or clauses, its words."""
    if by.says is not None and by.says not in no.message:
        return False
    if by.malformed is not None:
        return no.code == by.malformed and _is_malformed(no)
    return by.refused is not None and _named(by.refused, no)


def told(no: Denial) -> str:
    """Return a no as one line, with what would have been right if that is known."""
    said = str(no) if isinstance(no, Refused) else f"malformed: {no.code} {no.message}"
    return f"{said} ({no.hint})" if no.hint else said


def clauses(no: Denial) -> Clauses:
    """Return the clauses that made a no; none made malformed input what it is."""
    return no.clause if isinstance(no, Refused) else ()


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


def _is_malformed(no: BaseException | None) -> bool:
    """Return whether input was malformed, be it that a refusal was made of that on the way."""
    while no is not None:
        if isinstance(no, Malformed):
            return True
        no = no.__cause__ or no.__context__
    return False


def _named(wanted: str, no: Denial) -> bool:
    """Return whether words are the code of a no, its clauses, or both."""
    cited = list(map(short, clauses(no)))
    known = sorted({no.code, *cited, *map(stem, cited)}, key=len, reverse=True)
    rest = wanted
    while rest:
        # Some clauses are named in words, so the text is eaten from the front, longest first.
        found = next((name for name in known if f"{rest} ".startswith(f"{name} ")), None)
        if found is None:
            return False
        rest = rest[len(found) :].strip()
    return True
