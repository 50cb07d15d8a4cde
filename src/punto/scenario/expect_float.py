"""What a scenario expects of the float of a table and of what it took."""

from collections.abc import Iterator
from typing import Any

from punto.money import dollars, parse_dollars
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.table import ScenarioTable
from punto.table.table import Table
from punto.table.takings import takings


def plain(cents: int) -> str:
    """Return an amount of dollars as a scenario writes it."""
    return dollars(cents).replace("$", "").replace(",", "")


def in_float(world: ScenarioTable, table: Table, value: Any) -> Iterator[tuple[str, str]]:
    """Compare what the float holds by the books."""
    del world
    yield plain(table.ledger.float_cents), plain(parse_dollars(str(value)))


def taken(world: ScenarioTable, table: Table, value: Any) -> Iterator[tuple[str, str]]:
    """Compare what the table took since it was set up, sum by sum."""
    del table
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: takings is a table of sums and dollars, not {value!r}")
    found = takings(world.game.log if world.game else ())
    sums = {name.removesuffix("_cents"): getattr(found, name) for name in found.__struct_fields__}
    sums["win"] = found.win_cents
    for name, wanted in value.items():
        if name not in sums:
            raise no_such(f"takings: unknown key {name!r}", name, sums, "known")
        yield plain(sums[name]), plain(parse_dollars(str(wanted)))
