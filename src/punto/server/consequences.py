"""The possible consequences of a command before it is given, without revealing a hidden card.

The table is used as if the cards that are face down were unknown, and the next card is tried face
by face. So no sealed card is read.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.cards import DECK, Card, Rank
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.http_api.responses import Consequence
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.table.base_classes import Events, TableCommand
from punto.table.phase import Cards, Dealing, PastCoup
from punto.table.registry import decide
from punto.table.table import Table

# The face is impossible, not needed, or missing: another try gives a better error.
_OTHERWISE = frozenset(
    {
        ErrorCode.FACE_MISSING,
        ErrorCode.FACE_UNSEEN,
        ErrorCode.OTHER_CARD,
        ErrorCode.CARD_NOT_IN_DECKS,
    }
)
_NO_PAST: Mapping[int, PastCoup] = {}


def cards_hidden() -> Malformed:
    """Return the error for a request that would reveal which cards come."""
    return Malformed("what cards come is not told before", code=ErrorCode.CARDS_HIDDEN)


def consequences(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: TableCommand,
    past: Mapping[int, PastCoup] = _NO_PAST,
) -> tuple[Consequence, ...]:
    """Return the possible consequences of a command, or refuse it if every card is refused."""
    if hasattr(command, "card"):
        rules = replace(rules, origin=Origin.KEYED)
    elif hasattr(command, "faces"):
        raise cards_hidden()
    table = _without_hidden_cards(table)
    done: dict[object, list[tuple[Card | None, Events]]] = {}
    refusals: dict[str, list[tuple[Card | None, Refused]]] = {}
    first: Malformed | Refused | None = None
    for card, attempt in _possible_commands(command):
        try:
            events = decide(rules, table, by, attempt, past)
        except NotEntitled:
            raise
        except (Malformed, Refused) as error:
            if first is None or first.code in _OTHERWISE:
                first = error
            if isinstance(error, Refused) and error.code not in _OTHERWISE:
                refusals.setdefault(error.message, []).append((card, error))
        else:
            # Two outcomes are one consequence if their event types and their reasons are equal.
            outcome = (
                _event_types(events),
                tuple(reason.text for reason in _reasons_for_any_card(card, events)),
            )
            done.setdefault(outcome, []).append((card, events))
    if not done:
        assert first is not None
        raise cards_hidden() if first.code in _OTHERWISE else first
    alone = len(done) + len(refusals) == 1
    may = [_outcome(group, alone=alone) for group in done.values()]
    return (*may, *(_refusal(group) for group in refusals.values()))


def _possible_commands(command: TableCommand) -> Iterator[tuple[Card | None, TableCommand]]:
    """Yield a command with every possible card: the one it names, or any."""
    named_card = getattr(command, "card", None)
    yield None, replace(command, card=None) if named_card else command
    if hasattr(command, "card"):
        for card in (named_card,) if named_card else DECK:
            yield card, replace(command, card=card)


def _without_hidden_cards(table: Table) -> Table:
    """Return a table without the faces of the cards that are face down."""
    carried = tuple(card if card.seen else replace(card, card=None) for card in table.next.carried)
    coming, shoe = replace(table.next, carried=carried), replace(table.shoe, hidden=())
    phase = table.phase
    if isinstance(phase, Dealing):
        phase = replace(
            phase,
            player=_without_hidden_faces(phase.player),
            banker=_without_hidden_faces(phase.banker),
        )
    return replace(table, phase=phase, next=coming, shoe=shoe)


def _without_hidden_faces(hand: Cards) -> Cards:
    return tuple(dealt if dealt.up else replace(dealt, card=None) for dealt in hand)


def _event_types(events: Events) -> tuple[str, ...]:
    return tuple(str(event.__struct_config__.tag) for event in events)


def _event_reasons(events: Events) -> tuple[Reason, ...]:
    return tuple(reason for event in events for reason in event.reasons)


def _ranks(cards: Iterable[Card | None]) -> tuple[Rank, ...]:
    faces = {card.rank for card in cards if card is not None}
    return tuple(rank for rank in Rank if rank in faces)


def _outcome(group: list[tuple[Card | None, Events]], *, alone: bool) -> Consequence:
    """Return the consequence of faces with the same outcome, with the clauses they share."""
    card, first = group[0]
    clauses = [_deciding_clauses(events) for _, events in group]
    always = set.intersection(*map(set, clauses))
    return Consequence(
        ranks=() if alone else _ranks(card for card, _ in group),
        events=_event_types(first),
        reasons=tuple(reason for reason in _reasons_for_any_card(card, first) if reason.text),
        clauses=tuple(clause for clause in clauses[0] if clause in always),
    )


def _deciding_clauses(events: Events) -> Clauses:
    """Return the clauses that decided, without those that only explain how totals are counted."""
    reasons = _event_reasons(events)
    with_text = [reason for reason in reasons if reason.text]
    return merged(*(reason.clause for reason in with_text or reasons))


def _reasons_for_any_card(card: Card | None, events: Events) -> tuple[Reason, ...]:
    """Return the reasons of events, without the name of the card."""
    reasons = _event_reasons(events)
    if card is None:
        return reasons
    return tuple(
        Reason(reason.text.replace(str(card), "the card"), reason.clause) for reason in reasons
    )


def _refusal(group: list[tuple[Card | None, Refused]]) -> Consequence:
    _, refusal = group[0]
    return Consequence(_ranks(card for card, _ in group), (), (), refusal.clause, refusal.message)
