"""The sign at the table: everything that the rulebook requires on it."""

from collections.abc import Iterator

from msgspec.structs import replace

from punto.clause import Reason, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules, kept_apart
from punto.rulebook.schema.coup_facts import asked
from punto.table.notice import Limits
from punto.table.registry import in_force
from punto.table.table import Table


def sign_lines(rules: TableRules, limits: Limits, table: Table | None = None) -> tuple[Reason, ...]:
    """Return the lines of the sign, each with the clause that requires it."""
    if table is not None:
        rules = in_force(rules, table)
    shown = rules.edition.sign
    if shown is None:
        return ()
    lines = [*_limit_lines(rules, limits), *_settlement_lines(rules), *_offer_lines(rules, limits)]
    if table is not None:
        lines += [*_kept_minimum_lines(rules, table), *_restriction_lines(rules, table)]
    return tuple(line for line in lines if line.clause)


def _limit_lines(rules: TableRules, limits: Limits) -> Iterator[Reason]:
    """Yield the lines about limits of main wagers and of the table."""
    shown = rules.edition.sign
    assert shown is not None
    span = _span_text(limits.minimum, limits.maximum)
    if span:
        yield Reason(f"{span} per patron" if limits.per_patron else span, shown.shows_limits)
    if limits.step:
        yield Reason(f"in steps of {dollars(limits.step)}", shown.shows_steps)
    if limits.cap is not None:
        yield Reason(f"{shown.cap_title} {dollars(limits.cap)}", shown.shows_cap)
    box = " in each box" if limits.area_per_box else ""
    if limits.area_maximum is not None:
        text = f"area maximum {dollars(limits.area_maximum)}{box}"
        yield Reason(text, shown.shows_areas)
    for name, own in limits.wagers.items():
        title = _title(rules, name)
        span = _span_text(own.minimum_cents, own.maximum_cents)
        if span and name in rules.edition.wagering.main.value:
            each = " per patron" if limits.per_patron else ""
            yield Reason(f"{title}, {span}{each}", shown.shows_wagers)
        if own.area_maximum_cents is not None:
            text = f"{title}, area maximum {dollars(own.area_maximum_cents)}{box}"
            yield Reason(text, shown.shows_areas)


def _settlement_lines(rules: TableRules) -> Iterator[Reason]:
    assert rules.edition.sign is not None
    for scheme in rules.edition.sign.settlements:
        if scheme.scheme == rules.settlement:
            yield Reason(f"{scheme.scheme.replace('_', ' ')}: {_odds_text(rules)}", scheme.clause)


def _offer_lines(rules: TableRules, limits: Limits) -> Iterator[Reason]:
    """Yield a line for each optional wager on offer, with the amount that it takes."""
    for name in rules.offers:
        offer = rules.edition.offers[name]
        apart = kept_apart(rules.edition, name)
        spans = {
            wager: _span_text(*limits.span(wager, name, apart=apart)) for wager in offer.wagers
        }
        titles = dict.fromkeys(offer.wagers, offer.title)
        if len(set(spans.values())) > 1:
            titles = {wager: _title(rules, wager) for wager in offer.wagers}
        for title, span in dict.fromkeys((titles[wager], span) for wager, span in spans.items()):
            clause = merged(offer.shows_offer, offer.shows_amount if span else ())
            yield Reason(f"{title}, {span}" if span else title, clause)


def _title(rules: TableRules, name: str) -> str:
    offer = rules.edition.offers.get(name)
    return offer.title if offer else rules.edition.wagers[name].title


def _kept_minimum_lines(rules: TableRules, table: Table) -> Iterator[Reason]:
    """Yield the lines about earlier minimums that patrons keep, with the limits of that time."""
    clause = rules.says.kept_shown
    minimums = sorted(
        {patron.kept_minimum_cents for patron in table.patrons if patron.kept_minimum_cents}
    )
    now = {line.text for line in _lines_without_minimum(rules, table.limits)}
    for cents in minimums:
        yield Reason(f"earlier minimum {dollars(cents)} for those who keep it", clause)
        for former in table.shown.earlier:
            others = [
                line.text for line in _lines_without_minimum(rules, former) if line.text not in now
            ]
            if former.minimum == cents and others:
                text = f"with the earlier minimum {dollars(cents)}: {'; '.join(others)}"
                yield Reason(text, clause)


def _lines_without_minimum(rules: TableRules, limits: Limits) -> Iterator[Reason]:
    """Yield every line about limits, except the minimum of the table."""
    bare = replace(limits, minimum=None)
    yield from _limit_lines(rules, bare)
    yield from _offer_lines(rules, bare)


def _restriction_lines(rules: TableRules, table: Table) -> Iterator[Reason]:
    for name in table.shown.restricted:
        offer = rules.edition.offers[name]
        if offer.restriction_shown:
            text = f"{offer.title} for patrons with a main wager"
            yield Reason(text, offer.restriction_shown.clause)


def _span_text(least: int | None, most: int | None) -> str | None:
    parts = [
        f"{name} {dollars(cents)}"
        for name, cents in (("minimum", least), ("maximum", most))
        if cents is not None
    ]
    return ", ".join(parts) or None


def _odds_text(rules: TableRules) -> str:
    """Return what the main wagers pay under the settlement in use."""
    parts = []
    for wager in rules.edition.wagering.main.value:
        for row in rules.outcomes[wager]:
            if row.odds:
                special = row.when is not None and len(asked(row.when)) > 1
                parts.append(f"{row.name if special else wager} {row.odds}")
    return ", ".join(parts)
