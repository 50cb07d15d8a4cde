"""What each audience may see of a tournament: views leave it, its state never does.

Chips lie in full view. What stands on a form is for its maker and the official who examines it,
until it is announced; afterwards the form itself is for those who asked to see it.
"""

from msgspec import Struct

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import SeatMarked
from punto.table.views.view import View as TableView
from punto.table.views.view import view as view_table
from punto.tournament.conditions import Conditions
from punto.tournament.forms import Form
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament
from punto.tournament.views.audience import OFFICIAL, Audience, at_table
from punto.tournament.wagers.order import in_order, turns_at, whose_turn


class Seated(Struct, frozen=True):
    """An entrant at a table, as everybody sees them: the chips, and the markers that lie there."""

    name: str
    seat: int
    chips_cents: int
    pass_cards: int
    secret: bool
    passed: bool


class FormSeen(Struct, frozen=True):
    """A form as far as somebody may see it."""

    name: str
    table: int
    wager: str | None
    stake_cents: int | None
    words: str | None
    examined: bool
    announced: bool


class TableSeen(Struct, frozen=True):
    """A table of the tournament as one audience sees it."""

    number: int
    marker: int | None
    order: tuple[str, ...]
    turn: str | None
    seconds: int | None
    indicator: bool
    seated: tuple[Seated, ...]
    table: TableView


class EntrantSeen(Struct, frozen=True):
    """Somebody of the tournament, as everybody sees them."""

    name: str
    standing: str
    place: int | None


class View(Struct, frozen=True):
    """Everything that one audience may see of a tournament."""

    audience: Audience
    viewer: str | None
    name: str
    rulebook: str
    stage: str
    conditions: Conditions | None
    entrants: tuple[EntrantSeen, ...]
    session: int | None
    tables: tuple[TableSeen, ...]
    forms: tuple[FormSeen, ...]


def view(
    rules: TableRules, tournament: Tournament, audience: Audience, viewer: str | None = None
) -> View:
    """Return what an audience sees; an entrant is named."""
    setup, session = tournament.setup, tournament.session
    published = tournament.floor.published or audience not in (Audience.PUBLIC, Audience.ENTRANT)
    return View(
        audience=audience,
        viewer=viewer,
        name=setup.name,
        rulebook=setup.rulebook,
        stage=str(tournament.stage),
        conditions=tournament.conditions if published else None,
        entrants=tuple(
            EntrantSeen(entrant.name, str(entrant.standing), entrant.place)
            for entrant in tournament.entrants
        ),
        session=session.number if session else None,
        tables=tuple(
            _table(rules, tournament, number, audience, viewer) for number in tournament.tables
        ),
        forms=tuple(
            seen
            for form in tournament.forms
            if (seen := form_seen(form, audience, viewer)) is not None
        ),
    )


def looking(tournament: Tournament, name: str) -> tuple[Audience, str | None]:
    """Return as whom somebody looks: an audience by its name, or an entrant."""
    if name in list(Audience) and name != Audience.ENTRANT:
        return Audience(name), None
    if tournament.entrant(name) is None:
        others = ", ".join(who for who in Audience if who is not Audience.ENTRANT)
        text = f"{name} does not look at this tournament"
        raise Malformed(text, f"{others}, or an entrant", code="no_such_patron")
    return Audience.ENTRANT, name


def form_seen(form: Form, audience: Audience, viewer: str | None) -> FormSeen | None:
    """Return what somebody sees of a form: nothing, what was announced, or the form itself."""
    itself = audience in OFFICIAL or viewer == form.name or viewer in form.shown
    if not itself and not form.announced:
        return None
    words = form.words if itself else None
    return FormSeen(
        form.name,
        form.table,
        form.wager,
        form.stake_cents,
        words,
        form.examined,
        form.announced,
    )


def is_marked(rules: TableRules, form: Form) -> bool:
    """Return whether a marker shows everybody that there is a form."""
    data = law(rules.edition).secret
    if data is None or form.done:
        return False
    return data.marked.value is SeatMarked.WHEN_HANDED_IN or form.examined


def _table(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    audience: Audience,
    viewer: str | None,
) -> TableSeen:
    table, session = tournament.tables[number], tournament.session
    marked = {
        form.name for form in tournament.forms if form.table == number and is_marked(rules, form)
    }
    turns = turns_at(tournament, number)
    indicator = session.indicators.get(number) if session else None
    return TableSeen(
        number=number,
        marker=turns.marker,
        order=in_order(rules, tournament, number),
        turn=whose_turn(rules, tournament, number),
        seconds=turns.seconds,
        indicator=indicator is not None and indicator.coup is not None,
        seated=tuple(
            Seated(
                patron.name,
                patron.seat,
                patron.chips_cents,
                session.passes.get(patron.name, 0) if session else 0,
                patron.name in marked,
                patron.name in turns.passed,
            )
            for patron in table.patrons
        ),
        table=view_table(rules, table, at_table(audience), viewer),
    )
