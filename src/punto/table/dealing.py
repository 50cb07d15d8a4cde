"""Cards out of the shoe into the hands, one by one, and what they come to."""

from punto import shoe as shoes
from punto.clause import Reason, Refused
from punto.coup import CoupResult, drawing, due, finish
from punto.roads import Bead
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import PairGrade, Result
from punto.table import commands as do
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.irregular import open_with_held, void_for_want_of_cards
from punto.table.limits import advice, check_cap, own_maximum, returned, small_wagers
from punto.table.no_bets import check_deal
from punto.table.state import Betting, Dealing, Idle, SettledWager, Settling, Table
from punto.table.wagering import still_running
from punto.wagers import Placed, facts, played_out, settle_all

Events = tuple[happened.AnyEvent, ...]


def draw(rules: TableRules, table: Table, command: do.Draw) -> Events:
    """Deal the next card; the first one starts the coup, the last one completes it."""
    started = _started(rules, table, command)
    table = replay(table, started)
    phase = table.phase
    assert isinstance(phase, Dealing)
    if table.carried is not None and started:
        opened = open_with_held(rules, table)
        return (*started, *opened)
    side = due(rules, phase.player, phase.banker)
    assert side is not None, "a complete coup is being settled"
    if not table.shoe.left:
        return (*started, *void_for_want_of_cards(rules, table))
    card, _ = shoes.draw(rules, table.shoe, command.card)
    drawn = happened.CardDrawn(card=card, side=side)
    return (*started, drawn, *after_card(rules, replay(table, (drawn,))))


def after_card(rules: TableRules, table: Table) -> Events:
    """Complete a coup that has all its cards."""
    assert isinstance(table.phase, Dealing)
    if due(rules, table.phase.player, table.phase.banker) is not None:
        return ()
    completed, small = _completed(rules, table, table.phase)
    return (completed, *advice(rules, small))


def _started(rules: TableRules, table: Table, command: do.Draw) -> Events:
    match table.phase:
        case Dealing():
            return ()
        case Settling():
            if command.card is not None:
                text = f"no hand takes {command.card}: the coup is complete"
                raise Refused("card_not_due", drawing(rules).against_table, text)
            raise still_running(rules)
        case Idle() | Betting():
            pass
    wagering = rules.edition.wagering
    window = wagering.window_first
    if window and window.value and isinstance(table.phase, Idle):
        text = "patrons are given the opportunity to wager before a card is dealt"
        raise Refused("betting_not_opened", window.clause, text)
    call = wagering.closing_call_due
    if call and call.value and not (isinstance(table.phase, Betting) and table.phase.closed):
        text = "betting is called closed before a card is dealt"
        raise Refused("betting_not_closed", call.clause, text)
    held = table.carried
    if held and held.no_bet and table.wagers and rules.edition.errors:
        clause = rules.edition.errors.forced_wagers.clause
        raise Refused("wagers_on_layout", clause, "all wagers come off before this coup")
    check_cap(rules, table)
    without = check_deal(rules, table)
    begun = shoes.start(rules, table.shoe, burn_missed=command.burn_missed)
    return (happened.CoupStarted(shoe=begun.shoe, reasons=(*without, *begun.reasons)),)


def _completed(
    rules: TableRules, table: Table, phase: Dealing
) -> tuple[happened.CoupCompleted, dict[str, tuple[Reason, ...]]]:
    """Return the result of a coup whose hands are complete, and what it does to every wager."""
    coup = finish(rules, phase.player, phase.banker)
    shoe, ending = shoes.complete(rules, table.shoe, tie=coup.result is Result.TIE)
    settled = settle_wagers(rules, table, coup)
    seen = facts(rules, coup)
    bead = Bead(
        coup.result,
        player_pair=seen.player_pair is not PairGrade.NONE,
        banker_pair=seen.banker_pair is not PairGrade.NONE,
        naturals=coup.naturals,
    )
    placed = [Placed(one.patron, one.wager, one.stake_cents) for one in table.wagers]
    only = played_out(rules, placed)
    small = small_wagers(rules, table, settled)
    noticed = tuple(reason for why in small.values() for reason in why)
    reasons = (*coup.reasons, *only, *ending, *noticed)
    completed = happened.CoupCompleted(
        coup=coup, bead=bead, settled=settled, shoe=shoe, reasons=reasons
    )
    return completed, small


def settle_wagers(rules: TableRules, table: Table, coup: CoupResult) -> tuple[SettledWager, ...]:
    """Return what every wager on the layout comes to, in the order of settling."""
    back, placed, numbers = [], [], dict[Placed, list[int]]()
    for one in table.wagers:
        handed = returned(rules, table, one)
        if handed is not None:
            back.append(SettledWager(one.number, handed))
            continue
        own = own_maximum(rules, table, one)
        entry = Placed(one.patron, one.wager, one.stake_cents, own)
        placed.append(entry)
        # Equal wagers come to the same, so it does not matter which of them gets which number.
        numbers.setdefault(entry, []).append(one.number)
    settled = settle_all(rules, placed, coup)
    return (*(SettledWager(numbers[one.placed].pop(0), one) for one in settled), *back)


def announce(reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    """Return what is called out: the reasons that are quotations."""
    return tuple(one.text.strip('"') for one in reasons if one.text.startswith('"'))
