"""Comparison of two editions, datum by datum."""

from msgspec import Struct

from punto.rulebook.datum_list import Datum, data
from punto.rulebook.schema import Edition

# Data of the instrument always differ, and do not affect play.
_INSTRUMENT_KEYS = "instrument."


class Difference(Struct, frozen=True):
    """The data of two editions under the same key; ``None`` if one has no such datum."""

    key: str
    one: Datum | None
    other: Datum | None

    @property
    def same(self) -> bool:
        """Return whether both editions have the datum with the same value."""
        if self.one is None or self.other is None:
            return False
        return self.one.value == self.other.value


def differences(one: Edition, other: Edition, *, everything: bool = False) -> list[Difference]:
    """Return the differences of two editions; with ``everything``, also the equal data."""
    first_data, second_data = (
        {datum.key: datum for datum in data(edition)} for edition in (one, other)
    )
    keys = [*first_data, *(key for key in second_data if key not in first_data)]
    rows = (Difference(key, first_data.get(key), second_data.get(key)) for key in keys)
    if everything:
        return list(rows)
    return [row for row in rows if not row.same and not row.key.startswith(_INSTRUMENT_KEYS)]
