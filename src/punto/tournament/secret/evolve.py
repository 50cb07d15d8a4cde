"""Forms, to the next state."""

from typing import Any

from msgspec.structs import replace

from punto.tournament.forms import Form
from punto.tournament.secret import events as happened
from punto.tournament.session import Turns
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.SecretEvent) -> Tournament:
    """Return the tournament after something about a form."""
    match event:
        case happened.FormHandedIn():
            form = Form(
                event.name,
                event.table,
                event.coup,
                event.wager,
                event.stake_cents,
                event.words,
                event.seat,
                event.signed,
            )
            tournament = replace(tournament, forms=(*tournament.forms, form))
            return _marked(tournament, event.name) if event.marks else tournament
        case happened.FormExamined():
            tournament = _changed(tournament, event.name, None, examined=True)
            return _marked(tournament, event.name) if event.marks else tournament
        case happened.FormReopened():
            return _changed(tournament, event.name, None, examined=False)
        case happened.FormHandedBack():
            return _handed_back(tournament, event)
        case happened.FormAnnounced():
            return _changed(tournament, event.name, event.coup, announced=True, bet=event.bet)
        case happened.FormPlaced():
            return _changed(tournament, event.name, event.coup, bet=event.bet)
        case happened.FormCorrected():
            taken = event.taken_cents
            return _changed(tournament, event.name, event.coup, corrected=True, taken_cents=taken)
        case happened.FormPlayed():
            return _counted(_changed(tournament, event.name, event.coup, done=True), event.name, 1)
        case happened.FormShown():
            [form] = [form for form in tournament.forms if form.name == event.name and form.done]
            return _changed(tournament, event.name, form.coup, shown=(*form.shown, event.to))
        case happened.FormsPutAway():
            now = tournament.tables[event.table].number
            left = (
                form for form in tournament.forms if form.table != event.table or form.coup >= now
            )
            return replace(tournament, forms=tuple(left))


def _changed(tournament: Tournament, name: str, coup: int | None, **values: Any) -> Tournament:
    """Return the tournament with one form changed: of a coup, or of the one that comes."""

    def meant(form: Form) -> bool:
        if form.name != name:
            return False
        return form.coup == coup if coup is not None else not form.done

    forms = tuple(replace(form, **values) if meant(form) else form for form in tournament.forms)
    return replace(tournament, forms=forms)


def _marked(tournament: Tournament, name: str) -> Tournament:
    """Return the tournament with a marker at somebody's place."""
    session = tournament.session
    assert session is not None
    number = session.seats[name].table
    turns = session.turns.get(number, Turns())
    every = {**session.turns, number: replace(turns, marked=(*turns.marked, name))}
    return replace(tournament, session=replace(session, turns=every))


def _handed_back(tournament: Tournament, event: happened.FormHandedBack) -> Tournament:
    key = (event.name, event.coup)
    left = tuple(form for form in tournament.forms if (form.name, form.coup) != key)
    tournament = replace(tournament, forms=left)
    return _counted(tournament, event.name, -1) if event.uncounted else tournament


def _counted(tournament: Tournament, name: str, more: int) -> Tournament:
    session = tournament.session
    assert session is not None
    forms = {**session.forms, name: session.forms.get(name, 0) + more}
    return replace(tournament, session=replace(session, forms=forms))
