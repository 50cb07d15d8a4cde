"""What the fields of a command may sensibly be filled with at a table as it is."""

from typing import Any

from punto.cards import Card
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.policies import RifflePoint
from punto.rulebook.vocabulary import Side
from punto.shoe import shoe_rules
from punto.table.cards.burning import AskBurned, Burn
from punto.table.cards.cutting import Cut, OfferCut
from punto.table.cards.extra_shuffle import ManualShuffle, Riffle
from punto.table.cards.preparation import Mark
from punto.table.cards.replacement import ReplaceCards
from punto.table.conduct.disputes import CloseDispute
from punto.table.conduct.incidents import HandOver
from punto.table.deal.dealing_methods import ChangeMethod, designated
from punto.table.deal.drawing import Draw
from punto.table.deal.no_bets import DirectNoBet
from punto.table.deal.nominating import NominateTurner
from punto.table.deal.passed_cards import PassCards, TurnCards
from punto.table.errors.correcting import CorrectCard
from punto.table.errors.device_failure import CutRest, could_be_left
from punto.table.errors.late_errors import ConfirmCards, RemoveCards, ReportError
from punto.table.errors.pack_errors import FindCard
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.float.counting import CountFloat
from punto.table.limits.notices import PostNotice
from punto.table.limits.personal import AgreeLimits
from punto.table.limits.sign_changes import ChangeSign
from punto.table.mispayments import CureMispayment
from punto.table.notice import Proposed
from punto.table.open_issues import BlockKind
from punto.table.opening.opening import OpenTable
from punto.table.phase import Dealing, Settling
from punto.table.register import blocked
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.wagers.placing import PlaceWager

# Fields that have a default, but without which the command would seldom be accepted.
EXTRA: dict[type, tuple[str, ...]] = {
    OfferCut: ("to",),
    DirectNoBet: ("requested_by", "agreed", "marker"),
    Riffle: ("requested_by", "approved_by"),
    ManualShuffle: ("approved_by",),
    NominateTurner: ("approved_by",),
    RemoveCards: ("agreed",),
    AgreeLimits: ("minimum_cents", "agreed"),
    CureMispayment: ("steps",),
    ChangeMethod: ("requested_by",),
    OpenTable: ("bank",),
    CloseDispute: ("advised",),
    PostNotice: ("effective_at",),
    ChangeSign: ("agreed",),
    Cut: ("at",),
    CutRest: ("at",),
    Mark: ("behind",),
    Draw: ("card",),
    PullCard: ("card",),
    FindFaceUp: ("card",),
    Burn: ("card",),
    AskBurned: ("card",),
    TurnCards: ("faces",),
    ReplaceCards: ("back",),
}

WORDS: dict[str, Any] = {
    "reason": "said why",
    "text": "what happened",
    "note": "what was found",
    "ground": "fire",
    "facts": "what is disputed",
    "ruling": "what is ruled",
    "opinion": "why",
    "report": "daily_summary",
    "back": "red",
    "shows": "banker",
    "what": "cut",
    "whom": "surveillance",
    "matter": "a matter",
    "authority": "the authority",
    "reference": "A-1",
    "given": "2015-02-11",
    "approved_by": "casino_supervisor",
    "complete": True,
    "advised": True,
    "satisfied": True,
    "keep": True,
    "disadvantaged": False,
    "spare": True,
    "practicable": True,
    "marker": True,
    "steps": ("contact",),
    "cents": 50_000,
    "voucher_cents": 5_000,
    "token_cents": 5_000,
    "brought_by": "cashier",
    "taken_by": "cashier",
    "counted_with": "cashier",
}


class Choices:
    """What may be filled in now, worked out once for all commands."""

    def __init__(self, rules: TableRules, table: Table, by: str) -> None:
        self.rules, self.table = rules, table
        # Whoever asks is meant first: a patron acts for nobody else.
        self.people = sorted((patron.name for patron in table.patrons), key=lambda who: who != by)
        self.by_table = _of_table(rules, table)
        self.by_rules = _of_rules(rules, table)

    def of(self, kind: type, name: str) -> list[Any]:
        """Return what a field may sensibly be filled with."""
        if name in WORDS:
            counted = kind is CountFloat and name == "cents"
            return [self.table.ledger.float_cents if counted else WORDS[name]]
        if name in ("patron", "person", "to", "requested_by") and kind is not PullCard:
            return self._persons(kind, name)
        own = self._own(kind, name)
        if own is not None:
            return own
        if name in ("agreed", "patrons"):
            return [tuple(self.people), tuple(self.people[:1])]
        wagers = list(dict.fromkeys(wager.wager for wager in self.table.wagers))
        if name == "wager" and wagers and kind is not PlaceWager:
            return wagers
        return self.by_table.get(name) or self.by_rules.get(name, ["x"])

    def _own(self, kind: type, name: str) -> list[Any] | None:
        """Return what a field may be filled with that is something else with one command."""
        held = self.table.next.carried
        match name:
            case "agreed" if kind is AgreeLimits:
                return [True]
            case "kind" if kind is FindCard:
                return ["missing", "foreign"]
            case "card" if kind is CorrectCard:
                # Another than the one that lies there.
                return list(could_be_left(self.table))[:2]
            case "card" if kind is Draw and held and held[0].card is not None:
                return [held[0].card]
            case "at" if self.rules.origin is Origin.KEYED:
                # Where real cards are cut nobody need know.
                return [None]
            case "at" if kind is CutRest:
                return [self.table.shoe.left // 2]
            case _:
                return None

    def beside(self, kind: type) -> tuple[str, ...]:
        """Return the fields of a command that are filled in though they need not be."""
        confirms = kind is ConfirmCards and not blocked(self.table, BlockKind.ERROR_REPORTED)
        if self.table.open.late and (kind is ReportError or confirms):
            return ("coup",)
        return EXTRA.get(kind, ())

    def _persons(self, kind: type, name: str) -> list[Any]:
        people = self.people
        if kind is Join:
            strangers = ("ann", "ben", "cy", "di", "ed", *(f"p{n}" for n in range(20)))
            return [next(other for other in strangers if other not in people)]
        if kind is HandOver and name == "to":
            until = self.rules.edition.conduct.detained_until
            return list(until.value) if until else ["police"]
        phase = self.table.phase
        if kind is PassCards and isinstance(phase, Dealing):
            turn = [who for side in Side for who in designated(self.rules, self.table, phase, side)]
            people = [*turn, *people]
        if kind is OfferCut:
            return [None, *people]
        return people or ["ann"]


# Fields that hold one of the rulebook's own words, whichever command they belong to.
_NAMED = ("wager", "offer", "method", "procedure", "flaw", "item", "trigger", "how")


def named_words(rules: TableRules, table: Table, kind: type, name: str) -> tuple[str, ...]:
    """Return the words of the rulebook that a field of a command can be, where it has a list."""
    if name not in _NAMED and not (name == "kind" and kind is not FindCard):
        return ()
    known = [word for word in _of_rules(rules, table)[name] if word and word != "none"]
    return tuple(str(word) for word in known)


def _of_table(rules: TableRules, table: Table) -> dict[str, list[Any]]:
    """Return what fields may be filled with that the table itself gives."""
    taken = {patron.seat for patron in table.patrons if not patron.standing}
    free = [seat for seat in range(1, table.seats + 1) if seat not in taken]
    card = next(iter(could_be_left(table)), None)
    keyed = rules.origin is Origin.KEYED
    return {
        "seat": free[:1] or [1],
        "hand": ["player", "banker"],
        "place": [1],
        "card": [card, None] if keyed else [card],
        "faces": [(card,) * 2, (card,)] if keyed and card else [()],
        "count": [table.shoe.size],
        "coup": _coups(table),
        "coups": [(table.past.last.number,)] if table.past.last else [(1,)],
        "number": [1],
        "incident": [finding.number for finding in table.open.findings][-3:] or [1],
        "order": [_dealt(table)],
        "at": [table.shoe.size // 2],
        "meant": ["banker"],
        "effective_at": [None],
        "change": [Proposed(maximum_cents=10**6), Proposed(minimum_cents=100)],
        "to": ["player", "banker", "nobody", "discards"],
        "maximum_cents": [(table.limits.maximum or 50_000) * 2],
        "minimum_cents": [100, None],
        "slip": [_fresh_slip(table)],
        "when": ["shift", "closing", "opening"],
        "stake_cents": [max(table.limits.minimum or 0, 2_500)],
    }


def _coups(table: Table) -> list[int]:
    """Return which coups somebody may mean: those that wait to be judged, or the one before."""
    before = max(table.number - 1, 1)
    waiting = [report.coup for report in table.open.late]
    return [*waiting, before, table.number] if waiting else [before]


def _fresh_slip(table: Table) -> str:
    """Return a number that no slip had yet."""
    used = {slip.upper() for slip in table.papers.slips}
    return next(slip for n in range(len(used) + 1) if (slip := f"S-{n + 1}") not in used)


def _dealt(table: Table) -> tuple[Card, ...]:
    """Return the cards of the coup that is on, as they lie."""
    phase = table.phase
    if isinstance(phase, Dealing) and phase.all_up:
        return (*phase.faces(Side.BANKER), *phase.faces(Side.PLAYER))
    if isinstance(phase, Settling):
        return (*phase.coup.banker, *phase.coup.player)
    return ()


def _of_rules(rules: TableRules, table: Table) -> dict[str, list[Any]]:
    """Return what fields may be filled with that the rulebook gives."""
    edition = rules.edition
    shoe = shoe_rules(rules)
    chosen = table.next.method or rules.method
    methods = [name for name in (edition.deal.methods if edition.deal else ()) if name != chosen]
    bank = edition.opening.bank_held_by
    late = edition.late_errors
    cures = edition.mispayments
    return {
        "wager": list(rules.outcomes),
        "offer": list(rules.offers) or ["none"],
        "method": methods or ["none"],
        "procedure": list(shoe.burn.procedures) if shoe.burn else ["none"],
        "behind": [shoe.marker_behind.value],
        "point": list(RifflePoint),
        "flaw": list(edition.wagering.flaws) or ["none"],
        "kind": list(edition.conduct.incidents) or ["none"],
        "item": [*edition.opening.approvals, *edition.opening.checklist] or ["none"],
        "bank": [bank.value[0] if bank else None],
        "trigger": list(late.triggers.value) if late and late.triggers else ["dealer"],
        "how": list(cures.cured_by.value) if cures else ["none"],
    }
