"""A table begins: under which text it is played, and when that text has changed."""

from punto.aggregate.actor import Actor
from punto.cards import DECK
from punto.clause import Malformed, NotEntitled, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.power import Power
from punto.shoe import Shoe
from punto.table.authority import has_power
from punto.table.events import Events
from punto.table.opening import events as happened
from punto.table.table import Table


def set_up(
    rules: TableRules,
    elections: Elections,
    float_cents: int,
    in_play: happened.InPlay | None = None,
) -> happened.TableSetUp:
    """Return the first event of a table; where no cards are held, one at which nothing is dealt."""
    if float_cents < 0:
        raise Malformed("a float holds chips, or none", code=ErrorCode.FLOAT_TOO_SMALL)
    if in_play is not None:
        _check_taken_up(rules, in_play)
    return happened.TableSetUp(
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


def _check_taken_up(rules: TableRules, given: happened.InPlay) -> None:
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
) -> happened.InPlay:
    """Return a game that was opened as the rulebook wants and had come as far as its shoe."""
    opening = rules.edition.opening
    on_duty: tuple[str, ...] = ()
    if not closed and opening.inspectors_present and opening.inspectors_present.value:
        on_duty = rules.edition.powers[Power.CONDUCT_GAME].value[:1]
    held_by = None if closed else opening.bank_held_by
    return happened.InPlay(
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


def adopt_rulebook(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let the table be played under the text as it reads now."""
    # No clause speaks of it, so none is cited: we ask for those who may end a coup for everybody.
    if not has_power(rules, by.title, Power.VOID_COUP):
        raise NotEntitled((), f"{by.name} may not adopt a rulebook")
    if rules.edition.digest == table.setup.digest:
        raise Malformed("the text has not changed", code=ErrorCode.ALREADY_SO)
    return (happened.RulebookAdopted(digest=rules.edition.digest),)
