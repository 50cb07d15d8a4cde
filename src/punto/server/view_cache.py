"""A cache of the view of each audience, calculated once for all its viewers."""

from typing import Any

from msgspec.structs import replace

from punto.rulebook.elect import TableRules
from punto.server.house_edge import with_edges
from punto.table.audience import Audience
from punto.table.table import Table
from punto.table.views.view import View, seen_alike


class ViewCache:
    """The last view of each audience. A new view reuses the objects of unchanged fields.

    So a feed finds the changed fields by comparing identities.
    """

    def __init__(self) -> None:
        self._last: dict[Audience, tuple[Table, View]] = {}

    def of(self, rules: TableRules, table: Table, audience: Audience) -> View:
        """Return the current view of an audience."""
        before = self._last.get(audience)
        if before is not None and before[0] is table:
            return before[1]
        now = with_edges(rules, seen_alike(rules, table, audience))
        if before is not None:
            now = replace(now, **_unchanged(before[1], now))
        self._last[audience] = table, now
        return now


def _unchanged(old: View, new: View) -> dict[str, Any]:
    """Return the fields of an earlier view that are equal in a new one."""
    return {
        name: was
        for name in new.__struct_fields__
        if (was := getattr(old, name)) == getattr(new, name)
    }
