"""The conditions of a tournament: what is published before anybody enters."""

from msgspec import Struct

from punto.aggregate.roles import Cents, Moment, Share
from punto.rulebook.tournament_policies import LengthUnit

# The value that replaces a datum of the rulebook; ``none`` if the datum does not apply.
Override = bool | int | str | tuple[int | str, ...]


class SessionLength(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The length of a session."""

    number: int
    unit: LengthUnit


class LimitRise(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Limits that apply from a coup of the session on, announced before the tournament.

    Without ``from_coup`` they apply when staff raise them, if the rulebook permits it.
    """

    minimum_cents: Cents
    maximum_cents: Cents
    from_coup: int | None = None


class Round(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A round of the structure: its name, and how many entrants of each table advance.

    ``advance`` may be set later, before the tournament begins. Nobody advances from the last round.
    """

    name: str
    advance: int | None = None
    tables: int | None = None


class PlacePrize(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The prize of a place: a share of the pool in hundredths of a percent, or an amount."""

    __schema_name__ = "TournamentPrize"
    place: int
    share: Share | None = None
    cents: Cents | None = None
    goods: str | None = None


class BuyBack(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How often an eliminated entrant may buy back, at what price, up to which session."""

    times: int
    cents: Cents = 0
    until_session: int | None = None


class Conditions(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The conditions of one tournament; ``None`` or empty where they are silent.

    ``texts`` are conditions that only people read, by their names in the rulebook. ``overrides``
    are values that replace data of the rulebook, by key.
    """

    texts: dict[str, str] = {}
    start: Moment | None = None
    entry_fee_cents: Cents | None = None
    commission_cents: Cents | None = None
    commission_on_top: bool = False
    added_cents: Cents = 0
    guarantee_cents: Cents | None = None
    guarantee_entries: int | None = None
    reserves_cancel: bool = False
    reserves_refusal: bool = False
    selects: bool = False
    withdraw_until: Moment | None = None
    entrants_min: int | None = None
    entrants_max: int | None = None
    chips_cents: Cents | None = None
    buy_in_cents: Cents | None = None
    buy_back: BuyBack | None = None
    secondary_places: int | None = None
    secondary_for: tuple[str, ...] = ()
    minimum_cents: Cents | None = None
    maximum_cents: Cents | None = None
    step_cents: Cents | None = None
    rises: tuple[LimitRise, ...] = ()
    session: SessionLength | None = None
    rounds: tuple[Round, ...] = ()
    wagering_order: bool | None = None
    compulsory: bool | None = None
    pass_cards: int | None = None
    secret_wagers: int | None = None
    live: bool = False
    chips_to_cash: bool = False
    prizes: tuple[PlacePrize, ...] = ()
    overrides: dict[str, Override] = {}
