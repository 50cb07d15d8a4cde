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
    """Between coups, or while the cards are prepared."""


class Betting(Struct, frozen=True, tag="betting", omit_defaults=True, forbid_unknown_fields=True):
    """Wagers may be placed, changed and withdrawn."""

    closed: bool = False


class CardsWithPatron(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Cards of a hand that a patron holds, by their places in the hand."""

    side: Side
    cards: tuple[int, ...]
    holder: str


class Role(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The holder of the Banker cards if patrons take turns, and to whom they are offered."""

    holder: str | None = None
    waiting: tuple[str, ...] = ()
    last_seat: int | None = None
    nobody: bool = False


class Dealt(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A card of a hand; its face is None while it is face down and not named."""

    card: Card | None
    up: bool = True


Cards = tuple[Dealt, ...]
# The number of cards in a hand before its third card.
OPENING_HAND = 2


class Dealing(
    Struct, frozen=True, gc=False, tag="dealing", omit_defaults=True, forbid_unknown_fields=True
):
    """Cards are being dealt; wagers are locked.

    ``early`` are the wagers settled on the opening cards alone; ``been_out`` are the cards that
    patrons have held. ``nominees`` turn the cards of a hand, also its third unless
    ``third_nominees`` has an entry for it; ``forfeited`` are the hands that were taken from a
    patron.
    """

    player: Cards = ()
    banker: Cards = ()
    method: str | None = None
    out: tuple[CardsWithPatron, ...] = ()
    been_out: tuple[CardsWithPatron, ...] = ()
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
        """Return the known faces of a hand."""
        return tuple([dealt.card for dealt in self.hand(side) if dealt.card is not None])

    def up(self, side: Side) -> tuple[bool, ...]:
        """Return for each card of a hand whether it is face up."""
        return tuple([dealt.up for dealt in self.hand(side)])

    def nominated(self, side: Side) -> tuple[str, ...] | None:
        """Return the nominees for the cards of a hand that are dealt now, or None."""
        if len(self.hand(side)) > OPENING_HAND:
            return self.nominated_third(side) or None
        return self.nominees.get(side)

    def nominated_third(self, side: Side) -> tuple[str, ...]:
        """Return the nominees for the third card of a hand."""
        return self.third_nominees.get(side, self.nominees.get(side, ()))

    @property
    def count(self) -> int:
        """Return how many cards are on the table."""
        return len(self.player) + len(self.banker)

    @property
    def all_up(self) -> bool:
        return all(dealt.up for dealt in (*self.player, *self.banker))

    @property
    def any_up(self) -> bool:
        return any(dealt.up for dealt in (*self.player, *self.banker))


class CoupsToCome(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How many coups a shoe had left before a result changed it."""

    left: int | None = None
    extra_given: bool = False
    last_called: bool = False


class Settling(
    Struct, frozen=True, gc=False, tag="settling", omit_defaults=True, forbid_unknown_fields=True
):
    """The result is announced; losers are collected, then winners paid.

    ``before`` is how many coups the shoe had left before the result; ``moved`` is what each patron
    has won or lost in chips so far; ``advised`` are the patrons advised about a wager of this coup;
    ``holders`` had the cards of each hand; ``paid_at`` is when winners were paid.
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
    """A finished coup, with what is needed to reverse it or settle it again."""

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
    """Return the name of a phase in lower case."""
    return type(phase).__name__.lower()
