"""People at the table: who may sit or stand where, their chips, and who has to go."""

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Reason, Refused
from punto.money import dollars, payable
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import AdviceLasts
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, known_titles, provided, require, says
from punto.table.records import House
from punto.table.state import Betting, Closed, Dealing, Idle, Patron, Table


def seat_clause(rules: TableRules) -> Clauses:
    """Return the clauses about seats, or those about wagers where the text has none."""
    seats = rules.edition.table.seats if rules.edition.table else None
    return seats.clause if seats else rules.edition.wagering.main.clause


def known(table: Table, name: str) -> Patron:
    """Return a patron at the table."""
    patron = table.patron(name)
    if patron is None:
        raise Malformed(f"{name} is not at the table", code="unknown_patron")
    return patron


def _speaks_for(rules: TableRules, by: Actor, patron: str) -> None:
    """Refuse a patron who acts for another."""
    if by.is_patron and by.name != patron:
        text = f"{by.name} may not act for {patron}"
        raise Refused("not_entitled", seat_clause(rules), text)


def join(rules: TableRules, table: Table, by: Actor, command: do.Join) -> Events:
    """Let somebody take a seat, or stand at one."""
    _speaks_for(rules, by, command.patron)
    clause = seat_clause(rules)
    if not command.patron.strip() or command.patron in known_titles(rules.edition):
        raise Malformed("name the person who joins; a title is nobody", code="incomplete")
    if isinstance(table.phase, Closed):
        closing = rules.edition.changes.get("closure")
        raise Refused("table_closed", closing.notice.clause if closing else clause, "not open")
    if table.patron(command.patron) is not None:
        raise Refused("already_here", clause, f"{command.patron} is at the table already")
    if command.patron in table.house.barred:
        raise Refused(
            "barred",
            rules.edition.powers["exclude_from_game"].clause,
            f"{command.patron} may not play on",
        )
    _free(rules, table, command.seat, standing=command.standing)
    most = table.house.patrons_max
    if most is not None and len(table.patrons) >= most:
        text = f"only {most} patrons may play at this table now"
        raise Refused("table_full", says(rules, "patron_limits"), text)
    patron = Patron(
        command.patron,
        command.seat,
        command.standing,
        0,
        table.arrivals + 1,
        advised=command.patron in table.house.advised,
    )
    reasons = [Reason("takes a place", clause)]
    if table.limits.minimum is not None and says(rules, "kept_ends"):
        text = f"plays at the minimum of {dollars(table.limits.minimum)}"
        reasons.append(Reason(text, says(rules, "kept_ends")))
    return (happened.PatronJoined(patron=patron, reasons=tuple(reasons)),)


def _free(rules: TableRules, table: Table, seat: int, *, standing: bool) -> None:
    """Refuse a seat that is not there or not free."""
    clause = seat_clause(rules)
    if not 1 <= seat <= table.seats:
        text = f"there is no seat {seat}; seats run from 1 to {table.seats}"
        raise Refused("no_such_seat", clause, text)
    taken = [one for one in table.patrons if one.seat == seat and not one.standing]
    if taken and not standing:
        raise Refused("seat_taken", clause, f"{taken[0].name} sits at seat {seat}")


def change_seat(rules: TableRules, table: Table, by: Actor, command: do.ChangeSeat) -> Events:
    """Let somebody take another place between coups: what was agreed with them goes along."""
    _speaks_for(rules, by, command.patron)
    patron = known(table, command.patron)
    if any(one.patron == patron.name for one in table.wagers):
        locked = rules.edition.wagering.locked
        clause = locked.clause if locked else rules.edition.wagering.main.clause
        raise Refused("wager_on_layout", clause, f"{patron.name} has a wager on the layout")
    _free(rules, table, command.seat, standing=command.standing)
    reason = Reason("takes another place", seat_clause(rules))
    return (
        happened.PatronMoved(
            name=patron.name, seat=command.seat, standing=command.standing, reasons=(reason,)
        ),
    )


def leave(rules: TableRules, table: Table, by: Actor, command: do.Leave) -> Events:
    """Let somebody go with their chips, but not from under a wager or with cards in hand."""
    _speaks_for(rules, by, command.patron)
    patron = known(table, command.patron)
    if any(one.patron == command.patron for one in table.wagers):
        locked = rules.edition.wagering.locked
        clause = locked.clause if locked else rules.edition.wagering.main.clause
        raise Refused("wager_on_layout", clause, f"{command.patron} has a wager on the layout")
    phase = table.phase
    if isinstance(phase, Dealing) and any(one.holder == command.patron for one in phase.out):
        assert rules.edition.deal is not None
        method = rules.edition.deal.methods[phase.method or rules.method or ""]
        raise Refused("cards_in_hand", method.clause, f"{command.patron} holds cards")
    lasts = rules.edition.limits.advice_lasts if rules.edition.limits else None
    remembered = patron.advised and lasts is not None and lasts.value is AdviceLasts.GAMING_DAY
    reasons = (
        (Reason("the advice stays with the person", lasts.clause),) if remembered and lasts else ()
    )
    return (happened.PatronLeft(name=patron.name, advised=remembered, reasons=reasons),)


def buy_chips(rules: TableRules, table: Table, by: Actor, command: do.BuyChips) -> Events:
    """Sell chips out of the float."""
    _speaks_for(rules, by, command.patron)
    known(table, command.patron)
    chips, box = rules.edition.wagering.in_chips, rules.edition.opening.drop_box
    clause = chips.clause if chips else rules.edition.wagering.main.clause
    if command.cash and box and not rules.drop_box:
        raise Refused("no_drop_box", box.clause, "this table has no drop box and takes no cash")
    if command.cents <= 0:
        raise Refused("chips_worth_nothing", clause, "chips are bought for money")
    if chips and not payable(command.cents, rules.chips_cents):
        raise Refused("not_in_chips", clause, "the chips here cannot make this amount")
    if command.cents > table.float_cents:
        raise Refused("float_too_small", clause, "the float does not hold so many chips")
    return (happened.ChipsBought(name=command.patron, cents=command.cents),)


def exchange_voucher(
    rules: TableRules, table: Table, by: Actor, command: do.ExchangeVoucher
) -> Events:
    """Hand tokens over for a voucher, one for one."""
    clause = provided(rules, "voucher", "what a voucher is exchanged for")
    require(rules, by, "deal", "hand out tokens")
    known(table, command.patron)
    if command.voucher_cents <= 0:
        raise Refused("voucher_worth_nothing", clause, "a voucher is worth something")
    if command.token_cents != command.voucher_cents:
        text = f"a voucher of {dollars(command.voucher_cents)} gives tokens of the same worth"
        raise Refused("voucher_not_equal", clause, text)
    reason = Reason(f"tokens of {dollars(command.token_cents)} for a voucher", clause)
    return (
        happened.TokensHandedOver(
            name=command.patron, cents=command.token_cents, reasons=(reason,)
        ),
    )


def limit_patrons(rules: TableRules, table: Table, by: Actor, command: do.LimitPatrons) -> Events:
    """Limit how many play, or keep each box for one patron."""
    clause = require(rules, by, "limit_patrons", "limit the number of patrons")
    if command.most is not None and command.most < 1:
        raise Malformed("at least one patron may play", code="incomplete")
    house = replace(table.house, patrons_max=command.most, one_per_box=command.one_per_box)
    boxes = ", one to a box" if command.one_per_box else ""
    text = f"at most {command.most if command.most is not None else table.seats} patrons{boxes}"
    return (house_changed("limit_patrons", house, text, clause),)


def house_changed(what: str, house: House, text: str, clause: Clauses) -> happened.HouseChanged:
    """Return that the house's side of the table changed, with the reason."""
    reasons = (Reason(text, clause),) if clause else ()
    return happened.HouseChanged(what=what, house=house, reasons=reasons)


def ask_to_vacate(rules: TableRules, table: Table, by: Actor, command: do.AskToVacate) -> Events:
    """Ask somebody to give up a place they do not use while all others are taken."""
    act = "ask for a place to be given up"
    clause = require(rules, by, "ask_to_vacate_seat", act)
    patron = known(table, command.patron)
    needed = rules.edition.conduct.idle_coups
    if needed is None:
        raise not_held(rules.edition, "when a place must be given up")
    if not isinstance(table.phase, Idle | Betting) or any(
        one.patron == patron.name for one in table.wagers
    ):
        raise Refused("coup_running", clause, f"{patron.name} is asked between coups")
    full = sum(not one.standing for one in table.patrons) == table.seats
    if patron.standing or not full or patron.idle < needed.value:
        text = f"{patron.name} has sat out {patron.idle} coups with every other place taken"
        raise Refused("place_in_use", needed.clause, text, f"{needed.value} are needed")
    reason = Reason(f"{patron.name} gives up the place", needed.clause)
    return (happened.PatronLeft(name=patron.name, reasons=(reason,)),)


def link_patrons(rules: TableRules, table: Table, by: Actor, command: do.LinkPatrons) -> Events:
    """Remember that patrons play as partners."""
    clause = require(rules, by, "link_patrons", "name patrons as partners")
    for name in command.patrons:
        known(table, name)
    if len(set(command.patrons)) < 2:
        raise Malformed("partners are two patrons or more", code="incomplete")
    house = replace(table.house, linked=(*table.house.linked, tuple(command.patrons)))
    text = f"{', '.join(command.patrons)} play as partners, up to one maximum"
    return (house_changed("link_patrons", house, text, clause),)


HANDLERS: Handlers = {
    do.Join: join,
    do.Leave: leave,
    do.ChangeSeat: change_seat,
    do.BuyChips: buy_chips,
    do.ExchangeVoucher: exchange_voucher,
    do.LimitPatrons: limit_patrons,
    do.AskToVacate: ask_to_vacate,
    do.LinkPatrons: link_patrons,
}
