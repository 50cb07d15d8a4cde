"""Wagers that lie wrongly, are refused, claimed to be meant otherwise, or let loose again."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group, Trouble
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
from punto.table.authority import provided, require, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.dealing_methods import method_of
from punto.table.entries import PartnerBetRefusedRecorded
from punto.table.guards import coup_is_on, known, locked_clause
from punto.table.layout_wager import TableWager
from punto.table.limits.offers import barred_by, offer_with, one_too_many, stranded
from punto.table.limits.partners import over_by, staked
from punto.table.phase import Betting, Dealing, Settling
from punto.table.register import record
from punto.table.returned_stakes import Back, StakesReturned, part, whole
from punto.table.table import Table
from punto.table.wagers.removal_effects import follow

invalid_wagers: Topic[Table, At] = Topic("invalid_wagers", changes)


class ClaimWager(TableCommand, frozen=True, tag="claim_wager"):
    """A patron says that a wager was meant for another area."""

    group = Group.DEAL
    trouble = Trouble.MONEY
    powers = ()

    wager: LaidWager
    meant: Attestation[WagerName]


class RefuseWager(TableCommand, frozen=True, tag="refuse_wager"):
    """A wager is refused and removed before the first card.

    ``stake_cents`` is what partners offered and nobody took: it never lay on the layout.
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
    trouble = Trouble.MONEY
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


def _wager(table: Table, patron: str, wager: str) -> TableWager:
    """Return the latest wager of a patron on an option."""
    theirs = [bet for bet in table.wagers if (bet.patron, bet.wager) == (patron, wager)]
    if not theirs:
        raise Malformed(f"{patron} has no wager on {wager}", code=ErrorCode.NO_SUCH_THING)
    return theirs[-1]


@invalid_wagers.permits(ClaimWager)
def may_claim_wager(at: At) -> Clauses:
    """Raise an error if this person may not claim a wager now."""
    rules = at.rules
    return provided(rules, rules.says.patron_answers, "who answers for where chips lie")


@invalid_wagers.decides(ClaimWager)
def claim_wager(at: At, command: ClaimWager) -> Events:
    """Refuse to move a wager on the word of a patron: they answer for where it lies."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_claim_wager(at)
    lies = _wager(table, by.name, command.wager)
    if lies.placed_by is not None:
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
    """Refuse a wager that lies on the layout, and have it removed."""
    rules, table, by = at.rules, at.state, at.by
    if not rules.says.wager_refused and rules.says.partnership:
        return refuse_partner_bet(rules, table, by, command)
    if command.stake_cents is not None:
        raise Malformed("the wager to be refused lies on the layout", code=ErrorCode.NOT_NOW)
    require(rules, by, Power.REFUSE_WAGER, "refuse a wager")
    clause = provided(rules, rules.says.wager_refused, "when a wager may be refused")
    gone = _wager(table, command.patron, command.wager)
    if not isinstance(table.phase, Betting):
        early = rules.says.wager_refused_early or clause
        raise Refused(ErrorCode.WAGER_AFTER_FIRST_CARD, early, "the first card is out")
    if not command.reason.strip():
        raise Malformed("say why the wager is refused", code=ErrorCode.INCOMPLETE)
    clause = merged(clause, rules.says.wager_refused_gone)
    reason = Reason(f"{command.patron} {command.wager} refused: {command.reason}", clause)
    back = StakesReturned(stakes=(whole(gone),), reasons=(reason,))
    return (back, *stranded(rules, after(table, (back,)), command.patron))


@invalid_wagers.permits(FindInvalid)
def may_find_invalid(at: At) -> None:
    """Raise an error if this person may not say that a wager is invalid now."""
    rules, by = at.rules, at.by
    flaws = rules.edition.wagering.flaws
    if not flaws:
        raise not_held(rules.edition, "what makes a wager invalid")
    require_staff(rules, by, "say that a wager is invalid")


@invalid_wagers.decides(FindInvalid)
def find_invalid(at: At, command: FindInvalid) -> Events:
    """Hand a wager back that lies wrongly or is not allowed, before or after the first card."""
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
    gone = _wager(table, command.patron, command.wager)
    if isinstance(table.phase, Settling) and table.phase.begun:
        raise Refused(ErrorCode.ALREADY_SETTLED, flaw.clause, "the wagers are being settled")
    _really(rules, table, gone, command.flaw, flaw.clause)
    words = command.flaw.replace("_", " ")
    clause = merged(flaw.clause, _of_offer(rules, table, gone, command.flaw))
    if coup_is_on(table):
        clause = merged(provided(rules, rules.says.invalid_late, "what a late find does"), clause)
    reason = Reason(f"{command.patron} {command.wager} is invalid, {words}: returned", clause)
    back = StakesReturned(stakes=(whole(gone),), reasons=(reason,))
    return (back, *follow(rules, after(table, (back,))))


def _really(rules: TableRules, table: Table, wager: TableWager, flaw: str, clause: Clauses) -> None:
    """Refuse a flaw that the table itself knows not to be there."""
    main = rules.edition.wagering.main.value
    if flaw == "not_a_permitted_combination":
        mine = [bet for bet in table.wagers if bet.patron == wager.patron and bet.wager in main]
        together = {one.wager for one in mine}
        good = any(
            set(combination.wagers) == together
            and (not combination.approval or wager.patron in table.next.allowed.both_hands)
            for combination in rules.edition.wagering.combinations
        )
        if good or wager.number != max((one.number for one in mine), default=0):
            text = "these wagers go together, or this is not the later of them"
            raise Refused(ErrorCode.NOT_INVALID, clause, text)
    barred = barred_by(rules, table, wager.patron, wager.wager) is not None
    open_to_them = not barred and one_too_many(rules, table, wager) is None
    if flaw == "optional_bet_not_permitted" and open_to_them:
        raise Refused(ErrorCode.NOT_INVALID, clause, "this wager is open to whoever has it")


def _of_offer(rules: TableRules, table: Table, wager: TableWager, flaw: str) -> Clauses:
    """Return what the text says about this flaw where it speaks of one optional wager."""
    offer = offer_with(rules, wager.wager)
    if flaw == "outside_area" and offer is not None:
        return offer.own_area
    if flaw == "optional_bet_not_permitted":
        too_many = one_too_many(rules, table, wager)
        return too_many or barred_by(rules, table, wager.patron, wager.wager) or ()
    return ()


@invalid_wagers.permits(RelaxLock)
def may_relax_lock(at: At) -> Clauses:
    """Raise an error if this person may not let wagers be changed after the first card now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.RELAX_WAGER_LOCK, "let wagers be changed after the first card")


@invalid_wagers.decides(RelaxLock)
def relax_lock(at: At, command: RelaxLock) -> Events:
    """Let a patron change wagers after the first card, as long as no card was seen."""
    rules, table = at.rules, at.state
    power = may_relax_lock(at)
    patron = known(table, command.patron)
    phase = table.phase
    if not isinstance(phase, Dealing):
        raise Malformed("no card is out, or the coup is complete", code=ErrorCode.NOT_NOW)
    method = method_of(rules, phase)
    if method.turned_by is TurnedBy.DEALER:
        cited = rules.says.lock_relaxed_method
        raise Refused(ErrorCode.NOT_WITH_THIS_METHOD, cited, f"not under {method.title}")
    shown = any(card.seen for card in table.next.carried)
    if phase.any_up or shown:
        raise Refused(ErrorCode.CARD_EXPOSED, rules.says.lock_relaxed_unseen, "a card lies face up")
    if not command.reason.strip():
        raise Malformed("say why the rule would be unfair", code=ErrorCode.INCOMPLETE)
    cited = merged(provided(rules, rules.says.lock_relaxed, "when the lock is relaxed"), power)
    reason = Reason(f"{patron.name} may change wagers: {command.reason}", cited)
    return (LockRelaxed(name=patron.name, reasons=(reason,)),)


def _above(table: Table, command: RefuseWager, over: int) -> tuple[Back, ...]:
    """Return what goes back of somebody's wagers so that partners keep to one maximum."""
    found = []
    for bet in reversed(staked(table, (command.patron,), command.wager)):
        cents = min(over, bet.stake_cents)
        if cents:
            found.append(part(bet, cents))
            over -= cents
    if not found:
        raise Malformed(
            f"{command.patron} has nothing on {command.wager}", code=ErrorCode.NO_SUCH_THING
        )
    return tuple(found)


def refuse_partner_bet(rules: TableRules, table: Table, by: Actor, command: RefuseWager) -> Events:
    """Put a bet of partners over one maximum on record, and hand back what lies there of it."""
    require(rules, by, Power.REFUSE_WAGER, "refuse a wager")
    clause = rules.says.partnership
    if not isinstance(table.phase, Betting):
        text = "the first card is out: the bet is settled on one maximum together"
        raise Refused(ErrorCode.WAGER_AFTER_FIRST_CARD, locked_clause(rules), text)
    patron, offered = known(table, command.patron), command.stake_cents or 0
    over, most = over_by(rules, table, patron, command.wager, offered)
    if over <= 0:
        text = f"{patron.name} and partners stay within one maximum, or are no partners"
        raise Refused(ErrorCode.NOT_INVALID, clause, text)
    if offered < 0 or not command.reason.strip():
        raise Malformed("say what was offered, and with whom", code=ErrorCode.INCOMPLETE)
    stakes = () if offered else _above(table, command, over)
    stake = dollars(offered or sum(back.cents for back in stakes))
    text = f"{patron.name} {command.wager} {stake}, over {dollars(most)} together: {command.reason}"
    kept = rules.says.partners_recorded or clause
    entry = record(PartnerBetRefusedRecorded, table, text, kept, person=patron.name)
    if not stakes:
        return (entry,)
    reason = Reason(f"{patron.name} {command.wager} refused: {command.reason}", clause)
    return (StakesReturned(stakes=stakes, reasons=(reason,)), entry)


@invalid_wagers.applies(LockRelaxed)
def lock_relaxed(table: Table, event: LockRelaxed, envelope: Envelope) -> Table:
    names = (*table.next.allowed.relaxed, event.name)
    allowed = replace(table.next.allowed, relaxed=names)
    return replace(table, next=replace(table.next, allowed=allowed))
