"""One coup: card values, totals, naturals, the tableau, third cards and the result.

``due`` says which hand takes the next card. ``play`` folds it over a list of cards and keeps the
reason for every step.
"""

from collections.abc import Sequence

from msgspec import Struct

from punto.cards import Card, format_cards
from punto.clause import Clauses, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.rules import NO_CARD, Drawing
from punto.rulebook.terms import Result, Side

Hand = tuple[Card, ...]


class CoupResult(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A finished coup: hands, totals, who won, and why every card fell where it did.

    A coup whose totals were only declared has no cards.
    """

    player: Hand
    banker: Hand
    player_total: int
    banker_total: int
    result: Result
    naturals: tuple[Side, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def line(self) -> str:
        """Return the result as it is announced, the winner's total first: ``banker 6-5``."""
        return result_line(self.result, self.player_total, self.banker_total)


def result_line(result: Result, player_total: int, banker_total: int) -> str:
    """Return a result as it is announced, the winner's total first: ``banker 6-5``."""
    totals = (player_total, banker_total)
    first, second = reversed(totals) if result is Result.BANKER else totals
    return f"{result} {first}-{second}"


class Decision(Struct, frozen=True, gc=False):
    """Whether a hand takes a third card, and by which clauses."""

    side: Side
    draws: bool
    points: int
    clause: Clauses
    full: bool = False
    column: int | None = None

    @property
    def reason(self) -> Reason:
        """Return the decision in words."""
        name = self.side.title()
        if self.full:
            return Reason(f"{name} has its third card and takes no more", self.clause)
        text = f"{name} {'draws' if self.draws else 'stands'} on {self.points}"
        if self.side is Side.BANKER:
            stood = self.column == NO_CARD
            text += f" against {'no third card' if stood else f'a third card worth {self.column}'}"
        return Reason(text, self.clause)


def drawing(rules: TableRules) -> Drawing:
    """Return the drawing rules of a table, or refuse if its rulebook holds none."""
    if rules.drawing is None:
        raise not_held(rules.edition, "what cards are worth or how they are dealt and drawn")
    return rules.drawing


def total(rules: TableRules, cards: Sequence[Card]) -> int:
    """Return what a hand is worth."""
    return _total(drawing(rules), cards)


def _total(tables: Drawing, cards: Sequence[Card]) -> int:
    return sum([tables.points[card] for card in cards]) % tables.modulus


def due(rules: TableRules, player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
    """Return the hand that takes the next card, or nothing when the coup has all its cards."""
    order = drawing(rules).order
    out = len(player) + len(banker)
    if out < len(order):
        return order[out]
    for decision in third_cards(rules, player, banker):
        if decision.draws:
            return decision.side
    return None


def natural_sides(
    rules: TableRules, player: Sequence[Card], banker: Sequence[Card]
) -> tuple[Side, ...]:
    """Return the hands whose two opening cards are a natural."""
    tables = drawing(rules)
    hands = ((Side.PLAYER, player[:2]), (Side.BANKER, banker[:2]))
    return tuple(side for side, cards in hands if _total(tables, cards) in tables.naturals[side])


def third_cards(
    rules: TableRules, player: Sequence[Card], banker: Sequence[Card]
) -> tuple[Decision, ...]:
    """Return what the tableau says now: of Player, and of Banker once Player is complete."""
    tables = drawing(rules)
    if natural_sides(rules, player, banker):
        return ()
    decision = _player_decision(tables, player)
    if decision.draws:
        return (decision,)
    return (decision, _banker_decision(tables, player, banker))


def _player_decision(tables: Drawing, player: Sequence[Card]) -> Decision:
    points = _total(tables, player)
    if len(player) >= tables.cards_max or points >= len(tables.player):
        return Decision(Side.PLAYER, False, points, tables.cards_max_clause, full=True)
    cell = tables.player[points]
    return Decision(Side.PLAYER, cell.draws, points, cell.clause)


def _banker_decision(tables: Drawing, player: Sequence[Card], banker: Sequence[Card]) -> Decision:
    points = _total(tables, banker)
    if len(banker) >= tables.cards_max or points >= len(tables.banker):
        return Decision(Side.BANKER, False, points, tables.cards_max_clause, full=True)
    column = tables.points[player[2]] % tables.modulus if len(player) > 2 else NO_CARD
    cell = tables.banker[points][column]
    return Decision(Side.BANKER, cell.draws, points, cell.clause, column=column)


def play(rules: TableRules, cards: Sequence[Card]) -> CoupResult:
    """Return the coup that a list of cards makes, or refuse a list that is not one coup."""
    tables = drawing(rules)
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    for number, card in enumerate(cards, start=1):
        side = due(rules, player, banker)
        if side is None:
            rest = format_cards(cards[number - 1 :])
            raise Refused(
                "card_not_due", tables.against_table, f"no hand takes {rest}: the coup is complete"
            )
        hands[side].append(card)
    missing = due(rules, player, banker)
    if missing is not None:
        clause = _why_due(rules, player, banker)
        raise Refused("card_missing", clause, f"the {missing.title()} hand still takes a card")
    return finish(rules, tuple(player), tuple(banker))


def _why_due(rules: TableRules, player: Sequence[Card], banker: Sequence[Card]) -> Clauses:
    tables = drawing(rules)
    if len(player) + len(banker) < len(tables.order):
        return tables.order_clause
    return third_cards(rules, player, banker)[-1].clause


def finish(rules: TableRules, player: Hand, banker: Hand, *, face_down: bool = False) -> CoupResult:
    """Return the result of two complete hands with the reason for every step."""
    player_total, banker_total = total(rules, player), total(rules, banker)
    result, merit = _compare(drawing(rules), player_total, banker_total)
    return CoupResult(
        player,
        banker,
        player_total,
        banker_total,
        result,
        natural_sides(rules, player, banker),
        (*_reasons(rules, player, banker, face_down=face_down), merit),
    )


def opening(rules: TableRules, player: Hand, banker: Hand) -> CoupResult:
    """Return what the opening cards alone come to, for wagers that ask for no more."""
    player, banker = player[:2], banker[:2]
    player_total, banker_total = total(rules, player), total(rules, banker)
    result, _ = _compare(drawing(rules), player_total, banker_total)
    return CoupResult(player, banker, player_total, banker_total, result, (), ())


def declare(rules: TableRules, player_total: int, banker_total: int) -> CoupResult:
    """Return a coup of which only the totals are declared, for settling."""
    for points in (player_total, banker_total):
        if not 0 <= points <= 9:
            cards, scope = rules.edition.cards, rules.edition.instrument.scope
            clause = cards.modulus.clause if cards else scope.clause
            raise Refused("total_out_of_range", clause, f"no hand can total {points}")
    result, merit = _compare(rules.drawing, player_total, banker_total)
    return CoupResult((), (), player_total, banker_total, result, (), (merit,))


def _compare(tables: Drawing | None, player_total: int, banker_total: int) -> tuple[Result, Reason]:
    clause: Clauses = ()
    player_rank, banker_rank = player_total, banker_total
    if tables is not None and tables.merit:
        player_rank = -tables.merit.index(player_total)
        banker_rank = -tables.merit.index(banker_total)
        clause = tables.merit_clauses[
            max((player_rank, player_total), (banker_rank, banker_total))[1]
        ]
    if player_rank == banker_rank:
        return Result.TIE, Reason(f"both hands total {player_total}: tie", clause)
    result = Result.PLAYER if player_rank > banker_rank else Result.BANKER
    text = f"Player {player_total}, Banker {banker_total}: {result.title()} wins"
    return result, Reason(text, clause)


def _reasons(rules: TableRules, player: Hand, banker: Hand, *, face_down: bool) -> list[Reason]:
    """Return the steps of a coup in the order in which they happened."""
    tables = drawing(rules)
    face = f", face {tables.opening_face}" if tables.opening_face and not face_down else ""
    opening = f"cards fall {' '.join(side.title() for side in tables.order)}{face}"
    reasons = [Reason(opening, tables.order_clause)]
    reasons += [_count(rules, Side.PLAYER, player[:2]), _count(rules, Side.BANKER, banker[:2])]
    naturals = natural_sides(rules, player, banker)
    for side in naturals:
        cards = player if side is Side.PLAYER else banker
        text = f"{side.title()} has a natural {total(rules, cards[:2])}: no third card for anyone"
        reasons.append(Reason(text, tables.natural_clauses[side]))
    if naturals:
        return reasons
    for side, hand in ((Side.PLAYER, player), (Side.BANKER, banker)):
        for taken in range(2, len(hand) + 1):
            so_far = hand[:taken]
            if side is Side.PLAYER:
                decision = _player_decision(tables, so_far)
            else:
                decision = _banker_decision(tables, player, so_far)
            reasons.append(decision.reason)
            if decision.draws:
                reasons += [] if face_down else _third(tables, side, hand[taken])
                reasons.append(_count(rules, side, hand[: taken + 1]))
    return reasons


def _third(tables: Drawing, side: Side, card: Card) -> list[Reason]:
    if tables.third_face is None:
        return []
    text = f"third card {card} to {side.title()}, face {tables.third_face}"
    return [Reason(text, tables.third_face_clause)]


def _count(rules: TableRules, side: Side, cards: Sequence[Card]) -> Reason:
    tables = drawing(rules)
    points = [tables.points[card] for card in cards]
    carried = tables.reduced_clause if sum(points) >= tables.modulus else tables.plain_clause
    clause = merged(*(tables.point_clauses[card] for card in cards), tables.total_clause, carried)
    summed = " + ".join(map(str, points))
    text = f"{side.title()} {format_cards(cards)}: {summed} counts {_total(tables, cards)}"
    return Reason(text, clause)
