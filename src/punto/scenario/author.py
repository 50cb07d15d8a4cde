"""Statements that a scenario leaves out, filled in for the people who make them.

The author of a scenario makes the statements of all its people. Outside scenarios no code makes a
statement for another person.
"""

from collections.abc import Mapping
from typing import Any

from punto.aggregate.actor import Actor
from punto.driver.coup_runner import WholeCoup
from punto.money import parse_dollars
from punto.rulebook.policies import LiveRule
from punto.rulebook.power import Power
from punto.table.deal.banker_role import AcceptRole, OfferRole
from punto.table.deal.no_bets import DirectNoBet
from punto.table.phase import Betting, Idle
from punto.table.table import Table
from punto.tournament.secret.amount_in_words import spell_amount
from punto.tournament.tournament import Tournament

# The default values of commands in a scenario.
_SAYS: dict[str, dict[str, Any]] = {
    "agree_limits": {"agreed": True},
    "exchange_voucher": {"conditions_met": True},
    "check_eligibility": {"eligible": True},
    "retain_fees": {"purpose": "administration"},
}


def in_full(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a command with the default values."""
    return {**_SAYS.get(name, {}), **arguments}


def filled_in(
    name: str, arguments: Mapping[str, Any], tournament: Tournament, by: str | None
) -> dict[str, Any]:
    """Return the words of a command in a tournament; also complete a form.

    A scenario states explicitly which fields are blank.
    """
    given = in_full(name, arguments)
    if name != "hand_in_form":
        return given
    stake = given.get("stake")
    if stake is not None and "words" not in given:
        given["words"] = spell_amount(parse_dollars(str(stake)))
    session, maker = tournament.session, given.get("name", by)
    if "seat" not in given and session is not None and maker in session.seats:
        given["seat"] = session.seats[maker].seat
    given.setdefault("signed", True)
    return given


class AuthorsCoup(WholeCoup):
    """A coup of which the author says who asked for it, who agreed and who took the cards."""

    steps = (*WholeCoup.steps, OfferRole, AcceptRole)

    def asked_for(self, table: Table) -> Table:
        """Return the table with a coup without wagers asked for by everybody, if it has none."""
        rules = self.game.rules
        unbet = rules.edition.no_bet
        between = isinstance(table.phase, Idle | Betting)
        asked_for = table.wagers or table.next.no_bet is not None or not between
        free = LiveRule.FREE_COUPS in rules.sets_aside
        if not (unbet and unbet.needed and unbet.needed.value) or asked_for or free:
            return table
        by = rules.edition.powers[Power.CALL_NO_BET_COUP].value[0]
        everybody = tuple(patron.name for patron in table.patrons)
        asked_by = everybody[0] if everybody else None
        direct = DirectNoBet(asked_by, everybody, marker=True)
        return self.step(Actor(by, by, self.at), direct)
