"""How many may play, and who plays together."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Number, PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import require_patron
from punto.table.table import Table

admission: Topic[Table, At] = Topic("admission", changes)


class LimitPatrons(TableCommand, frozen=True, tag="limit_patrons"):
    """The number of patrons is limited, or each box kept for one of them."""

    group = Group.PEOPLE
    powers = (Power.LIMIT_PATRONS,)

    most: Number | None = None
    one_per_box: bool = False


class LinkPatrons(TableCommand, frozen=True, tag="link_patrons"):
    """Patrons are found, or say, to be playing as partners."""

    group = Group.LIMITS
    powers = (Power.LINK_PATRONS,)

    patrons: tuple[PatronName, ...]


class PatronsLimited(TableEvent, frozen=True, gc=False, tag="patrons_limited"):
    """At most so many patrons may play; if ``one_per_box``, each with their own box."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    most: int | None = None
    one_per_box: bool = False


class PatronsLinked(TableEvent, frozen=True, gc=False, tag="patrons_linked"):
    """Patrons play as partners."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    names: tuple[str, ...]


@admission.permits(LimitPatrons)
def may_limit_patrons(at: At) -> Clauses:
    """Raise an error if this person may not limit the number of patrons now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.LIMIT_PATRONS, "limit the number of patrons")


@admission.decides(LimitPatrons)
def limit_patrons(at: At, command: LimitPatrons) -> Events:
    """Limit how many play, or keep each box for one patron."""
    rules, table = at.rules, at.state
    clause = may_limit_patrons(at)
    if command.most is not None and command.most < 1:
        raise Malformed("at least one patron may play", code=ErrorCode.INCOMPLETE)
    box_rule = rules.edition.wagering.box_kept_for
    clauses = (
        rules.says.patron_limits if command.most is not None else (),
        box_rule.clause if command.one_per_box and box_rule else (),
    )
    clause = merged(*clauses) or clause
    boxes = ", one to a box" if command.one_per_box else ""
    text = f"at most {command.most if command.most is not None else table.seats} patrons{boxes}"
    limited = PatronsLimited(
        most=command.most, one_per_box=command.one_per_box, reasons=(Reason(text, clause),)
    )
    return (limited,)


@admission.permits(LinkPatrons)
def may_link_patrons(at: At) -> Clauses:
    """Raise an error if this person may not name patrons as partners now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.LINK_PATRONS, "name patrons as partners")


@admission.decides(LinkPatrons)
def link_patrons(at: At, command: LinkPatrons) -> Events:
    """Record that patrons play as partners."""
    table = at.state
    clause = may_link_patrons(at)
    for name in command.patrons:
        require_patron(table, name)
    if len(set(command.patrons)) < 2:
        raise Malformed("partners are two patrons or more", code=ErrorCode.INCOMPLETE)
    text = f"{', '.join(command.patrons)} play as partners, up to one maximum"
    return (PatronsLinked(names=command.patrons, reasons=(Reason(text, clause),)),)


@admission.applies(PatronsLimited)
def patrons_limited(table: Table, event: PatronsLimited, envelope: Envelope) -> Table:
    admission = replace(table.admission, patrons_max=event.most, one_per_box=event.one_per_box)
    return replace(table, admission=admission)


@admission.applies(PatronsLinked)
def patrons_linked(table: Table, event: PatronsLinked, envelope: Envelope) -> Table:
    linked = (*table.admission.linked, event.names)
    return replace(table, admission=replace(table.admission, linked=linked))
