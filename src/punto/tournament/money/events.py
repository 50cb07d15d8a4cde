"""Money came in, was kept, given back and paid out; chips went out and came back."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility

# Why a step in which somebody paid or was paid stays.
_MONEY_MOVED = "money has changed hands"


class OfMoney(Event, frozen=True, gc=False):
    """An event about money."""


class FeePaid(OfMoney, frozen=True, gc=False, tag="fee_paid"):
    """An entry fee came in, with a commission on top where there is one."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int


class CommissionKept(OfMoney, frozen=True, gc=False, tag="commission_kept"):
    """The house keeps an approved part of what somebody paid."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int


class FeeRefunded(OfMoney, frozen=True, gc=False, tag="fee_refunded"):
    """Money went back; ``commission_cents`` of it was with the house, the rest in the pool."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int
    commission_cents: int = 0


class ValueAdded(OfMoney, frozen=True, gc=False, tag="value_added"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int = 0
    goods: tuple[str, ...] = ()


class ValueTakenBack(OfMoney, frozen=True, gc=False, tag="value_taken_back"):
    """What the house had added goes back to it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int = 0
    goods: tuple[str, ...] = ()


class FeesRetained(OfMoney, frozen=True, gc=False, tag="fees_retained"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int
    purpose: str


class RetentionReduced(OfMoney, frozen=True, gc=False, tag="retention_reduced"):
    """Of what the house kept, this goes back into the pool."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int


class BuyInPaid(OfMoney, frozen=True, gc=False, tag="buy_in_paid"):
    """A buy-in came in; ``cash`` if it is for chips worth money and no part of the pool."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int
    cash: bool = False


class BuyInReturned(OfMoney, frozen=True, gc=False, tag="buy_in_returned"):
    """A buy-in for chips worth money goes back: the chips were never handed out."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int


class BuyInMissed(OfMoney, frozen=True, gc=False, tag="buy_in_missed"):
    """Somebody who had not bought in is out, and the fee stays."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    name: str


class BuyInsUsed(OfMoney, frozen=True, gc=False, tag="buy_ins_used"):
    """Buy-ins became the chips of a session."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    names: tuple[str, ...]


class BoughtBack(OfMoney, frozen=True, gc=False, tag="bought_back"):
    """Somebody who was out is in again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)
    final = _MONEY_MOVED

    name: str
    cents: int


class PrizesAwarded(OfMoney, frozen=True, gc=False, tag="prizes_awarded"):
    """What everybody wins; the house bears some cents, or reports those that are left over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    prizes: dict[str, int]
    goods: dict[str, tuple[str, ...]] = {}
    borne_cents: int = 0
    odd_cents: int = 0


class PrizePaid(OfMoney, frozen=True, gc=False, tag="prize_paid"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int


class TournamentFinished(OfMoney, frozen=True, gc=False, tag="tournament_finished"):
    """Everything that was to be paid is paid."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED
    final = _MONEY_MOVED


class ChipsStocked(OfMoney, frozen=True, gc=False, tag="chips_stocked"):
    """So many chips of each denomination are in stock."""

    visibility = Visibility.STAFF
    registers = (Register.CHIP_COUNTS,)

    pieces: dict[int, int]


class ChipsTakenIn(OfMoney, frozen=True, gc=False, tag="chips_taken_in"):
    """What was left of chips after a session goes back to the house."""

    visibility = Visibility.STAFF
    registers = Unregistered.MONEY

    chips: dict[str, int]


class ChipsCashed(OfMoney, frozen=True, gc=False, tag="chips_cashed"):
    """Somebody left a table with chips that are worth money: they are their own."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = _MONEY_MOVED

    name: str
    cents: int


class StockCounted(OfMoney, frozen=True, gc=False, tag="stock_counted"):
    """So many chips came back; ``missing`` of each did not, less than none if there are more."""

    visibility = Visibility.STAFF
    registers = (Register.CHIP_COUNTS,)

    pieces: dict[int, int]
    missing: dict[int, int] = {}


MoneyEvent = (
    FeePaid
    | CommissionKept
    | FeeRefunded
    | ValueAdded
    | ValueTakenBack
    | FeesRetained
    | RetentionReduced
    | BuyInPaid
    | BuyInReturned
    | BuyInMissed
    | BuyInsUsed
    | BoughtBack
    | PrizesAwarded
    | PrizePaid
    | TournamentFinished
    | ChipsStocked
    | ChipsTakenIn
    | ChipsCashed
    | StockCounted
)
