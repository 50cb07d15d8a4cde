"""The rules of a tournament's tables: those of any table, less what it sets aside."""

from msgspec.structs import replace

from punto.rulebook.elect import TableRules, elect, not_held
from punto.rulebook.elections import Elections
from punto.rulebook.policies import LiveRule
from punto.rulebook.schema import Edition, Tournament

# The name under which the tournament's own way of dealing stands among those of the rulebook.
OWN_METHOD = "tournament"


def tournament_rules(edition: Edition, elections: Elections) -> TableRules:
    """Return the rules of a tournament's tables, or refuse where the text has no tournaments."""
    data = law(edition)
    aside = {LiveRule(name): datum.clause for name, datum in data.sets_aside.items()}
    rules = elect(edition, replace(elections, tournament=True))
    if LiveRule.OVER_MAXIMUM in aside:
        settlement = replace(edition.settlement, over_maximum=data.wagers.over_maximum)
        rules = replace(rules, edition=replace(rules.edition, settlement=settlement))
    if LiveRule.TURNING in aside:
        rules = _turned(rules, data)
    part, paid = data.wagers.part_units, data.wagers.paid_in
    return replace(
        rules,
        sets_aside=aside,
        whole_units=part.clause if part else (),
        paid_in=paid.clause if paid else (),
    )


def _turned(rules: TableRules, data: Tournament) -> TableRules:
    """Return the rules of tables that are dealt in the tournament's own way."""
    turning, deal = data.wagers.turning, rules.edition.deal
    assert turning is not None, "the rulebook is checked to have both"
    assert deal is not None
    says = replace(
        rules.edition.says,
        directed_turning=turning.method.clause,
        wrong_patron=data.says.wrong_holder,
    )
    methods = {**deal.methods, OWN_METHOD: turning.method}
    edition = replace(rules.edition, deal=replace(deal, methods=methods), says=says)
    return replace(rules, edition=edition, method=OWN_METHOD)


def law(edition: Edition) -> Tournament:
    """Return what an edition says about tournaments."""
    if edition.tournament is None:
        raise not_held(edition, "how a tournament is held")
    return edition.tournament
