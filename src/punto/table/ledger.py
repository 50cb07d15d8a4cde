"""Moves of chips: patrons, layout and float together always hold what was issued."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from punto.table.layout_wager import SettledWager
from punto.table.open_issues import Debt
from punto.table.table import Ledger, Patron, Table


def move_chips(
    table: Table, chips: Mapping[str, int], tokens: Mapping[str, int] | None = None
) -> Table:
    """Return the table after chips and tokens moved to or from patrons."""
    patrons = [
        _with_chips(patron, chips, tokens)
        if patron.name in chips or (tokens and patron.name in tokens)
        else patron
        for patron in table.patrons
    ]
    return replace(table, patrons=tuple(patrons))


def _with_chips(
    patron: Patron, chips: Mapping[str, int], tokens: Mapping[str, int] | None
) -> Patron:
    chips_cents = patron.chips_cents + chips.get(patron.name, 0)
    if not tokens:
        return replace(patron, chips_cents=chips_cents)
    tokens_cents = patron.tokens_cents + tokens.get(patron.name, 0)
    return replace(patron, chips_cents=chips_cents, tokens_cents=tokens_cents)


def ledger_after(table: Table, *, to_float: int = 0, issued: int = 0, tokens: int = 0) -> Ledger:
    """Return the ledger after chips entered the float, or chips and tokens were issued."""
    ledger = table.ledger
    return Ledger(
        ledger.float_cents + to_float, ledger.issued_cents + issued, ledger.tokens_cents + tokens
    )


def net_cents_by_patron(settled: Iterable[SettledWager]) -> dict[str, int]:
    """Return what wagers move between patrons and float, in chips, for each patron."""
    net_cents: dict[str, int] = {}
    for bet in settled:
        cents = bet.result.paid_cents - (bet.result.collected_cents - bet.tokens_lost)
        net_cents[bet.wager.patron] = net_cents.get(bet.wager.patron, 0) + cents
    return net_cents


def unrecoverable_debts(table: Table, net_cents: Mapping[str, int], coup: int) -> tuple[Debt, ...]:
    """Return what cannot be recovered: from patrons who left, or who hold too little."""
    debts = []
    for name, cents in net_cents.items():
        patron = table.patron(name)
        if patron is None and cents:
            debts.append(Debt(name, cents, coup))
        elif patron is not None and cents > patron.chips_cents:
            debts.append(Debt(name, cents - patron.chips_cents, coup))
    return tuple(debts)


def recovered_cents(
    table: Table, net_cents: Mapping[str, int], debts: tuple[Debt, ...]
) -> dict[str, int]:
    """Return what really moves from patrons to the float when winnings are taken back.

    Nothing moves for a patron who has left: what they owe, or are owed, is only recorded.
    """
    owed = {debt.patron: debt.cents for debt in debts if not debt.in_tokens}
    names = [name for name in dict.fromkeys((*net_cents, *owed)) if table.patron(name) is not None]
    recovered = {name: net_cents.get(name, 0) - owed.get(name, 0) for name in names}
    return {name: cents for name, cents in recovered.items() if cents}
