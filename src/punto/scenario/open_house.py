"""Open the house of a scenario, and carry out the implied commands before its steps."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.clause import Malformed, Refused
from punto.rulebook.elect import Elections, elect
from punto.rulebook.schema import Edition
from punto.scenario import setup_parser
from punto.scenario.case import Scenario
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.house import ScenarioHouse, seed_naming
from punto.verifiable_draw import commitment

# The default terms of a scenario's promotion.
USUAL_TERMS: dict[str, Any] = {
    "award_method": "lots from a barrel",
    "award_when": "2024-08-08 20:00",
    "award_where": "main floor",
    "eligibility": "members, 18 or older",
    "wager_needed": False,
    "prize_nature": "money",
    "closes_day": "2024-08-08",
    "closes_time": "18:00",
    "place": "main floor",
    "starts_day": "2024-08-01",
    "starts_time": "12:00",
    "claim_method": "in person with the ticket",
    "presence": False,
    "winner_told": "by telephone",
    "results_published": "on the website",
    "marketing": True,
    "available": ["website"],
}
USUAL_PRIZE: dict[str, Any] = {
    "title": "first prize",
    "kind": "money",
    "value": 5000,
    "conditions": "none",
}
# The stages that a promotion may have before the first step, and their times.
STAGES = ("nothing", "drafted", "published", "sent", "started", "drawn")
_PUBLISHED, _SENT, _STARTED = "2024-07-29 12:00", "2024-07-30 12:00", "2024-08-01 12:00"
_ENTERED, _DRAWN = "2024-08-02 12:00", "2024-08-08 20:00"


def opened(scenario: Scenario, edition: Edition, chosen: Elections) -> ScenarioHouse:
    """Return the house of a scenario, with a table if it gives a shoe."""
    if scenario.shoe is None and chosen.settlement is None:
        # A house without a table settles nothing, but an election needs a value.
        chosen = replace(chosen, settlement=edition.settlement.schemes.value[0])
    rules = elect(edition, chosen)
    shoe = None
    if scenario.shoe is not None:
        shoe = setup_parser.laid_out(rules, scenario.shoe, scenario.stage)
    return ScenarioHouse(
        rules,
        str(scenario.house),
        scenario.zone,
        prepared=shoe,
        people=scenario.people,
        elections=chosen,
    )


def begin(office: ScenarioHouse, scenario: Scenario) -> None:
    """Bring the first promotion to the stage that the scenario gives."""
    if scenario.offered not in STAGES:
        message = f"offered: there is no stage {scenario.offered!r}"
        raise no_such(message, scenario.offered, STAGES, "stages")
    count = STAGES.index(scenario.offered)
    steps: tuple[Callable[[ScenarioHouse, Scenario], None], ...] = (
        _draft,
        _publish,
        _send,
        _start,
        _draw,
    )
    try:
        for person, facts in scenario.facts.items():
            office.say_to(None, "register_person", person=person)
            office.premises.write_down(person, facts)
        for step in steps[:count]:
            step(office, scenario)
    except (Refused, Malformed) as error:
        text = f"the promotion cannot begin as the scenario says: {error.message}"
        raise ScenarioError(text, error.hint) from None


def _draft(office: ScenarioHouse, scenario: Scenario) -> None:
    office.at = office.moment(_PUBLISHED)
    office.say_to(None, "draft_promotion", name="Winter")
    terms = {**USUAL_TERMS, **scenario.promotion}
    for topic in scenario.left_out:
        terms.pop(topic, None)
    office.say_to(None, "write_terms", promotion=1, **terms)
    for prize in scenario.prizes or (USUAL_PRIZE,):
        whole = {"conditions": "none", **prize}
        given = {key: value for key, value in whole.items() if key not in scenario.left_out}
        office.say_to(None, "offer_prize", promotion=1, **given)


def _publish(office: ScenarioHouse, scenario: Scenario) -> None:
    del scenario
    office.say_to(None, "publish_terms", promotion=1)


def _send(office: ScenarioHouse, scenario: Scenario) -> None:
    del scenario
    office.at = office.moment(_SENT)
    office.say_to(None, "send_terms", promotion=1)


def _start(office: ScenarioHouse, scenario: Scenario) -> None:
    if scenario.drawn or scenario.entrants:
        office.seed = seed_naming(list(scenario.entrants), list(scenario.drawn))
        office.say_to(None, "commit_draw", promotion=1, commitment=commitment(office.seed))
    office.at = office.moment(_STARTED)
    office.say_to(None, "start_promotion", promotion=1)
    if scenario.entrants:
        office.at = office.moment(_ENTERED)
        for person in scenario.entrants:
            office.say_to(None, "enter_promotion", promotion=1, person=person, eligible=True)


def _draw(office: ScenarioHouse, scenario: Scenario) -> None:
    del scenario
    office.at = office.moment(_DRAWN)
    office.say_to(None, "draw_winners", promotion=1, seed=office.seed)
