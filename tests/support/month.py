"""A month of play with errors of every kind, and a count of them that is kept while they happen."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from punto.game import Game
from punto.journal import Line, lines_of_log
from punto.library import open_table
from punto.table import commands as do
from punto.table.authority import Actor
from punto.table.phase import Settling
from punto.table.table import Table
from punto.whole_coup import WholeCoup

BOOK = "nsw-2024"
# Clocks in Sydney go from +10 to +11 at this moment: 6 October 2024, 02:00.
CHANGE = 1_728_144_000
DAY = 86_400
# Midnight of 1 October 2024 in Sydney.
START = 1_727_704_800
AMOUNTS = (99_999, 100_000, 100_001, 5_000, 250_000)
STAKE = 500_000


def day_of(at: int) -> str:
    """Return the day of a moment in Sydney in spring 2024, by hand: no database is asked."""
    local = (at + (11 if at >= CHANGE else 10) * 3600 - (START + 10 * 3600)) // DAY
    return f"2024-10-{local + 1:02d}" if local < 31 else f"2024-11-{local - 30:02d}"


def midnight(day: int) -> int:
    """Return when a day of that October begins."""
    return START + (day - 1) * DAY - (3600 if day > 6 else 0)


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
    held: list[tuple[int, str, int]] = field(default_factory=list)
    noted: list[tuple[int, str, str, str]] = field(default_factory=list)

    def note(self, book: str, at: int, stream: str, kind: str) -> None:
        """Keep that a register has one more line."""
        self.noted.append((at, stream, book, kind))


class CoupGone(Exception):
    """The coup that was being dealt is void."""


class Pit:
    """A pit whose tables are opened every day, and where things go wrong."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.games: dict[str, Game] = {}
        self.count = Count()
        self.supervisor = "gaming_supervisor"

    def lines(self) -> list[Line]:
        """Return the journal of the pit."""
        return [
            line
            for stream, game in self.games.items()
            for line in lines_of_log(stream, "table", game.log)
        ]

    def act(self, stream: str, by: str, command: do.AnyCommand, at: int) -> None:
        """Let somebody act at a table, and keep what its patrons hold then."""
        game = self.games[stream]
        game.act(Actor(by, by if by in game.titles else "patron", at), command)
        self._held(stream, at)

    def _held(self, stream: str, at: int) -> None:
        table = self.games[stream].table
        chips = sum(patron.chips_cents for patron in table.patrons)
        chips += sum(wager.stake_cents for wager in table.wagers)
        self.count.held.append((at, stream, chips))

    def open(self, stream: str, at: int, *, device: bool, names: tuple[str, ...]) -> None:
        """Open a table at which some people have bought chips."""
        source = "shuffling_device" if device else "card_shoe"
        self.games[stream] = open_table(
            BOOK, randbelow=self.random.randrange, minimum=25, maximum=10_000, source=source
        )
        for seat, name in enumerate(names, start=1):
            self.act(stream, name, do.Join(name, seat), at)
            self.act(stream, name, do.BuyChips(name, 20_000_000), at)
            self.count.bought.append((at, stream, 20_000_000))
        # What was bought has no time of its own in a log: the next thing that has one follows.
        self.act(stream, self.supervisor, do.Tell("surveillance", "the table is open"), at)
        self.count.note("limits", at, stream, "told")
        self.count.note("notices", at, stream, "told")

    def coup(
        self, stream: str, at: int, *, wrong: int = 0, fault: bool = False, name: str = "ann"
    ) -> None:
        """Deal a coup, paid wrongly by some cents or with a device that fails."""
        game = self.games[stream]
        dealer = Actor("dealer", "dealer", at)

        def step(actor: Actor, command: do.AnyCommand) -> Table:
            if isinstance(command, do.CollectLosers) and fault:
                self.act(stream, self.supervisor, do.DeviceFault(True, True, True), at)
                raise CoupGone
            game.act(actor, self._wrongly(stream, command, wrong, at) if wrong else command)
            self._held(stream, at)
            return game.table

        game.act(dealer, do.OpenBetting())
        self.act(stream, name, do.PlaceWager("player", STAKE), at)
        self.count.coups.append((at, stream))
        try:
            WholeCoup(game, step, at).deal()
        except CoupGone:
            self.count.voids.append((at, stream))
            self.count.note("voids", at, stream, "coup_voided")
            self.count.note("devices", at, stream, "device_fault")

    def _wrongly(self, stream: str, command: do.AnyCommand, cents: int, at: int) -> do.AnyCommand:
        """Return the settling of the one wager as a dealer gets it wrong."""
        phase = self.games[stream].table.phase
        if not isinstance(phase, Settling):
            return command
        [bet] = phase.settled
        lost = bet.result.collected_cents
        if isinstance(command, do.CollectLosers) and lost:
            # No more is taken than lies there: somebody who lost is paid over.
            self._found(stream, bet.wager.patron, abs(cents), at, at)
            return do.CollectLosers({bet.number: lost - abs(cents)})
        if isinstance(command, do.PayWinners) and not lost:
            due = bet.result.paid_cents
            wrong = cents if due + cents >= 0 else -cents
            self._found(stream, bet.wager.patron, wrong, at, at)
            return do.PayWinners({bet.number: due + wrong})
        return command

    def _found(self, stream: str, patron: str, cents: int, paid: int, known: int) -> None:
        number = sum(one.stream == stream for one in self.count.wrong) + 1
        self.count.wrong.append(Wrong(stream, patron, cents, paid, known, number))
        self.count.note("mispayments", known, stream, "mispaid")

    def found_late(self, stream: str, coup: int, cents: int, known: int) -> None:
        """Find out later that a coup was paid otherwise: known now, paid then."""
        game = self.games[stream]
        paid = [at for at, where in self.count.coups if where == stream][coup - 1]
        past = game.table.past.last
        assert past is not None
        assert past.number == coup
        [bet] = past.settled
        lost = bet.result.collected_cents
        if lost:
            command = do.FindMispayment(coup, "ann", "player", collected_cents=lost - abs(cents))
            self._found(stream, "ann", abs(cents), paid, known)
        else:
            due = bet.result.paid_cents
            command = do.FindMispayment(coup, "ann", "player", paid_cents=due + abs(cents))
            self._found(stream, "ann", abs(cents), paid, known)
        self.act(stream, self.supervisor, command, known)

    def enquire(self, wrong: Wrong, at: int, *, meant: bool = False) -> None:
        """Look into a wrong payment."""
        command = do.EnquireMispayment(wrong.number, "the tape was watched", suspected=meant)
        self.act(wrong.stream, self.supervisor, command, at)
        wrong.enquired.append((at, meant))

    def cure(self, wrong: Wrong, at: int, how: str) -> None:
        """Do something about a wrong payment."""
        steps = ("identify",) if how == "attempted" else ()
        self.act(wrong.stream, self.supervisor, do.CureMispayment(wrong.number, how, steps), at)
        wrong.cured.append((at, how))

    def void(self, stream: str, at: int) -> None:
        """Report an error of the coup that is over, and void it: nobody can rebuild it."""
        self.act(stream, "dealer", do.ReportError("misdeal", "two cards at once"), at)
        self.count.note("irregularities", at, stream, "dealing_error")
        self.act(stream, self.supervisor, do.VoidCoup("nobody knows the order"), at)
        self.count.voids.append((at, stream))
        self.count.note("voids", at, stream, "coup_voided")

    def lose_card(self, stream: str, at: int, kind: str, channel: str) -> None:
        """Find that a card is missing, or one too many: an inspector is told by a channel."""
        command = do.FindCard("missing" if kind == "missing_card" else "foreign", "a king", channel)
        self.act(stream, "dealer", command, at)
        self.count.told.append((at, stream, kind, channel))
        self.count.note("odd_cards", at, stream, kind)
        self.count.note("notices", at, stream, kind)

    def see_order(self, stream: str, at: int, channel: str) -> None:
        """Void a shoe whose order was seen."""
        self.act(stream, self.supervisor, do.VoidShoe("a screen showed it", channel), at)
        self.count.told.append((at, stream, "shoe_void", channel))
        self.count.note("voids", at, stream, "shoe_void")
        self.count.note("notices", at, stream, "shoe_void")

    def incident(self, stream: str, at: int) -> None:
        """Catch somebody with a device, bar, exclude, hold and hand them over."""
        report = do.ReportIncident("prohibited_device", "bob", "a telephone")
        self.act(stream, self.supervisor, report, at)
        number = self.games[stream].table.count.entries
        for command, kind in (
            (do.BarPatron("bob", number), "barred"),
            (do.ExcludePatron("bob", number), "excluded"),
            (do.Detain("bob", number), "detained"),
            (do.HandOver("bob", "police"), "handed_over"),
        ):
            self.act(stream, self.supervisor, command, at)
            self.count.note("incidents", at, stream, kind)
        self.count.note("incidents", at, stream, "prohibited_device")

    def dispute(self, stream: str, at: int) -> None:
        """Dispute a ruling, have it heard, heard again and closed."""
        self.act(stream, "ann", do.RaiseDispute("that was a nine"), at)
        number = self.games[stream].table.count.disputes
        self.act(stream, "gaming_supervisor", do.RuleOnDispute(number, "an eight"), at)
        self.act(stream, "ann", do.RequestReview(number), at)
        self.act(stream, "gaming_manager", do.RuleOnDispute(number, "an eight"), at)
        closed = do.CloseDispute(number, satisfied=False, advised=True, decision="an eight")
        self.act(stream, "casino_operator", closed, at)
        self.count.note("disputes", at, stream, "dispute_raised")

    def display(self, stream: str, at: int) -> None:
        """Notice that the display shows something else."""
        self.act(stream, "dealer", do.ReportDisplay("a banker win"), at)
        self.count.note("irregularities", at, stream, "display_differs")

    def approve(self, stream: str, at: int) -> None:
        """Let somebody wager on both hands, and to a maximum of their own."""
        self.act(stream, self.supervisor, do.ApproveBothHands("ann"), at)
        self.count.note("approvals", at, stream, "both_hands_approved")

    def late(self, stream: str, at: int) -> None:
        """Report an error of the first coup when it is too late, if there was another since."""
        if self.games[stream].table.number > 1:
            self.act(stream, "dealer", do.ReportError("misdeal", "seen late", coup=1), at)
            self.count.note("irregularities", at, stream, "late_error")

    def miss_cut(self, stream: str, at: int) -> None:
        """Notice that the cut was missed, where cards are cut at all."""
        if stream.startswith("t1"):
            self.act(stream, "dealer", do.ReportMissed("cut"), at)
            self.count.note("irregularities", at, stream, "missed_cut")

    def order_shuffle(self, stream: str, at: int) -> None:
        """Have the cards shuffled."""
        self.act(stream, self.supervisor, do.OrderShuffle("clumps"), at)
        self.count.note("card_checks", at, stream, "shuffle_ordered")

    def check(self, stream: str, at: int) -> None:
        """Order a check of the cards, and make it."""
        game = self.games[stream]
        self.act(stream, "inspector", do.OrderCardCheck(), at)
        self.count.note("card_checks", at, stream, "check_ordered")
        self.act(stream, "dealer", do.VerifyCards(game.table.shoe.size), at)
        self.count.note("card_checks", at, stream, "card_check")


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
        at = max(at for at, stream, _ in pit.count.held if stream == wrong.stream)
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
