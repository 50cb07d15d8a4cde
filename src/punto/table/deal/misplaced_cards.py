"""A card that was laid on the wrong hand, and is put where it is due."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Cited, Reason
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule, Misplaced
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import Events, TableEvent
from punto.table.context import At, changes
from punto.table.deal.coup_completion import OPENING_CARDS
from punto.table.guards import error_rules
from punto.table.phase import Dealing, Settling
from punto.table.table import Table

misplaced_cards: Topic[Table, At] = Topic("misplaced_cards", changes)
THIRD = 3


class WagersRemovable(TableEvent, frozen=True, gc=False, tag="wagers_removable"):
    """A coup was corrected. Until play continues, patrons may withdraw their wagers."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class CardMisplaced(TableEvent, frozen=True, gc=False, tag="card_misplaced"):
    """A card was ``laid_on`` one hand and is ``due_to`` the other, where it is put.

    The card is named if it is face up; a face-down card stays unknown.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY

    coup: int
    laid_on: Side
    due_to: Side
    card: Card | None = None


def card_misplaced_event(
    table: Table, laid: Side, due: Side, card: Card | None, reason: Reason
) -> CardMisplaced:
    """Return the event that a card was laid on the wrong hand."""
    card_text = str(card) if card is not None else "a card"
    text = f"{card_text} was laid on {laid.title()} and is due to {due.title()}"
    return CardMisplaced(
        coup=table.number,
        laid_on=laid,
        due_to=due,
        card=card,
        reasons=(Reason(text, reason.clause),),
    )


def put_where_due(
    rules: TableRules, phase: Dealing, side: Side, laid: Side, shown: str | None
) -> tuple[Reason, Events]:
    """Return why a card belongs to the other hand, and whether wagers may be withdrawn."""
    data = error_rules(rules)
    fourth = fourth_card(rules, phase, laid)
    third = side is Side.BANKER and phase.count >= OPENING_CARDS and fourth is None
    if third and data.player_card_to_banker.value:
        text = f"{shown or 'a card'}, dealt to Player in error, is Banker's third card"
        return Reason(text, data.player_card_to_banker.clause), ()
    policy = fourth or data.misplaced
    text = f"{shown or 'the card'} goes to {side.title()}, where it belongs"
    return Reason(text, policy.clause), removal_events_for(rules, policy)


def fourth_card(
    rules: TableRules, phase: Dealing | Settling, laid: Side | str
) -> Cited[Misplaced] | None:
    """Return the rule for a fourth card, if the hand has three cards already."""
    hands = {Side.PLAYER: phase.hand(Side.PLAYER), Side.BANKER: phase.hand(Side.BANKER)}
    if laid not in list(Side) or len(hands[Side(laid)]) < THIRD:
        return None
    return error_rules(rules).fourth_card


def removal_events_for(rules: TableRules, policy: Cited[Misplaced]) -> Events:
    """Return that patrons may withdraw wagers after a correction, if the rulebook permits it."""
    if policy.value is not Misplaced.TO_ITS_HAND_WAGERS_REMOVABLE:
        return ()
    if LiveRule.LIFTING in rules.sets_aside:
        return ()
    reason = Reason("patrons may take their own wagers off", rules.says.lifted)
    return (WagersRemovable(reasons=(reason,)),)


@misplaced_cards.applies(WagersRemovable)
def wagers_removable(table: Table, event: WagersRemovable, envelope: Envelope) -> Table:
    allowed = replace(table.next.allowed, removable=True)
    return replace(table, next=replace(table.next, allowed=allowed))


@misplaced_cards.applies(CardMisplaced)
def card_misplaced(table: Table, event: CardMisplaced, envelope: Envelope) -> Table:
    return table
