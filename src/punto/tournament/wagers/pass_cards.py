"""Pass cards: given out when a session begins, played instead of a wager, collected."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.schema.tournament.wagers import PassCards
from punto.table.authority import check_acts_for
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.guards import has_wager
from punto.table.phase import Betting, Idle
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.session_length import check_session_not_over
from punto.tournament.session_queries import occupied_seat_of, table_of, turns_of, with_turns
from punto.tournament.tournament import Tournament, forms_of_next_coup, with_session
from punto.tournament.wagers.order import is_turn_of, order_rules
from punto.tournament.wagers.stakes import wager_rules
from punto.tournament.wagers.time_limit import time_limit_events

pass_cards: Topic[Tournament, TournamentContext] = Topic("pass_cards", changes)


class PlayPassCard(TournamentCommand, frozen=True, tag="play_pass_card"):
    """An entrant plays a pass card instead of a wager."""

    group = Group.PLAY
    powers = ()
    own = True

    name: EntrantName


class PassCardsGiven(TournamentEvent, frozen=True, gc=False, tag="pass_cards_given"):
    """Every entrant received ``number`` pass cards for the session."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    names: tuple[str, ...]


class PassCardPlayed(TournamentEvent, frozen=True, gc=False, tag="pass_card_played"):
    """An entrant played a pass card instead of a wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class PassCardsReturned(TournamentEvent, frozen=True, gc=False, tag="pass_cards_returned"):
    """Pass cards were returned to their owners before the coup for which they were played."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    names: tuple[str, ...]


class PassCardsCollected(TournamentEvent, frozen=True, gc=False, tag="pass_cards_collected"):
    """Played pass cards were collected."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    names: tuple[str, ...]


def _pass_card_rules(rules: TableRules) -> PassCards:
    data = wager_rules(rules).pass_cards
    if data is None:
        raise not_held(rules.edition, "whether somebody may pass")
    return data


def give_pass_cards(rules: TableRules, tournament: Tournament) -> Events:
    """Return the event that gives every entrant the same number of pass cards, if there are any."""
    data, number = wager_rules(rules).pass_cards, tournament.conditions.pass_cards
    session = tournament.session
    if data is None or not number or session is None:
        return ()
    reasons = (
        Reason(f"pass cards for the session: {number}", data.given.clause),
        Reason("as many for everybody", data.equal.clause),
    )
    event = PassCardsGiven(number=number, names=tuple(session.seats), reasons=reasons)
    return (event,)


pass_cards.permits(PlayPassCard)(anybody)


@pass_cards.decides(PlayPassCard)
def play_pass_card(at: TournamentContext, command: PlayPassCard) -> Events:
    """Play a pass card instead of a wager."""
    rules, tournament, by = at.rules, at.state, at.by
    data = _pass_card_rules(rules)
    check_acts_for(by, command.name)
    number = occupied_seat_of(tournament, command.name).table
    table, turns = table_of(tournament, number), turns_of(tournament, number)
    session = tournament.session
    assert session is not None
    if not tournament.conditions.pass_cards:
        text = "the conditions of this tournament have no pass cards"
        raise Refused(ErrorCode.NO_PASS_CARDS, data.given.clause, text)
    check_session_not_over(rules, tournament, by, number)
    if not isinstance(table.phase, Idle | Betting):
        raise Malformed("the first card is out", code=ErrorCode.NOT_NOW)
    check_no_bet(rules, table)
    if command.name in turns.passed:
        raise Malformed(f"{command.name} has laid a pass card", code=ErrorCode.ALREADY_SO)
    if not session.passes.get(command.name):
        text = f"{command.name} has laid all pass cards that everybody is given"
        raise Refused(ErrorCode.NO_PASS_CARDS, data.equal.clause, text)
    secret = any(form.name == command.name for form in forms_of_next_coup(tournament, number))
    if has_wager(table, command.name) or secret:
        text = f"{command.name} has a wager: a pass card takes the place of one"
        raise Refused(ErrorCode.WAGER_MADE, data.replaces.clause, text)
    order = order_rules(rules, tournament)
    if order is not None and not is_turn_of(rules, tournament, number, command.name):
        raise Refused(
            ErrorCode.OUT_OF_TURN, order.early.clause, f"{command.name} waits for their turn"
        )
    reason = Reason(f"{command.name} passes", data.replaces.clause)
    played = PassCardPlayed(table=number, name=command.name, reasons=(reason,))
    return (played, *time_limit_events(rules, turns, number, command.name, by.at))


def return_pass_cards(
    rules: TableRules, tournament: Tournament, number: int, text: str, clause: Clauses = ()
) -> Events:
    """Return the event that returns the pass cards for the next coup to their owners."""
    passed = turns_of(tournament, number).passed
    if not passed:
        return ()
    reason = Reason(text, merged(clause, _pass_card_rules(rules).replaces.clause))
    return (PassCardsReturned(table=number, names=passed, reasons=(reason,)),)


def collect_pass_cards(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the event that collects the pass cards of a coup."""
    passed = turns_of(tournament, number).passed
    if not passed:
        return ()
    reason = Reason("the pass cards are collected", _pass_card_rules(rules).collected.clause)
    return (PassCardsCollected(names=passed, reasons=(reason,)),)


@pass_cards.applies(PassCardPlayed)
def pass_card_played(
    tournament: Tournament, event: PassCardPlayed, envelope: Envelope
) -> Tournament:
    turns = turns_of(tournament, event.table)
    return with_turns(tournament, event.table, passed=(*turns.passed, event.name))


@pass_cards.applies(PassCardsReturned)
def pass_cards_returned(
    tournament: Tournament, event: PassCardsReturned, envelope: Envelope
) -> Tournament:
    return with_turns(tournament, event.table, passed=())


@pass_cards.applies(PassCardsGiven)
def pass_cards_given(
    tournament: Tournament, event: PassCardsGiven, envelope: Envelope
) -> Tournament:
    return with_session(tournament, passes=dict.fromkeys(event.names, event.number))


@pass_cards.applies(PassCardsCollected)
def pass_cards_collected(
    tournament: Tournament, event: PassCardsCollected, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    remaining = {name: session.passes[name] - 1 for name in event.names}
    return with_session(tournament, passes={**session.passes, **remaining})
