"""A wager on the layout, and its result."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Clauses, Reason
from punto.money import dollars
from punto.rulebook.amounts import Limits, WagerLimits
from punto.rulebook.vocabulary import Ending
from punto.wagers.payouts import odds_value
from punto.wagers.settle import Placed, settled_words

# An exact maximum: a share may be a fraction of a cent.
Ratio = tuple[int, int]


class LimitsWhenMade(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The limits under which a wager was made: the sign, and the personal limits of its owner."""

    limits: Limits
    kept_minimum_cents: int | None = None
    own_minimum_cents: int | None = None
    own_maximum_cents: int | None = None
    own_limits: dict[str, WagerLimits] = {}


class TableWager(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The stake of a patron on a wager in one betting space, in chips and tokens.

    ``maximum`` is set on a wager that is settled by earlier limits: because it is laid again, or
    because it was ``accepted`` before other limits were agreed with its owner. ``bound`` are the
    limits under which it was made, if the sign or the limits of its owner changed since its coup
    began.
    """

    number: int
    patron: str
    wager: str
    box: int
    stake_cents: int
    token_cents: int = 0
    placed_by: str | None = None
    reduced: bool = False
    maximum: Ratio | None = None
    accepted: bool = False
    bound: LimitsWhenMade | None = None

    @property
    def chips_cents(self) -> int:
        """Return the part of the stake that is in chips."""
        return self.stake_cents - self.token_cents


class WagerResult(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The result of one wager: collected, paid, and by which clauses.

    ``maximum`` is the part that could be at risk; the rest goes back with any result.
    """

    number: int
    outcome: str
    odds: str | None = None
    paid_cents: int = 0
    collected_cents: int = 0
    maximum: Ratio | None = None
    own_maximum: Ratio | None = None
    clause: Clauses = ()


class OutcomeRow(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The common part of equal results: the outcome with its clauses, and its odds."""

    why: Reason
    odds: str | None = None


class WagerOutcome(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """One wager of a coup: its number, its row, what is paid and what is collected."""

    number: int
    row: int
    paid_cents: int
    collected_cents: int


class AppliedMaximum(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The limits of a larger wager: the amount at risk, and its own maximum before shares."""

    maximum: Ratio | None
    own_maximum: Ratio | None


_UNBOUND = AppliedMaximum(None, None)


class Outcomes(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The results of all wagers of a coup, in the order of settling, without repetition."""

    rows: tuple[OutcomeRow, ...] = ()
    wagers: tuple[WagerOutcome, ...] = ()
    bound: dict[int, AppliedMaximum] = {}

    def results(self) -> tuple[WagerResult, ...]:
        """Return the result of each wager."""
        return tuple(
            WagerResult(
                entry.number,
                self.rows[entry.row].why.text,
                self.rows[entry.row].odds,
                entry.paid_cents,
                entry.collected_cents,
                self.bound.get(entry.number, _UNBOUND).maximum,
                self.bound.get(entry.number, _UNBOUND).own_maximum,
                self.rows[entry.row].why.clause,
            )
            for entry in self.wagers
        )


def outcomes_of(settled: Iterable["SettledWager"]) -> Outcomes:
    """Return the results of wagers; outcomes that they share are stored once."""
    rows: dict[OutcomeRow, int] = {}
    entries, bound = [], dict[int, AppliedMaximum]()
    for bet in settled:
        result = bet.result
        row = rows.setdefault(
            OutcomeRow(Reason(result.outcome, result.clause), result.odds), len(rows)
        )
        entries.append(WagerOutcome(result.number, row, result.paid_cents, result.collected_cents))
        if result.maximum is not None or result.own_maximum is not None:
            bound[result.number] = AppliedMaximum(result.maximum, result.own_maximum)
    return Outcomes(tuple(rows), tuple(entries), bound)


class SettledWager(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A wager with its result, and how much of that was in tokens.

    ``result`` is what was due; ``really_paid`` and ``really_collected`` are set if the dealer moved
    another amount.
    """

    wager: TableWager
    result: WagerResult
    tokens_lost: int = 0
    really_paid: int | None = None
    really_collected: int | None = None

    @property
    def number(self) -> int:
        return self.wager.number

    @property
    def ending(self) -> Ending:
        """Return whether the wager won, lost or was returned."""
        if self.result.odds is not None:
            return Ending.WIN
        return Ending.LOSE if self.result.collected_cents else Ending.STANDOFF

    @property
    def action(self) -> Fraction:
        """Return the part of the stake that was at risk."""
        stake = Fraction(self.wager.stake_cents)
        return stake if self.result.maximum is None else Fraction(*self.result.maximum)

    @property
    def outcome(self) -> str:
        return self.result.outcome

    @property
    def odds(self) -> str | None:
        return self.result.odds

    @property
    def action_cents(self) -> int:
        """Return the amount at risk, in whole cents."""
        return self.action // 1

    @property
    def paid_cents(self) -> int:
        """Return the amount that was really paid, or is due."""
        return self.result.paid_cents if self.really_paid is None else self.really_paid

    @property
    def collected_cents(self) -> int:
        """Return the amount that was really collected, or is due."""
        if self.really_collected is None:
            return self.result.collected_cents
        return self.really_collected

    @property
    def due(self) -> Fraction:
        """Return the exact winnings in cents, before they are rounded to chips."""
        odds = self.result.odds
        return self.action * odds_value(odds) if odds else Fraction(0)

    @property
    def returned_cents(self) -> int:
        return self.wager.stake_cents - self.collected_cents

    @property
    def net_cents(self) -> int:
        return self.paid_cents - self.collected_cents

    def really(self, paid: int | None, collected: int | None) -> "SettledWager":
        """Return the wager with the amounts that were really paid and collected, if known."""
        result = self.result
        return replace(
            self,
            really_paid=self.really_paid
            if paid is None
            else amount_if_different(paid, result.paid_cents),
            really_collected=self.really_collected
            if collected is None
            else amount_if_different(collected, result.collected_cents),
        )

    @property
    def placed(self) -> Placed:
        return Placed(self.wager.patron, self.wager.wager, self.wager.stake_cents)

    @property
    def reason(self) -> Reason:
        """Return the result of the wager in words, with its clauses."""
        result = self.result
        moved = result.paid_cents or result.collected_cents
        text = settled_words(
            self.placed,
            outcome=result.outcome,
            ending=self.ending,
            odds=result.odds,
            action=self.action,
            due=self.due,
            moved=moved,
        )
        if self.really_paid is not None:
            text = f"{text}; {dollars(self.really_paid)} was paid"
        if self.really_collected is not None:
            text = f"{text}; {dollars(self.really_collected)} was collected"
        return Reason(text, result.clause)


def amount_if_different(moved: int, due: int) -> int | None:
    """Return an amount that was moved; None if it is what was due."""
    return None if moved == due else moved
