"""How many may play, and who plays together."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.events import Events
from punto.table.guards import known
from punto.table.seats import commands as do
from punto.table.seats import events as happened
from punto.table.table import Table


def limit_patrons(rules: TableRules, table: Table, by: Actor, command: do.LimitPatrons) -> Events:
    """Limit how many play, or keep each box for one patron."""
    clause = require(rules, by, Power.LIMIT_PATRONS, "limit the number of patrons")
    if command.most is not None and command.most < 1:
        raise Malformed("at least one patron may play", code=ErrorCode.INCOMPLETE)
    kept = rules.edition.wagering.box_kept_for
    parts = (
        rules.says.patron_limits if command.most is not None else (),
        kept.clause if command.one_per_box and kept else (),
    )
    clause = merged(*parts) or clause
    boxes = ", one to a box" if command.one_per_box else ""
    text = f"at most {command.most if command.most is not None else table.seats} patrons{boxes}"
    limited = happened.PatronsLimited(
        most=command.most, one_per_box=command.one_per_box, reasons=(Reason(text, clause),)
    )
    return (limited,)


def link_patrons(rules: TableRules, table: Table, by: Actor, command: do.LinkPatrons) -> Events:
    """Remember that patrons play as partners."""
    clause = require(rules, by, Power.LINK_PATRONS, "name patrons as partners")
    for name in command.patrons:
        known(table, name)
    if len(set(command.patrons)) < 2:
        raise Malformed("partners are two patrons or more", code=ErrorCode.INCOMPLETE)
    text = f"{', '.join(command.patrons)} play as partners, up to one maximum"
    return (happened.PatronsLinked(names=command.patrons, reasons=(Reason(text, clause),)),)
