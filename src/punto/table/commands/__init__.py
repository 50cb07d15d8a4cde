"""What may be asked of a table."""

from punto.table.commands.base import Command
from punto.table.commands.cards import (
    AskBurned,
    Burn,
    CheckCards,
    ConfirmPickedUp,
    Cut,
    DeclareLast,
    DeclineCut,
    DropCards,
    Load,
    ManualShuffle,
    Mark,
    NewShoe,
    NominateCutter,
    OfferCut,
    OrderCardCheck,
    OrderShuffle,
    ReplaceCards,
    Riffle,
    Shuffle,
    SignOffCards,
    VerifyCards,
    VoidShoe,
)
from punto.table.commands.conduct import (
    BarPatron,
    CloseDispute,
    Detain,
    ExcludePatron,
    HandOver,
    RaiseDispute,
    ReportIncident,
    RequestReview,
    RuleOnDispute,
    ShowRules,
    VoidWagers,
)
from punto.table.commands.deal import (
    AcceptRole,
    ChangeMethod,
    CollectLosers,
    DeclineCards,
    DeclineRole,
    DirectTurning,
    Discard,
    Draw,
    NominateTurner,
    OfferRole,
    PassCards,
    PassRole,
    PayWinners,
    ReturnCards,
    SettlePairs,
    TakeBackCards,
    TurnCards,
)
from punto.table.commands.errors import (
    CheckPacks,
    ChooseStakes,
    ConfirmResult,
    CureMispayment,
    CutRest,
    DeviceFault,
    DeviceReady,
    EnquireMispayment,
    FindCard,
    FindFaceUp,
    InvalidateResult,
    OrderFaceCheck,
    PullCard,
    PutBack,
    RebuildCoup,
    RemoveCards,
    ReportDisplay,
    ReportError,
    ReportMispass,
    ReportMissed,
    ReportScan,
    RunOut,
    ShuffleRest,
    SweepHeld,
    VoidCoup,
    WrongScale,
)
from punto.table.commands.house import (
    Attest,
    ChangeSign,
    CloseTable,
    DisplaySign,
    OpenTable,
    PostNotice,
    RecordApproval,
    SignOff,
    SignOn,
    Tell,
)
from punto.table.commands.seats import (
    AskToVacate,
    BuyChips,
    ChangeSeat,
    ExchangeVoucher,
    Join,
    Leave,
    LimitPatrons,
    LinkPatrons,
)
from punto.table.commands.wagers import (
    AgreeLimits,
    ApproveBothHands,
    ClaimWager,
    DirectNoBet,
    FindInvalid,
    LookBack,
    NoMoreBets,
    OpenBetting,
    PlaceWager,
    ReduceWagers,
    RefuseWager,
    RelaxLock,
    RestrictOffer,
    WithdrawWager,
)

AnyCommand = (
    Join
    | Leave
    | ChangeSeat
    | BuyChips
    | ExchangeVoucher
    | LimitPatrons
    | AskToVacate
    | LinkPatrons
    | CheckCards
    | VerifyCards
    | Shuffle
    | Riffle
    | ManualShuffle
    | OfferCut
    | DeclineCut
    | NominateCutter
    | Cut
    | Mark
    | Load
    | Burn
    | AskBurned
    | NewShoe
    | DeclareLast
    | ReplaceCards
    | SignOffCards
    | OrderCardCheck
    | OrderShuffle
    | DropCards
    | ConfirmPickedUp
    | VoidShoe
    | OpenBetting
    | PlaceWager
    | WithdrawWager
    | ClaimWager
    | RefuseWager
    | FindInvalid
    | RelaxLock
    | AgreeLimits
    | ReduceWagers
    | ApproveBothHands
    | DirectNoBet
    | NoMoreBets
    | RestrictOffer
    | LookBack
    | ChangeMethod
    | DirectTurning
    | Draw
    | PassCards
    | DeclineCards
    | NominateTurner
    | TurnCards
    | ReturnCards
    | TakeBackCards
    | OfferRole
    | AcceptRole
    | DeclineRole
    | PassRole
    | SettlePairs
    | CollectLosers
    | PayWinners
    | Discard
    | PullCard
    | FindFaceUp
    | OrderFaceCheck
    | PutBack
    | SweepHeld
    | RunOut
    | VoidCoup
    | ReportError
    | RebuildCoup
    | RemoveCards
    | ReportMissed
    | FindCard
    | CheckPacks
    | ReportScan
    | ConfirmResult
    | ReportDisplay
    | ReportMispass
    | InvalidateResult
    | WrongScale
    | EnquireMispayment
    | CureMispayment
    | DeviceFault
    | DeviceReady
    | ChooseStakes
    | ShuffleRest
    | CutRest
    | RecordApproval
    | Attest
    | OpenTable
    | CloseTable
    | SignOn
    | SignOff
    | PostNotice
    | ChangeSign
    | Tell
    | DisplaySign
    | ReportIncident
    | VoidWagers
    | BarPatron
    | ExcludePatron
    | Detain
    | HandOver
    | RaiseDispute
    | RuleOnDispute
    | RequestReview
    | CloseDispute
    | ShowRules
)

__all__ = [
    "AcceptRole",
    "AgreeLimits",
    "AnyCommand",
    "ApproveBothHands",
    "AskBurned",
    "AskToVacate",
    "Attest",
    "BarPatron",
    "Burn",
    "BuyChips",
    "ChangeMethod",
    "ChangeSeat",
    "ChangeSign",
    "CheckCards",
    "CheckPacks",
    "ChooseStakes",
    "ClaimWager",
    "CloseDispute",
    "CloseTable",
    "CollectLosers",
    "Command",
    "ConfirmPickedUp",
    "ConfirmResult",
    "CureMispayment",
    "Cut",
    "CutRest",
    "DeclareLast",
    "DeclineCards",
    "DeclineCut",
    "DeclineRole",
    "Detain",
    "DeviceFault",
    "DeviceReady",
    "DirectNoBet",
    "DirectTurning",
    "Discard",
    "DisplaySign",
    "Draw",
    "DropCards",
    "EnquireMispayment",
    "ExchangeVoucher",
    "ExcludePatron",
    "FindCard",
    "FindFaceUp",
    "FindInvalid",
    "HandOver",
    "InvalidateResult",
    "Join",
    "Leave",
    "LimitPatrons",
    "LinkPatrons",
    "Load",
    "LookBack",
    "ManualShuffle",
    "Mark",
    "NewShoe",
    "NoMoreBets",
    "NominateCutter",
    "NominateTurner",
    "OfferCut",
    "OfferRole",
    "OpenBetting",
    "OpenTable",
    "OrderCardCheck",
    "OrderFaceCheck",
    "OrderShuffle",
    "PassCards",
    "PassRole",
    "PayWinners",
    "PlaceWager",
    "PostNotice",
    "PullCard",
    "PutBack",
    "RaiseDispute",
    "RebuildCoup",
    "RecordApproval",
    "ReduceWagers",
    "RefuseWager",
    "RelaxLock",
    "RemoveCards",
    "ReplaceCards",
    "ReportDisplay",
    "ReportError",
    "ReportIncident",
    "ReportMispass",
    "ReportMissed",
    "ReportScan",
    "RequestReview",
    "RestrictOffer",
    "ReturnCards",
    "Riffle",
    "RuleOnDispute",
    "RunOut",
    "SettlePairs",
    "ShowRules",
    "Shuffle",
    "ShuffleRest",
    "SignOff",
    "SignOffCards",
    "SignOn",
    "SweepHeld",
    "TakeBackCards",
    "Tell",
    "TurnCards",
    "VerifyCards",
    "VoidCoup",
    "VoidShoe",
    "VoidWagers",
    "WithdrawWager",
    "WrongScale",
]
