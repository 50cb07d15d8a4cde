"""The conditions of a tournament: what is published before anybody enters."""

from msgspec import Struct

from punto.rulebook.tournament_policies import LengthUnit


class Length(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How long a session lasts."""

    number: int
    unit: LengthUnit


class Rise(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Limits that hold from a coup of the session on, announced before the tournament.

    Without a coup they hold once somebody raises them, where the rulebook has it so.
    """

    minimum_cents: int
    maximum_cents: int
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

    place: int
    share: int | None = None
    cents: int | None = None
    goods: str | None = None


class Conditions(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is laid down for one tournament; nothing where nothing is said.

    ``texts`` are conditions that only people read, by the names that the rulebook has for them.
    """

    texts: dict[str, str] = {}
    start: int | None = None
    entry_fee_cents: int | None = None
    commission_cents: int | None = None
    retention_cents: int | None = None
    added_cents: int = 0
    guarantee_cents: int | None = None
    guarantee_entries: int | None = None
    entrants_min: int | None = None
    entrants_max: int | None = None
    chips_cents: int | None = None
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    step_cents: int | None = None
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
