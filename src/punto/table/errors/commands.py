"""What goes wrong with cards, results, payments and devices."""

from typing import Literal

from punto.aggregate.command import Command
from punto.cards import Card


class AboutErrors(Command, frozen=True):
    """A command about what goes wrong."""


class PullCard(AboutErrors, frozen=True, tag="pull_card"):
    """The dealer pulls the next card and puts it where it is not due, nowhere, or away."""

    to: Literal["player", "banker", "nobody", "discards"]
    seen: bool = True
    card: Card | None = None


class FindFaceUp(AboutErrors, frozen=True, tag="find_face_up"):
    """The next card in the shoe lies face up."""

    card: Card | None = None


class CorrectCard(AboutErrors, frozen=True, tag="correct_card"):
    """A face was keyed wrongly: the card at a place of a hand, counted from 1, is another."""

    hand: Literal["player", "banker"]
    place: int
    card: Card


class OrderFaceCheck(AboutErrors, frozen=True, tag="order_face_check"):
    """All cards left are pulled and looked at for others that lie the wrong way."""


class PutBack(AboutErrors, frozen=True, tag="put_back"):
    """Somebody puts a card that was pulled back into the shoe."""


class SweepHeld(AboutErrors, frozen=True, tag="sweep_held"):
    """A card held for the next coup was swept into the discards."""


class ExposeHeld(AboutErrors, frozen=True, tag="expose_held"):
    """A card held unseen for the next coup is seen: the first that lies face down."""

    card: Card | None = None


class RunOut(AboutErrors, frozen=True, tag="run_out"):
    """The shoe has no card left although one is due."""


class VoidCoup(AboutErrors, frozen=True, tag="void_coup"):
    """A coup is declared void; the ground is kept with it.

    ``because`` names one of the grounds of the rulebook, and ``person`` whose doing it was.
    """

    ground: str
    because: str | None = None
    person: str | None = None


class ReportError(AboutErrors, frozen=True, tag="report_error"):
    """An error in dealing is reported, of this coup or of an earlier one by its number.

    ``kind`` says what was done wrong: cards were placed wrongly, unless it is said otherwise.
    """

    trigger: str
    text: str
    coup: int | None = None
    kind: Literal["card_placement", "payment"] = "card_placement"


class ConfirmCards(AboutErrors, frozen=True, tag="confirm_cards"):
    """After an error was reported: the cards were looked at and lie where they belong.

    Of an earlier ``coup`` that is for whoever may void it.
    """

    coup: int | None = None


class RebuildCoup(AboutErrors, frozen=True, tag="rebuild_coup"):
    """The cards of a coup are put where they belong, in the order they left the shoe.

    A card that no hand takes is surplus, whether it is named last or left out.
    """

    order: tuple[Card, ...]


class RemoveCards(AboutErrors, frozen=True, tag="remove_cards"):
    """After a void the rest of the shoe is taken out, as every patron agreed."""

    agreed: tuple[str, ...] = ()


class ReportMissed(AboutErrors, frozen=True, tag="report_missed"):
    """The cut or the shuffle that was due did not happen."""

    what: Literal["cut", "shuffle"]


class PlayOn(AboutErrors, frozen=True, tag="play_on"):
    """Another coup comes from a shoe that is over: nobody noticed that it is to be shuffled."""


class FindCard(AboutErrors, frozen=True, tag="find_card"):
    """A card is missing, or one is there that does not belong to the decks."""

    kind: Literal["missing", "foreign"]
    text: str
    report: str


class CheckPacks(AboutErrors, frozen=True, tag="check_packs"):
    """The packs have been checked at the table."""

    complete: bool


class ReportScan(AboutErrors, frozen=True, tag="report_scan"):
    """The shoe that reads cards says something else than the cards on the table."""

    text: str


class ConfirmResult(AboutErrors, frozen=True, tag="confirm_result"):
    """The true outcome is confirmed in spite of what the shoe read."""


class ReportDisplay(AboutErrors, frozen=True, tag="report_display"):
    """The results display shows something else than what happened."""

    shows: str


class ReportMispass(AboutErrors, frozen=True, tag="report_mispass"):
    """Cards were passed to somebody who should not have had them."""

    hand: Literal["player", "banker"]
    to: str


class InvalidateResult(AboutErrors, frozen=True, tag="invalidate_result"):
    """A result is invalidated for a disturbance, or for somebody's fraud.

    It is that of the coup that is on or was last, unless another is named. ``others`` are those
    who had a part in the fraud of ``person``.
    """

    ground: str
    person: str | None = None
    opinion: str | None = None
    forfeit: bool = False
    coup: int | None = None
    others: tuple[str, ...] = ()


class WrongScale(AboutErrors, frozen=True, tag="wrong_scale"):
    """Coups were settled on another scale than the one of the game in play."""

    coups: tuple[int, ...]


class FindMispayment(AboutErrors, frozen=True, tag="find_mispayment"):
    """A wager of an earlier coup is found to have been paid, or collected, otherwise than booked.

    ``bet`` is the number of the wager, where a patron had several of the same kind.
    """

    coup: int
    patron: str
    wager: str
    paid_cents: int | None = None
    collected_cents: int | None = None
    bet: int | None = None


class EnquireMispayment(AboutErrors, frozen=True, tag="enquire_mispayment"):
    """What was found out about a wrong payment."""

    number: int
    note: str
    intentional: bool = False
    suspected: bool = False


class CureMispayment(AboutErrors, frozen=True, tag="cure_mispayment"):
    """What was done about a wrong payment."""

    number: int
    how: str
    steps: tuple[str, ...] = ()
    identified: bool | None = None


class DeviceFault(AboutErrors, frozen=True, tag="device_fault"):
    """A shuffling device evidently no longer works, and this is how things stand.

    ``replacements`` come from a new pack; ``back`` is theirs, if it is not that of the others.
    """

    disadvantaged: bool
    spare: bool
    practicable: bool
    damaged: tuple[Card, ...] = ()
    replacements: tuple[Card, ...] = ()
    back: str | None = None


class DeviceReady(AboutErrors, frozen=True, tag="device_ready"):
    """A shuffling device works again, or another is there."""


class ChooseStakes(AboutErrors, frozen=True, tag="choose_stakes"):
    """A patron takes all stakes of the coup back, or leaves them all in."""

    keep: bool


class ShuffleRest(AboutErrors, frozen=True, tag="shuffle_rest"):
    """What is left of the cards is shuffled to finish a coup from a card shoe."""


class CutRest(AboutErrors, frozen=True, tag="cut_rest"):
    """What is left of the cards is cut to finish a coup from a card shoe."""

    at: int | None = None


# What is found out about packs, results, payments and devices.
ResultsCommand = (
    FindCard
    | CheckPacks
    | ReportScan
    | ConfirmResult
    | ReportDisplay
    | ReportMispass
    | InvalidateResult
    | WrongScale
    | FindMispayment
    | EnquireMispayment
    | CureMispayment
    | DeviceFault
    | DeviceReady
    | ChooseStakes
    | ShuffleRest
    | CutRest
)
ErrorsCommand = (
    PullCard
    | FindFaceUp
    | CorrectCard
    | OrderFaceCheck
    | PutBack
    | SweepHeld
    | ExposeHeld
    | RunOut
    | VoidCoup
    | ReportError
    | ConfirmCards
    | RebuildCoup
    | RemoveCards
    | ReportMissed
    | PlayOn
    | ResultsCommand
)
