"""The rules of a tournament's tables: the rules of live play, less those set aside."""

from msgspec.structs import replace

from punto.rulebook.elect import TableRules, elect, not_held
from punto.rulebook.elections import Elections
from punto.rulebook.policies import LiveRule
from punto.rulebook.schema import Edition, Tournament

# The name of the tournament's own dealing method among the methods of the rulebook.
OWN_METHOD = "tournament"


def tournament_rules(edition: Edition, elections: Elections) -> TableRules:
    """Return the rules of a tournament's tables. Refuse if the rulebook has no tournaments."""
    data = tournament_section(edition)
    sets_aside = {LiveRule(name): datum.clause for name, datum in data.sets_aside.items()}
    rules = elect(edition, replace(elections, tournament=True))
    if LiveRule.OVER_MAXIMUM in sets_aside:
        settlement = replace(edition.settlement, over_maximum=data.wagers.over_maximum)
        rules = replace(rules, edition=replace(rules.edition, settlement=settlement))
    if LiveRule.TURNING in sets_aside:
        rules = _with_own_method(rules, data)
    part_units, paid_in = data.wagers.part_units, data.wagers.paid_in
    return replace(
        rules,
        sets_aside=sets_aside,
        whole_units=part_units.clause if part_units else (),
        paid_in=paid_in.clause if paid_in else (),
    )


def _with_own_method(rules: TableRules, data: Tournament) -> TableRules:
    """Return the rules with the dealing method of the tournament."""
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


def tournament_section(edition: Edition) -> Tournament:
    """Return the tournament section of an edition. Refuse if it has none."""
    if edition.tournament is None:
        raise not_held(edition, "how a tournament is held")
    return edition.tournament
