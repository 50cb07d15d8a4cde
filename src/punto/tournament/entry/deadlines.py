"""What counts from the published start: where something does, conditions have to name one."""

from punto.clause import Clauses, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import Refunds, SeatedBy
from punto.tournament.conditions import Conditions
from punto.tournament.entry.topics import not_stated
from punto.tournament.rules import law


def from_start(rules: TableRules, conditions: Conditions | None = None) -> Clauses:
    """Return the clauses of deadlines that count from the start; without conditions, of any."""
    data = law(rules.edition)
    money, seating = data.money, data.seating
    found: list[Clauses] = []
    charges = conditions is None or conditions.entry_fee_cents or conditions.buy_in_cents
    if money.refunds.value is Refunds.IN_TIME and charges:
        found.append(money.withdrawal_days.clause if money.withdrawal_days else ())
    # Where conditions have no start to name, seats are taken by the time that is announced.
    published = data.entry.topics.start is not None
    if published and seating.seated_by.value is SeatedBy.PUBLISHED_START:
        found.append(seating.seated_by.clause)
    return merged(*found)


def check_start_stated(rules: TableRules, conditions: Conditions) -> None:
    """Refuse conditions that name no start although a deadline counts from it."""
    clause = from_start(rules, conditions)
    if conditions.start is None and clause:
        raise not_stated(["start"], clause)
