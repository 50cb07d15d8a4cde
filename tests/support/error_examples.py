"""A floor where things go wrong on purpose, each written down by hand as it is done."""

from collections.abc import Callable
from random import Random
from typing import Any

from punto.cards import parse_cards
from punto.driver.table import TableDriver, game_in_play
from punto.journal import JournalLine
from punto.notation.elections import elections
from punto.rulebook.elect import elect
from punto.rulebook.elect_table import with_sign
from punto.rulebook.load import load
from punto.scenario.author import AuthorsCoup
from punto.scenario.setup_parser import laid_out
from punto.table.base_classes import TableCommand
from punto.table.cards.replacement import ReplaceCards
from punto.table.conduct.incidents import ExcludePatron, ReportIncident
from punto.table.conduct.voiding import VoidWagers
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.device_failure import (
    ChooseStakes,
    CutRest,
    DeviceFault,
    DeviceReady,
    ShuffleRest,
)
from punto.table.errors.invalidating import InvalidateResult
from punto.table.errors.late_errors import ReportError
from punto.table.errors.mispayment_discovery import FindMispayment, WrongScale
from punto.table.errors.rebuilding import RebuildCoup
from punto.table.errors.scan_errors import ConfirmResult, ReportScan
from punto.table.limits.notices import PostNotice
from punto.table.limits.personal import AgreeLimits, WithdrawLimits
from punto.table.limits.sign_changes import ChangeSign
from punto.table.mispayments import CureMispayment, EnquireMispayment
from punto.table.notice import SignChange
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from support.expected_payments import won
from support.expected_registers import BOOK, Kept, Story
from support.log_envelopes import journal_lines
from support.sydney_times import DAY, local, midnight

# Player wins with nine, Banker with seven, with six; nobody wins.
NINE, SEVEN, SIX = "9S 3D KH 4C", "2S 3D KH 4C KS", "2H 6S 3D KD KC"
TIE = "KS KD 9H 9C"
SUE = "gaming_supervisor"
BY_SUE = {"by": SUE, "title": SUE}
BY_DEALER = {"by": "dealer", "title": "dealer"}
BOUGHT = 20_000_000
Bets = tuple[tuple[str, str, int], ...]
_END = (CollectLosers(), PayWinners(), Discard())


class Stopped(Exception):
    """The coup stops before it is settled."""


class Floor:
    """Tables with cards that the test lays out itself."""

    def __init__(self) -> None:
        self.games: dict[str, TableDriver] = {}
        self.kept = Kept()

    def lines(self) -> list[JournalLine]:
        """Return the journal of the floor."""
        return [
            line for stream, game in self.games.items() for line in journal_lines(stream, game.log)
        ]

    def open(self, stream: str, at: int, *coups: str, cut: bool = False, **elected: Any) -> None:
        """Open a table whose shoe gives these coups; two people buy chips."""
        words = {"settlement": "commission", "minimum": 25, "maximum": 10_000, **elected}
        edition = load(BOOK)
        chosen = with_sign(edition, elections(words))
        rules = elect(edition, chosen)
        shoe = laid_out(rules, " ".join([*(["CUT"] if cut else []), *coups, "..."]), "ready")
        game = game_in_play(rules, chosen, shoe, 100_000_000, Random(1).randrange)
        self.games[stream] = game
        for seat, name in enumerate(("ann", "bob"), start=1):
            game.act(name, Join(name, seat), clock=at)
            game.act(name, BuyChips(name, BOUGHT), clock=at)
            self.kept.bought.append((at, stream, BOUGHT))

    def act(self, stream: str, by: str, command: TableCommand, at: int) -> None:
        """Let somebody do something."""
        self.kept.by = by
        self.games[stream].act(by, command, clock=at)

    def wins(self, at: int, stream: str, cents: int) -> None:
        """Write down that the house won something, or lost it if it is less than nothing."""
        self.kept.house_won.append((at, stream, cents))

    def coup(
        self, stream: str, at: int, cards: str, *bets: tuple[str, str, int], over: int = 0
    ) -> None:
        """Deal a coup and settle it; the first wager is paid so much too much."""
        self.deal(stream, at, *bets)
        self.settle(stream, at, cards, *bets, over=over)

    def deal(self, stream: str, at: int, *bets: tuple[str, str, int]) -> None:
        """Deal a coup up to its result."""
        game = self.games[stream]
        game.act("dealer", OpenBetting(), clock=at)
        for name, wager, stake in bets:
            game.act(name, PlaceWager(wager, stake), clock=at)

        def step(actor: Any, command: TableCommand) -> Any:
            if isinstance(command, CollectLosers):
                raise Stopped
            game.act(actor, command)
            return game.table

        self.kept.coups.append((at, stream))
        try:
            AuthorsCoup(game, step, at).deal()
        except Stopped:
            return

    def settle(
        self, stream: str, at: int, cards: str, *bets: tuple[str, str, int], over: int = 0
    ) -> None:
        """Settle a coup by what its cards say."""
        pay = PayWinners()
        if over:
            _, wager, stake = bets[0]
            due = won(cards, wager, stake)
            assert due >= 0, "whoever is paid wrongly here has won"
            pay = PayWinners({self.bet(stream): due + over})
        for command in (CollectLosers(), pay, Discard()):
            self.act(stream, "dealer", command, at)
        self.wins(at, stream, -over - sum(won(cards, *bet[1:]) for bet in bets))

    def bet(self, stream: str) -> int:
        """Return the number of the first wager of the coup that is on, as the log counts them."""
        return min(wager.number for wager in self.games[stream].table.wagers)

    def entry(self, stream: str) -> int:
        """Return the number of the last line of a table's own register."""
        return self.games[stream].table.count.entries


def paid_wrong(
    floor: Floor, stream: str, at: int, over: int, *, number: int = 1, coup: int = 1
) -> Story:
    """Write down that ann's wager on Player was paid wrongly."""
    return floor.kept.row(
        "mispayments", at, stream, "12.18",
        number=number, coup=coup, patron="ann", wager="player",
        over="over" if over > 0 else "under", cents=abs(over), paid_at=local(at),
    )  # fmt: skip


def meant(floor: Floor, stream: str, at: int) -> None:
    """Pay over the threshold on purpose; it is found out, asked back and given back later."""
    over = 100_001
    floor.open(stream, at - 60, NINE)
    floor.coup(stream, at, NINE, ("ann", "player", 500_000), over=over)
    story = paid_wrong(floor, stream, at, over)
    floor.act(stream, SUE, EnquireMispayment(1, "he meant it", intentional=True), at + 1)
    story.go_on(
        at + 1, "12.18.1#3", "12.18.1#1", "12.19",
        enquiry="he meant it", enquired_at=local(at + 1), intentional=True, suspected=True,
        tasks=("rectify", "identify"),
    )  # fmt: skip
    command = CureMispayment(1, "attempted", ("identify", "request"), identified=True)
    floor.act(stream, SUE, command, at + 2 * DAY)
    story.go_on(
        at + 2 * DAY, "12.18.2#2", "12.20.1#1", "12.20.1#2", "12.20.1.2", "12.19.1", "12.19.2",
        state="attempted", cured_at=local(at + 2 * DAY), steps=("identify", "request"),
        identified=True, tasks=(),
    )  # fmt: skip
    floor.act(stream, SUE, CureMispayment(1, "rectified"), at + 9 * DAY)
    # Put right it may be: meant it was, so it stays a breach.
    story.go_on(
        at + 9 * DAY, "12.18.2#1", state="rectified", cured_at=local(at + 9 * DAY),
        back_cents=-over,
    )  # fmt: skip
    floor.wins(at + 9 * DAY, stream, over)


def suspected(floor: Floor, stream: str, at: int) -> None:
    """Pay too little by as much as need not be reported; somebody suspects, nobody is found."""
    over = -100_000
    floor.open(stream, at - 60, NINE)
    floor.coup(stream, at, NINE, ("ann", "player", 500_000), over=over)
    story = paid_wrong(floor, stream, at, over)
    floor.act(stream, SUE, EnquireMispayment(1, "odd", suspected=True), at + DAY)
    story.go_on(
        at + DAY, "12.18.1#3", "12.18.1#2", "12.19",
        enquiry="odd", enquired_at=local(at + DAY), intentional=False, suspected=True,
        tasks=("rectify", "identify"),
    )  # fmt: skip
    floor.act(stream, SUE, CureMispayment(1, "told_commission"), at + DAY + 1)
    story.go_on(
        at + DAY + 1, "12.18.2#3", "12.19.1",
        state="told_commission", cured_at=local(at + DAY + 1),
    )  # fmt: skip
    command = CureMispayment(1, "attempted", ("contact",), identified=False)
    floor.act(stream, SUE, command, at + 3 * DAY)
    story.go_on(
        at + 3 * DAY, "12.18.2#2", "12.20.1#1", "12.19.2",
        state="attempted", cured_at=local(at + 3 * DAY), steps=("contact",), identified=False,
        tasks=(),
    )  # fmt: skip


def cleared(floor: Floor, stream: str, at: int) -> None:
    """Pay too little by more than the threshold, look into it, pay the rest: no breach."""
    over = -100_001
    floor.open(stream, at - 60, NINE)
    floor.coup(stream, at, NINE, ("ann", "player", 500_000), over=over)
    story = paid_wrong(floor, stream, at, over)
    floor.act(stream, SUE, CureMispayment(1, "rectified"), at + 60)
    story.go_on(at + 60, "12.18.2#1", state="rectified", cured_at=local(at + 60), back_cents=-over)
    floor.wins(at + 60, stream, over)
    floor.act(stream, SUE, EnquireMispayment(1, "a slip"), at + DAY)
    story.go_on(
        at + DAY, "12.18.1#3", enquiry="a slip", enquired_at=local(at + DAY),
        intentional=False, suspected=False, breach=False,
    )  # fmt: skip


def found_late(floor: Floor, stream: str, at: int) -> None:
    """Find only now what was paid forty days of play before, at most: in the month before."""
    paid, over = max(at - 20 * DAY, midnight(1)), 150_000
    floor.open(stream, paid, SEVEN, NINE)
    floor.coup(stream, paid, SEVEN, ("ann", "banker", 400_000))
    floor.coup(stream, paid + 60, NINE, ("bob", "player", 2_500))
    really = won(SEVEN, "banker", 400_000) + over
    assert really == 530_000
    floor.act(stream, SUE, FindMispayment(1, "ann", "banker", paid_cents=really), at)
    floor.kept.row(
        "mispayments", at, stream, "12.18",
        number=1, coup=1, patron="ann", wager="banker", cents=over, paid_at=local(paid),
    )  # fmt: skip
    floor.wins(at, stream, -over)


def scanned(floor: Floor, stream: str, at: int) -> None:
    """Read other cards than lie there, twice: one outcome is confirmed, one coup is void."""
    bets: Bets = (("ann", "player", 10_000), ("bob", "banker", 5_000))
    floor.open(stream, at - 60, NINE, TIE, scanning_shoe=True)
    for coup, cards in ((1, NINE), (2, TIE)):
        floor.deal(stream, at - 2, *bets)
        floor.act(stream, "dealer", ReportScan("the shoe read 8S"), at - 1)
        floor.kept.row(
            "irregularities", at - 1, stream, "12.13#1",
            coup=coup, kind="scan_differs", text="the shoe read 8S", **BY_DEALER,
        )  # fmt: skip
        if coup == 1:
            floor.act(stream, SUE, ConfirmResult(), at - 1)
            floor.kept.row(
                "irregularities", at - 1, stream, "12.13#1",
                coup=1, kind="result_confirmed", text="gaming_supervisor confirms the outcome",
            )  # fmt: skip
            floor.settle(stream, at - 1, cards, *bets)
    floor.act(stream, SUE, VoidCoup("nobody can tell"), at)
    floor.kept.row(
        "voids", at, stream, "12.13#2", "1.1:void",
        coup=2, kind="coup_voided", text="nobody can tell", returned_cents=15_000,
    )  # fmt: skip


def wrong_scale(floor: Floor, stream: str, at: int) -> None:
    """Settle two coups as if a six paid half and everything else in full."""
    floor.open(stream, at - 90, SIX, SEVEN)
    floor.coup(stream, at - 60, SIX, ("ann", "banker", 300_000), ("bob", "player", 5_000))
    floor.coup(stream, at - 30, SEVEN, ("ann", "banker", 300_000))
    floor.act(stream, SUE, WrongScale((1, 2)), at)
    # Half of 300,000 and all of it, where nineteen twentieths were due.
    for coup, cents, paid in ((1, 150_000 - 285_000, at - 60), (2, 300_000 - 285_000, at - 30)):
        floor.kept.row(
            "mispayments", at, stream, "12.10#2",
            number=coup, coup=coup, patron="ann", wager="banker", cents=abs(cents),
            over="over" if cents > 0 else "under", paid_at=local(paid),
        )  # fmt: skip
        floor.wins(at, stream, -cents)
    text = "coups 1, 2 were settled on the wrong scale and stand; commission goes on"
    floor.kept.row(
        "irregularities", at, stream, "12.10#2", "12.10.1", "12.10.2",
        coup=2, kind="wrong_scale", text=text, **BY_SUE,
    )  # fmt: skip


def rebuilt(floor: Floor, stream: str, at: int) -> None:
    """Put the cards of a coup where they belong: who had won has lost."""
    wrong, right = "2S 3D 2H 4C 9S", "4C 2S 3D 2H 9S"
    bets: Bets = (("ann", "banker", 10_000), ("bob", "player", 4_000))
    floor.open(stream, at - 60, wrong)
    floor.coup(stream, at - 30, wrong, *bets)
    floor.act(stream, "ann", ReportError("misdeal", "the 4 came first"), at - 1)
    floor.kept.row(
        "irregularities", at - 1, stream, "12.1#1", "12.1(b)",
        coup=1, kind="dealing_error", text="coup 1, misdeal: the 4 came first", by="ann",
        title="patron",
    )  # fmt: skip
    floor.act(stream, "dealer", RebuildCoup(tuple(parse_cards(right))), at)
    floor.wins(at, stream, sum(won(wrong, *bet[1:]) for bet in bets))
    floor.kept.row(
        "irregularities", at, stream, "12.1.1#1",
        coup=1, kind="coup_rebuilt", text="coup 1 rebuilt", **BY_DEALER,
    )  # fmt: skip
    floor.settle(stream, at + 1, right, *bets)


def rule_breaker(floor: Floor, stream: str, at: int) -> None:
    """Void the wagers of somebody with a telephone: before they are settled, and after."""
    floor.open(stream, at - 60, NINE, NINE)
    floor.deal(stream, at - 30, ("ann", "player", 10_000), ("bob", "player", 5_000))
    _caught(floor, stream, at - 1, "ann", 1)
    floor.act(stream, SUE, VoidWagers("ann", floor.entry(stream)), at)
    floor.kept.row(
        "voids", at, stream, "14.3", "14.3.1", coup=1, kind="wagers_void",
        text="wagers of ann void", person="ann", returned_cents=10_000, **BY_SUE,
    )  # fmt: skip
    floor.settle(stream, at, NINE, ("bob", "player", 5_000))
    floor.coup(stream, at + 30, NINE, ("bob", "player", 20_000))
    _caught(floor, stream, at + 31, "bob", 2)
    number = floor.entry(stream)
    floor.act(stream, SUE, VoidWagers("bob", number, coup=2), at + 32)
    floor.kept.row(
        "voids", at + 32, stream, "14.3", "14.3.1", coup=2, kind="wagers_void",
        text="wagers of bob void", person="bob", reversed_cents=20_000, **BY_SUE,
    )  # fmt: skip
    floor.wins(at + 32, stream, 20_000)
    floor.act(stream, SUE, ExcludePatron("bob", number), at + 33)
    floor.kept.row(
        "incidents", at + 33, stream, "14.3.3", coup=2, kind="excluded", person="bob",
        text="bob excluded from the casino; under Casino Control Act 1992 s 79, for incident "
        f"{number}: a device that records, predicts or sends: a telephone", **BY_SUE,
    )  # fmt: skip


def _caught(floor: Floor, stream: str, at: int, name: str, coup: int) -> None:
    report = ReportIncident("prohibited_device", name, "a telephone")
    floor.act(stream, SUE, report, at)
    floor.kept.row(
        "incidents", at, stream, "14.1", coup=coup, kind="prohibited_device", person=name,
        text="a device that records, predicts or sends: a telephone", **BY_SUE,
    )  # fmt: skip


def invalidated(floor: Floor, stream: str, at: int) -> None:
    """Invalidate a result for a brawl, and one for a fraud whose stake is forfeit."""
    bets: Bets = (("ann", "player", 10_000), ("bob", "banker", 4_000))
    floor.open(stream, at - 60, NINE, NINE)
    floor.coup(stream, at - 30, NINE, *bets)
    floor.act(stream, SUE, InvalidateResult("brawl"), at)
    back = sum(won(NINE, *bet[1:]) for bet in bets)
    assert back == 6_000
    floor.wins(at, stream, back)
    floor.kept.row(
        "voids", at, stream, "14.4", "14.4.1", coup=1, kind="invalidated", text="brawl", **BY_SUE
    )
    floor.kept.row(
        "voids", at, stream, "14.4", "14.4.1", "14.5#1", "1.1:void",
        coup=1, kind="coup_voided", text="brawl", reversed_cents=back,
    )  # fmt: skip
    floor.deal(stream, at + 60, *bets)
    fraud = InvalidateResult("fraud", person="ann", opinion="marked cards", forfeit=True)
    floor.act(stream, SUE, fraud, at + 61)
    floor.wins(at + 61, stream, 10_000)
    floor.kept.row(
        "voids", at + 61, stream, "14.4", "14.4.2#1", "14.4.2#2",
        coup=2, kind="invalidated", text="marked cards", person="ann", **BY_SUE,
    )  # fmt: skip
    floor.kept.row(
        "voids", at + 61, stream, "14.5#2", coup=2, kind="wagers_forfeited", person="ann",
        text="the stakes of ann are forfeit", forfeited_cents=10_000,
    )  # fmt: skip
    floor.kept.row(
        "voids", at + 61, stream, "14.4", "14.4.2#1", "14.4.2#2", "14.5#1", "1.1:void",
        coup=2, kind="coup_voided", text="fraud", returned_cents=4_000,
    )  # fmt: skip


def unfit(floor: Floor, stream: str, at: int) -> None:
    """Replace cards that are unfit, whatever their back."""
    floor.open(stream, at - 60, NINE)
    floor.coup(stream, at - 30, NINE, ("ann", "player", 10_000))
    floor.act(stream, SUE, ReplaceCards("blue", unfit=True), at)
    _replaced(floor, stream, at, "3.10#1", "3.10#3")


def same_back(floor: Floor, stream: str, at: int) -> None:
    """Replace cards after the last coup by others with the same back, as is approved."""
    floor.open(stream, at - 60, NINE, cut=True, scanning_shoe=True)
    floor.coup(stream, at - 30, NINE, ("ann", "player", 10_000))
    floor.act(stream, SUE, ReplaceCards("blue", same_back_approved_by=SUE), at)
    _replaced(floor, stream, at, "3.8#1", "3.8#2", "3.8#4", "3.8.1#1", "3.8.1#2")


def _replaced(floor: Floor, stream: str, at: int, *clauses: str) -> None:
    floor.kept.row(
        "card_checks", at, stream, *clauses, shoe=2, packs=8, cards=416, kind="cards_replaced",
        text="other cards, backs blue; they are shuffled before they are dealt",
    )  # fmt: skip


def sign(floor: Floor, stream: str, at: int) -> None:
    """Change the sign at once and after twenty minutes; agree limits with one patron, end them."""
    floor.open(stream, at - 1_300)
    minimum = SignChange(minimum_cents=5_000)
    floor.act(stream, SUE, PostNotice(minimum, at), at - 1_200)
    utc = _utc(at)
    told = f"notice: minimum $50 from {utc}"
    floor.kept.row("limits", at - 1_200, stream, "6.7#2", "6.7#3", kind="notice_posted", text=told)
    floor.act(stream, SUE, ChangeSign(SignChange(maximum_cents=1_200_000)), at - 1)
    floor.kept.row("limits", at - 1, stream, "6.7#1", kind="limits_changed", text="maximum $12,000")
    floor.act(stream, SUE, ChangeSign(minimum), at)
    floor.kept.row("limits", at, stream, "6.7#2", kind="limits_changed", text="minimum $50")
    floor.act(stream, SUE, AgreeLimits("ann", 2_000_000, 10_000, agreed=True), at + 1)
    floor.kept.row(
        "limits", at + 1, stream, "6.8#1", "6.8#2", kind="limits_agreed", person="ann",
        text="ann plays to $20,000",
    )  # fmt: skip
    floor.act(stream, SUE, WithdrawLimits("ann"), at + DAY)
    floor.kept.row(
        "limits", at + DAY, stream, "6.8#1", "6.8#2", kind="limits_withdrawn", person="ann",
        text="ann plays to the limits of the sign again",
    )  # fmt: skip


def _utc(at: int) -> str:
    """Return a moment of that October in UTC, whose days began ten hours after those of winter."""
    day = (at - midnight(1) - 10 * 3600) // DAY + 1
    clock = at % DAY
    return f"2024-10-{day:02d} {clock // 3600:02d}:{clock // 60 % 60:02d} UTC"


def device(floor: Floor, stream: str, at: int) -> None:
    """Let a device fail twice: the cards are moved, then there is no other and stakes go back."""
    bets: Bets = (("ann", "player", 10_000), ("bob", "banker", 5_000))
    floor.open(stream, at - 60, NINE, source="shuffling_device")
    game, kept = floor.games[stream], floor.kept
    _two_cards(floor, stream, at - 30, *bets)
    floor.act(stream, SUE, DeviceFault(False, True, True), at - 29)
    _failed(floor, stream, at - 29, 1)
    kept.row(
        "devices", at - 29, stream, "13.1.3", "13.1.4", "13.1.5", "13.2#1", "13.2#2",
        kind="cards_moved_over", text="414 cards go into the other device; the coup goes on",
    )  # fmt: skip
    for _ in range(2):
        game.act("dealer", Draw(), clock=at - 28)
    floor.settle(stream, at - 28, NINE, *bets)
    _two_cards(floor, stream, at - 1, *bets)
    floor.act(stream, SUE, DeviceFault(False, False, True), at)
    _failed(floor, stream, at, 2)
    kept.row(
        "devices", at, stream, "13.5", "13.5.1", "13.1.4", kind="device_failed",
        text="every patron may have all stakes of this coup back",
    )  # fmt: skip
    for name, what in (("ann", "takes all stakes back"), ("bob", "leaves all stakes in")):
        floor.act(stream, name, ChooseStakes(name == "bob"), at + DAY)
        kept.row(
            "devices", at + DAY, stream, "13.5.1", kind="stakes_chosen", person=name,
            text=f"{name} {what}",
        )  # fmt: skip
    kept.row(
        "voids", at + DAY, stream, "13.5.1", coup=2, kind="stakes_returned",
        text="ann takes all stakes back", returned_cents=10_000, by="ann", title="patron",
    )  # fmt: skip
    _finished(floor, stream, at + DAY, ("bob", "banker", 5_000))


def _two_cards(floor: Floor, stream: str, at: int, *bets: tuple[str, str, int]) -> None:
    floor.act(stream, "dealer", OpenBetting(), at)
    for name, wager, stake in bets:
        floor.act(stream, name, PlaceWager(wager, stake), at)
    for _ in range(2):
        floor.act(stream, "dealer", Draw(), at)
    floor.kept.coups.append((at, stream))


def _failed(floor: Floor, stream: str, at: int, coup: int) -> None:
    floor.kept.row(
        "devices", at, stream, "13.1", "13.1.1", "13.1.2", coup=coup, kind="device_fault",
        text="the device failed in a coup", **BY_SUE,
    )  # fmt: skip


def _finished(floor: Floor, stream: str, at: int, bet: tuple[str, str, int]) -> None:
    """Finish a coup from a card shoe for whoever left their stake in."""
    kept, game = floor.kept, floor.games[stream]
    floor.act(stream, "dealer", ShuffleRest(), at + 1)
    kept.row(
        "devices", at + 1, stream, "13.5.3#1", kind="rest_shuffled",
        text="what is left is shuffled",
    )  # fmt: skip
    floor.act(stream, SUE, CutRest(200), at + 2)
    kept.row(
        "devices", at + 2, stream, "13.5.3#2", "4.3#1", "13.5.4#1", "13.5.4#2", kind="rest_cut",
        text="gaming_supervisor cuts what is left; the coup is finished from a card shoe for "
        "whoever stayed in",
    )  # fmt: skip
    drawn = _drawn(floor, stream, at + 3)
    floor.settle(stream, at + 3, drawn, bet)
    floor.act(stream, SUE, DeviceReady(), at + 4)
    kept.row(
        "devices", at + 4, stream, "13.5.4#1", kind="device_ready", text="a device works again"
    )
    assert not game.table.open.blocks


def _drawn(floor: Floor, stream: str, at: int) -> str:
    """Draw the rest of a coup; return the faces that lie there, in the order they were dealt."""
    game = floor.games[stream]
    while game.view().phase != "settling":
        floor.act(stream, "dealer", Draw(), at)
    phase: Any = game.table.phase
    player, banker = map(list, (phase.coup.player, phase.coup.banker))
    first = [player[0], banker[0], player[1], banker[1]]
    return " ".join(map(str, [*first, *player[2:], *banker[2:]]))


INJECTED: dict[str, Callable[[Floor, str, int], None]] = {
    one.__name__: one
    for one in (
        *(meant, suspected, cleared, found_late, scanned, wrong_scale, rebuilt, rule_breaker),
        *(invalidated, unfit, same_back, sign, device),
    )
}
# Noon, the last second of a day, the first of one, both edges of the month and of the change.
MOMENTS = (
    *(midnight(4) + 12 * 3600, midnight(10) - 1, midnight(15), midnight(7)),
    *(midnight(32) - 1, midnight(32), midnight(6) + 3 * 3600),
)


def a_month() -> Floor:
    """Return a floor on which everything went wrong at every kind of moment."""
    floor = Floor()
    for name, inject in INJECTED.items():
        for number, at in enumerate(MOMENTS, start=1):
            inject(floor, f"{name}-{number}", at)
    return floor
