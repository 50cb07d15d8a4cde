"""A whole coup dealt at once: the steps that go without saying, and no word for anybody."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.driver.live_table import LiveTable
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.policies import FacesDealt
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import TableCommand
from punto.table.deal.dealing_methods import method_for_next, methods
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners, SettlePairs
from punto.table.phase import Betting, Dealing, Idle, Settling
from punto.table.table import Table
from punto.table.views.due import next_step
from punto.table.wagers.betting import NoMoreBets, OpenBetting

# The command by which a coup without wagers is directed.
NO_BET = "direct_no_bet"
Step = Callable[[Actor, TableCommand], Table]


class TooFewNamed(Malformed):
    """A coup takes more cards than whoever deals it named."""


class WholeCoup:
    """The steps of one coup, taken by whoever may take them.

    Nobody is made to ask for anything or to agree to it: where a coup takes that, it is refused,
    with what is missing. Whoever makes the statements of everybody says so in a class of its own.
    """

    # What is done when it is due. Anything else has to be done by somebody before the coup.
    steps: ClassVar[tuple[type[TableCommand], ...]] = (
        NoMoreBets,
        Draw,
        PassCards,
        TurnCards,
        ReturnCards,
        SettlePairs,
        CollectLosers,
        PayWinners,
        Discard,
    )

    def __init__(self, game: LiveTable, step: Step, at: int) -> None:
        self.game, self.step, self.at = game, step, at
        self.dealer = Actor(DEALER, DEALER, at)
        # Faces that the dealer will name when cards that lie face down are turned.
        self.faces: dict[Side, list[Card]] = {side: [] for side in Side}

    def deal(self, cards: Sequence[Card] | None = None, *, burn_missed: bool = False) -> Table:
        """Deal and settle a coup; ``cards`` are what the dealer says was drawn, in order."""
        try:
            return self._dealt(cards, burn_missed=burn_missed)
        except Refused as no:
            no.hint = no.hint or missing(self.game.rules, self.game.table, no)
            raise

    def _dealt(self, cards: Sequence[Card] | None, *, burn_missed: bool) -> Table:
        table = self.asked_for(self.game.table)
        claimed = list(cards) if cards is not None else None
        voids = table.count.voids
        while table.count.voids == voids:
            if claimed and isinstance(table.phase, Settling):
                self.step(self.dealer, Draw(card=claimed[0]))
            who, command = self._due(table)
            if isinstance(command, Draw):
                # Nothing is left to be named in a shoe that is empty: that voids the coup.
                if claimed == [] and table.shoe.left:
                    raise TooFewNamed(
                        "the coup takes more cards than are claimed", code=ErrorCode.INCOMPLETE
                    )
                card = claimed.pop(0) if claimed else None
                draw = Draw(card=None if self._unread() else card, burn_missed=burn_missed)
                table = self.step(who, draw)
                self._remember(table, card)
                continue
            if isinstance(command, TurnCards):
                faces = self.faces[Side(command.hand)]
                command = replace(command, faces=tuple(faces))
                faces.clear()
            table = self.step(who, command)
            if isinstance(command, Discard):
                break
        return table

    def _due(self, table: Table) -> tuple[Actor, TableCommand]:
        """Return the next step of the coup; where none is due, one that is refused with why."""
        due = None if isinstance(table.phase, Idle) else next_step(self.game.rules, table)
        if due is not None and due.by is not None and isinstance(due.command, self.steps):
            title = DEALER if due.by == DEALER else PATRON
            return Actor(due.by, title, self.at), due.command
        call = self.game.rules.edition.wagering.closing_call_due
        match table.phase:
            case Idle():
                return self.dealer, OpenBetting()
            case Betting(closed=False) if call and call.value:
                return self.dealer, NoMoreBets()
            case Settling():
                return self.dealer, CollectLosers()
            case _:
                return self.dealer, Draw()

    def _unread(self) -> bool:
        """Return whether the next card lies face down and nobody reads it."""
        rules, table = self.game.rules, self.game.table
        if rules.origin is not Origin.KEYED:
            return False
        phase = table.phase
        name = phase.method if isinstance(phase, Dealing) else method_for_next(rules, table)[0]
        return methods(rules)[name or rules.method or ""].faces is FacesDealt.DOWN

    def _remember(self, table: Table, card: Card | None) -> None:
        """Keep a face that is to be named when its card is turned."""
        phase = table.phase
        if card is None or not isinstance(phase, Dealing):
            return
        for side in Side:
            unread = sum(dealt.card is None for dealt in phase.hand(side))
            if unread > len(self.faces[side]):
                self.faces[side].append(card)

    def asked_for(self, table: Table) -> Table:
        """Return the table once somebody has asked for a coup without wagers: nobody does here."""
        return table


def missing(rules: TableRules, table: Table, no: Refused) -> str | None:
    """Return which words of whom a coup waits for, to be typed by whoever hears them."""
    match no.code:
        case ErrorCode.NO_WAGERS:
            return f"place a wager, or: {no_bet_words(rules, table)}"
        case ErrorCode.ROLE_NOT_TAKEN:
            name = table.role.waiting[0] if table.role.waiting else "PATRON"
            return f"offer_role, then: {name} accept_role, or {name} decline_role"
        case _:
            return None


def no_bet_words(rules: TableRules, table: Table) -> str:
    """Return what is said for a coup without wagers: who directs it, who asks, who agrees."""
    data, words = rules.edition.no_bet, [rules.edition.powers[Power.CALL_NO_BET_COUP].value[0]]
    words.append(NO_BET)
    if data is None:
        return " ".join(words)
    here = ",".join(patron.name for patron in table.patrons)
    if data.empty_source and not here:
        return " ".join([*words, "marker=yes"])
    words += ["requested_by=PATRON"] if data.requested and data.requested.value else []
    words += [f"agreed={here or 'PATRONS'}"] if data.all_agree and data.all_agree.value else []
    return " ".join(words)
