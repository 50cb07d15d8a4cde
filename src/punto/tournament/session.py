"""A session: its tables and seats, the turns to wager, and the eliminated entrants."""

from msgspec import Struct

from punto.tournament.conditions import SessionLength

# Entrants in order, best first; level entrants are in one group.
Groups = tuple[tuple[str, ...], ...]


class Seat(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A seat at a table of the tournament."""

    table: int
    seat: int


class SeatDraw(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The draw of seats: the digest published before, its seed, and who has no seat yet."""

    commitment: str
    seed: str
    waiting: tuple[str, ...] = ()


class Turns(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The order of wagering at one table: the position of the marker, the turns, late entrants.

    ``asked`` are the entrants whose turn came in this coup, the last of them now. ``early``
    wagered out of turn in it, ``told`` were advised of the consequences. ``since`` is when betting
    opened or the last turn began, ``seconds`` the length of a turn. ``late`` took longer, and
    ``slowed`` may therefore stake only the minimum. ``passed`` used a pass card; ``void`` do not
    play the coup. ``done`` had their turn with a form, also if it was returned since; ``marked``
    have a marker at their place that shows a form. ``unnoticed`` are wagers that nobody has
    examined, ``standing`` the wagers that a tie left on the layout, by owner.
    """

    marker: int | None = None
    asked: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    since: int = 0
    seconds: int | None = None
    late: tuple[str, ...] = ()
    slowed: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    unnoticed: tuple[int, ...] = ()
    standing: dict[str, int] = {}


class WagerTimeLimit(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The time limit for wagers: as it was announced, and as it applies now."""

    announced: tuple[int, ...] = ()
    seconds: int | None = None


class IndicatorCard(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A card in the shoe after which limits may rise: how many cards are before it, if known.

    ``coup`` is the coup in which it appeared.
    """

    in_front: int | None = None
    coup: int | None = None


class MissedCoups(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The coups that an entrant missed: the minimum of each, and for how many it was taken.

    ``ordered`` if the tournament director ordered the deduction.
    """

    minimums: tuple[int, ...] = ()
    taken: int = 0
    ordered: bool = False


class Elimination(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The elimination of an entrant by a coup of the session.

    ``order`` sorts eliminations of one coup; the lowest was out first. ``chips_cents`` is what the
    entrant still had.
    """

    name: str
    coup: int
    order: int = 0
    chips_cents: int = 0


class PlayOff(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A play-off of a tie: groups of entrants who are still level, best first.

    ``of`` is the table at which they are ranked, ``coups`` the number of coups if it was drawn,
    ``outs`` the entrants eliminated in it.
    """

    of: int
    groups: Groups
    coups: int | None = None
    played: int = 0
    outs: tuple[Elimination, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return all entrants of the play-off, in order."""
        return tuple(name for group in self.groups for name in group)


class Session(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One session of a round: its seats, its length, and the progress of each table.

    Times are points in time: ``seated_by`` when all entrants must be seated, ``ends_at`` when the
    clock ends the session, ``resumes_at`` when a break is over. ``coups`` counts the coups that
    each table has finished, ``numbers`` is the number of the last of them at that table, ``over``
    are the tables that have finished. ``passes`` are the pass cards that each entrant has left,
    ``forms`` counts secret wagers. ``seated`` are entrants who took their seat and when, ``away``
    those who left it since. ``level`` are entrants whom one coup put out together and who continue
    with new chips; ``owed`` is what an eliminated entrant lost in a coup that became void. When the
    session has ended, ``ranked`` is the ranking of each table.
    """

    number: int
    round: int
    length: SessionLength
    seats: dict[str, Seat] = {}
    drawn: SeatDraw | None = None
    seated: dict[str, int] = {}
    seated_by: int | None = None
    begun_at: int | None = None
    ends_at: int | None = None
    resumes_at: int | None = None
    coups: dict[int, int] = {}
    numbers: dict[int, int] = {}
    shoes: dict[int, int] = {}
    turns: dict[int, Turns] = {}
    over: tuple[int, ...] = ()
    pace: WagerTimeLimit = WagerTimeLimit()
    passes: dict[str, int] = {}
    indicators: dict[int, IndicatorCard] = {}
    forms: dict[str, int] = {}
    away: tuple[str, ...] = ()
    missed: dict[str, MissedCoups] = {}
    nominated: dict[str, str] = {}
    outs: tuple[Elimination, ...] = ()
    level: tuple[str, ...] = ()
    owed: dict[str, int] = {}
    counts: dict[str, int] = {}
    count_ordered: bool = False
    ended: bool = False
    ranked: dict[int, Groups] = {}
    play_offs: dict[int, PlayOff] = {}

    @property
    def play_off(self) -> bool:
        """Return whether a tie is being played off."""
        return bool(self.play_offs)

    def plays_at(self, number: int) -> bool:
        """Return whether coups are played at a table: of the session, or of a play-off."""
        return not self.ended or number in self.play_offs

    def absent(self, name: str) -> bool:
        """Return whether an entrant who has a seat is not in it."""
        return name in self.seats and (name not in self.seated or name in self.away)
