"""The state of a table: everything its past decides, in parts that have names."""

from msgspec import Struct

from punto.cards import Card
from punto.clause import Clauses
from punto.roads import Bead
from punto.rulebook.amounts import WagerLimits
from punto.rulebook.elections import Elections
from punto.rulebook.vocabulary import Side, Supply
from punto.shoe import Shoe
from punto.table.layout_wager import TableWager
from punto.table.notice import Limits, Proposed, Shown
from punto.table.open_issues import Matters
from punto.table.phase import Closed, Dealing, PastCoup, Phase, Role


class Patron(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A person at the table: seated, or standing at a seat's betting space.

    ``idle`` counts the coups in a row on which they could bet and did not while every other seat
    was taken. ``kept_minimum_cents`` is an earlier minimum that they may go on playing at;
    ``own_limits`` are those agreed for single wagers, or offers, that the sign gives limits of.
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
    own_limits: dict[str, WagerLimits] = {}

    @property
    def has_own_limits(self) -> bool:
        """Return whether other limits than those of the sign may hold for this patron."""
        return (
            self.kept_minimum_cents is not None
            or self.own_maximum_cents is not None
            or bool(self.own_limits)
        )


class CarriedCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card pulled in excess that waits for the next coup; unknown if it lies face down.

    ``to`` is the hand it was laid on before anybody knew whether that takes it.
    """

    card: Card | None
    seen: bool
    no_bet: bool
    to: Side | None = None


class NoBet(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The coup that is on, or comes next, is without wagers: directed, or for want of any.

    ``agreed`` are those whose consent it rests on, where everybody's is needed; a ``marker`` on
    the layout may show it.
    """

    directed: bool = False
    wagers_refused: bool = False
    agreed: tuple[str, ...] | None = None
    marker: bool = False


class CutOffer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """To whom the cut is being offered, who is next, and who has declined."""

    waiting: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    nominee: str | None = None
    last_cutter_seat: int | None = None


class BurnedCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The card burned first: whether a patron may ask to see it, and its face if it was shown."""

    on_request: bool
    shown: Card | None
    clause: Clauses


class Approved(Struct, frozen=True, forbid_unknown_fields=True):
    """A written approval on file."""

    item: str
    authority: str
    reference: str
    given: str


class SetUp(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table was set up with: the law it is played under and what the house elected."""

    rulebook: str
    digest: str
    elections: Elections
    seats: int


class Ledger(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Chips in the float, chips issued in all, and tokens issued.

    What patrons hold, what lies on the layout and what is in the float always add up to what was
    issued. Tokens are another ledger of the same kind.
    """

    float_cents: int = 0
    issued_cents: int = 0
    tokens_cents: int = 0


class Counters(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is counted, so that a number is never given twice.

    ``coups_at_opening`` are those dealt before the table was opened last.
    """

    arrivals: int = 0
    wagers: int = 0
    coups: int = 0
    voids: int = 0
    no_bets_in_a_row: int = 0
    entries: int = 0
    mispayments: int = 0
    disputes: int = 0
    coups_at_opening: int = 0


class Allowances(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What patrons may do in this coup that others may not, or that they usually may not.

    ``lifted`` are wagers that were taken off while that was so, by patron and wager.
    """

    both_hands: tuple[str, ...] = ()
    relaxed: tuple[str, ...] = ()
    removable: bool = False
    lifted: tuple[tuple[str, str], ...] = ()


class NextCoup(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the coup that comes next is, or the one that is on once its cards are out.

    Open to wagers, or without them and why; opened by cards that were carried over; dealt by which
    method and settled how, where that is not what the house elected; who may do more in it.
    What was ``ordered`` goes on the sign when no coup is on any more.
    """

    method: str | None = None
    settlement: str | None = None
    no_bet: NoBet | None = None
    carried: tuple[CarriedCard, ...] = ()
    allowed: Allowances = Allowances()
    ordered: tuple[Proposed, ...] = ()


class Past(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The results of this shoe by the number of their coup, and the last coup in full."""

    beads: dict[int, Bead] = {}
    last: PastCoup | None = None


class Packs(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The packs in use: their back, whether patrons handled them, who has looked at them.

    ``supply`` is how they came, where that is not what the house elected;
    ``counted`` is the number of coups dealt when the cards were last counted and found whole;
    ``cut`` says to whom the cut is offered, ``burned`` which card was burned first, ``swapped``
    which single new cards wait for a look, and whose. The sets of a table are numbered as they
    come: ``number`` lies there now, ``retired`` went for being handled.
    """

    back: str = "blue"
    supply: Supply | None = None
    handled: bool = False
    signed_off: tuple[str, ...] = ()
    swapped: tuple[tuple[Card, str], ...] = ()
    counted: int | None = None
    cut: CutOffer = CutOffer()
    burned: BurnedCard | None = None
    number: int = 1
    sets: int = 1
    retired: tuple[int, ...] = ()


class Admission(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who may play here, and how many; who plays as partners, and who was advised and left."""

    patrons_max: int | None = None
    one_per_box: bool = False
    barred: tuple[str, ...] = ()
    linked: tuple[tuple[str, ...], ...] = ()
    advised: tuple[str, ...] = ()


class Papers(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is on file about a table: approvals, ticks on its lists, who holds its bank.

    ``decided`` is what was decided of matters that the rulebook leaves open. Whether it takes no
    cash and has a drop box, where that is not what the house elected; ``slips`` are the numbers
    of all under which chips came into the float or left it.
    """

    approvals: tuple[Approved, ...] = ()
    attested: tuple[tuple[str, str], ...] = ()
    bank: str | None = None
    agreement: str | None = None
    decided: dict[str, str] = {}
    cashless: bool | None = None
    drop_box: bool | None = None
    slips: tuple[str, ...] = ()


class Duty(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who answers for the game now, and whom staff named to turn the cards of a hand."""

    on_duty: tuple[str, ...] = ()
    turners: dict[str, tuple[str, ...]] = {}


class Table(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Everything about a table that its past decides."""

    setup: SetUp
    shoe: Shoe
    phase: Phase = Closed()
    patrons: tuple[Patron, ...] = ()
    wagers: tuple[TableWager, ...] = ()
    limits: Limits = Limits()
    next: NextCoup = NextCoup()
    role: Role = Role()
    past: Past = Past()
    ledger: Ledger = Ledger()
    count: Counters = Counters()
    packs: Packs = Packs()
    admission: Admission = Admission()
    papers: Papers = Papers()
    shown: Shown = Shown()
    duty: Duty = Duty()
    open: Matters = Matters()

    def patron(self, name: str) -> Patron | None:
        """Return a person at the table by name."""
        for patron in self.patrons:
            if patron.name == name:
                return patron
        return None

    @property
    def dealing(self) -> Dealing:
        """Return the coup whose cards are being dealt."""
        assert isinstance(self.phase, Dealing)
        return self.phase

    @property
    def seats(self) -> int:
        return self.setup.seats

    @property
    def carries_no_bet(self) -> bool:
        """Return whether a card waits for the next coup on which therefore nobody may bet."""
        return any(card.no_bet for card in self.next.carried)

    @property
    def takes_no_wagers(self) -> bool:
        """Return whether nobody may wager on the next coup: a card forces it, or it is directed."""
        no_bet = self.next.no_bet
        return self.carries_no_bet or (no_bet is not None and no_bet.wagers_refused)

    @property
    def number(self) -> int:
        """Return the number of the coup that is on, or was last, since the table was set up."""
        return self.count.coups

    @property
    def results(self) -> tuple[Bead, ...]:
        """Return the results of this shoe in order."""
        return tuple(self.past.beads.values())

    @property
    def layout_cents(self) -> int:
        """Return the chips on the layout; tokens are not chips."""
        return sum([wager.chips_cents for wager in self.wagers])
