"""What is due, and whether whoever it names could do it: that is asked of what decides."""

from msgspec import Struct

from punto.aggregate.actor import DEALER, LATEST, PATRON, Actor
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.schema import Powers
from punto.table.base_classes import TableCommand
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.entry.overrides import with_overrides
from punto.tournament.registry import AnyCommand, decide
from punto.tournament.rules import tournament_section
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament

# A card that nobody has named yet: the command itself is in order.
_UNNAMED = frozenset({ErrorCode.FACE_MISSING})


class Due(Struct, frozen=True):
    """What is due, by whom under which title, and by which command.

    ``does`` names the command, at ``table`` where it is one of a table; ``command`` is there where
    nothing has to be filled in, otherwise an ``example`` in which whoever acts puts their own
    values; ``faces`` is how many cards have to be named. Without ``does`` there is something to
    wait for. It is due from ``opens_at`` on and before ``until``.
    """

    text: str
    clause: Clauses
    by: str | None = None
    title: str | None = None
    does: str | None = None
    table: int | None = None
    command: AnyCommand | None = None
    example: AnyCommand | None = None
    faces: int = 0
    opens_at: int | None = None
    until: int | None = None


class Asking:
    """A tournament at a moment, and what could be done in it."""

    def __init__(self, rules: TableRules, tournament: Tournament, at: int = LATEST) -> None:
        self.rules, self.tournament, self.at = with_overrides(rules, tournament), tournament, at
        self.plain = rules
        self.law = tournament_section(self.rules.edition)

    def later(self, at: int) -> "Asking":
        """Return the same at another moment."""
        return Asking(self.plain, self.tournament, at)

    def entrant(self, name: str) -> Actor:
        """Return an entrant, who acts for themselves."""
        return Actor(name, PATRON, self.at)

    @property
    def powers(self) -> Powers:
        """Return who may do what."""
        return self.rules.edition.powers

    def staff(self, power: Power) -> Actor:
        """Return somebody who has a power: whoever leads by name, others by their title."""
        held = self.powers.get(power)
        title, leaders = held.value[0] if held else DEALER, self.tournament.floor.leaders
        leads = title == self.law.seating.led_by.value and leaders
        return Actor(leaders[0] if leads else title, title, self.at)

    def no(
        self, by: Actor, command: TournamentCommand, tournament: Tournament | None = None
    ) -> Malformed | Refused | None:
        """Return why somebody could not give a command, or nothing where they could."""
        try:
            decide(self.plain, tournament or self.tournament, by, command)
        except (Malformed, Refused) as no:
            return None if no.code in _UNNAMED else no
        return None

    def may(self, by: Actor, command: TournamentCommand, why: Reason) -> tuple[Due, ...]:
        """Return that a command is due as it is, if it would be taken."""
        return (told(by, command, why),) if self.no(by, command) is None else ()

    def fills(self, by: Actor, command: TournamentCommand, why: Reason) -> tuple[Due, ...]:
        """Return that a command is due whose values somebody fills in, if these would do."""
        return (told(by, command, why, whole=False),) if self.no(by, command) is None else ()

    def at_table(
        self, number: int, by: Actor, command: TableCommand, why: Reason, faces: int = 0
    ) -> tuple[Due, ...]:
        """Return that a command at a table is due, if it would be taken."""
        asked = AtTable(number, command)
        if self.no(by, asked) is not None:
            return ()
        return (told(by, asked, why, faces=faces),)


def told(
    by: Actor, command: TournamentCommand, why: Reason, *, whole: bool = True, faces: int = 0
) -> Due:
    """Return what is due by somebody, as a command or as the name of one."""
    inner = command.command if isinstance(command, AtTable) else command
    return Due(
        why.text,
        why.clause,
        by=by.name,
        title=by.title,
        does=str(inner.__struct_config__.tag),
        table=getattr(command, "table", None),
        command=command if whole else None,
        example=None if whole else command,
        faces=faces,
    )


def waits(no: Malformed | Refused, table: int | None = None) -> Due:
    """Return that something has to be waited for, in the words of what would be refused."""
    return Due(no.message, no.clause if isinstance(no, Refused) else (), table=table)
