"""What is due about the cards of a table: on their way into play, out of it, or held up."""

from typing import Any

from msgspec import Struct

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.burning import burn_first
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.policies import CutChoice
from punto.rulebook.power import Power
from punto.shoe import Stage, check_shuffle, loaded, shoe_rules
from punto.shoe_preparation import burn_procedure
from punto.statements import said_in, unsaid
from punto.table.authority import known_titles
from punto.table.base_classes import TableCommand
from punto.table.cards.burning import Burn
from punto.table.cards.checking import ConfirmPickedUp, VerifyCards
from punto.table.cards.cutting import Cut, OfferCut
from punto.table.cards.preparation import CheckCards, Load, Mark, NewShoe, Shuffle
from punto.table.cards.replacement import ReplaceCards, SignOffCards
from punto.table.errors.device_failure import DeviceReady
from punto.table.errors.late_errors import ConfirmCards
from punto.table.errors.pack_errors import CheckPacks
from punto.table.errors.scan_errors import ConfirmResult
from punto.table.open_issues import Block, BlockKind
from punto.table.phase import Dealing, Settling
from punto.table.registry import AnyCommand, decide
from punto.table.table import Table


class Step(Struct, frozen=True):
    """What is due and why; who does it by which command, where it is one.

    ``faces`` is how many cards that person has to name, because nobody else knows them.
    """

    reason: Reason
    by: str | None = None
    command: AnyCommand | None = None
    faces: int = 0

    @property
    def asks(self) -> tuple[str, ...]:
        """Return the fields that stand for what that person has to say: they are asked for it."""
        return () if self.command is None else tuple(said_in(self.command))

    @property
    def unsaid(self) -> dict[str, Any] | None:
        """Return the command as its fields, without what that person has to say."""
        return None if self.command is None else unsaid(self.command)


def staff(rules: TableRules, power: Power) -> str:
    """Return a title that has a power; the dealer where the rulebook names nobody."""
    held = rules.edition.powers.get(power)
    return held.value[0] if held else DEALER


def accepted(rules: TableRules, table: Table, by: str, command: TableCommand) -> bool:
    """Return whether somebody could give a command now."""
    title = by if by in known_titles(rules.edition) else PATRON
    try:
        decide(rules, table, Actor(by, title), command)
    except (Refused, Malformed):
        return False
    return True


def block_due(rules: TableRules, table: Table) -> Step | None:
    """Return the first thing that must be done before the game goes on from here."""
    for block in table.open.blocks:
        if block.stops in _stopped(table):
            by, command = _lifting(rules, table, block)
            good = command is not None and accepted(rules, table, by, command)
            reason = Reason(block.text, block.clause)
            return Step(reason, by, command) if good else Step(reason)
    return None


def _stopped(table: Table) -> tuple[str, ...]:
    """Return what would come next and can be stopped."""
    if isinstance(table.phase, Settling):
        return ("coup", "settle")
    if isinstance(table.phase, Dealing):
        return ("coup",)
    if table.shoe.stage in (Stage.LOADED, Stage.READY):
        return ("coup", "deal", "shoe")
    return ("coup", "deal", "shoe", "load")


def _lifting(rules: TableRules, table: Table, block: Block) -> tuple[str, TableCommand | None]:
    """Return who does what a block waits for, and how."""
    cards = rules.edition.cards
    match block.kind:
        case BlockKind.CARDS_NOT_SIGNED_OFF:
            needed = cards.care.signed_off_by if cards else None
            waiting = [title for _, title in table.packs.swapped]
            left = waiting or [
                title
                for title in (needed.value if needed else ())
                if title not in table.packs.signed_off
            ]
            return (left or [DEALER])[0], SignOffCards()
        case BlockKind.CHECK_ORDERED:
            return staff(rules, Power.CHECK_CARDS), VerifyCards(table.shoe.size)
        case BlockKind.CARDS_DROPPED:
            return staff(rules, Power.VERIFY_DROPPED_CARDS), ConfirmPickedUp(table.shoe.size)
        case BlockKind.PACKS_NOT_CHECKED | BlockKind.FACE_CHECK_DUE:
            return DEALER, CheckPacks(complete=True)
        case BlockKind.PACKS_INCOMPLETE:
            return staff(rules, Power.REPLACE_CARDS), ReplaceCards(_other_back(table))
        case BlockKind.ERROR_REPORTED:
            return DEALER, ConfirmCards()
        case BlockKind.SCAN_DIFFERS:
            return staff(rules, Power.CONFIRM_RESULT), ConfirmResult()
        case BlockKind.NO_DEVICE:
            return staff(rules, Power.JUDGE_DEVICE), DeviceReady()
        case _:
            return DEALER, NewShoe()


def _other_back(table: Table) -> str:
    return "red" if table.packs.back != "red" else "blue"


def next_shoe(rules: TableRules, table: Table, no: Refused) -> Step:
    """Return how the next shoe begins: with the same cards, or with others."""
    if no.code not in (ErrorCode.SHOE_OVER, ErrorCode.TOO_FEW_CARDS):
        return Step(Reason(no.message, no.clause))
    if accepted(rules, table, DEALER, NewShoe()):
        return Step(Reason("a new shoe", no.clause), DEALER, NewShoe())
    by = staff(rules, Power.REPLACE_CARDS)
    return Step(
        Reason("other cards for a new shoe", no.clause), by, ReplaceCards(_other_back(table))
    )


def preparing(rules: TableRules, table: Table) -> Step:
    """Return the next step of cards on their way: check, shuffle, cut, cutting card, load, burn."""
    shoe = shoe_rules(rules)
    if table.shoe.stage is Stage.LOADED and shoe.burn:
        return _burn(rules, shoe.burn)
    try:
        loaded(rules, table.shoe)
    except Refused as no:
        match no.code:
            case ErrorCode.NOT_SHUFFLED:
                return _shuffle(rules, table, no)
            case ErrorCode.NOT_CUT:
                return _cut(rules, table, no)
            case _:
                return _cutting_card(rules, no)
    reason = Reason("load", shoe.cut_due.clause if table.shoe.stage is Stage.MARKED else ())
    return Step(reason, staff(rules, Power.PLACE_MARKER), Load())


def _shuffle(rules: TableRules, table: Table, no: Refused) -> Step:
    try:
        check_shuffle(rules, table.shoe)
    except Refused as unchecked:
        name = table.patrons[0].name if table.patrons else None
        reason = Reason(unchecked.message, unchecked.clause)
        return Step(reason, name, CheckCards() if name else None)
    return Step(Reason("shuffle", no.clause), staff(rules, Power.SHUFFLE), Shuffle())


def _cut(rules: TableRules, table: Table, no: Refused) -> Step:
    """Return who cuts now, or to whom the cut is offered."""
    cut = Cut(at=None if rules.origin is Origin.KEYED else table.shoe.size // 2)
    turn = table.packs.cut.nominee or next(iter(table.packs.cut.waiting), None)
    if turn is not None:
        return Step(Reason(f"the cut: {turn} cuts or declines", no.clause), turn, cut)
    default = staff(rules, Power.CUT_IN_DEFAULT)
    name = default.replace("_", " ")
    if accepted(rules, table, default, cut):
        free = shoe_rules(rules).cutting.choice.value is CutChoice.SUPERVISOR_CHOOSES
        offered = ", or offered to a patron" if free and table.patrons else ""
        return Step(Reason(f"the cut by the {name}{offered}", no.clause), default, cut)
    for to in (None, *(patron.name for patron in table.patrons)):
        offer = OfferCut(to=to)
        if accepted(rules, table, DEALER, offer):
            return Step(Reason("the cut: offer it", no.clause), DEALER, offer)
    return Step(Reason("the cut", no.clause))


def _cutting_card(rules: TableRules, no: Refused) -> Step:
    behind = shoe_rules(rules).marker_behind
    count = None if rules.origin is Origin.KEYED else behind.value
    reason = Reason(f"the cutting card goes in, {behind.value} cards behind it", no.clause)
    return Step(reason, staff(rules, Power.PLACE_MARKER), Mark(behind=count))


def _burn(rules: TableRules, burn: schema.Burn) -> Step:
    name, approved_by = burn_procedure(rules)
    power = rules.edition.powers.get(Power.BURN)
    clause = power.clause if power else burn.procedures[name].clause
    read = rules.origin is not Origin.VIRTUAL and burn_first(rules, name)
    return Step(
        Reason("burn", clause),
        staff(rules, Power.BURN),
        Burn(name, approved_by),
        faces=int(read),
    )
