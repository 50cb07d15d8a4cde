"""Notices, and the changes they announce: limits, cap, settlement, closing time."""

from datetime import UTC, datetime

from msgspec.structs import asdict, replace

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import NoticeRule
from punto.rulebook.schema import Change
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, require
from punto.table.records import Notice, Proposed
from punto.table.register import record
from punto.table.seating import house_changed
from punto.table.state import Betting, Dealing, Limits, Settling, Table

# Which entry of the rulebook's changes governs what a sign may change, and whose power it is.
_KINDS = {
    "minimum_cents": ("minimum", "change_limits"),
    "optional_minimum_cents": ("minimum", "change_limits"),
    "maximum_cents": ("maximum", "change_limits"),
    "optional_maximum_cents": ("maximum", "change_limits"),
    "step_cents": ("cap", "change_limits"),
    "area_maximum_cents": ("cap", "set_table_cap"),
    "cap_cents": ("cap", "set_table_cap"),
    "kept_minimum_cents": ("kept_minimum", "change_limits"),
    "settlement": ("settlement", "choose_settlement"),
    "closing": ("closure", "close_table"),
}


def _given(change: Proposed) -> dict[str, object]:
    """Return what a change gives."""
    return {name: value for name, value in asdict(change).items() if value not in (None, False)}


def _rule(rules: TableRules, name: str) -> Change:
    kind = _KINDS[name][0]
    found = rules.edition.changes.get(kind)
    if found is None:
        raise not_held(rules.edition, f"how the {kind.replace('_', ' ')} is changed")
    return found


def _authority(rules: TableRules, by: Actor, name: str) -> None:
    """Refuse somebody who has no power to change something."""
    power = _KINDS[name][1]
    if power not in rules.edition.powers:
        power = "change_limits" if name != "closing" else "deal"
    require(rules, by, power, f"change the {_KINDS[name][0].replace('_', ' ')}")


def post_notice(rules: TableRules, table: Table, by: Actor, command: do.PostNotice) -> Events:
    """Put up a notice; a new one about the same thing starts the clock again."""
    given = _given(command.change)
    if not given:
        raise Malformed("say what will change", code="incomplete")
    clauses: list[Clauses] = []
    for name in given:
        rule = _rule(rules, name)
        _authority(rules, by, name)
        clauses.append(rule.notice.clause)
        stated = rule.time_stated
        if stated and stated.value and command.effective_at is None:
            raise Refused("time_not_stated", stated.clause, "the sign says from when it holds")
    _sensible(rules, table, command.change)
    if any(
        (one.change, one.effective_at) == (command.change, command.effective_at)
        for one in table.house.notices
    ):
        raise Malformed("exactly this notice is up already", code="already_so")
    notice = Notice(command.change, by.at, command.effective_at)
    others = [o for o in table.house.notices if not set(_given(o.change)) & set(given)]
    house = replace(table.house, notices=(*others, notice))
    text = f"notice: {notice_words(notice)}"
    return (house_changed("post_notice", house, text, merged(*clauses)),)


def _words(change: Proposed) -> str:
    parts = []
    for name, value in _given(change).items():
        words = name.removesuffix("_cents").replace("_", " ")
        if name == "closing":
            parts.append("the table closes")
        elif isinstance(value, int):
            parts.append(f"{words} {dollars(value)}")
        else:
            parts.append(f"{words} {value}")
    return ", ".join(parts)


def notice_words(notice: Notice) -> str:
    """Return what a notice says, and from when."""
    words = _words(notice.change)
    if notice.effective_at is None:
        return words
    when = datetime.fromtimestamp(notice.effective_at, UTC)
    return f"{words} from {when:%Y-%m-%d %H:%M} UTC"


def _sensible(rules: TableRules, table: Table, change: Proposed) -> None:
    """Refuse a change that could not hold."""
    for name, value in _given(change).items():
        if isinstance(value, int) and not isinstance(value, bool) and value <= 0:
            raise Malformed(
                f"{name.removesuffix('_cents')} must be more than nothing", code="incomplete"
            )
    if change.settlement is not None and change.settlement not in rules.schemes:
        schemes = rules.edition.settlement.schemes
        text = f"there is no settlement {change.settlement!r}"
        raise Refused("settlement_not_permitted", schemes.clause, text)
    after = _after(table.limits, change)
    for least, most in (
        (after.minimum, after.maximum),
        (after.optional_minimum, after.optional_maximum),
    ):
        if least is not None and most is not None and least > most:
            clause = _rule(rules, "minimum_cents").notice.clause
            raise Refused("limits_upside_down", clause, "the maximum lies above the minimum")


def _after(limits: Limits, change: Proposed) -> Limits:
    given = {
        name.removesuffix("_cents"): value
        for name, value in asdict(change).items()
        if value is not None and name.endswith("_cents") and name != "kept_minimum_cents"
    }
    return replace(limits, **given)


def check_change(
    rules: TableRules, table: Table, by: Actor, change: Proposed, agreed: tuple[str, ...]
) -> Clauses:
    """Return the clauses by which a change may be made now, or refuse it."""
    found: list[Clauses] = []
    for name, value in _given(change).items():
        rule = _rule(rules, name)
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
    everybody = {one.name for one in table.patrons} <= set(agreed)
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
    for one in table.house.notices:
        if _given(one.change).get(name) == value:
            return one
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
    given = _given(change)
    if not given or change.closing:
        raise Malformed(
            "say what changes" if not given else "a table is closed by close_table",
            code="incomplete",
        )
    _sensible(rules, table, change)
    for name in given:
        _authority(rules, by, name)
    first = _rule(rules, next(iter(given)))
    window = isinstance(table.phase, Betting) and any(
        _announced(_rule(rules, name), table, name, value) for name, value in given.items()
    )
    if isinstance(table.phase, Dealing | Settling) or table.wagers or window:
        text = "changes wait for the next coup: wagers were made under the sign shown"
        raise Refused("coup_running", first.notice.clause, text)
    strangers = set(command.agreed) - {one.name for one in table.patrons}
    if strangers:
        raise Malformed(f"not at the table: {', '.join(sorted(strangers))}", code="unknown_patron")
    cited = check_change(rules, table, by, change, command.agreed)
    reason = Reason(_words(change), cited)
    events: list[happened.AnyEvent] = []
    # A notice comes down when what it announced is done; the others stay up.
    done = set(given.items())
    notices = tuple(o for o in table.house.notices if not set(_given(o.change).items()) & done)
    if any(name.endswith("_cents") for name in given):
        kept = _kept(rules, table, by, change)
        limits = _after(table.limits, change)
        events.append(
            happened.LimitsChanged(limits=limits, kept=kept, notices=notices, reasons=(reason,))
        )
    if change.settlement is not None:
        events.append(
            happened.SettlementChanged(scheme=change.settlement, notices=notices, reasons=(reason,))
        )
    return tuple(events)


def _kept(rules: TableRules, table: Table, by: Actor, change: Proposed) -> dict[str, int | None]:
    """Return which earlier minimum each patron plays at after a change."""
    if change.kept_minimum_cents is not None:
        return {
            one.name: max(change.kept_minimum_cents, one.kept_minimum_cents)
            for one in table.patrons
            if one.kept_minimum_cents is not None
        }
    new = change.minimum_cents
    if new is None:
        return {}
    rule = _rule(rules, "minimum_cents")
    noticed = _problem(rule, _notice(table, "minimum_cents", new), by) is None
    before = table.limits.minimum or 0
    keeps = rule.kept_by_those_present
    if keeps is None or not keeps.value or noticed:
        return {one.name: None for one in table.patrons if one.kept_minimum_cents is not None}
    if new <= before:
        return {
            one.name: one.kept_minimum_cents if one.kept_minimum_cents < new else None
            for one in table.patrons
            if one.kept_minimum_cents is not None
        }
    return {
        one.name: before if one.kept_minimum_cents is None else one.kept_minimum_cents
        for one in table.patrons
    }


def tell(rules: TableRules, table: Table, by: Actor, command: do.Tell) -> Events:
    """Keep that somebody was told of a matter."""
    del rules
    if by.is_patron or not command.whom.strip() or not command.matter.strip():
        raise Malformed("staff say whom they told, and of what", code="incomplete")
    told = (*table.house.told, f"{command.whom}: {command.matter}")
    house = replace(table.house, told=told)
    text = f"{command.whom} is told: {command.matter}"
    entry = record(table, by, "told", text, (), to=(command.whom,))
    return (house_changed("tell", house, "", ()), entry)


def display_sign(rules: TableRules, table: Table, by: Actor, command: do.DisplaySign) -> Events:
    """Keep that a sign about a matter is up."""
    del rules
    if by.is_patron or not command.matter.strip():
        raise Malformed("staff put up signs, and say about what", code="incomplete")
    house = replace(table.house, displayed=(*table.house.displayed, command.matter))
    return (house_changed("display_sign", house, "", ()),)


HANDLERS: Handlers = {
    do.PostNotice: post_notice,
    do.ChangeSign: change_sign,
    do.Tell: tell,
    do.DisplaySign: display_sign,
}
