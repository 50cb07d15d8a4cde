"""A session: which tables play, who sits where, whose turn it is to wager."""

from msgspec import Struct

from punto.tournament.conditions import Length


class Seat(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A place at a table of the tournament."""

    table: int
    seat: int


class Turns(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The order of wagering at one table: where the marker lies, who was asked, who is late.

    ``asked`` are those whom the dealer has asked in this coup, the last of them now; ``early``
    those who wagered out of turn in it, ``told`` who was told what that may lead to. ``since`` is
    when betting opened or the last turn began, ``seconds`` how long a turn lasts, ``late`` who took
    longer and ``slowed`` who may stake the minimum alone for it. ``passed`` laid a pass card,
    ``void`` sit the coup out. ``unnoticed`` are wagers that nobody has looked at, ``standing``
    those that a tie left, by their owners.
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


class Session(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One session of a round: seats as drawn, how long it lasts, what has been played.

    ``coups`` counts the coups that each table has finished, ``over`` are the tables that are done.
    ``passes`` are the pass cards that everybody has left, ``forms`` counts secret wagers made.
    """

    number: int
    round: int
    length: Length
    seats: dict[str, Seat] = {}
    seated: dict[str, int] = {}
    begun_at: int | None = None
    coups: dict[int, int] = {}
    shoes: dict[int, int] = {}
    turns: dict[int, Turns] = {}
    over: tuple[int, ...] = ()
    play_off: bool = False
    pace: Pace = Pace()
    passes: dict[str, int] = {}
    indicators: dict[int, Indicator] = {}
    forms: dict[str, int] = {}
