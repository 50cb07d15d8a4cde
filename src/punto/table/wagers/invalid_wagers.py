"""Wagers that lie wrongly, are refused, claimed to be meant otherwise, or let loose again."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import (
    Attestation,
    Flaw,
    GivenReason,
    LaidWager,
    PatronName,
    StakeCents,
    Text,
    WagerName,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import TurnedBy
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.dealing_methods import method_of
from punto.table.entries import PartnerBetRefusedRecorded
from punto.table.guards import coup_is_on, locked_clause, require_patron
from punto.table.layout_wager import TableWager
from punto.table.limits.offers import (
    offer_of_wager,
    restriction_for,
    return_restricted_wagers,
    too_many_clauses,
)
from punto.table.limits.partners import excess_over_maximum, staked
from punto.table.phase import Betting, Dealing, Settling
from punto.table.register import record
from punto.table.returned_stakes import ReturnedStake, StakesReturned, part_of_stake, whole_stake
from punto.table.table import Table
from punto.table.wagers.removal_effects import removal_events

invalid_wagers: Topic[Table, At] = Topic("invalid_wagers", changes)


class ClaimWager(TableCommand, frozen=True, tag="claim_wager"):
    """A patron says that a wager was meant for another area."""

    group = Group.DEAL
    trouble = ErrorArea.MONEY
    powers = ()

    wager: LaidWager
    meant: Attestation[WagerName]


class RefuseWager(TableCommand, frozen=True, tag="refuse_wager"):
    """A wager is refused and removed before the first card.

    ``stake_cents`` is a stake that partners offered and that was not accepted onto the layout.
    """

    group = Group.SETTLING
    powers = (Power.REFUSE_WAGER,)

    patron: PatronName
    wager: LaidWager
    reason: GivenReason[Text]
    stake_cents: StakeCents | None = None


class FindInvalid(TableCommand, frozen=True, tag="find_invalid"):
    """A wager turns out to lie wrongly or not to be allowed."""

    group = Group.SETTLING
    trouble = ErrorArea.MONEY
    powers = ()

    patron: PatronName
    wager: LaidWager
    flaw: Attestation[Flaw]


class RelaxLock(TableCommand, frozen=True, tag="relax_lock"):
    """A patron may change wagers although the first card is out."""

    group = Group.COUP
    powers = (Power.RELAX_WAGER_LOCK,)

    patron: PatronName
    reason: GivenReason[Text]


class LockRelaxed(TableEvent, frozen=True, gc=False, tag="lock_relaxed"):
    """A patron may change wagers although the first card is out."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str


def _latest_wager(table: Table, patron: str, wager: str) -> TableWager:
    """Return the latest wager of a patron on an option."""
    own_wagers = [bet for bet in table.wagers if (bet.patron, bet.wager) == (patron, wager)]
    if not own_wagers:
        raise Malformed(f"{patron} has no wager on {wager}", code=ErrorCode.NO_SUCH_THING)
    return own_wagers[-1]


@invalid_wagers.permits(ClaimWager)
def may_claim_wager(at: At) -> Clauses:
    """Raise an error if this person may not claim a wager now."""
    rules = at.rules
    return require_clauses(rules, rules.says.patron_answers, "who answers for where chips lie")


@invalid_wagers.decides(ClaimWager)
def claim_wager(at: At, command: ClaimWager) -> Events:
    """Refuse to move a wager because of a claim: patrons answer for where their chips are."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_claim_wager(at)
    claimed = _latest_wager(table, by.name, command.wager)
    if claimed.placed_by is not None:
        clause = rules.says.instructions or clause
    if isinstance(table.phase, Betting):
        raise Malformed(
            f"no card is out: take {command.wager} back and wager {command.meant}",
            code=ErrorCode.NOT_NOW,
        )
    text = f"the wager lies on {command.wager} and stays there, whoever put it there"
    raise Refused(ErrorCode.WAGER_STANDS_WHERE_IT_LIES, clause, text)


invalid_wagers.permits(RefuseWager)(anybody)


@invalid_wagers.decides(RefuseWager)
def refuse_wager(at: At, command: RefuseWager) -> Events:
    """Refuse a wager on the layout, and return it."""
    rules, table, by = at.rules, at.state, at.by
    if not rules.says.wager_refused and rules.says.partnership:
        return refuse_partner_bet(rules, table, by, command)
    if command.stake_cents is not None:
        raise Malformed("the wager to be refused lies on the layout", code=ErrorCode.NOT_NOW)
    require(rules, by, Power.REFUSE_WAGER, "refuse a wager")
    clause = require_clauses(rules, rules.says.wager_refused, "when a wager may be refused")
    refused = _latest_wager(table, command.patron, command.wager)
    if not isinstance(table.phase, Betting):
        early = rules.says.wager_refused_early or clause
        raise Refused(ErrorCode.WAGER_AFTER_FIRST_CARD, early, "the first card is out")
    if not command.reason.strip():
        raise Malformed("say why the wager is refused", code=ErrorCode.INCOMPLETE)
    clause = merged(clause, rules.says.wager_refused_gone)
    reason = Reason(f"{command.patron} {command.wager} refused: {command.reason}", clause)
    returned = StakesReturned(stakes=(whole_stake(refused),), reasons=(reason,))
    return (returned, *return_restricted_wagers(rules, after(table, (returned,)), command.patron))


@invalid_wagers.permits(FindInvalid)
def may_find_invalid(at: At) -> None:
    """Raise an error if this person may not report an invalid wager now."""
    rules, by = at.rules, at.by
    flaws = rules.edition.wagering.flaws
    if not flaws:
        raise not_held(rules.edition, "what makes a wager invalid")
    require_staff(rules, by, "say that a wager is invalid")


@invalid_wagers.decides(FindInvalid)
def find_invalid(at: At, command: FindInvalid) -> Events:
    """Return a wager that is invalid, before or after the first card."""
    rules, table = at.rules, at.state
    may_find_invalid(at)
    flaws = rules.edition.wagering.flaws
    assert flaws
    flaw = flaws.get(command.flaw)
    if flaw is None:
        raise Malformed(
            f"there is no flaw {command.flaw!r}",
            f"flaws: {', '.join(flaws)}",
            code=ErrorCode.NO_SUCH_THING,
        )
    invalid = _latest_wager(table, command.patron, command.wager)
    if isinstance(table.phase, Settling) and table.phase.begun:
        raise Refused(ErrorCode.ALREADY_SETTLED, flaw.clause, "the wagers are being settled")
    _check_flaw(rules, table, invalid, command.flaw, flaw.clause)
    words = command.flaw.replace("_", " ")
    clause = merged(flaw.clause, _offer_flaw_clauses(rules, table, invalid, command.flaw))
    if coup_is_on(table):
        clause = merged(
            require_clauses(rules, rules.says.invalid_late, "what a late find does"), clause
        )
    reason = Reason(f"{command.patron} {command.wager} is invalid, {words}: returned", clause)
    returned = StakesReturned(stakes=(whole_stake(invalid),), reasons=(reason,))
    return (returned, *removal_events(rules, after(table, (returned,))))


def _check_flaw(
    rules: TableRules, table: Table, wager: TableWager, flaw: str, clause: Clauses
) -> None:
    """Refuse a flaw that the state of the table disproves."""
    main = rules.edition.wagering.main.value
    if flaw == "not_a_permitted_combination":
        main_wagers = [
            bet for bet in table.wagers if bet.patron == wager.patron and bet.wager in main
        ]
        kinds = {main_wager.wager for main_wager in main_wagers}
        permitted = any(
            set(combination.wagers) == kinds
            and (not combination.approval or wager.patron in table.next.allowed.both_hands)
            for combination in rules.edition.wagering.combinations
        )
        if permitted or wager.number != max(
            (main_wager.number for main_wager in main_wagers), default=0
        ):
            text = "these wagers go together, or this is not the later of them"
            raise Refused(ErrorCode.NOT_INVALID, clause, text)
    barred = restriction_for(rules, table, wager.patron, wager.wager) is not None
    available = not barred and too_many_clauses(rules, table, wager) is None
    if flaw == "optional_bet_not_permitted" and available:
        raise Refused(ErrorCode.NOT_INVALID, clause, "this wager is open to whoever has it")


def _offer_flaw_clauses(rules: TableRules, table: Table, wager: TableWager, flaw: str) -> Clauses:
    """Return the clauses about this flaw for a single optional wager, if there are any."""
    offer = offer_of_wager(rules, wager.wager)
    if flaw == "outside_area" and offer is not None:
        return offer.own_area
    if flaw == "optional_bet_not_permitted":
        too_many = too_many_clauses(rules, table, wager)
        return too_many or restriction_for(rules, table, wager.patron, wager.wager) or ()
    return ()


@invalid_wagers.permits(RelaxLock)
def may_relax_lock(at: At) -> Clauses:
    """Raise an error if this person may not let wagers be changed after the first card now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.RELAX_WAGER_LOCK, "let wagers be changed after the first card")


@invalid_wagers.decides(RelaxLock)
def relax_lock(at: At, command: RelaxLock) -> Events:
    """Let a patron change wagers after the first card, if no card was seen."""
    rules, table = at.rules, at.state
    power_clause = may_relax_lock(at)
    patron = require_patron(table, command.patron)
    phase = table.phase
    if not isinstance(phase, Dealing):
        raise Malformed("no card is out, or the coup is complete", code=ErrorCode.NOT_NOW)
    method = method_of(rules, phase)
    if method.turned_by is TurnedBy.DEALER:
        cited = rules.says.lock_relaxed_method
        raise Refused(ErrorCode.NOT_WITH_THIS_METHOD, cited, f"not under {method.title}")
    held_card_seen = any(card.seen for card in table.next.carried)
    if phase.any_up or held_card_seen:
        raise Refused(ErrorCode.CARD_EXPOSED, rules.says.lock_relaxed_unseen, "a card lies face up")
    if not command.reason.strip():
        raise Malformed("say why the rule would be unfair", code=ErrorCode.INCOMPLETE)
    cited = merged(
        require_clauses(rules, rules.says.lock_relaxed, "when the lock is relaxed"), power_clause
    )
    reason = Reason(f"{patron.name} may change wagers: {command.reason}", cited)
    return (LockRelaxed(name=patron.name, reasons=(reason,)),)


def _stakes_over_maximum(
    table: Table, command: RefuseWager, over_cents: int
) -> tuple[ReturnedStake, ...]:
    """Return the parts of a patron's wagers by which partners exceed one maximum."""
    stakes = []
    for bet in reversed(staked(table, (command.patron,), command.wager)):
        cents = min(over_cents, bet.stake_cents)
        if cents:
            stakes.append(part_of_stake(bet, cents))
            over_cents -= cents
    if not stakes:
        raise Malformed(
            f"{command.patron} has nothing on {command.wager}", code=ErrorCode.NO_SUCH_THING
        )
    return tuple(stakes)


def refuse_partner_bet(rules: TableRules, table: Table, by: Actor, command: RefuseWager) -> Events:
    """Record a bet of partners over one maximum, and return the excess on the layout."""
    require(rules, by, Power.REFUSE_WAGER, "refuse a wager")
    clause = rules.says.partnership
    if not isinstance(table.phase, Betting):
        text = "the first card is out: the bet is settled on one maximum together"
        raise Refused(ErrorCode.WAGER_AFTER_FIRST_CARD, locked_clause(rules), text)
    patron, offered_cents = require_patron(table, command.patron), command.stake_cents or 0
    over_cents, maximum = excess_over_maximum(rules, table, patron, command.wager, offered_cents)
    if over_cents <= 0:
        text = f"{patron.name} and partners stay within one maximum, or are no partners"
        raise Refused(ErrorCode.NOT_INVALID, clause, text)
    if offered_cents < 0 or not command.reason.strip():
        raise Malformed("say what was offered, and with whom", code=ErrorCode.INCOMPLETE)
    stakes = () if offered_cents else _stakes_over_maximum(table, command, over_cents)
    stake = dollars(offered_cents or sum(excess.cents for excess in stakes))
    text = (
        f"{patron.name} {command.wager} {stake}, over {dollars(maximum)} together: {command.reason}"
    )
    record_clauses = rules.says.partners_recorded or clause
    entry = record(PartnerBetRefusedRecorded, table, text, record_clauses, person=patron.name)
    if not stakes:
        return (entry,)
    reason = Reason(f"{patron.name} {command.wager} refused: {command.reason}", clause)
    return (StakesReturned(stakes=stakes, reasons=(reason,)), entry)


@invalid_wagers.applies(LockRelaxed)
def lock_relaxed(table: Table, event: LockRelaxed, envelope: Envelope) -> Table:
    names = (*table.next.allowed.relaxed, event.name)
    allowed = replace(table.next.allowed, relaxed=names)
    return replace(table, next=replace(table.next, allowed=allowed))
