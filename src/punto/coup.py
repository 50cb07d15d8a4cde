"""One coup: card values, totals, naturals, the tableau, third cards and the result.

``due`` says which hand takes the next card. ``play`` folds it over a list of cards and keeps the
reason for every step.
"""

from collections.abc import Sequence

from msgspec import Struct

from punto.cards import Card, format_cards
from punto.clause import Clauses, Reason, Refused, merged
from punto.coup_reasons import Counted, Decision, Hand, Natural, Opening, Step, Third
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.rules import NO_CARD, Drawing
from punto.rulebook.vocabulary import Result, Side


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
    return tuple([side for side, cards in hands if _total(tables, cards) in tables.naturals[side]])


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
                ErrorCode.CARD_NOT_DUE,
                tables.against_table,
                f"no hand takes {rest}: the coup is complete",
            )
        hands[side].append(card)
    missing = due(rules, player, banker)
    if missing is not None:
        clause = _why_due(rules, player, banker)
        if len(player) + len(banker) >= len(tables.order):
            clause = merged(clause, tables.against_table)
        raise Refused(
            ErrorCode.CARD_MISSING, clause, f"the {missing.title()} hand still takes a card"
        )
    return finish(rules, tuple(player), tuple(banker))


def _why_due(rules: TableRules, player: Sequence[Card], banker: Sequence[Card]) -> Clauses:
    tables = drawing(rules)
    if len(player) + len(banker) < len(tables.order):
        return tables.order_clause
    return third_cards(rules, player, banker)[-1].clause


def finish(
    rules: TableRules,
    player: Hand,
    banker: Hand,
    *,
    face_down: bool = False,
    explained: bool = True,
) -> CoupResult:
    """Return the result of two complete hands, with the reason for every step unless not asked."""
    tables = drawing(rules)
    player_total, banker_total = _total(tables, player), _total(tables, banker)
    result, clause = _compare(tables, player_total, banker_total)
    reasons: tuple[Reason, ...] = ()
    if explained:
        steps = _steps(rules, player, banker, face_down=face_down)
        merit = _merit(result, player_total, banker_total, clause)
        reasons = (*(step.reason for step in steps), merit)
    naturals = natural_sides(rules, player, banker)
    return CoupResult(player, banker, player_total, banker_total, result, naturals, reasons)


def applied_clauses(
    rules: TableRules, player: Hand, banker: Hand, *, face_down: bool = False
) -> Clauses:
    """Return the clauses of every step of two complete hands, without putting them into words."""
    tables = drawing(rules)
    _, merit = _compare(tables, _total(tables, player), _total(tables, banker))
    steps = _steps(rules, player, banker, face_down=face_down)
    return merged(*[step.clause for step in steps], merit)


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
            raise Refused(ErrorCode.TOTAL_OUT_OF_RANGE, clause, f"no hand can total {points}")
    result, clause = _compare(rules.drawing, player_total, banker_total)
    merit = _merit(result, player_total, banker_total, clause)
    return CoupResult((), (), player_total, banker_total, result, (), (merit,))


def _compare(tables: Drawing | None, player: int, banker: int) -> tuple[Result, Clauses]:
    """Return which of two totals wins, and the clauses by which it does."""
    if tables is None or not tables.merit:
        ranks, clause = (player, banker), Clauses()
    else:
        ranks = (-tables.merit.index(player), -tables.merit.index(banker))
        clause = tables.merit_clauses[max((ranks[0], player), (ranks[1], banker))[1]]
    if ranks[0] == ranks[1]:
        return Result.TIE, clause
    return (Result.PLAYER if ranks[0] > ranks[1] else Result.BANKER), clause


def _merit(result: Result, player: int, banker: int, clause: Clauses) -> Reason:
    """Return in words why a total wins."""
    if result is Result.TIE:
        return Reason(f"both hands total {player}: tie", clause)
    return Reason(f"Player {player}, Banker {banker}: {result.title()} wins", clause)


def _steps(rules: TableRules, player: Hand, banker: Hand, *, face_down: bool) -> list[Step]:
    """Return the steps of a coup in the order in which they happened."""
    tables = drawing(rules)
    face = tables.opening_face if not face_down else None
    steps: list[Step] = [Opening(tables.order, face, tables.order_clause)]
    steps += [_count(tables, Side.PLAYER, player[:2]), _count(tables, Side.BANKER, banker[:2])]
    naturals = natural_sides(rules, player, banker)
    for side in naturals:
        points = _total(tables, (player if side is Side.PLAYER else banker)[:2])
        steps.append(Natural(side, points, tables.natural_clauses[side]))
    if naturals:
        return steps
    for side, hand in ((Side.PLAYER, player), (Side.BANKER, banker)):
        for taken in range(2, len(hand) + 1):
            so_far = hand[:taken]
            if side is Side.PLAYER:
                decision = _player_decision(tables, so_far)
            else:
                decision = _banker_decision(tables, player, so_far)
            steps.append(decision)
            if decision.draws:
                if tables.third_face is not None and not face_down:
                    third = Third(side, hand[taken], tables.third_face, tables.third_face_clause)
                    steps.append(third)
                steps.append(_count(tables, side, hand[: taken + 1]))
    return steps


def _count(tables: Drawing, side: Side, cards: Hand) -> Counted:
    points = tuple([tables.points[card] for card in cards])
    carried = tables.reduced_clause if sum(points) >= tables.modulus else tables.plain_clause
    clauses = [tables.point_clauses[card] for card in cards]
    clause = merged(*clauses, tables.total_clause, carried)
    return Counted(side, cards, points, sum(points) % tables.modulus, clause)
