"""Forms announced: before the first card, or when the coup is over, as the rulebook has it."""

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
from punto.tournament.absence_rules import plays_on
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import At, after, changes
from punto.tournament.rules import law
from punto.tournament.secret.faults import secret_rules
from punto.tournament.secret.form_value import Counts, counts
from punto.tournament.secret_form import Form
from punto.tournament.session_queries import table_of
from punto.tournament.tables import TableStepped, resettled, stepped
from punto.tournament.tournament import Tournament, coming, running, with_form

announcement: Topic[Tournament, At] = Topic("announcement", changes)


class AnnounceForms(TournamentCommand, frozen=True, tag="announce_forms"):
    """The official announces what stands on the forms of a coup."""

    group = Group.PLAY
    powers = (Power.ANNOUNCE_FORMS,)

    table: TableNumber = 1


class FormAnnounced(TournamentEvent, frozen=True, gc=False, tag="form_announced"):
    """Everybody hears what stands on a form; ``bet`` is the wager that it is on the layout."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    bet: int | None = None


class FormCorrected(TournamentEvent, frozen=True, gc=False, tag="form_corrected"):
    """A form found wrong after the coup counts for so much, or cost its maker so much."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int
    counts_cents: int | None = None
    taken_cents: int = 0


def is_last_of_final(rules: TableRules, tournament: Tournament, number: int) -> bool:
    """Return whether the coup that comes at a table is the last of the last round."""
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
        begun = last_coup.start(rules, table.shoe, carried=len(table.next.carried))
    except Refused:
        return False
    return table.shoe.last_called or begun.last_called or begun.coups_left == 0


def shown_early(rules: TableRules, tournament: Tournament, number: int) -> bool:
    """Return whether the forms of the coup that comes are announced before its first card."""
    data, forms = secret_rules(rules), coming(tournament, number)
    if not forms:
        return False
    if data.revealed.value is Revealed.BEFORE_FIRST_CARD:
        return True
    if data.revealed_early is None or not is_last_of_final(rules, tournament, number):
        return False
    here = {patron.name for patron in tournament.tables[number].patrons}
    players = {name for name in here if plays_on(rules, tournament, name)}
    return players == {form.name for form in forms}


@announcement.permits(AnnounceForms)
def may_announce_forms(at: At) -> None:
    """Raise an error if this person may not announce secret wagers now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.ANNOUNCE_FORMS, "announce secret wagers")


@announcement.decides(AnnounceForms)
def announce_forms(at: At, command: AnnounceForms) -> Events:
    """Announce what stands on the forms of a coup, at the moment that the rulebook gives."""
    rules, tournament = at.rules, at.state
    may_announce_forms(at)
    table = table_of(tournament, command.table)
    if isinstance(table.phase, Idle | Betting):
        return _before(rules, tournament, command.table, table)
    return _after(rules, tournament, command.table, table)


def why_now(rules: TableRules, *, early: bool) -> Clauses:
    """Return by which clauses forms are announced before the cards, or after them."""
    data = secret_rules(rules)
    if early and data.revealed.value is Revealed.AFTER_COUP:
        clause = data.revealed_early.clause if data.revealed_early else ()
        return merged(clause, law(rules.edition).says.forms_announced_early)
    return data.revealed.clause


def _before(rules: TableRules, tournament: Tournament, number: int, table: Table) -> Events:
    """Announce forms before the first card: once no more bets are called, and all examined."""
    data, forms = secret_rules(rules), coming(tournament, number)
    waiting = [form for form in forms if not form.announced]
    if not waiting:
        raise Malformed("no form waits to be announced", code=ErrorCode.NO_SUCH_THING)
    early = shown_early(rules, tournament, number)
    clause = why_now(rules, early=early)
    if not early:
        raise Refused(
            ErrorCode.TOO_EARLY, clause, "secret wagers are announced when the coup is over"
        )
    if not (isinstance(table.phase, Betting) and table.phase.closed):
        raise Refused(ErrorCode.TOO_EARLY, clause, "no more bets are called first")
    for form in forms:
        if not form.examined:
            steps = merged(law(rules.edition).says.form_steps, data.examined.clause)
            raise Refused(
                ErrorCode.FORM_NOT_EXAMINED, steps, f"the form of {form.name} is examined first"
            )
    return tuple(
        FormAnnounced(
            name=form.name,
            coup=form.coup,
            wager=form.wager,
            stake_cents=form.stake_cents,
            reasons=(Reason(_words(form), clause),),
        )
        for form in waiting
    )


def _words(form: Form) -> str:
    amount = dollars(form.stake_cents) if form.stake_cents else "no amount"
    return f'"{form.name} {form.wager or "no wager"} {amount}"'


def _after(rules: TableRules, tournament: Tournament, number: int, table: Table) -> Events:
    """Announce forms when the coup is over, and settle them with the wagers on the layout."""
    waiting = [form for form in running(tournament, number) if not form.announced]
    clause = why_now(rules, early=False)
    if not waiting:
        raise Malformed("no form waits to be announced", code=ErrorCode.NO_SUCH_THING)
    if not isinstance(table.phase, Settling):
        raise Refused(
            ErrorCode.TOO_EARLY, clause, "secret wagers are announced when the coup is over"
        )
    events: Events = ()
    for form in waiting:
        now = after(tournament, events).tables[number]
        events = (*events, *_opened(rules, now, form, clause))
    left = after(tournament, events).tables[number]
    return (*events, *stepped(number, resettled(rules, left)))


def _opened(rules: TableRules, table: Table, form: Form, clause: Clauses) -> Events:
    """Return one form announced, and the chips it stands for on the layout or with the house."""
    counted = counts(rules, table, form)
    bet = table.count.wagers + 1 if counted.cents else None
    announced = FormAnnounced(
        name=form.name,
        coup=form.coup,
        wager=form.wager,
        stake_cents=form.stake_cents,
        bet=bet,
        reasons=(Reason(_words(form), clause),),
    )
    events: list[TournamentEvent] = [announced]
    if bet is not None:
        settled = Reason("settled with the other wagers", law(rules.edition).says.forms_settled)
        placed = WagerPlaced(
            number=bet,
            patron=form.name,
            wager=form.wager or "",
            stake_cents=counted.cents,
            reasons=(settled,),
        )
        events.append(TableStepped(table=form.table, event=placed))
    return (*events, *corrected(form, counted))


def corrected(form: Form, counted: Counts) -> Events:
    """Return that a form counts for something else than is written, and what that costs."""
    if not counted.reasons:
        return ()
    change = FormCorrected(
        name=form.name,
        coup=form.coup,
        counts_cents=counted.cents if not counted.taken_cents else None,
        taken_cents=counted.taken_cents,
        reasons=counted.reasons,
    )
    if not counted.taken_cents:
        return (change,)
    taken = ChipsTaken(name=form.name, cents=counted.taken_cents, reasons=counted.reasons)
    return (change, TableStepped(table=form.table, event=taken))


@announcement.applies(FormAnnounced)
def form_announced(tournament: Tournament, event: FormAnnounced, envelope: Envelope) -> Tournament:
    return with_form(tournament, event.name, event.coup, announced=True, bet=event.bet)


@announcement.applies(FormCorrected)
def form_corrected(tournament: Tournament, event: FormCorrected, envelope: Envelope) -> Tournament:
    taken = event.taken_cents
    return with_form(tournament, event.name, event.coup, corrected=True, taken_cents=taken)
