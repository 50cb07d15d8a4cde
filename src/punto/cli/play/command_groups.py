"""Commands by how likely they are, as they declare: the deal, what people ask for, errors."""

from punto.aggregate.command import Command, Group
from punto.cli.play.vocabulary import DEAL
from punto.notation.table_commands import KINDS


def _handles_trouble(kind: type[Command]) -> bool:
    return kind.trouble is not None or kind.group is Group.SETTLING


def _regular_commands(*groups: Group) -> tuple[str, ...]:
    """Return the commands of groups that are given when nothing goes wrong."""
    return tuple(
        name for name, kind in KINDS.items() if kind.group in groups and not _handles_trouble(kind)
    )


# The steps of a coup and of a new shoe.
NEXT = (*_regular_commands(Group.DEAL), DEAL)
# What people at the table may ask for.
ASKED = _regular_commands(Group.PEOPLE, Group.COUP)
# What goes wrong, and what is done about it.
WRONG = tuple(name for name, kind in KINDS.items() if _handles_trouble(kind))
# What the house sees to.
HOUSE = tuple(name for name in KINDS if name not in {*NEXT, *ASKED, *WRONG})
