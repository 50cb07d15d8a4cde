"""Others who turn cards for the patron to whom they go."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import Consent, NomineeApprover, PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.policies import NomineeCards
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.table.authority import approval_clauses, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.coup_completion import dealing_phase
from punto.table.deal.dealing_methods import Hand, controlling_patrons, passing_rules
from punto.table.guards import require_patron
from punto.table.table import Table

nominating: Topic[Table, At] = Topic("nominating", changes)


class NominateTurner(TableCommand, frozen=True, tag="nominate_turner"):
    """The patron whose cards they are lets others turn them, as staff approved before.

    ``which`` limits it to the opening cards, or to the third card.
    """

    group = Group.COUP
    powers = (Power.APPROVE_NOMINEE,)

    hand: Hand
    patrons: tuple[PatronName, ...]
    approved_by: Consent[NomineeApprover | None] = None
    which: NomineeCards | None = None


class TurnersNominated(TableEvent, frozen=True, gc=False, tag="turners_nominated"):
    """Nominees turn cards of a hand: all of them, only the first two, or only the third.

    ``nominator`` is the patron whose cards they are; older logs do not name them.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    side: Side
    names: tuple[str, ...]
    which: NomineeCards | None = None
    nominator: str | None = None


@nominating.permits(NominateTurner)
def may_nominate_turner(at: At) -> Clauses:
    """Raise an error if this person may not name who turns the cards now."""
    rules = at.rules
    return require_clauses(rules, rules.says.nominee, "whether somebody else may turn the cards")


@nominating.decides(NominateTurner)
def nominate_turner(at: At, command: NominateTurner) -> Events:
    """Let seated patrons turn cards for the patron who controls them."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_nominate_turner(at)
    phase, side, data = dealing_phase(rules, table), Side(command.hand), passing_rules(rules)
    assert data is not None, "a rulebook that knows nominees says how cards are passed"
    if by.name not in controlling_patrons(rules, table, phase, side):
        raise Refused(ErrorCode.NOT_DESIGNATED, clause, f"the cards are not {by.name}'s to pass on")
    approval = approval_clauses(rules, command.approved_by, Power.APPROVE_NOMINEE, "a nominee")
    if phase.out:
        raise Refused(
            ErrorCode.CARDS_OUT, approval, "nominees are approved before cards are passed"
        )
    cards = data.nominee_cards
    if command.which is not None and command.which not in cards.value:
        listed = " and ".join(cards.value)
        raise Refused(ErrorCode.NOT_THESE_CARDS, cards.clause, f"others may turn {listed} cards")
    if not command.patrons:
        raise Malformed("name who turns the cards", code=ErrorCode.INCOMPLETE)
    for name in command.patrons:
        if require_patron(table, name).standing and data.nominee_seated.value:
            seated_clause = merged(data.nominee_seated.clause, data.seated_only.clause)
            raise Refused(
                ErrorCode.STANDING_PATRON, seated_clause, f"{name} stands and never touches cards"
            )
    names = ", ".join(command.patrons)
    which_text = f"{command.which} " if command.which is not None else ""
    limit_clause = cards.clause if command.which is not None else ()
    reason = Reason(
        f"{names} turns the {which_text}cards for {by.name}", merged(clause, approval, limit_clause)
    )
    nominated = TurnersNominated(
        side=side,
        names=command.patrons,
        which=command.which,
        nominator=by.name,
        reasons=(reason,),
    )
    return (nominated,)


@nominating.applies(TurnersNominated)
def turners_nominated(table: Table, event: TurnersNominated, envelope: Envelope) -> Table:
    phase = table.dealing
    side, holders = event.side, phase.holders
    nominees = {**phase.nominees, side: event.names}
    third_nominees = {
        other: names for other, names in phase.third_nominees.items() if other is not side
    }
    match event.which:
        case NomineeCards.INITIAL:
            third_nominees[side] = phase.nominated_third(side)
        case NomineeCards.THIRD:
            nominees, third_nominees[side] = phase.nominees, event.names
        case None:
            pass
    if event.nominator is not None:
        holders = {**holders, side: event.nominator}
    phase = replace(phase, nominees=nominees, third_nominees=third_nominees, holders=holders)
    return replace(table, phase=phase)
