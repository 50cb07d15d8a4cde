"""Tournament play: all parts of it."""

from punto.clause import Cited, Clauses
from punto.rulebook.policies import LiveRule
from punto.rulebook.schema.section import ByName, Section
from punto.rulebook.schema.tournament.conduct import Conduct
from punto.rulebook.schema.tournament.entry import Entry
from punto.rulebook.schema.tournament.money import Money
from punto.rulebook.schema.tournament.placing import Placing
from punto.rulebook.schema.tournament.seating import Seating
from punto.rulebook.schema.tournament.secret import Secret
from punto.rulebook.schema.tournament.wagers import Wagers


class TournamentSays(ByName[Clauses], frozen=True, kw_only=True):
    """The clauses about each step of a tournament; what is not said is refused or left out."""

    at_table: Clauses = ()
    """A tournament is dealt as any game is."""
    # Tables, seats and sessions
    forfeited_fee: Clauses = ()
    """The fee of somebody who forfeits a place stays in the pool."""
    substitute_seated: Clauses = ()
    """A substitute takes over seat and chips."""
    deduction: Clauses = ()
    """Whoever leads has the minimum deducted for coups that somebody misses."""
    # Placings
    seat_vacated: Clauses = ()
    """Somebody who is out leaves the table."""
    left_over: Clauses = ()
    """Whose the chips are that somebody holds who is out."""
    left_over_live: Clauses = ()
    """The same, where chips have a value in cash."""
    play_off_counted: Clauses = ()
    """When those who play a tie off are compared again."""
    counted_on_order: Clauses = ()
    """Everybody's chips are counted when whoever leads wants it."""
    # Conduct
    dispute: Clauses = ()
    """Disputes about rules and conditions go to whoever leads."""


class Tournament(Section, frozen=True, kw_only=True):
    """Tournament play."""

    sets_aside: Cited[tuple[LiveRule, ...]] | None = None
    """Which rules of live play do not hold in a tournament."""
    says: TournamentSays = TournamentSays()
    """Which clauses speak of which step."""
    entry: Entry = Entry()
    """Conditions and entries."""
    money: Money = Money()
    """Fees, the pool and the prizes."""
    seating: Seating = Seating()
    """Tables, seats and sessions."""
    wagers: Wagers = Wagers()
    """Wagering."""
    secret: Secret | None = None
    """Secret wagers, where there are any."""
    placing: Placing = Placing()
    """Who is out, who goes on, who is where."""
    conduct: Conduct = Conduct()
    """Conduct and disputes."""
