"""`punto.client` against a real server: what it asks, how it is told no, what survives a cut."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.server_thread import PASSWORD, Served

from punto.clause import Malformed, NotEntitled, Refused
from punto.client import Change, Client, ServerProblem, Thing
from punto.client.errors import of_no
from punto.error_codes import ErrorCode
from punto.http_api.responses import ErrorResponse
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def olga(served: Served) -> Iterator[Client]:
    with Client(served.url) as client:
        client.sign_in("Olga", PASSWORD)
        client.open_table("t1", "nsw-2024", ready=True, elect={"minimum": 25, "maximum": 5000})
        yield client


@pytest.fixture
def dean(served: Served, olga: Client) -> Iterator[Client]:
    del olga
    with Client(served.url) as client:
        client.sign_in("Dean", PASSWORD)
        yield client


@pytest.fixture
def ann(served: Served, olga: Client) -> Iterator[Client]:
    del olga
    with Client(served.url) as client:
        assert client.join("t1", "ann", 3).name == "ann"
        yield client


def chips(table: Thing, name: str) -> int:
    found = {place["name"]: place["chips_cents"] for place in table.seen().view["places"]}
    return int(found[name])


def test_a_coup_is_played_over_http(dean: Client, ann: Client) -> None:
    mine, deals = ann.table("t1"), dean.table("t1")
    assert [one.id for one in ann.tables()] == ["t1"]
    mine.act("buy_chips", patron="ann", cents=50_000)
    deals.act(OpenBetting())
    done = mine.act(PlaceWager("banker", 10_000))
    assert (done.first, done.repeated) == (done.last, False)
    assert done.events[0].heard
    assert chips(mine, "ann") == 40_000
    drawn = 0
    while deals.seen().view["phase"] != "settling":
        deals.act("draw")
        drawn += 1
    assert 4 <= drawn <= 6
    for step in ("collect_losers", "pay_winners", "discard"):
        deals.act(step)
    recalled = deals.coup(1)
    assert (recalled.number, recalled.steps[0].view["phase"]) == (1, "dealing")
    assert [line.clause for line in deals.sign().lines]
    assert len(deals.roads().roads.bead_plate) == 1
    found = deals.events(after=done.last, limit=3)
    assert [one.version for one in found.events] == sorted(one.version for one in found.events)
    assert found.last <= done.last + 3


def test_options_name_what_may_be_done(dean: Client, ann: Client) -> None:
    offered = {one.name: one for one in dean.table("t1").options().options}
    assert offered["open_betting"].example == {"type": "open_betting"}
    assert offered["draw"].example is None
    assert offered["draw"].code
    own = {one.name: one for one in ann.table("t1").options().options}
    assert own["open_betting"].example is None


def test_noes_are_the_same_three_kinds(served: Served, dean: Client, ann: Client) -> None:
    with pytest.raises(Refused) as refused:
        dean.table("t1").act("draw")
    assert refused.value.code
    assert refused.value.clause
    with pytest.raises(NotEntitled) as entitled:
        ann.table("t1").act("open_betting")
    assert entitled.value.code == "not_entitled"
    for asked in (lambda: dean.table("t1").act("fly"), lambda: dean.table("t9").seen()):
        with pytest.raises(Malformed):
            asked()
    with Client(served.url) as nobody:
        with pytest.raises(ServerProblem) as wrong:
            nobody.sign_in("Olga", "not her password")
        assert wrong.value.status == 401
        assert nobody.whoami().name == ""


def test_who_signs_out_is_nobody(olga: Client) -> None:
    assert olga.whoami().name == "Olga"
    olga.sign_out()
    with pytest.raises((NotEntitled, ServerProblem)):
        olga.table("t1").act("order_shuffle", reason="asked for")


class Breaking(httpx.BaseTransport):
    """Loses answers that the server has given."""

    def __init__(self, losses: int) -> None:
        self.real, self.losses = httpx.HTTPTransport(), losses

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.real.handle_request(request)
        if request.url.path.endswith("/commands") and self.losses:
            self.losses -= 1
            answer.read()
            answer.close()
            raise httpx.ReadError("the answer was lost", request=request)
        return answer

    def close(self) -> None:
        self.real.close()


def test_a_lost_answer_does_nothing_twice(served: Served, ann: Client, olga: Client) -> None:
    del olga
    joined = ann.whoami()
    assert joined.kind in ("patron", "nobody")
    with Client(served.url, token=ann._wire.token, transport=Breaking(2)) as shaky:
        done = shaky.table("t1").act("buy_chips", patron="ann", cents=10_000)
        assert done.repeated
        assert chips(shaky.table("t1"), "ann") == 10_000


def test_a_code_that_only_a_later_server_knows_is_told_as_a_problem_of_the_server() -> None:
    no = of_no(ErrorResponse("later_rule", "not in this version"), 409)
    assert isinstance(no, ServerProblem)
    assert no.code is ErrorCode.BROKEN
    assert "later_rule: not in this version" in str(no)


def test_a_server_that_is_gone_is_told_as_such(served: Served) -> None:
    with Client(served.url.replace(str(served.port), "1")) as client:
        client._wire._sleep = lambda _: None
        with pytest.raises(ServerProblem) as gone:
            client.tables()
    assert gone.value.code == "unreachable"


def test_a_feed_goes_on_after_a_cut_without_loss_or_repeat(
    served: Served, dean: Client, ann: Client
) -> None:
    table, found, feed = ann.table("t1"), list[Change](), dean.table("t1").follow()
    begun = threading.Event()

    def follow() -> None:
        for change in feed:
            found.append(change)
            begun.set()

    following = threading.Thread(target=follow)
    following.start()
    assert begun.wait(10)
    start = found[0].version
    table.act("buy_chips", patron="ann", cents=10_000)
    served.stop()
    served.start()
    last = 0
    for _ in range(5):
        last = table.act("buy_chips", patron="ann", cents=2_500).last
    for _ in range(500):
        if found[-1].version >= last:
            break
        threading.Event().wait(0.02)
    feed.close()
    following.join(10)
    assert not following.is_alive()
    versions = [told.version for change in found for told in change.events]
    assert versions == list(range(start + 1, last + 1))
    assert found[-1].view["places"][0]["chips_cents"] == 22_500


def test_the_example_of_the_page_runs(
    served: Served, olga: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    del olga
    page = (Path(__file__).parent.parent / "docs" / "library.md").read_text(encoding="utf-8")
    example = page.partition("```py\n")[2].partition("```")[0]
    exec(example.replace("http://127.0.0.1:8021", served.url), {})
    assert "chips_bought" in capsys.readouterr().out


def test_a_feed_of_nothing_says_so(dean: Client) -> None:
    with pytest.raises(Malformed):
        next(iter(dean.table("t9").follow()))


def test_the_client_needs_no_web_framework() -> None:
    script = "import sys, punto.client; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "httpx" in loaded
    assert not loaded & {"litestar", "uvicorn", "sqlalchemy"}
    assert "punto.server" not in done.stdout.split()
