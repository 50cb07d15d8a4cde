"""What the rules order whichever card comes: told before a command, and it tells no card.

The table is taken as if nobody had named what lies face down, which real cards make an everyday
case, and the card that would come is tried face by face. So nothing that is sealed is looked at.
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

# A face that cannot come, is not asked for, or has to be named: another try tells more.
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
    """Return the no to whoever wants to know beforehand which cards come."""
    return Malformed("what cards come is not told before", code=ErrorCode.CARDS_HIDDEN)


def consequences(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: TableCommand,
    past: Mapping[int, PastCoup] = _NO_PAST,
) -> tuple[Consequence, ...]:
    """Return what a command would bring about, or refuse it where the rules do with any card."""
    if hasattr(command, "card"):
        rules = replace(rules, origin=Origin.KEYED)
    elif hasattr(command, "faces"):
        raise cards_hidden()
    table = _unseen(table)
    done: dict[object, list[tuple[Card | None, Events]]] = {}
    noes: dict[str, list[tuple[Card | None, Refused]]] = {}
    first: Malformed | Refused | None = None
    for card, told in _tries(command):
        try:
            events = decide(rules, table, by, told, past)
        except NotEntitled:
            raise
        except (Malformed, Refused) as no:
            if first is None or first.code in _OTHERWISE:
                first = no
            if isinstance(no, Refused) and no.code not in _OTHERWISE:
                noes.setdefault(no.message, []).append((card, no))
        else:
            # What makes two outcomes one consequence: the same happens, and the same is said of it.
            alike = (_types(events), tuple(one.text for one in _said(card, events)))
            done.setdefault(alike, []).append((card, events))
    if not done:
        assert first is not None
        raise cards_hidden() if first.code in _OTHERWISE else first
    alone = len(done) + len(noes) == 1
    may = [_done(group, alone=alone) for group in done.values()]
    return (*may, *(_refused(group) for group in noes.values()))


def _tries(command: TableCommand) -> Iterator[tuple[Card | None, TableCommand]]:
    """Yield a command with every card that may come by it: the one it names, or any."""
    named = getattr(command, "card", None)
    yield None, replace(command, card=None) if named else command
    if hasattr(command, "card"):
        for card in (named,) if named else DECK:
            yield card, replace(command, card=card)


def _unseen(table: Table) -> Table:
    """Return a table as somebody sees it who knows no card that lies face down."""
    carried = tuple(one if one.seen else replace(one, card=None) for one in table.next.carried)
    coming, shoe = replace(table.next, carried=carried), replace(table.shoe, hidden=())
    phase = table.phase
    if isinstance(phase, Dealing):
        phase = replace(phase, player=_backs(phase.player), banker=_backs(phase.banker))
    return replace(table, phase=phase, next=coming, shoe=shoe)


def _backs(hand: Cards) -> Cards:
    return tuple(dealt if dealt.up else replace(dealt, card=None) for dealt in hand)


def _types(events: Events) -> tuple[str, ...]:
    return tuple(str(event.__struct_config__.tag) for event in events)


def _reasons(events: Events) -> tuple[Reason, ...]:
    return tuple(reason for event in events for reason in event.reasons)


def _ranks(cards: Iterable[Card | None]) -> tuple[Rank, ...]:
    faces = {card.rank for card in cards if card is not None}
    return tuple(rank for rank in Rank if rank in faces)


def _done(group: list[tuple[Card | None, Events]], *, alone: bool) -> Consequence:
    """Return one for all faces with which the same happens, by what they all rest on."""
    card, first = group[0]
    rests = [_rests(events) for _, events in group]
    always = set.intersection(*map(set, rests))
    return Consequence(
        ranks=() if alone else _ranks(card for card, _ in group),
        events=_types(first),
        reasons=tuple(one for one in _said(card, first) if one.text),
        clauses=tuple(one for one in rests[0] if one in always),
    )


def _rests(events: Events) -> Clauses:
    """Return what a ruling rests on; how totals are counted is behind it, and not what is asked."""
    reasons = _reasons(events)
    spoken = [one for one in reasons if one.text]
    return merged(*(one.clause for one in spoken or reasons))


def _said(card: Card | None, events: Events) -> tuple[Reason, ...]:
    """Return the reasons of events as they are with any card."""
    said = _reasons(events)
    if card is None:
        return said
    return tuple(Reason(one.text.replace(str(card), "the card"), one.clause) for one in said)


def _refused(group: list[tuple[Card | None, Refused]]) -> Consequence:
    _, no = group[0]
    return Consequence(_ranks(card for card, _ in group), (), (), no.clause, no.message)
