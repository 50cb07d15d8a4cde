"""Who is out: too few chips for another coup, and in which order one coup put several out."""

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import OutKey, OutTogether
from punto.table.table import Table
from punto.tournament.base_classes import Events, TournamentEvent
from punto.tournament.context import At, after, changes
from punto.tournament.entrant import Standing
from punto.tournament.entrant_lookup import changed
from punto.tournament.leaving import left
from punto.tournament.rules import law
from punto.tournament.session import Out
from punto.tournament.session_queries import minimum_cents, session_on, value_cents
from punto.tournament.tournament import Tournament, with_session

elimination: Topic[Tournament, At] = Topic("elimination", changes)


class EntrantEliminated(TournamentEvent, frozen=True, gc=False, tag="entrant_eliminated"):
    """An entrant is out; what they still held leaves play, or is theirs where it is ``kept``.

    ``order`` tells those apart whom the same coup put out, the first being out first.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    name: str
    table: int
    coup: int
    chips_cents: int = 0
    order: int = 0
    kept: bool = False


class AllOut(TournamentEvent, frozen=True, gc=False, tag="all_out"):
    """A coup put out everybody who was left at a table: they are level and get new chips."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    names: tuple[str, ...]


def eliminations(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return who is out at a table before another coup of the session is dealt."""
    placing, table = law(rules.edition).placing, tournament.tables[number]
    minimum, session = minimum_cents(tournament, number), session_on(tournament)
    playing = {entrant.name for entrant in tournament.active}
    below = [
        patron.name
        for patron in table.patrons
        if patron.name in playing and value_cents(table, patron.name) < minimum
    ]
    if not below:
        return ()
    clause = placing.out_below.clause
    if placing.all_out and 1 < len(below) == len(table.patrons):
        reason = Reason("one coup put everybody out who was left", placing.all_out.clause)
        together = AllOut(table=number, names=tuple(below), reasons=(reason,))
        return (together, *_gone(tournament, below))
    coup = session.coups.get(number, 0)
    events: list[TournamentEvent] = []
    for order, name, why in out_in_order(rules, tournament, number, below):
        events.append(
            EntrantEliminated(
                name=name,
                table=number,
                coup=coup,
                chips_cents=value_cents(table, name),
                order=order,
                kept=_keeps(rules, tournament),
                reasons=(
                    Reason(f"{name} cannot wager the minimum", clause),
                    *why,
                    *_leaves(rules, tournament),
                ),
            )
        )
    return (*events, *_gone(tournament, below))


def _gone(tournament: Tournament, names: list[str]) -> Events:
    """Return people on their way from their tables, one after another."""
    gone: list[TournamentEvent] = []
    for name in names:
        gone += left(after(tournament, gone), name)[0]
    return tuple(gone)


def _keeps(rules: TableRules, tournament: Tournament) -> bool:
    """Return whether what somebody holds who is out is theirs."""
    return tournament.conditions.live and bool(law(rules.edition).says.left_over_live)


def _leaves(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return what is said of the place and the chips of somebody who is out."""
    said, void = law(rules.edition).says, law(rules.edition).placing.seat_void
    reasons = []
    if said.seat_vacated:
        reasons.append(Reason("the place is given up", said.seat_vacated))
    if void:
        reasons.append(Reason("nobody plays from this place any more", void.clause))
    if tournament.conditions.live and said.left_over_live:
        reasons.append(Reason("the chips that are left are theirs", said.left_over_live))
    elif said.left_over:
        reasons.append(Reason("the chips that are left are the house's", said.left_over))
    return tuple(reasons)


def out_in_order(
    rules: TableRules, tournament: Tournament, number: int, names: list[str]
) -> list[tuple[int, str, tuple[Reason, ...]]]:
    """Return those whom a coup put out, first to last, with a number each and why they stand so."""
    placing = law(rules.edition).placing
    if len(names) == 1:
        return [(0, names[0], ())]
    if placing.out_together.value is OutTogether.SHARED:
        reason = Reason("one coup put them out together", placing.out_together.clause)
        return [(0, name, (reason,)) for name in names]
    table = tournament.tables[number]
    keys = {name: _keys(rules, table, name) for name in names}
    ordered = sorted(names, key=lambda name: keys[name])
    found: list[tuple[int, str, tuple[Reason, ...]]] = []
    order = 0
    for place, name in enumerate(ordered):
        before = ordered[place - 1] if place else None
        if before is not None and keys[before] != keys[name]:
            order += 1
        why = _told_apart(rules, before, name, keys) if before is not None else ()
        found.append((order, name, why))
    return found


def _keys(rules: TableRules, table: Table, name: str) -> tuple[int, ...]:
    """Return what those are compared by whom one coup put out: the least is out first."""
    last = table.past.last
    settled = last.settled if last is not None else ()
    removed = [
        place
        for place, bet in enumerate(settled)
        if bet.wager.patron == name and bet.result.collected_cents
    ]
    values = {
        OutKey.RESIDUAL: value_cents(table, name),
        OutKey.WAGER: sum(bet.wager.stake_cents for bet in settled if bet.wager.patron == name),
        OutKey.REMOVAL: min(removed, default=-1),
    }
    return tuple(values[by.key] for by in law(rules.edition).placing.out_keys)


def _told_apart(
    rules: TableRules, before: str, name: str, keys: dict[str, tuple[int, ...]]
) -> tuple[Reason, ...]:
    """Return by what somebody is out after somebody else."""
    words = {
        OutKey.RESIDUAL: "has fewer chips left than",
        OutKey.WAGER: "wagered less than",
        OutKey.REMOVAL: "lost the chips before",
    }
    for by, first, second in zip(
        law(rules.edition).placing.out_keys, keys[before], keys[name], strict=True
    ):
        if first != second:
            return (Reason(f"{before} {words[by.key]} {name}", by.clause),)
    return ()


def check_seat(rules: TableRules, tournament: Tournament, number: int, seat: int) -> None:
    """Refuse a wager from the place of somebody who is out."""
    void, session = law(rules.edition).placing.seat_void, session_on(tournament)
    closed = {session.seats[out.name] for out in session.outs if out.name in session.seats}
    if void and any((place.table, place.seat) == (number, seat) for place in closed):
        raise Refused(ErrorCode.SEAT_VOID, void.clause, f"nobody wagers from place {seat} any more")


@elimination.applies(EntrantEliminated)
def entrant_eliminated(
    tournament: Tournament, event: EntrantEliminated, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    out = Out(event.name, event.coup, event.order, event.chips_cents)
    tournament = changed(tournament, event.name, standing=Standing.ELIMINATED)
    return with_session(tournament, outs=(*session.outs, out))


@elimination.applies(AllOut)
def all_out(tournament: Tournament, event: AllOut, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    return with_session(tournament, level=(*session.level, *event.names))
