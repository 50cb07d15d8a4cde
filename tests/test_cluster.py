"""The simulation on a real cluster of separate processes, one of which is killed on the way."""

import os
import signal

import pytest
from distributed import Client, LocalCluster

from punto.clause import Malformed
from punto.odds import simulate as simulation
from punto.odds.cluster import connect, simulate_on
from punto.odds.draws import plan
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


@pytest.mark.filterwarnings("ignore")
def test_an_address_where_nobody_answers_is_told() -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense", ""):
        with pytest.raises(Malformed):
            connect(address)
