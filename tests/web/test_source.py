"""The pages as source: their types, their weight, and what a strict policy forbids."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "typhoon" / "web"


def test_types() -> None:
    tsc = shutil.which("tsc")
    if tsc is None and os.environ.get("REQUIRE_TSC") == "1":
        pytest.fail("REQUIRE_TSC=1, but there is no tsc")
    if tsc is None:
        pytest.skip("there is no tsc on this machine")
    checked = subprocess.run(
        [tsc, "-p", str(ROOT / "tsconfig.web.json")], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""


def test_weight() -> None:
    files = [path for path in WEB.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg"}]
    assert sum(path.stat().st_size for path in files) < 400_000
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 135_000


def test_nothing_inline() -> None:
    for path in WEB.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text), path
    for path in WEB.rglob("*.js"):
        assert not re.search(r"setAttribute\(\s*[\"']style|\beval\(|new Function", path.read_text("utf-8")), (
            path
        )


@pytest.mark.parametrize("folder", ["common", "lobby", "play"])
def test_no_game_is_known_by_name(folder: str) -> None:
    for path in (WEB / folder).rglob("*.js"):
        text = path.read_text("utf-8").lower()
        for word in ("red-typhoon", "soviet", "german"):
            assert word not in text, f"{path.name}: {word}"


def test_modules_are_small() -> None:
    for folder in ("common", "lobby", "play"):
        for path in (WEB / folder).glob("*.js"):
            assert len(path.read_text("utf-8").splitlines()) <= 320, path
