"""Placings: worked out from chips and from who went out when."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.tournament.events import Events
from punto.tournament.placing import commands as do
from punto.tournament.placing import events as happened
from punto.tournament.tournament import Tournament


def placings(tournament: Tournament) -> dict[str, int]:
    """Return everybody's place: those with most chips first; equal chips share a place."""
    chips = tournament.counted
    return {
        name: 1 + sum(other > cents for other in chips.values()) for name, cents in chips.items()
    }


def confirm_placings(
    rules: TableRules, tournament: Tournament, by: Actor, _: do.ConfirmPlacings
) -> Events:
    """Confirm the placings that were worked out."""
    require_staff(rules, by, "confirm placings")
    if not tournament.counted or tournament.session is not None:
        raise Malformed("no chips are counted yet", code="not_now")
    return (happened.PlacingsConfirmed(places=placings(tournament)),)
