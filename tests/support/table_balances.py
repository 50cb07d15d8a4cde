"""Second books: what everybody holds by the amounts in the events alone."""

from collections import Counter
from collections.abc import Iterable

from punto.table.base_classes import TableEvent
from punto.table.deal.coup_completion import PairsSettled
from punto.table.deal.coup_reversal import StakesLaidAgain, WinningsTakenBack
from punto.table.deal.settling import LosersCollected, WinnersPaid
from punto.table.errors.invalidating import WagersForfeited
from punto.table.float.counting import FloatCounted
from punto.table.float.fills_and_credits import FloatCredited, FloatFilled
from punto.table.limits.caps import WagersReduced
from punto.table.mispayments import Mispaid, MispaymentCured
from punto.table.opening.creation import TableSetUp
from punto.table.returned_stakes import ReturnedStake, StakesReturned
from punto.table.seats.buying import ChipsBought, ChipsCashedOut, TokensHandedOver
from punto.table.seats.joining import PatronJoined, PatronLeft
from punto.table.table import Table
from punto.table.wagers.placing import WagerPlaced, WagerRaised


class Books:
    """Balances that are added up from events and from nothing else."""

    def __init__(self) -> None:
        self.chips: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.here: set[str] = set()
        self.stakes: dict[int, int] = {}
        self.token_stakes: dict[int, int] = {}
        self.owners: dict[int, str] = {}
        self.float_cents = 0
        # What wagers lost and did not win, and what counts found over what was booked.
        self.won_cents = 0
        self.over_cents = 0
        self.slips: list[str] = []

    def book(self, event: TableEvent) -> None:
        """Add one event."""
        match event:
            case TableSetUp():
                self.float_cents = event.float_cents
            case PatronJoined():
                self.here.add(event.name)
            case PatronLeft():
                self.here.discard(event.name)
                self.chips[event.name] -= event.chips_cents
                self.tokens[event.name] -= event.tokens_cents
                assert not self.chips[event.name], "they leave with all they have"
                assert not self.tokens[event.name]
            case TokensHandedOver():
                self.tokens[event.name] += event.cents
            case WagerPlaced():
                self.owners[event.number] = event.patron
                self._lay(event.number, event.stake_cents, event.token_cents)
            case WagerRaised():
                self._lay(event.number, event.cents, event.token_cents)
            case StakesLaidAgain():
                for wager in event.wagers:
                    self.owners[wager.number] = wager.patron
                    self._lay(wager.number, wager.stake_cents, wager.token_cents)
            case StakesReturned() | WagersReduced():
                self._back(event.stakes)
            case WagersForfeited():
                for back in event.stakes:
                    self._collect(back.number, back.cents, back.token_cents)
            case LosersCollected():
                for number, cents in event.cents.items():
                    self._collect(number, cents, event.token_cents.get(number, 0))
            case PairsSettled():
                for entry in event.results.wagers:
                    lost = min(self.token_stakes.get(entry.number, 0), entry.collected_cents)
                    self._collect(entry.number, entry.collected_cents, lost)
                    self._pay(self.owners[entry.number], entry.paid_cents)
            case WinnersPaid():
                for number, cents in event.cents.items():
                    self._pay(self.owners[number], cents)
            case Mispaid():
                self.float_cents -= event.booked_cents
                self.won_cents -= event.booked_cents
                # Whoever has left has it with them.
                if event.patron in self.here:
                    self.chips[event.patron] += event.booked_cents
            case MispaymentCured() if event.patron is not None:
                self._pay(event.patron, event.paid_cents)
            case WinningsTakenBack():
                for name, cents in event.cents.items():
                    self._pay(name, -cents)
                self.tokens.update(event.token_cents)
            case _:
                self._float(event)

    def _float(self, event: TableEvent) -> None:
        """Add what came into the float or left it without a wager."""
        match event:
            case ChipsBought():
                self.chips[event.name] += event.cents
                self.float_cents -= event.cents
            case ChipsCashedOut():
                self.chips[event.name] -= event.cents
                self.float_cents += event.cents
            case FloatFilled():
                self.float_cents += event.cents
                self.slips.append(event.slip)
            case FloatCredited():
                self.float_cents -= event.cents
                self.slips.append(event.slip)
            case FloatCounted():
                self.float_cents += event.over_cents
                self.over_cents += event.over_cents
                assert self.float_cents == event.cents, "what was found is what is booked"
            case _:
                pass

    def _lay(self, number: int, cents: int, tokens: int) -> None:
        name = self.owners[number]
        self.chips[name] -= cents - tokens
        self.tokens[name] -= tokens
        self.stakes[number] = self.stakes.get(number, 0) + cents
        self.token_stakes[number] = self.token_stakes.get(number, 0) + tokens

    def _back(self, stakes: Iterable[ReturnedStake]) -> None:
        for back in stakes:
            name = self.owners[back.number]
            self._off(back.number, back.cents, back.token_cents)
            self.chips[name] += back.cents - back.token_cents
            self.tokens[name] += back.token_cents

    def _collect(self, number: int, cents: int, tokens: int) -> None:
        self._off(number, cents, tokens)
        self.float_cents += cents - tokens
        self.won_cents += cents - tokens

    def _off(self, number: int, cents: int, tokens: int) -> None:
        self.stakes[number] -= cents
        self.token_stakes[number] -= tokens
        assert self.stakes[number] >= self.token_stakes[number] >= 0
        if not self.stakes[number]:
            del self.stakes[number]

    def _pay(self, name: str, cents: int) -> None:
        self.chips[name] += cents
        self.float_cents -= cents
        self.won_cents -= cents

    def agree(self, table: Table) -> None:
        """Assert that a table says the same as these books."""
        assert {patron.name for patron in table.patrons} == self.here
        for patron in table.patrons:
            assert patron.chips_cents == self.chips[patron.name], patron.name
            assert patron.tokens_cents == self.tokens[patron.name], patron.name
        assert table.ledger.float_cents == self.float_cents
        assert table.papers.slips == tuple(self.slips)
        assert len({slip.upper() for slip in self.slips}) == len(self.slips), "a slip is used once"
        assert {wager.number: wager.stake_cents for wager in table.wagers} == self.stakes
