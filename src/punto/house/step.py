"""Command to events: dispatch only. It may refuse and never changes anything."""

from typing import assert_never

from punto.aggregate.actor import Actor, check_moment
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.award.commands import AboutAward
from punto.house.award.decide import decide as decide_award
from punto.house.commands import AnyCommand
from punto.house.draw.commands import AboutDraw
from punto.house.draw.decide import decide as decide_draw
from punto.house.events import Events
from punto.house.evolve import after, applied, evolve, replay
from punto.house.house import House
from punto.house.known import NOTHING, Known
from punto.house.matters.commands import AboutMatters
from punto.house.matters.decide import decide as decide_matters
from punto.house.terms.commands import AboutTerms
from punto.house.terms.decide import decide as decide_terms
from punto.rulebook.elect import TableRules

__all__ = ["after", "applied", "decide", "evolve", "replay"]


def decide(
    rules: TableRules, house: House, by: Actor, command: AnyCommand, known: Known = NOTHING
) -> Events:
    """Return what happens when somebody commands something, or refuse it with its clause.

    ``known`` is what whoever keeps the logs and the book of people looked up for the command.
    """
    check_moment(by.at)
    if rules.edition.digest != house.setup.digest:
        text = f"the text of {rules.edition.id} has changed since this house was set up"
        raise Malformed(text, code=ErrorCode.RULEBOOK_CHANGED)
    if isinstance(command, AboutTerms):
        return decide_terms(rules, house, by, command)
    if isinstance(command, AboutDraw):
        return decide_draw(rules, house, by, command, known)
    if isinstance(command, AboutAward):
        return decide_award(rules, house, by, command, known)
    if isinstance(command, AboutMatters):
        return decide_matters(rules, house, by, command, known)
    assert_never(command)
