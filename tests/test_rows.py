"""Rows of wagers: for every finished coup exactly one, whatever a house may elect."""

import pytest
from msgspec.structs import replace
from support.editions import ALL
from support.example_rulebook import Tree, found, outcomes

from punto.rulebook.load import load
from punto.rulebook.rows import check_rows


def test_offers_that_may_run_together_are_looked_at_together() -> None:
    """Two offers with rows of their own for one wager overlap only where both are elected."""

    def twice(tree: Tree, *, exclusive: bool) -> None:
        tree["offers"]["lizard"] = dict(tree["offers"]["dragon"], title="Lizard")
        if exclusive:
            both = {"is": ["dragon", "lizard"], "clause": "10"}
            tree["wagering"]["one_offer_of"] = both
        rows = outcomes(tree, "dragon")
        split = [dict(rows[0], under=[name]) for name in ("dragon", "lizard")]
        tree["wagers"]["dragon"]["outcomes"] = [*split, *rows[1:]]

    [finding] = found(lambda t: twice(t, exclusive=False))
    assert "under standard with dragon and lizard" in finding.problem
    assert found(lambda t: twice(t, exclusive=True)) == []


@pytest.mark.parametrize("name", ALL)
def test_every_row_that_is_lost_leaves_a_gap_unless_another_is_for_everything(name: str) -> None:
    """Rows are found to be missing by looking at every coup, whoever wrote them."""
    edition = load(name)
    for wager, held in edition.wagers.items():
        for row in held.outcomes:
            if row.when is None:
                continue
            rest = tuple(one for one in held.outcomes if one is not row)
            less = {**edition.wagers, wager: replace(held, outcomes=rest)}
            told = check_rows(replace(edition, wagers=less))
            gap = [one for one in told if one.place == f"wagers.{wager}.outcomes"]
            assert bool(gap) is all(one.when is not None for one in rest)
