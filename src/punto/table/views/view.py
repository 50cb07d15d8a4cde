"""The view of a table for each audience. Views are sent to clients, the state is not.

A face-down card is hidden, except from the patron who has it in their hands. Reviews are only
for those who supervise the game and those who watch it.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Reason, merged
from punto.money import dollars
from punto.roads import Bead
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Method
from punto.rulebook.vocabulary import Side
from punto.table.audience import HIDDEN, STAFF, WATCH, Audience
from punto.table.deal.dealing_methods import explained_result, methods
from punto.table.layout_wager import TableWager
from punto.table.limits.notices import change_words, notice_words
from punto.table.open_issues import Block, Dispute, Mispayment
from punto.table.phase import Betting, Dealing, Settling, phase_name
from punto.table.registry import in_force
from punto.table.table import Patron, Table
from punto.table.views.decisions import decisions
from punto.table.views.due import next_step
from punto.table.views.layout import Layout, layout
from punto.table.views.receipt import Line, receipt
from punto.table.views.sign import sign_lines
from punto.table.views.view_types import Due, HeldCards, Place, Posted, ShoeSeen, as_due


class View(Struct, frozen=True):
    """Everything that one audience may see of a table."""

    __schema_name__ = "TableView"
    audience: Audience
    viewer: str | None
    rulebook: str
    phase: str
    method: str | None
    player: tuple[str, ...]
    banker: tuple[str, ...]
    points: tuple[int, int] | None
    result: str | None
    why: tuple[Reason, ...]
    held_card: str | None
    sign: tuple[Reason, ...]
    notices: tuple[str, ...]
    places: tuple[Place, ...]
    wagers: tuple[TableWager, ...]
    results: tuple[Bead, ...]
    cards_left: int
    coup: int
    at_hand: tuple[Reason, ...]
    blocks: tuple[Block, ...]
    mispayments: tuple[Mispayment, ...]
    disputes: tuple[Dispute, ...]
    on_layout: tuple[Reason, ...] = ()
    float_cents: int | None = None
    number: int = 0
    no_bet: bool = False
    betting_closed: bool = False
    shoe: ShoeSeen | None = None
    layout: Layout | None = None
    receipt: tuple[Line, ...] = ()
    holding: tuple[HeldCards, ...] = ()
    posted: tuple[Posted, ...] = ()
    due: Due | None = None
    origin: str = ""
    zone: str | None = None
    decisions: tuple[Due, ...] = ()


def view(rules: TableRules, table: Table, audience: Audience, viewer: str | None = None) -> View:
    """Return the view of an audience; ``viewer`` is the name of a patron."""
    seen = seen_alike(rules, table, audience)
    return seen if viewer is None else personal(seen, table, viewer)


def personal(seen: View, table: Table, viewer: str) -> View:
    """Return the view of one patron: it adds their cards, chips, receipt and disputes."""
    patron = table.patron(viewer)
    places = seen.places
    if patron is not None:
        places = tuple(
            replace(place, chips_cents=patron.chips_cents, tokens_cents=patron.tokens_cents)
            if place.name == viewer
            else place
            for place in places
        )
    holds_cards = any(cards.holder == viewer for cards in seen.holding)
    disputes = seen.disputes or tuple(
        dispute for dispute in table.open.disputes if dispute.person == viewer
    )
    return replace(
        seen,
        viewer=viewer,
        player=_hand_cards(table, Side.PLAYER, viewer) if holds_cards else seen.player,
        banker=_hand_cards(table, Side.BANKER, viewer) if holds_cards else seen.banker,
        places=places,
        receipt=seen.receipt or receipt(table, viewer, everybody=False),
        disputes=disputes,
    )


def seen_alike(rules: TableRules, table: Table, audience: Audience) -> View:
    """Return the view that all members of an audience share."""
    phase = table.phase
    public = audience is Audience.PUBLIC
    watch = audience in WATCH
    places = tuple(_patron_place(rules, table, patron, audience) for patron in table.patrons)
    return View(
        audience=audience,
        viewer=None,
        rulebook=rules.edition.id,
        phase=phase_name(phase),
        method=(phase.method if isinstance(phase, Dealing) else table.next.method) or rules.method,
        player=_hand_cards(table, Side.PLAYER, None),
        banker=_hand_cards(table, Side.BANKER, None),
        points=_called_totals(rules, table),
        result=phase.coup.line if isinstance(phase, Settling) else None,
        why=explained_result(rules, phase).reasons if isinstance(phase, Settling) else (),
        held_card=_held(table),
        sign=sign_lines(rules, table.limits, table),
        notices=_notice_texts(table),
        places=() if public else places,
        wagers=() if public else table.wagers,
        results=table.results,
        cards_left=table.shoe.left,
        coup=table.shoe.coups,
        at_hand=tuple(_rule_references(rules)),
        blocks=table.open.blocks if audience in STAFF else (),
        mispayments=table.open.mispayments if watch else (),
        disputes=table.open.disputes if watch else (),
        on_layout=tuple(_layout_markers(rules, table)),
        float_cents=table.ledger.float_cents if audience in STAFF else None,
        number=table.number,
        no_bet=table.next.no_bet is not None,
        betting_closed=isinstance(phase, Betting) and phase.closed,
        shoe=_shoe(table),
        layout=layout(in_force(rules, table), table),
        receipt=receipt(table, None, everybody=True) if audience in STAFF else (),
        holding=_cards_in_hands(table),
        posted=tuple(
            Posted(change_words(notice.change), notice.shown_at, notice.effective_at)
            for notice in table.shown.notices
        ),
        due=_due(rules, table) if audience in STAFF else None,
        origin=rules.origin,
        zone=rules.edition.instrument.zone,
        decisions=tuple(as_due(step) for step in decisions(rules, table)) if watch else (),
    )


def _shoe(table: Table) -> ShoeSeen:
    shoe = table.shoe
    return ShoeSeen(
        number=shoe.number,
        stage=shoe.stage,
        cards=shoe.size,
        left=shoe.left,
        last_coup=shoe.last_called,
        cutting_card_out=shoe.cutting_card_out,
    )


def _cards_in_hands(table: Table) -> tuple[HeldCards, ...]:
    phase = table.phase
    if not isinstance(phase, Dealing):
        return ()
    return tuple(
        HeldCards(
            held.side,
            held.cards,
            held.holder,
            tuple(place for place in held.cards if not phase.hand(held.side)[place].up),
        )
        for held in phase.out
    )


def _due(rules: TableRules, table: Table) -> Due | None:
    step = next_step(rules, table)
    return None if step is None else as_due(step)


def _notice_texts(table: Table) -> tuple[str, ...]:
    """Return the texts of notices, and of changes that hold from the next coup."""
    return (
        *(notice_words(notice) for notice in table.shown.notices),
        *(f"{change_words(change)} from the next coup" for change in table.next.ordered),
    )


def _hand_cards(table: Table, side: Side, viewer: str | None) -> tuple[str, ...]:
    phase = table.phase
    if isinstance(phase, Settling):
        hand = phase.coup.player if side is Side.PLAYER else phase.coup.banker
        return tuple(str(card) for card in hand)
    if not isinstance(phase, Dealing):
        return ()
    held_places = {
        place
        for held in phase.out
        if viewer is not None and held.side is side and held.holder == viewer
        for place in held.cards
    }
    return tuple(
        str(dealt.card) if dealt.card and (dealt.up or place in held_places) else HIDDEN
        for place, dealt in enumerate(phase.hand(side))
    )


def _called_totals(rules: TableRules, table: Table) -> tuple[int, int] | None:
    """Return the totals of the face-up cards, once they were called."""
    phase = table.phase
    if isinstance(phase, Settling):
        return phase.coup.player_total, phase.coup.banker_total
    if not isinstance(phase, Dealing) or not phase.announced:
        return None
    tables = rules.drawing
    assert tables is not None

    def total(side: Side) -> int:
        seen = [dealt.card for dealt in phase.hand(side) if dealt.up and dealt.card]
        return sum(tables.points[card] for card in seen) % tables.modulus

    return total(Side.PLAYER), total(Side.BANKER)


def _held(table: Table) -> str | None:
    faces = (str(carried.card) if carried.seen else HIDDEN for carried in table.next.carried)
    return " ".join(faces) or None


def _patron_place(rules: TableRules, table: Table, patron: Patron, audience: Audience) -> Place:
    own = audience in STAFF
    return Place(
        patron.name,
        patron.seat,
        patron.standing,
        tuple(_markers(rules, table, patron)),
        patron.chips_cents if own else None,
        patron.tokens_cents if own else None,
    )


def _markers(rules: TableRules, table: Table, patron: Patron) -> Iterator[Reason]:
    """Yield the markers of a patron, each once, even if they play several boxes."""
    if patron.kept_minimum_cents is not None:
        text = f"minimum {dollars(patron.kept_minimum_cents)}"
        boxes = {wager.box for wager in table.wagers if wager.patron == patron.name}
        elsewhere = rules.says.kept_one_marker if boxes - {patron.seat} else ()
        yield Reason(text, merged(rules.says.kept_marker, elsewhere))
    if patron.own_maximum_cents is not None:
        least = patron.own_minimum_cents
        span = f"{dollars(least)} to " if least is not None else "up to "
        text = f"limits {span}{dollars(patron.own_maximum_cents)}"
        yield Reason(text, rules.says.personal_marker)
    for name, own in patron.own_limits.items():
        span = f"{dollars(own.minimum_cents)} to " if own.minimum_cents is not None else "up to "
        text = f"{name.replace('_', ' ')} limits {span}{dollars(own.maximum_cents or 0)}"
        yield Reason(text, rules.says.personal_marker)
    phase = table.phase
    for side in Side:
        holds = isinstance(phase, Dealing | Settling) and phase.holders.get(side) == patron.name
        if side is Side.BANKER and table.role.holder == patron.name:
            holds = True
        if holds:
            method = _method(rules, table)
            clause = merged(rules.says.hand_markers, method.hand_marker if method else ())
            yield Reason(f"{side.title()} marker", clause)


def _method(rules: TableRules, table: Table) -> Method | None:
    """Return the dealing method of the current or next coup."""
    phase = table.phase
    dealt = phase.method if isinstance(phase, Dealing | Settling) else table.next.method
    return methods(rules).get(dealt or rules.method or "")


def _layout_markers(rules: TableRules, table: Table) -> Iterator[Reason]:
    """Yield the markers on the layout that belong to no patron."""
    data, no_bet = rules.edition.no_bet, table.next.no_bet
    if data is not None and data.empty_shown and no_bet is not None and no_bet.marker:
        yield Reason("no-bet coup", data.empty_shown.clause)


def _rule_references(rules: TableRules) -> Iterator[Reason]:
    """Yield the references that are always available at the table."""
    shown = rules.says.rules_shown
    if shown:
        yield Reason(f"the rules: {rules.edition.instrument.citation}", shown)
    if rules.says.draw_table:
        yield Reason("the table of play", rules.says.draw_table)
