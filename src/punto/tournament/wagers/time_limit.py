"""The time limit for wagers, and the measures for entrants who are late."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName, GivenReason, Number, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import LateWager, TimeLimit
from punto.table.authority import require
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.limits.caps import WagersReduced
from punto.table.phase import Betting
from punto.table.returned_stakes import part_of_stake
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.session import Session, Turns
from punto.tournament.session_queries import seat_of, table_of, turns_of, with_turns
from punto.tournament.table_step import TableStep
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, forms_of_next_coup, with_form, with_session
from punto.tournament.wagers.order import has_acted
from punto.tournament.wagers.stakes import minimum_of, wager_rules

time_limit: Topic[Tournament, TournamentContext] = Topic("time_limit", changes)


class AnnounceTimeLimit(TournamentCommand, frozen=True, tag="announce_time_limit"):
    """A time limit for wagers, in seconds, is announced to the entrants."""

    group = Group.PLAY
    powers = (Power.SET_TIME_LIMIT,)

    seconds: Number


class SetTimeLimit(TournamentCommand, frozen=True, tag="set_time_limit"):
    """Set the time limit for wagers from the next coup on; without ``seconds``, remove it."""

    group = Group.PLAY
    powers = (Power.SET_TIME_LIMIT,)

    seconds: Number | None = None


class DirectPace(TournamentCommand, frozen=True, tag="direct_pace"):
    """The tournament director tells an entrant to keep the pace."""

    group = Group.PLAY
    powers = (Power.SET_TIME_LIMIT,)

    name: EntrantName
    text: GivenReason[Text] = ""


class HoldToMinimum(TournamentCommand, frozen=True, tag="hold_to_minimum"):
    """An entrant who has not wagered in time is held to the minimum in this coup."""

    group = Group.PLAY
    powers = (Power.HOLD_TO_MINIMUM,)

    name: EntrantName


class FormReopened(TournamentEvent, frozen=True, gc=False, tag="form_reopened"):
    """A form must be examined again, because its maker or their wagers changed since."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.PLAY
    concerns = "name"
    final = FORM_SEEN

    name: str


class TurnBegan(TournamentEvent, frozen=True, gc=False, tag="turn_began"):
    """The time for the next wager started."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    seconds: int


class TimeLimitAnnounced(TournamentEvent, frozen=True, gc=False, tag="time_limit_announced"):
    """A time limit for wagers was announced to everybody."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    seconds: int


class TimeLimitSet(TournamentEvent, frozen=True, gc=False, tag="time_limit_set"):
    """A time limit for wagers applies from the next coup on; without ``seconds``, none."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    seconds: int | None = None


class WageredLate(TournamentEvent, frozen=True, gc=False, tag="wagered_late"):
    """An entrant exceeded the time limit."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.PLAY
    concerns = "name"

    table: int
    name: str
    took: int


class HeldToMinimum(TournamentEvent, frozen=True, gc=False, tag="held_to_minimum"):
    """An entrant who was late may stake only the minimum in this coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class PaceDirected(TournamentEvent, frozen=True, gc=False, tag="pace_directed"):
    """An entrant was told to keep the pace."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.PLAY
    concerns = "name"

    name: str
    text: str = ""


def _current_session(tournament: Tournament) -> Session:
    if tournament.session is None:
        raise Malformed("no session is on", code=ErrorCode.NOT_NOW)
    return tournament.session


@time_limit.permits(AnnounceTimeLimit)
def may_announce_time_limit(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not announce a time limit now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.SET_TIME_LIMIT, "announce a time limit")


@time_limit.decides(AnnounceTimeLimit)
def announce_time_limit(at: TournamentContext, command: AnnounceTimeLimit) -> Events:
    """Announce a time limit for wagers to everybody."""
    tournament = at.state
    clause = may_announce_time_limit(at)
    _check_seconds(command.seconds)
    if command.seconds in _current_session(tournament).pace.announced:
        raise Malformed("this time limit is announced", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"wagers will be made within {command.seconds} seconds", clause)
    return (TimeLimitAnnounced(seconds=command.seconds, reasons=(reason,)),)


@time_limit.permits(SetTimeLimit)
def may_set_time_limit(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not set a time limit now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.SET_TIME_LIMIT, "set a time limit")


@time_limit.decides(SetTimeLimit)
def set_time_limit(at: TournamentContext, command: SetTimeLimit) -> Events:
    """Set or remove the time limit for wagers from the next coup on."""
    rules, tournament = at.rules, at.state
    clause = may_set_time_limit(at)
    pace, data = _current_session(tournament).pace, wager_rules(rules).time_limit
    if command.seconds is not None:
        _check_seconds(command.seconds)
        announced = command.seconds in pace.announced
        if data.value is TimeLimit.ON_NOTICE and not announced:
            text = f"{command.seconds} seconds were not announced first"
            raise Refused(ErrorCode.NO_NOTICE, data.clause, text, "announce_time_limit")
    limit = "no time limit" if command.seconds is None else f"{command.seconds} seconds"
    reason = Reason(f"{limit} from the next coup on", data.clause or clause)
    return (TimeLimitSet(seconds=command.seconds, reasons=(reason,)),)


def _check_seconds(seconds: int) -> None:
    if seconds <= 0:
        raise Malformed("a time limit is more than nothing", code=ErrorCode.NO_SUCH_AMOUNT)


@time_limit.permits(DirectPace)
def may_direct_pace(at: TournamentContext) -> None:
    """Raise an error if this person may not direct entrants now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.SET_TIME_LIMIT, "direct entrants")
    late = wager_rules(rules).late
    if late.value is not LateWager.DIRECTED:
        raise not_held(rules.edition, "whether entrants are directed to keep the pace")


@time_limit.decides(DirectPace)
def direct_pace(at: TournamentContext, command: DirectPace) -> Events:
    """Tell an entrant to keep the pace. Their wager is accepted."""
    rules, tournament = at.rules, at.state
    may_direct_pace(at)
    seat_of(tournament, command.name)
    reason = Reason(
        f"{command.name} is told to keep the pace", tournament_section(rules.edition).says.directed
    )
    directed = PaceDirected(name=command.name, text=command.text, reasons=(reason,))
    return (directed,)


@time_limit.permits(HoldToMinimum)
def may_hold_to_minimum(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not hold an entrant to the minimum now."""
    rules, by = at.rules, at.by
    late = wager_rules(rules).late
    if late.value is not LateWager.HELD_TO_MINIMUM:
        raise not_held(rules.edition, "whether somebody late is held to the minimum")
    return require(rules, by, Power.HOLD_TO_MINIMUM, "hold an entrant to the minimum")


@time_limit.decides(HoldToMinimum)
def hold_to_minimum(at: TournamentContext, command: HoldToMinimum) -> Events:
    """Hold an entrant who has not wagered in time to the minimum."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_hold_to_minimum(at)
    late = wager_rules(rules).late
    number = seat_of(tournament, command.name).table
    table, turns = table_of(tournament, number), turns_of(tournament, number)
    if not isinstance(table.phase, Betting):
        raise Malformed("betting is not open", code=ErrorCode.NOT_NOW)
    check_no_bet(rules, table)
    if command.name in turns.slowed:
        raise Malformed(f"{command.name} is held to the minimum", code=ErrorCode.ALREADY_SO)
    has_not_acted = not has_acted(tournament, number, command.name)
    time_over = turns.seconds is not None and by.at - turns.since > turns.seconds
    if not (command.name in turns.late or (has_not_acted and time_over)):
        raise Refused(ErrorCode.NOT_LATE, late.clause, f"{command.name} is not late")
    reason = Reason(f"{command.name} was late and is held to the minimum", clause)
    events: list[TournamentEvent] = [
        HeldToMinimum(table=number, name=command.name, reasons=(reason,))
    ]
    own_wagers = [wager for wager in table.wagers if wager.patron == command.name]
    minimums = {wager.number: minimum_of(rules, table, wager.wager) for wager in own_wagers}
    cuts = tuple(
        part_of_stake(wager, wager.stake_cents - minimums[wager.number])
        for wager in own_wagers
        if wager.stake_cents > minimums[wager.number]
    )
    forms = [form for form in forms_of_next_coup(tournament, number) if form.name == command.name]
    # The official must check again whether a form keeps to the minimum.
    events += [FormReopened(name=form.name) for form in forms if form.examined]
    if cuts:
        reduced_to = ", ".join(dict.fromkeys(dollars(minimums[cut.number]) for cut in cuts))
        reason = Reason(f"cut to {reduced_to}", clause)
        cut = WagersReduced(stakes=cuts, reasons=(reason,))
        events.append(TableStepped(table=number, event=cut))
    return tuple(events)


def time_limit_events(rules: TableRules, turns: Turns, number: int, name: str, at: int) -> Events:
    """Return the events of the time limit after a wager: late if so, then the next turn's start."""
    if turns.seconds is None:
        return ()
    events: list[TournamentEvent] = []
    seconds = at - turns.since
    if seconds > turns.seconds and name not in turns.late:
        clause = wager_rules(rules).late.clause
        reason = Reason(f"{name} took {seconds} of {turns.seconds} seconds", clause)
        late = WageredLate(table=number, name=name, took=seconds, reasons=(reason,))
        events.append(late)
    return (*events, TurnBegan(table=number, seconds=turns.seconds))


def start_time(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the event that starts the time for wagers when betting opens at a table."""
    del rules
    seconds = _current_session(tournament).pace.seconds
    if seconds is None:
        return ()
    return (TurnBegan(table=step.table, seconds=seconds),)


@time_limit.applies(FormReopened)
def form_reopened(tournament: Tournament, event: FormReopened, envelope: Envelope) -> Tournament:
    return with_form(tournament, event.name, None, examined=False)


@time_limit.applies(TurnBegan)
def turn_began(tournament: Tournament, event: TurnBegan, envelope: Envelope) -> Tournament:
    return with_turns(tournament, event.table, since=envelope.at, seconds=event.seconds)


@time_limit.applies(WageredLate)
def wagered_late(tournament: Tournament, event: WageredLate, envelope: Envelope) -> Tournament:
    turns = turns_of(tournament, event.table)
    return with_turns(tournament, event.table, late=(*turns.late, event.name))


@time_limit.applies(HeldToMinimum)
def held_to_minimum(tournament: Tournament, event: HeldToMinimum, envelope: Envelope) -> Tournament:
    turns = turns_of(tournament, event.table)
    return with_turns(tournament, event.table, slowed=(*turns.slowed, event.name))


@time_limit.applies(TimeLimitAnnounced)
def time_limit_announced(
    tournament: Tournament, event: TimeLimitAnnounced, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    announced = (*session.pace.announced, event.seconds)
    return with_session(tournament, pace=replace(session.pace, announced=announced))


@time_limit.applies(TimeLimitSet)
def time_limit_set(tournament: Tournament, event: TimeLimitSet, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    return with_session(tournament, pace=replace(session.pace, seconds=event.seconds))


@time_limit.applies(PaceDirected)
def pace_directed(tournament: Tournament, event: PaceDirected, envelope: Envelope) -> Tournament:
    return tournament
