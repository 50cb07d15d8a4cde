"""Two editions set side by side, datum by datum."""

from msgspec import Struct

from punto.rulebook.datum_list import Datum, data
from punto.rulebook.schema import Edition

# What an instrument is called and when it was made differs always; nobody plays by it.
_ABOUT = "instrument."


class Difference(Struct, frozen=True):
    """What two editions say under the same key, if both say anything."""

    key: str
    one: Datum | None
    other: Datum | None

    @property
    def same(self) -> bool:
        """Whether both say it, and alike."""
        if self.one is None or self.other is None:
            return False
        return self.one.value == self.other.value


def differences(one: Edition, other: Edition, *, everything: bool = False) -> list[Difference]:
    """Return where two editions differ, or with everything, also what they say alike."""
    mine, theirs = ({datum.key: datum for datum in data(edition)} for edition in (one, other))
    keys = [*mine, *(key for key in theirs if key not in mine)]
    found = (Difference(key, mine.get(key), theirs.get(key)) for key in keys)
    if everything:
        return list(found)
    return [row for row in found if not row.same and not row.key.startswith(_ABOUT)]
