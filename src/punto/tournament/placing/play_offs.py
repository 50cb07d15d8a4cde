"""Play-offs of ties: their chips, their number of coups, and the ranking after each coup."""

from collections.abc import Mapping

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import CardFace, Cents, Reading, TableNumber
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import EqualChips, PlayOffChips
from punto.table.authority import require
from punto.table.seats.buying import ChipsBought
from punto.table.seats.joining import PatronJoined
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.leaving import leave_table
from punto.tournament.placing.elimination import AllOut
from punto.tournament.placing.ranking import Tie, by_chips, by_exit, rank_equal_chips, ties
from punto.tournament.rules import tournament_section
from punto.tournament.session import Elimination, Groups, PlayOff, Seat, Session
from punto.tournament.session_queries import current_session, minimum_cents, value_cents
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament

play_offs: Topic[Tournament, TournamentContext] = Topic("play_offs", changes)


class OrderPlayOff(TournamentCommand, frozen=True, tag="order_play_off"):
    """A tie is played off; with ``chips_cents`` and ``card`` if the rulebook needs them."""

    group = Group.PLACING
    powers = (Power.ORDER_PLAY_OFF, Power.SET_PLAY_OFF_CHIPS)

    table: TableNumber
    chips_cents: Cents | None = None
    card: Reading[CardFace | None] = None


class PlayOffBegun(TournamentEvent, frozen=True, gc=False, tag="play_off_begun"):
    """A play-off began at a table; ``coups`` if a card gave their number."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    of: int
    names: tuple[str, ...]
    seats: dict[str, Seat]
    chips: dict[str, int]
    coups: int | None = None
    card: Card | None = None


class PlayOffLost(TournamentEvent, frozen=True, gc=False, tag="play_off_lost"):
    """A coup of a play-off eliminated an entrant from it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    name: str
    coup: int
    chips_cents: int


class PlayOffCoup(TournamentEvent, frozen=True, gc=False, tag="play_off_coup"):
    """A coup of a play-off is over, and more coups follow."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int


class PlayOffCounted(TournamentEvent, frozen=True, gc=False, tag="play_off_counted"):
    """The ranking after a play-off or a coup of it; ``groups`` are still level and continue."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    of: int
    chips: dict[str, int]
    ranked: Groups
    groups: Groups = ()


@play_offs.permits(OrderPlayOff)
def may_order_play_off(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not have a tie played off now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ORDER_PLAY_OFF, "have a tie played off")
    check_director(rules, tournament, by)
    session = current_session(tournament)
    if not session.ended:
        raise Malformed("the session is not over", code=ErrorCode.NOT_NOW)
    return clause


@play_offs.decides(OrderPlayOff)
def order_play_off(at: TournamentContext, command: OrderPlayOff) -> Events:
    """Start a play-off between entrants who are level on a place that matters."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_order_play_off(at)
    session = current_session(tournament)
    tie = _open_tie(rules, tournament, command.table)
    if any(play_off.of == tie.of for play_off in session.play_offs.values()):
        raise Malformed("a tie is being played off here", code=ErrorCode.ALREADY_SO)
    chips, chip_reasons = _play_off_chips(rules, tournament, by, command, tie)
    coups, coup_reasons = _play_off_coups(rules, command)
    seats = _play_off_seats(session, tie)
    number = next(iter(seats.values())).table
    text = f"{', '.join(tie.names)} are level and play on"
    begun = PlayOffBegun(
        table=number,
        of=tie.of,
        names=tie.names,
        seats=seats,
        chips=chips,
        coups=coups,
        card=command.card,
        reasons=(Reason(text, clause), *chip_reasons, *coup_reasons),
    )
    events: list[TournamentEvent] = [begun]
    for name, seat in seats.items():
        joined = PatronJoined(name=name, seat=seat.seat)
        bought = ChipsBought(name=name, cents=chips[name])
        events += [TableStepped(table=number, event=event) for event in (joined, bought)]
    return tuple(events)


def _open_tie(rules: TableRules, tournament: Tournament, number: int) -> Tie:
    """Return the first tie at a table that can be played off."""
    for tie in ties(rules, tournament):
        if tie.of == number and tie.playable:
            return tie
    raise Malformed(f"no tie is to be played off at table {number}", code=ErrorCode.NO_SUCH_THING)


def _play_off_chips(
    rules: TableRules, tournament: Tournament, by: Actor, command: OrderPlayOff, tie: Tie
) -> tuple[dict[str, int], tuple[Reason, ...]]:
    """Return the chips of each entrant in the play-off: their own, or as the director sets."""
    rule, cents = tournament_section(rules.edition).placing.play_off_chips, command.chips_cents
    if rule.value is PlayOffChips.OWN:
        if cents is not None:
            raise Refused(
                ErrorCode.OWN_CHIPS, rule.clause, "a tie is played off with the chips held"
            )
        return {name: tournament.counted[name] for name in tie.names}, ()
    if cents is None:
        raise Refused(ErrorCode.CHIPS_NOT_SET, rule.clause, "say with how many chips they play on")
    clause = require(rules, by, Power.SET_PLAY_OFF_CHIPS, "say with how many chips a tie is played")
    if cents < minimum_cents(tournament, tie.of):
        raise Malformed("nobody can wager so few chips", code=ErrorCode.NO_SUCH_AMOUNT)
    return dict.fromkeys(tie.names, cents), (Reason("everybody has the same chips", clause),)


def _play_off_coups(
    rules: TableRules, command: OrderPlayOff
) -> tuple[int | None, tuple[Reason, ...]]:
    """Return the number of coups and its reasons, if a card from a new shoe gives it."""
    placing = tournament_section(rules.edition).placing
    rule, card = placing.equal_chips, command.card
    if rule.value is not EqualChips.DRAWN_COUPS:
        if card is not None:
            raise Malformed("no card is drawn for a play-off here", code=ErrorCode.INCOMPLETE)
        return None, ()
    if card is None:
        text = "a card drawn from a new shoe says how many coups are played"
        raise Refused(ErrorCode.CARD_NOT_DRAWN, rule.clause, text)
    coups = placing.card_coups[card.rank]
    return coups.value, (Reason(f"{card} gives {coups.value} coups", coups.clause),)


def _play_off_seats(session: Session, tie: Tie) -> dict[str, Seat]:
    """Return the seats of a play-off: the present ones, or new ones at one table."""
    seats = {name: session.seats[name] for name in tie.names}
    if len({seat.table for seat in seats.values()}) == 1:
        return seats
    return {name: Seat(tie.of, number) for number, name in enumerate(tie.names, start=1)}


def count_play_off(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the events after a coup of a play-off: the ranking, and who leaves."""
    session = current_session(tournament)
    play_off, table = session.play_offs[number], tournament.tables[number]
    chips = {patron.name: value_cents(table, patron.name) for patron in table.patrons}
    if play_off.coups is not None:
        return _count_drawn_coup(rules, tournament, number, play_off, chips)
    groups: list[tuple[str, ...]] = []
    for level in play_off.groups:
        for group in by_chips(level, chips):
            groups += rank_equal_chips(rules, tournament, group, chips)
    return _count_and_rank(rules, tournament, number, tuple(groups), chips)


def _count_and_rank(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    groups: Groups,
    chips: Mapping[str, int],
) -> Events:
    """Return the event with the ranking after a play-off or a coup of it, and the departures."""
    session = current_session(tournament)
    play_off = session.play_offs[number]
    ranking = _merge_ranking(session.ranked[play_off.of], groups)
    clause = tournament_section(rules.edition).says.play_off_counted
    counted = PlayOffCounted(
        table=number,
        of=play_off.of,
        chips=dict(chips),
        ranked=ranking,
        reasons=(Reason("counted anew", clause),),
    )
    still_level: Groups = ()
    if play_off.coups is None:
        names = set(play_off.names)
        open_ties = ties(rules, after(tournament, (counted,)))
        still_level = tuple(
            tie.names for tie in open_ties if tie.playable and names.issuperset(tie.names)
        )
        counted = PlayOffCounted(
            table=number,
            of=play_off.of,
            chips=dict(chips),
            ranked=ranking,
            groups=still_level,
            reasons=counted.reasons,
        )
    staying = {name for group in still_level for name in group}
    events: list[TournamentEvent] = [counted]
    for patron in tournament.tables[number].patrons:
        if patron.name not in staying:
            events += leave_table(after(tournament, events), patron.name)[0]
    return tuple(events)


def _merge_ranking(before: Groups, groups: Groups) -> Groups:
    """Return a ranking in which entrants who were level are in their new order."""
    names = {name for group in groups for name in group}
    ranking: list[tuple[str, ...]] = []
    for group in before:
        if not names.intersection(group):
            ranking.append(group)
            continue
        ranking += [new_group for new_group in groups if set(new_group) <= set(group)]
    return tuple(ranking)


def _count_drawn_coup(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    play_off: PlayOff,
    chips: Mapping[str, int],
) -> Events:
    """Return the events after a coup of a play-off whose number of coups a card gave."""
    coup, minimum = play_off.played + 1, minimum_cents(tournament, number)
    if coup == play_off.coups:
        groups = (*by_chips(chips, chips), *by_exit(play_off.outs))
        return _count_and_rank(
            rules, tournament, number, _with_others_last(play_off, groups), chips
        )
    below = [name for name, cents in chips.items() if cents < minimum]
    placing = tournament_section(rules.edition).placing
    if placing.all_out and 1 < len(below) == len(chips):
        reason = Reason("one coup put everybody out who was left", placing.all_out.clause)
        event = AllOut(table=number, names=tuple(below), reasons=(reason,))
        groups = _with_others_last(play_off, (tuple(below), *by_exit(play_off.outs)))
        counted = _count_and_rank(rules, after(tournament, (event,)), number, groups, chips)
        return (event, *counted)
    events: list[TournamentEvent] = []
    for name in below:
        reason = Reason(f"{name} cannot wager the minimum", placing.out_below.clause)
        eliminated = PlayOffLost(
            table=number, name=name, coup=coup, chips_cents=chips[name], reasons=(reason,)
        )
        events += [eliminated, *leave_table(after(tournament, events), name)[0]]
    staying = {name: cents for name, cents in chips.items() if name not in below}
    current = after(tournament, events)
    if len(staying) > 1:
        return (*events, PlayOffCoup(table=number))
    assert current.session is not None
    groups = (*by_chips(staying, staying), *by_exit(current.session.play_offs[number].outs))
    return (
        *events,
        *_count_and_rank(rules, current, number, _with_others_last(play_off, groups), staying),
    )


def _with_others_last(play_off: PlayOff, groups: Groups) -> Groups:
    """Return a ranking with the entrants last who left the play-off for other reasons."""
    ranked = {name for group in groups for name in group}
    others = tuple(name for name in play_off.names if name not in ranked)
    return (*groups, others) if others else groups


@play_offs.applies(PlayOffBegun)
def play_off_begun(tournament: Tournament, event: PlayOffBegun, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    begun = PlayOff(event.of, (event.names,), event.coups)
    level = tuple(name for name in session.level if name not in event.names)
    session = replace(session, level=level, seats={**session.seats, **event.seats})
    return _with_play_off(tournament, session, event.table, begun)


@play_offs.applies(PlayOffLost)
def play_off_lost(tournament: Tournament, event: PlayOffLost, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    play_off = session.play_offs[event.table]
    elimination = Elimination(event.name, event.coup, chips_cents=event.chips_cents)
    play_off = replace(play_off, outs=(*play_off.outs, elimination))
    return _with_play_off(tournament, session, event.table, play_off)


@play_offs.applies(PlayOffCoup)
def play_off_coup(tournament: Tournament, event: PlayOffCoup, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    play_off = session.play_offs[event.table]
    play_off = replace(play_off, played=play_off.played + 1)
    return _with_play_off(tournament, session, event.table, play_off)


@play_offs.applies(PlayOffCounted)
def play_off_counted(
    tournament: Tournament, event: PlayOffCounted, envelope: Envelope
) -> Tournament:
    tournament = replace(tournament, counted={**tournament.counted, **event.chips})
    session = tournament.session
    assert session is not None
    session = replace(session, ranked={**session.ranked, event.of: event.ranked})
    play_offs = dict(session.play_offs)
    play_off = play_offs.pop(event.table)
    if event.groups:
        play_off = replace(play_off, groups=event.groups, played=play_off.played + 1)
        play_offs[event.table] = play_off
    return replace(tournament, session=replace(session, play_offs=play_offs))


def _with_play_off(
    tournament: Tournament, session: Session, number: int, play_off: PlayOff
) -> Tournament:
    """Return the tournament with a play-off at a table."""
    play_offs = {**session.play_offs, number: play_off}
    return replace(tournament, session=replace(session, play_offs=play_offs))
