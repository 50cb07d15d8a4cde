"""Forms, to the next state."""

from msgspec.structs import replace

from punto.tournament.forms import Form
from punto.tournament.secret import events as happened
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.SecretEvent) -> Tournament:
    """Return the tournament after something about a form."""
    form = Form(event.name, event.table, event.coup, event.wager, event.stake_cents, event.words)
    return replace(tournament, forms=(*tournament.forms, form))
