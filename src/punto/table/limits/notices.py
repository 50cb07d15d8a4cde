"""Notices: what a change is, who may announce it, and what it says."""

from collections.abc import Collection
from datetime import UTC, datetime

from msgspec.structs import replace

from punto.aggregate.actor import Actor, check_moment
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Moment
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import LiveRule
from punto.rulebook.power import Power
from punto.rulebook.schema import Change
from punto.rulebook.schema.limits import ChangeName
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.limits.bounds import sign_limits_of
from punto.table.limits.sign_requirements import check_stays
from punto.table.notice import OFF, Limits, Notice, PostedItems, SignChange, SignItem, limits_after
from punto.table.table import Table

notices: Topic[Table, At] = Topic("notices", changes)
# For each item of a sign: the rule for its changes in the rulebook, and the required power.
_CHANGE_RULES: dict[str, tuple[ChangeName, Power]] = {
    "minimum_cents": ("minimum", Power.CHANGE_LIMITS),
    "optional_minimum_cents": ("minimum", Power.CHANGE_LIMITS),
    "maximum_cents": ("maximum", Power.CHANGE_LIMITS),
    "optional_maximum_cents": ("maximum", Power.CHANGE_LIMITS),
    "step_cents": ("cap", Power.CHANGE_LIMITS),
    "area_maximum_cents": ("cap", Power.SET_TABLE_CAP),
    "area_per_box": ("cap", Power.SET_TABLE_CAP),
    "cap_cents": ("cap", Power.SET_TABLE_CAP),
    "kept_minimum_cents": ("kept_minimum", Power.CHANGE_LIMITS),
    "settlement": ("settlement", Power.CHOOSE_SETTLEMENT),
    "closing": ("closure", Power.CLOSE_TABLE),
}
# Items that can be changed, but not removed from the sign.
_NOT_REMOVABLE = ("kept_minimum_cents", "settlement", "closing")
# The rules about a minimum or a maximum.
_LIMIT_CHANGES = frozenset({"minimum", "maximum", "kept_minimum"})


class PostNotice(TableCommand, frozen=True, tag="post_notice"):
    """A notice of a change is put up, with the time from which it is to hold."""

    group = Group.LIMITS
    powers = (Power.CHANGE_LIMITS, Power.CHOOSE_SETTLEMENT, Power.CLOSE_TABLE, Power.SET_TABLE_CAP)

    change: SignChange
    effective_at: Moment | None = None


class NoticePosted(TableEvent, frozen=True, gc=False, tag="notice_posted"):
    """A notice is posted; ``replaces`` are the places of the notices that it replaces."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: SignChange
    effective_at: int | None = None
    replaces: tuple[int, ...] = ()


def change_rule(rules: TableRules, item: SignItem) -> Change:
    """Return the rule for changes of an item on the sign."""
    kind = _CHANGE_RULES[item[1]][0]
    rule = rules.edition.changes.get(kind)
    if rule is None:
        raise not_held(rules.edition, f"how the {kind.replace('_', ' ')} is changed")
    return rule


def check_authority(rules: TableRules, by: Actor, item: SignItem) -> None:
    """Refuse a person who has no power to change an item."""
    name = item[1]
    power = _CHANGE_RULES[name][1]
    if power not in rules.edition.powers:
        power = Power.CHANGE_LIMITS if name != "closing" else Power.DEAL
    require(rules, by, power, f"change the {_CHANGE_RULES[name][0].replace('_', ' ')}")


def check_named(rules: TableRules, name: str) -> None:
    """Raise an error if a wager or offer is not available at this table."""
    if name not in rules.outcomes and name not in rules.offers:
        available = ", ".join(dict.fromkeys((*rules.outcomes, *rules.offers)))
        raise Malformed(
            f"{name} is not on offer here", f"limits of: {available}", code=ErrorCode.NO_SUCH_THING
        )


def items_of(rules: TableRules, change: SignChange) -> dict[SignItem, object]:
    """Return the items of a change. Raise an error if it is invalid."""
    items = change.items()
    for _, name in items:
        if name not in _CHANGE_RULES:
            word = name.removesuffix("_cents")
            raise Malformed(f"a sign says no {word}", "off: cap, step", code=ErrorCode.INCOMPLETE)
    if any(value == OFF and name in _NOT_REMOVABLE for (_, name), value in items.items()):
        raise Malformed("what is changed is not taken off the sign", code=ErrorCode.INCOMPLETE)
    if change.wager is not None:
        check_named(rules, change.wager)
        if not any(wager for wager, _ in items):
            raise Malformed(f"say which limits of {change.wager} change", code=ErrorCode.INCOMPLETE)
    return items


def check_limits_move_by_notice(rules: TableRules, items: Collection[SignItem]) -> None:
    """Refuse a change of limits by notice if limits change in another way here."""
    aside = rules.sets_aside.get(LiveRule.NOTICES)
    if aside is not None and any(_CHANGE_RULES[name][0] in _LIMIT_CHANGES for _, name in items):
        raise Refused(ErrorCode.LIMITS_MOVE_OTHERWISE, aside, "limits do not move by notice here")


notices.permits(PostNotice)(anybody)


@notices.decides(PostNotice)
def post_notice(at: At, command: PostNotice) -> Events:
    """Post a notice. A new one about the same item starts the time again."""
    rules, table, by = at.rules, at.state, at.by
    items = items_of(rules, command.change)
    if not items:
        raise Malformed("say what will change", code=ErrorCode.INCOMPLETE)
    check_limits_move_by_notice(rules, items)
    if command.effective_at is not None:
        check_moment(command.effective_at)
        if command.effective_at < by.at:
            raise Malformed("that time is over already", code=ErrorCode.NO_SUCH_TIME)
    clauses: list[Clauses] = []
    for item in items:
        rule = change_rule(rules, item)
        check_authority(rules, by, item)
        clauses.append(rule.notice.clause)
        time_rule = rule.time_stated
        if time_rule and time_rule.value and command.effective_at is None:
            raise Refused(
                ErrorCode.TIME_NOT_STATED, time_rule.clause, "the sign says from when it holds"
            )
        clauses.append(time_rule.clause if time_rule else ())
    check_sensible(rules, table, command.change)
    notices = table.shown.notices
    content = (command.change, command.effective_at)
    if any((notice.change, notice.effective_at) == content for notice in notices):
        raise Malformed("exactly this notice is up already", code=ErrorCode.ALREADY_SO)
    replaces = tuple(
        place for place, notice in enumerate(notices) if set(notice.change.items()) & set(items)
    )
    notice = Notice(command.change, by.at, command.effective_at)
    posted = NoticePosted(
        change=command.change,
        effective_at=command.effective_at,
        replaces=replaces,
        reasons=(Reason(f"notice: {notice_words(notice)}", merged(*clauses)),),
    )
    return (posted,)


def change_words(change: SignChange) -> str:
    """Return a change of the sign in words."""
    parts = []
    for (wager, name), value in change.items().items():
        words = name.removesuffix("_cents").replace("_", " ")
        words = f"{wager.replace('_', ' ')} {words}" if wager else words
        if name == "closing":
            parts.append("the table closes")
        elif value == OFF:
            parts.append(f"no {words}")
        elif isinstance(value, bool):
            parts.append(words)
        elif isinstance(value, int):
            parts.append(f"{words} {dollars(value)}")
        else:
            parts.append(f"{words} {value}")
    return ", ".join(parts)


def notice_words(notice: Notice) -> str:
    """Return the text of a notice, with the time from which it applies."""
    words = change_words(notice.change)
    if notice.effective_at is None:
        return words
    when = datetime.fromtimestamp(notice.effective_at, UTC)
    return f"{words} from {when:%Y-%m-%d %H:%M} UTC"


def check_sensible(rules: TableRules, table: Table, change: SignChange) -> None:
    """Refuse a change with impossible values."""
    for (_, name), value in items_of(rules, change).items():
        if isinstance(value, int) and not isinstance(value, bool) and value <= 0:
            raise Malformed(
                f"{name.removesuffix('_cents')} must be more than nothing",
                code=ErrorCode.INCOMPLETE,
            )
    if change.settlement is not None and change.settlement not in rules.schemes:
        schemes = rules.edition.settlement.schemes
        text = f"there is no settlement {change.settlement!r}"
        raise Refused(ErrorCode.SETTLEMENT_NOT_PERMITTED, schemes.clause, text)
    check_stays(rules, change)
    changed = limits_after(table.limits, change)
    for minimum, maximum in _limit_spans(rules, changed):
        if minimum is not None and maximum is not None and minimum > maximum:
            clause = change_rule(rules, (None, "minimum_cents")).notice.clause
            raise Refused(
                ErrorCode.LIMITS_UPSIDE_DOWN, clause, "the maximum lies above the minimum"
            )


def _limit_spans(rules: TableRules, limits: Limits) -> list[tuple[int | None, int | None]]:
    """Return the minimum and maximum of the table, of optional wagers, and of every wager."""
    return [
        (limits.minimum, limits.maximum),
        (limits.optional_minimum, limits.optional_maximum),
        *(sign_limits_of(rules, limits, wager) for wager in rules.outcomes),
    ]


@notices.applies(NoticePosted)
def notice_posted(table: Table, event: NoticePosted, envelope: Envelope) -> Table:
    notice = Notice(event.change, envelope.at, event.effective_at)
    shown = without_notices(table.shown, event.replaces)
    return replace(table, shown=replace(shown, notices=(*shown.notices, notice)))


def without_notices(shown: PostedItems, places: tuple[int, ...]) -> PostedItems:
    """Return the sign without the notices at these places."""
    notices = (notice for place, notice in enumerate(shown.notices) if place not in places)
    return replace(shown, notices=tuple(notices))
