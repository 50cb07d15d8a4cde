"""A house with a promotion over a month: its log, and by hand what it says and owes each day."""

from typing import Any

from punto.driver.house import Premises, new_premises
from punto.journal import JournalLine
from punto.scenario.open_house import USUAL_PRIZE, USUAL_TERMS
from punto.table.conduct.disputes import CloseDispute, RaiseDispute, RuleOnDispute
from punto.table.errors.pack_errors import FindCard
from support.error_examples import NINE, Floor, cleared, found_late, meant, suspected
from support.expected_registers import BOOK, Cells, Kept
from support.log_envelopes import journal_lines
from support.sydney_times import DAY, local, midnight

ZONE = "Australia/Sydney"
OPERATOR = "casino_operator"
BY = {"by": OPERATOR}
HOUR = 3600
STARTS, CLOSES = midnight(10) + 12 * HOUR, midnight(30) + 18 * HOUR
TERMS: dict[str, Any] = {
    **USUAL_TERMS,
    "starts_day": "2024-10-10",
    "starts_time": "12:00",
    "closes_day": "2024-10-30",
    "closes_time": "18:00",
    "award_when": "2024-10-30 20:00",
}
DRAFTED, WRITTEN, PUBLISHED = midnight(2) - 1, midnight(2), midnight(4) - 1
# At the last second that is in time; amended in the last second of a day.
SENT, AMENDED, SENT_AGAIN = STARTS - 24 * HOUR, midnight(12) - 1, midnight(13)
# A claim: when denied, which prize, whose, why, when they were told, if they were.
CLAIMS = (
    (midnight(14) - 1, 2, "k9", "no ticket", midnight(14) + 60),
    (midnight(14), 3, "k1", "under age", midnight(33)),
    (midnight(15), 1, "k1", "too late", None),
)
# A doubt: when found, and when the inspector was told: in time to the second, and a day late.
DOUBTS = ((midnight(16), midnight(18)), (midnight(19), midnight(22) + 1))
# The month is reported on the third day after it, one too late; what a day says, the day after.
FILED, SUMMED = midnight(34), midnight(22)
FOUND, BREACH = midnight(21) - 1, midnight(23)
DISPUTED, CLOSED = midnight(24) - 1, midnight(26)
OVER = "12.20.2#2"


class Harbour:
    """The house and some tables; ``owed`` is every duty, from when and until before when."""

    def __init__(self) -> None:
        self.kept, self.floor = Kept(by=OPERATOR), Floor()
        self.premises: Premises = new_premises(BOOK, "Harbour", ZONE)
        self.owed: list[tuple[int, int | None, Cells]] = []
        self.steps: list[tuple[int, str, dict[str, Any]]] = []
        for person in ("k1", "k2"):
            self.say(midnight(1), "register_person", person=person)
        for part in (self._terms, self._denied, self._doubts, self._payments, self._told):
            part()
        for at, what, words in sorted(self.steps, key=lambda step: step[0]):
            self.premises.act(OPERATOR, what, clock=at, **words)
            if what == "register_person":
                facts = {"name": "Kim", "address": "1 Road"}
                self.premises.write_down(words["person"], facts)

    def lines(self) -> list[JournalLine]:
        """Return the journal of the house and its tables."""
        return [*journal_lines("house", self.premises.log), *self.floor.lines()]

    def say(self, at: int, what: str, /, **words: Any) -> None:
        """Let the operator do something, when its time comes."""
        self.steps.append((at, what, words))

    def owes(
        self, span: tuple[int, int | None], key: str, text: str, *clauses: str, **more: Any
    ) -> None:
        """Write down what is owed, and from when to when."""
        row = {"due": None, "owner": OPERATOR, "since": local(span[0]), "key": key, "text": text}
        clause = sorted(f"{BOOK}/{one}" for one in clauses)
        self.owed.append((*span, {**row, **more, "clause": clause}))

    def expected(self, until: int) -> list[Cells]:
        """Return what was owed before a moment, and what of it was overdue then."""
        return [
            {
                **row,
                "due": local(row["due"]),
                "overdue": row["due"] is not None and row["due"] < until,
            }
            for since, done, row in self.owed
            if since < until and (done is None or done >= until)
        ]

    def _terms(self) -> None:
        """Write, publish and send terms, start, amend and send again."""
        self.say(DRAFTED, "draft_promotion", name="Spring")
        self.say(WRITTEN, "write_terms", promotion=1, **TERMS)
        for title, value in (("first prize", 5000), ("voucher", 100), ("cap", "100.01")):
            prize = {**USUAL_PRIZE, "title": title, "value": value}
            self.say(WRITTEN, "offer_prize", promotion=1, **prize)
        self.say(PUBLISHED, "publish_terms", promotion=1)
        self.say(SENT, "send_terms", promotion=1)
        self.say(STARTS, "start_promotion", promotion=1)
        self.say(AMENDED, "write_terms", promotion=1, place="upper floor")
        self.say(SENT_AGAIN, "send_terms", promotion=1)
        for at, version, clause in ((SENT, 4, "16.12"), (SENT_AGAIN, 5, "16.12.1")):
            text = f"terms of promotion 1, version {version}"
            self.kept.row(
                "notices", at, "house", clause, kind="terms_sent", text=text, to=("regulator",),
                **BY,
            )  # fmt: skip
        text = "send the terms of Spring to the regulator"
        first = (PUBLISHED, SENT)
        self.owes(first, "promotion 1 terms 4", text, "16.12", due=SENT, since=local(SENT))
        text = "send the amended terms of Spring to the regulator again"
        self.owes((AMENDED, SENT_AGAIN), "promotion 1 terms 5", text, "16.12.1")

    def _denied(self) -> None:
        """Deny claims to prizes of $100, of a cent more, and of far more."""
        for number, (at, prize, person, text, told) in enumerate(CLAIMS, start=1):
            kept = prize != 2
            more = ("16.9.1#1", "16.9.1#2", "16.9.1#3") if kept else ()
            self.say(at, "deny_claim", promotion=1, prize=prize, person=person, text=text)
            story = self.kept.row(
                "denied_claims", at, "house", "16.9", *more,
                number=number, prize=prize, person=person, text=text, kept=kept, **BY,
            )  # fmt: skip
            if told is not None:
                self.say(told, "tell_denied", promotion=1, claim=number)
                story.go_on(told, told_at=local(told))
            what = f"tell {person} why the claim is not met"
            self.owes((at, told), f"promotion 1 denied {number}", what, "16.9")

    def _doubts(self) -> None:
        """Put the promotion off and find it whole, then cancel its draw: told in time and late."""
        for number, (at, told) in enumerate(DOUBTS, start=1):
            self.say(at, "doubt_promotion", promotion=1, text="a ticket was copied")
            self.say(at + 1, "postpone_promotion" if number == 1 else "cancel_draw", promotion=1)
            self.say(told, "tell_inspector", promotion=1)
            day = (18, 21)[number - 1]
            words = f"{('in time', 'too late')[number - 1]}: until 2024-10-{day} 00:00"
            self.kept.row(
                "notices", told, "house", "16.11#3", kind="inspector_told", text=words,
                to=("inspector",), **BY,
            )  # fmt: skip
            text = "tell the inspector that Spring is put off or cancelled"
            key, due = f"promotion 1 doubt {number}", at + 48 * HOUR
            self.owes((at, told), key, text, "16.11#3", due=due)
        self.say(DOUBTS[0][1] + 1, "validate_promotion", promotion=1, text="all counted")

    def _payments(self) -> None:
        """Pay wrongly on purpose, under suspicion and by a slip; report the month too late."""
        at = {"a": midnight(9), "b": midnight(10) - 1, "c": midnight(15), "d": midnight(33)}
        cleared(self.floor, "c", at["c"])
        meant(self.floor, "b", at["b"])
        suspected(self.floor, "a", at["a"])
        found_late(self.floor, "d", at["d"])
        amounts = {"a": "$1,000 under", "b": "$1,000.01 over", "c": "$1,000.01 under"}
        amounts["d"] = "$1,500 over"
        cure = ("12.18.2#1", "12.18.2#2", "12.18.2#3")
        since = "since"
        for stream, task, start, end, clauses in (
            ("a", "enquire", at["a"], at["a"] + DAY, ("12.18.1#3",)),
            ("a", "cure", at["a"], at["a"] + DAY, cure),
            # Telling of it is no attempt to put it right.
            ("a", "rectify", at["a"] + DAY, at["a"] + 3 * DAY, ("12.19.1",)),
            ("a", "identify", at["a"] + DAY, at["a"] + 3 * DAY, ("12.19.2",)),
            ("b", "enquire", at["b"], at["b"] + 1, ("12.18.1#3",)),
            ("b", "cure", at["b"], at["b"] + 1, cure),
            ("b", "rectify", at["b"] + 1, at["b"] + 2 * DAY, ("12.19.1",)),
            ("b", "identify", at["b"] + 1, at["b"] + 2 * DAY, ("12.19.2",)),
            ("c", "enquire", at["c"], at["c"] + DAY, ("12.18.1#3",)),
            ("c", "cure", at["c"], at["c"] + 60, cure),
            ("d", "enquire", at["d"], None, ("12.18.1#3",)),
            ("d", "cure", at["d"], None, cure),
        ):
            words = {
                "enquire": "enquire into the payment",
                "cure": "put the payment right, try to, or tell the regulator",
                "rectify": "put the payment right",
                "identify": "find out who was paid",
            }
            text = f"{words[task]}: coup 1, ann, {amounts[stream]}"
            known = {since: local(at[stream])}
            self.owes((start, end), f"{stream} payment 1 {task}", text, *clauses, **known)
        # Two tables in October: the month is owed since the first of them was known.
        for month, start, end, due in (
            ("2024-10", at["b"], FILED, midnight(33)),
            ("2024-11", at["d"], None, midnight(63)),
        ):
            text = f"tell the regulator of the wrong payments of {month}"
            self.owes((start, end), f"monthly_mispayments {month}", text, OVER, due=due)
        self._filed(FILED, "monthly_mispayments", "2024-10", OVER)

    def _filed(self, at: int, report: str, period: str, *clauses: str) -> None:
        self.say(at, "file_report", report=report, period=period)
        self.kept.row(
            "notices", at, "house", *clauses, kind="report_filed", text=f"{report} of {period}",
            by=OPERATOR, title=OPERATOR,
        )  # fmt: skip

    def _told(self) -> None:
        """Lose cards, of which an inspector is told by both channels; leave a dispute open."""
        floor = self.floor
        for stream, at, channel, words in (
            ("e", FOUND, "daily_summary", "daily summary of 2024-10-20"),
            ("f", BREACH, "breach_report", "breach report of 2024-10-23"),
        ):
            floor.open(stream, at - 60, NINE)
            floor.act(stream, "dealer", FindCard("missing", "a king", channel), at)
            clauses = ("12.11#1", "12.11.4#1", "12.11.4#2")
            floor.kept.row(
                "odd_cards", at, stream, *clauses, kind="missing_card",
                text="missing card: a king", to=("surveillance", f"inspector by {channel}"),
                by="dealer", title="dealer",
            )  # fmt: skip
            text = f"{words}: missing card, missing card: a king"
            done = SUMMED if stream == "e" else None
            self.owes((at, done), f"{stream} told 1", text, *clauses)
        self._filed(SUMMED, "daily_summary", "2024-10-20", "4.13#2", "12.11.4#2")
        floor.open("g", DISPUTED - 60, NINE)
        floor.act("g", "ann", RaiseDispute("that was a nine"), DISPUTED)
        floor.act("g", "gaming_supervisor", RuleOnDispute(1, "an eight"), DISPUTED + 2)
        close = CloseDispute(1, satisfied=True, decision="an eight")
        floor.act("g", "casino_operator", close, CLOSED)
        text = "settle dispute 1 of ann: that was a nine"
        who = {"owner": "gaming_supervisor"}
        self.owes((DISPUTED, CLOSED), "g dispute 1", text, "14.13#1", **who)
