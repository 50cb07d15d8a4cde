"""What must be done before the game goes on."""

from punto.clause import Refused
from punto.table.state import Table


def check_blocks(table: Table, *stops: str) -> None:
    """Refuse to go on while something is undone that stops it."""
    for one in table.blocks:
        if one.stops in stops:
            raise Refused(one.kind, one.clause, one.text)
