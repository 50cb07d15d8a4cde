"""Errors in dealing found out: reported in time or late, rebuilt, void, or left to stand."""

from msgspec.structs import replace

from punto.cards import Card, format_cards
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.coup import Hand, due, finish
from punto.rulebook.elect import TableRules, not_held, settling_by
from punto.rulebook.policies import CutOff, LateError, Misplaced, Side, Source
from punto.table import commands as do
from punto.table import events as happened
from punto.table.chips import nets, reversal
from punto.table.completing import proceed, settle_wagers
from punto.table.evolve import replay
from punto.table.evolve_settle import laid
from punto.table.handlers import Events, Handlers
from punto.table.irregular import errors
from punto.table.people import Actor, has_power, provided, require, require_staff, says
from punto.table.records import Debt
from punto.table.register import record
from punto.table.state import (
    Betting,
    Block,
    Closed,
    Dealing,
    HeldCard,
    Idle,
    Settling,
    Table,
)
from punto.table.undoing import owed, reopening


def report_error(rules: TableRules, table: Table, by: Actor, command: do.ReportError) -> Events:
    """Take up an error that is reported, or say that it comes too late and what that means."""
    clause = provided(rules, "error_reported", "what a reported error does")
    late = rules.edition.late_errors
    triggers = late.triggers if late else None
    if triggers and command.trigger not in triggers.value:
        listed = ", ".join(triggers.value)
        text = f"{command.trigger!r} is nothing that is taken up"
        raise Refused("no_such_trigger", triggers.clause, text, f"triggers: {listed}")
    named = says(rules, f"trigger_{command.trigger}")
    number = command.coup if command.coup is not None else table.number
    if not 1 <= number <= table.number:
        raise Malformed(f"there is no coup {number}", code="no_such_thing")
    if not _too_late(rules, table, number):
        text = f"coup {number}, {command.trigger.replace('_', ' ')}: {command.text}"
        return (record(table, by, "dealing_error", text, merged(clause, named)),)
    if late is None:
        raise not_held(rules.edition, "what an error does that is found late")
    cited = merged(late.found_late.clause, late.cut_offs.clause, named)
    if late.found_late.value is LateError.RESULTS_STAND:
        text = f"coup {number}, reported too late: {command.text}; results stand"
        return (record(table, by, "late_error", text, cited),)
    if not has_power(rules, by.title, "void_coup"):
        text = f"coup {number}, found late: {command.text}; to be judged"
        return (record(table, by, "late_error_reported", text, cited),)
    cited = merged(cited, errors(rules).void_returns)
    return _reversed(table, by, number, command.text, cited)


def _too_late(rules: TableRules, table: Table, number: int) -> bool:
    """Return whether one of the rulebook's cut-offs has passed for an error in a coup."""
    late = rules.edition.late_errors
    cut_offs = late.cut_offs.value if late else (CutOff.NEXT_COUP,)
    return (
        (CutOff.NEXT_COUP in cut_offs and number < table.number)
        or (CutOff.CARDS_REMOVED in cut_offs and not table.coups)
        or (CutOff.TABLE_CLOSED in cut_offs and isinstance(table.phase, Closed))
    )


def _reversed(table: Table, by: Actor, number: int, text: str, clause: Clauses) -> Events:
    """Void an earlier coup: what it moved goes back, everything after it stays."""
    found = [one for one in table.past if one.number == number and not one.void]
    if not found:
        raise Malformed(
            f"coup {number} is not one of those kept, or is void already", code="already_so"
        )
    debts = reversal(table, found[0].moved, number)
    reason = Reason(f"coup {number} is void, found late: {text}", clause)
    done = happened.CoupReversed(number=number, debts=debts, reasons=(reason,))
    return (done, record(table, by, "late_error", f"coup {number} void: {text}", clause))


def rebuild_coup(rules: TableRules, table: Table, by: Actor, command: do.RebuildCoup) -> Events:
    """Put the cards of a coup where they belong, and let it be settled as it should have been."""
    clause = provided(rules, "rebuilt", "whether a coup is rebuilt")
    require_staff(rules, by, "rebuild a coup")
    _in_time(rules, table, clause)
    dealt = _dealt(table)
    extra = list(command.order)
    for card in dealt:
        if card in extra:
            extra.remove(card)
    if extra:
        burned = merged(says(rules, "burned_stays"), clause)
        text = f"{format_cards(tuple(extra[:6]))} was not dealt in this coup and stays where it is"
        raise Refused("card_not_of_this_coup", burned, text)
    player, banker = _placed(rules, command.order)
    if not command.order:
        raise Malformed("say in which order the cards left the shoe", code="incomplete")
    if (player, banker) == _lying(table):
        raise Refused("nothing_to_rebuild", clause, "the cards lie where they belong")
    why = merged(errors(rules).misplaced.clause, clause)
    reason = Reason("rebuilt in the order in which the cards left the shoe", why)
    debts = _fair(rules, table, reopening(table), (player, banker))
    opened = happened.CoupReopened(
        number=table.number, player=player, banker=banker, debts=debts, reasons=(reason,)
    )
    entry = record(table, by, "coup_rebuilt", f"coup {table.number} rebuilt", why)
    entered = owed(rules, table, by, debts)
    surplus = _surplus(rules, table, dealt, command.order)
    after = replay(table, (opened, entry, *entered, *surplus))
    rest = (*entered, *surplus, *proceed(rules, after))
    if errors(rules).misplaced.value is Misplaced.TO_ITS_HAND_WAGERS_REMOVABLE:
        return (opened, entry, *rest, happened.WagersRemovable(reasons=(reason,)))
    return (opened, entry, *rest)


def _fair(
    rules: TableRules, table: Table, debts: tuple[Debt, ...], hands: tuple[Hand, Hand]
) -> tuple[Debt, ...]:
    """Return debts in which whoever has left owes the difference, once the rebuilt result is known.

    They take no part in what follows, so what they would have come to is reckoned against them.
    """
    player, banker = hands
    if due(rules, player, banker) is not None or isinstance(table.phase, Dealing):
        return debts
    was = table.phase if isinstance(table.phase, Settling) else table.past[-1]
    settled = (*was.early, *was.settled) if isinstance(was, Settling) else was.settled
    gone = tuple(one for one in laid(settled) if table.patron(one.patron) is None)
    scheme = was.settlement or rules.settlement
    coup = finish(rules, player, banker)
    fresh = nets(settle_wagers(settling_by(rules, scheme), table, gone, coup))
    fair = [replace(one, cents=one.cents - fresh.pop(one.patron, 0)) for one in debts]
    fair += [Debt(name, -cents, table.number) for name, cents in fresh.items()]
    return tuple(one for one in fair if one.cents)


def _lying(table: Table) -> tuple[Hand, Hand]:
    """Return the hands as they lie, or lay."""
    phase = table.phase
    if isinstance(phase, Dealing):
        return phase.player, phase.banker
    coup = phase.coup if isinstance(phase, Settling) else table.past[-1].coup
    return coup.player, coup.banker


def _surplus(
    rules: TableRules, table: Table, dealt: tuple[Card, ...], order: tuple[Card, ...]
) -> Events:
    """Return what becomes of cards that no hand should have had: the first opens the next coup."""
    left = list(dealt)
    for card in order:
        left.remove(card)
    events: list[happened.AnyEvent] = []
    held_over = table.carried is not None and table.carried.card in left
    if held_over and table.carried is not None:
        left.remove(table.carried.card)
    elif table.carried is not None and not isinstance(table.phase, Dealing):
        # The held card turned out to belong to this coup.
        events.append(happened.HeldCardSwept())
    data = errors(rules)
    # What lies in the discards is burned where the text says that it stays so.
    burned = not isinstance(table.phase, Dealing | Settling) and says(rules, "burned_stays")
    for place, card in enumerate(left):
        if place or burned or held_over or table.shoe.coups_left == 0:
            events.append(happened.CardRetired(card=card, off_table=True))
            continue
        held = HeldCard(card, seen=True, no_bet=True)
        reason = Reason(f"{card} is surplus and opens the next coup", data.excess_seen.clause)
        events.append(happened.CardHeld(carried=held, off_table=True, reasons=(reason,)))
    return tuple(events)


def _in_time(rules: TableRules, table: Table, clause: Clauses) -> None:
    """Refuse to rebuild a coup once the next has begun or the cards are gone."""
    late = rules.edition.late_errors
    cited = merged(late.found_late.clause if late else (), clause)
    running = isinstance(table.phase, Dealing | Settling)
    if _too_late(rules, table, table.number) or (not running and not table.past):
        raise Refused("too_late", cited, "the cards of that coup are gone")
    settled = not running or (isinstance(table.phase, Settling) and table.phase.collected)
    if settled and late is None:
        raise Refused("too_late", cited, "a coup is rebuilt before it is settled")
    if not running and table.past[-1].number != table.number:
        raise Malformed("the last coup is void")


def _dealt(table: Table) -> tuple[Card, ...]:
    phase = table.phase
    if isinstance(phase, Dealing):
        return (*phase.player, *phase.banker)
    coup = phase.coup if isinstance(phase, Settling) else table.past[-1].coup
    carried = (table.carried.card,) if table.carried else ()
    return (*coup.player, *coup.banker, *carried)


def _placed(rules: TableRules, order: tuple[Card, ...]) -> tuple[Hand, Hand]:
    """Return the hands that cards make in the order in which they left the shoe."""
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    for card in order:
        side = due(rules, hands[Side.PLAYER], hands[Side.BANKER])
        if side is None:
            raise Malformed(f"no hand takes {card}: leave it out")
        hands[side].append(card)
    return tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER])


def remove_cards(rules: TableRules, table: Table, by: Actor, command: do.RemoveCards) -> Events:
    """Take the rest of a card shoe out after a void, if every patron agrees."""
    clause = require(rules, by, "remove_cards_after_void", "take the cards out after a void")
    if rules.source is not Source.CARD_SHOE:
        raise Refused("wrong_source", clause, "only out of a card shoe")
    if not isinstance(table.phase, Idle | Betting) or table.wagers:
        raise Refused("coup_running", clause, "a coup is on, or wagers lie on the layout")
    if not table.coups or not table.could_not_rebuild:
        raise Refused("no_void", clause, "only after a coup that could not be rebuilt was void")
    missing = {one.name for one in table.patrons} - set(command.agreed)
    if missing or not table.patrons:
        text = f"every patron must agree: {', '.join(sorted(missing)) or 'nobody is here'}"
        raise Refused("not_agreed", clause, text)
    reason = Reason("the rest of the shoe is taken out", clause)
    text = "the cards are shuffled or replaced first"
    block = Block("cards_out", "shoe", text, clause)
    return (happened.Blocked(block=block, reasons=(reason,)),)


HANDLERS: Handlers = {
    do.ReportError: report_error,
    do.RebuildCoup: rebuild_coup,
    do.RemoveCards: remove_cards,
}
