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
from punto.table.limits.bounds import stated
from punto.table.limits.sign_requirements import check_stays
from punto.table.notice import OFF, Item, Limits, Notice, Proposed, Shown, limits_after
from punto.table.table import Table

notices: Topic[Table, At] = Topic("notices", changes)
# Which entry of the rulebook's changes governs what a sign may change, and whose power it is.
_KINDS: dict[str, tuple[ChangeName, Power]] = {
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
# What stays on every sign: it is changed, and not taken off.
_STAYS = ("kept_minimum_cents", "settlement", "closing")
# What of it is a minimum or a maximum.
_BOUNDS = frozenset({"minimum", "maximum", "kept_minimum"})


class PostNotice(TableCommand, frozen=True, tag="post_notice"):
    """A notice of a change is put up, with the time from which it is to hold."""

    group = Group.LIMITS
    powers = (Power.CHANGE_LIMITS, Power.CHOOSE_SETTLEMENT, Power.CLOSE_TABLE, Power.SET_TABLE_CAP)

    change: Proposed
    effective_at: Moment | None = None


class NoticePosted(TableEvent, frozen=True, gc=False, tag="notice_posted"):
    """A notice is up; ``replaces`` are the places of those that came down for it."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: Proposed
    effective_at: int | None = None
    replaces: tuple[int, ...] = ()


def change_rule(rules: TableRules, item: Item) -> Change:
    """Return how something on the sign is changed."""
    kind = _KINDS[item[1]][0]
    found = rules.edition.changes.get(kind)
    if found is None:
        raise not_held(rules.edition, f"how the {kind.replace('_', ' ')} is changed")
    return found


def check_authority(rules: TableRules, by: Actor, item: Item) -> None:
    """Refuse somebody who has no power to change something."""
    name = item[1]
    power = _KINDS[name][1]
    if power not in rules.edition.powers:
        power = Power.CHANGE_LIMITS if name != "closing" else Power.DEAL
    require(rules, by, power, f"change the {_KINDS[name][0].replace('_', ' ')}")


def check_named(rules: TableRules, name: str) -> None:
    """Say that limits are of no wager, or offer, that anybody can place here."""
    if name not in rules.outcomes and name not in rules.offers:
        known = ", ".join(dict.fromkeys((*rules.outcomes, *rules.offers)))
        raise Malformed(
            f"{name} is not on offer here", f"limits of: {known}", code=ErrorCode.NO_SUCH_THING
        )


def items_of(rules: TableRules, change: Proposed) -> dict[Item, object]:
    """Return what a change gives, item by item, or say that it makes no sense."""
    items = change.items()
    for _, name in items:
        if name not in _KINDS:
            word = name.removesuffix("_cents")
            raise Malformed(f"a sign says no {word}", "off: cap, step", code=ErrorCode.INCOMPLETE)
    if any(value == OFF and name in _STAYS for (_, name), value in items.items()):
        raise Malformed("what is changed is not taken off the sign", code=ErrorCode.INCOMPLETE)
    if change.wager is not None:
        check_named(rules, change.wager)
        if not any(wager for wager, _ in items):
            raise Malformed(f"say which limits of {change.wager} change", code=ErrorCode.INCOMPLETE)
    return items


def check_not_aside(rules: TableRules, items: Collection[Item]) -> None:
    """Refuse a change of limits where they move in another way than by notice."""
    aside = rules.sets_aside.get(LiveRule.NOTICES)
    if aside is not None and any(_KINDS[name][0] in _BOUNDS for _, name in items):
        raise Refused(ErrorCode.LIMITS_MOVE_OTHERWISE, aside, "limits do not move by notice here")


notices.permits(PostNotice)(anybody)


@notices.decides(PostNotice)
def post_notice(at: At, command: PostNotice) -> Events:
    """Put up a notice; a new one about the same thing starts the clock again."""
    rules, table, by = at.rules, at.state, at.by
    items = items_of(rules, command.change)
    if not items:
        raise Malformed("say what will change", code=ErrorCode.INCOMPLETE)
    check_not_aside(rules, items)
    if command.effective_at is not None:
        check_moment(command.effective_at)
        if command.effective_at < by.at:
            raise Malformed("that time is over already", code=ErrorCode.NO_SUCH_TIME)
    clauses: list[Clauses] = []
    for item in items:
        rule = change_rule(rules, item)
        check_authority(rules, by, item)
        clauses.append(rule.notice.clause)
        stated = rule.time_stated
        if stated and stated.value and command.effective_at is None:
            raise Refused(
                ErrorCode.TIME_NOT_STATED, stated.clause, "the sign says from when it holds"
            )
        clauses.append(stated.clause if stated else ())
    check_sensible(rules, table, command.change)
    notices = table.shown.notices
    same = (command.change, command.effective_at)
    if any((notice.change, notice.effective_at) == same for notice in notices):
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


def change_words(change: Proposed) -> str:
    """Return in words what a change puts on the sign, or takes off it."""
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
    """Return what a notice says, and from when."""
    words = change_words(notice.change)
    if notice.effective_at is None:
        return words
    when = datetime.fromtimestamp(notice.effective_at, UTC)
    return f"{words} from {when:%Y-%m-%d %H:%M} UTC"


def check_sensible(rules: TableRules, table: Table, change: Proposed) -> None:
    """Refuse a change that could not hold."""
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
    after = limits_after(table.limits, change)
    for least, most in _spans(rules, after):
        if least is not None and most is not None and least > most:
            clause = change_rule(rules, (None, "minimum_cents")).notice.clause
            raise Refused(
                ErrorCode.LIMITS_UPSIDE_DOWN, clause, "the maximum lies above the minimum"
            )


def _spans(rules: TableRules, limits: Limits) -> list[tuple[int | None, int | None]]:
    """Return minimum and maximum of the table, of optional wagers, and of every wager."""
    return [
        (limits.minimum, limits.maximum),
        (limits.optional_minimum, limits.optional_maximum),
        *(stated(rules, limits, wager) for wager in rules.outcomes),
    ]


@notices.applies(NoticePosted)
def notice_posted(table: Table, event: NoticePosted, envelope: Envelope) -> Table:
    notice = Notice(event.change, envelope.at, event.effective_at)
    left = notices_left(table.shown, event.replaces)
    return replace(table, shown=replace(left, notices=(*left.notices, notice)))


def notices_left(shown: Shown, places: tuple[int, ...]) -> Shown:
    """Return the sign without the notices that are done or replaced."""
    notices = (one for place, one in enumerate(shown.notices) if place not in places)
    return replace(shown, notices=tuple(notices))
