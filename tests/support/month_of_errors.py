"""A month of play with errors of every kind, and a count of them that is kept while they happen."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from punto.aggregate.actor import Actor
from punto.driver.table import TableDriver
from punto.journal import JournalLine
from punto.library import open_table
from punto.scenario.author import AuthorsCoup
from punto.table.base_classes import TableCommand
from punto.table.cards.checking import OrderCardCheck, OrderShuffle, VerifyCards
from punto.table.conduct.disputes import CloseDispute, RaiseDispute, RequestReview, RuleOnDispute
from punto.table.conduct.incidents import BarPatron, Detain, ExcludePatron, HandOver, ReportIncident
from punto.table.deal.settling import CollectLosers, PayWinners
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.device_failure import DeviceFault
from punto.table.errors.late_errors import ReportError
from punto.table.errors.mispayment_discovery import FindMispayment
from punto.table.errors.pack_errors import FindCard, ReportMissed, VoidShoe
from punto.table.errors.scan_errors import ReportDisplay
from punto.table.mispayments import CureMispayment, EnquireMispayment
from punto.table.opening.staff_on_duty import Tell
from punto.table.phase import Settling
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.combinations import ApproveBothHands
from punto.table.wagers.placing import PlaceWager
from support.expected_payments import won
from support.expected_registers import BLANK, ENTRY, Kept
from support.log_envelopes import journal_lines
from support.sydney_times import DAY, midnight

BOOK = "nsw-2024"
AMOUNTS = (99_999, 100_000, 100_001, 5_000, 250_000)
STAKE = 500_000
BY_SUE: dict[str, Any] = {"by": "gaming_supervisor", "title": "gaming_supervisor"}
BY_DEALER: dict[str, Any] = {"by": "dealer", "title": "dealer"}


@dataclass
class Wrong:
    """A wrong payment as it was made by whoever injected it."""

    stream: str
    patron: str
    cents: int
    paid_at: int
    known_at: int
    number: int
    cured: list[tuple[int, str]] = field(default_factory=list)
    enquired: list[tuple[int, bool]] = field(default_factory=list)

    def state(self, until: int) -> str:
        """Return how it stood before a moment."""
        done = [how for at, how in self.cured if at < until]
        order = ("told_commission", "attempted", "rectified")
        return max(done, key=order.index) if done else "open"

    def breach(self, until: int) -> bool:
        """Return whether it was a breach as far as was known before a moment."""
        asked = [meant for at, meant in self.enquired if at < until]
        return not (asked and not asked[-1] and self.state(until) != "open")

    def touched(self, until: int) -> int:
        """Return when something was last done about it before a moment."""
        steps = [self.known_at, *(at for at, _ in (*self.cured, *self.enquired))]
        return max(at for at in steps if at < until)


@dataclass
class Count:
    """What was done, counted by hand: when, where, what."""

    wrong: list[Wrong] = field(default_factory=list)
    told: list[tuple[int, str, str, str]] = field(default_factory=list)
    coups: list[tuple[int, str]] = field(default_factory=list)
    voids: list[tuple[int, str]] = field(default_factory=list)
    bought: list[tuple[int, str, int]] = field(default_factory=list)
    won: list[tuple[int, str, int]] = field(default_factory=list)
    noted: list[tuple[int, str, str, str]] = field(default_factory=list)

    kept: Kept = field(default_factory=Kept)

    def note(self, book: str, at: int, stream: str, kind: str, *clauses: str, **cells: Any) -> None:
        """Keep that a register has one more line, and what stands in it."""
        self.noted.append((at, stream, book, kind))
        if book in ("mispayments", "disputes"):
            # Their rows grow: what they say is asked in a way of its own.
            return
        if "coup" in BLANK.get(book, ENTRY):
            coup = sum(where == stream for _, where in self.coups)
            cells = {"coup": coup or None, **cells}
        self.kept.row(book, at, stream, *clauses, kind=kind, **cells)


def faces(game: TableDriver) -> str:
    """Return the cards that lie on a table, in the order in which they were dealt."""
    phase = game.table.phase
    assert isinstance(phase, Settling)
    player, banker = phase.coup.player, phase.coup.banker
    first = (player[0], banker[0], player[1], banker[1])
    return " ".join(map(str, (*first, *player[2:], *banker[2:])))


class CoupGone(Exception):
    """The coup that was being dealt is void."""


class Pit:
    """A pit whose tables are opened every day, and where things go wrong."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.games: dict[str, TableDriver] = {}
        self.count = Count()
        self.supervisor = "gaming_supervisor"
        # What the last coup of each table is due, by its cards; when something last happened.
        self.due: dict[str, int] = {}
        self.last: dict[str, int] = {}

    def lines(self) -> list[JournalLine]:
        """Return the journal of the pit."""
        return [
            line for stream, game in self.games.items() for line in journal_lines(stream, game.log)
        ]

    def act(self, stream: str, by: str, command: TableCommand, at: int) -> None:
        """Let somebody act at a table."""
        game = self.games[stream]
        game.act(Actor(by, by if by in game.titles else "patron", at), command)
        self.last[stream] = at
        self.count.kept.by = by

    def open(self, stream: str, at: int, *, device: bool, names: tuple[str, ...]) -> None:
        """Open a table at which some people have bought chips."""
        source = "shuffling_device" if device else "card_shoe"
        self.games[stream] = open_table(
            BOOK, randbelow=self.random.randrange, minimum=25, maximum=10_000, source=source
        )
        for seat, name in enumerate(names, start=1):
            self.act(stream, name, Join(name, seat), at)
            self.act(stream, name, BuyChips(name, 20_000_000), at)
            self.count.bought.append((at, stream, 20_000_000))
        # What was bought has no time of its own in a log: the next thing that has one follows.
        self.act(stream, self.supervisor, Tell("surveillance", "the table is open"), at)
        text = "surveillance is told: the table is open"
        self.count.note("limits", at, stream, "told", text=text, to=("surveillance",), **BY_SUE)
        self.count.noted.append((at, stream, "notices", "told"))

    def coup(
        self, stream: str, at: int, *, wrong: int = 0, fault: bool = False, name: str = "ann"
    ) -> None:
        """Deal a coup, paid wrongly by some cents or with a device that fails."""
        game = self.games[stream]
        dealer = Actor("dealer", "dealer", at)

        def step(actor: Actor, command: TableCommand) -> Table:
            if isinstance(command, CollectLosers):
                if fault:
                    self.act(stream, self.supervisor, DeviceFault(True, True, True), at)
                    raise CoupGone
                self.due[stream] = won(faces(game), "player", STAKE)
                self.count.won.append((at, stream, -self.due[stream]))
            game.act(actor, self._wrongly(stream, command, wrong, at, name) if wrong else command)
            self.last[stream] = at
            return game.table

        game.act(dealer, OpenBetting())
        self.act(stream, name, PlaceWager("player", STAKE), at)
        self.count.coups.append((at, stream))
        try:
            AuthorsCoup(game, step, at).deal()
        except CoupGone:
            self.count.voids.append((at, stream))
            self.count.note(
                "voids", at, stream, "coup_voided",
                "13.4#1", "13.4#2", "13.4#3", "13.1.3", "1.1:void",
                text="somebody was disadvantaged", returned_cents=STAKE,
            )  # fmt: skip
            self.count.note(
                "devices", at, stream, "device_fault", "13.1", "13.1.1", "13.1.2",
                text="the device failed in a coup", **BY_SUE,
            )  # fmt: skip

    def _wrongly(
        self, stream: str, command: TableCommand, cents: int, at: int, name: str
    ) -> TableCommand:
        """Return the settling of the one wager as a dealer gets it wrong."""
        phase = self.games[stream].table.phase
        if not isinstance(phase, Settling):
            return command
        due = self.due[stream]
        [number] = [bet.number for bet in phase.settled]
        if isinstance(command, CollectLosers) and due < 0:
            # No more is taken than lies there: somebody who lost is paid over.
            self._found(stream, name, abs(cents), at, at)
            return CollectLosers({number: -due - abs(cents)})
        if isinstance(command, PayWinners) and due >= 0:
            wrong = cents if due + cents >= 0 else -cents
            self._found(stream, name, wrong, at, at)
            return PayWinners({number: due + wrong})
        return command

    def _found(self, stream: str, patron: str, cents: int, paid: int, known: int) -> None:
        number = sum(one.stream == stream for one in self.count.wrong) + 1
        self.count.wrong.append(Wrong(stream, patron, cents, paid, known, number))
        self.count.won.append((known, stream, -cents))
        self.count.note("mispayments", known, stream, "mispaid")

    def found_late(self, stream: str, coup: int, cents: int, known: int) -> None:
        """Find out later that a coup was paid otherwise: known now, paid then."""
        paid = [at for at, where in self.count.coups if where == stream][coup - 1]
        due, over = self.due[stream], abs(cents)
        really = {"collected_cents": -due - over} if due < 0 else {"paid_cents": due + over}
        command = FindMispayment(coup, "ann", "player", **really)
        self._found(stream, "ann", over, paid, known)
        self.act(stream, self.supervisor, command, known)

    def enquire(self, wrong: Wrong, at: int, *, meant: bool = False) -> None:
        """Look into a wrong payment."""
        command = EnquireMispayment(wrong.number, "the tape was watched", suspected=meant)
        self.act(wrong.stream, self.supervisor, command, at)
        wrong.enquired.append((at, meant))

    def cure(self, wrong: Wrong, at: int, how: str) -> None:
        """Do something about a wrong payment."""
        steps = ("identify",) if how == "attempted" else ()
        self.act(wrong.stream, self.supervisor, CureMispayment(wrong.number, how, steps), at)
        if how == "rectified" and all(before != how for _, before in wrong.cured):
            self.count.won.append((at, wrong.stream, wrong.cents))
        wrong.cured.append((at, how))

    def void(self, stream: str, at: int) -> None:
        """Report an error of the coup that is over, and void it: nobody can rebuild it."""
        self.act(stream, "dealer", ReportError("misdeal", "two cards at once"), at)
        coup = sum(where == stream for _, where in self.count.coups)
        self.count.note(
            "irregularities", at, stream, "dealing_error", "12.1#1", "12.1(b)",
            text=f"coup {coup}, misdeal: two cards at once", **BY_DEALER,
        )  # fmt: skip
        self.act(stream, self.supervisor, VoidCoup("nobody knows the order"), at)
        self.count.won.append((at, stream, self.due[stream]))
        self.count.voids.append((at, stream))
        self.count.note(
            "voids", at, stream, "coup_voided",
            "12.1.2#1", "12.1.2#2", "12.1.2#3", "12.1.2#4", "1.1:void",
            text="nobody knows the order", reversed_cents=self.due[stream],
        )  # fmt: skip

    def lose_card(self, stream: str, at: int, kind: str, channel: str) -> None:
        """Find that a card is missing, or one too many: an inspector is told by a channel."""
        command = FindCard("missing" if kind == "missing_card" else "foreign", "a king", channel)
        self.act(stream, "dealer", command, at)
        self.count.told.append((at, stream, kind, channel))
        which = "12.11#1" if kind == "missing_card" else "12.11#2"
        self.count.note(
            "odd_cards", at, stream, kind, which, "12.11.4#1", "12.11.4#2",
            text=f"{kind.replace('_', ' ')}: a king",
            to=("surveillance", f"inspector by {channel}"), **BY_DEALER,
        )  # fmt: skip
        self.count.noted.append((at, stream, "notices", kind))

    def see_order(self, stream: str, at: int, channel: str) -> None:
        """Void a shoe whose order was seen."""
        self.act(stream, self.supervisor, VoidShoe("a screen showed it", channel), at)
        self.count.told.append((at, stream, "shoe_void", channel))
        said = {"text": "a screen showed it", **BY_SUE}
        self.count.note("voids", at, stream, "shoe_void", "4.13#1", "4.13#2", **said)
        said["to"] = (f"inspector by {channel}",)
        self.count.note("notices", at, stream, "shoe_void", "4.13#1", "4.13#2", **said)

    def incident(self, stream: str, at: int) -> None:
        """Catch somebody with a device, bar, exclude, hold and hand them over."""
        report = ReportIncident("prohibited_device", "bob", "a telephone")
        self.act(stream, self.supervisor, report, at)
        number = self.games[stream].table.count.entries
        device = "a device that records, predicts or sends: a telephone"
        act = f"under Casino Control Act 1992 s 79, for incident {number}: {device}"
        for command, kind, clause, text in (
            (BarPatron("bob", number), "barred", "14.3.2", "bob barred from the game"),
            (
                *(ExcludePatron("bob", number), "excluded", "14.3.3"),
                f"bob excluded from the casino; {act}",
            ),
            (Detain("bob", number), "detained", "14.3.4#1", "bob held"),
            (HandOver("bob", "police"), "handed_over", "14.3.4#2", "bob handed over to police"),
        ):
            self.act(stream, self.supervisor, command, at)
            said = {"text": text, "person": "bob", **BY_SUE}
            self.count.note("incidents", at, stream, kind, clause, **said)
        said = {"text": device, "person": "bob", **BY_SUE}
        self.count.note("incidents", at, stream, "prohibited_device", "14.1", **said)

    def dispute(self, stream: str, at: int) -> None:
        """Dispute a ruling, have it heard, heard again and closed."""
        self.act(stream, "ann", RaiseDispute("that was a nine"), at)
        number = self.games[stream].table.count.disputes
        self.act(stream, "gaming_supervisor", RuleOnDispute(number, "an eight"), at)
        self.act(stream, "ann", RequestReview(number), at)
        self.act(stream, "gaming_manager", RuleOnDispute(number, "an eight"), at)
        closed = CloseDispute(number, satisfied=False, advised=True, decision="an eight")
        self.act(stream, "casino_operator", closed, at)
        self.count.note("disputes", at, stream, "dispute_raised")

    def display(self, stream: str, at: int) -> None:
        """Notice that the display shows something else."""
        self.act(stream, "dealer", ReportDisplay("a banker win"), at)
        text = "the display shows a banker win; only the cards count"
        said = {"text": text, **BY_DEALER}
        self.count.note("irregularities", at, stream, "display_differs", "12.14", **said)

    def approve(self, stream: str, at: int) -> None:
        """Let somebody wager on both hands, and to a maximum of their own."""
        self.act(stream, self.supervisor, ApproveBothHands("ann"), at)
        self.count.note(
            "approvals", at, stream, "both_hands_approved", "5.6.6", "5.6.7",
            text="gaming_supervisor lets ann back both hands", person="ann", coup=None,
        )  # fmt: skip

    def late(self, stream: str, at: int) -> None:
        """Report an error of the first coup when it is too late, if there was another since."""
        if self.games[stream].table.number > 1:
            self.act(stream, "dealer", ReportError("misdeal", "seen late", coup=1), at)
            self.count.note(
                "irregularities", at, stream, "late_error", "12.1.4#4", "12.1.4#1", "12.1(b)",
                coup=1, text="coup 1, reported too late: seen late; results stand", **BY_DEALER,
            )  # fmt: skip

    def miss_cut(self, stream: str, at: int) -> None:
        """Notice that the cut was missed, where cards are cut at all."""
        if stream.startswith("t1"):
            self.act(stream, "dealer", ReportMissed("cut"), at)
            said = {"text": "the cut was missed", **BY_DEALER}
            self.count.note("irregularities", at, stream, "missed_cut", "12.7#1", **said)

    def order_shuffle(self, stream: str, at: int) -> None:
        """Have the cards shuffled."""
        self.act(stream, self.supervisor, OrderShuffle("clumps"), at)
        said = {"text": "clumps", **BY_SUE}
        self.count.note("card_checks", at, stream, "shuffle_ordered", "4.1.3#1", **said)

    def check(self, stream: str, at: int) -> None:
        """Order a check of the cards, and make it."""
        self.act(stream, "inspector", OrderCardCheck(), at)
        said = {"text": "inspector orders a check of the cards", "by": "inspector"}
        said["title"] = "inspector"
        self.count.note("card_checks", at, stream, "check_ordered", "3.11#1", **said)
        # Eight packs.
        self.act(stream, "dealer", VerifyCards(416), at)
        self.count.note(
            "card_checks", at, stream, "card_check", "3.4#1", "3.11#2",
            text="dealer: complete", shoe=1, packs=8, cards=416, complete=True, **BY_DEALER,
        )  # fmt: skip


def _end(pit: Pit, stream: str, at: int, which: int) -> None:
    """End the day of a table with what leaves no shoe to play on with."""
    endings: tuple[Callable[[], None], ...] = (
        lambda: pit.lose_card(stream, at, "missing_card", "daily_summary"),
        lambda: pit.lose_card(stream, at, "foreign_card", "breach_report"),
        lambda: pit.see_order(stream, at, "daily_summary"),
        lambda: pit.see_order(stream, at, "breach_report"),
        lambda: pit.lose_card(stream, at, "foreign_card", "daily_summary"),
        lambda: pit.miss_cut(stream, at),
        lambda: pit.order_shuffle(stream, at),
        lambda: None,
    )
    endings[which % len(endings)]()


def _between(pit: Pit, stream: str, at: int, which: int) -> None:
    """Let something happen between coups."""
    for_all = (pit.display, pit.approve, pit.dispute, pit.incident, pit.void, pit.late)
    caught = "bob" in pit.games[stream].table.admission.barred
    if which < len(for_all) and not (for_all[which] == pit.incident and caught):
        for_all[which](stream, at)


def play_day(pit: Pit, day: int, table: int) -> None:
    """Play a day at a table; some go on over midnight, one over the change of clocks."""
    random = pit.random
    stream = f"t{table}-{day:02d}"
    late = midnight(day + 1) - 200
    at = random.choice([midnight(day) + 11 * 3600, late]) if day < 31 else late
    if day == 5:
        at = late
    pit.open(stream, at, device=table == 2, names=("ann", "bob"))
    if random.random() < 0.3:
        pit.check(stream, at)
        return
    for place in range(random.randrange(2, 6)):
        at += 90 if day != 5 else 3_000
        kind = random.randrange(4)
        cents = random.choice(AMOUNTS) * random.choice([1, -1])
        if kind == 0:
            pit.coup(stream, at, wrong=cents)
        elif kind == 1 and table == 2:
            pit.coup(stream, at, fault=True)
        else:
            pit.coup(stream, at)
            if kind == 2:
                at += random.choice([1, 3 * DAY])
                pit.found_late(stream, place + 1, abs(cents), at)
                return
            _between(pit, stream, at + 5, random.randrange(8))
    _end(pit, stream, at + 30, random.randrange(8))


def follow_up(pit: Pit) -> None:
    """Look into wrong payments and put them right: at once, days later, in the next month."""
    random = pit.random
    for wrong in pit.count.wrong:
        at = pit.last[wrong.stream]
        for _ in range(random.randrange(3)):
            at += random.choice([60, 2 * DAY, 20 * DAY])
            if random.random() < 0.5:
                pit.enquire(wrong, at, meant=random.random() < 0.3)
            else:
                pit.cure(wrong, at, random.choice(["rectified", "attempted", "told_commission"]))


def played(seed: int) -> Pit:
    """Return a pit after a month."""
    pit = Pit(seed)
    for day in range(1, 32):
        for table in (1, 2):
            play_day(pit, day, table)
    # The last second of the month, and the first of the next.
    for table, known in ((3, midnight(32) - 1), (4, midnight(32))):
        stream = f"t{table}-31"
        pit.open(stream, midnight(32) - 300, device=False, names=("ann", "bob"))
        pit.coup(stream, midnight(32) - 200)
        pit.found_late(stream, 1, 100_001, known)
    follow_up(pit)
    return pit
