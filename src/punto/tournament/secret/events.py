"""Forms were handed in, examined, sent back, announced, settled and looked at."""

from punto.aggregate.event import Event, Unregistered, Visibility


class OfSecret(Event, frozen=True, gc=False):
    """An event about secret wagers."""

    final = "a form was in somebody's hands"


class FormHandedIn(OfSecret, frozen=True, gc=False, tag="form_handed_in"):
    """A form as it is written: what is missing on it is missing here.

    ``marks`` where a marker now shows everybody that there is one.
    """

    visibility = Visibility.FORM_MARKED
    registers = Unregistered.PLAY
    concerns = "name"

    name: str
    table: int
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None
    seat: int | None = None
    signed: bool = False
    marks: bool = False


class FormExamined(OfSecret, frozen=True, gc=False, tag="form_examined"):
    """The official has looked at a form and written it down.

    ``marks`` where a marker now shows everybody that there is one.
    """

    visibility = Visibility.FORM_MARKED
    registers = Unregistered.PLAY
    concerns = "name"

    name: str
    marks: bool = False


class FormReopened(OfSecret, frozen=True, gc=False, tag="form_reopened"):
    """The maker of a form has wagered with chips since it was looked at."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.PLAY
    concerns = "name"

    name: str


class FormHandedBack(OfSecret, frozen=True, gc=False, tag="form_handed_back"):
    """A form is back with its maker: faulty, not to be played, or of a coup that is void."""

    visibility = Visibility.FORM_MAKER
    registers = Unregistered.PLAY
    concerns = "name"

    name: str
    coup: int
    void: bool = False
    uncounted: bool = False


class FormAnnounced(OfSecret, frozen=True, gc=False, tag="form_announced"):
    """Everybody hears what stands on a form; ``bet`` is the wager that it is on the layout."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    bet: int | None = None


class FormPlaced(OfSecret, frozen=True, gc=False, tag="form_placed"):
    """The chips of an announced form lie on the layout."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    coup: int
    bet: int


class FormCorrected(OfSecret, frozen=True, gc=False, tag="form_corrected"):
    """A form found wrong after the coup counts for so much, or cost its maker so much."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    coup: int
    counts_cents: int | None = None
    taken_cents: int = 0


class FormPlayed(OfSecret, frozen=True, gc=False, tag="form_played"):
    """One of the secret wagers that somebody may make is used up."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    coup: int


class FormShown(OfSecret, frozen=True, gc=False, tag="form_shown"):
    """Somebody looked at a form of the coup that is over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    to: str


class FormsPutAway(OfSecret, frozen=True, gc=False, tag="forms_put_away"):
    """Nobody may look any more at the forms of coups that are over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


SecretEvent = (
    FormHandedIn
    | FormExamined
    | FormReopened
    | FormHandedBack
    | FormAnnounced
    | FormPlaced
    | FormCorrected
    | FormPlayed
    | FormShown
    | FormsPutAway
)
