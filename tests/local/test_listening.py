"""The port of the site, and what is said when it cannot be had."""

import re
import socket
import threading
from pathlib import Path

import pytest

from config.local import listening
from config.local.errors import LocalError


def test_the_address_is_one_to_type_into_a_browser() -> None:
    with listening.listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert listening.url("127.0.0.1", listener) == f"http://localhost:{port}"
        assert listening.url("0.0.0.0", listener) == f"http://localhost:{port}"  # noqa: S104
        assert listening.url("tiles.example", listener) == f"http://tiles.example:{port}"


def test_an_answer_in_two_pieces_is_sent_at_once() -> None:
    with (
        listening.listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1


def test_a_taken_port_is_reported_in_a_sentence() -> None:
    with listening.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        sentence = f"Another program is using port {port}. Choose another: "
        with pytest.raises(LocalError, match=f"^{re.escape(sentence)}"):
            listening.listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", 70_000, "70000 isn't a port. Ports go from 1 to 65535."),
        ("127.0.0.1", -1, "-1 isn't a port. Ports go from 1 to 65535."),
        ("192.0.2.1", 8000, "192.0.2.1 is not an address of this machine."),
        ("no.such.host.invalid", 8000, "no.such.host.invalid is not an address of this machine."),
    ],
)
def test_a_wrong_address_is_reported_in_a_sentence(host: str, port: int, sentence: str) -> None:
    with pytest.raises(LocalError, match=f"^{re.escape(sentence)}$"):
        listening.listen(host, port)


def test_a_path_is_listened_at_unless_another_does(tmp_path: Path) -> None:
    path = tmp_path / "web.sock"
    with listening.listen_beside(path) as listener:
        assert listening.address(listener) == str(path)
        sentence = f"Another program is listening at {path}. Choose another path."
        with pytest.raises(LocalError, match=f"^{re.escape(sentence)}$"):
            listening.listen_beside(path)
    with listening.listen_beside(path) as again:  # what a dead one has left is in nobody's way
        assert listening.address(again) == str(path)


@pytest.mark.parametrize(
    ("path", "why"),
    [("/no/such/folder/s", "No such file or directory"), (f"/{'x' * 200}", "the path is too long")],
)
def test_a_wrong_path_is_reported_in_a_sentence(path: str, why: str) -> None:
    with pytest.raises(LocalError) as caught:
        listening.listen_beside(Path(path))
    assert str(caught.value) == f"The site can't listen at {path}: {why}."


def test_a_socket_is_taken_over_if_it_is_meant_for_this_process() -> None:
    meant = {"LISTEN_PID": "7", "LISTEN_FDS": "1"}
    assert listening.inherited({}, 7) is None
    assert listening.inherited(meant, 8) is None
    assert listening.inherited({**meant, "LISTEN_FDS": "2"}, 7) is None


def serve_once(listener: socket.socket, answer: bytes) -> threading.Thread:
    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(1024)
            connection.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    return thread


def test_a_question_waits_for_nobody_and_is_asked_again_when_cut_off() -> None:
    with listening.listen("127.0.0.1", 0) as listener:
        question = listening.Question(listener, "http://localhost")
        assert not question.answered()
        serve_once(listener, b"").join()
        assert not question.answered()
        assert not question.answered()
        serve_once(listener, b"HTTP/1.1 200 OK\r\n\r\nok").join()
        assert question.answered()
