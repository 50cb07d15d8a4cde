"""Announcement of forms: before the first card or after the coup, as the rulebook says."""

from punto import last_coup
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import TableNumber
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import LengthUnit, Revealed
from punto.table.authority import require
from punto.table.phase import Betting, Idle, Settling
from punto.table.seats.buying import ChipsTaken
from punto.table.table import Table
from punto.table.wagers.placing import WagerPlaced
from punto.tournament.absence_rules import plays_next_coup
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.rules import tournament_section
from punto.tournament.secret.faults import secret_rules
from punto.tournament.secret.form_value import FormValue, form_value_at
from punto.tournament.secret_form import SecretForm
from punto.tournament.session_queries import table_of
from punto.tournament.tables import TableStepped, events_of_table, resettlement_events
from punto.tournament.tournament import (
    Tournament,
    forms_of_current_coup,
    forms_of_next_coup,
    with_form,
)

announcement: Topic[Tournament, TournamentContext] = Topic("announcement", changes)


class AnnounceForms(TournamentCommand, frozen=True, tag="announce_forms"):
    """The official announces the forms of a coup."""

    group = Group.PLAY
    powers = (Power.ANNOUNCE_FORMS,)

    table: TableNumber = 1


class FormAnnounced(TournamentEvent, frozen=True, gc=False, tag="form_announced"):
    """A form was announced to everybody; ``bet`` is its wager on the layout."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    bet: int | None = None


class FormCorrected(TournamentEvent, frozen=True, gc=False, tag="form_corrected"):
    """A form with a fault found after the coup: the amount it counts for, or costs its maker."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int
    counts_cents: int | None = None
    taken_cents: int = 0


def is_last_of_final(rules: TableRules, tournament: Tournament, number: int) -> bool:
    """Return whether the next coup at a table is the last coup of the last round."""
    session, table = tournament.session, tournament.tables[number]
    assert session is not None
    if session.round + 1 < len(tournament.conditions.rounds):
        return False
    played, length = session.coups.get(number, 0), session.length
    if length.unit is LengthUnit.COUPS:
        return played + 1 >= length.number
    if length.unit is LengthUnit.SHOES and session.shoes.get(number, 0) + 1 < length.number:
        return False
    try:
        begun_shoe = last_coup.start(rules, table.shoe, carried=len(table.next.carried))
    except Refused:
        return False
    return table.shoe.last_called or begun_shoe.last_called or begun_shoe.coups_left == 0


def is_announced_early(rules: TableRules, tournament: Tournament, number: int) -> bool:
    """Return whether the forms of the next coup are announced before its first card."""
    data, forms = secret_rules(rules), forms_of_next_coup(tournament, number)
    if not forms:
        return False
    if data.revealed.value is Revealed.BEFORE_FIRST_CARD:
        return True
    if data.revealed_early is None or not is_last_of_final(rules, tournament, number):
        return False
    patron_names = {patron.name for patron in tournament.tables[number].patrons}
    playing_names = {name for name in patron_names if plays_next_coup(rules, tournament, name)}
    return playing_names == {form.name for form in forms}


@announcement.permits(AnnounceForms)
def may_announce_forms(at: TournamentContext) -> None:
    """Raise an error if this person may not announce secret wagers now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.ANNOUNCE_FORMS, "announce secret wagers")


@announcement.decides(AnnounceForms)
def announce_forms(at: TournamentContext, command: AnnounceForms) -> Events:
    """Announce the forms of a coup, at the time that the rulebook gives."""
    rules, tournament = at.rules, at.state
    may_announce_forms(at)
    table = table_of(tournament, command.table)
    if isinstance(table.phase, Idle | Betting):
        return _announce_before_cards(rules, tournament, command.table, table)
    return _announce_after_coup(rules, tournament, command.table, table)


def announcement_clauses(rules: TableRules, *, early: bool) -> Clauses:
    """Return the clauses by which forms are announced before the cards, or after them."""
    data = secret_rules(rules)
    if early and data.revealed.value is Revealed.AFTER_COUP:
        clause = data.revealed_early.clause if data.revealed_early else ()
        return merged(clause, tournament_section(rules.edition).says.forms_announced_early)
    return data.revealed.clause


def _announce_before_cards(
    rules: TableRules, tournament: Tournament, number: int, table: Table
) -> Events:
    """Announce forms before the first card, when no more bets are called and all are examined."""
    data, forms = secret_rules(rules), forms_of_next_coup(tournament, number)
    unannounced = [form for form in forms if not form.announced]
    if not unannounced:
        raise Malformed("no form waits to be announced", code=ErrorCode.NO_SUCH_THING)
    early = is_announced_early(rules, tournament, number)
    clause = announcement_clauses(rules, early=early)
    if not early:
        raise Refused(
            ErrorCode.TOO_EARLY, clause, "secret wagers are announced when the coup is over"
        )
    if not (isinstance(table.phase, Betting) and table.phase.closed):
        raise Refused(ErrorCode.TOO_EARLY, clause, "no more bets are called first")
    for form in forms:
        if not form.examined:
            steps = merged(tournament_section(rules.edition).says.form_steps, data.examined.clause)
            raise Refused(
                ErrorCode.FORM_NOT_EXAMINED, steps, f"the form of {form.name} is examined first"
            )
    return tuple(
        FormAnnounced(
            name=form.name,
            coup=form.coup,
            wager=form.wager,
            stake_cents=form.stake_cents,
            reasons=(Reason(_announcement_text(form), clause),),
        )
        for form in unannounced
    )


def _announcement_text(form: SecretForm) -> str:
    amount = dollars(form.stake_cents) if form.stake_cents else "no amount"
    return f'"{form.name} {form.wager or "no wager"} {amount}"'


def _announce_after_coup(
    rules: TableRules, tournament: Tournament, number: int, table: Table
) -> Events:
    """Announce forms after the coup, and settle them with the wagers on the layout."""
    unannounced = [form for form in forms_of_current_coup(tournament, number) if not form.announced]
    clause = announcement_clauses(rules, early=False)
    if not unannounced:
        raise Malformed("no form waits to be announced", code=ErrorCode.NO_SUCH_THING)
    if not isinstance(table.phase, Settling):
        raise Refused(
            ErrorCode.TOO_EARLY, clause, "secret wagers are announced when the coup is over"
        )
    events: Events = ()
    for form in unannounced:
        table_now = after(tournament, events).tables[number]
        events = (*events, *_announce_and_count(rules, table_now, form, clause))
    table_after = after(tournament, events).tables[number]
    return (*events, *events_of_table(number, resettlement_events(rules, table_after)))


def _announce_and_count(
    rules: TableRules, table: Table, form: SecretForm, clause: Clauses
) -> Events:
    """Return the events that announce a form, and that place or take its chips."""
    value = form_value_at(rules, table, form)
    wager_number = table.count.wagers + 1 if value.cents else None
    announced = FormAnnounced(
        name=form.name,
        coup=form.coup,
        wager=form.wager,
        stake_cents=form.stake_cents,
        bet=wager_number,
        reasons=(Reason(_announcement_text(form), clause),),
    )
    events: list[TournamentEvent] = [announced]
    if wager_number is not None:
        settled_reason = Reason(
            "settled with the other wagers", tournament_section(rules.edition).says.forms_settled
        )
        placed = WagerPlaced(
            number=wager_number,
            patron=form.name,
            wager=form.wager or "",
            stake_cents=value.cents,
            reasons=(settled_reason,),
        )
        events.append(TableStepped(table=form.table, event=placed))
    return (*events, *correction_events(form, value))


def correction_events(form: SecretForm, value: FormValue) -> Events:
    """Return the events of a form that does not count as written, or costs its maker chips."""
    if not value.reasons:
        return ()
    correction = FormCorrected(
        name=form.name,
        coup=form.coup,
        counts_cents=value.cents if not value.taken_cents else None,
        taken_cents=value.taken_cents,
        reasons=value.reasons,
    )
    if not value.taken_cents:
        return (correction,)
    chips_taken = ChipsTaken(name=form.name, cents=value.taken_cents, reasons=value.reasons)
    return (correction, TableStepped(table=form.table, event=chips_taken))


@announcement.applies(FormAnnounced)
def form_announced(tournament: Tournament, event: FormAnnounced, envelope: Envelope) -> Tournament:
    return with_form(tournament, event.name, event.coup, announced=True, bet=event.bet)


@announcement.applies(FormCorrected)
def form_corrected(tournament: Tournament, event: FormCorrected, envelope: Envelope) -> Tournament:
    taken_cents = event.taken_cents
    return with_form(tournament, event.name, event.coup, corrected=True, taken_cents=taken_cents)
