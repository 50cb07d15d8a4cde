"""The simulation on a real cluster of separate processes, one of which is killed on the way."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from punto.clause import Malformed
from punto.odds import cluster
from punto.odds import simulate as simulation
from punto.odds.cluster import connect, simulate_on
from punto.odds.shoe_plan import plan
from punto.odds.simulate import empty, simulate
from punto.rulebook.load import load

COUPS = 30_000_000


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_costs_no_result_and_changes_none() -> None:
    held = plan(load("nsw-2024"), 8)
    expected = empty()
    for part in simulate(held, COUPS, seed=9):
        expected.add(part)
    found = empty()
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        victims = list(client.run(os.getpid).values())
        killed = False
        for number, part in enumerate(simulate_on(client, held, COUPS, seed=9)):
            found.add(part)
            if number == 2:
                os.kill(victims[0], signal.SIGKILL)
                killed = True
        assert killed
    assert found.shoes == expected.shoes == sum(simulation.chunks(held, COUPS))
    assert (found.joint == expected.joint).all()
    assert (found.lengths == expected.lengths).all()


GARBAGE = ["nonsense", "", "tcp://", "tcp://h:99999", "tcp://h:x", "http://h:80", "inproc://x"]
GARBAGE += ["tcp://h", ":", "::::", "tcp://1.2.3.4:5:6", "{}", "tcp://[::1", "8786", "a b:1"]


@pytest.mark.parametrize("address", GARBAGE)
def test_what_is_no_address_is_told_at_once(address: str) -> None:
    with pytest.raises(Malformed, match="is no address") as told:
        connect(address)
    assert told.value.hint == "write tcp://host:8786"


@pytest.mark.filterwarnings("ignore")
def test_an_address_where_nobody_answers_is_told() -> None:
    for address in ("tcp://127.0.0.1:1", "127.0.0.1:1", "tls://[::1]:1"):
        with pytest.raises(Malformed, match="no cluster answers at"):
            connect(address)


@pytest.mark.parametrize("address", ["nonsense", "tls://127.0.0.1:1", "tcp://127.0.0.1:1"])
def test_a_wrong_address_leaves_one_line_and_no_traceback(address: str) -> None:
    punto = Path(sys.executable).parent / "punto"
    line = [str(punto), "simulate", "nsw-2024", "--coups", "100", "--cluster", address]
    shown = subprocess.run(line, capture_output=True, check=False, timeout=600)
    assert shown.returncode == 2
    assert shown.stdout == b""
    told = shown.stderr.decode().splitlines()
    assert told[0].startswith("error: ")
    assert len(told) <= 2
    assert all(line.startswith("hint: ") for line in told[1:])


def test_something_else_that_listens_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(Malformed, match="no cluster answers at"):
            connect(f"tcp://127.0.0.1:{port}")
