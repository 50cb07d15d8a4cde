"""Other cards brought to the table, and who has to look at them first."""

from punto.aggregate.actor import Actor
from punto.cards import DECK
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.furnish import check_backs
from punto.rulebook.policies import Replaced
from punto.rulebook.power import Power
from punto.rulebook.terms import Supply
from punto.shoe import shoe_rules
from punto.table.authority import approved, provided, require, require_staff, satisfies
from punto.table.cards import commands as do
from punto.table.cards import events as happened
from punto.table.cards.swapping import awaiting_look, single_looked_at, swapped
from punto.table.events import Events
from punto.table.guards import check_blocks, coup_is_on
from punto.table.matters import BlockKind
from punto.table.register import blocked, freed
from punto.table.table import Table


def replace_cards(rules: TableRules, table: Table, by: Actor, command: do.ReplaceCards) -> Events:
    """Bring other cards to the table, if this is the time and they may be used."""
    cards = rules.edition.cards
    if cards is None:
        raise not_held(rules.edition, "which cards are used")
    care = cards.care
    if Power.REPLACE_CARDS in rules.edition.powers:
        power = require(rules, by, Power.REPLACE_CARDS, "replace the cards")
    else:
        require_staff(rules, by, "replace the cards")
        power = care.handled_replaced.clause if care.handled_replaced else ()
    if command.cards:
        return swapped(rules, table, command, power)
    if not command.back.strip():
        raise Malformed("say which back the new cards have", code=ErrorCode.INCOMPLETE)
    unfit = provided(rules, rules.says.unfit, "when cards are unfit") if command.unfit else ()
    if coup_is_on(table) or table.wagers:
        text = "cards are not changed while a coup is on or wagers lie on the layout"
        between = rules.says.unfit_between if command.unfit else ()
        raise Refused(ErrorCode.COUP_RUNNING, between or unfit or power, text)
    check_blocks(table, "coup")
    if blocked(table, BlockKind.PACKS_NOT_CHECKED):
        check_blocks(table, "shoe")
    check_backs(rules.edition, command.backs, command.back)
    retires = bool(care.handled_replaced and care.handled_replaced.value and table.packs.handled)
    _check_set(rules, table, command.set_number, retires=retires)
    # Whoever has both powers uses one of them: cards that are fit are not replaced as unfit.
    ordinary = tuple(one for one in power if one not in rules.says.unfit)
    clause = unfit or merged(ordinary, _due(rules, table), _back(rules, table, command))
    supply = _supply(rules, command.supply)
    replaced = happened.CardsReplaced(
        back=command.back.strip(),
        number=table.shoe.number + 1,
        cards=rules.decks * len(DECK),
        set_number=command.set_number or table.packs.sets + 1,
        retired=retires,
        supply=supply if supply is not rules.supply else None,
        reasons=(
            Reason(f"other cards, backs {command.back.strip()}", clause),
            *_mixed(rules, command),
        ),
    )
    return (replaced, *awaiting_look(rules))


def _check_set(rules: TableRules, table: Table, number: int | None, *, retires: bool) -> None:
    """Refuse a set of cards that went, or goes now, because patrons had handled it."""
    packs = table.packs
    if number is None:
        return
    if not 1 <= number <= packs.sets:
        raise Malformed(f"sets 1 to {packs.sets} lay here so far", code=ErrorCode.NO_SUCH_THING)
    cards = rules.edition.cards
    returns = cards.care.handled_returns if cards else None
    gone = number in packs.retired or (retires and number == packs.number)
    if gone and returns is not None:
        text = f"patrons handled the cards of set {number}: they do not come back"
        raise Refused(ErrorCode.CARDS_WERE_HANDLED, returns.clause, text)
    if number == packs.number:
        raise Malformed(f"set {number} lies on the table", code=ErrorCode.ALREADY_SO)


def _supply(rules: TableRules, wanted: Supply | None) -> Supply:
    """Return how new cards come: as those before them, or otherwise if that is permitted."""
    supply = rules.supply if wanted is None else wanted
    permitted = shoe_rules(rules).supplies
    if supply not in permitted.value:
        text = f"cards may not come {supply.replace('_', ' ')}"
        raise Refused(ErrorCode.SUPPLY_NOT_PERMITTED, permitted.clause, text)
    return supply


def _mixed(rules: TableRules, command: do.ReplaceCards) -> tuple[Reason, ...]:
    """Return that new cards are still to be shuffled, where they do not come so."""
    data, supply = shoe_rules(rules), _supply(rules, command.supply)
    exempt = data.shuffled_supplies_later or data.shuffled_supplies
    if exempt is not None and supply in exempt.value:
        return (Reason("they come shuffled", exempt.clause),)
    clause = rules.says.unfit_shuffled if command.unfit else rules.says.new_cards_shuffled
    return (Reason("they are shuffled before they are dealt", clause),) if clause else ()


def _due(rules: TableRules, table: Table) -> Clauses:
    """Return why cards may be replaced now, or refuse it."""
    cards = rules.edition.cards
    assert cards is not None
    handled, when = cards.care.handled_replaced, cards.care.replaced
    touched = handled and handled.value and table.packs.handled
    if when is None:
        if handled is None:
            raise not_held(rules.edition, "when cards are replaced")
        return handled.clause
    over = table.shoe.coups_left == 0 or not table.shoe.coups
    stopped = any(block.stops == "shoe" for block in table.open.blocks)
    if when.value is Replaced.AFTER_LAST_COUP and not over and not stopped:
        raise Refused(
            ErrorCode.SHOE_NOT_OVER, when.clause, "cards are replaced when the shoe is over"
        )
    return merged(when.clause, handled.clause if handled and touched else ())


def _back(rules: TableRules, table: Table, command: do.ReplaceCards) -> Clauses:
    """Return what permits the back of new cards, or refuse it."""
    cards = rules.edition.cards
    assert cards is not None
    other, same = cards.care.other_back, cards.care.same_back_with_scanning_shoe
    if other is None or not other.value:
        return ()
    if command.back.strip() != table.packs.back:
        return other.clause
    scanning = rules.scanning_shoe and same is not None and same.value
    if not scanning or command.same_back_approved_by is None:
        clause = merged(other.clause, same.clause if same else ())
        raise Refused(ErrorCode.SAME_BACK, clause, "new cards have a back of another colour")
    assert same is not None
    given = approved(rules, command.same_back_approved_by, Power.ALLOW_SAME_BACK, "the same back")
    return merged(same.clause, given)


def sign_off_cards(rules: TableRules, table: Table, by: Actor, command: do.SignOffCards) -> Events:
    """Keep that somebody has looked at every new card; both must have."""
    cards = rules.edition.cards
    needed = cards.care.signed_off_by if cards else None
    if needed is None:
        raise not_held(rules.edition, "who looks at new cards")
    if not blocked(table, BlockKind.CARDS_NOT_SIGNED_OFF):
        raise Malformed("no new cards wait to be looked at", code=ErrorCode.NOT_NOW)
    titles = [title for title in needed.value if satisfies(rules.edition, by.title, title)]
    if not titles:
        raise NotEntitled(needed.clause, f"{by.name} does not sign new cards off")
    if table.packs.swapped:
        return single_looked_at(table, by, command, titles[0], needed.clause)
    if command.cards:
        raise Malformed(
            "every card is new: all of them are looked at", code=ErrorCode.NO_SUCH_THING
        )
    reason = Reason(f"{by.name} has looked at every new card", needed.clause)
    signed = happened.CardsSignedOff(title=titles[0], reasons=(reason,))
    if set(needed.value) - {*table.packs.signed_off, titles[0]}:
        return (signed,)
    return (signed, *freed(table, BlockKind.CARDS_NOT_SIGNED_OFF))
