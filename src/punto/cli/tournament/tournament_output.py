"""Prints the draw, the board, the standings and the prize sheet of a tournament."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from punto.clause import Malformed
from punto.cli.output import console, heading, paragraph, rows, table
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rehearsal.simulated_entrants import Field
from punto.rulebook.elect import TableRules
from punto.sheets.session_records import by_table, chips_text, round_name
from punto.tournament.money.pool import pool_cents
from punto.tournament.money.prize_sheet import prize_sheet
from punto.tournament.session_queries import value_cents
from punto.tournament.tournament import Tournament

# Number of places that the standings list.
PLACES = 10


def show_entries(tournament: Tournament, field: Field) -> None:
    """Print the number of entrants, their strategies, the fees and the pool."""
    counts: dict[str, int] = {}
    for player in field.values():
        counts[player.strategy] = counts.get(player.strategy, 0) + 1
    made = ", ".join(f"{name} {count}" for name, count in counts.items())
    pool, fees = dollars(pool_cents(tournament)), dollars(tournament.purse.fees_cents)
    paragraph(f"{len(tournament.entrants)} entrants ({made})", hang=2)
    paragraph(f"fees {fees}, pool {pool}")


def show_draw(tournament: Tournament, seed: str) -> None:
    """Print the seats, and the seed that verifies the draw."""
    session = tournament.session
    assert session is not None
    console().print(heading(f"{round_name(tournament)}: the draw"))
    made = table("table", "seats", right=("table",))
    rows(
        made,
        (
            (number, "  ".join(f"{seat} {name}" for seat, name in seats))
            for number, seats in by_table(session.seats).items()
        ),
    )
    paragraph(f"drawn by the seed {seed}")


def show_board(tournament: Tournament) -> None:
    """Print the chips at every table, most first; after a session, the counted chips."""
    session = tournament.session
    if session is None:
        raise Malformed("no session is on", "next, or go", code=ErrorCode.NOT_NOW)
    if session.ended:
        show_session(tournament, tournament.counted, ())
        return
    lines = []
    for number, held in tournament.tables.items():
        chips = {patron.name: value_cents(held, patron.name) for patron in held.patrons}
        if chips:
            best = sorted(chips, key=lambda name: (-chips[name], name))
            shown = ", ".join(f"{name} {chips_text(chips[name])}" for name in best)
            lines.append((number, session.coups.get(number, 0), shown))
    if lines:
        rows(table("table", "coups", "chips", right=("table", "coups")), lines)


def show_session(ended: Tournament, counted: Mapping[str, int], through: Collection[str]) -> None:
    """Print the result of a session: the rank of each entrant, and who advances."""
    assert ended.session is not None
    console().print(heading(f"{round_name(ended)}: over"))
    lines = []
    for number, groups in ended.session.ranked.items():
        place = 1
        shown = []
        for group in groups:
            for name in group:
                chips = chips_text(counted[name]) if name in counted else "out"
                mark = "*" if name in through else ""
                shown.append(f"{place} {name}{mark} {chips}")
            place += len(group)
        lines.append((number, ", ".join(shown)))
    rows(table("table", "rank, entrant, chips", right=("table",)), lines)
    if through:
        paragraph(f"* go on: {len(through)}")


def standings(tournament: Tournament, field: Field) -> list[dict[str, Any]]:
    """Return everybody's place and prize, best first."""
    placed = sorted(
        (entrant for entrant in tournament.entrants if entrant.place is not None),
        key=lambda entrant: (entrant.place or 0, entrant.number),
    )
    return [
        {
            "place": entrant.place,
            "name": entrant.name,
            "strategy": field[entrant.name].strategy if entrant.name in field else None,
            "prize_cents": entrant.prize_cents,
            "goods": list(entrant.goods),
        }
        for entrant in placed
    ]


def show_standings(tournament: Tournament, field: Field) -> None:
    """Print the first places."""
    listed: Sequence[dict[str, Any]] = standings(tournament, field)
    console().print(heading("standings"))
    rows(
        table("place", "entrant", "strategy", right=("place",)),
        ((row["place"], row["name"], row["strategy"] or "") for row in listed[:PLACES]),
    )
    if len(listed) > PLACES:
        paragraph(f"and {len(listed) - PLACES} more")


def show_prizes(rules: TableRules, tournament: Tournament) -> None:
    """Print the prizes, and the totals of the money."""
    if not any(entrant.place for entrant in tournament.entrants):
        raise Malformed("nobody is placed yet", "next, or go", code=ErrorCode.NOT_NOW)
    console().print(heading("prizes"))
    lines = prize_sheet(rules, tournament)
    rows(
        table("place", "entrant", "prize", right=("place", "prize")),
        (
            (line.place, line.name, " and ".join([dollars(line.cents), *line.goods]))
            for line in lines
        ),
    )
    purse = tournament.purse
    sums = {
        "fees": purse.fees_cents,
        "added": purse.added_cents,
        "given back": purse.refunded_cents,
        "kept": purse.kept_cents,
        "borne by the house": purse.borne_cents,
        "left over and reported": purse.odd_cents,
        "paid": purse.paid_cents,
    }
    amounts = ", ".join(f"{name} {dollars(cents)}" for name, cents in sums.items() if cents)
    paragraph(amounts or "nothing was paid in, and nothing out")
