"""Patrons who stand: they bet in the space of a seated patron."""

from punto.clause import Reason
from punto.rulebook.elect import TableRules
from punto.table.base_classes import Events
from punto.table.phase import Betting
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import Table


def return_standing_wagers(rules: TableRules, table: Table, seat: int) -> Events:
    """Return the wagers of standing patrons at a space, if nobody sits there any more.

    After the first card, wagers stay where they are.
    """
    standing_rule = rules.edition.wagering.standing_per_area_max
    if standing_rule is None or not isinstance(table.phase, Betting):
        return ()
    if any(patron.seat == seat and not patron.standing for patron in table.patrons):
        return ()
    standing = {patron.name for patron in table.patrons if patron.standing}
    stakes = tuple(
        whole_stake(wager)
        for wager in table.wagers
        if wager.box == seat and wager.patron in standing
    )
    if not stakes:
        return ()
    text = f"nobody is seated at space {seat} any more: what standing patrons bet there goes back"
    return (StakesReturned(stakes=stakes, reasons=(Reason(text, standing_rule.clause),)),)
