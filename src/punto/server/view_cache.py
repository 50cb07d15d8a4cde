"""What everybody of an audience sees of a table alike, worked out once for all who watch."""

from typing import Any

from msgspec.structs import replace

from punto.rulebook.elect import TableRules
from punto.server.house_edge import with_edges
from punto.table.audience import Audience
from punto.table.table import Table
from punto.table.views.view import View, seen_alike


class ViewCache:
    """The last view of each audience; what has not changed in a new one is the very same object.

    So whoever follows a table finds what is different without looking into it.
    """

    def __init__(self) -> None:
        self._last: dict[Audience, tuple[Table, View]] = {}

    def of(self, rules: TableRules, table: Table, audience: Audience) -> View:
        """Return what an audience sees of a table as it is."""
        before = self._last.get(audience)
        if before is not None and before[0] is table:
            return before[1]
        now = with_edges(rules, seen_alike(rules, table, audience))
        if before is not None:
            now = replace(now, **_unchanged(before[1], now))
        self._last[audience] = table, now
        return now


def _unchanged(old: View, new: View) -> dict[str, Any]:
    """Return the fields of an earlier view that are the same in a new one."""
    return {
        name: was
        for name in new.__struct_fields__
        if (was := getattr(old, name)) == getattr(new, name)
    }
