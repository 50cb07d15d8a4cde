"""Control of the cards taken away from a patron."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.terms import Side
from punto.table.authority import require
from punto.table.deal import commands as do
from punto.table.deal import events as happened
from punto.table.deal.completing import proceed
from punto.table.deal.methods import controls, designated, passing
from punto.table.events import AnyEvent, Events
from punto.table.evolve import after
from punto.table.guards import known
from punto.table.phase import Dealing
from punto.table.table import Table


def take_back_cards(
    rules: TableRules, table: Table, by: Actor, command: do.TakeBackCards
) -> Events:
    """Take control of the cards away from a patron, whoever has them in their hands."""
    clause = require(rules, by, Power.TAKE_BACK_CARDS, "take cards back from a patron")
    patron = known(table, command.patron)
    reason = Reason(f"{patron.name} loses control of the cards", clause)
    events: list[AnyEvent] = []
    if isinstance(table.phase, Dealing):
        for side in Side:
            events += _of_hand(rules, table, side, patron.name, reason)
    if table.role.holder == patron.name:
        ends = Reason(reason.text, merged(clause, rules.says.role_ends_forfeited))
        lost = happened.RoleGivenUp(name=patron.name, seat=patron.seat, reasons=(ends,))
        events.append(lost)
    if not events:
        raise Malformed(f"{patron.name} controls no cards", code=ErrorCode.NOT_NOW)
    left = after(table, events)
    rest = proceed(rules, left) if isinstance(left.phase, Dealing) else ()
    return (*events, *rest)


def _of_hand(
    rules: TableRules, table: Table, side: Side, name: str, reason: Reason
) -> list[AnyEvent]:
    """Return what becomes of one hand: out of whose hands it comes, and who turns it."""
    phase, data = table.phase, passing(rules)
    assert isinstance(phase, Dealing)
    own = name in controls(rules, table, phase, side)
    # Whoever was nominated has the cards for the patron who loses them.
    out = [held for held in phase.out if held.side is side and (own or held.holder == name)]
    events: list[AnyEvent] = [
        happened.CardsReturned(side=side, name=held.holder, reasons=(reason,)) for held in out
    ]
    if own:
        assert data is not None, "a rulebook with this power says how cards are passed"
        kept = Reason(f"the dealer turns the {side.title()} cards", data.forfeited.clause)
        events.append(happened.CardsForfeited(side=side, name=name, reasons=(reason, kept)))
    elif name in designated(rules, table, phase, side):
        events.append(happened.CardsDeclined(side=side, name=name, reasons=(reason,)))
    return events
