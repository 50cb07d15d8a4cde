"""The shape of a rulebook. A missing clause or an unknown key does not load."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, field

from punto.clause import Cited, Clauses, Held
from punto.rulebook import held
from punto.rulebook.live import Errors, NoBet, Shown, Sign
from punto.rulebook.policies import (
    BeforeMade,
    BurnFace,
    BurnFurther,
    CutChoice,
    CutFirst,
    CutLater,
    CutNext,
    Ending,
    Face,
    MarkerPlacing,
    MissedBurn,
    PairJudge,
    PairsTest,
    PairTest,
    Result,
    Rounding,
    SeatsRun,
    SettlingOrder,
    Side,
    Source,
    Supply,
)
from punto.rulebook.procedure import (
    CardCare,
    Change,
    Conduct,
    LateErrors,
    Method,
    Mispayments,
    Mixing,
    Opening,
    Passing,
)
from punto.rulebook.shape import (
    Cell,
    Cells,
    Count,
    Decks,
    Odds,
    Point,
    RefusedOnly,
    Section,
)


class Predecessor(Section, frozen=True):
    """An instrument that is named but whose text is not held."""

    name: str
    notified: date
    clause: Clauses


class Instrument(Section, frozen=True, kw_only=True):
    """What the document is, who made it, and what it says about its own time."""

    id: str
    jurisdiction: str
    title: str
    citation: str
    authority: Held[str]
    game: Held[str]
    venue: Held[tuple[str, ...]] | None = None
    power: Held[str] | None = None
    scope: Cited[str]
    made: Cited[date] | None = None
    effective: Cited[date] | None = None
    starts_days_after_notification: Cited[Count] | None = None
    before_made: Cited[BeforeMade] | None = None
    replaces: tuple[Predecessor, ...] = ()
    evidence: Cited[str]
    amends: Held[str] | None = None


class Cards(Section, frozen=True, kw_only=True):
    """Decks, and what a card and a hand are worth."""

    decks: Cited[tuple[Decks, ...]]
    whole_decks: Cited[RefusedOnly]
    cards_per_deck: Held[Count]
    jokers: Held[Count]
    cutting_cards: Held[Count] | None = None
    values: dict[str, Cited[Count]]
    modulus: Cited[Annotated[int, Meta(ge=2)]]
    plain_total: Clauses = ()
    reduced_total: Clauses = ()
    care: CardCare = CardCare()
    other: held.CardChecks | None = None


class BurnProcedure(Section, frozen=True, kw_only=True):
    """One permitted way to burn."""

    title: str
    face: BurnFace
    further: BurnFurther
    approval: str | None = None
    sources: tuple[Source, ...] = (Source.CARD_SHOE, Source.SHUFFLING_DEVICE)
    clause: Clauses
    reading: str | None = None


class Burn(Section, frozen=True):
    """Cards removed before the first coup of a shoe."""

    procedures: dict[str, BurnProcedure]
    values: dict[str, Cited[Count]]
    missed: Cited[MissedBurn]
    late: Cited[RefusedOnly]


class Cutting(Section, frozen=True, kw_only=True):
    """Who is offered the cut, in which order, and who cuts in default."""

    choice: Cited[CutChoice]
    first: Cited[CutFirst]
    later: Cited[CutLater]
    after: Cited[CutNext] | None = None
    nominee: Cited[bool] | None = None


class Shoe(Section, frozen=True, kw_only=True):
    """Shuffle, cut, marker, burn, and which coup is the last."""

    sources: Cited[tuple[Source, ...]]
    other_card: Cited[RefusedOnly] | None = None
    supplies: Cited[tuple[Supply, ...]]
    shuffle_first: Cited[bool]
    shuffle_later: Cited[bool]
    shuffled_supplies: Cited[tuple[Supply, ...]] | None = None
    player_check: Cited[bool] | None = None
    checked_supplies: Cited[tuple[Supply, ...]] | None = None
    multishuffler_decks: Cited[tuple[Decks, ...]] | None = None
    cut_from_each_end: Cited[Count]
    cut_order: Cited[Literal["front_to_back"]]
    cut_due: Cited[RefusedOnly]
    uncut_sources: Cited[tuple[Source, ...]] | None = None
    cutting: Cutting
    marker_behind: Cited[Count]
    marker_placing: Cited[MarkerPlacing]
    burn: Burn | None = None
    coups_after_marker_first: Cited[Count]
    coups_after_marker_inside: Cited[Count]
    coups_after_tie: Cited[Count] | None = None
    cards_to_start: Cited[Count] | None = None
    last_call: Cited[str] | None = None
    mixing: Mixing = Mixing()
    other: held.ShuffleAndCut | None = None


class Deal(Section, frozen=True, kw_only=True):
    """The order in which the opening cards fall."""

    order: Cited[tuple[Side, ...]]
    opening_face: Cited[Face] | None = None
    third_face: Cited[Face] | None = None
    before_next: Cited[RefusedOnly] | None = None
    announced_first: Cited[RefusedOnly] | None = None
    optional_only: Cited[Literal["played_out"]] | None = None
    methods: dict[str, Method] = field(default_factory=dict)
    passing: Passing | None = None
    other: held.Dealing | None = None


class PlayerRow(Section, frozen=True):
    """What Player does on some totals of its opening cards."""

    totals: tuple[Point, ...]
    act: Cell
    clause: Clauses


class BankerRow(Section, frozen=True, kw_only=True):
    """What Banker does on a total: against no third card, and against third cards worth 0 to 9."""

    total: Point
    no_card: Cell
    third: Cells
    clause: Clauses
    reading: str | None = None


class MeritRow(Section, frozen=True):
    """Totals in falling order of merit, where the text ranks them itself."""

    totals: tuple[Point, ...]
    clause: Clauses


class Tableau(Section, frozen=True, kw_only=True):
    """When hands take a third card."""

    player_naturals: Cited[tuple[Point, ...]]
    banker_naturals: Cited[tuple[Point, ...]]
    cards_max: Cited[Count]
    against_table: Cited[RefusedOnly]
    player: tuple[PlayerRow, ...]
    banker: tuple[BankerRow, ...]
    banker_draws: Clauses = ()
    banker_stands: Clauses = ()
    banker_no_card: Clauses = ()
    never_reached: Held[str] | None = None
    after_announcement: Held[bool] | None = None
    merit: tuple[MeritRow, ...] = ()


class Pairs(Section, frozen=True):
    """What makes a pair."""

    cards: Cited[Count]
    judged_by: Cited[PairJudge]


class When(Section, frozen=True):
    """A pattern over a finished coup; every key given must match."""

    result: Result | None = None
    banker_total: Point | None = None
    banker_cards: Count | None = None
    player_pair: PairTest | None = None
    banker_pair: PairTest | None = None
    pairs: PairsTest | None = None


class Outcome(Section, frozen=True, kw_only=True):
    """One row of a wager: when it applies, what happens, at which odds, by which clauses.

    Rows exclude each other, and two that match are an error. A row without ``when`` is for
    whatever no other row matches.
    """

    name: str
    when: When | None = None
    unless: When | None = None
    then: Ending
    odds: Odds | None = None
    under: tuple[str, ...] = ()
    clause: Clauses
    reading: str | None = None


class Wager(Section, frozen=True):
    """A wager and everything that can become of it."""

    title: str
    outcomes: tuple[Outcome, ...]


class Offer(Section, frozen=True, kw_only=True):
    """An optional wager, or a family of them, that a house may elect to offer."""

    title: str
    wagers: tuple[str, ...]
    clause: Clauses
    shows_offer: Clauses = ()
    taken_in_chips: Clauses = ()
    layouts: Cited[tuple[str, ...]] | None = None
    decks: Cited[tuple[Decks, ...]] | None = None
    per_patron_max: Cited[Count] | None = None
    restricted: Cited[Literal["main_bettors"]] | None = None
    restriction_told: Cited[bool] | None = None
    restriction_shown: Cited[bool] | None = None
    other: held.OfferConditions | None = None


class Settlement(Section, frozen=True, kw_only=True):
    """How wagers are settled, whatever they are."""

    schemes: Cited[tuple[str, ...]]
    must_choose: Cited[bool] | None = None
    order: Cited[SettlingOrder] | None = None
    rounding: Cited[Rounding]
    over_maximum: Cited[Literal["settled_to_maximum"]] | None = None
    other: held.SettlementDuties | None = None


class Combination(Section, frozen=True, kw_only=True):
    """Main wagers that one patron may have in one coup, and whether that needs approval."""

    wagers: tuple[str, ...]
    approval: bool = False
    clause: Clauses


class Wagering(Section, frozen=True, kw_only=True):
    """Which wagers there are."""

    main: Cited[tuple[str, ...]]
    unlisted: Cited[RefusedOnly]
    not_offered: Cited[RefusedOnly] | None = None
    one_offer_of: Cited[tuple[str, ...]] | None = None
    in_chips: Cited[RefusedOnly] | None = None
    late: Cited[RefusedOnly] | None = None
    locked: Cited[RefusedOnly] | None = None
    window_first: Cited[bool] | None = None
    closing_call: Cited[str] | None = None
    closing_call_due: Cited[bool] | None = None
    combinations: tuple[Combination, ...] = ()
    combinations_free: Clauses = ()
    flaws: dict[str, Cited[RefusedOnly]] = field(default_factory=dict)
    common_pairs: Cited[bool] | None = None
    per_option_max: Cited[Count] | None = None
    patrons_per_area_max: Cited[Count] | None = None
    standing_per_area_max: Cited[Count] | None = None
    other: held.WagerConduct | None = None


class Table(Section, frozen=True):
    """The table itself."""

    layouts: Cited[tuple[str, ...]] | None = None
    seats: Cited[tuple[Count, ...]] | None = None
    seats_run: Cited[SeatsRun] | None = None
    other: held.TableFurniture | None = None


class Edition(Section, frozen=True, kw_only=True):
    """One instrument, as data.

    ``digest`` is the SHA-256 of the file it was read from; a file cannot give it for itself.
    """

    instrument: Instrument
    titles: dict[str, Cited[tuple[str, ...]]] = field(default_factory=dict)
    powers: dict[str, Cited[tuple[str, ...]]] = field(default_factory=dict)
    other_powers: dict[str, Held[tuple[str, ...]]] = field(default_factory=dict)
    says: dict[str, Clauses] = field(default_factory=dict)
    table: Table | None = None
    cards: Cards | None = None
    shoe: Shoe | None = None
    deal: Deal | None = None
    tableau: Tableau | None = None
    pairs: Pairs | None = None
    wagering: Wagering
    settlement: Settlement
    offers: dict[str, Offer] = field(default_factory=dict)
    wagers: dict[str, Wager]
    shown: Shown | None = None
    sign: Sign | None = None
    no_bet: NoBet | None = None
    errors: Errors | None = None
    opening: Opening = Opening()
    changes: dict[str, Change] = field(default_factory=dict)
    conduct: Conduct = Conduct()
    mispayments: Mispayments | None = None
    late_errors: LateErrors | None = None
    limits: held.Limits | None = None
    irregular: held.Irregular | None = None
    general: held.General | None = None
    tournament: held.Tournament | None = None
    promotion: held.Promotion | None = None
    digest: str = ""

    @property
    def id(self) -> str:
        return self.instrument.id
