"""The view of a tournament for each audience. Views are sent to clients, the state is not.

Chips are public. The content of a form is for its maker and the official who examines it,
until it is announced; afterwards the form itself is for those who asked to see it. Breaches and
disputes are for those who supervise the tournament and those who watch it.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import PATRON
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.phase import Betting, Idle
from punto.table.views.view import View as TableView
from punto.table.views.view import view as view_table
from punto.table.views.view_types import Due as DueHere
from punto.tournament.audience import OFFICIAL, STAFF, WATCH, TournamentAudience, audience_at_table
from punto.tournament.conditions import Conditions
from punto.tournament.context import after
from punto.tournament.money.pool import pool_cents
from punto.tournament.secret_form import SecretForm
from punto.tournament.session import Session
from punto.tournament.session_queries import turns_of
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament
from punto.tournament.views.asking import Due
from punto.tournament.views.due import due_now
from punto.tournament.views.view_types import (
    DrawSeen,
    DueSeen,
    EntrantSeen,
    FormSeen,
    Lot,
    MatterSeen,
    Seated,
    SessionSeen,
    TableSeen,
    due_seen,
)
from punto.tournament.wagers.order import names_in_order, whose_turn
from punto.tournament.wagers.wagers_after_tie import wagers_left_by_tie


class View(Struct, frozen=True):
    """Everything that one audience may see of a tournament."""

    __schema_name__ = "TournamentView"
    audience: TournamentAudience
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
    due: tuple[DueSeen, ...] = ()


def view(
    rules: TableRules,
    tournament: Tournament,
    audience: TournamentAudience,
    viewer: str | None = None,
    due: tuple[Due, ...] | None = None,
) -> View:
    """Return the view of an audience; ``viewer`` is the name of an entrant.

    Staff see all duties, an entrant their own. ``due`` avoids computing them again.
    """
    setup = tournament.setup
    whole = due_now(rules, tournament) if due is None else due
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
        ballot=_ballot(tournament),
        entrants=tuple(_entrants(tournament, audience, viewer)),
        session=_session(tournament),
        tables=tuple(
            _table_seen(rules, tournament, number, audience, viewer, due=whole)
            for number in tournament.tables
        ),
        forms=tuple(
            seen
            for form in tournament.forms
            if (seen := form_seen(form, audience, viewer)) is not None
        ),
        matters=tuple(_visible_matters(tournament, audience, viewer)),
        zone=rules.edition.instrument.zone,
        due=tuple(due_seen(due) for due in whole if audience in STAFF or _is_due_from(due, viewer)),
    )


def _is_due_from(due: Due, viewer: str | None) -> bool:
    return viewer is not None and (due.by, due.title) == (viewer, PATRON)


def table_view(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    audience: TournamentAudience,
    viewer: str | None,
    *,
    due: tuple[Due, ...],
) -> TableView:
    """Return a table as an audience sees it, with what is due at it in this tournament."""
    table = with_left(rules, tournament, number).tables[number]
    seen = view_table(rules, table, audience_at_table(audience), viewer)
    here = next((step for step in due if step.table == number), None) if audience in STAFF else None
    if here is None:
        return replace(seen, due=None)
    shown = due_seen(here)
    if not isinstance(here.command, AtTable):
        # A command of the tournament is not a command of this table.
        shown = replace(shown, command=None, asks=())
    due_here = DueHere(shown.text, shown.clause, shown.by, shown.command, here.faces, shown.asks)
    return replace(seen, due=due_here)


def looking(tournament: Tournament, name: str) -> tuple[TournamentAudience, str | None]:
    """Return the audience of a name, and the entrant if it is one."""
    if name in list(TournamentAudience) and name != TournamentAudience.ENTRANT:
        return TournamentAudience(name), None
    if tournament.entrant(name) is None:
        others = ", ".join(
            who for who in TournamentAudience if who is not TournamentAudience.ENTRANT
        )
        text = f"{name} does not look at this tournament"
        raise Malformed(text, f"{others}, or an entrant", code=ErrorCode.NO_SUCH_PATRON)
    return TournamentAudience.ENTRANT, name


def _entrants(
    tournament: Tournament, audience: TournamentAudience, viewer: str | None
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
        draw=_draw(session),
    )


def _draw(session: Session) -> DrawSeen | None:
    """Return how the seats were drawn, in the order of the lots."""
    drawn = session.drawn
    if drawn is None:
        return None
    lots = tuple(Lot(name, seat.table, seat.seat) for name, seat in session.seats.items())
    return DrawSeen(drawn.commitment, drawn.seed, lots, drawn.waiting)


def _ballot(tournament: Tournament) -> str | None:
    """Return the digest of the next ballot, or of the ballot that drew the seats."""
    session, committed = tournament.session, tournament.progress.committed
    drawn = session.drawn if session is not None else None
    return committed or (drawn.commitment if drawn is not None else None)


def _visible_matters(
    tournament: Tournament, audience: TournamentAudience, viewer: str | None
) -> Iterator[MatterSeen]:
    """Yield breaches and disputes to those who watch, and to an entrant their own disputes."""
    for breach in tournament.matters.breaches:
        if audience in WATCH:
            found = breach.found is not None
            yield MatterSeen(breach.kind, breach.number, breach.name, breach.text, found)
    for dispute in tournament.matters.disputes:
        if audience in WATCH or (viewer is not None and viewer == dispute.name):
            settled = dispute.decision is not None
            yield MatterSeen("dispute", dispute.number, dispute.name, dispute.facts, settled)


def form_seen(
    form: SecretForm, audience: TournamentAudience, viewer: str | None
) -> FormSeen | None:
    """Return a form as a viewer sees it: None, the announced part, or the whole form."""
    mine = viewer == form.name and not form.sealed
    itself = audience in OFFICIAL or mine or viewer in form.shown
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


def _marked_places(
    tournament: Tournament, number: int, audience: TournamentAudience, viewer: str | None
) -> set[str]:
    """Return the entrants who have a marker for a form.

    It lies there while a form that was sent back is put right, so that it tells nobody of that: its
    maker and the official know better. It goes with the first card of a coup without a form.
    """
    table = tournament.tables[number]
    forms = {form.name for form in tournament.forms if form.table == number and not form.done}
    marked = set(turns_of(tournament, number).marked)
    if isinstance(table.phase, Idle | Betting):
        return {
            name for name in marked if name in forms or not (audience in OFFICIAL or viewer == name)
        }
    return marked & forms


def with_left(rules: TableRules, tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with the wagers that a tie left on a layout, also between coups."""
    idle = isinstance(tournament.tables[number].phase, Idle)
    if tournament.session is None or not idle:
        return tournament
    return after(tournament, wagers_left_by_tie(rules, tournament, number))


def _table_seen(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    audience: TournamentAudience,
    viewer: str | None,
    *,
    due: tuple[Due, ...],
) -> TableSeen:
    seen = table_view(rules, tournament, number, audience, viewer, due=due)
    tournament = with_left(rules, tournament, number)
    turns, session = turns_of(tournament, number), tournament.session
    indicator = session.indicators.get(number) if session else None
    return TableSeen(
        number=number,
        marker=turns.marker,
        order=names_in_order(rules, tournament, number),
        turn=whose_turn(rules, tournament, number),
        seconds=turns.seconds,
        since=turns.since,
        indicator=indicator is not None and indicator.coup is not None,
        coups=session.coups.get(number, 0) if session else 0,
        over=session is not None and number in session.over,
        seated=tuple(_seats(tournament, number, audience, viewer)),
        table=seen,
    )


def _seats(
    tournament: Tournament, number: int, audience: TournamentAudience, viewer: str | None
) -> Iterator[Seated]:
    """Yield the entrants at a table as everybody sees them; chips are public."""
    session, turns = tournament.session, turns_of(tournament, number)
    marked = _marked_places(tournament, number, audience, viewer)
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
