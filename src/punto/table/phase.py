"""The phases of a table. A phase is a type, so that a field exists only when it means something."""

from msgspec import Struct

from punto.cards import Card
from punto.coup import CoupResult
from punto.roads import Bead
from punto.rulebook.vocabulary import Side
from punto.table.layout_wager import SettledWager


class Closed(Struct, frozen=True, tag="closed", forbid_unknown_fields=True):
    """Not open: nobody may bet, and nothing is dealt."""


class Idle(Struct, frozen=True, tag="idle", forbid_unknown_fields=True):
    """Between coups, or while the cards are made ready."""


class Betting(Struct, frozen=True, tag="betting", omit_defaults=True, forbid_unknown_fields=True):
    """Wagers may be placed, changed and taken back."""

    closed: bool = False


class Out(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Cards of a hand that lie with a patron, by their places in the hand."""

    side: Side
    cards: tuple[int, ...]
    holder: str


class Role(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who holds the Banker cards where that goes round, and to whom it is being offered."""

    holder: str | None = None
    waiting: tuple[str, ...] = ()
    last_seat: int | None = None
    nobody: bool = False


class Dealt(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A card of a hand; its face is unknown while it lies face down and nobody has named it."""

    card: Card | None
    up: bool = True


Cards = tuple[Dealt, ...]
# A third card comes to a hand of two.
OPENING_HAND = 2


class Dealing(
    Struct, frozen=True, gc=False, tag="dealing", omit_defaults=True, forbid_unknown_fields=True
):
    """Cards are out: wagers lie where they lie.

    ``early`` are the wagers settled on the opening cards alone, ``been_out`` the cards that
    patrons have had in their hands, with whom. ``nominees`` turn the cards of a hand, its third
    too unless ``third_nominees`` has others, or nobody, for it; ``forfeited`` are the hands that
    were taken from a patron.
    """

    player: Cards = ()
    banker: Cards = ()
    method: str | None = None
    out: tuple[Out, ...] = ()
    been_out: tuple[Out, ...] = ()
    holders: dict[Side, str] = {}
    declined: tuple[tuple[Side, str], ...] = ()
    nominees: dict[Side, tuple[str, ...]] = {}
    third_nominees: dict[Side, tuple[str, ...]] = {}
    forfeited: tuple[Side, ...] = ()
    announced: bool = False
    early: tuple[SettledWager, ...] | None = None
    settlement: str | None = None

    def hand(self, side: Side) -> Cards:
        """Return the cards of a hand."""
        return self.player if side is Side.PLAYER else self.banker

    def faces(self, side: Side) -> tuple[Card, ...]:
        """Return the faces of a hand all of whose cards are known."""
        return tuple([dealt.card for dealt in self.hand(side) if dealt.card is not None])

    def up(self, side: Side) -> tuple[bool, ...]:
        """Return which cards of a hand lie face up."""
        return tuple([dealt.up for dealt in self.hand(side)])

    def nominated(self, side: Side) -> tuple[str, ...] | None:
        """Return who was nominated for the cards of a hand that are dealt now, if anybody was."""
        if len(self.hand(side)) > OPENING_HAND:
            return self.nominated_third(side) or None
        return self.nominees.get(side)

    def nominated_third(self, side: Side) -> tuple[str, ...]:
        """Return who was nominated for the third card of a hand."""
        return self.third_nominees.get(side, self.nominees.get(side, ()))

    @property
    def count(self) -> int:
        """Return how many cards lie on the table."""
        return len(self.player) + len(self.banker)

    @property
    def all_up(self) -> bool:
        return all(dealt.up for dealt in (*self.player, *self.banker))

    @property
    def any_up(self) -> bool:
        return any(dealt.up for dealt in (*self.player, *self.banker))


class CoupsToCome(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a shoe was still to give before a result decided it."""

    left: int | None = None
    extra_given: bool = False
    last_called: bool = False


class Settling(
    Struct, frozen=True, gc=False, tag="settling", omit_defaults=True, forbid_unknown_fields=True
):
    """The result is announced; losers are collected, then winners paid.

    ``before`` is what the shoe was still to give before the result; ``moved`` what each patron
    has won or lost in chips so far; ``advised`` who was told because of a wager of this coup;
    ``holders`` who had the cards of each hand; ``paid_at`` when winners were paid.
    """

    coup: CoupResult
    settled: tuple[SettledWager, ...]
    collected: bool = False
    paid: bool = False
    early: tuple[SettledWager, ...] = ()
    moved: dict[str, int] = {}
    tokens_lost: dict[int, int] = {}
    before: CoupsToCome = CoupsToCome()
    role: Role = Role()
    method: str | None = None
    settlement: str | None = None
    advised: tuple[str, ...] = ()
    holders: dict[Side, str] = {}
    paid_at: int = 0

    def hand(self, side: Side) -> tuple[Card, ...]:
        """Return the cards of a hand."""
        return self.coup.player if side is Side.PLAYER else self.coup.banker

    @property
    def begun(self) -> bool:
        """Return whether chips of the coup have begun to move."""
        return self.collected or self.paid


Phase = Closed | Idle | Betting | Dealing | Settling


class PastCoup(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A finished coup: what it moved, so that it can be taken back or settled again."""

    number: int
    shoe: int
    coup: CoupResult
    bead: Bead
    settled: tuple[SettledWager, ...]
    moved: dict[str, int]
    settlement: str
    tokens_lost: dict[int, int] = {}
    before: CoupsToCome = CoupsToCome()
    role: Role = Role()
    method: str | None = None
    no_bet: bool = False
    void: bool = False
    advised: tuple[str, ...] = ()
    paid_at: int = 0


def phase_name(phase: Phase) -> str:
    """Return the name of a phase as people say it."""
    return type(phase).__name__.lower()
