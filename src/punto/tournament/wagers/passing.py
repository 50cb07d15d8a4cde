"""Pass cards: given out when a session begins, laid in place of a wager, collected."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.schema.tournament.wagers import PassCards
from punto.table.authority import speaks_for
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.guards import has_wager
from punto.table.phase import Betting, Idle
from punto.tournament.events import Events
from punto.tournament.running import table_of, taken_place
from punto.tournament.seating.playing import check_not_over
from punto.tournament.tournament import Tournament, coming
from punto.tournament.wagers import commands as do
from punto.tournament.wagers import events as happened
from punto.tournament.wagers.order import in_turn, order_rules, turns_at
from punto.tournament.wagers.pace import timed
from punto.tournament.wagers.stakes import wager_rules


def _data(rules: TableRules) -> PassCards:
    data = wager_rules(rules).pass_cards
    if data is None:
        raise not_held(rules.edition, "whether somebody may pass")
    return data


def pass_cards_given(rules: TableRules, tournament: Tournament) -> Events:
    """Return the same number of pass cards for everybody, where the conditions have any."""
    data, number = wager_rules(rules).pass_cards, tournament.conditions.pass_cards
    session = tournament.session
    if data is None or not number or session is None:
        return ()
    reasons = (
        Reason(f"pass cards for the session: {number}", data.given.clause),
        Reason("as many for everybody", data.equal.clause),
    )
    given = happened.PassCardsGiven(number=number, names=tuple(session.seats), reasons=reasons)
    return (given,)


def play_pass_card(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.PlayPassCard
) -> Events:
    """Lay a pass card in place of a wager."""
    data = _data(rules)
    speaks_for(by, command.name)
    number = taken_place(tournament, command.name).table
    table, turns = table_of(tournament, number), turns_at(tournament, number)
    session = tournament.session
    assert session is not None
    if not tournament.conditions.pass_cards:
        text = "the conditions of this tournament have no pass cards"
        raise Refused(ErrorCode.NO_PASS_CARDS, data.given.clause, text)
    check_not_over(rules, tournament, by, number)
    if not isinstance(table.phase, Idle | Betting):
        raise Malformed("the first card is out", code=ErrorCode.NOT_NOW)
    check_no_bet(rules, table)
    if command.name in turns.passed:
        raise Malformed(f"{command.name} has laid a pass card", code=ErrorCode.ALREADY_SO)
    if not session.passes.get(command.name):
        text = f"{command.name} has laid all pass cards that everybody is given"
        raise Refused(ErrorCode.NO_PASS_CARDS, data.equal.clause, text)
    secret = any(form.name == command.name for form in coming(tournament, number))
    if has_wager(table, command.name) or secret:
        text = f"{command.name} has a wager: a pass card takes the place of one"
        raise Refused(ErrorCode.WAGER_MADE, data.replaces.clause, text)
    order = order_rules(rules, tournament)
    if order is not None and not in_turn(rules, tournament, number, command.name):
        raise Refused(
            ErrorCode.OUT_OF_TURN, order.early.clause, f"{command.name} waits for their turn"
        )
    reason = Reason(f"{command.name} passes", data.replaces.clause)
    played = happened.PassCardPlayed(table=number, name=command.name, reasons=(reason,))
    return (played, *timed(rules, turns, number, command.name, by.at))


def pass_cards_back(
    rules: TableRules, tournament: Tournament, number: int, text: str, clause: Clauses = ()
) -> Events:
    """Return the pass cards that were laid for the coup that comes back with their owners."""
    passed = turns_at(tournament, number).passed
    if not passed:
        return ()
    reason = Reason(text, merged(clause, _data(rules).replaces.clause))
    return (happened.PassCardsReturned(table=number, names=passed, reasons=(reason,)),)


def pass_cards_collected(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the pass cards collected that were laid in a coup."""
    passed = turns_at(tournament, number).passed
    if not passed:
        return ()
    reason = Reason("the pass cards are collected", _data(rules).collected.clause)
    return (happened.PassCardsCollected(names=passed, reasons=(reason,)),)
