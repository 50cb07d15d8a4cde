"""The values that the fields of commands may have at a table now, by their roles."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import inspect as shapes

from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Role, Statement
from punto.cards import Card
from punto.options import stand_ins
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.vocabulary import Side
from punto.rulebook.word_lists import words_in
from punto.shoe import shoe_rules
from punto.table.authority import satisfies
from punto.table.cards.cutting import OfferCut
from punto.table.cards.preparation import Mark
from punto.table.deal.dealing_methods import ChangeMethod, designated_patrons
from punto.table.deal.drawing import Draw
from punto.table.deal.no_bets import DirectNoBet
from punto.table.deal.passed_cards import PassCards, TurnCards
from punto.table.errors.correcting import CorrectCard
from punto.table.errors.device_failure import CutRest, possible_remaining_cards
from punto.table.errors.late_errors import ConfirmCards, ReportError
from punto.table.errors.mispayment_discovery import WrongScale
from punto.table.errors.rebuilding import RebuildCoup
from punto.table.float.counting import CountFloat
from punto.table.limits.personal import AgreeLimits
from punto.table.notice import SignChange
from punto.table.open_issues import BlockKind
from punto.table.phase import Dealing, Settling
from punto.table.register import blocked
from punto.table.table import Table

Own = Mapping[str, Sequence[Any]]


def choices(rules: TableRules, table: Table, field: Field) -> tuple[Any, ...]:
    """Return the values that a field may have; empty if there is no list of them."""
    if field.words is not None:
        return words_in(rules.edition, field.words)
    if isinstance(field.shape, shapes.LiteralType):
        return tuple(field.shape.values)
    if field.role is Role.TITLE:
        return _approvers(rules, field)
    return tuple(_CHOICES[field.role](rules, table)) if field.role in _CHOICES else ()


def _patrons(_: TableRules, table: Table) -> Iterable[str]:
    return (patron.name for patron in table.patrons)


def _free_seats(_: TableRules, table: Table) -> Iterable[int]:
    taken = {patron.seat for patron in table.patrons if not patron.standing}
    return (seat for seat in range(1, table.seats + 1) if seat not in taken)


_CHOICES: dict[Role | None, Callable[[TableRules, Table], Iterable[Any]]] = {
    Role.PATRON: _patrons,
    Role.SOMEBODY: _patrons,
    Role.SEAT: _free_seats,
    Role.BOX: lambda _, table: range(1, table.seats + 1),
    Role.WAGER: lambda rules, _: rules.outcomes,
    Role.LAID_WAGER: lambda rules, table: (
        dict.fromkeys(wager.wager for wager in table.wagers) or rules.outcomes
    ),
    Role.OFFER: lambda rules, _: rules.offers,
    Role.INCIDENT: lambda _, table: (finding.number for finding in table.open.findings),
    Role.MISPAYMENT: lambda _, table: (mispayment.number for mispayment in table.open.mispayments),
    Role.DISPUTE: lambda _, table: (
        dispute.number for dispute in table.open.disputes if not dispute.closed
    ),
}


def _approvers(rules: TableRules, field: Field) -> tuple[str, ...]:
    """Return the titles that may give the approval of a field, or the approval of a burn."""
    edition = rules.edition
    power = edition.powers.get(field.power) if field.power else None
    burn = edition.shoe.burn if edition.shoe and not field.power else None
    approvals = set(power.value) if power else set()
    approvals |= (
        {procedure.approval for procedure in burn.procedures.values() if procedure.approval}
        if burn
        else set()
    )
    known = {title for titles in edition.titles.values() for title in titles.value}
    titles = sorted({*approvals, *known})
    return tuple(
        title
        for title in titles
        if any(satisfies(edition, title, approval) for approval in approvals)
    )


class Suggestions:
    """Values to fill in the fields of commands, computed once for all commands."""

    def __init__(self, rules: TableRules, table: Table, by: str) -> None:
        self.rules, self.table = rules, table
        # The caller comes first, because a patron acts only for themself.
        self.people = sorted((patron.name for patron in table.patrons), key=lambda who: who != by)
        self.keyed = rules.origin is Origin.KEYED
        self.faces = list(possible_remaining_cards(table))[:2]

    def filled(self, kind: type[Command]) -> Collection[str]:
        """Return the optional fields of a command that are filled in."""
        return self._own(kind)

    def of(self, kind: type[Command], field: Field) -> Sequence[Any]:
        """Return values for a field."""
        own = self._own(kind)
        values = own[field.name] if field.name in own else self._by_role(field)
        return values or stand_ins(field)

    def _own(self, kind: type[Command]) -> Own:
        return _OWN[kind](self) if kind in _OWN else {}

    def _by_role(self, field: Field) -> Sequence[Any]:
        shape = field.shape
        if isinstance(shape, shapes.StructType) and shape.cls is SignChange:
            return (SignChange(maximum_cents=10**6), SignChange(minimum_cents=100))
        if field.statement is Statement.COUNT and field.role is Role.NUMBER:
            return (self.table.shoe.size,)
        if field.statement is Statement.CUT:
            # With real cards, the position of the cut may be unknown.
            return (None if self.keyed else self.table.shoe.size // 2,)
        if field.many and field.role is Role.CARD:
            return ()
        suggest = _BY_ROLE.get(field.role)
        values = suggest(self) if suggest else choices(self.rules, self.table, field)
        if field.many and values:
            return (tuple(values), tuple(values[:1]))
        return values

    def strangers(self) -> Sequence[str]:
        """Return a name that no patron at the table has."""
        names = ("ann", "ben", "cy", "di", "ed", *(f"p{n}" for n in range(20)))
        return [next(name for name in names if name not in self.people)]

    def stakes(self) -> Sequence[int]:
        """Return a valid stake."""
        return (max(self.table.limits.minimum or 0, 2_500),)

    def coups(self) -> Sequence[int]:
        """Return the previous coup; with pending late reports, also their coups and this one."""
        table = self.table
        before = max(table.number - 1, 1)
        waiting = [report.coup for report in table.open.late]
        return [*waiting, before, table.number] if waiting else [before]

    def slips(self) -> Sequence[str]:
        """Return a slip number that is not used yet."""
        used = {slip.upper() for slip in self.table.papers.slips}
        return [next(slip for n in range(len(used) + 1) if (slip := f"S-{n + 1}") not in used)]


# Values to fill in by role, if they differ from the choices of the field.
_BY_ROLE: dict[Role | None, Callable[[Suggestions], Sequence[Any]]] = {
    Role.PATRON: lambda at: at.people or ["ann"],
    Role.SOMEBODY: lambda at: at.people or ["ann"],
    Role.NEWCOMER: Suggestions.strangers,
    Role.SEAT: lambda at: tuple(_free_seats(at.rules, at.table))[:1],
    Role.STAKE: Suggestions.stakes,
    Role.CARD: lambda at: at.faces[:1],
    Role.COUP: Suggestions.coups,
    Role.SLIP: Suggestions.slips,
}


def _late_report_values(at: Suggestions) -> Own:
    return {"coup": at.coups()} if at.table.open.late else {}


def _confirm_values(at: Suggestions) -> Own:
    return {} if blocked(at.table, BlockKind.ERROR_REPORTED) else _late_report_values(at)


def _draw_values(at: Suggestions) -> Own:
    held = at.table.next.carried
    if held and held[0].card is not None:
        return {"card": [held[0].card]}
    return {"card": [*at.faces[:1], None]} if at.keyed else {}


def _pass_values(at: Suggestions) -> Own:
    phase, turn = at.table.phase, list[str]()
    if isinstance(phase, Dealing):
        turn = [who for side in Side for who in designated_patrons(at.rules, at.table, phase, side)]
    return {"to": [*turn, *at.people]}


def _turn_values(at: Suggestions) -> Own:
    return (
        {"faces": [(card,) * many for card in at.faces[:1] for many in (2, 1)]} if at.keyed else {}
    )


def _cards_of_coup(at: Suggestions) -> Own:
    """Return the cards of the current coup in their present order."""
    phase, cards = at.table.phase, tuple[Card, ...]()
    if isinstance(phase, Dealing) and phase.all_up:
        cards = (*phase.faces(Side.BANKER), *phase.faces(Side.PLAYER))
    elif isinstance(phase, Settling):
        cards = (*phase.coup.banker, *phase.coup.player)
    return {"order": [cards]}


def _last_settled_coup(at: Suggestions) -> Own:
    last = at.table.past.last
    return {"coups": [(last.number if last else 1,)]}


def _other_methods(at: Suggestions) -> Own:
    deal, chosen = at.rules.edition.deal, at.table.next.method or at.rules.method
    return {"method": [name for name in (deal.methods if deal else ()) if name != chosen]}


def _agreed_limits(at: Suggestions) -> Own:
    most = (at.table.limits.maximum or 50_000) * 2
    return {"maximum_cents": [most], "minimum_cents": [100, None]}


# Values for fields of single commands that their role does not determine.
_OWN: dict[type[Command], Callable[[Suggestions], Own]] = {
    AgreeLimits: _agreed_limits,
    ChangeMethod: _other_methods,
    ConfirmCards: _confirm_values,
    CorrectCard: lambda at: {"card": at.faces},
    CountFloat: lambda at: {"cents": [at.table.ledger.float_cents]},
    CutRest: lambda at: {} if at.keyed else {"at": [at.table.shoe.left // 2]},
    DirectNoBet: lambda _: {"marker": (True,)},
    Draw: _draw_values,
    Mark: lambda at: {"behind": [shoe_rules(at.rules).marker_behind.value]},
    OfferCut: lambda at: {"to": [None, *at.people]},
    PassCards: _pass_values,
    RebuildCoup: _cards_of_coup,
    ReportError: _late_report_values,
    TurnCards: _turn_values,
    WrongScale: _last_settled_coup,
}
