"""Tournament play: all parts of it."""

from typing import Literal

from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import ByName, Section, Steps
from punto.rulebook.schema.tournament.conduct import Conduct
from punto.rulebook.schema.tournament.entry import Entry
from punto.rulebook.schema.tournament.money import Money
from punto.rulebook.schema.tournament.placing import Placing
from punto.rulebook.schema.tournament.seating import Seating
from punto.rulebook.schema.tournament.secret import Secret
from punto.rulebook.schema.tournament.wagers import Wagers


class TournamentSays(Steps, frozen=True, kw_only=True):
    """The clauses about each step of a tournament; what is not said is refused or left out."""

    at_table: Clauses = ()
    """A tournament is dealt as any game is."""
    # Conditions and entries
    conditions_approved: Clauses = ()
    """The conditions need an approval."""
    conditions_given: Clauses = ()
    """Every entrant is given the conditions."""
    conditions_explained: Clauses = ()
    """Every entrant is told the conditions of play."""
    application_signed: Clauses = ()
    """Every entrant signs before the start."""
    conditions_yield: Clauses = ()
    """What conditions may not change."""
    settings_consistent: Clauses = ()
    """What is laid down about the running of a tournament fits the rules of the game."""
    one_entry: Clauses = ()
    """Nobody enters twice."""
    application_refused: Clauses = ()
    """Any application may be refused."""
    reserve_seat: Clauses = ()
    """A seat that nobody took in the first session may go to a reserve."""
    reserve_pays: Clauses = ()
    """A reserve who is given a seat pays the fee."""
    buy_back: Clauses = ()
    """Somebody who is out may buy back as the conditions say."""
    secondary: Clauses = ()
    """There may be a second chance for those who did not qualify."""
    secondary_late: Clauses = ()
    """It may be open to those who lost their place by being late."""
    secondary_winners: Clauses = ()
    """Its winners may go on in the tournament."""
    # Money
    commission_approved: Clauses = ()
    """What the house keeps of each fee needs an approval."""
    pool: Clauses = ()
    """What is left of the fees is the pool."""
    pool_paid_out: Clauses = ()
    """All of the pool is paid out as prizes."""
    prizes_shared: Clauses = ()
    """Entrants who are level share the prizes of their places."""
    guarantee_short: Clauses = ()
    """The house may reserve to call off a tournament with too few entries."""
    cancelled_refund: Clauses = ()
    """Everything goes back when a tournament is called off."""
    application_fee: Clauses = ()
    """The fee of somebody whose application is refused goes back."""
    forfeited_fee: Clauses = ()
    """The fee of somebody who lost their place stays in the pool."""
    buy_in: Clauses = ()
    """Chips of a session may be bought."""
    no_buy_in: Clauses = ()
    """Whoever has not bought in is out when the session begins."""
    no_buy_in_fee: Clauses = ()
    """They do not get the fee back."""
    stock_returned: Clauses = ()
    """Chips go back into stock after every session."""
    stock_missing: Clauses = ()
    """Chips that are missing are reported, how many of which."""
    cash_value: Clauses = ()
    """A tournament may be played with chips that are worth money."""
    chips_to_house: Clauses = ()
    """Chips that are left after a session are the house's."""
    chips_to_entrant: Clauses = ()
    """Chips worth money that are left after a session are the entrant's."""
    # Tables, seats and sessions
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


class SetsAside(ByName[str, SetAside], frozen=True, kw_only=True):
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
