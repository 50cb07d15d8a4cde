"""A coup taken back: what it moved, what cannot be got back, and the void itself."""

from collections.abc import Mapping

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.chips import nets, reversal
from punto.table.evolve import replay
from punto.table.evolve_settle import laid
from punto.table.handlers import Events
from punto.table.irregular import errors, voided
from punto.table.people import Actor, require, says
from punto.table.records import Debt, Mispayment
from punto.table.state import Closed, Dealing, Settling, Table, TableWager


def reopening(table: Table, *, laying: bool = True) -> tuple[Debt, ...]:
    """Return what cannot be got back when the last coup is undone.

    If its wagers are laid again for good, their stakes are needed as well.
    """
    phase = table.phase
    on_layout: tuple[TableWager, ...] = ()
    lost: Mapping[int, int] = {}
    if isinstance(phase, Settling):
        settled, taken = (*phase.early, *phase.settled), phase.moved
        lost = phase.tokens_lost
        on_layout = table.wagers
    elif isinstance(phase, Dealing):
        settled, taken = phase.early or (), nets(phase.early or ())
        lost = {one.number: one.tokens_lost for one in settled}
    else:
        settled, taken = table.past[-1].settled, table.past[-1].moved
        lost = table.past[-1].tokens_lost
        on_layout = table.wagers
    needs = dict(taken)
    tokens: dict[str, int] = {}
    for one in laid(settled):
        patron = table.patron(one.patron)
        if patron is not None:
            in_chips = one.stake_cents - one.token_cents if laying else 0
            needs[one.patron] = needs.get(one.patron, 0) + in_chips
            # Tokens are lent to be laid again, whether they then stay there or go back.
            gone = lost.get(one.number, 0)
            tokens[one.patron] = tokens.get(one.patron, 0) + one.token_cents - gone
    for one in on_layout:
        in_chips = one.stake_cents - one.token_cents
        needs[one.patron] = needs.get(one.patron, 0) - in_chips
        tokens[one.patron] = tokens.get(one.patron, 0) - one.token_cents
    short = []
    for name, cents in tokens.items():
        patron = table.patron(name)
        if patron is not None and cents > patron.tokens_cents:
            short.append(Debt(name, cents - patron.tokens_cents, table.number, in_tokens=True))
    return (*reversal(table, needs, table.number), *short)


def on_or_just_over(table: Table) -> bool:
    """Return whether a coup is on, or over without the next having begun."""
    if isinstance(table.phase, Dealing | Settling):
        return True
    last = table.past[-1] if table.past else None
    return last is not None and last.number == table.number and not last.void and bool(table.coups)


def reopened(rules: TableRules, table: Table, by: Actor, *, laying: bool) -> Events:
    """Return a coup that is settled laid out again, and what cannot be got back entered."""
    phase = table.phase
    if isinstance(phase, Dealing) or (isinstance(phase, Settling) and not phase.collected):
        return ()
    coup = phase.coup if isinstance(phase, Settling) else table.past[-1].coup
    debts = reopening(table, laying=laying)
    again = happened.CoupReopened(
        number=table.number, player=coup.player, banker=coup.banker, debts=debts
    )
    return (again, *owed(rules, table, by, debts))


def owed(rules: TableRules, table: Table, by: Actor, debts: tuple[Debt, ...]) -> Events:
    """Return what cannot be got back as wrong payments, where the rulebook keeps those."""
    if rules.edition.mispayments is None:
        return ()
    first = len(table.records.mispayments) + 1
    reasons = (Reason("what cannot be got back", says(rules, "mispaid")),)
    return tuple(
        happened.Mispaid(
            mispayment=Mispayment(place, one.coup, one.patron, "coup", one.cents, by.at),
            reasons=reasons,
        )
        for place, one in enumerate(debts, start=first)
    )


def undone(rules: TableRules, table: Table, by: Actor, ground: str, clause: Clauses) -> Events:
    """Return the coup that is on or just over, paid or not, voided with every stake back."""
    # The stakes go back at once, so that nobody has to bring them.
    events = reopened(rules, table, by, laying=False)
    table = replay(table, events)
    returns = merged(clause, errors(rules).void_returns)
    reason = Reason(f"void, every stake goes back: {ground}", returns)
    return (*events, voided(rules, table, ground, reason))


def void_coup(rules: TableRules, table: Table, by: Actor, command: do.VoidCoup) -> Events:
    """Void a coup by the decision of whoever may, before the next has begun."""
    clause = require(rules, by, "void_coup", "void a coup")
    if isinstance(table.phase, Closed) or not on_or_just_over(table):
        raise Malformed("no coup is on, or the next has begun", code="no_coup")
    phase = table.phase
    settled = not isinstance(phase, Dealing) and not (
        isinstance(phase, Settling) and not phase.collected
    )
    if settled and rules.edition.late_errors is None:
        raise Refused("already_settled", clause, "the wagers are settled")
    if not command.ground.strip():
        raise Malformed("say why the coup is void", code="incomplete")
    if any(one.kind == "scan_differs" for one in table.blocks):
        clause = merged(clause, says(rules, "scan"))
    *events, void = undone(rules, table, by, command.ground, clause)
    assert isinstance(void, happened.CoupVoided)
    return (*events, replace(void, could_not_rebuild=True))
