"""An edition: all parts of one instrument."""

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.schema.cards import Cards
from punto.rulebook.schema.deal import Deal
from punto.rulebook.schema.errors import Errors, LateErrors, Mispayments
from punto.rulebook.schema.house import Conduct, Opening, Table
from punto.rulebook.schema.instrument import Instrument
from punto.rulebook.schema.limits import Changes, Limits, Sign
from punto.rulebook.schema.powers import Powers
from punto.rulebook.schema.promotion import Promotion
from punto.rulebook.schema.section import Key, Section, Title
from punto.rulebook.schema.shoe import Shoe
from punto.rulebook.schema.step_clauses import Says
from punto.rulebook.schema.tableau import Tableau
from punto.rulebook.schema.tournament import Tournament
from punto.rulebook.schema.wagers import NoBet, Offer, Pairs, Settlement, Wager, Wagering


class Shown(Section, frozen=True, kw_only=True):
    """A fact of the instrument that code does not use: it is only shown and compared."""

    key: Key
    """Part of the rulebook and name, such as `tournament.entry.fee`; never a key of the schema."""
    value: bool | int | str | tuple[int | str, ...]
    """The value: yes or no, a number, words, or a list of these."""
    clause: Clauses
    """The clauses that give it."""
    reading: str | None = None
    """How an unclear text is read."""


class Edition(Section, frozen=True, kw_only=True):
    """One instrument, as data.

    ``digest`` is the SHA-256 of the parsed file, of the file that it amends and of its register.
    A file cannot contain its own digest.
    """

    instrument: Instrument
    """The document: its title, its authority and its dates."""
    titles: dict[str, Cited[tuple[Title, ...]]] = field(default_factory=dict)
    """Equivalent titles: each title with the titles that count as it."""
    powers: Powers = Powers()
    """The powers, with the titles that hold them."""
    says: Says = Says()
    """The clauses about each step."""
    table: Table | None = None
    """The table."""
    cards: Cards | None = None
    """The cards."""
    shoe: Shoe | None = None
    """The shoe."""
    deal: Deal | None = None
    """The deal."""
    tableau: Tableau | None = None
    """Third cards."""
    pairs: Pairs | None = None
    """What makes a pair."""
    wagering: Wagering
    """The main wagers, and how wagers are placed."""
    settlement: Settlement
    """How wagers are settled."""
    offers: dict[str, Offer] = field(default_factory=dict)
    """Optional wagers that a house may offer, by name."""
    wagers: dict[str, Wager]
    """The outcomes of each wager, by name."""
    sign: Sign | None = None
    """What the sign shows."""
    limits: Limits | None = None
    """The effects of limits on wagers."""
    no_bet: NoBet | None = None
    """Coups without wagers."""
    errors: Errors | None = None
    """Misplaced and surplus cards, and coups that cannot be finished."""
    opening: Opening = Opening()
    """Opening and closing."""
    changes: Changes = Changes()
    """How the values on the sign are changed."""
    conduct: Conduct = Conduct()
    """Conduct."""
    mispayments: Mispayments | None = None
    """Wrong payments."""
    late_errors: LateErrors | None = None
    """Errors found late."""
    tournament: Tournament | None = None
    """Tournament play."""
    promotion: Promotion | None = None
    """Promotional prizes."""
    shown: tuple[Shown, ...] = ()
    """Facts that code does not use."""
    digest: str = ""

    @property
    def id(self) -> str:
        return self.instrument.id
