"""Tournament play: all its sections."""

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
    """The clauses about each step of a tournament; one without clauses is refused or omitted."""

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
    """Settings for the course of a tournament are consistent with the rules of the game."""
    one_entry: Clauses = ()
    """Nobody enters twice."""
    application_refused: Clauses = ()
    """Any application may be refused."""
    reserve_seat: Clauses = ()
    """A seat that nobody took in the first session may go to a reserve."""
    reserve_pays: Clauses = ()
    """A reserve who is given a seat pays the fee."""
    buy_back: Clauses = ()
    """An eliminated entrant may buy back as the conditions permit."""
    secondary: Clauses = ()
    """There may be a second chance for entrants who did not qualify."""
    secondary_late: Clauses = ()
    """The second chance may be open to entrants who forfeited their place."""
    secondary_winners: Clauses = ()
    """Winners of the second chance may advance in the tournament."""
    # Money
    commission_approved: Clauses = ()
    """The commission on each fee needs an approval."""
    pool: Clauses = ()
    """The rest of the fees is the pool."""
    pool_paid_out: Clauses = ()
    """The whole pool is paid out as prizes."""
    prizes_shared: Clauses = ()
    """Entrants who are level share the prizes of their places."""
    guarantee_short: Clauses = ()
    """The house may reserve to cancel a tournament with too few entries."""
    cancelled_refund: Clauses = ()
    """All payments are refunded if a tournament is cancelled."""
    application_fee: Clauses = ()
    """The fee of a refused application is refunded."""
    forfeited_fee: Clauses = ()
    """The fee of an entrant who forfeited their place stays in the pool."""
    buy_in: Clauses = ()
    """Chips of a session may be bought."""
    no_buy_in: Clauses = ()
    """An entrant without a buy-in is out when the session begins."""
    no_buy_in_fee: Clauses = ()
    """An entrant who is out without a buy-in gets no refund of the fee."""
    stock_returned: Clauses = ()
    """Chips are returned to stock after every session."""
    stock_missing: Clauses = ()
    """Missing chips are reported, with the number of each denomination."""
    cash_value: Clauses = ()
    """A tournament may be played with chips that are worth money."""
    chips_to_house: Clauses = ()
    """Chips that are left after a session belong to the house."""
    chips_to_entrant: Clauses = ()
    """Chips worth money that are left after a session belong to the entrant."""
    # Tables, seats and sessions
    substitute_seated: Clauses = ()
    """A substitute takes over seat and chips."""
    deduction: Clauses = ()
    """The director orders deductions of the minimum for coups that an entrant misses."""
    # Placings
    seat_vacated: Clauses = ()
    """An eliminated entrant leaves the table."""
    left_over: Clauses = ()
    """The owner of the chips that an eliminated entrant still has."""
    left_over_live: Clauses = ()
    """The same, if chips have a value in cash."""
    play_off_counted: Clauses = ()
    """When entrants in a play-off are compared again."""
    counted_on_order: Clauses = ()
    """All chips are counted by order of the director."""
    # Conduct
    dispute: Clauses = ()
    """Disputes about rules and conditions go to the director."""
    # Wagering
    early_advised: Clauses = ()
    """An entrant who wagered out of turn is advised of the consequences."""
    short_void: Clauses = ()
    """A wager that cannot be raised to the minimum is void."""
    short_burned: Clauses = ()
    """The cards of a coup without other wagers are put away."""
    short_out: Clauses = ()
    """An entrant who cannot raise a wager to the minimum is out."""
    directed: Clauses = ()
    """The director may direct entrants to keep the pace."""
    wrong_holder: Clauses = ()
    """A coup is valid if its cards were passed to the wrong entrant."""
    # Secret wagers
    form_taken: Clauses = ()
    """To whom a form is handed."""
    form_as_written: Clauses = ()
    """The maker of a form is responsible for what is written on it."""
    form_recorded: Clauses = ()
    """The official records the details of a form."""
    form_signed: Clauses = ()
    """A form is signed by its maker and by the official."""
    form_steps: Clauses = ()
    """Each step of a secret wager waits for the previous one."""
    forms_announced_early: Clauses = ()
    """Forms are announced before the cards in the last coup of the final."""
    forms_settled: Clauses = ()
    """Secret wagers are settled with the others."""
    form_found_late: Clauses = ()
    """A fault of a form may be found after the coup."""
    form_used_by_tie: Clauses = ()
    """A tie uses a secret wager up."""
    dealt_after_forms: Clauses = ()
    """Cards are dealt and passed according to the announced forms."""


SetAside = Cited[Literal["set_aside"]]


class SetsAside(ByName[str, SetAside], frozen=True, kw_only=True):
    """Rules of live play that do not apply in a tournament, by name."""

    limits: SetAside | None = None
    """The rule of live play for a stake outside the limits."""
    small_wagers: SetAside | None = None
    """The rule of live play for a wager under the minimum that is found late."""
    over_maximum: SetAside | None = None
    """The rule of live play for a wager above the maximum that is found late."""
    notices: SetAside | None = None
    """The rules of live play for changes of limits."""
    personal_limits: SetAside | None = None
    """Limits agreed with one patron."""
    sharing: SetAside | None = None
    """Patrons who stand and wager at the place of another patron."""
    combinations: SetAside | None = None
    """Wagers on both hands."""
    free_coups: SetAside | None = None
    """That a coup without wagers must be requested."""
    caps: SetAside | None = None
    """The reduction of wagers to a cap of the table."""
    turning: SetAside | None = None
    """Who turns the cards, and on whose request."""


class Tournament(Section, frozen=True, kw_only=True):
    """Tournament play."""

    sets_aside: SetsAside = SetsAside()
    """Rules of live play that do not apply in a tournament."""
    says: TournamentSays = TournamentSays()
    """The clauses about each step."""
    entry: Entry = Entry()
    """Conditions and entries."""
    money: Money = Money()
    """Fees, the pool and the prizes."""
    seating: Seating = Seating()
    """Tables, seats and sessions."""
    wagers: Wagers = Wagers()
    """Wagering."""
    secret: Secret | None = None
    """Secret wagers, if there are any."""
    placing: Placing = Placing()
    """Elimination, advancement and ranking."""
    conduct: Conduct = Conduct()
    """Conduct and disputes."""
