"""The pace: a time within which wagers are made, and what may be done about those who are late."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import LateWager, TimeLimit
from punto.table.authority import require
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.ledger import part
from punto.table.limits.events import WagersReduced
from punto.table.phase import Betting
from punto.tournament.events import AnyEvent, Events
from punto.tournament.happening import Happening
from punto.tournament.rules import law
from punto.tournament.running import place_of, table_of
from punto.tournament.secret.events import FormReopened
from punto.tournament.session import Session, Turns
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, coming
from punto.tournament.wagers import commands as do
from punto.tournament.wagers import events as happened
from punto.tournament.wagers.order import has_acted, turns_at
from punto.tournament.wagers.stakes import minimum_of, wager_rules


def _session(tournament: Tournament) -> Session:
    if tournament.session is None:
        raise Malformed("no session is on", code=ErrorCode.NOT_NOW)
    return tournament.session


def announce_time_limit(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.AnnounceTimeLimit
) -> Events:
    """Tell everybody of a time within which wagers will have to be made."""
    clause = require(rules, by, Power.SET_TIME_LIMIT, "announce a time limit")
    _check_seconds(command.seconds)
    if command.seconds in _session(tournament).pace.announced:
        raise Malformed("this time limit is announced", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"wagers will be made within {command.seconds} seconds", clause)
    return (happened.TimeLimitAnnounced(seconds=command.seconds, reasons=(reason,)),)


def set_time_limit(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SetTimeLimit
) -> Events:
    """Let wagers be made within a time from the next coup on, or within none."""
    clause = require(rules, by, Power.SET_TIME_LIMIT, "set a time limit")
    pace, data = _session(tournament).pace, wager_rules(rules).time_limit
    if command.seconds is not None:
        _check_seconds(command.seconds)
        noticed = command.seconds in pace.announced
        if data.value is TimeLimit.ON_NOTICE and not noticed:
            text = f"{command.seconds} seconds were not announced first"
            raise Refused(ErrorCode.NO_NOTICE, data.clause, text, "announce_time_limit")
    limit = "no time limit" if command.seconds is None else f"{command.seconds} seconds"
    reason = Reason(f"{limit} from the next coup on", data.clause or clause)
    return (happened.TimeLimitSet(seconds=command.seconds, reasons=(reason,)),)


def _check_seconds(seconds: int) -> None:
    if seconds <= 0:
        raise Malformed("a time limit is more than nothing", code=ErrorCode.NO_SUCH_AMOUNT)


def direct_pace(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.DirectPace
) -> Events:
    """Tell an entrant to keep to the pace; the wager is taken all the same."""
    require(rules, by, Power.SET_TIME_LIMIT, "direct entrants")
    late = wager_rules(rules).late
    if late.value is not LateWager.DIRECTED:
        raise not_held(rules.edition, "whether entrants are directed to keep the pace")
    place_of(tournament, command.name)
    reason = Reason(f"{command.name} is told to keep the pace", law(rules.edition).says.directed)
    directed = happened.PaceDirected(name=command.name, text=command.text, reasons=(reason,))
    return (directed,)


def hold_to_minimum(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.HoldToMinimum
) -> Events:
    """Hold somebody to the minimum who has not wagered in time."""
    late = wager_rules(rules).late
    if late.value is not LateWager.HELD_TO_MINIMUM:
        raise not_held(rules.edition, "whether somebody late is held to the minimum")
    clause = require(rules, by, Power.HOLD_TO_MINIMUM, "hold an entrant to the minimum")
    number = place_of(tournament, command.name).table
    table, turns = table_of(tournament, number), turns_at(tournament, number)
    if not isinstance(table.phase, Betting):
        raise Malformed("betting is not open", code=ErrorCode.NOT_NOW)
    check_no_bet(rules, table)
    if command.name in turns.slowed:
        raise Malformed(f"{command.name} is held to the minimum", code=ErrorCode.ALREADY_SO)
    waits = not has_acted(tournament, number, command.name)
    over = turns.seconds is not None and by.at - turns.since > turns.seconds
    if not (command.name in turns.late or (waits and over)):
        raise Refused(ErrorCode.NOT_LATE, late.clause, f"{command.name} is not late")
    reason = Reason(f"{command.name} was late and is held to the minimum", clause)
    events: list[AnyEvent] = [
        happened.HeldToMinimum(table=number, name=command.name, reasons=(reason,))
    ]
    mine = [bet for bet in table.wagers if bet.patron == command.name]
    least = {bet.number: minimum_of(rules, table, bet.wager) for bet in mine}
    cuts = tuple(
        part(bet, bet.stake_cents - least[bet.number])
        for bet in mine
        if bet.stake_cents > least[bet.number]
    )
    forms = [form for form in coming(tournament, number) if form.name == command.name]
    # Whether a form keeps to the minimum is for the official to see.
    events += [FormReopened(name=form.name) for form in forms if form.examined]
    if cuts:
        left = ", ".join(dict.fromkeys(dollars(least[cut.number]) for cut in cuts))
        reason = Reason(f"cut to {left}", clause)
        cut = WagersReduced(stakes=cuts, reasons=(reason,))
        events.append(TableStepped(table=number, event=cut))
    return tuple(events)


def timed(rules: TableRules, turns: Turns, number: int, name: str, at: int) -> Events:
    """Return whether somebody who has just wagered took too long; the next one's time runs."""
    if turns.seconds is None:
        return ()
    events: list[AnyEvent] = []
    took = at - turns.since
    if took > turns.seconds and name not in turns.late:
        clause = wager_rules(rules).late.clause
        reason = Reason(f"{name} took {took} of {turns.seconds} seconds", clause)
        late = happened.WageredLate(table=number, name=name, took=took, reasons=(reason,))
        events.append(late)
    return (*events, happened.TurnBegan(table=number, seconds=turns.seconds))


def time_runs(rules: TableRules, tournament: Tournament, step: Happening) -> Events:
    """Return that the time for wagers runs, once betting is open at a table."""
    del rules
    seconds = _session(tournament).pace.seconds
    if seconds is None:
        return ()
    return (happened.TurnBegan(table=step.table, seconds=seconds),)
