"""Control of the cards taken away from a patron."""

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.banker_role import RoleGivenUp
from punto.table.deal.coup_completion import automatic_events
from punto.table.deal.dealing_methods import controlling_patrons, designated_patrons, passing_rules
from punto.table.deal.passed_cards import CardsDeclined, CardsReturned
from punto.table.guards import require_patron
from punto.table.phase import Dealing
from punto.table.table import Table

forfeiting: Topic[Table, At] = Topic("forfeiting", changes)


class TakeBackCards(TableCommand, frozen=True, tag="take_back_cards"):
    """A patron loses control of the cards."""

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = (Power.TAKE_BACK_CARDS,)

    patron: PatronName


class CardsForfeited(TableEvent, frozen=True, gc=False, tag="cards_forfeited"):
    """A patron has lost control of the cards of a hand: the dealer turns them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    name: str


@forfeiting.permits(TakeBackCards)
def may_take_back_cards(at: At) -> Clauses:
    """Raise an error if this person may not take cards back from a patron now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.TAKE_BACK_CARDS, "take cards back from a patron")


@forfeiting.decides(TakeBackCards)
def take_back_cards(at: At, command: TakeBackCards) -> Events:
    """Take control of the cards away from a patron, even if a nominee holds them."""
    rules, table = at.rules, at.state
    clause = may_take_back_cards(at)
    patron = require_patron(table, command.patron)
    reason = Reason(f"{patron.name} loses control of the cards", clause)
    events: list[TableEvent] = []
    if isinstance(table.phase, Dealing):
        for side in Side:
            events += _forfeit_hand(rules, table, side, patron.name, reason)
    if table.role.holder == patron.name:
        role_reason = Reason(reason.text, merged(clause, rules.says.role_ends_forfeited))
        role_given_up = RoleGivenUp(name=patron.name, seat=patron.seat, reasons=(role_reason,))
        events.append(role_given_up)
    if not events:
        raise Malformed(f"{patron.name} controls no cards", code=ErrorCode.NOT_NOW)
    table_after = after(table, events)
    completion = (
        automatic_events(rules, table_after) if isinstance(table_after.phase, Dealing) else ()
    )
    return (*events, *completion)


def _forfeit_hand(
    rules: TableRules, table: Table, side: Side, name: str, reason: Reason
) -> list[TableEvent]:
    """Return the events for one hand: who returns its cards, and that the dealer turns it."""
    phase, data = table.phase, passing_rules(rules)
    assert isinstance(phase, Dealing)
    controls_hand = name in controlling_patrons(rules, table, phase, side)
    # A nominee holds the cards for the patron who loses them.
    held_cards = [
        held for held in phase.out if held.side is side and (controls_hand or held.holder == name)
    ]
    events: list[TableEvent] = [
        CardsReturned(side=side, name=held.holder, reasons=(reason,)) for held in held_cards
    ]
    if controls_hand:
        assert data is not None, "a rulebook with this power says how cards are passed"
        dealer_reason = Reason(f"the dealer turns the {side.title()} cards", data.forfeited.clause)
        events.append(CardsForfeited(side=side, name=name, reasons=(reason, dealer_reason)))
    elif name in designated_patrons(rules, table, phase, side):
        events.append(CardsDeclined(side=side, name=name, reasons=(reason,)))
    return events


@forfeiting.applies(CardsForfeited)
def cards_forfeited(table: Table, event: CardsForfeited, envelope: Envelope) -> Table:
    phase = table.dealing
    return replace(table, phase=replace(phase, forfeited=(*phase.forfeited, event.side)))
