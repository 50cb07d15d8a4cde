"""The lines of a table's register, one class for each kind."""

from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.topic import Topic
from punto.table.context import At, changes
from punto.table.register import IncidentRecorded, RegisterEntry, entry_recorded
from punto.table.table import Table

entries: Topic[Table, At] = Topic("entries", changes)


class DealingErrorRecorded(RegisterEntry, frozen=True, gc=False, tag="dealing_error_recorded"):
    """An error in dealing was reported in time; play stops until it is handled."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class LateErrorRecorded(RegisterEntry, frozen=True, gc=False, tag="late_error_recorded"):
    """An error in an earlier coup was found too late to rebuild that coup."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class LateErrorReportedRecorded(
    RegisterEntry, frozen=True, gc=False, tag="late_error_reported_recorded"
):
    """An error in an earlier coup waits for the person who may void that coup."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class CardsConfirmedRecorded(RegisterEntry, frozen=True, gc=False, tag="cards_confirmed_recorded"):
    """The cards of a coup were where they belong: a reported error was none."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class CoupRebuiltRecorded(RegisterEntry, frozen=True, gc=False, tag="coup_rebuilt_recorded"):
    """A coup was rebuilt with the cards in their right order."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class CardCorrectedRecorded(RegisterEntry, frozen=True, gc=False, tag="card_corrected_recorded"):
    """A card had been entered or read as another card."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class ScanDiffersRecorded(RegisterEntry, frozen=True, gc=False, tag="scan_differs_recorded"):
    """The shoe read other cards than those on the table."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class DisplayDiffersRecorded(RegisterEntry, frozen=True, gc=False, tag="display_differs_recorded"):
    """The results display shows another result."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class WrongPatronRecorded(RegisterEntry, frozen=True, gc=False, tag="wrong_patron_recorded"):
    """Cards were passed to a patron who was not entitled to them."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class WrongScaleRecorded(RegisterEntry, frozen=True, gc=False, tag="wrong_scale_recorded"):
    """Wagers of finished coups were paid by the other settlement."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.WRONG_PAYMENT


class MissedBurnRecorded(RegisterEntry, frozen=True, gc=False, tag="missed_burn_recorded"):
    """Fewer cards were burned than the procedure requires."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class MissedCutRecorded(RegisterEntry, frozen=True, gc=False, tag="missed_cut_recorded"):
    """The cut was missed."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class MissedShuffleRecorded(RegisterEntry, frozen=True, gc=False, tag="missed_shuffle_recorded"):
    """The shuffle was missed."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class ShoePlayedOnRecorded(RegisterEntry, frozen=True, gc=False, tag="shoe_played_on_recorded"):
    """A shoe was dealt past its last coup."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class ShoeRanOutRecorded(RegisterEntry, frozen=True, gc=False, tag="shoe_ran_out_recorded"):
    """The shoe ran out of cards during a coup."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY


class CuttingCardDiffersRecorded(
    RegisterEntry, frozen=True, gc=False, tag="cutting_card_differs_recorded"
):
    """The cutting card showed elsewhere than it was placed."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class CardsDroppedRecorded(RegisterEntry, frozen=True, gc=False, tag="cards_dropped_recorded"):
    """Cards were dropped."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES, Register.NOTICES)
    alert = Alert.IRREGULARITY


class LimitsExceededRecorded(RegisterEntry, frozen=True, gc=False, tag="limits_exceeded_recorded"):
    """Wagers of an earlier coup were found to exceed the limits."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class PartnerBetRefusedRecorded(
    RegisterEntry, frozen=True, gc=False, tag="partner_bet_refused_recorded"
):
    """A wager beyond the common maximum of partners was refused."""

    visibility = Visibility.WATCH
    registers = (Register.IRREGULARITIES,)


class BarredRecorded(RegisterEntry, frozen=True, gc=False, tag="barred_recorded"):
    """A patron was barred from the table."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)
    alert = Alert.INCIDENT


class ExcludedRecorded(RegisterEntry, frozen=True, gc=False, tag="excluded_recorded"):
    """A patron was excluded from the casino."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)
    alert = Alert.INCIDENT


class DetainedRecorded(RegisterEntry, frozen=True, gc=False, tag="detained_recorded"):
    """A person was detained."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)
    alert = Alert.INCIDENT


class HandedOverRecorded(RegisterEntry, frozen=True, gc=False, tag="handed_over_recorded"):
    """A detained person was handed over."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)


class ShoeVoidRecorded(RegisterEntry, frozen=True, gc=False, tag="shoe_void_recorded"):
    """A shoe is void because the order of its cards was seen."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS, Register.NOTICES)
    alert = Alert.IRREGULARITY


class CoupVoidRecorded(RegisterEntry, frozen=True, gc=False, tag="coup_void_recorded"):
    """A coup is void because of a person."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)


class InvalidatedRecorded(RegisterEntry, frozen=True, gc=False, tag="invalidated_recorded"):
    """The result of a coup was invalidated."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)
    alert = Alert.IRREGULARITY


class WagersVoidRecorded(RegisterEntry, frozen=True, gc=False, tag="wagers_void_recorded"):
    """Wagers of one patron are void."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)


class CardCheckRecorded(RegisterEntry, frozen=True, gc=False, tag="card_check_recorded"):
    """The cards were checked and are complete."""

    visibility = Visibility.WATCH
    registers = (Register.CARD_CHECKS,)


class CountMismatchRecorded(RegisterEntry, frozen=True, gc=False, tag="count_mismatch_recorded"):
    """The cards were checked and are not complete."""

    visibility = Visibility.WATCH
    registers = (Register.CARD_CHECKS,)
    alert = Alert.IRREGULARITY


class CheckOrderedRecorded(RegisterEntry, frozen=True, gc=False, tag="check_ordered_recorded"):
    """A check of the cards was ordered."""

    visibility = Visibility.WATCH
    registers = (Register.CARD_CHECKS,)


class ShuffleOrderedRecorded(RegisterEntry, frozen=True, gc=False, tag="shuffle_ordered_recorded"):
    """A shuffle was ordered."""

    visibility = Visibility.WATCH
    registers = (Register.CARD_CHECKS,)


class PacksCheckedRecorded(RegisterEntry, frozen=True, gc=False, tag="packs_checked_recorded"):
    """All packs were checked after a strange card was found."""

    visibility = Visibility.WATCH
    registers = (Register.CARD_CHECKS,)


class MatterDecisionRecorded(RegisterEntry, frozen=True, gc=False, tag="matter_decision_recorded"):
    """A matter that the rulebook leaves open was decided for this table."""

    visibility = Visibility.WATCH
    registers = (Register.APPROVALS,)

    @classmethod
    def entry_name(cls) -> str:
        return "decision"


class DeviceFaultRecorded(RegisterEntry, frozen=True, gc=False, tag="device_fault_recorded"):
    """A shuffling device failed."""

    visibility = Visibility.WATCH
    registers = (Register.DEVICES,)
    alert = Alert.DEVICE


class MissingCardRecorded(RegisterEntry, frozen=True, gc=False, tag="missing_card_recorded"):
    """A card is missing from the packs."""

    visibility = Visibility.WATCH
    registers = (Register.ODD_CARDS, Register.NOTICES)
    alert = Alert.IRREGULARITY


class ForeignCardRecorded(RegisterEntry, frozen=True, gc=False, tag="foreign_card_recorded"):
    """A card was found that belongs to no pack."""

    visibility = Visibility.WATCH
    registers = (Register.ODD_CARDS, Register.NOTICES)
    alert = Alert.IRREGULARITY


class FloatOverShortRecorded(RegisterEntry, frozen=True, gc=False, tag="float_over_short_recorded"):
    """A count of the float differed from what was booked."""

    visibility = Visibility.WATCH
    registers = (Register.FLOATS,)
    alert = Alert.IRREGULARITY


class ToldRecorded(RegisterEntry, frozen=True, gc=False, tag="told_recorded"):
    """A person was told of a matter."""

    visibility = Visibility.WATCH
    registers = (Register.LIMITS, Register.NOTICES)


class NoBetCoupRecorded(RegisterEntry, frozen=True, gc=False, tag="no_bet_coup_recorded"):
    """Surveillance was told that a coup is dealt without wagers."""

    visibility = Visibility.WATCH
    registers = (Register.LIMITS, Register.NOTICES)


for kind in RegisterEntry.__subclasses__():
    if kind is not IncidentRecorded:
        entries.applies(kind)(entry_recorded)
