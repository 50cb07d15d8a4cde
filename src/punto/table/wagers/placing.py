"""Who may wager what, where and how often."""

from msgspec import Struct

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.table.authority import Actor, provided, require, says
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.events import Events
from punto.table.guards import known, not_open, seat_clause
from punto.table.limits.bounds import bounds
from punto.table.limits.bounds import check as check_limits
from punto.table.limits.posting import check_offer_sign
from punto.table.phase import Betting, Closed, Dealing, Idle
from punto.table.seats.joining import check_not_barred
from punto.table.table import Patron, Table
from punto.table.wager import TableWager
from punto.table.wagers import commands as do
from punto.table.wagers import events as happened
from punto.table.wagers.offers import check_restricted, optional
from punto.wagers import Placed, accept


class Judged(Struct, frozen=True):
    """A wager that was judged good: whose, where, beside what, and why."""

    patron: Patron
    box: int
    lies: TableWager | None
    together: Clauses
    warned: tuple[Reason, ...]


def place_wager(rules: TableRules, table: Table, by: Actor, command: do.PlaceWager) -> Events:
    """Put chips of a patron on a wager, or refuse them."""
    patron = _owner(rules, table, by, command)
    accept(rules, Placed(patron.name, command.wager, command.stake_cents))
    _check_time(rules, table, patron.name)
    check_no_bet(rules, table)
    check_not_barred(rules, table, patron.name)
    check_offer_sign(rules, table, command.wager)
    box = _box(rules, table, patron, command)
    _affordable(rules, patron, command)
    lies = _lies_there(table, patron.name, box, command.wager)
    warned: tuple[Reason, ...] = ()
    if not command.unnoticed:
        stake = command.stake_cents + (lies.stake_cents if lies else 0)
        others = sum(
            [
                wager.stake_cents
                for wager in table.wagers
                if wager.wager == command.wager and wager.patron == patron.name
            ]
        ) - (lies.stake_cents if lies else 0)
        warned = check_limits(rules, table, patron, command.wager, stake, elsewhere_cents=others)
        _partners(rules, table, patron, command.wager, command.stake_cents)
        check_restricted(rules, table, patron.name, command.wager)
    # Tokens beside chips in the same place are the same wager.
    mixed = lies is not None and command.token == (lies.token_cents == 0)
    if not mixed:
        _per_option(rules, table, patron.name, command.wager)
    _shared(rules, table, patron, command.wager, box)
    together = combined(rules, table, patron.name, command)
    judged = Judged(patron, box, lies, together, warned)
    return _laid(rules, table, by, command, judged)


def _check_time(rules: TableRules, table: Table, name: str) -> None:
    """Refuse a wager while betting is not open, unless the lock is relaxed for this patron."""
    if isinstance(table.phase, Closed):
        raise not_open(rules)
    if not isinstance(table.phase, Betting) and not relaxed(table, name):
        late = rules.edition.wagering.late
        clause = late.clause if late else rules.edition.wagering.main.clause
        text = f"{name} cannot wager: {why_not(table)}"
        raise Refused("wager_after_first_card", clause, text)


def relaxed(table: Table, name: str) -> bool:
    """Return whether somebody may change wagers although cards are out."""
    return isinstance(table.phase, Dealing) and name in table.next.allowed.relaxed


def why_not(table: Table) -> str:
    """Return why a wager can neither be made nor taken back."""
    return "betting is not open" if isinstance(table.phase, Idle) else "the first card is out"


def _laid(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.PlaceWager,
    judged: Judged,
) -> Events:
    """Return a wager that was judged good on the layout, or one that lies there raised."""
    patron, lies = judged.patron, judged.lies
    placed_by = None if by.is_patron else by.name
    permits = merged(
        rules.permits[command.wager],
        judged.together,
        optional(rules, table, patron.name, command.wager),
        says(rules, "patron_answers") if placed_by else (),
        says(rules, "voucher") if command.token else (),
    )
    reasons = (Reason("wager accepted", permits), *judged.warned)
    tokens = command.stake_cents if command.token else 0
    if lies is not None:
        raised = happened.WagerRaised(
            number=lies.number, cents=command.stake_cents, token_cents=tokens, reasons=reasons
        )
        return (raised,)
    placed = happened.WagerPlaced(
        number=table.count.wagers + 1,
        patron=patron.name,
        wager=command.wager,
        box=judged.box if judged.box != patron.seat else None,
        stake_cents=command.stake_cents,
        token_cents=tokens,
        placed_by=placed_by,
        reasons=reasons,
    )
    return (placed,)


def _owner(rules: TableRules, table: Table, by: Actor, command: do.PlaceWager) -> Patron:
    """Return whose wager it is: one's own, or that of the patron whom a dealer helps."""
    if by.is_patron:
        if command.patron not in (None, by.name):
            raise Malformed(
                f"{by.name} wagers for {by.name}, not for {command.patron}", code="not_now"
            )
    else:
        require(rules, by, "deal", "place a wager for a patron")
        if command.patron is None:
            raise Malformed("name the patron whose wager it is", code="incomplete")
    if command.on_behalf_of is not None and command.outside:
        text = f"nobody wagers for {command.on_behalf_of}, who is outside the casino"
        clause = provided(rules, "proxy", "whether one may wager for somebody outside")
        raise Refused("proxy_betting", clause, text)
    return known(table, command.patron or by.name)


def _box(rules: TableRules, table: Table, patron: Patron, command: do.PlaceWager) -> int:
    """Return the betting space of a wager; common pairs areas are one, wherever they lie."""
    box = command.box if command.box is not None else patron.seat
    if not 1 <= box <= table.seats:
        raise Refused("no_such_seat", seat_clause(rules), f"there is no betting space {box}")
    common = rules.edition.wagering.common_pairs
    main = rules.edition.wagering.main.value
    if rules.common_pairs and common and common.value and command.wager not in main:
        return 0
    return box


def _lies_there(table: Table, name: str, box: int, wager: str) -> TableWager | None:
    """Return the wager to which chips or tokens are added that go to the same place."""
    for bet in table.wagers:
        if bet.patron == name and bet.wager == wager and bet.box == box:
            return bet
    return None


def _affordable(rules: TableRules, patron: Patron, command: do.PlaceWager) -> None:
    if command.made_with is not None:
        chips = rules.edition.wagering.in_chips
        clause = chips.clause if chips else rules.edition.wagering.main.clause
        text = f"{command.made_with.replace('_', ' ')} are not chips of this table"
        raise Refused("not_these_chips", clause, text)
    if command.token:
        clause = provided(rules, "voucher", "whether tokens may be wagered")
        if command.stake_cents > patron.tokens_cents:
            raise Refused("not_enough_tokens", clause, f"{patron.name} holds too few tokens")
    elif command.stake_cents > patron.chips_cents:
        chips = rules.edition.wagering.in_chips
        clause = chips.clause if chips else rules.edition.wagering.main.clause
        raise Refused("not_enough_chips", clause, f"{patron.name} does not hold so many chips")


def _partners(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int
) -> None:
    """Refuse partners more than one maximum together."""
    most = bounds(rules, table, patron, wager)[1]
    for group in table.admission.linked:
        if patron.name not in group or most is None:
            continue
        there = sum(
            bet.stake_cents for bet in table.wagers if bet.patron in group and bet.wager == wager
        )
        if there + stake_cents > most:
            text = f"partners have {dollars(there)} on {wager}; together they may have"
            raise Refused("partnership", says(rules, "partnership"), f"{text} {dollars(most)}")


def _per_option(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse one wager more on an option than a patron may have."""
    limits = [rules.edition.wagering.per_option_max]
    limits += [
        rules.edition.offers[offer].per_patron_max
        for offer in rules.offers
        if wager in rules.edition.offers[offer].wagers
    ]
    has = sum(bet.patron == name and bet.wager == wager for bet in table.wagers)
    for limit in limits:
        if limit is not None and has >= limit.value:
            text = f"{name} has {has} wager on {wager} already"
            raise Refused("one_wager_per_option", limit.clause, text)


def combined(rules: TableRules, table: Table, name: str, command: do.PlaceWager) -> Clauses:
    """Return what permits the main wagers a patron has together, or refuse them."""
    wagering = rules.edition.wagering
    main = wagering.main.value
    if command.wager not in main:
        return ()
    have = {wager.wager for wager in table.wagers if wager.patron == name and wager.wager in main}
    wanted = have | {command.wager}
    aside = rules.sets_aside.get(LiveRule.COMBINATIONS)
    if aside is not None:
        if {"player", "banker"} <= wanted and not command.unnoticed:
            raise Refused("one_hand_only", aside, f"{name} backs the other hand already")
        return ()
    if not wagering.combinations:
        return wagering.combinations_free if {"player", "banker"} <= wanted else ()
    for combination in wagering.combinations:
        if set(combination.wagers) == wanted:
            if (
                combination.approval
                and name not in table.next.allowed.both_hands
                and not command.unnoticed
            ):
                others = " and ".join(sorted(have))
                text = f"{name} backs {others} already; both hands need approval"
                raise Refused("both_hands_not_approved", combination.clause, text)
            return combination.clause
    clause = merged(*(combination.clause for combination in wagering.combinations))
    text = f"{' with '.join(sorted(wanted))} is no combination that a patron may have"
    raise Refused("not_a_combination", clause, text)


def _shared(rules: TableRules, table: Table, patron: Patron, wager: str, box: int) -> None:
    """Refuse one patron more in a betting area than may share it."""
    wagering = rules.edition.wagering
    if table.admission.one_per_box:
        others = {bet.patron for bet in table.wagers if bet.box == box} - {patron.name}
        if others:
            text = f"space {box} is kept for {', '.join(sorted(others))}"
            raise Refused("box_taken", says(rules, "patron_limits"), text)
    here = {bet.patron for bet in table.wagers if bet.box == box and bet.wager == wager}
    most = wagering.patrons_per_area_max
    if most and patron.name not in here and len(here) >= most.value:
        text = f"{len(here)} patrons share {wager} of space {box} already"
        common = wagering.common_pairs.clause if box == 0 and wagering.common_pairs else ()
        raise Refused("area_full", merged(most.clause, common), text)
    standing = wagering.standing_per_area_max
    if standing is None or not patron.standing:
        return
    seated = [person for person in table.patrons if person.seat == box and not person.standing]
    if not seated:
        text = f"nobody is seated at space {box}"
        raise Refused("standing_alone", standing.clause, text)
    beside = {
        bet.patron
        for bet in table.wagers
        if bet.box == box and (other := table.patron(bet.patron)) and other.standing
    }
    if patron.name not in beside and len(beside) >= standing.value:
        text = f"{len(beside)} standing patrons bet at space {box} already"
        raise Refused("too_many_standing", standing.clause, text)
