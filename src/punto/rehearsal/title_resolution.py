"""The house in a rehearsal: whoever has a power uses it, at the time that the clock shows."""

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.driver.tournament import TournamentDriver
from punto.rulebook.power import Power
from punto.tournament.base_classes import Events, TournamentCommand


class RehearsalDriver:
    """A tournament, a clock, and people who do what is theirs to do."""

    def __init__(self, driver: TournamentDriver, at: int, coup_seconds: int = 120) -> None:
        self.driver, self.at, self.coup_seconds = driver, at, coup_seconds
        # By which lots were drawn last.
        self.seed = ""

    def title(self, power: Power) -> str:
        """Return a title that has a power; the dealer where the rulebook names nobody."""
        held = self.driver.rules.edition.powers.get(power)
        return held.value[0] if held else DEALER

    def staff(self, power: Power) -> Actor:
        """Return somebody who has a power."""
        title = self.title(power)
        return Actor(title, title, self.at)

    def entrant(self, name: str) -> Actor:
        """Return an entrant who acts for themselves."""
        return Actor(name, PATRON, self.at)

    def act(self, actor: Actor, command: TournamentCommand) -> Events:
        """Carry out a command."""
        return self.driver.carry_out(actor, command)

    def acts(self, power: Power, command: TournamentCommand) -> Events:
        """Have whoever has a power carry out a command."""
        return self.act(self.staff(power), command)
