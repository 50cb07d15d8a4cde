"""People enter: they apply, pay, sign and are accepted, as far as the rulebook wants it."""

from collections.abc import Iterable

from punto.rehearsal.step import CommandStep
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.tournament.entrant import ACTIVE, Entrant, EntrantStatus
from punto.tournament.entry.applications import AcceptEntry, Apply, CheckEligibility
from punto.tournament.entry.disclosure import ExplainConditions, GiveConditions, SignApplication
from punto.tournament.entry.topics import topic_text
from punto.tournament.money.fees import PayFee, entry_price_cents
from punto.tournament.rules import tournament_section

# What an applicant is looked at for, where the conditions state it.
_LOOKED_AT = ("eligibility", "selection_criteria")


def entry_due(house: RehearsalDriver, names: Iterable[str]) -> CommandStep | None:
    """Return what is next before somebody of the field, or of those who applied, has entered."""
    tournament = house.driver.tournament
    known = {entrant.name: entrant for entrant in tournament.entrants}
    for entrant in tournament.entrants:
        if entrant.standing is EntrantStatus.APPLIED and not entrant.reserve:
            return applicant_due(house, entrant)
    for name in names:
        if name not in known:
            return CommandStep(house.entrant(name), Apply(name))
    return _told(house)


def applicant_due(house: RehearsalDriver, entrant: Entrant) -> CommandStep:
    """Return what is next for somebody who has applied."""
    conditions = house.driver.tournament.conditions
    says, fee = tournament_section(house.driver.rules.edition).says, entry_price_cents(conditions)
    themselves, name = house.entrant(entrant.name), entrant.name
    if fee and not entrant.paid_cents:
        return CommandStep(themselves, PayFee(name, fee))
    looked_at = any(topic_text(conditions, topic) for topic in _LOOKED_AT)
    if looked_at and entrant.eligible is None:
        return CommandStep(house.staff(Power.ADMIT_ENTRANTS), CheckEligibility(name, eligible=True))
    if says.application_signed and not entrant.signed:
        return CommandStep(themselves, SignApplication(name))
    return CommandStep(house.staff(Power.ADMIT_ENTRANTS), AcceptEntry(name))


def _told(house: RehearsalDriver) -> CommandStep | None:
    """Return who is still to be told the conditions, all at once."""
    tournament, says = house.driver.tournament, tournament_section(house.driver.rules.edition).says
    entered = [one for one in tournament.entrants if one.standing in ACTIVE]
    if says.conditions_given and any(not one.given_conditions for one in entered):
        return CommandStep(house.staff(Power.GIVE_CONDITIONS), GiveConditions())
    if says.conditions_explained and any(not one.told_conditions for one in entered):
        return CommandStep(house.staff(Power.EXPLAIN_CONDITIONS), ExplainConditions())
    return None
