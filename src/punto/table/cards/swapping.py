"""Single cards replaced by the same ones while the others stay, and who looks at each of them."""

from collections import Counter

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.shoe import Stage
from punto.table.cards import commands as do
from punto.table.cards import events as happened
from punto.table.events import Events
from punto.table.guards import check_blocks, coup_is_on
from punto.table.matters import BlockKind
from punto.table.register import Blocked, freed
from punto.table.table import Table


def awaiting_look(rules: TableRules) -> tuple[Blocked, ...]:
    """Return that nothing is dealt before new cards were looked at, where somebody must."""
    cards = rules.edition.cards
    needed = cards.care.signed_off_by if cards else None
    if needed is None:
        return ()
    names = " and the ".join(title.replace("_", " ") for title in needed.value)
    wait = Blocked(
        kind=BlockKind.CARDS_NOT_SIGNED_OFF,
        stops="deal",
        text=f"the {names} look at every new card first",
        clause=needed.clause,
    )
    return (wait,)


def swapped(rules: TableRules, table: Table, command: do.ReplaceCards, power: Clauses) -> Events:
    """Replace single cards by the same ones, between coups; the shoe goes on."""
    cards = rules.edition.cards
    single = cards.care.replaced_singly if cards else None
    if cards is None or single is None or not single.value:
        raise not_held(rules.edition, "whether single cards may be replaced")
    if command.back.strip() not in ("", table.packs.back):
        text = f"a single card has the back of the others, {table.packs.back}"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    if not table.packs.swapped:
        # While a whole set waits for a look, no card of it is known to be fit or not.
        check_blocks(table, "deal")
    if coup_is_on(table) or table.wagers:
        text = "cards are not changed while a coup is on or wagers lie on the layout"
        raise Refused(ErrorCode.COUP_RUNNING, power, text)
    for card, count in Counter(command.cards).items():
        # What is still in the shoe nobody has looked at.
        whole = table.shoe.stage is Stage.NEW
        there = table.shoe.decks if whole else table.shoe.seen.get(card, 0)
        if count > there:
            raise Malformed(
                f"{there} of {card} lie there to be replaced", code=ErrorCode.NO_SUCH_THING
            )
    when = cards.care.replaced
    named = ", ".join(map(str, command.cards))
    cited = merged(single.clause, when.clause if when else ())
    reason = Reason(f"other cards for {named}", cited)
    looks = cards.care.signed_off_by
    new = happened.CardsSwapped(
        cards=command.cards,
        looked_at_by=looks.value if looks else (),
        reasons=(reason,),
    )
    return (new, *awaiting_look(rules))


def single_looked_at(
    table: Table, by: Actor, command: do.SignOffCards, title: str, clause: Clauses
) -> Events:
    """Keep that somebody has looked at single new cards: all that wait, unless some are named."""
    waiting = tuple(card for card, whose in table.packs.swapped if whose == title)
    cards = command.cards or waiting
    if not cards or Counter(cards) - Counter(waiting):
        raise Malformed(
            f"no such card waits for a look of the {title}", code=ErrorCode.NO_SUCH_THING
        )
    named = ", ".join(map(str, cards))
    reason = Reason(f"{by.name} has looked at {named}", clause)
    signed = happened.CardsSignedOff(title=title, cards=cards, reasons=(reason,))
    if len(table.packs.swapped) > len(cards):
        return (signed,)
    return (signed, *freed(table, BlockKind.CARDS_NOT_SIGNED_OFF))
