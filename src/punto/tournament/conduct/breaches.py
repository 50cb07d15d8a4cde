"""What entrants may not do: put on record, and ruled on by whoever may disqualify."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff
from punto.tournament.conduct import commands as do
from punto.tournament.conduct import events as happened
from punto.tournament.conduct.disqualifying import cause_of, put_out
from punto.tournament.events import Events
from punto.tournament.people import known
from punto.tournament.rules import law
from punto.tournament.seating.leading import check_lead
from punto.tournament.tournament import Tournament


def report_breach(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.ReportBreach
) -> Events:
    """Put on record what an entrant is said to have done."""
    require_staff(rules, by, "put a breach on record")
    kinds = law(rules.edition).conduct.breaches
    kind = kinds.get(command.kind)
    if kind is None:
        listed = ", ".join(kinds) or "none"
        raise Malformed(
            f"{command.kind!r} is nothing that is recorded",
            f"kinds: {listed}",
            code=ErrorCode.NO_SUCH_THING,
        )
    known(tournament, command.name)
    if not command.text.strip():
        raise Malformed("say what happened", code=ErrorCode.INCOMPLETE)
    reported = happened.BreachReported(
        number=len(tournament.matters.breaches) + 1,
        kind=command.kind,
        name=command.name,
        text=command.text,
        reasons=(Reason(f"{command.name}: {kind.title}", kind.clause),),
    )
    return (reported,)


def rule_on_breach(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.RuleOnBreach
) -> Events:
    """Find that it was so or not, and disqualify where that is wanted or has to be."""
    require(rules, by, Power.DISQUALIFY_ENTRANT, "rule on a breach")
    check_lead(rules, tournament, by)
    breaches = tournament.matters.breaches
    breach = next((held for held in breaches if held.number == command.number), None)
    if breach is None:
        raise Malformed(f"there is no breach {command.number}", code=ErrorCode.NO_SUCH_THING)
    if breach.found is not None:
        raise Malformed(f"breach {command.number} is ruled on", code=ErrorCode.ALREADY_SO)
    name = law(rules.edition).conduct.breaches[breach.kind].cause
    if command.disqualify and (not command.found or name is None):
        raise Malformed("nobody is disqualified for nothing", code=ErrorCode.INCOMPLETE)
    cause = cause_of(rules, name) if name is not None else None
    if command.found and cause and cause.compulsory and not command.disqualify:
        text = f"{cause.title}: {breach.name} has to be disqualified"
        raise Refused(ErrorCode.DISQUALIFICATION_DUE, cause.clause, text)
    ruled = happened.BreachRuled(number=command.number, found=command.found)
    if not command.disqualify or name is None:
        return (ruled,)
    return (ruled, *put_out(rules, tournament, breach.name, name))
