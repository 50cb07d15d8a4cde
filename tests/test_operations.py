"""Whoever runs a server sees how it does: metrics, a log, readiness, files to run it by."""

import asyncio
import io
import json
import logging
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families
from support.server_process import PASSWORD, WAGER, House, begun, told

from punto.cli.main import app as command_line
from punto.server.access_log import AccessLogMiddleware, Lines
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.metrics import Metrics
from punto.server.people import tokens
from punto.server.people.migrations import prepare
from punto.server.request_authentication import identity
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.store.errors import DiskFull

NONE: frozenset[str] = frozenset()
ROOT = Path(__file__).parent.parent


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def values(text: str) -> dict[tuple[str, frozenset[str]], float]:
    """Return every value that Prometheus would read."""
    return {
        (one.name, frozenset(one.labels.values())): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def test_metrics_count_commands_refusals_commits_and_sign_ins(house: House) -> None:
    house.start("--log-level", "info")
    dealer = begun(house)
    for number in range(5):
        body = {**WAGER, "stake_cents": 500 if number else 1}
        dealer.post("/tables/t1/commands", json=body, headers={"idempotency-key": f"w{number}"})
    dealer.post("/tables/t1/commands", json=body, headers={"idempotency-key": f"w{number}"})
    dealer.post("/tables/t1/commands", content=b"{")
    with house.listening() as feed:
        told(feed)
        text = httpx.get(f"{house.url}/metrics").text
    found = values(text)
    assert found["punto_commands_total", frozenset({"place_wager", "done"})] == 4
    assert found["punto_commands_total", frozenset({"place_wager", "repeated"})] == 1
    assert found["punto_commands_total", frozenset({"place_wager", "refused"})] == 1
    assert found["punto_commands_total", frozenset({"unreadable", "malformed"})] == 1
    assert found["punto_sign_ins_total", frozenset({"in"})] == 2
    assert found["punto_events_total", frozenset({"table"})] >= 8
    assert found["punto_listeners", NONE] == 1
    assert found["punto_open_streams", NONE] == 1
    assert found["punto_commit_groups_count", NONE] >= 8
    assert (
        found["punto_decide_seconds_count", NONE] >= found["punto_append_seconds_count", NONE] - 1
    )
    assert (
        found["punto_requests_total", frozenset({"POST", "/tables/{table}/commands", "400"})] == 1
    )
    for word in ("Olga", "Dean", "ann", PASSWORD):
        assert word not in text
    house.close()


def test_a_request_is_counted_before_its_answer_is_out() -> None:
    metrics, seen = Metrics(), []

    def total(name: str) -> float:
        counted = values(metrics.text().decode())
        return sum(value for (found, _), value in counted.items() if found == name)

    async def app(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 201})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b"})
        # What an application does after its answer holds nobody up who has it.
        assert total("punto_requests_total") == 1

    async def out(_: Any) -> None:
        seen.append((total("punto_requests_total"), total("punto_sign_ins_total")))

    scope = {"type": "http", "method": "POST", "path_template": "/session"}
    asyncio.run(AccessLogMiddleware(app, metrics)(scope, None, out))  # type: ignore[arg-type]
    assert seen == [(0, 0), (0, 0), (1, 1)]
    counted = metrics.text().decode()
    assert 'punto_requests_total{method="POST",route="/session",status="201"} 1.0' in counted
    assert 'punto_sign_ins_total{outcome="in"} 1.0' in counted


def test_a_request_that_breaks_off_is_counted_too() -> None:
    async def app(*_: Any) -> None:
        raise KeyError("x")

    metrics = Metrics()
    scope = {"type": "http", "method": "GET", "path_template": "/tables"}
    with pytest.raises(KeyError):
        asyncio.run(AccessLogMiddleware(app, metrics)(scope, None, None))  # type: ignore[arg-type]
    counted = metrics.text().decode()
    assert 'punto_requests_total{method="GET",route="/tables",status="0"} 1.0' in counted


def test_metrics_are_for_this_machine_or_a_token_of_the_staff(tmp_path: Path) -> None:
    log = open_log(tmp_path / "house.db")
    prepare(log.backend)
    made = tokens.add(log.backend, "prometheus", 1, wanted=["inspector"])
    desk = CommandService(log, Seal(read_key(tmp_path / "key")), lambda: 1_700_000_000_000)
    app = create_app(desk, identity(log.backend, lambda: 1_700_000_000))
    with TestClient(app) as client:
        assert client.get("/metrics").status_code == 403, "nobody knows where testclient is"
        head = {"authorization": f"Bearer {made.secret.text}"}
        assert client.get("/metrics", headers=head).status_code == 200


def test_a_machine_in_front_is_not_this_machine(house: House) -> None:
    house.start()
    assert httpx.get(f"{house.url}/metrics").status_code == 200
    through = {"x-forwarded-for": "127.0.0.1"}
    assert httpx.get(f"{house.url}/metrics", headers=through).status_code == 403


def test_every_request_is_one_line_without_secrets_names_or_cards(house: House) -> None:
    house.start("--log-level", "info")
    dealer = begun(house)
    dealer.post("/tables/t1/commands", json=WAGER, headers={"x-request-id": "abc123"})
    dealer.post("/tables/t1/commands", json={"type": "draw"})
    answer = dealer.get("/tables/t1?secret=in-the-address", headers={"x-request-id": "no good!"})
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
    cookie = dealer.cookies["punto_session"]
    house.stop(signal.SIGTERM)
    lines = [json.loads(line) for line in house.said.decode().splitlines() if line[:1] == "{"]
    answered = [line for line in lines if line["said"] == "answered"]
    commands = [line for line in answered if line["route"] == "/tables/{table}/commands"]
    assert [line["status"] for line in commands] == [200] * 5
    assert commands[3]["request"] == "abc123"
    assert commands[0]["titles"] == ["dealer"]
    assert commands[0]["caller"] == "staff"
    assert all(line["ms"] > 0 for line in answered)
    text = house.said.decode()
    for word in (PASSWORD, cookie, "in-the-address", "Dean", "Olga", '"ann"', "card_drawn"):
        assert word not in text, word


def test_what_breaks_is_told_by_its_place_and_not_by_its_words() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    logger = logging.getLogger("punto.test")
    logger.handlers, logger.propagate = [handler], False
    cards = {"KH": 1}
    try:
        cards["the next card is KH"] += 1
    except KeyError:
        logger.exception("broken")
    line = json.loads(stream.getvalue())
    assert (line["said"], line["error"]) == ("broken", "KeyError")
    assert any("test_operations.py" in place for place in line["where"])
    assert "KH" not in stream.getvalue()


def test_a_server_is_not_ready_while_its_log_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = open_log(tmp_path / "house.db")
    prepare(log.backend)
    desk = CommandService(log, Seal(read_key(tmp_path / "key")), lambda: 1_700_000_000_000)
    with TestClient(create_app(desk, identity(log.backend, lambda: 1_700_000_000))) as client:
        assert client.get("/ready").status_code == 200

        def full() -> None:
            raise DiskFull("no room")

        monkeypatch.setattr(log.backend, "check_room", full)
        assert client.get("/ready").status_code == 503
        monkeypatch.undo()
        assert client.get("/ready").status_code == 200
        writer = log._writing()
        writer.failure, writer.failed_at = DiskFull("no room"), 1e12
        assert client.get("/ready").json()["code"] == "full"
        writer.failed_at = 0.0
        assert client.get("/ready").status_code == 200
        assert client.get("/health").status_code == 200


def test_times_are_counted_and_added_up() -> None:
    metrics = Metrics()
    for value in (0.5, 1.0, 1.5, 9.0):
        metrics.decide.observe(value)
    found = values(metrics.text().decode())
    assert found["punto_decide_seconds_count", NONE] == 4
    assert found["punto_decide_seconds_sum", NONE] == 12
    assert 'punto_decide_seconds_bucket{le="1.0"} 2.0' in metrics.text().decode()


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def test_the_compose_file_names_what_is_there() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "punto", "proxy"}
    declared = {*compose()["volumes"]}
    for service in services.values():
        for volume in service.get("volumes", ()):
            name = volume.split(":")[0]
            assert name in declared or (ROOT / name).exists(), name
        assert {*service.get("depends_on", {})} <= {*services}
    assert "ports" not in services["punto"], "only the proxy is reached from outside"
    assert "ports" not in services["database"]
    given = {key for one in services.values() for key in one.get("environment", {})}
    assert {key for key in given if "PASSWORD" in key} == {"POSTGRES_PASSWORD", "PGPASSWORD"}
    for one in services.values():
        for key, value in one.get("environment", {}).items():
            assert "PASSWORD" not in key or value.startswith("${"), "said outside of this file"


def test_the_commands_of_the_container_files_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_STORE", compose()["services"]["punto"]["environment"]["PUNTO_STORE"])
    words = compose()["services"]["punto"]["command"]
    check_command(words)
    text = (ROOT / "Containerfile").read_text()
    entry = json.loads(re.search(r"ENTRYPOINT (\[.*\])", text).group(1))  # type: ignore[union-attr]
    assert entry[-1].endswith("punto")
    check_command(json.loads(re.search(r"\nCMD (\[.*\])", text).group(1)))  # type: ignore[union-attr]
    for source in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        for name in source.split()[:-1]:
            assert (ROOT / name).exists(), name
    assert "USER " in text


def check_command(words: list[str]) -> None:
    """Check that the command line takes these words, without doing what they say."""
    command, bound, _ = command_line.parse_args(words, print_error=False, exit_on_error=False)
    assert command.__name__ == "serve"
    assert bound.arguments["behind_tls"]
