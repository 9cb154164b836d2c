"""Charts and lists from CSV and TOML files, checked once, with errors that name the spot.

A game's figures live in its ``data`` folder.  A folder of the user's own can be laid over it:
a file of the same name there takes the place of ours, whole.

When a figure changes, the file as it was goes into ``data/until-N``, where N is the last version of
the rules that has it, so that games begun under that version go on as they began.
"""

from __future__ import annotations

import csv
import hashlib
import io
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


class DataError(ValueError):
    """A data file that cannot be used; the message names file, line and column."""


class DataFolder:
    """A game's data files, with a user's own laid over them."""

    def __init__(self, folder: Path, overlay: Path | None = None, version: int | None = None) -> None:
        self.folder = folder
        self.overlay = overlay
        self.version = version
        """The version of the rules that is asked for; the newest when that is none."""
        self._former = _former_folders(folder, version)
        self.replaced: list[str] = []
        """Names of the files that the overlay replaced, of those read so far."""
        self._digests: dict[str, bytes] = {}

    def path(self, name: str) -> Path:
        """Where a file is read from: the overlay's when it has one, else ours of the version asked for."""
        if self.overlay is not None and (self.overlay / name).is_file():
            if name not in self.replaced:
                self.replaced.append(name)
            return self.overlay / name
        return next((f / name for f in self._former if (f / name).is_file()), self.folder / name)

    def read(self, name: str) -> tuple[Path, str]:
        path = self.path(name)
        try:
            raw = path.read_bytes()
            text = raw.decode("utf-8-sig")
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error.strerror})") from error
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise DataError(f"{path}, line {line}: not UTF-8 text") from error
        if name in self.replaced:
            self._digests[name] = hashlib.sha256(name.encode() + b"\0" + raw).digest()
        return path, text

    @property
    def digest(self) -> str:
        """Sixteen hex digits that tell the user's charts apart; empty when all charts are ours."""
        if not self._digests:
            return ""
        return hashlib.sha256(b"".join(sorted(self._digests.values()))).hexdigest()[:16]

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file."""
        path, text = self.read(name)
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise DataError(f"{path}: {error}") from error

    def rows(self, name: str, row_type: type[Row]) -> list[Row]:
        """The lines of a CSV file, each as a ``row_type``; columns it does not have are passed over.

        An empty cell takes the field's default; a field without one must be filled.
        """
        return [row for _, row in self.numbered_rows(name, row_type)]

    def keyed(self, name: str, row_type: type[Row], key: str) -> dict[Any, Row]:
        """The lines of a CSV file by a column that must not repeat."""
        found: dict[Any, Row] = {}
        for line, row in self.numbered_rows(name, row_type):
            value = getattr(row, key)
            if value in found:
                raise DataError(f"{self.path(name)}, line {line}, column '{key}': '{value}' stands twice")
            found[value] = row
        return found

    def numbered_rows(self, name: str, row_type: type[Row]) -> list[tuple[int, Row]]:
        """Like rows, each with the number of its line in the file."""
        path, text = self.read(name)
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            header = next(lines, [])
            fields = {f.encode_name: f for f in msgspec.structs.fields(row_type)}
            for column, field in fields.items():
                if field.required and column not in header:
                    raise DataError(f"{path}, line 1: column '{column}' is missing")
                if header.count(column) > 1:
                    raise DataError(f"{path}, line 1: column '{column}' stands twice")
            columns = [_Column(field, header.index(name)) for name, field in fields.items() if name in header]
            rows = []
            for cells in lines:
                if not cells:
                    continue
                if len(cells) != len(header):
                    count = f"{len(cells)} cells where the header has {len(header)}"
                    raise DataError(f"{path}, line {lines.line_num}: {count}")
                values = {column.name: column.value(cells) for column in columns if column.is_filled(cells)}
                rows.append((lines.line_num, row_type(**values)))
        except _BadCell as error:
            raise DataError(f"{path}, line {lines.line_num}, {error}") from error
        except csv.Error as error:
            raise DataError(f"{path}, line {lines.line_num}: {error}") from error
        if not rows:
            raise DataError(f"{path}: no lines below the header")
        return rows


class _BadCell(ValueError):
    """A cell that cannot be used; the message begins with its column."""


class _Column:
    """A column of a CSV file; what a text means is worked out once, for most stand in it many times."""

    def __init__(self, field: msgspec.structs.FieldInfo, place: int) -> None:
        self.name = field.name
        self._field = field
        self._place = place
        self._known: dict[str, Any] = {}

    def is_filled(self, cells: list[str]) -> bool:
        """Whether there is anything in the cell; one that must not be empty is a mistake."""
        if cells[self._place].strip():
            return True
        if self._field.required:
            raise _BadCell(f"column '{self._field.encode_name}': must not be empty")
        return False

    def value(self, cells: list[str]) -> Any:
        cell = cells[self._place].strip()
        if cell not in self._known:
            self._known[cell] = self._converted(cell)
        return self._known[cell]

    def _converted(self, cell: str) -> Any:
        field = self._field
        raw: Any = {"yes": True, "no": False}.get(cell, cell) if field.type is bool else cell
        try:
            return msgspec.convert(raw, field.type, strict=False)
        except msgspec.ValidationError as error:
            reason = str(error).split(" - at ")[0]
            raise _BadCell(f"column '{field.encode_name}': '{cell}': {reason}") from error


def _former_folders(folder: Path, version: int | None) -> list[Path]:
    """The folders of files as they once were that still hold for a version, the oldest first."""
    if version is None:
        return []
    last = {int(path.name.removeprefix("until-")): path for path in folder.glob("until-*")}
    return [last[number] for number in sorted(last) if number >= version]


def unique(rows: list[Row], key: str, name: str) -> dict[Any, Row]:
    """Rows by a column that must not repeat."""
    found: dict[Any, Row] = {}
    for row in rows:
        value = getattr(row, key)
        if value in found:
            raise DataError(f"{name}: {key} '{value}' stands twice")
        found[value] = row
    return found
