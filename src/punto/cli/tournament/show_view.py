"""Prints the view of a tournament."""

from punto.cli.output import console, heading, paragraph, rows, table
from punto.cli.tournament.terminal_tournament import TerminalTournament
from punto.money import dollars
from punto.sheets.session_records import chips_text
from punto.tournament.audience import TournamentAudience
from punto.tournament.rules import tournament_section
from punto.tournament.views.view_types import FormSeen, Seated, TableSeen


def see(driven: TerminalTournament, who: str) -> None:
    """Print the view of an audience, a title, or an entrant."""
    seen = driven.driver.view(_audience(driven, who))
    console().print(heading(f"{who} sees"))
    standing: dict[str, int] = {}
    for entrant in seen.entrants:
        standing[entrant.standing] = standing.get(entrant.standing, 0) + 1
    paragraph(", ".join([seen.stage, *(f"{n} {name}" for name, n in standing.items())]))
    playing = [place for place in seen.tables if place.seated]
    if playing:
        made = table("table", "turn", "entrants in order of seats", right=("table",))
        rows(made, ((place.number, place.turn or "", _seats_of_table(place)) for place in playing))
    if seen.forms:
        rows(
            table("form of", "wager", "amount", "in words", "so far"),
            (
                (
                    form.name,
                    form.wager or "",
                    _amount_text(form),
                    form.words or "",
                    _form_progress(form),
                )
                for form in seen.forms
            ),
        )


def _audience(driven: TerminalTournament, who: str) -> TournamentAudience | str:
    """Return the audience of a name; a title has the audience of its work."""
    if who in list(TournamentAudience):
        return TournamentAudience(who)
    if who == tournament_section(driven.driver.rules.edition).seating.led_by.value:
        return TournamentAudience.DIRECTOR
    if who in driven.titles:
        return TournamentAudience.PUBLIC if who == "onlooker" else TournamentAudience.SUPERVISOR
    return who


def _seats_of_table(seen: TableSeen) -> str:
    return ", ".join(_seat_text(seated, seen.marker) for seated in seen.seated)


def _seat_text(seated: Seated, marker: int | None) -> str:
    marks = [
        *(["marker"] if seated.seat == marker else []),
        *(["secret"] if seated.secret else []),
        *(["passes"] if seated.passed else []),
    ]
    shown = f" ({', '.join(marks)})" if marks else ""
    return f"{seated.seat} {seated.name} {chips_text(seated.chips_cents)}{shown}"


def _amount_text(form: FormSeen) -> str:
    return "" if form.stake_cents is None else dollars(form.stake_cents)


def _form_progress(form: FormSeen) -> str:
    return "announced" if form.announced else "examined" if form.examined else "handed in"
