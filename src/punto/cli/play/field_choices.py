"""What each word of a command may be, at this table and under its rulebook."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import inspect as shapes

from punto.aggregate.roles import Field
from punto.clause import Cited
from punto.cli.play.command_parser import TABLES
from punto.notation.command_reader import is_card
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import RifflePoint
from punto.rulebook.power import Power
from punto.table.authority import satisfies
from punto.table.table import Table

OfRules = Callable[[TableRules], Iterable[object]]
OfTable = Callable[[Table], Iterable[object]]

# Commands that need somebody's approval, with the power that it takes.
_APPROVALS = {
    "riffle": Power.APPROVE_RIFFLE,
    "manual_shuffle": Power.APPROVE_MANUAL_SHUFFLE,
    "nominate_turner": Power.APPROVE_NOMINEE,
    "replace_cards": Power.ALLOW_SAME_BACK,
}


def _cited(datum: Cited[Any] | None) -> Iterable[object]:
    """Return the values of a datum, none where a rulebook does not have it."""
    if datum is None:
        return ()
    return datum.value if isinstance(datum.value, tuple) else (datum.value,)


def _burns(rules: TableRules) -> Iterable[object]:
    burn = rules.edition.shoe.burn if rules.edition.shoe else None
    return burn.procedures if burn else ()


def _triggers(rules: TableRules) -> Iterable[object]:
    late = rules.edition.late_errors
    return _cited(late.triggers if late else None)


def _grounds(rules: TableRules) -> Iterable[object]:
    fraud = ("fraud",) if rules.edition.says.fraud else ()
    return (*_cited(rules.edition.conduct.disruptions), *fraud)


def _cures(rules: TableRules) -> Iterable[object]:
    cures = rules.edition.mispayments
    return _cited(cures.cured_by if cures else None)


def _attempts(rules: TableRules) -> Iterable[object]:
    cures = rules.edition.mispayments
    return _cited(cures.attempt_steps if cures else None)


def _people(table: Table) -> Iterable[object]:
    return (patron.name for patron in table.patrons)


def _wagered(table: Table) -> Iterable[object]:
    return dict.fromkeys(wager.wager for wager in table.wagers)


def _free_seats(table: Table) -> Iterable[object]:
    taken = {patron.seat for patron in table.patrons if not patron.standing}
    return (seat for seat in range(1, table.seats + 1) if seat not in taken)


def _wrong_payments(table: Table) -> Iterable[object]:
    return (mispayment.number for mispayment in table.open.mispayments)


def _disputes(table: Table) -> Iterable[object]:
    return (dispute.number for dispute in table.open.disputes if not dispute.closed)


# What a word may be by the rulebook and what the house chose; with one command only, or with all.
_OF_RULES: dict[str | tuple[str, str], OfRules] = {
    "wager": lambda rules: rules.outcomes,
    "meant": lambda rules: rules.outcomes,
    "offer": lambda rules: rules.offers,
    "method": lambda rules: rules.edition.deal.methods if rules.edition.deal else (),
    "procedure": _burns,
    "point": lambda _: RifflePoint,
    "flaw": lambda rules: rules.edition.wagering.flaws,
    "report": lambda rules: _cited(rules.edition.conduct.inspector_told_by),
    "supply": lambda rules: _cited(rules.edition.shoe.supplies if rules.edition.shoe else None),
    "limit": lambda _: ("maximum", "cap", "area_maximum"),
    "settlement": lambda rules: _cited(rules.edition.settlement.schemes),
    "bank": lambda rules: _cited(rules.edition.opening.bank_held_by),
    "authority": lambda rules: _cited(rules.edition.opening.approved_by),
    "shows": lambda _: ("player", "banker", "tie"),
    "trigger": _triggers,
    ("report_incident", "kind"): lambda rules: rules.edition.conduct.incidents,
    ("attest", "item"): lambda rules: rules.edition.opening.checklist,
    ("record_approval", "item"): lambda rules: rules.edition.opening.approvals,
    ("show_rules", "what"): lambda _: ("rules", "draw_table"),
    ("invalidate_result", "ground"): _grounds,
    ("record_decision", "matter"): lambda rules: _cited(rules.edition.conduct.left_to_operator),
    ("void_coup", "because"): lambda rules: rules.edition.conduct.void_grounds,
    ("hand_over", "to"): lambda rules: _cited(rules.edition.conduct.detained_until),
    ("cure_mispayment", "how"): _cures,
    ("cure_mispayment", "steps"): _attempts,
}
# What it may be by the table as it is.
_OF_TABLE: dict[str | tuple[str, str], OfTable] = {
    "incident": lambda table: (finding.number for finding in table.open.findings),
    "patron": _people,
    "person": _people,
    "patrons": _people,
    "agreed": _people,
    "requested_by": _people,
    "seat": _free_seats,
    "box": lambda table: (f"1 to {table.seats}",),
    ("withdraw_wager", "wager"): _wagered,
    ("claim_wager", "wager"): _wagered,
    ("find_invalid", "wager"): _wagered,
    ("refuse_wager", "wager"): _wagered,
    ("void_wagers", "wager"): _wagered,
    ("pass_cards", "to"): _people,
    ("offer_cut", "to"): _people,
    ("report_mispass", "to"): _people,
    ("enquire_mispayment", "number"): _wrong_payments,
    ("cure_mispayment", "number"): _wrong_payments,
    ("rule_on_dispute", "number"): _disputes,
    ("request_review", "number"): _disputes,
    ("close_dispute", "number"): _disputes,
    ("join", "patron"): lambda _: (),
}


def choices(rules: TableRules, table: Table, name: str, word: str, field: Field) -> list[str]:
    """Return what a word of a command may be, nothing where anything goes or nothing is known."""
    held = field.shape
    if isinstance(held, shapes.LiteralType):
        return [str(value) for value in held.values]
    if word in ("approved_by", "same_back_approved_by"):
        return _approvers(rules, name)
    if isinstance(held, shapes.BoolType):
        return []
    for key in ((name, word), word):
        if key in _OF_RULES:
            return [str(value) for value in _OF_RULES[key](rules)]
        if key in _OF_TABLE:
            return [str(value) for value in _OF_TABLE[key](table)]
    return []


def _approvers(rules: TableRules, name: str) -> list[str]:
    """Return the titles that may approve what a command asks for."""
    power = _APPROVALS.get(name)
    held = rules.edition.powers.get(power) if power is not None else None
    wanted = set(held.value) if held else set()
    burn = rules.edition.shoe.burn if rules.edition.shoe else None
    if name == "burn" and burn:
        wanted = {one.approval for one in burn.procedures.values() if one.approval}
    counted = {title for titles in rules.edition.titles.values() for title in titles.value}
    titles = {*wanted, *counted}
    return sorted(
        title for title in titles if any(satisfies(rules.edition, title, one) for one in wanted)
    )


def in_words(field: Field) -> str:
    """Return in words what a field holds."""
    match field.shape:
        case shapes.LiteralType(values=values):
            return " or ".join(str(value) for value in values)
        case shapes.BoolType():
            return "yes or no"
        case shapes.IntType():
            return "a number"
        case shapes.VarTupleType(item_type=shapes.StrType() | shapes.IntType()):
            return "a list: a,b,c"
        case shapes.VarTupleType():
            return "cards: 9S,3D"
        case shapes.EnumType() if is_card(field.shape):
            return "a card: 9S"
        case shapes.EnumType(cls=members):
            return " or ".join(members)
        case shapes.DictType() if field.key in TABLES:
            return f'"{TABLES[field.key][1]}"'
        case _:
            return "a word, or words in quotation marks"
