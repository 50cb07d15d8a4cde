"""What an entrant sees at a table of a tournament when the turn to wager comes."""

from collections.abc import Mapping

from punto.rehearsal.seen import EntrantView, PlannedWager
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.tournament_policies import LengthUnit
from punto.tournament.rules import tournament_section
from punto.tournament.session import Session
from punto.tournament.session_queries import current_round, is_final, value_cents

# About so many cards leave the shoe in a coup, and so many coups are dealt from one.
_CARDS, _COUPS = 5, 75


class EntrantViews:
    """A table as those see it who wager at it in one coup."""

    def __init__(self, house: RehearsalDriver, number: int) -> None:
        driver = house.driver
        tournament, self.house, self.number = driver.tournament, house, number
        self.table, conditions = tournament.tables[number], tournament.conditions
        assert tournament.session is not None
        self.session: Session = tournament.session
        limits, stage = self.table.limits, current_round(tournament)
        self.least = limits.minimum or conditions.minimum_cents or 1
        self.most = limits.maximum or conditions.maximum_cents or self.least
        last = stage is None or is_final(tournament)
        self.advance = 1 if last or stage is None else stage.advance or 1
        self.chips = {one.name: value_cents(self.table, one.name) for one in self.table.patrons}
        self.coups_left = max(1, self._left())
        allowed = tournament_section(driver.rules.edition).secret is not None
        self.forms = (conditions.secret_wagers or 0) if allowed else 0

    def seen(self, name: str, laid: Mapping[str, PlannedWager]) -> EntrantView:
        """Return what one of them sees, with the wagers that lie there already."""
        return EntrantView(
            name=name,
            minimum_cents=self.least,
            maximum_cents=self.most,
            unit_cents=self.least,
            coup=self.session.coups.get(self.number, 0) + 1,
            coups_left=self.coups_left,
            advance=self.advance,
            chips=self.chips,
            laid=laid,
            forms=self.forms - self.session.forms.get(name, 0),
        )

    def _left(self) -> int:
        """Return how many coups are left in the session, as far as an entrant can guess."""
        session, number = self.session, self.number
        match session.length.unit:
            case LengthUnit.COUPS:
                return session.length.number - session.coups.get(number, 0)
            case LengthUnit.MINUTES:
                ends = session.ends_at if session.ends_at is not None else self.house.at
                return (ends - self.house.at) // self.house.coup_seconds
            case LengthUnit.SHOES:
                shoes = session.length.number - session.shoes.get(number, 0) - 1
                return self.table.shoe.left // _CARDS + shoes * _COUPS
