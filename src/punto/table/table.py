"""The state of a table, which follows from its log."""

from msgspec import Struct

from punto.cards import Card
from punto.clause import Clauses
from punto.roads import Bead
from punto.rulebook.amounts import WagerLimits
from punto.rulebook.elections import Elections
from punto.rulebook.vocabulary import Side, Supply
from punto.shoe import Shoe
from punto.table.layout_wager import TableWager
from punto.table.notice import Limits, PostedItems, SignChange
from punto.table.open_issues import TableIssues
from punto.table.phase import Closed, Dealing, PastCoup, Phase, Role


class Patron(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A person at the table: seated, or standing at a seat's betting space.

    ``idle`` counts the coups in a row on which they could bet and did not while every other seat
    was taken. ``kept_minimum_cents`` is an earlier minimum that still applies to them;
    ``own_limits`` are limits agreed for single wagers, or offers, that have limits on the sign.
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
        """Return whether other limits than those of the sign may apply to this patron."""
        return (
            self.kept_minimum_cents is not None
            or self.own_maximum_cents is not None
            or bool(self.own_limits)
        )


class CarriedCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card in excess that is held for the next coup; None while it is face down and unread.

    ``to`` is the hand on which it was laid before it was known whether that hand takes it.
    """

    card: Card | None
    seen: bool
    no_bet: bool
    to: Side | None = None


class NoBet(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The current or next coup is without wagers: directed, after a held card, or none is left.

    ``agreed`` are the patrons who consented, if everybody must; a ``marker`` on the layout may
    show it.
    """

    directed: bool = False
    wagers_refused: bool = False
    agreed: tuple[str, ...] | None = None
    marker: bool = False


class CutOffer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The patrons to whom the cut is offered, in order, and those who have declined."""

    waiting: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    nominee: str | None = None
    last_cutter_seat: int | None = None


class BurnedCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The first burned card: whether a patron may ask to see it, and its face if it was shown."""

    on_request: bool
    shown: Card | None
    clause: Clauses


class Approved(Struct, frozen=True, forbid_unknown_fields=True):
    """A written approval on file."""

    item: str
    authority: str
    reference: str
    given: str


class TableConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The configuration of a table: its rulebook, and the elections of the house."""

    rulebook: str
    digest: str
    elections: Elections
    seats: int


class Ledger(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Chips in the float, chips issued in all, and tokens issued.

    The chips of patrons, on the layout and in the float always add up to the issued chips. Tokens
    are counted separately in the same way.
    """

    float_cents: int = 0
    issued_cents: int = 0
    tokens_cents: int = 0


class Counters(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Counters, so that a number is never used twice.

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
    """Exceptions for single patrons, or for all, in this coup.

    ``lifted`` are the wagers that were withdrawn under such an exception, by patron and wager.
    """

    both_hands: tuple[str, ...] = ()
    relaxed: tuple[str, ...] = ()
    removable: bool = False
    lifted: tuple[tuple[str, str], ...] = ()


class NextCoup(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The properties of the next coup, or of the current one after its first card.

    ``method`` and ``settlement`` are set if they differ from the elections. ``carried`` are held
    cards that open it. ``ordered`` are the changes of the sign after the coup.
    """

    method: str | None = None
    settlement: str | None = None
    no_bet: NoBet | None = None
    carried: tuple[CarriedCard, ...] = ()
    allowed: Allowances = Allowances()
    ordered: tuple[SignChange, ...] = ()


class ShoeHistory(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The results of this shoe by coup number, and the last coup in full."""

    beads: dict[int, Bead] = {}
    last: PastCoup | None = None


class Packs(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The packs in use: their back, whether patrons handled them, who has looked at them.

    ``supply`` is how they came, if that differs from the election of the house; ``counted`` is the
    number of coups dealt when the cards were last counted as complete; ``swapped`` are single new
    cards, each with a title that must still look at it. The sets of a table are numbered in the
    order of their arrival: ``number`` is in use, ``retired`` were removed because patrons handled
    them.
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
    """Limits on the patrons of a table; partners, and patrons who were advised and have left."""

    patrons_max: int | None = None
    one_per_box: bool = False
    barred: tuple[str, ...] = ()
    linked: tuple[tuple[str, ...], ...] = ()
    advised: tuple[str, ...] = ()


class Papers(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The files of a table: approvals, ticked items of its lists, who holds its bank.

    ``decided`` are decisions about matters that the rulebook leaves open. ``cashless`` and
    ``drop_box`` are set if they differ from the elections of the house; ``slips`` are the numbers
    of all slips for fills and credits.
    """

    approvals: tuple[Approved, ...] = ()
    attested: tuple[tuple[str, str], ...] = ()
    bank: str | None = None
    agreement: str | None = None
    decided: dict[str, str] = {}
    cashless: bool | None = None
    drop_box: bool | None = None
    slips: tuple[str, ...] = ()


class StaffOnDuty(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The staff who answer for the game now, and who is named to turn the cards of a hand."""

    on_duty: tuple[str, ...] = ()
    turners: dict[str, tuple[str, ...]] = {}


class Table(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The state of a table."""

    setup: TableConfig
    shoe: Shoe
    phase: Phase = Closed()
    patrons: tuple[Patron, ...] = ()
    wagers: tuple[TableWager, ...] = ()
    limits: Limits = Limits()
    next: NextCoup = NextCoup()
    role: Role = Role()
    past: ShoeHistory = ShoeHistory()
    ledger: Ledger = Ledger()
    count: Counters = Counters()
    packs: Packs = Packs()
    admission: Admission = Admission()
    papers: Papers = Papers()
    shown: PostedItems = PostedItems()
    duty: StaffOnDuty = StaffOnDuty()
    open: TableIssues = TableIssues()

    def patron(self, name: str) -> Patron | None:
        """Return a patron by name, or None."""
        for patron in self.patrons:
            if patron.name == name:
                return patron
        return None

    @property
    def dealing(self) -> Dealing:
        """Return the phase, which must be `Dealing`."""
        assert isinstance(self.phase, Dealing)
        return self.phase

    @property
    def seats(self) -> int:
        return self.setup.seats

    @property
    def carries_no_bet(self) -> bool:
        """Return whether a held card forces the next coup to be without wagers."""
        return any(card.no_bet for card in self.next.carried)

    @property
    def takes_no_wagers(self) -> bool:
        """Return whether the next coup takes no wagers: by a held card, or as directed."""
        no_bet = self.next.no_bet
        return self.carries_no_bet or (no_bet is not None and no_bet.wagers_refused)

    @property
    def number(self) -> int:
        """Return the number of the current or last coup, counted since the table was set up."""
        return self.count.coups

    @property
    def results(self) -> tuple[Bead, ...]:
        """Return the results of this shoe in order."""
        return tuple(self.past.beads.values())

    @property
    def layout_cents(self) -> int:
        """Return the chips on the layout; tokens are not chips."""
        return sum([wager.chips_cents for wager in self.wagers])
