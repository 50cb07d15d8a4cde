"""When what the sign says may change, and what patrons keep of it."""

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import NoticeRule
from punto.rulebook.schema import Change
from punto.table.authority import Actor
from punto.table.events import AnyEvent, Events
from punto.table.guards import all_known, coup_is_on
from punto.table.limits import commands as do
from punto.table.limits import events as happened
from punto.table.limits.notices import (
    change_rule,
    change_words,
    check_authority,
    check_not_aside,
    check_sensible,
    given_by,
)
from punto.table.notice import Notice, Proposed
from punto.table.phase import Betting
from punto.table.table import Table


def check_change(
    rules: TableRules, table: Table, by: Actor, change: Proposed, agreed: tuple[str, ...]
) -> Clauses:
    """Return the clauses by which a change may be made now, or refuse it."""
    found: list[Clauses] = []
    for name, value in given_by(change).items():
        rule = change_rule(rules, name)
        found.append(_permitted(table, by, rule, (name, value), agreed))
    return merged(*found)


def _permitted(
    table: Table, by: Actor, rule: Change, wanted: tuple[str, object], agreed: tuple[str, ...]
) -> Clauses:
    """Return what lets one thing be changed: nothing needed, consent, or a notice in time."""
    name, value = wanted
    if rule.notice.value is NoticeRule.NONE:
        return rule.notice.clause
    if rule.when_empty and rule.when_empty.value and not table.patrons:
        return rule.when_empty.clause
    if rule.raised_only and rule.raised_only.value and not _raised(table, name, value):
        return rule.raised_only.clause
    everybody = {patron.name for patron in table.patrons} <= set(agreed)
    if rule.consent and rule.consent.value and everybody:
        return rule.consent.clause
    notice = _notice(table, name, value)
    problem = _problem(rule, notice, by)
    if problem is None:
        return rule.notice.clause
    keeps = rule.kept_by_those_present
    if keeps and keeps.value and name == "minimum_cents" and _raised(table, name, value):
        return keeps.clause
    clauses = [rule.notice.clause]
    if rule.consent and rule.consent.value:
        clauses.append(rule.consent.clause)
    raise Refused(problem[0], merged(*clauses), problem[1])


def _announced(rule: Change, table: Table, name: str, value: object) -> bool:
    """Return whether a change is one that is announced, and so waits for the next window."""
    if rule.notice.value is NoticeRule.NONE:
        return False
    freely = rule.raised_only is not None and rule.raised_only.value
    return not freely or _raised(table, name, value)


def _raised(table: Table, name: str, value: object) -> bool:
    before = getattr(table.limits, name.removesuffix("_cents"), None)
    return isinstance(value, int) and value > (before or 0)


def _notice(table: Table, name: str, value: object) -> Notice | None:
    """Return the notice of exactly this change, if one is up."""
    for notice in table.shown.notices:
        if given_by(notice.change).get(name) == value:
            return notice
    return None


def _problem(rule: Change, notice: Notice | None, by: Actor) -> tuple[str, str] | None:
    """Return why a notice does not suffice, if it does not."""
    if notice is None or by.at < notice.shown_at:
        return "no_notice", "no notice of exactly this change is up"
    if notice.effective_at is not None and by.at < notice.effective_at:
        return "notice_too_short", "the time on the notice has not come"
    minutes = rule.minutes.value if rule.minutes else 0
    if rule.notice.value is NoticeRule.TIMED and by.at - notice.shown_at < minutes * 60:
        return "notice_too_short", f"the notice has not been up for {minutes} minutes"
    return None


def change_sign(rules: TableRules, table: Table, by: Actor, command: do.ChangeSign) -> Events:
    """Change limits or the settlement, between coups."""
    change = command.change
    given = given_by(change)
    if not given or change.closing:
        raise Malformed(
            "say what changes" if not given else "a table is closed by close_table",
            code="incomplete",
        )
    check_not_aside(rules, given)
    check_sensible(rules, table, change)
    for name in given:
        check_authority(rules, by, name)
    first = change_rule(rules, next(iter(given)))
    window = isinstance(table.phase, Betting) and any(
        _announced(change_rule(rules, name), table, name, value) for name, value in given.items()
    )
    if coup_is_on(table) or table.wagers or window:
        text = "changes wait for the next coup: wagers were made under the sign shown"
        raise Refused("coup_running", first.notice.clause, text)
    all_known(table, command.agreed)
    cited = check_change(rules, table, by, change, command.agreed)
    reasons = (Reason(change_words(change), cited),)
    events: list[AnyEvent] = []
    done = _announced_by(table, given)
    if any(name.endswith("_cents") for name in given):
        kept = _kept(rules, table, by, change)
        events.append(happened.LimitsChanged(change=change, kept=kept, done=done, reasons=reasons))
        done = ()
    if change.settlement is not None:
        events.append(
            happened.SettlementChanged(settlement=change.settlement, done=done, reasons=reasons)
        )
    return tuple(events)


def _announced_by(table: Table, given: dict[str, object]) -> tuple[int, ...]:
    """Return the places of the notices that come down because what they announced is done."""
    done = set(given.items())
    return tuple(
        place
        for place, notice in enumerate(table.shown.notices)
        if set(given_by(notice.change).items()) & done
    )


def _kept(rules: TableRules, table: Table, by: Actor, change: Proposed) -> dict[str, int | None]:
    """Return which earlier minimum each patron plays at after a change."""
    if change.kept_minimum_cents is not None:
        return {
            patron.name: max(change.kept_minimum_cents, patron.kept_minimum_cents)
            for patron in table.patrons
            if patron.kept_minimum_cents is not None
        }
    new = change.minimum_cents
    if new is None:
        return {}
    rule = change_rule(rules, "minimum_cents")
    noticed = _problem(rule, _notice(table, "minimum_cents", new), by) is None
    before = table.limits.minimum or 0
    keeps = rule.kept_by_those_present
    if keeps is None or not keeps.value or noticed:
        return {
            patron.name: None for patron in table.patrons if patron.kept_minimum_cents is not None
        }
    if new <= before:
        return {
            patron.name: patron.kept_minimum_cents if patron.kept_minimum_cents < new else None
            for patron in table.patrons
            if patron.kept_minimum_cents is not None
        }
    return {
        patron.name: before if patron.kept_minimum_cents is None else patron.kept_minimum_cents
        for patron in table.patrons
    }
