"""Open the tournament of a scenario, and carry out the implied commands before its steps."""

from typing import Any

from punto.clause import Malformed, Refused
from punto.notation.command_reader import converted
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.schema import Edition
from punto.scenario import setup_parser
from punto.scenario.case import Scenario
from punto.scenario.errors import ScenarioError
from punto.scenario.setup_steps import usual_steps
from punto.scenario.tournament import ScenarioTournament, words_in_cents
from punto.shoe_preparation import Prepared
from punto.tournament.conditions import Conditions
from punto.tournament.rules import tournament_rules


def opened(scenario: Scenario, edition: Edition, chosen: Elections) -> ScenarioTournament:
    """Return the tournament of a scenario, set up and still a draft."""
    rules = tournament_rules(edition, chosen)

    def shoe_of(number: int, rules: TableRules) -> Prepared:
        text = scenario.shoes.get(str(number), scenario.shoe if number == 1 else None)
        return setup_parser.laid_out(rules, text, scenario.stage)

    shoes = {number: shoe_of(number, rules) for number in range(1, scenario.tables + 1)}
    name, people, zone = str(scenario.tournament), scenario.people, scenario.zone
    return ScenarioTournament(rules, name, shoes, people, chosen, zone=zone, laid_again=shoe_of)


def begin(arena: ScenarioTournament, scenario: Scenario) -> None:
    """Bring a tournament to the stage of the scenario: conditions, entrants, seats drawn."""
    conditions = _parse_conditions(arena.read(scenario.conditions))
    try:
        for actor, command in usual_steps(arena, scenario, conditions):
            arena.directed(actor, command)
    except (Refused, Malformed) as error:
        text = f"the tournament cannot begin as the scenario says: {error.message}"
        raise ScenarioError(text, error.hint) from None
    arena.patrons.update(scenario.entrants)
    if arena.tournament.tables:
        arena.look_at(min(arena.tournament.tables))


def _parse_conditions(words: dict[str, Any]) -> Conditions | None:
    """Return the conditions of a scenario, if it has any."""
    if not words:
        return None
    try:
        conditions: Conditions = converted("conditions", words_in_cents(words), Conditions)
    except Malformed as error:
        raise ScenarioError(f"conditions: {error.message}", error.hint) from None
    return conditions
