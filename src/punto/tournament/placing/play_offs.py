"""Ties played off: with which chips, for how many coups, and who is where after each of them."""

from collections.abc import Mapping

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import EqualChips, PlayOffChips
from punto.table.authority import require
from punto.table.seats.events import ChipsBought, PatronJoined
from punto.tournament.events import AnyEvent, Events
from punto.tournament.evolve import after
from punto.tournament.leaving import left
from punto.tournament.placing import commands as do
from punto.tournament.placing import events as happened
from punto.tournament.placing.ranking import Tie, by_chips, by_exit, ties, told_apart
from punto.tournament.rules import law
from punto.tournament.running import minimum_cents, session_on, value_cents
from punto.tournament.seating.leading import check_lead
from punto.tournament.session import Groups, PlayOff, Seat, Session
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament


def order_play_off(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.OrderPlayOff
) -> Events:
    """Let those play on who are level on a place that matters."""
    clause = require(rules, by, Power.ORDER_PLAY_OFF, "have a tie played off")
    check_lead(rules, tournament, by)
    session = session_on(tournament)
    if not session.ended:
        raise Malformed("the session is not over", code=ErrorCode.NOT_NOW)
    tie = _open(rules, tournament, command.table)
    if any(play_off.of == tie.of for play_off in session.play_offs.values()):
        raise Malformed("a tie is being played off here", code=ErrorCode.ALREADY_SO)
    chips, about_chips = _chips(rules, tournament, by, command, tie)
    coups, about_coups = _coups(rules, command)
    seats = _seats(session, tie)
    number = next(iter(seats.values())).table
    text = f"{', '.join(tie.names)} are level and play on"
    begun = happened.PlayOffBegun(
        table=number,
        of=tie.of,
        names=tie.names,
        seats=seats,
        chips=chips,
        coups=coups,
        card=command.card,
        reasons=(Reason(text, clause), *about_chips, *about_coups),
    )
    events: list[AnyEvent] = [begun]
    for name, seat in seats.items():
        joined = PatronJoined(name=name, seat=seat.seat)
        bought = ChipsBought(name=name, cents=chips[name])
        events += [TableStepped(table=number, event=event) for event in (joined, bought)]
    return tuple(events)


def _open(rules: TableRules, tournament: Tournament, number: int) -> Tie:
    """Return the first tie at a table that can be played off."""
    for tie in ties(rules, tournament):
        if tie.of == number and tie.playable:
            return tie
    raise Malformed(f"no tie is to be played off at table {number}", code=ErrorCode.NO_SUCH_THING)


def _chips(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.OrderPlayOff, tie: Tie
) -> tuple[dict[str, int], tuple[Reason, ...]]:
    """Return with which chips everybody plays on: their own, or what whoever leads says."""
    rule, cents = law(rules.edition).placing.play_off_chips, command.chips_cents
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


def _coups(rules: TableRules, command: do.OrderPlayOff) -> tuple[int | None, tuple[Reason, ...]]:
    """Return how many coups are played, where a card drawn from a new shoe says so."""
    placing = law(rules.edition).placing
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


def _seats(session: Session, tie: Tie) -> dict[str, Seat]:
    """Return where those who are level sit: in their places, or together at one table."""
    seats = {name: session.seats[name] for name in tie.names}
    if len({seat.table for seat in seats.values()}) == 1:
        return seats
    return {name: Seat(tie.of, place) for place, name in enumerate(tie.names, start=1)}


def play_off_counted(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return who is where after a coup of a play-off, and who plays on."""
    session = session_on(tournament)
    play_off, table = session.play_offs[number], tournament.tables[number]
    chips = {patron.name: value_cents(table, patron.name) for patron in table.patrons}
    if play_off.coups is not None:
        return _drawn_coup(rules, tournament, number, play_off, chips)
    groups: list[tuple[str, ...]] = []
    for level in play_off.groups:
        for group in by_chips(level, chips):
            groups += told_apart(rules, tournament, group, chips)
    return _counted(rules, tournament, number, tuple(groups), chips)


def _counted(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    groups: Groups,
    chips: Mapping[str, int],
) -> Events:
    """Return the ranking after a play-off or a coup of it, and who leaves the table."""
    session = session_on(tournament)
    play_off = session.play_offs[number]
    merged = _merged(session.ranked[play_off.of], groups)
    clause = law(rules.edition).says.play_off_counted
    counted = happened.PlayOffCounted(
        table=number,
        of=play_off.of,
        chips=dict(chips),
        ranked=merged,
        reasons=(Reason("counted anew", clause),),
    )
    on: Groups = ()
    if play_off.coups is None:
        names = set(play_off.names)
        still = ties(rules, after(tournament, (counted,)))
        on = tuple(tie.names for tie in still if tie.playable and names.issuperset(tie.names))
        counted = happened.PlayOffCounted(
            table=number,
            of=play_off.of,
            chips=dict(chips),
            ranked=merged,
            groups=on,
            reasons=counted.reasons,
        )
    staying = {name for group in on for name in group}
    gone: list[AnyEvent] = [counted]
    for patron in tournament.tables[number].patrons:
        if patron.name not in staying:
            gone += left(after(tournament, gone), patron.name)[0]
    return tuple(gone)


def _merged(before: Groups, groups: Groups) -> Groups:
    """Return a ranking in which people who were level stand in their new order."""
    anew = {name for group in groups for name in group}
    merged: list[tuple[str, ...]] = []
    for group in before:
        if not anew.intersection(group):
            merged.append(group)
            continue
        merged += [new for new in groups if set(new) <= set(group)]
    return tuple(merged)


def _drawn_coup(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    play_off: PlayOff,
    chips: Mapping[str, int],
) -> Events:
    """Return what a coup does of which a card drew the number: who is out, or how it ended."""
    coup, minimum = play_off.played + 1, minimum_cents(tournament, number)
    if coup == play_off.coups:
        groups = (*by_chips(chips, chips), *by_exit(play_off.outs))
        return _counted(rules, tournament, number, _with_gone(play_off, groups), chips)
    below = [name for name, cents in chips.items() if cents < minimum]
    placing = law(rules.edition).placing
    if placing.all_out and 1 < len(below) == len(chips):
        reason = Reason("one coup put everybody out who was left", placing.all_out.clause)
        together = happened.AllOut(table=number, names=tuple(below), reasons=(reason,))
        groups = _with_gone(play_off, (tuple(below), *by_exit(play_off.outs)))
        counted = _counted(rules, after(tournament, (together,)), number, groups, chips)
        return (together, *counted)
    events: list[AnyEvent] = []
    for name in below:
        reason = Reason(f"{name} cannot wager the minimum", placing.out_below.clause)
        lost = happened.PlayOffLost(
            table=number, name=name, coup=coup, chips_cents=chips[name], reasons=(reason,)
        )
        events += [lost, *left(after(tournament, events), name)[0]]
    staying = {name: cents for name, cents in chips.items() if name not in below}
    then = after(tournament, events)
    if len(staying) > 1:
        return (*events, happened.PlayOffCoup(table=number))
    assert then.session is not None
    groups = (*by_chips(staying, staying), *by_exit(then.session.play_offs[number].outs))
    return (*events, *_counted(rules, then, number, _with_gone(play_off, groups), staying))


def _with_gone(play_off: PlayOff, groups: Groups) -> Groups:
    """Return a ranking with those behind it who were put out of the play-off by other things."""
    ranked = {name for group in groups for name in group}
    gone = tuple(name for name in play_off.names if name not in ranked)
    return (*groups, gone) if gone else groups
