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
    """A fact of the instrument that no code asks for: shown, compared, and not lost."""

    key: Key
    """Part of the rulebook and name, such as `tournament.entry.fee`; never a key of the schema."""
    value: bool | int | str | tuple[int | str, ...]
    """What the text gives: yes or no, a number, words, or a list of these."""
    clause: Clauses
    """The clauses that give it."""
    reading: str | None = None
    """How an unclear text is read."""


class Edition(Section, frozen=True, kw_only=True):
    """One instrument, as data.

    ``digest`` is the SHA-256 of what its file, what that amends and its register say; a file
    cannot give it for itself.
    """

    instrument: Instrument
    """What the document is."""
    titles: dict[str, Cited[tuple[Title, ...]]] = field(default_factory=dict)
    """Titles that stand for others: each with those that count as it."""
    powers: Powers = Powers()
    """Who may do what."""
    says: Says = Says()
    """Which clauses speak of which step."""
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
    """Which wagers there are."""
    settlement: Settlement
    """How they are settled."""
    offers: dict[str, Offer] = field(default_factory=dict)
    """Optional wagers that a house may offer, each with a name of its own."""
    wagers: dict[str, Wager]
    """What becomes of each wager, by its name."""
    sign: Sign | None = None
    """What the sign shows."""
    limits: Limits | None = None
    """What limits do to wagers."""
    no_bet: NoBet | None = None
    """Coups without wagers."""
    errors: Errors | None = None
    """Cards that go astray."""
    opening: Opening = Opening()
    """Opening and closing."""
    changes: Changes = Changes()
    """How what the sign shows is changed."""
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
    """Facts that no code asks for."""
    digest: str = ""

    @property
    def id(self) -> str:
        return self.instrument.id
