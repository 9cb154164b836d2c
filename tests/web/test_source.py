"""The pages as source: their types, their weight, and what a strict policy forbids."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.inspect import type_info

from run import TYPESCRIPT
from typhoon.server import webtypes
from typhoon.server.bundles import bundle, with_bundles

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "typhoon" / "web"


def compiler() -> str | None:
    """The TypeScript compiler, if it is here in the version we check with."""
    tsc = shutil.which("tsc", path=ROOT / ".tools" / "node_modules" / ".bin") or shutil.which("tsc")
    if tsc is None:
        return None
    said = subprocess.run([tsc, "--version"], capture_output=True, text=True, check=False).stdout
    return tsc if said.split() == ["Version", TYPESCRIPT] else None


def test_types() -> None:
    tsc = compiler()
    if tsc is None:
        missing = f"the page's types were NOT checked: there is no tsc {TYPESCRIPT}; CONTRIBUTING.md says how"
        if os.environ.get("REQUIRE_TSC") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    checked = subprocess.run(
        [tsc, "-p", str(ROOT / "tsconfig.web.json")], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""


def test_messages_have_the_types_of_the_server() -> None:
    kept = webtypes.FILE.read_text("utf-8")
    assert kept == webtypes.text(), "stale: write it anew with `python -m typhoon.server.webtypes`"


def test_a_message_of_no_known_type_is_refused() -> None:
    with pytest.raises(TypeError, match="a page cannot be told of"):
        webtypes.Writer().spell(type_info(dict[str, Any]))


def fetched() -> dict[str, bytes]:
    """What a browser fetches: a bundle of modules for each folder, one style, the page and its pictures."""
    page = (WEB / "index.html").read_text("utf-8")
    found = {"all.css": "\n".join((WEB / style).read_text("utf-8") for style in with_bundles(page)[1])}
    for folder in {path.parent for path in WEB.rglob("*.js")}:
        modules = {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in folder.glob("*.js")}
        found[f"{folder.name}/all.js"] = bundle(modules)
    others = [WEB / "index.html", WEB / "extras" / "extras.css", *WEB.glob("*.svg")]
    found |= {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in others}
    return {name: text.encode() for name, text in found.items()}


def test_weight() -> None:
    later = {name: body for name, body in fetched().items() if name.startswith("extras/")}
    at_once = {name: body for name, body in fetched().items() if name not in later}
    assert sum(map(len, at_once.values())) < 430_000
    assert sum(len(gzip.compress(body)) for body in at_once.values()) < 120_000
    assert sum(len(gzip.compress(body)) for body in later.values()) < 25_000


def test_nothing_inline() -> None:
    for path in WEB.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text), path
    for path in WEB.rglob("*.js"):
        assert not re.search(r"setAttribute\(\s*[\"']style|\beval\(|new Function", path.read_text("utf-8")), (
            path
        )


@pytest.mark.parametrize("folder", ["common", "lobby", "play", "check", "extras"])
def test_no_game_is_known_by_name(folder: str) -> None:
    for path in (WEB / folder).rglob("*.js"):
        text = path.read_text("utf-8").lower()
        for word in ("red-typhoon", "soviet", "german"):
            assert word not in text, f"{path.name}: {word}"


def test_modules_are_small() -> None:
    for folder in ("common", "lobby", "play", "check", "extras"):
        for path in (WEB / folder).glob("*.js"):
            assert path == webtypes.FILE or len(path.read_text("utf-8").splitlines()) <= 320, path
