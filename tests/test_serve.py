"""`punto serve` as a process: killed at any moment, it has lost nothing that it answered."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.server_process import PASSWORD, House, begun, check_sound, free_port, killed, told
from websockets.exceptions import ConnectionClosed

from punto.clause import Malformed
from punto.cli.main import run
from punto.server.people import accounts
from punto.server.server_process import ServerConfig, is_loopback, serve
from punto.store.address import open_log

KILLS = 10


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


def test_killed_again_and_again_it_loses_nothing_and_does_nothing_twice(house: House) -> None:
    acknowledged = killed(house, KILLS, Random(11))
    assert house.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
    check_sound(house.store, acknowledged)


def test_a_second_server_on_one_file_is_refused_until_the_first_is_gone(
    house: House, tmp_path: Path
) -> None:
    second = House(tmp_path, house.store, peopled=False)
    with pytest.raises(AssertionError, match="another server has"):
        second.start()
    assert house.stop(signal.SIGKILL) == -signal.SIGKILL
    second.start()
    second.close()


def test_stopped_it_lets_listeners_go_so_that_they_come_back(house: House) -> None:
    begun(house)
    with house.listening() as feed:
        told(feed)
        assert house.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as gone:
            told(feed)
        assert gone.value.rcvd is not None
        assert gone.value.rcvd.code == 1001


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org"])
def test_it_is_not_reached_from_elsewhere_without_accounts_or_in_the_clear(
    host: str, tmp_path: Path
) -> None:
    store = str(tmp_path / "floor.db")
    with pytest.raises(Malformed) as nobody:
        serve(ServerConfig(store, host, free_port(), behind_tls=True))
    assert nobody.value.code == "no_accounts"
    with open_log(store) as log:
        accounts.add(log.backend, "Olga", ["casino_operator"], PASSWORD, 1)
    with pytest.raises(Malformed) as clear:
        serve(ServerConfig(store, host, free_port()))
    assert clear.value.code == "no_tls"
    assert not is_loopback(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_this_machine_is_this_machine(host: str) -> None:
    assert is_loopback(host)


def test_what_is_wrong_is_said_before_it_serves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.txt").write_text("no store\n")
    assert run(["serve", "--store", str(tmp_path / "words.txt")]) == 2
    assert run(["serve", "--store", str(tmp_path / "x.db"), "--port", "99999"]) == 2
    (tmp_path / "x.key").write_bytes(b"short")
    (tmp_path / "x.key").chmod(0o600)
    assert run(["serve", "--store", str(tmp_path / "x.db"), "--port", "1"]) == 2
    assert json.dumps("is no key").strip('"') in capsys.readouterr().err
