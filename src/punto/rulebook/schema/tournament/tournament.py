"""Tournament play: all parts of it."""

from typing import Literal

from punto.clause import Cited, Clauses
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
    # Wagering
    early_advised: Clauses = ()
    """Somebody who wagered out of turn is told what that may lead to."""
    short_void: Clauses = ()
    """A wager that cannot be made up to the minimum is void."""
    short_burned: Clauses = ()
    """The cards of a coup on which no other wager lies are put away."""
    short_out: Clauses = ()
    """Whoever cannot make a wager up is out."""
    directed: Clauses = ()
    """Whoever leads may direct entrants to keep the pace."""
    wrong_holder: Clauses = ()
    """Cards that the wrong entrant was passed do not spoil the coup."""
    # Secret wagers
    form_taken: Clauses = ()
    """To whom a form is handed."""
    form_as_written: Clauses = ()
    """Its maker answers for what stands on a form."""
    form_recorded: Clauses = ()
    """The official writes down what stands on a form."""
    form_signed: Clauses = ()
    """A form is signed by its maker and by the official."""
    form_steps: Clauses = ()
    """Each step of a secret wager waits for the one before."""
    forms_announced_early: Clauses = ()
    """Forms are announced before the cards in the last coup of the final."""
    forms_settled: Clauses = ()
    """Secret wagers are settled with the others."""
    form_found_late: Clauses = ()
    """A form may be found wrong after the coup."""
    form_used_by_tie: Clauses = ()
    """A tie uses a secret wager up."""
    dealt_after_forms: Clauses = ()
    """Cards are dealt and passed by what the announced forms put on the layout."""


SetAside = Cited[Literal["set_aside"]]


class SetsAside(ByName[SetAside], frozen=True, kw_only=True):
    """Rules of live play that do not hold in a tournament, by their names."""

    limits: SetAside | None = None
    """What live play does with a stake outside the sign."""
    small_wagers: SetAside | None = None
    """What it does with a wager under the minimum that is found late."""
    over_maximum: SetAside | None = None
    """What it does with a wager above the maximum that is found late."""
    notices: SetAside | None = None
    """How it changes limits."""
    personal_limits: SetAside | None = None
    """Limits agreed with one patron."""
    sharing: SetAside | None = None
    """Patrons who stand and wager at somebody's place."""
    combinations: SetAside | None = None
    """Wagers on both hands."""
    free_coups: SetAside | None = None
    """That a coup on whose layout no chips lie has to be asked for."""
    caps: SetAside | None = None
    """Wagers cut to what the whole table may have on a hand."""
    turning: SetAside | None = None
    """Who turns the cards, and on whose request."""


class Tournament(Section, frozen=True, kw_only=True):
    """Tournament play."""

    sets_aside: SetsAside = SetsAside()
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
