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
from punto.table.table import Ledger, NextCoup, Packs, Papers, StaffOnDuty, Table, TableConfig

creation: Topic[Table, At] = Topic("creation", changes)


class GameInPlay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The state of a game that was already in play when its table was created."""

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

    ``in_play`` is set if the game was already in play.
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
    in_play: GameInPlay | None = None


class RulebookAdopted(TableEvent, frozen=True, gc=False, tag="rulebook_adopted"):
    """The table is played under the text of this digest from now on."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    digest: str


def set_up(
    rules: TableRules,
    elections: Elections,
    float_cents: int,
    in_play: GameInPlay | None = None,
) -> TableSetUp:
    """Return the first event of a table; ``in_play`` if its game was already in play."""
    if float_cents < 0:
        raise Malformed("a float holds chips, or none", code=ErrorCode.FLOAT_TOO_SMALL)
    if in_play is not None:
        _check_in_play(rules, in_play)
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


def _check_in_play(rules: TableRules, in_play: GameInPlay) -> None:
    """Raise an error if the state of a game in play is impossible."""
    all_cards, deal = rules.decks * len(DECK), rules.edition.deal
    seen = sum(in_play.seen.values())
    if (
        not 0 <= in_play.cards <= all_cards
        or not 0 <= in_play.burned <= in_play.drawn <= in_play.cards
    ):
        raise Malformed(f"no shoe of {all_cards} cards is like this", code=ErrorCode.NO_SUCH_SHOE)
    if seen > in_play.drawn or any(not 0 < count <= rules.decks for count in in_play.seen.values()):
        raise Malformed("more cards were seen than have left the shoe", code=ErrorCode.NO_SUCH_SHOE)
    if in_play.cutting_card is not None and not 0 <= in_play.cutting_card <= in_play.cards:
        raise Malformed("the cutting card lies in the shoe", code=ErrorCode.NO_SUCH_SHOE)
    if in_play.method is not None and (deal is None or in_play.method not in deal.methods):
        raise Malformed(
            f"there is no way of dealing {in_play.method!r}", code=ErrorCode.NO_SUCH_THING
        )


def in_play_of_shoe(
    rules: TableRules, shoe: Shoe, *, closed: bool = False, method: str | None = None
) -> GameInPlay:
    """Return the state of a game that was opened as the rulebook requires, with this shoe."""
    opening = rules.edition.opening
    on_duty: tuple[str, ...] = ()
    if not closed and opening.inspectors_present and opening.inspectors_present.value:
        on_duty = rules.edition.powers[Power.CONDUCT_GAME].value[:1]
    held_by = None if closed else opening.bank_held_by
    return GameInPlay(
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
    """Raise an error if the text of the rulebook changed since the table adopted it."""
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
    # No clause is about this. The power to void a coup is required, and no clause is cited.
    if not has_power(rules, by.title, Power.VOID_COUP):
        raise NotEntitled((), f"{by.name} may not adopt a rulebook")
    if rules.edition.digest == table.setup.digest:
        raise Malformed("the text has not changed", code=ErrorCode.ALREADY_SO)


@creation.decides(AdoptRulebook)
def adopt_rulebook(at: At, command: AdoptRulebook) -> Events:
    """Adopt the current text of the rulebook."""
    rules = at.rules
    may_adopt_rulebook(at)
    return (RulebookAdopted(digest=rules.edition.digest),)


@creation.applies(RulebookAdopted)
def rulebook_adopted(table: Table, event: RulebookAdopted, envelope: Envelope) -> Table:
    return replace(table, setup=replace(table.setup, digest=event.digest))


def initial_table(event: TableSetUp) -> Table:
    """Return the state of a table after its first event."""
    in_play = event.in_play
    ledger = Ledger(float_cents=event.float_cents, issued_cents=event.float_cents)
    table = Table(
        TableConfig(event.rulebook, event.digest, event.elections, event.seats),
        Shoe(size=event.cards, decks=event.decks),
        limits=limits_of(event.elections),
        packs=Packs(back=event.elections.backs[0]) if event.elections.backs else Packs(),
        ledger=ledger,
    )
    if in_play is None:
        return table
    shoe = Shoe(
        size=in_play.cards,
        decks=event.decks,
        stage=in_play.stage,
        drawn=in_play.drawn,
        burned=in_play.burned,
        cutting_card=in_play.cutting_card,
        seen=in_play.seen,
    )
    return replace(
        table,
        shoe=shoe,
        phase=Closed() if in_play.closed else Idle(),
        duty=StaffOnDuty(on_duty=in_play.on_duty),
        papers=Papers(bank=in_play.bank),
        next=NextCoup(method=in_play.method),
    )
