"""Fees were paid in, prizes paid out."""

from punto.table.event import Event


class OfMoney(Event, frozen=True, gc=False):
    """An event about money."""


class FeePaid(OfMoney, frozen=True, gc=False, tag="fee_paid"):
    name: str
    cents: int


class PrizePaid(OfMoney, frozen=True, gc=False, tag="prize_paid"):
    name: str
    cents: int


class TournamentFinished(OfMoney, frozen=True, gc=False, tag="tournament_finished"):
    """Everything that was to be paid is paid."""


MoneyEvent = FeePaid | PrizePaid | TournamentFinished
