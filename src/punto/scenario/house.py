"""The house under test, with a table if the scenario gives a shoe."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from punto.aggregate.actor import PATRON, Actor
from punto.driver.house import Premises, new_premises
from punto.house.lookups import WagerRecord
from punto.house.promotion import Promotion, QualifyingWager
from punto.notation.house_commands import KINDS, meant
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.power import Power
from punto.scenario import commands as asked
from punto.scenario.errors import ScenarioError
from punto.scenario.table import ScenarioTable
from punto.shoe_preparation import Prepared
from punto.table.wagers.placing import WagerPlaced
from punto.verifiable_draw import lots

# The name of the scenario's table in the house.
TABLE = "table"
_LOTS_MAX = 2_000_000


class ScenarioHouse(ScenarioTable):
    """A house under test. Each command changes it or refuses and changes nothing."""

    def __init__(
        self,
        rules: TableRules,
        name: str,
        zone: str,
        *,
        prepared: Prepared | None,
        people: dict[str, str] | None = None,
        elections: Elections | None = None,
    ) -> None:
        super().__init__(rules, prepared, people, elections, zone=zone)
        self.premises: Premises = new_premises(rules.edition, name, zone)
        # The seed that the scenario committed to for its first promotion.
        self.seed = ""

    def read(self, words: Mapping[str, Any]) -> dict[str, Any]:
        """Return the words of a step unchanged: the house converts times itself."""
        return dict(words)

    def act(self, by: str | None, command: asked.Asked) -> None:
        """Carry out the command of a step, of the house or at its table, or nothing."""
        if not isinstance(command, asked.Words) or command.name not in KINDS:
            self._act_at_table(by, command)
            return
        arguments = dict(command.arguments)
        if command.name == "draw_winners":
            arguments.setdefault("seed", self.seed)
        self.say_to(by, command.name, **arguments)

    def say_to(self, by: str | None, name: str, /, **words: object) -> None:
        """Carry out a command of the house in words."""
        who = by or self.operator
        title = self.people.get(who, who if who in self.titles else PATRON)
        actor = Actor(who, title, self.at)
        events = self.premises.act(actor, meant(name, words, who))
        self.asked_from = len(self.reasons)
        self.reasons += [reason for event in events for reason in event.reasons]

    def _act_at_table(self, by: str | None, command: asked.Asked) -> None:
        """Carry out a command at the table; the house reads wagers from its log."""
        game = self.game
        before = len(game.log) if game is not None else 0
        super().act(by, command)
        assert game is not None
        self.premises.tables[TABLE] = game.log
        for version, event in enumerate(game.events_since(before), start=before + 1):
            if isinstance(event, WagerPlaced):
                record = WagerRecord(event.patron, event.stake_cents, self.at)
                self.premises.wagers[QualifyingWager(TABLE, version)] = record

    @property
    def operator(self) -> str:
        """Return the title that answers for promotions."""
        titles = self.rules.edition.powers.get(Power.OFFER_PROMOTIONS)
        return titles.value[0] if titles else "casino_operator"

    def promotion(self, number: int) -> Promotion:
        """Return a promotion of the house, or raise an error if it does not exist."""
        promotion = self.premises.house.promotions.get(number)
        if promotion is None:
            raise ScenarioError(f"there is no promotion {number}")
        return promotion


def seed_naming(names: list[str], first: list[str]) -> str:
    """Try seeds until the lots name certain people first, and return that seed."""
    people = {str(number): name for number, name in enumerate(names, start=1)}
    for number in count():
        seed = f"lot {number}"
        if [people[entry] for entry in lots(seed, list(people))][: len(first)] == first:
            return seed
        if number > _LOTS_MAX:
            break
    raise ScenarioError(f"drawn: no seed names {first} first; fewer can be drawn")
