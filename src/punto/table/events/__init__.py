"""What happened at a table. Events carry what was decided, so that replay consults no rule."""

from punto.table.events.base import Event
from punto.table.events.coup import (
    BettingClosed,
    BettingOpened,
    BothHandsApproved,
    CardDrawn,
    CardHeld,
    CardRetired,
    CardsDeclined,
    CardsPassed,
    CardsReturned,
    CardsTurned,
    CoupCompleted,
    CoupDiscarded,
    CoupReopened,
    CoupReversed,
    CoupStarted,
    CoupUnbet,
    CoupVoided,
    HeldCardSwept,
    LockRelaxed,
    LosersCollected,
    NoBetDirected,
    PairsReversed,
    PairsSettled,
    PointsAnnounced,
    TurnersNominated,
    WagerPlaced,
    WagerRaised,
    WagersForfeited,
    WagersReduced,
    WagersRemovable,
    WagersResettled,
    WagerWithdrawn,
    WinnersPaid,
)
from punto.table.events.house import (
    Blocked,
    BurnedCardShown,
    CardsBurned,
    ChipsBought,
    CutOffered,
    DisputeMoved,
    FaultMoved,
    HouseChanged,
    LimitsAgreed,
    LimitsChanged,
    MethodChanged,
    Mispaid,
    PatronAdvised,
    PatronJoined,
    PatronLeft,
    PatronMoved,
    Recorded,
    RoleChanged,
    SettlementChanged,
    ShoeChanged,
    TableClosed,
    TableOpened,
    TokensHandedOver,
    Unblocked,
)

AnyEvent = (
    PatronJoined
    | PatronLeft
    | PatronMoved
    | ChipsBought
    | TokensHandedOver
    | ShoeChanged
    | CardsBurned
    | BurnedCardShown
    | CutOffered
    | BettingOpened
    | WagerPlaced
    | WagerRaised
    | LimitsAgreed
    | LimitsChanged
    | SettlementChanged
    | MethodChanged
    | WagersReduced
    | PatronAdvised
    | WagerWithdrawn
    | WagersForfeited
    | BothHandsApproved
    | LockRelaxed
    | NoBetDirected
    | BettingClosed
    | CoupStarted
    | CardDrawn
    | CardsPassed
    | CardsDeclined
    | TurnersNominated
    | CardsTurned
    | CardsReturned
    | PointsAnnounced
    | RoleChanged
    | PairsSettled
    | PairsReversed
    | WagersRemovable
    | CardHeld
    | CardRetired
    | HeldCardSwept
    | CoupVoided
    | CoupReopened
    | CoupUnbet
    | WagersResettled
    | CoupReversed
    | CoupCompleted
    | LosersCollected
    | WinnersPaid
    | CoupDiscarded
    | TableOpened
    | TableClosed
    | HouseChanged
    | Recorded
    | Blocked
    | Unblocked
    | Mispaid
    | DisputeMoved
    | FaultMoved
)

__all__ = [
    "AnyEvent",
    "BettingClosed",
    "BettingOpened",
    "Blocked",
    "BothHandsApproved",
    "BurnedCardShown",
    "CardDrawn",
    "CardHeld",
    "CardRetired",
    "CardsBurned",
    "CardsDeclined",
    "CardsPassed",
    "CardsReturned",
    "CardsTurned",
    "ChipsBought",
    "CoupCompleted",
    "CoupDiscarded",
    "CoupReopened",
    "CoupReversed",
    "CoupStarted",
    "CoupUnbet",
    "CoupVoided",
    "CutOffered",
    "DisputeMoved",
    "Event",
    "FaultMoved",
    "HeldCardSwept",
    "HouseChanged",
    "LimitsAgreed",
    "LimitsChanged",
    "LockRelaxed",
    "LosersCollected",
    "MethodChanged",
    "Mispaid",
    "NoBetDirected",
    "PairsReversed",
    "PairsSettled",
    "PatronAdvised",
    "PatronJoined",
    "PatronLeft",
    "PatronMoved",
    "PointsAnnounced",
    "Recorded",
    "RoleChanged",
    "SettlementChanged",
    "ShoeChanged",
    "TableClosed",
    "TableOpened",
    "TokensHandedOver",
    "TurnersNominated",
    "Unblocked",
    "WagerPlaced",
    "WagerRaised",
    "WagerWithdrawn",
    "WagersForfeited",
    "WagersReduced",
    "WagersRemovable",
    "WagersResettled",
    "WinnersPaid",
]
