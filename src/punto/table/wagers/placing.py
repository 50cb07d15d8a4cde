"""Who may wager what, where and how often."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import BoxNumber, PatronName, StakeCents, Text, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import BoxKeptFor
from punto.rulebook.power import Power
from punto.table.authority import provided, require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.deal.no_bets import permitted
from punto.table.guards import known, not_open, seat_clause
from punto.table.layout_wager import TableWager
from punto.table.ledger import moved
from punto.table.limits.bounds import between_multiples
from punto.table.limits.bounds import check as check_limits
from punto.table.limits.offers import check_restricted, optional, per_patron
from punto.table.limits.partners import check_partners
from punto.table.limits.positions import check_position
from punto.table.limits.sign_requirements import check_offer_sign
from punto.table.phase import Betting, Closed, Dealing, Idle
from punto.table.seats.joining import check_not_barred
from punto.table.table import Patron, Table
from punto.table.wagers.combinations import combined
from punto.wagers.settle import Placed, accept

placing: Topic[Table, At] = Topic("placing", changes)


class Judged(Struct, frozen=True):
    """A wager that was judged good: whose, where, beside what, and why."""

    patron: Patron
    box: int
    lies: TableWager | None
    together: Clauses
    warned: tuple[Reason, ...]
    amount: Clauses = ()


class PlaceWager(TableCommand, frozen=True, tag="place_wager"):
    """A patron puts chips on a wager, in their own space unless another box is named.

    ``unnoticed`` chips lie on the layout although nobody looked whether they may. A dealer who
    places them on a patron's word names the ``patron``. ``on_behalf_of`` is for somebody else;
    it matters whether that person is outside the casino. ``made_with`` names what the stake is
    made of where that is not chips of this table.
    """

    group = Group.DEAL
    powers = (Power.DEAL,)

    wager: WagerName
    stake_cents: StakeCents
    box: BoxNumber | None = None
    unnoticed: bool = False
    token: bool = False
    patron: PatronName | None = None
    on_behalf_of: PatronName | None = None
    outside: bool = False
    made_with: Text | None = None


class WagerPlaced(TableEvent, frozen=True, gc=False, tag="wager_placed"):
    """Chips or tokens of a patron lie on a wager, in their own space unless another is named.

    ``placed_by`` is staff who put them there; ``on_behalf_of`` somebody present for whom they lie.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    patron: str
    wager: str
    stake_cents: int
    box: int | None = None
    token_cents: int = 0
    placed_by: str | None = None
    on_behalf_of: str | None = None


class WagerRaised(TableEvent, frozen=True, gc=False, tag="wager_raised"):
    """Chips or tokens are added to a wager that lies there."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    cents: int
    token_cents: int = 0


@placing.permits(PlaceWager)
def may_place_wager(at: At) -> None:
    """Raise an error if this person may not place a wager now."""
    rules, table = at.rules, at.state
    check_no_bet(rules, table)


@placing.decides(PlaceWager)
def place_wager(at: At, command: PlaceWager) -> Events:
    """Put chips of a patron on a wager, or refuse them."""
    rules, table, by = at.rules, at.state, at.by
    patron = _owner(rules, table, by, command)
    accept(rules, Placed(patron.name, command.wager, command.stake_cents))
    _check_time(rules, table, patron, command)
    check_position(rules, table, command.wager)
    check_no_bet(rules, table)
    check_not_barred(rules, table, patron.name)
    check_offer_sign(rules, table, command.wager)
    box = _box(rules, table, patron, command)
    _affordable(rules, patron, command)
    mine = [bet for bet in table.wagers if bet.patron == patron.name]
    lies = _lies_there(mine, box, command.wager)
    warned: tuple[Reason, ...] = ()
    amount: Clauses = ()
    if not command.unnoticed:
        stake = command.stake_cents + (lies.stake_cents if lies else 0)
        same = [bet for bet in mine if bet.wager == command.wager and bet is not lies]
        others = sum([bet.stake_cents for bet in same])
        warned = check_limits(rules, table, patron, command.wager, stake, elsewhere_cents=others)
        amount = between_multiples(rules, table, patron, command.wager, stake)
        check_partners(rules, table, patron, command.wager, command.stake_cents)
        check_restricted(rules, table, patron.name, command.wager)
    # Tokens beside chips in the same place are the same wager.
    mixed = lies is not None and command.token == (lies.token_cents == 0)
    if not mixed:
        _per_option(rules, mine, patron.name, command)
    _shared(rules, table, patron, command.wager, box)
    together = combined(rules, table, patron.name, mine, command.wager, unnoticed=command.unnoticed)
    judged = Judged(patron, box, lies, together, warned, amount)
    return _laid(rules, table, by, command, judged)


def _check_time(rules: TableRules, table: Table, patron: Patron, command: PlaceWager) -> None:
    """Refuse a wager while betting is not open, unless the lock is relaxed for this patron."""
    if isinstance(table.phase, Closed):
        raise not_open(rules)
    if not isinstance(table.phase, Betting) and not relaxed(table, patron.name):
        text = f"{patron.name} cannot wager: {why_not(table)}"
        raise Refused(ErrorCode.WAGER_AFTER_FIRST_CARD, _late(rules, table, patron, command), text)


def _late(rules: TableRules, table: Table, patron: Patron, command: PlaceWager) -> Clauses:
    """Return the clauses by which a wager comes too late: made, or raised, or an optional one."""
    wagering = rules.edition.wagering
    box = command.box if command.box is not None else patron.seat
    mine = [bet for bet in table.wagers if bet.patron == patron.name]
    raises = _lies_there(mine, box, command.wager) is not None
    late = (wagering.raised_late if raises else None) or wagering.late
    offers = (rules.edition.offers[name] for name in rules.offers)
    besides = (offer.too_late for offer in offers if command.wager in offer.wagers)
    off = _only_off(rules, table, patron.name, command.wager)
    return merged(late.clause if late else wagering.main.clause, *besides, off)


def _only_off(rules: TableRules, table: Table, name: str, wager: str) -> Clauses:
    """Return what keeps a wager from growing, or coming back, while wagers may be taken off."""
    if not table.next.allowed.removable:
        return ()
    if (name, wager) in table.next.allowed.lifted:
        return rules.says.lifted_stays_off
    lies = any((bet.patron, bet.wager) == (name, wager) for bet in table.wagers)
    return rules.says.lifted_unchanged if lies else ()


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
    command: PlaceWager,
    judged: Judged,
) -> Events:
    """Return a wager that was judged good on the layout, or one that lies there raised."""
    patron, lies = judged.patron, judged.lies
    placed_by = None if by.is_patron else by.name
    permits = merged(
        rules.permits[command.wager],
        judged.together,
        optional(rules, table, patron, command.wager, judged.box),
        permitted(rules, table),
        rules.says.patron_answers if placed_by else (),
        rules.says.tokens_wagered if command.token else (),
        judged.amount,
    )
    reasons = (Reason("wager accepted", permits), *judged.warned)
    if command.on_behalf_of is not None and rules.says.proxy:
        text = f"for {command.on_behalf_of}, who is here"
        reasons = (*reasons, Reason(text, rules.says.proxy))
    tokens = command.stake_cents if command.token else 0
    if lies is not None:
        raised = WagerRaised(
            number=lies.number, cents=command.stake_cents, token_cents=tokens, reasons=reasons
        )
        return (raised,)
    placed = WagerPlaced(
        number=table.count.wagers + 1,
        patron=patron.name,
        wager=command.wager,
        box=judged.box if judged.box != patron.seat else None,
        stake_cents=command.stake_cents,
        token_cents=tokens,
        placed_by=placed_by,
        on_behalf_of=command.on_behalf_of,
        reasons=reasons,
    )
    return (placed,)


def _owner(rules: TableRules, table: Table, by: Actor, command: PlaceWager) -> Patron:
    """Return whose wager it is: one's own, or that of the patron whom a dealer helps."""
    if by.is_patron:
        if command.patron not in (None, by.name):
            raise Malformed(
                f"{by.name} wagers for {by.name}, not for {command.patron}", code=ErrorCode.NOT_NOW
            )
    else:
        require(rules, by, Power.DEAL, "place a wager for a patron")
        if command.patron is None:
            raise Malformed("name the patron whose wager it is", code=ErrorCode.INCOMPLETE)
    if command.on_behalf_of is not None and command.outside:
        text = f"nobody wagers for {command.on_behalf_of}, who is outside the casino"
        clause = provided(rules, rules.says.proxy, "whether one may wager for somebody outside")
        raise Refused(ErrorCode.PROXY_BETTING, clause, text)
    return known(table, command.patron or by.name)


def _box(rules: TableRules, table: Table, patron: Patron, command: PlaceWager) -> int:
    """Return the betting space of a wager; common pairs areas are one, wherever they lie."""
    box = command.box if command.box is not None else patron.seat
    if not 1 <= box <= table.seats:
        raise Refused(
            ErrorCode.NO_SUCH_SEAT, seat_clause(rules), f"there is no betting space {box}"
        )
    common = rules.edition.wagering.common_pairs
    main = rules.edition.wagering.main.value
    if rules.common_pairs and common and common.value and command.wager not in main:
        return 0
    return box


def _lies_there(mine: Sequence[TableWager], box: int, wager: str) -> TableWager | None:
    """Return the wager to which chips or tokens are added that go to the same place."""
    for bet in mine:
        if bet.wager == wager and bet.box == box:
            return bet
    return None


def _affordable(rules: TableRules, patron: Patron, command: PlaceWager) -> None:
    if command.made_with is not None:
        chips = rules.edition.wagering.in_chips
        clause = chips.clause if chips else rules.edition.wagering.main.clause
        text = f"{command.made_with.replace('_', ' ')} are not chips of this table"
        raise Refused(ErrorCode.NOT_THESE_CHIPS, clause, text)
    if command.token:
        clause = provided(rules, rules.says.tokens_wagered, "whether tokens may be wagered")
        if command.stake_cents > patron.tokens_cents:
            raise Refused(
                ErrorCode.NOT_ENOUGH_TOKENS, clause, f"{patron.name} holds too few tokens"
            )
    elif command.stake_cents > patron.chips_cents:
        chips = rules.edition.wagering.in_chips
        clause = chips.clause if chips else rules.edition.wagering.main.clause
        raise Refused(
            ErrorCode.NOT_ENOUGH_CHIPS, clause, f"{patron.name} does not hold so many chips"
        )


def _per_option(
    rules: TableRules, mine: Sequence[TableWager], name: str, command: PlaceWager
) -> None:
    """Refuse one wager more on an option than a patron may have.

    One that nobody noticed lies there where the text says what becomes of it when it is found.
    """
    wager = command.wager
    has = len([bet for bet in mine if bet.wager == wager])
    found_later = command.unnoticed and rules.edition.wagering.flaws
    offered = () if found_later else per_patron(rules, wager)
    for limit in (rules.edition.wagering.per_option_max, *offered):
        if limit is not None and has >= limit.value:
            text = f"{name} has {has} wager on {wager} already"
            raise Refused(ErrorCode.ONE_WAGER_PER_OPTION, limit.clause, text)


def _owners(rules: TableRules, table: Table, box: int) -> set[str]:
    """Return whose a betting space is that is kept for one: who sits there, or bets there."""
    betting = {bet.patron for bet in table.wagers if bet.box == box}
    kept = rules.edition.wagering.box_kept_for
    if kept is None or kept.value is BoxKeptFor.FIRST_BETTOR:
        return betting
    sitting = {one.name for one in table.patrons if one.seat == box and not one.standing}
    return betting | sitting


def _shared(rules: TableRules, table: Table, patron: Patron, wager: str, box: int) -> None:
    """Refuse one patron more in a betting area than may share it."""
    wagering = rules.edition.wagering
    if table.admission.one_per_box:
        others = _owners(rules, table, box) - {patron.name}
        if others:
            text = f"space {box} is kept for {', '.join(sorted(others))}"
            kept = wagering.box_kept_for
            raise Refused(
                ErrorCode.BOX_TAKEN, kept.clause if kept else rules.says.patron_limits, text
            )
    most = wagering.patrons_per_area_max
    here = {bet.patron for bet in table.wagers if bet.box == box and bet.wager == wager}
    if most and patron.name not in here and len(here) >= most.value:
        text = f"{len(here)} patrons share {wager} of space {box} already"
        common = wagering.common_pairs.clause if box == 0 and wagering.common_pairs else ()
        raise Refused(ErrorCode.AREA_FULL, merged(most.clause, common), text)
    standing = wagering.standing_per_area_max
    if standing is None or not patron.standing:
        return
    seated = [person for person in table.patrons if person.seat == box and not person.standing]
    if not seated:
        text = f"nobody is seated at space {box}"
        raise Refused(ErrorCode.STANDING_ALONE, standing.clause, text)
    beside = {
        bet.patron
        for bet in table.wagers
        if bet.box == box and (other := table.patron(bet.patron)) and other.standing
    }
    if patron.name not in beside and len(beside) >= standing.value:
        text = f"{len(beside)} standing patrons bet at space {box} already"
        raise Refused(ErrorCode.TOO_MANY_STANDING, standing.clause, text)


@placing.applies(WagerPlaced)
def wager_placed(table: Table, event: WagerPlaced, envelope: Envelope) -> Table:
    patron = table.patron(event.patron)
    assert patron is not None
    wager = TableWager(
        event.number,
        event.patron,
        event.wager,
        patron.seat if event.box is None else event.box,
        event.stake_cents,
        event.token_cents,
        event.placed_by,
    )
    tokens = {wager.patron: -wager.token_cents} if wager.token_cents else None
    table = moved(table, {wager.patron: -wager.chips_cents}, tokens)
    count = replace(table.count, wagers=event.number)
    return replace(table, wagers=(*table.wagers, wager), count=count)


@placing.applies(WagerRaised)
def wager_raised(table: Table, event: WagerRaised, envelope: Envelope) -> Table:
    [lying] = [wager for wager in table.wagers if wager.number == event.number]
    chips = {lying.patron: event.token_cents - event.cents}
    table = moved(table, chips, {lying.patron: -event.token_cents})
    more = replace(
        lying,
        stake_cents=lying.stake_cents + event.cents,
        token_cents=lying.token_cents + event.token_cents,
        # The whole of it was judged by the limits of now.
        bound=None,
    )
    wagers = tuple(more if wager is lying else wager for wager in table.wagers)
    return replace(table, wagers=wagers)
