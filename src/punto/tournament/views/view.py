"""What each audience may see of a tournament: views leave it, its state never does.

Chips lie in full view. What stands on a form is for its maker and the official who examines it,
until it is announced; afterwards the form itself is for those who asked to see it. Breaches and
disputes are for those who answer for the tournament and those who watch it.
"""

from collections.abc import Iterator

from msgspec import Struct

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import SeatMarked
from punto.table.phase import Idle
from punto.table.views.view import view as view_table
from punto.tournament.conditions import Conditions
from punto.tournament.evolve import after
from punto.tournament.forms import Form
from punto.tournament.money.pool import pool_cents
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament
from punto.tournament.views.audience import OFFICIAL, STAFF, WATCH, Audience, at_table
from punto.tournament.views.parts import (
    EntrantSeen,
    FormSeen,
    MatterSeen,
    Seated,
    SessionSeen,
    TableSeen,
)
from punto.tournament.wagers.order import in_order, turns_at, whose_turn
from punto.tournament.wagers.tied import standing


class View(Struct, frozen=True):
    """Everything that one audience may see of a tournament."""

    audience: Audience
    viewer: str | None
    name: str
    rulebook: str
    stage: str
    conditions: Conditions | None
    pool_cents: int
    leads: tuple[str, ...]
    ballot: str | None
    entrants: tuple[EntrantSeen, ...]
    session: SessionSeen | None
    tables: tuple[TableSeen, ...]
    forms: tuple[FormSeen, ...]
    matters: tuple[MatterSeen, ...]
    zone: str | None = None


def view(
    rules: TableRules, tournament: Tournament, audience: Audience, viewer: str | None = None
) -> View:
    """Return what an audience sees; an entrant is named."""
    setup = tournament.setup
    known = tournament.floor.published or audience in STAFF
    return View(
        audience=audience,
        viewer=viewer,
        name=setup.name,
        rulebook=setup.rulebook,
        stage=str(tournament.stage),
        conditions=tournament.conditions if known else None,
        pool_cents=pool_cents(tournament),
        leads=tournament.floor.present,
        ballot=tournament.progress.committed,
        entrants=tuple(_entrants(tournament, audience, viewer)),
        session=_session(tournament),
        tables=tuple(
            _table(rules, tournament, number, audience, viewer) for number in tournament.tables
        ),
        forms=tuple(
            seen
            for form in tournament.forms
            if (seen := form_seen(form, audience, viewer)) is not None
        ),
        matters=tuple(_matters(tournament, audience, viewer)),
        zone=rules.edition.instrument.zone,
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


def _entrants(
    tournament: Tournament, audience: Audience, viewer: str | None
) -> Iterator[EntrantSeen]:
    for entrant in tournament.entrants:
        own = audience in STAFF or viewer == entrant.name
        yield EntrantSeen(
            entrant.name,
            str(entrant.standing),
            entrant.place,
            entrant.prize_cents,
            entrant.paid_cents if own else None,
        )


def _session(tournament: Tournament) -> SessionSeen | None:
    session = tournament.session
    if session is None:
        return None
    return SessionSeen(
        number=session.number,
        round=session.round,
        seats={name: (seat.table, seat.seat) for name, seat in session.seats.items()},
        begun_at=session.begun_at,
        ends_at=session.ends_at,
        resumes_at=session.resumes_at,
        seconds=session.pace.seconds,
        ended=session.ended,
        ranked=session.ranked,
    )


def _matters(
    tournament: Tournament, audience: Audience, viewer: str | None
) -> Iterator[MatterSeen]:
    """Yield breaches and disputes to those who watch, and to whoever raised one their own."""
    for breach in tournament.matters.breaches:
        if audience in WATCH:
            found = breach.found is not None
            yield MatterSeen(breach.kind, breach.number, breach.name, breach.text, found)
    for dispute in tournament.matters.disputes:
        if audience in WATCH or (viewer is not None and viewer == dispute.name):
            settled = dispute.decision is not None
            yield MatterSeen("dispute", dispute.number, dispute.name, dispute.facts, settled)


def form_seen(form: Form, audience: Audience, viewer: str | None) -> FormSeen | None:
    """Return what somebody sees of a form: nothing, what was announced, or the form itself."""
    itself = audience in OFFICIAL or viewer == form.name or viewer in form.shown
    if not itself and not form.announced:
        return None
    return FormSeen(
        form.name,
        form.table,
        form.wager,
        form.stake_cents,
        form.words if itself else None,
        form.examined,
        form.announced,
    )


def is_marked(rules: TableRules, form: Form) -> bool:
    """Return whether a marker shows everybody that there is a form."""
    data = law(rules.edition).secret
    if data is None or form.done:
        return False
    return data.marked.value is SeatMarked.WHEN_HANDED_IN or form.examined


def with_left(rules: TableRules, tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with what a tie left on a layout lying there, also between coups."""
    idle = isinstance(tournament.tables[number].phase, Idle)
    if tournament.session is None or not idle:
        return tournament
    return after(tournament, standing(rules, tournament, number))


def _table(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    audience: Audience,
    viewer: str | None,
) -> TableSeen:
    tournament = with_left(rules, tournament, number)
    turns, session = turns_at(tournament, number), tournament.session
    indicator = session.indicators.get(number) if session else None
    return TableSeen(
        number=number,
        marker=turns.marker,
        order=in_order(rules, tournament, number),
        turn=whose_turn(rules, tournament, number),
        seconds=turns.seconds,
        since=turns.since,
        indicator=indicator is not None and indicator.coup is not None,
        coups=session.coups.get(number, 0) if session else 0,
        over=session is not None and number in session.over,
        seated=tuple(_seated(rules, tournament, number)),
        table=view_table(rules, tournament.tables[number], at_table(audience), viewer),
    )


def _seated(rules: TableRules, tournament: Tournament, number: int) -> Iterator[Seated]:
    """Yield those at a table as everybody sees them: chips lie in full view."""
    session, turns = tournament.session, turns_at(tournament, number)
    forms = [form for form in tournament.forms if form.table == number and is_marked(rules, form)]
    marked = {form.name for form in forms}
    for patron in tournament.tables[number].patrons:
        yield Seated(
            patron.name,
            patron.seat,
            patron.chips_cents,
            session.passes.get(patron.name, 0) if session else 0,
            patron.name in marked,
            patron.name in turns.passed,
            session is not None and session.absent(patron.name),
        )
