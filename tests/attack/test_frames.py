"""A fuzzer of bytes: whatever is sent to the server, it answers or hangs up, and goes on for all others."""

from __future__ import annotations

import json
import os
import socket
import struct
from contextlib import suppress
from random import Random

from tests.attack.house import LONG, House, frame

TRIES = 5_000 if LONG else 100
SEED = int.from_bytes(os.urandom(4), "big") if LONG else 1942
SEATS = {"soviet": "person", "german": "person"}

HEADS = [
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nCookie: typhoon_host=x\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 22\r\n\r\n" + b'{"game":"red-typhoon"}',
    b"POST /api/tables/x/orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b'5\r\n{"n":\r\n0\r\n\r\n',
    b"GET /static/app.js HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-5\r\nAccept-Encoding: gzip\r\n\r\n",
    b"DELETE /api/tables/x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n",
    b"GET /api/tables/x/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
]
MESSAGES = [
    {"type": "order", "id": "1", "n": 0, "order": "end"},
    {"type": "preview", "id": "2", "order": "move S-A-01 2504-2404", "after": "activate NW"},
    {"type": "destinations", "id": "3", "units": ["S-A-01", "S-B-02"], "verb": "move"},
    {"type": "takeback", "id": "4", "action": "offer", "to": 0},
    {"type": "overlay", "id": "5", "overlay": "zones"},
    {"type": "pause", "id": "6", "paused": True, "pace": 0.5},
    {"type": "name", "id": "7", "name": "Konev"},
    {"type": "said", "id": "8", "before": 10},
]
PIECES = [b"", b"\x00", b"\xff", b"\r\n", b"\r\n\r\n", b":", b"{", b"[" * 200, b'"', b"9" * 300, b"-1"]
PIECES += [b"null", b"%00", b"..", b"/", b"\\ud800", b"HTTP/9.9", b"Content-Length: -1\r\n", b"Host: \r\n"]
PIECES += [b"\xf0\x9f\x90\xbb"]


def spoilt(data: bytes, rng: Random) -> bytes:
    """Bytes with some of them changed."""
    for _ in range(rng.randint(1, 4)):
        at, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        match rng.randrange(5):
            case 0:
                data = data[:at] + rng.choice(PIECES) + data[at:]
            case 1:
                data = data[:at] + data[min(end, at + 8) :]
            case 2:
                data = data[:at] + rng.randbytes(rng.randint(1, 4)) + data[at:]
            case 3:
                data = data[:end]
            case _:
                data = data[:end] + data[at:]
        data = data or b"\x00"
    return data[:20_000]


def lookers_on(house: House, table: dict[str, object]) -> None:
    """Somebody else plays on as if nothing were."""
    with house.sit(str(table["id"]), table["tokens"]["soviet"]) as me:  # type: ignore[index]
        n = me.state["n"]
        assert me.order("activate NW", n)["ok"]
        assert me.ask("undo", n=n + 1)["ok"]


def heard(dialled: socket.socket, moment: float) -> bytes:
    """What comes within a moment."""
    dialled.settimeout(moment)
    answer = b""
    try:
        while len(answer) < 2_000_000 and (part := dialled.recv(65536)):
            answer += part
    except (TimeoutError, ConnectionError):
        pass
    return answer


def test_requests_of_random_bytes(lenient: House) -> None:
    rng = Random(SEED)
    table = lenient.open(mode="remote", seats=SEATS, scenario="fixed")
    for number in range(TRIES):
        data = spoilt(rng.choice(HEADS), rng)
        with lenient.dial() as dialled:
            dialled.sendall(data)
            answer = heard(dialled, 0.02)
        assert b"500 Internal" not in answer and b"Traceback" not in answer, (SEED, data, answer)
        assert str(lenient.folder).encode() not in answer
        if number % 50 == 0:
            lookers_on(lenient, table)


def test_messages_of_random_bytes(lenient: House) -> None:
    rng = Random(SEED)
    table = lenient.open(mode="remote", seats=SEATS, scenario="fixed")
    victim = lenient.open(mode="remote", seats=SEATS, scenario="fixed")
    replies, tries = 0, TRIES // 2
    for number in range(tries):
        with lenient.bare_line(table["id"], table["tokens"][rng.choice(list(SEATS))]) as dialled:
            for _ in range(rng.randint(1, 5)):
                text = spoilt(json.dumps(rng.choice(MESSAGES)).encode(), rng)
                if rng.random() < 0.9:
                    text = text.decode(errors="replace").encode()
                opcode, last = rng.choice((0, *[1] * 30, 2, 2, 8, 9, 10)), rng.random() < 0.95
                whole = frame(opcode, text[:20_000], last=last)
                with suppress(ConnectionError):  # it may have hung up on us
                    dialled.sendall(spoilt(whole, rng) if rng.random() < 0.1 else whole)
            answer = heard(dialled, 0.05)
        assert b"server made a mistake" not in answer and b"Traceback" not in answer, (SEED, answer)
        replies += b'"type":"reply"' in answer
        if number % 50 == 0:
            lookers_on(lenient, victim)
    lookers_on(lenient, victim)
    assert replies > tries // 4, "some of it was understood well enough to be answered"


def test_whoever_asks_a_great_deal_and_is_gone_is_answered_no_longer(own_house: House) -> None:
    """The answers find nobody, which is not worth a word."""
    table = own_house.open(mode="remote", seats=SEATS, scenario="fixed")
    asked = b"".join(frame(1, json.dumps({"type": "lines", "id": str(i)}).encode()) for i in range(110))
    for _ in range(20):
        with own_house.bare_line(table["id"], table["tokens"]["soviet"]) as dialled:
            dialled.recv(65536)
            # Hanging up without a farewell, as a process that is killed does.
            dialled.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            dialled.sendall(asked)
        lookers_on(own_house, table)
    assert not own_house.complaints
