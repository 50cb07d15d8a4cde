"""People at the table and the chips they hold."""

from punto.aggregate.command import Command


class AboutSeats(Command, frozen=True):
    """A command about people and their places."""


class Join(AboutSeats, frozen=True, tag="join"):
    """Somebody sits down, or stands at a seat's betting space."""

    patron: str
    seat: int
    standing: bool = False


class Leave(AboutSeats, frozen=True, tag="leave"):
    """Somebody leaves the table with their chips."""

    patron: str


class ChangeSeat(AboutSeats, frozen=True, tag="change_seat"):
    """Somebody takes another place at the same table."""

    patron: str
    seat: int
    standing: bool = False


class BuyChips(AboutSeats, frozen=True, tag="buy_chips"):
    """Somebody buys chips from the float, for cash unless it is said otherwise."""

    patron: str
    cents: int
    cash: bool = True


class CashOut(AboutSeats, frozen=True, tag="cash_out"):
    """Somebody gives chips back for money: all they hold, or so many; in cash or otherwise."""

    patron: str
    cents: int | None = None
    cash: bool = True


class ExchangeVoucher(AboutSeats, frozen=True, tag="exchange_voucher"):
    """The dealer hands tokens over for a voucher of the house.

    ``conditions`` are what stands on the voucher, if anything does; then it is said whether they
    are met, which the author of a scenario may leave out.
    """

    patron: str
    voucher_cents: int
    token_cents: int
    conditions: str | None = None
    conditions_met: bool | None = None


class LimitPatrons(AboutSeats, frozen=True, tag="limit_patrons"):
    """The number of patrons is limited, or each box kept for one of them."""

    most: int | None = None
    one_per_box: bool = False


class AskToVacate(AboutSeats, frozen=True, tag="ask_to_vacate"):
    """Somebody who has not bet for a while is asked to give up their place."""

    patron: str


class LinkPatrons(AboutSeats, frozen=True, tag="link_patrons"):
    """Patrons are found, or say, to be playing as partners."""

    patrons: tuple[str, ...]


SeatsCommand = (
    Join
    | Leave
    | ChangeSeat
    | BuyChips
    | CashOut
    | ExchangeVoucher
    | LimitPatrons
    | AskToVacate
    | LinkPatrons
)
