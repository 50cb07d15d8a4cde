"""Which coup of a shoe is the last: three numbers of the rulebook and one card among the cards."""

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import MissedBurn
from punto.shoe import Shoe, Stage, check_stage, load_clause, shoe_rules


class Starting(Struct, frozen=True, gc=False):
    """A coup may start: how many follow it, whether the last was called, and what is to be said."""

    coups_left: int | None
    last_called: bool
    burn_missed: bool
    reasons: tuple[Reason, ...]


class Ending(Struct, frozen=True, gc=False):
    """A coup is over: how many coups are still to come from the shoe, and why."""

    coups_left: int | None
    extra_given: bool
    last_called: bool
    reasons: tuple[Reason, ...]


def check_not_over(rules: TableRules, shoe: Shoe) -> None:
    """Refuse to go on with a shoe from which no coup is dealt any more."""
    shoe_data = shoe_rules(rules)
    if shoe.stage is Stage.READY and shoe.coups_left == 0:
        raise Refused(
            ErrorCode.SHOE_OVER,
            _ended_by(shoe_data, shoe),
            "this shoe is over: take the cards out and shuffle",
        )


def start(
    rules: TableRules, shoe: Shoe, *, burn_missed: bool = False, carried: int = 0
) -> Starting:
    """Return what a coup begun now means for the shoe, or refuse it: not ready, or over.

    So many cards that were ``carried`` over come before any out of the shoe.
    """
    shoe_data = shoe_rules(rules)
    reasons: list[Reason] = []
    missed_burn = shoe.stage is Stage.LOADED and shoe_data.burn is not None
    if missed_burn and shoe_data.burn:
        missed = shoe_data.burn.missed
        if missed.value is MissedBurn.MUST_BE_DECLARED and not burn_missed:
            text = "the first card of a shoe is burned before its first coup"
            due = shoe_data.burn.burn_due or missed.clause
            raise Refused(ErrorCode.BURN_DUE, due, text, "burn, or declare that it was forgotten")
        reasons.append(Reason("no card was burned; the coup goes on", missed.clause))
        shoe = replace(shoe, stage=Stage.READY)
    text = "a coup is dealt from a loaded shoe"
    check_stage(rules, shoe, Stage.READY, text, load_clause(rules))
    check_not_over(rules, shoe)
    enough = shoe_data.cards_to_start
    if enough and shoe.left < enough.value:
        text = f"{shoe.left} cards are left, too few to start a coup"
        raise Refused(ErrorCode.TOO_FEW_CARDS, enough.clause, text)
    left = shoe.coups_left
    if left is None and shoe.cutting_card_shows:
        after = shoe_data.coups_after_marker_first
        reasons.append(Reason("the marker came out before this coup", after.clause))
        left = after.value + 1
    if left is not None:
        left -= 1
    called: list[Reason] = []
    if left == 0 or _certainly_last(shoe_data, shoe, carried):
        called = _call_last(shoe_data, shoe, first=shoe.coups_left is None)
    return Starting(left, bool(called), missed_burn, (*reasons, *called))


def complete(rules: TableRules, shoe: Shoe, *, tie: bool, call: bool = True) -> Ending:
    """Return how many coups are still to come from a shoe after a coup.

    The last one is called when the coup is over: not with the result, if cards still lie there.
    """
    shoe_data = shoe_rules(rules)
    reasons: list[Reason] = []
    left, called, extra_given = shoe.coups_left, list[Reason](), False
    if left is None and shoe.behind_cutting_card:
        after = shoe_data.coups_after_marker_inside
        why = merged(shoe_data.marker_inside, after.clause)
        reasons.append(Reason("the marker came out during this coup", why))
        left, called = after.value, _call_last(shoe_data, shoe) if call else []
        reasons += called
    extra = shoe_data.coups_after_tie
    if extra and tie and left == 0 and not shoe.extra_given:
        reasons.append(Reason("the last coup is a tie: one more is dealt", extra.clause))
        left, extra_given = extra.value, True
    return Ending(left, extra_given, bool(called), tuple(reasons))


def call_if_due(rules: TableRules, shoe: Shoe) -> tuple[Reason, ...]:
    """Return the call that the next coup is the last, once the coup before it is over."""
    if not shoe.coups_left:
        return ()
    return tuple(_call_last(shoe_rules(rules), shoe))


def last_at_this_card(rules: TableRules, shoe: Shoe) -> tuple[Reason, ...]:
    """Return the call that this coup is the last, when the card just drawn makes it certain."""
    shoe_data = shoe_rules(rules)
    call = shoe_data.last_call
    if call is None or shoe.last_called or not shoe.behind_cutting_card:
        return ()
    return (Reason(f'"{call.value}"', call.clause),) if _ends_inside(shoe_data) else ()


def left_at_start(rules: TableRules, shoe: Shoe, in_front: int) -> int | None:
    """Return how many coups should have followed the one begun last, for a cutting card seen late.

    Nothing if it came in the course of that coup, or after it: then its end decides.
    """
    shoe_data = shoe_rules(rules)
    if not shoe.coups or in_front > shoe.coup_at:
        return None
    if in_front == shoe.coup_at or shoe.coups == 1:
        return shoe_data.coups_after_marker_first.value
    # It came in the coup before, of whose further coups the last one begun is the first.
    return max(shoe_data.coups_after_marker_inside.value - 1, 0)


def called_late(rules: TableRules, shoe: Shoe) -> tuple[Reason, ...]:
    """Return the call that is due when a cutting card is seen in the course of a coup."""
    if shoe.coups_left == 0:
        came_first = shoe.cutting_card == shoe.coup_at
        return tuple(_call_last(shoe_rules(rules), shoe, first=came_first))
    return last_at_this_card(rules, shoe)


def ends_behind_cutting_card(rules: TableRules, shoe: Shoe) -> bool:
    """Return whether a card behind the cutting card is out and no coup may start after that."""
    shoe_data = shoe_rules(rules)
    ends = shoe_data.coups_after_marker_inside.value == 0 and not shoe_data.coups_after_tie
    return ends and shoe.behind_cutting_card


def _ends_inside(shoe_data: schema.Shoe) -> bool:
    """Return whether the coup in which the marker comes out is always the last."""
    tie = shoe_data.coups_after_tie
    return shoe_data.coups_after_marker_inside.value == 0 and not (tie and tie.value)


def declared_last(rules: TableRules, shoe: Shoe) -> tuple[Reason, ...]:
    """Return the call that the next coup is the last because staff say so."""
    shoe_data = shoe_rules(rules)
    if shoe_data.last_call is None:
        raise not_held(rules.edition, "how a last coup is declared")
    return tuple(_call_last(shoe_data, shoe))


def _call_last(shoe_data: schema.Shoe, shoe: Shoe, *, first: bool = False) -> list[Reason]:
    """Return the call that the shoe is ending, made once where the text has one.

    The text may have another clause for a marker that came out ``first``, before the coup.
    """
    call = shoe_data.last_call
    if call is None or shoe.last_called:
        return []
    clause = (shoe_data.last_call_first or call.clause) if first else call.clause
    return [Reason(f'"{call.value}"', clause)]


def _certainly_last(shoe_data: schema.Shoe, shoe: Shoe, carried: int) -> bool:
    """Return whether any coup started now must draw a card from behind the marker."""
    if shoe.cutting_card is None or not _ends_inside(shoe_data):
        return False
    return shoe.drawn + 4 - carried > shoe.cutting_card


def _ended_by(shoe_data: schema.Shoe, shoe: Shoe) -> Clauses:
    if shoe.extra_given and shoe_data.coups_after_tie:
        return shoe_data.coups_after_tie.clause
    first, inside = shoe_data.coups_after_marker_first, shoe_data.coups_after_marker_inside
    return (*inside.clause, *(clause for clause in first.clause if clause not in inside.clause))
