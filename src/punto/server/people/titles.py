"""Titles that staff can have: those of every rulebook, and surveillance."""

from collections.abc import Iterable

from punto.aggregate.actor import PATRON
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.suggestions import told
from punto.rulebook import load
from punto.table.audience import Audience
from punto.table.authority import known_titles

_BETWEEN = " "


def every_title() -> frozenset[str]:
    """Return every title of any rulebook, and surveillance, which a rulebook need not name."""
    titles_by_rulebook = (known_titles(load.load(name)) for name in load.ids())
    return frozenset({str(Audience.SURVEILLANCE)}.union(*titles_by_rulebook)) - {PATRON}


def no_names() -> frozenset[str]:
    """Return the words for titles and audiences, which cannot be names of people."""
    words = every_title() | {PATRON, "nobody"} | {str(audience) for audience in Audience}
    return words | {word.replace("_", " ") for word in words}


def checked(titles: Iterable[str]) -> tuple[str, ...]:
    """Return titles in order, each once, or raise an error for an unknown title."""
    known = sorted(every_title())
    chosen = sorted(set(titles))
    for title in chosen:
        if title not in known:
            text = f"there is no title {title[:60]!r}"
            raise Malformed(*told(text, title, known, "titles"), code=ErrorCode.NO_SUCH_TITLE)
    if not chosen:
        raise Malformed(
            "name at least one title", f"titles: {', '.join(known)}", code=ErrorCode.INCOMPLETE
        )
    return tuple(chosen)


def written(titles: tuple[str, ...]) -> str:
    """Return titles in their stored form."""
    return _BETWEEN.join(titles)


def read(titles: str) -> tuple[str, ...]:
    """Return stored titles."""
    return tuple(titles.split(_BETWEEN)) if titles else ()
