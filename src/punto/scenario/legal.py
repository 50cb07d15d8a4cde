"""What may be done at a table now, by whom, and why the rest may not."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, get_args

from msgspec import Struct
from msgspec import inspect as shapes

from punto.clause import Clauses, Malformed, Refused
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import RifflePoint, Side
from punto.shoe import shoe_rules
from punto.table import commands as do
from punto.table.decide import decide
from punto.table.methods import designated
from punto.table.people import DEALER, PATRON, Actor, known_titles
from punto.table.records import Proposed
from punto.table.state import Dealing, Settling, Table

# So many ways to fill a command in are tried before it is said that it cannot be done now.
TRIES = 24
MANY = 12
KINDS: tuple[type[do.Command], ...] = get_args(do.AnyCommand)


class Option(Struct, frozen=True):
    """A command, and whether it may be given now: an example of it, or the reason why not."""

    name: str
    what: str
    example: str | None
    code: str | None
    why: str
    clause: Clauses


def options(rules: TableRules, table: Table, at: int) -> list[Option]:
    """Return every command there is, with an example that would be accepted now or a refusal."""
    return [_option(rules, table, at, kind) for kind in KINDS]


def _option(rules: TableRules, table: Table, at: int, kind: type[do.Command]) -> Option:
    name = str(kind.__struct_config__.tag)
    what = (kind.__doc__ or "").strip().splitlines()[0]
    refused: Refused | None = None
    malformed: Malformed | None = None
    for command in islice(_filled(rules, table, kind), TRIES):
        for actor in _actors(rules, table, at):
            try:
                decide(rules, table, actor, command)
            except Refused as no:
                if refused is None or refused.code == "not_entitled":
                    refused = no
            except Malformed as no:
                malformed = malformed or no
            else:
                return Option(name, what, written(actor.name, command), None, "", ())
    if refused is not None and (malformed is None or refused.code != "not_entitled"):
        return Option(name, what, None, refused.code, refused.message, refused.clause)
    why = malformed.message if malformed else "nothing to do it with"
    return Option(name, what, None, None, why, ())


def _actors(rules: TableRules, table: Table, at: int) -> Iterator[Actor]:
    yield Actor(DEALER, DEALER, at)
    for one in table.patrons:
        yield Actor(one.name, PATRON, at)
    for title in sorted(known_titles(rules.edition) - {DEALER}):
        yield Actor(title, title, at)


def written(by: str, command: do.Command) -> str:
    """Return a command as somebody would type it."""
    words = [by, str(command.__struct_config__.tag)]
    needed = set(command.__struct_fields__[: -len(command.__struct_defaults__) or None])
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if value is None or value in ((), {}) or (value is False and field not in needed):
            continue
        if field == "order" and len(value) > MANY:
            # The cards as they lie: nobody types a whole shoe.
            continue
        if isinstance(value, Proposed):
            words += _proposed(value)
        elif field.endswith("cents"):
            name = field.removesuffix("_cents") if field != "cents" else "dollars"
            words.append(f"{name}={value // 100}")
        elif isinstance(value, tuple):
            words.append(f"{field}={','.join(map(str, value))}")
        else:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            words.append(f"{field}='{text}'" if " " in text else f"{field}={text}")
    return " ".join(words)


def _proposed(change: Proposed) -> list[str]:
    """Return a change of the sign as somebody would type it."""
    words = []
    for field in change.__struct_fields__:
        value = getattr(change, field)
        if field.endswith("_cents") and value is not None:
            words.append(f"{field.removesuffix('_cents')}={value // 100}")
        elif value not in (None, False):
            words.append(f"{field}={str(value).lower()}")
    return words


def _filled(rules: TableRules, table: Table, kind: type[do.Command]) -> Iterator[Any]:
    """Yield a command with what it needs filled in from the table as it is."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    extra = _EXTRA.get(kind, ())
    names = [field.name for field in info.fields if field.required or field.name in extra]
    choices = [_choices(rules, table, kind, name) for name in names]
    for values in product(*choices):
        yield kind(**dict(zip(names, values, strict=True)))


# Fields that have a default, but without which the command would seldom be accepted.
_EXTRA: dict[type, tuple[str, ...]] = {
    do.OfferCut: ("to",),
    do.DirectNoBet: ("requested_by", "agreed", "marker"),
    do.Riffle: ("requested_by", "approved_by"),
    do.ManualShuffle: ("approved_by",),
    do.NominateTurner: ("approved_by",),
    do.RemoveCards: ("agreed",),
    do.AgreeLimits: ("minimum_cents",),
    do.CureMispayment: ("steps",),
    do.ChangeMethod: ("requested_by",),
    do.OpenTable: ("bank",),
    do.CloseDispute: ("advised",),
    do.PostNotice: ("effective_at",),
    do.ChangeSign: ("agreed",),
}


def _choices(rules: TableRules, table: Table, kind: type, name: str) -> list[Any]:
    """Return what a field may sensibly be filled with now."""
    people = [one.name for one in table.patrons]
    if name in _WORDS:
        return [_WORDS[name]]
    if name in ("patron", "person", "to", "requested_by") and kind is not do.PullCard:
        return _persons(rules, table, kind, name, people)
    if name in ("agreed", "patrons"):
        return [tuple(people), tuple(people[:1])]
    if kind is do.FindCard and name == "kind":
        return ["missing", "foreign"]
    table_choices = _of_table(table, kind)
    if name in table_choices:
        return table_choices[name]
    return _of_rules(rules, table).get(name, ["x"])


def _persons(
    rules: TableRules, table: Table, kind: type, name: str, people: list[str]
) -> list[Any]:
    if kind is do.Join:
        return [next(one for one in ("ann", "ben", "cy", "di", "ed") if one not in people)]
    if kind is do.HandOver and name == "to":
        until = rules.edition.conduct.detained_until
        return list(until.value) if until else ["police"]
    phase = table.phase
    if kind is do.PassCards and isinstance(phase, Dealing):
        turn = [one for side in Side for one in designated(rules, table, phase, side)]
        people = [*turn, *people]
    if kind is do.OfferCut:
        return [None, *people]
    return people or ["ann"]


_WORDS: dict[str, Any] = {
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
}


def _of_table(table: Table, kind: type) -> dict[str, list[Any]]:
    """Return what fields may be filled with that the table itself gives."""
    taken = {one.seat for one in table.patrons if not one.standing}
    free = [seat for seat in range(1, table.seats + 1) if seat not in taken]
    wagers = list(dict.fromkeys(one.wager for one in table.wagers))
    phase = table.phase
    left = table.shoe.drawn if kind is do.ShuffleRest else 0
    out = len(phase.player) + len(phase.banker) if isinstance(phase, Dealing) else 0
    if isinstance(phase, Settling):
        out = len(phase.coup.player) + len(phase.coup.banker)
    dealt = table.shoe.cards[table.shoe.drawn - out : table.shoe.drawn]
    found: dict[str, list[Any]] = {
        "seat": free[:1] or [1],
        "hand": list(Side),
        "count": [len(table.shoe.cards)],
        "coup": [max(table.number - 1, 1)],
        "coups": [(table.past[-1].number,)] if table.past else [(1,)],
        "number": [1],
        "incident": [one.number for one in table.records.entries][-3:] or [1],
        "order": [dealt if kind is do.RebuildCoup else table.shoe.cards[left:]],
        "at": [table.shoe.left // 2 if kind is do.CutRest else len(table.shoe.cards) // 2],
        "meant": ["banker"],
        "effective_at": [None],
        "change": [Proposed(maximum_cents=10**6), Proposed(minimum_cents=100)],
        "to": ["player", "banker", "nobody"],
        "maximum_cents": [(table.limits.maximum or 50_000) * 2],
        "minimum_cents": [100, None],
        "stake_cents": [max(table.limits.minimum or 0, 2_500)],
    }
    if wagers and kind is not do.PlaceWager:
        found["wager"] = wagers
    return found


def _of_rules(rules: TableRules, table: Table) -> dict[str, list[Any]]:
    """Return what fields may be filled with that the rulebook gives."""
    edition = rules.edition
    shoe = shoe_rules(rules)
    chosen = table.method or rules.method
    methods = [one for one in (edition.deal.methods if edition.deal else ()) if one != chosen]
    incidents = edition.conduct.incidents
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
        "kind": list(incidents) or ["none"],
        "item": [*edition.opening.approvals, *edition.opening.checklist] or ["none"],
        "bank": [bank.value[0] if bank else None],
        "trigger": list(late.triggers.value) if late and late.triggers else ["dealer"],
        "how": list(cures.cured_by.value) if cures else ["none"],
    }
