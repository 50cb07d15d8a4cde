"""What went wrong, and what was done about it: every chip that moves is named."""

from punto.aggregate.event import Alert, Event, Register, Unregistered, Visibility
from punto.cards import Card
from punto.rulebook.terms import Side
from punto.table.matters import Debt
from punto.table.wager import Outcomes, TableWager


class OfErrors(Event, frozen=True, gc=False):
    """An event about what goes wrong."""


class WagersRemovable(OfErrors, frozen=True, gc=False, tag="wagers_removable"):
    """A coup was put right, and until play goes on patrons may take wagers back."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class CardHeld(OfErrors, frozen=True, gc=False, tag="card_held"):
    """A card in excess left the shoe, or the table, and opens the next coup.

    ``to`` is the hand it was laid on before anybody knew whether that takes it.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY

    card: Card | None = None
    seen: bool = False
    no_bet: bool = False
    off_table: bool = False
    to: Side | None = None


class CardRetired(OfErrors, frozen=True, gc=False, tag="card_retired"):
    """A card in excess left the shoe, or the table, and is not dealt any more."""

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY

    card: Card | None = None
    seen: bool = False
    off_table: bool = False


class CardMisplaced(OfErrors, frozen=True, gc=False, tag="card_misplaced"):
    """A card was ``laid_on`` one hand and is ``due_to`` the other, where it is put.

    The card is named if it lies face up; face down it stays unknown.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY

    coup: int
    laid_on: Side
    due_to: Side
    card: Card | None = None


class HeldCardSwept(OfErrors, frozen=True, gc=False, tag="held_card_swept"):
    """Cards held for the next coup are burned now, or belong to this one; all if none is named."""

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)

    places: tuple[int, ...] = ()


class HeldCardExposed(OfErrors, frozen=True, gc=False, tag="held_card_exposed"):
    """A card held unseen for the next coup is seen now: nobody bets on that coup."""

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)

    place: int
    card: Card


class CoupsLeftChanged(OfErrors, frozen=True, gc=False, tag="coups_left_changed"):
    """A card that left the shoe out of turn decides how many coups are still to come from it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    coups_left: int | None
    extra_given: bool = False
    last_called: bool = False


class CardCorrected(OfErrors, frozen=True, gc=False, tag="card_corrected"):
    """A face that was keyed wrongly is put right, by its place in the hand."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    side: Side
    place: int
    was: Card
    card: Card


class CoupVoided(OfErrors, frozen=True, gc=False, tag="coup_voided"):
    """A coup has no result; what was staked has gone back."""

    visibility = Visibility.EVERYBODY
    registers = (Register.VOIDS,)

    ground: str
    coups_left: int | None = None
    last_called: bool = False
    could_not_rebuild: bool = False


class CoupReopened(OfErrors, frozen=True, gc=False, tag="coup_reopened"):
    """The cards of a coup lie as they did before the result, or where they belong."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    number: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


class WinningsTakenBack(OfErrors, frozen=True, gc=False, tag="winnings_taken_back"):
    """What a coup moved goes back: chips from patrons to the float, tokens to patrons.

    A negative amount is a loss given back; ``debts`` is what cannot be got back.
    """

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    cents: dict[str, int] = {}
    token_cents: dict[str, int] = {}
    debts: tuple[Debt, ...] = ()


class StakesLaidAgain(OfErrors, frozen=True, gc=False, tag="stakes_laid_again"):
    """Wagers lie on the layout again as they did, to be settled anew."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    wagers: tuple[TableWager, ...]


class PairsReversed(OfErrors, frozen=True, gc=False, tag="pairs_reversed"):
    """What was settled on the opening cards for one patron counts no more, wager by wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    name: str
    numbers: tuple[int, ...]


class WagersReversed(OfErrors, frozen=True, gc=False, tag="wagers_reversed"):
    """Wagers of one patron in a coup that was settled are void; they had come to ``cents``."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str
    numbers: tuple[int, ...]
    coup: int
    cents: int = 0


class CoupUnbet(OfErrors, frozen=True, gc=False, tag="coup_unbet"):
    """No wager is left on a coup that is being dealt: it is finished without."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    method: str


class WagersResettled(OfErrors, frozen=True, gc=False, tag="wagers_resettled"):
    """Wagers come to something else because another has gone."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    results: Outcomes


class CoupReversed(OfErrors, frozen=True, gc=False, tag="coup_reversed"):
    """An earlier coup is void after all; ``unadvised`` are those whose advice rested on it."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    number: int
    unadvised: tuple[str, ...] = ()


class LateErrorReported(OfErrors, frozen=True, gc=False, tag="late_error_reported"):
    """An error in an earlier coup was reported by somebody who may not void it: it is judged."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    coup: int
    trigger: str
    text: str


class LateErrorDismissed(OfErrors, frozen=True, gc=False, tag="late_error_dismissed"):
    """Whoever may void an earlier coup finds that its cards lay where they belong."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    coup: int


class Mispaid(OfErrors, frozen=True, gc=False, tag="mispaid"):
    """A wrong payment is found; over is positive. ``bet`` is the number of the wager.

    ``at`` is when it became known, ``paid_at`` when it was made. Where the books said otherwise,
    ``paid_cents`` and ``collected_cents`` are what was really moved, and ``booked_cents`` is what
    the patron therefore holds more, or less, than they said.
    """

    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)
    alert = Alert.WRONG_PAYMENT

    number: int
    coup: int
    patron: str
    wager: str
    difference_cents: int
    bet: int = 0
    paid_at: int = 0
    paid_cents: int | None = None
    collected_cents: int | None = None
    booked_cents: int = 0


class MispaymentEnquired(OfErrors, frozen=True, gc=False, tag="mispayment_enquired"):
    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)

    number: int
    note: str
    intentional: bool = False
    suspected: bool = False


class MispaymentCured(OfErrors, frozen=True, gc=False, tag="mispayment_cured"):
    """Something was done about a wrong payment; ``paid_cents`` went to the patron, or came back."""

    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)

    number: int
    how: str
    steps: tuple[str, ...] = ()
    identified: bool | None = None
    patron: str | None = None
    paid_cents: int = 0


class DeviceFailed(OfErrors, frozen=True, gc=False, tag="device_failed"):
    """A device failed, and these patrons are asked whether their stakes stay in.

    The same cards of a new pack took the place of those ``damaged``.
    """

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)
    alert = Alert.DEVICE

    undecided: tuple[str, ...] = ()
    damaged: tuple[Card, ...] = ()


class CardsMovedOver(OfErrors, frozen=True, gc=False, tag="cards_moved_over"):
    """What was left in a failed device is in another one; the coup goes on.

    The same cards of a new pack took the place of those ``damaged``.
    """

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)

    count: int
    damaged: tuple[Card, ...] = ()


class StakesChosen(OfErrors, frozen=True, gc=False, tag="stakes_chosen"):
    """A patron leaves all stakes of the coup in, or takes them all back."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.DEVICES,)
    concerns = "name"

    name: str
    keep: bool


class RestShuffled(OfErrors, frozen=True, gc=False, tag="rest_shuffled"):
    """What is left of the cards is shuffled."""

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)


class RestCut(OfErrors, frozen=True, gc=False, tag="rest_cut"):
    """What is left of the cards is cut; the coup is finished from a card shoe."""

    visibility = Visibility.STAFF
    registers = (Register.DEVICES,)

    at: int | None = None


ErrorsEvent = (
    WagersRemovable
    | CardMisplaced
    | CardHeld
    | CardRetired
    | HeldCardSwept
    | HeldCardExposed
    | CoupsLeftChanged
    | CardCorrected
    | CoupVoided
    | CoupReopened
    | WinningsTakenBack
    | StakesLaidAgain
    | PairsReversed
    | WagersReversed
    | CoupUnbet
    | WagersResettled
    | CoupReversed
    | LateErrorReported
    | LateErrorDismissed
    | Mispaid
    | MispaymentEnquired
    | MispaymentCured
    | DeviceFailed
    | CardsMovedOver
    | StakesChosen
    | RestShuffled
    | RestCut
)
