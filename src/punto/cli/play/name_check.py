"""Names of people, and titles that are misspelt or belong to another rulebook."""

from collections.abc import Collection

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.suggestions import near
from punto.rulebook import load
from punto.table.authority import known_titles

# Similarity in tenths from which a name counts as a misspelt title.
_ALIKE = 8


def check_no_title(name: str, titles: Collection[str], rulebook: str) -> None:
    """Raise an error if a name is a misspelt title, or a title of another rulebook."""
    close = near(name, titles, cutoff=_ALIKE)
    elsewhere = any(name in known_titles(load.load(other)) for other in load.ids())
    if close or elsewhere:
        meant = f"; did you mean {close[0]}?" if close else ""
        raise Malformed(
            f"{name} is no title under {rulebook}{meant}",
            f"titles: {', '.join(sorted(titles))}",
            code=ErrorCode.NO_SUCH_TITLE,
        )
