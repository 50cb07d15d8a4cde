"""The conditions of a tournament: what is published before anybody enters."""

from msgspec import Struct

from punto.aggregate.roles import Cents, Moment, Share
from punto.rulebook.tournament_policies import LengthUnit

# What a datum of the rulebook is to be instead; ``none`` where it is not to hold at all.
Override = bool | int | str | tuple[int | str, ...]


class Length(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How long a session lasts."""

    number: int
    unit: LengthUnit


class Rise(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Limits that hold from a coup of the session on, announced before the tournament.

    Without a coup they hold once somebody raises them, where the rulebook has it so.
    """

    minimum_cents: Cents
    maximum_cents: Cents
    from_coup: int | None = None


class Round(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One stage of the structure: its name, and how many of each table go on to the next.

    How many go on may be said later, before the tournament begins; of the last round nobody does.
    """

    name: str
    advance: int | None = None
    tables: int | None = None


class Prize(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a place wins: a share of the pool in hundredths of a percent, or an amount."""

    __schema_name__ = "TournamentPrize"
    place: int
    share: Share | None = None
    cents: Cents | None = None
    goods: str | None = None


class BuyBack(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How often somebody who is out may buy back, for how much, up to which session."""

    times: int
    cents: Cents = 0
    until_session: int | None = None


class Conditions(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is laid down for one tournament; nothing where nothing is said.

    ``texts`` are conditions that only people read, by the names that the rulebook has for them;
    ``overrides`` says of data of the rulebook, by their keys, what is to hold in their place.
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
    rises: tuple[Rise, ...] = ()
    session: Length | None = None
    rounds: tuple[Round, ...] = ()
    wagering_order: bool | None = None
    compulsory: bool | None = None
    pass_cards: int | None = None
    secret_wagers: int | None = None
    live: bool = False
    chips_to_cash: bool = False
    prizes: tuple[Prize, ...] = ()
    overrides: dict[str, Override] = {}
