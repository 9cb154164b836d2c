"""A server that shows the board alone, with a strict content security policy.

python -m tests.web.board_server 8123
"""

from __future__ import annotations

import json
import mimetypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec

import typhoon
from tests.drawing.boards import small
from typhoon.drawing import LAYERS, CounterFace, Value, draw_board, draw_counter
from typhoon.drawing.layout import Layout
from typhoon.engine.board import Board
from typhoon.engine.registry import find_rules
from typhoon.server.addresses import board_address

WEB = Path(typhoon.__file__).parent / "web"
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'"
GAME = "red-typhoon"
POINTY = "pointy"


def facts(id_: str, board: Board) -> dict[str, object]:
    """What the board needs to know of a game."""
    layout = Layout(board)
    hexes = {}
    for index, node in layout.node_of.items():
        x, y = layout.point(node)
        hexes[board.grid.name[index]] = {
            "x": round(x, 1),
            "y": round(y, 1),
            "terrain": board.terrain_at[index],
            "name": board.names.get(index, ""),
        }
    return {
        "id": id_,
        "board": board_address(id_, 1),
        "title": board.file.title,
        "map": {"title": board.file.title, "top": board.file.top, "season": board.file.season},
        "hexes": hexes,
        "units": {},
        "formations": {},
    }


@cache
def board_of(game: str) -> Board:
    if game == POINTY:
        return small(*["cwrmlccC" * 2] * 12, top="pointy", shifted="odd")
    return find_rules(game).board


@cache
def game_facts(game: str) -> bytes:
    told = facts(game, board_of(game))
    if game == GAME:
        rules = find_rules(game)
        told["units"] = msgspec.to_builtins({counter.unit: counter for counter in rules.counters})
        told["secondSide"] = "disrupted"
    return json.dumps(told).encode()


@cache
def drawing(game: str, season: str) -> bytes:
    layers = [layer for layer in LAYERS if layer != "counters"]
    return draw_board(
        board_of(game), layers=layers, season="summer" if season == "summer" else "winter"
    ).encode()


def as_json(faces: list[CounterFace]) -> bytes:
    """Faces and their looks as a table would send them."""
    looks = {face.unit: draw_counter(face) for face in faces}
    rows = [{**msgspec.to_builtins(face), "look": face.unit} for face in faces]
    return json.dumps({"faces": rows, "looks": looks}).encode()


@cache
def counters(game: str) -> bytes:
    if game == POINTY:
        units = [("a", "0303"), ("b", "0303"), ("c", "0505")]
        return as_json(
            [CounterFace(u, h, "german", "infantry", "9", "XX", u, "", (Value("4"),)) for u, h in units]
        )
    rules = find_rules(game)
    return as_json(rules.faces(rules.start()))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(address.query).items()}
        match address.path.strip("/").split("/"):
            case ["api", "games", game]:
                self.answer(game_facts(game), "application/json")
            case ["api", "games", game, "board.svg"]:
                self.answer(drawing(game, query.get("season", "winter")), "image/svg+xml")
            case ["api", "games", game, "counters"]:
                self.answer(counters(game), "application/json")
            case ["static", *parts]:
                self.answer_file(WEB.joinpath(*parts))
            case [name] if name.startswith("board_demo."):
                self.answer_file(Path(__file__).parent / name)
            case _:
                self.answer(b"", "text/plain", HTTPStatus.NO_CONTENT)

    def answer_file(self, path: Path) -> None:
        kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0]
        self.answer(path.read_bytes(), kind or "text/plain")

    def answer(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """The address of a server that runs as long as needed."""
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


if __name__ == "__main__":
    with serving(int(sys.argv[1])) as url:
        print(f"{url}/board_demo.html?game={GAME}", flush=True)
        threading.Event().wait()
