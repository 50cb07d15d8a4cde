"""The state of a table. A phase is a type, so that a field exists only when it means something."""

from fractions import Fraction

from msgspec import Struct

from punto.cards import Card
from punto.clause import Clauses
from punto.coup import CoupResult
from punto.roads import Bead
from punto.rulebook.policies import Side
from punto.shoe import Burned, Shoe
from punto.table.records import House, Records
from punto.wagers import Settled


class Patron(Struct, frozen=True, gc=False):
    """A person at the table: seated, or standing at a seat's betting space.

    ``idle`` counts the coups in a row on which they could bet and did not while every other seat
    was taken. ``kept_minimum_cents`` is an earlier minimum that they may go on playing at.
    """

    name: str
    seat: int
    standing: bool
    chips_cents: int
    arrived: int
    own_minimum_cents: int | None = None
    own_maximum_cents: int | None = None
    advised: bool = False
    kept_minimum_cents: int | None = None
    tokens_cents: int = 0
    idle: int = 0


class Limits(Struct, frozen=True, gc=False):
    """What the sign at the table says, in cents; nothing where it says nothing."""

    minimum: int | None = None
    maximum: int | None = None
    optional_minimum: int | None = None
    optional_maximum: int | None = None
    step: int | None = None
    cap: int | None = None
    area_maximum: int | None = None
    per_patron: bool = False


class TableWager(Struct, frozen=True, gc=False):
    """What a patron has on a wager in one betting space, some of it perhaps in tokens.

    ``maximum_cents`` is set on a wager that is laid again to be settled as it was then.
    """

    number: int
    patron: str
    wager: str
    box: int
    stake_cents: int
    token_cents: int = 0
    placed_by: str | None = None
    reduced: bool = False
    maximum_cents: Fraction | None = None


class Closed(Struct, frozen=True, tag=True):
    """Not open: nobody may bet, and nothing is dealt."""


class Idle(Struct, frozen=True, tag=True):
    """Between coups, or while the cards are made ready."""


class Betting(Struct, frozen=True, tag=True):
    """Wagers may be placed, changed and taken back."""

    closed: bool = False


class Out(Struct, frozen=True, gc=False):
    """Cards of a hand that lie with a patron, by their places in the hand."""

    side: Side
    cards: tuple[int, ...]
    holder: str


class Role(Struct, frozen=True):
    """Who holds the Banker cards where that goes round, and to whom it is being offered."""

    holder: str | None = None
    waiting: tuple[str, ...] = ()
    last_seat: int | None = None
    nobody: bool = False


class SettledWager(Struct, frozen=True, gc=False):
    """What one wager on the layout came to."""

    number: int
    settled: Settled
    token_cents: int = 0
    own_maximum: Fraction | None = None

    @property
    def tokens_lost(self) -> int:
        """Return what is collected in tokens: they go before chips."""
        return min(self.token_cents, self.settled.collected_cents)


class Dealing(Struct, frozen=True, gc=False, tag=True):
    """Cards are out: wagers lie where they lie.

    ``player_up`` and ``banker_up`` say of each card whether it lies face up. ``early`` are the
    wagers settled on the opening cards alone, ``been_out`` the cards of a hand patrons have had.
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    player_up: tuple[bool, ...] = ()
    banker_up: tuple[bool, ...] = ()
    method: str | None = None
    out: tuple[Out, ...] = ()
    holders: dict[Side, str] = {}
    declined: tuple[tuple[Side, str], ...] = ()
    nominees: dict[Side, tuple[str, ...]] = {}
    been_out: dict[Side, int] = {}
    announced: bool = False
    early: tuple[SettledWager, ...] | None = None
    settlement: str | None = None

    def hand(self, side: Side) -> tuple[Card, ...]:
        """Return the cards of a hand."""
        return self.player if side is Side.PLAYER else self.banker

    def up(self, side: Side) -> tuple[bool, ...]:
        """Return which cards of a hand lie face up."""
        return self.player_up if side is Side.PLAYER else self.banker_up

    @property
    def all_up(self) -> bool:
        return all(self.player_up) and all(self.banker_up)


class Settling(Struct, frozen=True, gc=False, tag=True):
    """The result is announced; losers are collected, then winners paid.

    ``before`` is the shoe as it was before the result, which may have decided what is still dealt.
    """

    coup: CoupResult
    settled: tuple[SettledWager, ...]
    collected: bool = False
    paid: bool = False
    early: tuple[SettledWager, ...] = ()
    moved: dict[str, int] = {}
    tokens_lost: dict[int, int] = {}
    before: Shoe | None = None
    role: Role | None = None
    method: str | None = None
    settlement: str | None = None


Phase = Closed | Idle | Betting | Dealing | Settling


class PastCoup(Struct, frozen=True, gc=False):
    """A finished coup: what it moved, so that it can be taken back or settled again."""

    number: int
    coup: CoupResult
    bead: Bead
    settled: tuple[SettledWager, ...]
    moved: dict[str, int]
    settlement: str
    tokens_lost: dict[int, int] = {}
    before: Shoe | None = None
    role: Role | None = None
    method: str | None = None
    no_bet: bool = False
    void: bool = False


class HeldCard(Struct, frozen=True, gc=False):
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


class Fault(Struct, frozen=True):
    """A device that failed in a coup which is to be finished from a card shoe."""

    undecided: tuple[str, ...] = ()
    shuffled: bool = False
    cut: bool = False


class Block(Struct, frozen=True):
    """Something that must be done before the game goes on, and what it stops."""

    kind: str
    stops: str
    text: str
    clause: Clauses


class Table(Struct, frozen=True, gc=False):
    """Everything about a table that its past decides.

    Chips are a ledger: what patrons hold, what lies on the layout and what is in the float always
    add up to what was issued. Tokens are another, of the same kind.
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
    number: int = 0
    carried: HeldCard | None = None
    removable: bool = False
    relaxed: tuple[str, ...] = ()
    voids: int = 0
    could_not_rebuild: bool = False
    no_bet: bool = False
    no_bet_directed: bool = False
    wagers_refused: bool = False
    no_bets_in_a_row: int = 0
    cut: CutOffer = CutOffer()
    burned: Burned | None = None
    results: tuple[Bead, ...] = ()
    past: tuple[PastCoup, ...] = ()
    settlement: str | None = None
    method: str | None = None
    role: Role = Role()
    fault: Fault | None = None
    blocks: tuple[Block, ...] = ()
    house: House = House()
    records: Records = Records()

    def patron(self, name: str) -> Patron | None:
        """Return a person at the table by name."""
        for one in self.patrons:
            if one.name == name:
                return one
        return None

    @property
    def layout_cents(self) -> int:
        """Return the chips on the layout; tokens are not chips."""
        return sum(wager.stake_cents - wager.token_cents for wager in self.wagers)
