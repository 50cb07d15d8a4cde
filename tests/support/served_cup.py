"""A tournament of four that is brought into its first session over HTTP alone."""

import json
from pathlib import Path
from random import Random

from punto import codec
from punto.notation.conditions_file import read_plan
from punto.rehearsal.next_step import usual_step
from punto.rehearsal.step import CommandStep
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.server.command_service import CommandService
from punto.server.served_tournament import ServedTournament
from support.server_fixture import PATRON, Client, head, post

CUP = Path(__file__).parent.parent.parent / "src/punto/demo/cup.toml"
NAMES = ("ann", "ben", "cleo", "dora")
AT = "/tournaments/c1"


def as_actor(name: str, title: str) -> dict[str, str]:
    """Return the header of somebody of a tournament."""
    return head(name, PATRON + "tournament/c1" if title == "patron" else title)


def begun(client: Client, desk: CommandService) -> None:
    """Bring a tournament of four so far that its first session has begun, over HTTP alone."""
    plan = read_plan(CUP.read_text(encoding="utf-8"))
    body = {
        "name": "c1",
        "rulebook": plan.rulebook,
        "title": "Harbour Cup",
        "elect": {"settlement": "commission"},
    }
    operator = head("olga", "casino_operator")
    assert post(client, "/tournaments", operator, body) == {"id": "c1", "version": 1}
    random, live = Random(5), desk._live["tournament/c1"]
    assert isinstance(live.aggregate, ServedTournament)
    house = RehearsalDriver(live.aggregate.driver, 0)
    for _ in range(200):
        house.at = live.last_ms // 1000
        step = usual_step(house, plan, NAMES, random.randrange)
        if not isinstance(step, CommandStep):
            return
        words = json.loads(codec.encode(step.command))
        who = as_actor(step.actor.name, step.actor.title)
        if words["type"] == "at_table":
            path, words = f"{AT}/tables/{words['table']}/commands", words["command"]
        else:
            path = f"{AT}/commands"
        post(client, path, who, words)
    raise AssertionError("the session has not begun")
