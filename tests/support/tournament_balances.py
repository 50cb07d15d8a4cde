"""Second books of a tournament's money: by the amounts in its events alone."""

from collections import Counter

from punto.tournament.base_classes import TournamentEvent
from punto.tournament.money.added_value import ValueAdded, ValueTakenBack
from punto.tournament.money.buy_ins import BoughtBack, BuyInPaid, BuyInReturned
from punto.tournament.money.fees import CommissionKept, FeePaid
from punto.tournament.money.prizes import PrizePaid
from punto.tournament.money.refunds import FeeRefunded
from punto.tournament.money.retained_fees import FeesRetained, RetentionReduced
from punto.tournament.tournament import Tournament
from punto.tournament.undo_step import StepUndone

SUMS = ("fees", "bought", "chips_sold", "refunded", "kept", "added", "paid")


class Pennies:
    """Sums that are added up from events and from nothing else."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.of: dict[str, Counter[str]] = {}
        # The sums at each version, for when a step is taken back.
        self._before: list[tuple[Counter[str], dict[str, Counter[str]]]] = []

    def book(self, event: TournamentEvent) -> None:
        """Add one event."""
        of = {name: Counter(own) for name, own in self.of.items()}
        self._before.append((Counter(self.sums), of))
        match event:
            case StepUndone():
                sums, of = self._before[event.back_to]
                self.sums, self.of = Counter(sums), {n: Counter(own) for n, own in of.items()}
            case FeePaid():
                self._add("fees", event.cents, event.name)
            case CommissionKept():
                self._add("kept", event.cents)
            case FeeRefunded():
                self._add("refunded", event.cents, event.name)
                self._add("kept", -event.commission_cents)
            case ValueAdded():
                self._add("added", event.cents)
            case ValueTakenBack():
                self._add("added", -event.cents)
            case FeesRetained():
                self._add("kept", event.cents)
            case RetentionReduced():
                self._add("kept", -event.cents)
            case BuyInPaid():
                self._add("chips_sold" if event.cash else "bought", event.cents)
            case BuyInReturned():
                self._add("chips_sold", -event.cents)
            case BoughtBack():
                self._add("bought", event.cents)
            case PrizePaid():
                self._add("paid", event.cents, event.name)
            case _:
                pass

    def _add(self, name: str, cents: int, person: str | None = None) -> None:
        self.sums[name] += cents
        if person is not None:
            self.of.setdefault(person, Counter())[name] += cents

    def agree(self, tournament: Tournament) -> None:
        """Assert that the tournament has the same sums, and that nothing is below nought."""
        purse = tournament.purse
        for name in SUMS:
            assert getattr(purse, f"{name}_cents") == self.sums[name], name
            assert self.sums[name] >= 0, name
        for entrant in tournament.entrants:
            own = self.of.get(entrant.name, Counter())
            assert entrant.paid_cents == own["fees"], entrant.name
            assert entrant.refunded_cents == own["refunded"], entrant.name
            if entrant.prize_paid:
                assert own["paid"] == entrant.prize_cents, entrant.name
        assert sum(one.paid_cents for one in tournament.entrants) == self.sums["fees"]
