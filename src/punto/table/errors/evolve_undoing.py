"""A coup voided, laid out again or taken back late, to the next state; chips move elsewhere."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.cards import Card
from punto.roads import Bead
from punto.shoe import Hidden, Shoe
from punto.table.deal.evolve_settling import next_no_bet, turners_gone
from punto.table.errors import events as happened
from punto.table.ledger import booked, moved
from punto.table.matters import LateReport
from punto.table.phase import Dealing, Dealt, Idle, Out, PastCoup, Role, Settling
from punto.table.register import without_blocks
from punto.table.table import Allowances, NoBet, Past, Patron, Table


def role_then(table: Table, role: Role) -> Role:
    """Return who held the Banker cards then, if they are still there."""
    if role.holder is None or table.patron(role.holder) is None:
        return table.role
    return role


def hidden_away(shoe: Shoe, cards: Iterable[Dealt], been_out: Iterable[Out] = ()) -> Shoe:
    """Return the shoe, knowing cards that left it and were never shown to all."""
    hidden = list(shoe.hidden)
    held = list(been_out)
    for place, dealt in enumerate(cards):
        if dealt.card is not None and not dealt.up:
            names = tuple(dict.fromkeys(out.holder for out in held if place in out.cards))
            hidden.append(Hidden(dealt.card, names))
    return replace(shoe, hidden=tuple(hidden))


def unadvised(table: Table, names: tuple[str, ...]) -> tuple[Patron, ...]:
    """Return the patrons without advice that rested on a coup which does not count as it was."""
    return tuple(
        replace(patron, advised=False) if patron.name in names else patron
        for patron in table.patrons
    )


def voided(table: Table, event: happened.CoupVoided) -> Table:
    """Clear the table as if the coup had never been; what left the shoe stays out of it."""
    phase = table.phase
    shoe = replace(
        table.shoe,
        coups_left=event.coups_left,
        last_called=table.shoe.last_called or event.last_called,
    )
    beads, role = table.past.beads, table.role
    if isinstance(phase, Settling):
        beads = _without(table, table.number)
        role = role_then(table, phase.role)
        shoe = replace(shoe, extra_given=phase.before.extra_given)
        table = replace(table, patrons=unadvised(table, phase.advised))
    elif isinstance(phase, Dealing):
        for side, hand in (("player", phase.player), ("banker", phase.banker)):
            had = [out for out in phase.been_out if out.side.value == side]
            shoe = hidden_away(shoe, hand, had)
    return replace(
        table,
        role=role,
        phase=Idle(),
        count=replace(table.count, voids=table.count.voids + 1),
        shoe=shoe,
        next=replace(table.next, allowed=Allowances(), no_bet=next_no_bet(table)),
        open=replace(
            table.open,
            fault=None,
            blocks=without_blocks(table, "settle", "coup"),
            could_not_rebuild=event.could_not_rebuild,
        ),
        duty=turners_gone(table),
        past=Past(beads),
    )


def _without(table: Table, number: int) -> dict[int, Bead]:
    """Return the results of the shoe without that of one coup."""
    return {coup: bead for coup, bead in table.past.beads.items() if coup != number}


def reopened(table: Table, event: happened.CoupReopened) -> Table:
    """Lay the cards of a coup out face up, and let the shoe be as it was before the result."""
    phase = table.phase
    player, banker = _face_up(event.player), _face_up(event.banker)
    if isinstance(phase, Dealing):
        again = Dealing(player, banker, method=phase.method, settlement=phase.settlement)
        return replace(table, phase=again)
    was: Settling | PastCoup | None = phase if isinstance(phase, Settling) else table.past.last
    assert was is not None, "a coup that is laid out again is on, or was the last"
    shoe = replace(
        table.shoe,
        coups_left=was.before.left,
        extra_given=was.before.extra_given,
        last_called=was.before.last_called,
    )
    no_bet, run = table.next.no_bet, table.count.no_bets_in_a_row
    if isinstance(was, PastCoup):
        no_bet = NoBet(wagers_refused=True) if was.no_bet else None
        # It is counted once more when its cards are put away again.
        run -= was.no_bet
    return replace(
        table,
        phase=Dealing(player, banker, method=was.method, settlement=was.settlement),
        patrons=unadvised(table, was.advised),
        shoe=shoe,
        past=Past(_without(table, table.number)),
        role=role_then(table, was.role),
        next=replace(table.next, no_bet=no_bet),
        count=replace(table.count, no_bets_in_a_row=run),
    )


def _face_up(cards: Iterable[Card]) -> tuple[Dealt, ...]:
    return tuple(Dealt(card) for card in cards)


def found_late(
    table: Table,
    event: happened.CoupReversed | happened.LateErrorReported | happened.LateErrorDismissed,
) -> Table:
    """Let an error in an earlier coup wait to be judged, or judge it."""
    if isinstance(event, happened.LateErrorReported):
        report = LateReport(event.coup, event.trigger, event.text)
        return replace(table, open=replace(table.open, late=(*table.open.late, report)))
    coup = event.number if isinstance(event, happened.CoupReversed) else event.coup
    waiting = tuple(report for report in table.open.late if report.coup != coup)
    table = replace(table, open=replace(table.open, late=waiting))
    return _reversed(table, event) if isinstance(event, happened.CoupReversed) else table


def _reversed(table: Table, event: happened.CoupReversed) -> Table:
    """Take an earlier coup out of the results; everything after it stays."""
    last = table.past.last
    if last is not None and last.number == event.number:
        last = replace(last, void=True)
    return replace(
        table,
        patrons=unadvised(table, event.unadvised),
        past=Past(_without(table, event.number), last),
        count=replace(table.count, voids=table.count.voids + 1),
    )


def winnings_taken_back(table: Table, event: happened.WinningsTakenBack) -> Table:
    """Move what a coup had moved back: chips to the float, tokens to patrons."""
    tokens = sum(event.token_cents.values())
    to_float = sum(event.cents.values())
    table = replace(table, ledger=booked(table, to_float=to_float, tokens=tokens))
    chips = {name: -cents for name, cents in event.cents.items()}
    return moved(table, chips, event.token_cents)


def coups_left_changed(table: Table, event: happened.CoupsLeftChanged) -> Table:
    """Keep how many coups are still to come from the shoe."""
    shoe = replace(
        table.shoe,
        coups_left=event.coups_left,
        extra_given=event.extra_given,
        last_called=table.shoe.last_called or event.last_called,
    )
    return replace(table, shoe=shoe)
