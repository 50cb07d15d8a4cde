"""Results invalidated for a disturbance or for fraud."""

from punto.clause import Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import StakeOfFraud
from punto.table.authority import Actor, provided, require, says
from punto.table.errors import commands as do
from punto.table.errors.undoing import on_or_just_over, reopened, undone
from punto.table.events import Events
from punto.table.evolve import after
from punto.table.ledger import whole
from punto.table.phase import Closed
from punto.table.register import record
from punto.table.table import Table
from punto.table.wagers.events import WagersForfeited


def invalidate_result(
    rules: TableRules, table: Table, by: Actor, command: do.InvalidateResult
) -> Events:
    """Invalidate a result for a disturbance or for fraud; a cheat's stake may be kept."""
    clause = require(rules, by, "invalidate_result", "invalidate a result")
    clause = merged(clause, provided(rules, "invalidated", "when a result is invalidated"))
    conduct = rules.edition.conduct
    disruptions, stake = conduct.disruptions, conduct.stake_of_fraud
    fraud = command.ground == "fraud" and bool(says(rules, "fraud"))
    if not fraud and (disruptions is None or command.ground not in disruptions.value):
        grounds = [*(disruptions.value if disruptions else ())]
        listed = ", ".join([*grounds, "fraud"] if says(rules, "fraud") else grounds)
        raise Refused("no_ground", clause, f"{command.ground!r} is no ground", f"grounds: {listed}")
    if isinstance(table.phase, Closed) or not on_or_just_over(table):
        raise Malformed("no coup is on whose result could be invalidated", code="no_coup")
    disturbed = disruptions.clause if disruptions else ()
    cited = merged(clause, says(rules, "fraud") if fraud else disturbed)
    if fraud and not (command.person and (command.opinion or "").strip()):
        raise Malformed(
            "name the person, or unknown, and say why the outcome was affected", code="incomplete"
        )
    entry = record(
        table, by, "invalidated", command.opinion or command.ground, cited, person=command.person
    )
    events = reopened(rules, table, by, laying=command.forfeit)
    then = after(table, events)
    if command.forfeit:
        may = stake is not None and stake.value is StakeOfFraud.MAY_BE_FORFEITED and fraud
        if not may or not any(wager.patron == command.person for wager in then.wagers):
            text = "only what somebody named for fraud staked on this result may be kept"
            raise Refused("no_forfeiture", merged(stake.clause if stake else (), cited), text)
        assert stake is not None
        reason = Reason(f"the stakes of {command.person} are forfeit", stake.clause)
        stakes = tuple(whole(wager) for wager in then.wagers if wager.patron == command.person)
        kept = WagersForfeited(name=command.person or "", stakes=stakes, reasons=(reason,))
        events = (*events, kept)
        then = after(then, (kept,))
    returned = stake.clause if stake else ()
    void = undone(rules, then, by, command.ground, merged(cited, returned))
    return (entry, *events, *void)
