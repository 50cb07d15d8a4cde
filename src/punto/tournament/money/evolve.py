"""Money, to the next state."""

from msgspec.structs import replace

from punto.tournament.money import events as happened
from punto.tournament.people import changed, known
from punto.tournament.tournament import Stage, Tournament


def evolve(tournament: Tournament, event: happened.MoneyEvent) -> Tournament:
    """Return the tournament after money moved."""
    purse = tournament.purse
    match event:
        case happened.FeePaid():
            paid = known(tournament, event.name).paid_cents + event.cents
            purse = replace(purse, fees_cents=purse.fees_cents + event.cents)
            return replace(changed(tournament, event.name, paid_cents=paid), purse=purse)
        case happened.PrizePaid():
            purse = replace(purse, paid_cents=purse.paid_cents + event.cents)
            tournament = changed(tournament, event.name, prize_cents=event.cents)
            return replace(tournament, purse=purse)
        case happened.TournamentFinished():
            return replace(tournament, stage=Stage.FINISHED)
