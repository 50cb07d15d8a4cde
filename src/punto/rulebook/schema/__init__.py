"""The schema of a rulebook, one module for each part. An unknown key or name is an error."""

from punto.rulebook.schema.cards import CardCare, Cards
from punto.rulebook.schema.coup_facts import When
from punto.rulebook.schema.deal import Deal, Method, Passing
from punto.rulebook.schema.edition import Edition, Shown
from punto.rulebook.schema.errors import Errors, LateErrors, Mispayments
from punto.rulebook.schema.house import (
    Approval,
    Attested,
    Conduct,
    Incident,
    Opening,
    Table,
    VoidGround,
)
from punto.rulebook.schema.instrument import Instrument, Predecessor
from punto.rulebook.schema.limits import Change, Changes, Limits, Sign, SignedSettlement
from punto.rulebook.schema.powers import Powers
from punto.rulebook.schema.promotion import Promotion
from punto.rulebook.schema.promotion_step_clauses import PromotionSays
from punto.rulebook.schema.shoe import Burn, BurnProcedure, Cutting, Mixing, Shoe
from punto.rulebook.schema.step_clauses import Says
from punto.rulebook.schema.tableau import BankerRow, MeritRow, PlayerRow, Tableau
from punto.rulebook.schema.tournament import Tournament, TournamentSays
from punto.rulebook.schema.wagers import (
    Combination,
    NoBet,
    Offer,
    Outcome,
    Pairs,
    Settlement,
    Wager,
    Wagering,
)

__all__ = [
    "Approval",
    "Attested",
    "BankerRow",
    "Burn",
    "BurnProcedure",
    "CardCare",
    "Cards",
    "Change",
    "Changes",
    "Combination",
    "Conduct",
    "Cutting",
    "Deal",
    "Edition",
    "Errors",
    "Incident",
    "Instrument",
    "LateErrors",
    "Limits",
    "MeritRow",
    "Method",
    "Mispayments",
    "Mixing",
    "NoBet",
    "Offer",
    "Opening",
    "Outcome",
    "Pairs",
    "Passing",
    "PlayerRow",
    "Powers",
    "Predecessor",
    "Promotion",
    "PromotionSays",
    "Says",
    "Settlement",
    "Shoe",
    "Shown",
    "Sign",
    "SignedSettlement",
    "Table",
    "Tableau",
    "Tournament",
    "TournamentSays",
    "VoidGround",
    "Wager",
    "Wagering",
    "When",
]
