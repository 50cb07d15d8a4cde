"""How a scenario opens a tournament, and everything that goes without saying before its steps."""

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

    def laid(number: int, rules: TableRules) -> Prepared:
        text = scenario.shoes.get(str(number), scenario.shoe if number == 1 else None)
        return setup_parser.laid_out(rules, text, scenario.stage)

    shoes = {number: laid(number, rules) for number in range(1, scenario.tables + 1)}
    name, people, zone = str(scenario.tournament), scenario.people, scenario.zone
    return ScenarioTournament(rules, name, shoes, people, chosen, zone=zone, laid_again=laid)


def begin(arena: ScenarioTournament, scenario: Scenario) -> None:
    """Bring a tournament as far as the scenario says: conditions, entrants, seats drawn."""
    conditions = _conditions(arena.read(scenario.conditions))
    try:
        for actor, command in usual_steps(arena, scenario, conditions):
            arena.directed(actor, command)
    except (Refused, Malformed) as no:
        text = f"the tournament cannot begin as the scenario says: {no.message}"
        raise ScenarioError(text, no.hint) from None
    arena.patrons.update(scenario.entrants)
    if arena.tournament.tables:
        arena.look_at(min(arena.tournament.tables))


def _conditions(words: dict[str, Any]) -> Conditions | None:
    """Return the conditions that a scenario lays down, if it lays any down."""
    if not words:
        return None
    try:
        made: Conditions = converted("conditions", words_in_cents(words), Conditions)
    except Malformed as error:
        raise ScenarioError(f"conditions: {error.message}", error.hint) from None
    return made
