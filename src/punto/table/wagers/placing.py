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
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.deal.no_bets import no_bet_wager_clauses
from punto.table.guards import require_patron, seat_clause, table_closed_error
from punto.table.layout_wager import TableWager
from punto.table.ledger import move_chips
from punto.table.limits.bounds import between_multiples
from punto.table.limits.bounds import check as check_limits
from punto.table.limits.offers import check_restricted, optional_wager_clauses, per_patron
from punto.table.limits.partners import check_partners
from punto.table.limits.positions import check_position
from punto.table.limits.sign_requirements import check_offer_sign
from punto.table.phase import Betting, Closed, Dealing, Idle
from punto.table.seats.joining import check_not_barred
from punto.table.table import Patron, Table
from punto.table.wagers.combinations import combination_clauses
from punto.wagers.settle import Placed, accept

placing: Topic[Table, At] = Topic("placing", changes)


class AcceptedWager(Struct, frozen=True):
    """An accepted wager: its owner, its space, the wager already there, and the clauses."""

    patron: Patron
    box: int
    lies: TableWager | None
    together: Clauses
    warned: tuple[Reason, ...]
    amount: Clauses = ()


class PlaceWager(TableCommand, frozen=True, tag="place_wager"):
    """A patron puts chips on a wager, in their own space unless another box is named.

    ``unnoticed`` chips were placed without a check of the limits. A dealer who places a wager for a
    patron names the ``patron``. ``on_behalf_of`` is another person for whom the wager is, who may
    be ``outside`` the casino. ``made_with`` is what the stake consists of, if not chips of this
    table.
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
    """Chips or tokens of a patron are on a wager, in their own space unless another is named.

    ``placed_by`` is staff who placed them; ``on_behalf_of`` a present person for whom they are.
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
    """Chips or tokens are added to an existing wager."""

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
    """Place chips of a patron on a wager, or refuse them."""
    rules, table, by = at.rules, at.state, at.by
    patron = _wager_owner(rules, table, by, command)
    accept(rules, Placed(patron.name, command.wager, command.stake_cents))
    _check_time(rules, table, patron, command)
    check_position(rules, table, command.wager)
    check_no_bet(rules, table)
    check_not_barred(rules, table, patron.name)
    check_offer_sign(rules, table, command.wager)
    box = _betting_space(rules, table, patron, command)
    _check_affordable(rules, patron, command)
    own_wagers = [bet for bet in table.wagers if bet.patron == patron.name]
    existing = _wager_in_place(own_wagers, box, command.wager)
    warnings: tuple[Reason, ...] = ()
    amount: Clauses = ()
    if not command.unnoticed:
        stake = command.stake_cents + (existing.stake_cents if existing else 0)
        same_option = [
            bet for bet in own_wagers if bet.wager == command.wager and bet is not existing
        ]
        other_cents = sum([bet.stake_cents for bet in same_option])
        warnings = check_limits(
            rules, table, patron, command.wager, stake, elsewhere_cents=other_cents
        )
        amount = between_multiples(rules, table, patron, command.wager, stake)
        check_partners(rules, table, patron, command.wager, command.stake_cents)
        check_restricted(rules, table, patron.name, command.wager)
    # Tokens and chips in the same place are one wager.
    adds_to_existing = existing is not None and command.token == (existing.token_cents == 0)
    if not adds_to_existing:
        _check_per_option(rules, own_wagers, patron.name, command)
    _shared(rules, table, patron, command.wager, box)
    combination = combination_clauses(
        rules, table, patron.name, own_wagers, command.wager, unnoticed=command.unnoticed
    )
    accepted = AcceptedWager(patron, box, existing, combination, warnings, amount)
    return _placement_events(rules, table, by, command, accepted)


def _check_time(rules: TableRules, table: Table, patron: Patron, command: PlaceWager) -> None:
    """Refuse a wager while betting is not open, unless the lock is relaxed for this patron."""
    if isinstance(table.phase, Closed):
        raise table_closed_error(rules)
    if not isinstance(table.phase, Betting) and not lock_is_relaxed(table, patron.name):
        text = f"{patron.name} cannot wager: {locked_text(table)}"
        raise Refused(
            ErrorCode.WAGER_AFTER_FIRST_CARD, _late_clauses(rules, table, patron, command), text
        )


def _late_clauses(rules: TableRules, table: Table, patron: Patron, command: PlaceWager) -> Clauses:
    """Return the clauses by which a wager is too late: a new, a raised or an optional one."""
    wagering = rules.edition.wagering
    box = command.box if command.box is not None else patron.seat
    own_wagers = [bet for bet in table.wagers if bet.patron == patron.name]
    raises = _wager_in_place(own_wagers, box, command.wager) is not None
    late_rule = (wagering.raised_late if raises else None) or wagering.late
    offers = (rules.edition.offers[name] for name in rules.offers)
    offer_clauses = (offer.too_late for offer in offers if command.wager in offer.wagers)
    removal_clauses = _removal_only_clauses(rules, table, patron.name, command.wager)
    return merged(
        late_rule.clause if late_rule else wagering.main.clause, *offer_clauses, removal_clauses
    )


def _removal_only_clauses(rules: TableRules, table: Table, name: str, wager: str) -> Clauses:
    """Return the clauses that forbid to add wagers while they may only be withdrawn."""
    if not table.next.allowed.removable:
        return ()
    if (name, wager) in table.next.allowed.lifted:
        return rules.says.lifted_stays_off
    placed = any((bet.patron, bet.wager) == (name, wager) for bet in table.wagers)
    return rules.says.lifted_unchanged if placed else ()


def lock_is_relaxed(table: Table, name: str) -> bool:
    """Return whether a patron may change wagers after the first card."""
    return isinstance(table.phase, Dealing) and name in table.next.allowed.relaxed


def locked_text(table: Table) -> str:
    """Return the text why a wager can neither be placed nor withdrawn."""
    return "betting is not open" if isinstance(table.phase, Idle) else "the first card is out"


def _placement_events(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: PlaceWager,
    accepted: AcceptedWager,
) -> Events:
    """Return the event of an accepted wager: placed, or added to an existing one."""
    patron, existing = accepted.patron, accepted.lies
    placed_by = None if by.is_patron else by.name
    clauses = merged(
        rules.permits[command.wager],
        accepted.together,
        optional_wager_clauses(rules, table, patron, command.wager, accepted.box),
        no_bet_wager_clauses(rules, table),
        rules.says.patron_answers if placed_by else (),
        rules.says.tokens_wagered if command.token else (),
        accepted.amount,
    )
    reasons = (Reason("wager accepted", clauses), *accepted.warned)
    if command.on_behalf_of is not None and rules.says.proxy:
        text = f"for {command.on_behalf_of}, who is here"
        reasons = (*reasons, Reason(text, rules.says.proxy))
    tokens = command.stake_cents if command.token else 0
    if existing is not None:
        raised = WagerRaised(
            number=existing.number, cents=command.stake_cents, token_cents=tokens, reasons=reasons
        )
        return (raised,)
    placed = WagerPlaced(
        number=table.count.wagers + 1,
        patron=patron.name,
        wager=command.wager,
        box=accepted.box if accepted.box != patron.seat else None,
        stake_cents=command.stake_cents,
        token_cents=tokens,
        placed_by=placed_by,
        on_behalf_of=command.on_behalf_of,
        reasons=reasons,
    )
    return (placed,)


def _wager_owner(rules: TableRules, table: Table, by: Actor, command: PlaceWager) -> Patron:
    """Return the owner of a wager: the actor, or the patron for whom a dealer places it."""
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
        clause = require_clauses(
            rules, rules.says.proxy, "whether one may wager for somebody outside"
        )
        raise Refused(ErrorCode.PROXY_BETTING, clause, text)
    return require_patron(table, command.patron or by.name)


def _betting_space(rules: TableRules, table: Table, patron: Patron, command: PlaceWager) -> int:
    """Return the betting space of a wager; all common pairs areas are space 0."""
    box = command.box if command.box is not None else patron.seat
    if not 1 <= box <= table.seats:
        raise Refused(
            ErrorCode.NO_SUCH_SEAT, seat_clause(rules), f"there is no betting space {box}"
        )
    common_rule = rules.edition.wagering.common_pairs
    main = rules.edition.wagering.main.value
    if rules.common_pairs and common_rule and common_rule.value and command.wager not in main:
        return 0
    return box


def _wager_in_place(own_wagers: Sequence[TableWager], box: int, wager: str) -> TableWager | None:
    """Return the wager in the same place, to which chips or tokens are added."""
    for bet in own_wagers:
        if bet.wager == wager and bet.box == box:
            return bet
    return None


def _check_affordable(rules: TableRules, patron: Patron, command: PlaceWager) -> None:
    if command.made_with is not None:
        chips = rules.edition.wagering.in_chips
        clause = chips.clause if chips else rules.edition.wagering.main.clause
        text = f"{command.made_with.replace('_', ' ')} are not chips of this table"
        raise Refused(ErrorCode.NOT_THESE_CHIPS, clause, text)
    if command.token:
        clause = require_clauses(rules, rules.says.tokens_wagered, "whether tokens may be wagered")
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


def _check_per_option(
    rules: TableRules, own_wagers: Sequence[TableWager], name: str, command: PlaceWager
) -> None:
    """Refuse one wager more on an option than a patron may have.

    An unnoticed wager is accepted if the rulebook says what happens when it is found.
    """
    wager = command.wager
    count = len([bet for bet in own_wagers if bet.wager == wager])
    found_later = command.unnoticed and rules.edition.wagering.flaws
    offer_limits = () if found_later else per_patron(rules, wager)
    for limit in (rules.edition.wagering.per_option_max, *offer_limits):
        if limit is not None and count >= limit.value:
            text = f"{name} has {count} wager on {wager} already"
            raise Refused(ErrorCode.ONE_WAGER_PER_OPTION, limit.clause, text)


def _space_owners(rules: TableRules, table: Table, box: int) -> set[str]:
    """Return the owners of a betting space that is kept for one: who sits there, or bets there."""
    betting = {bet.patron for bet in table.wagers if bet.box == box}
    rule = rules.edition.wagering.box_kept_for
    if rule is None or rule.value is BoxKeptFor.FIRST_BETTOR:
        return betting
    seated = {patron.name for patron in table.patrons if patron.seat == box and not patron.standing}
    return betting | seated


def _shared(rules: TableRules, table: Table, patron: Patron, wager: str, box: int) -> None:
    """Refuse one patron more in a betting area than may share it."""
    wagering = rules.edition.wagering
    if table.admission.one_per_box:
        others = _space_owners(rules, table, box) - {patron.name}
        if others:
            text = f"space {box} is kept for {', '.join(sorted(others))}"
            box_rule = wagering.box_kept_for
            raise Refused(
                ErrorCode.BOX_TAKEN, box_rule.clause if box_rule else rules.says.patron_limits, text
            )
    maximum = wagering.patrons_per_area_max
    bettors = {bet.patron for bet in table.wagers if bet.box == box and bet.wager == wager}
    if maximum and patron.name not in bettors and len(bettors) >= maximum.value:
        text = f"{len(bettors)} patrons share {wager} of space {box} already"
        common = wagering.common_pairs.clause if box == 0 and wagering.common_pairs else ()
        raise Refused(ErrorCode.AREA_FULL, merged(maximum.clause, common), text)
    standing = wagering.standing_per_area_max
    if standing is None or not patron.standing:
        return
    seated = [person for person in table.patrons if person.seat == box and not person.standing]
    if not seated:
        text = f"nobody is seated at space {box}"
        raise Refused(ErrorCode.STANDING_ALONE, standing.clause, text)
    standing_bettors = {
        bet.patron
        for bet in table.wagers
        if bet.box == box and (other := table.patron(bet.patron)) and other.standing
    }
    if patron.name not in standing_bettors and len(standing_bettors) >= standing.value:
        text = f"{len(standing_bettors)} standing patrons bet at space {box} already"
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
    table = move_chips(table, {wager.patron: -wager.chips_cents}, tokens)
    count = replace(table.count, wagers=event.number)
    return replace(table, wagers=(*table.wagers, wager), count=count)


@placing.applies(WagerRaised)
def wager_raised(table: Table, event: WagerRaised, envelope: Envelope) -> Table:
    [old] = [wager for wager in table.wagers if wager.number == event.number]
    chips = {old.patron: event.token_cents - event.cents}
    table = move_chips(table, chips, {old.patron: -event.token_cents})
    raised = replace(
        old,
        stake_cents=old.stake_cents + event.cents,
        token_cents=old.token_cents + event.token_cents,
        # The whole wager was checked against the current limits.
        bound=None,
    )
    wagers = tuple(raised if wager is old else wager for wager in table.wagers)
    return replace(table, wagers=wagers)
