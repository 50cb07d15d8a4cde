"""The state of a table. A phase is a type, so that a field exists only when it means something."""

from msgspec import Struct

from punto.cards import Card
from punto.coup import CoupResult
from punto.roads import Bead
from punto.shoe import Burned, Shoe
from punto.wagers import Settled


class Patron(Struct, frozen=True):
    """A person at the table: seated, or standing at a seat's betting space."""

    name: str
    seat: int
    standing: bool
    chips_cents: int
    arrived: int
    own_minimum_cents: int | None = None
    own_maximum_cents: int | None = None
    advised: bool = False


class Limits(Struct, frozen=True):
    """What the sign at the table says, in cents; nothing where it says nothing."""

    minimum: int | None = None
    maximum: int | None = None
    optional_minimum: int | None = None
    optional_maximum: int | None = None
    step: int | None = None
    cap: int | None = None
    area_maximum: int | None = None


class TableWager(Struct, frozen=True):
    """Chips of a patron on a wager in one betting space."""

    number: int
    patron: str
    wager: str
    box: int
    stake_cents: int


class Idle(Struct, frozen=True, tag=True):
    """Between coups, or while the cards are made ready."""


class Betting(Struct, frozen=True, tag=True):
    """Wagers may be placed, changed and taken back."""

    closed: bool = False


class Dealing(Struct, frozen=True, tag=True):
    """Cards are out: wagers lie where they lie."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()


class SettledWager(Struct, frozen=True):
    """What one wager on the layout came to."""

    number: int
    settled: Settled


class Settling(Struct, frozen=True, tag=True):
    """The result is announced; losers are collected, then winners paid."""

    coup: CoupResult
    settled: tuple[SettledWager, ...]
    collected: bool = False
    paid: bool = False


Phase = Idle | Betting | Dealing | Settling


class HeldCard(Struct, frozen=True):
    """A card pulled in excess that opens the next coup."""

    card: Card
    seen: bool
    no_bet: bool


class CutOffer(Struct, frozen=True):
    """To whom the cut is being offered, who is next, and who has declined."""

    waiting: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    nominee: str | None = None
    last_cutter_seat: int | None = None


class Table(Struct, frozen=True):
    """Everything about a table that its past decides.

    Chips are a ledger: what patrons hold, what lies on the layout and what is in the float always
    add up to what was issued.
    """

    seats: int
    shoe: Shoe
    limits: Limits = Limits()
    phase: Phase = Idle()
    patrons: tuple[Patron, ...] = ()
    arrivals: int = 0
    wagers: tuple[TableWager, ...] = ()
    placed: int = 0
    both_hands: tuple[str, ...] = ()
    float_cents: int = 0
    issued_cents: int = 0
    coups: int = 0
    carried: HeldCard | None = None
    removable: bool = False
    voids: int = 0
    no_bet: bool = False
    wagers_refused: bool = False
    no_bets_in_a_row: int = 0
    cut: CutOffer = CutOffer()
    burned: Burned | None = None
    results: tuple[Bead, ...] = ()

    def patron(self, name: str) -> Patron | None:
        """Return a person at the table by name."""
        for one in self.patrons:
            if one.name == name:
                return one
        return None

    @property
    def layout_cents(self) -> int:
        return sum(wager.stake_cents for wager in self.wagers)
