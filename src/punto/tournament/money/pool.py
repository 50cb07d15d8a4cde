"""The pool: what there is to win, and until when it may still change."""

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.tournament.entrant import Standing
from punto.tournament.tournament import Stage, Tournament

# Those who never entered: their applications are no entries.
_NOT_ENTERED = frozenset({Standing.APPLIED, Standing.REFUSED})


def pool_cents(tournament: Tournament) -> int:
    """Return what there is to win: what came in and stays, and what the house adds."""
    purse = tournament.purse
    paid_in = purse.fees_cents + purse.bought_cents + purse.added_cents
    return paid_in - purse.refunded_cents - purse.kept_cents


def guaranteed_entries(tournament: Tournament) -> int:
    """Return how many entries were received and not given back."""
    return sum(
        entrant.standing not in _NOT_ENTERED
        and (not entrant.refunded_cents or entrant.paid_cents > entrant.refunded_cents)
        for entrant in tournament.entrants
    )


def check_open(tournament: Tournament) -> None:
    """Say that the pool does not change any more, or not yet."""
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if tournament.purse.awarded:
        raise Malformed("the pool is divided", code=ErrorCode.NOT_NOW)
