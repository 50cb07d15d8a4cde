"""A session: which tables play, who sits where, whose turn it is to wager."""

from msgspec import Struct

from punto.tournament.conditions import Length


class Seat(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A place at a table of the tournament."""

    table: int
    seat: int


class Turns(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The order of wagering at one table: where the marker lies, who was asked, who is late.

    ``asked`` are those whose turn has come in this coup, the last of them now; ``early`` those who
    wagered before their turn in this coup, ``advised`` those who were told about it once.
    """

    marker: int | None = None
    asked: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    advised: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


class Session(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One session of a round: seats as drawn, how long it lasts, what has been played.

    ``coups`` counts the coups that each table has finished, ``over`` are the tables that are done.
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
