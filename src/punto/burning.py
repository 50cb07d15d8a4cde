"""Cards burned before the first coup of a shoe: how many go, and who gets to see one."""

from msgspec import Struct

from punto.cards import Card
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import BurnFace, BurnFurther
from punto.shoe import Shoe, Stage, check_stage, load_clause, shoe_rules


class Burning(Struct, frozen=True, gc=False):
    """What a burn takes out: how many, which one was shown, and whether one may be asked for."""

    count: int
    shown: Card | None
    on_request: bool
    reason: Reason
    asked_under: Clauses = ()


def burn_first(rules: TableRules, procedure: str) -> bool:
    """Return whether a burn must know the face of the first card: it is shown or counted."""
    burn_data = shoe_rules(rules).burn
    chosen = burn_data.procedures.get(procedure) if burn_data else None
    return chosen is not None and (
        chosen.face is BurnFace.SHOWN or chosen.further is BurnFurther.BURN_VALUE
    )


def burn(
    rules: TableRules,
    shoe: Shoe,
    procedure: str,
    first: Card | None,
    approved_by: str | None = None,
) -> Burning:
    """Return what a burn by one of the permitted procedures takes out."""
    burn_data = shoe_rules(rules).burn
    if burn_data is None:
        clause = shoe_rules(rules).sources.clause
        raise Refused(ErrorCode.BURN_NOT_PERMITTED, clause, "this rulebook burns no cards")
    if shoe.stage is Stage.READY:
        text = "cards are burned once, before the first coup of a shoe"
        raise Refused(ErrorCode.BURN_TOO_LATE, burn_data.late.clause, text)
    text = "cards are burned out of a loaded shoe"
    check_stage(rules, shoe, Stage.LOADED, text, load_clause(rules))
    chosen = burn_data.procedures.get(procedure)
    if chosen is None:
        listed = ", ".join(burn_data.procedures)
        text = f"there is no burn {procedure!r}"
        raise Refused(ErrorCode.BURN_UNKNOWN, burn_data.late.clause, text, f"choose: {listed}")
    if rules.source not in chosen.sources:
        text = f"not offered with a {rules.source.replace('_', ' ')}: {chosen.title}"
        raise Refused(ErrorCode.BURN_NOT_WITH_SOURCE, chosen.clause, text)
    if chosen.approval is not None:
        due = chosen.approval_due or chosen.clause
        _approved(rules, chosen.approval, approved_by, due)
    count, clause = 1, merged(chosen.clause, chosen.approval_due)
    if burn_first(rules, procedure) and first is None:
        raise Malformed("say which card was burned first", code=ErrorCode.FACE_MISSING)
    if chosen.further is BurnFurther.BURN_VALUE and first is not None:
        value = burn_data.values[first.rank]
        count, clause = 1 + value.value, (*clause, *value.clause)
    shown = first if chosen.face is BurnFace.SHOWN else None
    text = f"{f'{shown} shown, ' if shown else ''}{count} burned in all"
    on_request = chosen.face is BurnFace.ON_REQUEST
    later = (chosen.shown_later or clause) if on_request else clause
    return Burning(count, shown, on_request, Reason(text, clause), later)


def _approved(rules: TableRules, power: str, title: str | None, clause: Clauses) -> None:
    titles = rules.edition.titles[power]
    if title != power and title not in titles.value:
        name = power.replace("_", " ")
        by = f", not of a {title.replace('_', ' ')}" if title else ""
        text = f"this needs the approval of a {name}{by}"
        raise Refused(ErrorCode.NOT_APPROVED, (*clause, *titles.clause), text)
