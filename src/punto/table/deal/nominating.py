"""Others who turn cards for the patron to whom they go."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.terms import Side
from punto.table.authority import approved, provided
from punto.table.deal import commands as do
from punto.table.deal import events as happened
from punto.table.deal.completing import dealing
from punto.table.deal.methods import controls, passing
from punto.table.events import Events
from punto.table.guards import known
from punto.table.table import Table


def nominate_turner(
    rules: TableRules, table: Table, by: Actor, command: do.NominateTurner
) -> Events:
    """Let seated patrons turn cards for the one whose cards they are."""
    clause = provided(rules, rules.says.nominee, "whether somebody else may turn the cards")
    phase, side, data = dealing(rules, table), Side(command.hand), passing(rules)
    assert data is not None, "a rulebook that knows nominees says how cards are passed"
    if by.name not in controls(rules, table, phase, side):
        raise Refused(ErrorCode.NOT_DESIGNATED, clause, f"the cards are not {by.name}'s to pass on")
    granted = approved(rules, command.approved_by, Power.APPROVE_NOMINEE, "a nominee")
    if phase.out:
        raise Refused(ErrorCode.CARDS_OUT, granted, "nominees are approved before cards are passed")
    cards = data.nominee_cards
    if command.which is not None and command.which not in cards.value:
        named = " and ".join(cards.value)
        raise Refused(ErrorCode.NOT_THESE_CARDS, cards.clause, f"others may turn {named} cards")
    if not command.patrons:
        raise Malformed("name who turns the cards", code=ErrorCode.INCOMPLETE)
    for name in command.patrons:
        if known(table, name).standing and data.nominee_seated.value:
            seated = merged(data.nominee_seated.clause, data.seated_only.clause)
            raise Refused(
                ErrorCode.STANDING_PATRON, seated, f"{name} stands and never touches cards"
            )
    who = ", ".join(command.patrons)
    some = f"{command.which} " if command.which is not None else ""
    limited = cards.clause if command.which is not None else ()
    reason = Reason(f"{who} turns the {some}cards for {by.name}", merged(clause, granted, limited))
    nominated = happened.TurnersNominated(
        side=side,
        names=command.patrons,
        which=command.which,
        nominator=by.name,
        reasons=(reason,),
    )
    return (nominated,)
