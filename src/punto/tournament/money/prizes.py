"""The pool, and what each place wins of it."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.tournament.events import Events
from punto.tournament.money import events as happened
from punto.tournament.tournament import Stage, Tournament

# Shares are written in hundredths of a percent.
WHOLE = 10_000


def pool_cents(tournament: Tournament) -> int:
    """Return what there is to win."""
    purse = tournament.purse
    return purse.fees_cents - purse.refunded_cents - purse.kept_cents + purse.added_cents


def pay_prizes(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Pay every place its prize, and end the tournament."""
    require_staff(rules, by, "pay the prizes")
    if tournament.stage is not Stage.RUNNING or not any(e.place for e in tournament.entrants):
        raise Malformed("no placings are confirmed", code="not_now")
    pool = pool_cents(tournament)
    won = {
        prize.place: prize.cents if prize.cents is not None else pool * (prize.share or 0) // WHOLE
        for prize in tournament.conditions.prizes
    }
    paid = tuple(
        happened.PrizePaid(name=entrant.name, cents=won[entrant.place])
        for entrant in tournament.entrants
        if entrant.place in won
    )
    return (*paid, happened.TournamentFinished())
