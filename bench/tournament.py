"""How long whole tournaments take, through the same engine as real ones."""

import time
from random import Random

from punto.cli.tournament.conditions_writer import file_text
from punto.cli.tournament.prompts import Answers, all_answers
from punto.notation.conditions_file import Plan, read_plan
from punto.notation.elections import elections
from punto.rehearsal.conditions import draft
from punto.rehearsal.rehearse import rehearse
from punto.rehearsal.simulated_entrants import field
from punto.rehearsal.strategy_comparison import compare
from punto.rulebook.elect_table import with_sign
from punto.rulebook.load import load
from punto.tournament.rules import tournament_rules


def proposed(name: str) -> Plan:
    """Return the tournament that is proposed under a rulebook: a hundred entrants, three rounds."""
    edition = load(name)
    first = elections({"settlement": edition.settlement.schemes.value[0]})
    rules = tournament_rules(edition, with_sign(edition, first))
    return read_plan(file_text(rules, all_answers(rules, Answers({}, ask=False))))


def rehearsal(name: str) -> float:
    """Return the seconds from conditions to prize sheet."""
    plan, random = proposed(name), Random(1)
    start = time.perf_counter()
    house = draft(plan, random.randrange)
    for _ in rehearse(house, plan, field(plan.rehearsal), random.randrange):
        pass
    return time.perf_counter() - start


def a_minute(name: str, tournaments: int = 12, workers: int = 2) -> float:
    """Return how many tournaments are played in a minute."""
    plan = proposed(name)
    start = time.perf_counter()
    for _ in compare(plan, tournaments, seed=1, workers=workers):
        pass
    return tournaments / (time.perf_counter() - start) * 60
