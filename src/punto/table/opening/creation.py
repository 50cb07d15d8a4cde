"""A table begins: under which text it is played, and when that text has changed."""

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.cards import DECK, Card
from punto.clause import Malformed, NotEntitled, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Elections, limits_of
from punto.rulebook.power import Power
from punto.shoe import Shoe, Stage
from punto.table.authority import has_power
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.phase import Closed, Idle
from punto.table.table import Duty, Ledger, NextCoup, Packs, Papers, SetUp, Table

creation: Topic[Table, At] = Topic("creation", changes)


class InPlay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How far a game had come that was taken up while it was being played."""

    stage: Stage
    cards: int
    drawn: int = 0
    burned: int = 0
    cutting_card: int | None = None
    seen: dict[Card, int] = {}
    on_duty: tuple[str, ...] = ()
    bank: str | None = None
    method: str | None = None
    closed: bool = False


class AdoptRulebook(TableCommand, frozen=True, tag="adopt_rulebook"):
    """The text of the rulebook has changed since the table was set up, and is adopted."""

    group = Group.TABLE
    powers = ()


class TableSetUp(TableEvent, frozen=True, gc=False, tag="table_set_up"):
    """A table begins: its rulebook and the digest of its text, what the house elected, its float.

    ``in_play`` where the game was already on when it was taken up.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    rulebook: str
    digest: str
    elections: Elections
    seats: int
    decks: int
    cards: int
    float_cents: int
    in_play: InPlay | None = None


class RulebookAdopted(TableEvent, frozen=True, gc=False, tag="rulebook_adopted"):
    """The table is played under the text of this digest from now on."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    digest: str


def set_up(
    rules: TableRules,
    elections: Elections,
    float_cents: int,
    in_play: InPlay | None = None,
) -> TableSetUp:
    """Return the first event of a table; where no cards are held, one at which nothing is dealt."""
    if float_cents < 0:
        raise Malformed("a float holds chips, or none", code=ErrorCode.FLOAT_TOO_SMALL)
    if in_play is not None:
        _check_taken_up(rules, in_play)
    return TableSetUp(
        rulebook=rules.edition.id,
        digest=rules.edition.digest,
        elections=elections,
        seats=rules.seats,
        decks=rules.decks,
        cards=rules.decks * len(DECK),
        float_cents=float_cents,
        in_play=in_play,
        reasons=(Reason(rules.edition.instrument.title, rules.edition.instrument.scope.clause),),
    )


def _check_taken_up(rules: TableRules, given: InPlay) -> None:
    """Say that a game cannot have come as far as somebody says."""
    whole, deal = rules.decks * len(DECK), rules.edition.deal
    seen = sum(given.seen.values())
    if not 0 <= given.cards <= whole or not 0 <= given.burned <= given.drawn <= given.cards:
        raise Malformed(f"no shoe of {whole} cards is like this", code=ErrorCode.NO_SUCH_SHOE)
    if seen > given.drawn or any(not 0 < n <= rules.decks for n in given.seen.values()):
        raise Malformed("more cards were seen than have left the shoe", code=ErrorCode.NO_SUCH_SHOE)
    if given.cutting_card is not None and not 0 <= given.cutting_card <= given.cards:
        raise Malformed("the cutting card lies in the shoe", code=ErrorCode.NO_SUCH_SHOE)
    if given.method is not None and (deal is None or given.method not in deal.methods):
        raise Malformed(
            f"there is no way of dealing {given.method!r}", code=ErrorCode.NO_SUCH_THING
        )


def taken_up(
    rules: TableRules, shoe: Shoe, *, closed: bool = False, method: str | None = None
) -> InPlay:
    """Return a game that was opened as the rulebook wants and had come as far as its shoe."""
    opening = rules.edition.opening
    on_duty: tuple[str, ...] = ()
    if not closed and opening.inspectors_present and opening.inspectors_present.value:
        on_duty = rules.edition.powers[Power.CONDUCT_GAME].value[:1]
    held_by = None if closed else opening.bank_held_by
    return InPlay(
        stage=shoe.stage,
        cards=shoe.size,
        drawn=shoe.drawn,
        burned=shoe.burned,
        cutting_card=shoe.cutting_card,
        seen=shoe.seen,
        on_duty=on_duty,
        bank=held_by.value[0] if held_by else None,
        method=method,
        closed=closed,
    )


def check_text(rules: TableRules, table: Table) -> None:
    """Say that a table is read-only whose rulebook reads otherwise than when it was adopted."""
    if rules.edition.digest != table.setup.digest:
        raise Malformed(
            f"the text of {rules.edition.id} has changed since this table adopted it",
            "whoever may void a coup adopts it: adopt_rulebook",
            code=ErrorCode.RULEBOOK_CHANGED,
        )


@creation.permits(AdoptRulebook)
def may_adopt_rulebook(at: At) -> None:
    """Raise an error if this person may not adopt the text of the rulebook now."""
    rules, table, by = at.rules, at.state, at.by
    # No clause speaks of it, so none is cited: we ask for those who may end a coup for everybody.
    if not has_power(rules, by.title, Power.VOID_COUP):
        raise NotEntitled((), f"{by.name} may not adopt a rulebook")
    if rules.edition.digest == table.setup.digest:
        raise Malformed("the text has not changed", code=ErrorCode.ALREADY_SO)


@creation.decides(AdoptRulebook)
def adopt_rulebook(at: At, command: AdoptRulebook) -> Events:
    """Let the table be played under the text as it reads now."""
    rules = at.rules
    may_adopt_rulebook(at)
    return (RulebookAdopted(digest=rules.edition.digest),)


@creation.applies(RulebookAdopted)
def rulebook_adopted(table: Table, event: RulebookAdopted, envelope: Envelope) -> Table:
    return replace(table, setup=replace(table.setup, digest=event.digest))


def born(event: TableSetUp) -> Table:
    """Return the table that a log begins with."""
    given = event.in_play
    ledger = Ledger(float_cents=event.float_cents, issued_cents=event.float_cents)
    table = Table(
        SetUp(event.rulebook, event.digest, event.elections, event.seats),
        Shoe(size=event.cards, decks=event.decks),
        limits=limits_of(event.elections),
        packs=Packs(back=event.elections.backs[0]) if event.elections.backs else Packs(),
        ledger=ledger,
    )
    if given is None:
        return table
    shoe = Shoe(
        size=given.cards,
        decks=event.decks,
        stage=given.stage,
        drawn=given.drawn,
        burned=given.burned,
        cutting_card=given.cutting_card,
        seen=given.seen,
    )
    return replace(
        table,
        shoe=shoe,
        phase=Closed() if given.closed else Idle(),
        duty=Duty(on_duty=given.on_duty),
        papers=Papers(bank=given.bank),
        next=NextCoup(method=given.method),
    )
