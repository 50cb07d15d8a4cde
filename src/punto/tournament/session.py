"""A session: which tables play, who sits where, whose turn it is to wager, who is out."""

from msgspec import Struct

from punto.tournament.conditions import Length

# People in order, best first; those who are level stand together.
Groups = tuple[tuple[str, ...], ...]


class Seat(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A place at a table of the tournament."""

    table: int
    seat: int


class Drawn(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How seats were drawn: the digest published before, the seed that fits it, who waits."""

    commitment: str
    seed: str
    waiting: tuple[str, ...] = ()


class Turns(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The order of wagering at one table: where the marker lies, who was asked, who is late.

    ``asked`` are those whom the dealer has asked in this coup, the last of them now; ``early``
    those who wagered out of turn in it, ``told`` who was told what that may lead to. ``since`` is
    when betting opened or the last turn began, ``seconds`` how long a turn lasts, ``late`` who took
    longer and ``slowed`` who may stake the minimum alone for it. ``passed`` laid a pass card,
    ``void`` sit the coup out. ``done`` had their turn with a form, also if it came back since;
    ``marked`` are those at whose places a marker shows that there was one. ``unnoticed`` are wagers
    that nobody has looked at, ``standing`` those that a tie left, by their owners.
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


class Pace(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The time within which wagers are made: as it was announced, and as it holds."""

    announced: tuple[int, ...] = ()
    seconds: int | None = None


class Indicator(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A card in the shoe after which limits may rise: behind how many it lies, if that is known.

    ``coup`` is the one in which it appeared.
    """

    in_front: int | None = None
    coup: int | None = None


class Missed(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The coups that somebody missed: the minimum of each, and for how many it was taken.

    ``ordered`` where whoever leads said that it is to be taken.
    """

    minimums: tuple[int, ...] = ()
    taken: int = 0
    ordered: bool = False


class Out(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody whom a coup of the session put out.

    ``order`` tells those apart whom one coup put out, the first being out first; ``chips_cents`` is
    what they still had.
    """

    name: str
    coup: int
    order: int = 0
    chips_cents: int = 0


class PlayOff(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A tie that is being played off: those who are still level with each other, best first.

    ``of`` is the table under which they are ranked, ``coups`` how many are played where that was
    drawn, ``outs`` whom a coup of it put out.
    """

    of: int
    groups: Groups
    coups: int | None = None
    played: int = 0
    outs: tuple[Out, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return everybody who plays in it, or did."""
        return tuple(name for group in self.groups for name in group)


class Session(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One session of a round: seats as drawn or chosen, how long it lasts, what has been played.

    Times are points in time: ``seated_by`` by when everybody is to be in their seat, ``ends_at``
    when the clock runs out, ``resumes_at`` when a break is over. ``coups`` counts the coups that
    each table has finished, ``numbers`` is what the last of them has there, ``over`` are the tables
    that are done. ``passes`` are the pass cards that everybody has left, ``forms`` counts secret
    wagers made. ``seated`` are those who took their seat and when, ``away`` those who left since.
    ``level`` are those whom one coup put out all together and who play on with new chips; ``owed``
    is what somebody who is out lost in a coup that turned out void. Once the session has ended,
    ``ranked`` says who is where.
    """

    number: int
    round: int
    length: Length
    seats: dict[str, Seat] = {}
    drawn: Drawn | None = None
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
    pace: Pace = Pace()
    passes: dict[str, int] = {}
    indicators: dict[int, Indicator] = {}
    forms: dict[str, int] = {}
    away: tuple[str, ...] = ()
    missed: dict[str, Missed] = {}
    nominated: dict[str, str] = {}
    outs: tuple[Out, ...] = ()
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
        """Return whether somebody who has a seat is not in it."""
        return name in self.seats and (name not in self.seated or name in self.away)
