"""Recorded play: what people did in random games, and what the engine decided each time.

A file holds games. A line in braces is an input: how a game was set up, or who did what and when.
The lines below it are what was decided. A test plays the inputs again and compares the rest, so a
change of the engine shows here even where no scenario looks. Cards are part of the inputs.

``make play`` decides the recorded inputs anew; read what changed there before you commit it.
``make record`` records other games, after commands or rules were added.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from punto import codec
from punto.aggregate.actor import Actor
from punto.clause import Malformed, Refused
from punto.driver import table as table_driver
from punto.driver import tournament as tournament_driver
from punto.driver.driver import Shoes
from punto.driver.table import TableDriver, begin_table
from punto.driver.tournament import TournamentDriver, begin_tournament
from punto.rulebook.elect import TableRules, elect
from punto.rulebook.load import load
from punto.table.opening.creation import TableSetUp
from punto.tournament.creation import TournamentSetUp
from punto.tournament.rules import tournament_rules
from support.decisions import Decisions, happened
from support.editions import DEALING

FOLDER = Path(__file__).parent.parent / "golden" / "play"
KINDS = ("virtual", "real", "tournament")
# How many random games are looked through for a file, and how many it holds at most.
TRIED, HELD = 150, 24

# Where a table and a tournament in memory look for the function that decides.
_DECIDE = (table_driver, tournament_driver)

Input = dict[str, Any]


class Unsealed(TournamentDriver):
    """A tournament whose cards all come with the recorded commands."""

    def _shoes_after(self, events: object, order: object, shoes: Shoes) -> Shoes:
        """Return the shoes as they are: nobody keeps an order of cards."""
        del events, order
        return shoes


def unsealed(rules: TableRules, first: TournamentSetUp) -> TournamentDriver:
    """Return a tournament without orders of cards."""
    begun = begin_tournament(rules, first)
    return Unsealed(begun.elected, begun.position, begun.log)


class Replayed:
    """A recorded game played again; each input gives the lines that were decided."""

    def __init__(self, setup: Input) -> None:
        line = json.dumps(setup).encode()
        first = (
            codec.read_event(line)
            if setup["type"] == "table_set_up"
            else codec.read_tournament_event(line)
        )
        assert isinstance(first, TableSetUp | TournamentSetUp)
        edition = load(first.rulebook)
        # A rulebook whose text changed is still played: what it decides is what is compared.
        first = replace(first, digest=edition.digest)
        self.held: TableDriver | TournamentDriver = (
            begin_table(elect(edition, first.elections), first)
            if isinstance(first, TableSetUp)
            else unsealed(tournament_rules(edition, first.elections), first)
        )

    def decided(self, given: Input) -> list[str]:
        """Return what an input brings about, as lines."""
        by = Actor(given["by"], given["title"], given["at"])
        line = json.dumps(given["do"]).encode()
        found = Decisions()
        found.in_steps = True
        events: Iterable[object]
        try:
            if isinstance(self.held, TableDriver):
                events = self.held.carry_out(by, codec.read_command(line))
            else:
                events = self.held.carry_out(by, codec.read_tournament_command(line))
        except (Refused, Malformed) as no:
            found.denied(no)
        else:
            found.lines += [f"    {happened(event, by)}" for event in events]
        return found.lines


def page(inputs: list[Input]) -> Iterator[str]:
    """Yield the lines of a file: each input with what is decided."""
    playing: Replayed | None = None
    for given in inputs:
        yield json.dumps(given, ensure_ascii=False)
        if "type" in given:
            playing = Replayed(given)
        else:
            assert playing is not None
            yield from playing.decided(given)


def inputs(path: Path) -> list[Input]:
    """Return the inputs that a file holds."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def files() -> list[Path]:
    """Return every file of recorded play."""
    return [FOLDER / f"{rulebook}-{kind}.txt" for rulebook in DEALING for kind in KINDS]


def write(path: Path, found: list[Input]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in page(found)), encoding="utf-8")


@contextmanager
def recording(to: list[Input]) -> Iterator[None]:
    """Keep every command that a table or a tournament in memory decides on, with its cards."""
    plain = [(place, vars(place)["decide"]) for place in _DECIDE]

    def heard(decide: Callable[..., Any]) -> Callable[..., Any]:
        def kept(rules: Any, state: Any, by: Actor, command: Any, *given: Any, **named: Any) -> Any:
            tree = json.loads(codec.encode(command))
            to.append({"by": by.name, "title": by.title, "at": by.at, "do": tree})
            return decide(rules, state, by, command, *given, **named)

        return kept

    for place, decide in plain:
        vars(place)["decide"] = heard(decide)
    try:
        yield
    finally:
        for place, decide in plain:
            vars(place)["decide"] = decide


def played(kind: str, rulebook: str, seed: int) -> list[Input]:
    """Return the inputs of one random game, from its setting up on."""
    import test_keyed
    import test_table_anything
    import test_tournament_anything

    from support import keyed_table, random_table, random_tournament

    found: list[Input] = []
    random = Random(seed)
    with recording(found):
        if kind == "tournament":
            rehearsal = random_tournament.begun(rulebook, random)
            log: list[Any] = rehearsal.house.driver.log
            test_tournament_anything.some_play(rehearsal, random, 250)
        elif kind == "real":
            real = keyed_table.RealCards(rulebook, random.choice(test_keyed.REAL), random)
            log = real.game.log
            test_keyed.some_play(real, random, 250)
        else:
            held = random_table.opened(rulebook, random)
            log = held.log
            test_table_anything.some_play(held, random, 250)
    return [json.loads(codec.encode(log[0].event)), *found]


def informative(game_inputs: list[Input], known: set[str]) -> list[Input]:
    """Return a game up to the last input that decided something new, without idle refusals."""
    playing = Replayed(game_inputs[0])
    chosen, length = [game_inputs[0]], 0
    for given in game_inputs[1:]:
        lines = playing.decided(given)
        features = {feature(given, line) for line in lines}
        new = features - known
        denied = len(lines) == 1 and lines[0].startswith(("    refused", "    malf", "    not ent"))
        if new or not denied:
            chosen.append(given)
        if new:
            known |= new
            length = len(chosen)
    return chosen[:length]


def feature(given: Input, line: str) -> str:
    """Return what a line says besides names and amounts: the command, the event, the clauses."""
    command = given["do"].get("command", given["do"])["type"]
    words = line.replace("table ", "table").split()
    tag = next((word for word in words if not word.endswith(":")), "")
    code = words[1] if tag in {"refused", "malformed"} else ""
    return f"{command} {tag} {code} {line.partition('§')[2]}"


def record() -> None:
    """Write every file anew, of the random games that decide most that no other has decided."""
    for rulebook in DEALING:
        for kind in KINDS:
            known: set[str] = set()
            chosen: list[list[Input]] = []
            for seed in range(TRIED):
                before = len(known)
                trial = set(known)
                found = informative(played(kind, rulebook, seed), trial)
                least = 5 if len(chosen) < HELD // 2 else 8
                if len(trial) - before >= least and len(chosen) < HELD:
                    known = trial
                    chosen.append(found)
            write(FOLDER / f"{rulebook}-{kind}.txt", [line for held in chosen for line in held])
            print(f"{rulebook} {kind}: {len(chosen)} games, {len(known)} kinds of decisions")


if __name__ == "__main__":
    import sys

    if "record" in sys.argv:
        record()
    else:
        for path in files():
            write(path, inputs(path))
