"""The prize sheet: every winning place, its entrant, and the sums of the purse."""

from typing import Any

from punto.money import dollars
from punto.sheets.session_records import Record, chips_text, heading, lead_title
from punto.tournament.entry.overrides import rules_of
from punto.tournament.money.pool import pool_cents
from punto.tournament.money.prize_sheet import prize_sheet as lines_of
from punto.tournament.tournament import Tournament


def prize_sheet(found: Record) -> dict[str, Any] | None:
    """Return the values of the prize sheet, or ``None`` while no entrant is placed."""
    tournament = found.tournament
    if not any(entrant.place for entrant in tournament.entrants):
        return None
    rules = rules_of(found.edition, tournament)
    lines = lines_of(rules, tournament)
    chips = found.counts[-1].chips if found.counts else {}
    rows = [
        {
            "place": line.place,
            "name": line.name,
            "chips": chips_text(chips.get(line.name)),
            "play_off": found.play_off_chips(line.name),
            "prize": " and ".join([*([dollars(line.cents)] if line.cents else []), *line.goods]),
        }
        for line in lines
    ]
    return {**heading(found), "lead": lead_title(found), "rows": rows, "sums": sums(tournament)}


def sums(tournament: Tournament) -> list[dict[str, str]]:
    """Return the sums of the purse that are not zero."""
    purse = tournament.purse
    amounts = {
        "Entry fees": purse.fees_cents,
        "Buy-ins": purse.bought_cents,
        "Added by the house": purse.added_cents,
        "Given back": -purse.refunded_cents,
        "Kept by the house": -purse.kept_cents,
        "Pool": pool_cents(tournament),
        "Borne by the house so that shares are equal": purse.borne_cents,
        "Left over of equal shares": purse.odd_cents,
        "Paid": purse.paid_cents,
    }
    return [{"name": name, "amount": dollars(cents)} for name, cents in amounts.items() if cents]
