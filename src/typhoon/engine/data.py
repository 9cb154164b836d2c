"""Charts and lists from CSV and TOML files, checked once, with errors that name the spot.

A game's figures live in its ``data`` folder.  A variant's folder lies over that of the game it varies,
and a folder of the user's own over both: a file of the same name takes the place of the one below, whole.

When a figure of ours changes, the change is a line of a file ``changes/0002-what.csv`` beside the
charts (``file,row,column,was,now,why``), numbered by the version of the rules that it came with.  Games
begun under an older version are played with the figure as it was.
"""

from __future__ import annotations

import csv
import hashlib
import io
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


class DataError(ValueError):
    """A data file that cannot be used; the message names file, line and column."""


class Change(msgspec.Struct, frozen=True):
    """A figure that a version of the rules changed."""

    file: str
    row: str
    """The first cell of the row, or ``column=value;column=value`` where that would not do."""
    column: str
    why: str
    was: str = ""
    now: str = ""

    def undo(self, header: list[str], lines: list[tuple[int, list[str]]]) -> None:
        """Put the figure back to what it was."""
        wanted = {header[0]: self.row}
        if "=" in self.row:
            wanted = dict([cell.split("=", 1) for cell in self.row.split(";")])
        for column in (self.column, *wanted):
            if column not in header:
                raise DataError(f"{self.file} has no column '{column}'")
        places = {header.index(column): value for column, value in wanted.items()}
        found = [cells for _, cells in lines if all(cells[at] == value for at, value in places.items())]
        if len(found) != 1:
            raise DataError(f"{self.file} has {len(found) or 'no'} rows '{self.row}', where one is needed")
        place = header.index(self.column)
        if found[0][place] != self.now:
            reads = f"'{self.column}' of row '{self.row}' is '{found[0][place]}'"
            raise DataError(f"{self.file}: {reads}, not '{self.now}' as it was changed to")
        found[0][place] = self.was


class Layer(msgspec.Struct, frozen=True):
    """A folder of charts, as they were in a version of the rules."""

    folder: Path
    version: int

    @property
    def newest(self) -> int:
        """The last version that changed a figure here."""
        return max([number for number, _ in self._changes()], default=1)

    def _changes(self) -> list[tuple[int, Path]]:
        """The files of changes, each with the version that it came with."""
        files = sorted(self.folder.glob("changes/[0-9][0-9][0-9][0-9]-*.csv"))
        return [(int(path.name[:4]), path) for path in files]

    def undo(self, name: str, header: list[str], lines: list[tuple[int, list[str]]]) -> None:
        """Put every figure of a file back to what it was in that version, the last change first."""
        later = [path for number, path in self._changes() if number > self.version]
        for path in reversed(later):
            changes = DataFolder([Layer(path.parent, 0)]).numbered_rows(path.name, Change)
            for number, change in reversed(changes):
                where = f"{path}, line {number}"
                if not (self.folder / change.file).is_file():
                    raise DataError(f"{where}: there is no file '{change.file}' in {self.folder}")
                if change.file == name:
                    try:
                        change.undo(header, lines)
                    except DataError as error:
                        raise DataError(f"{where}: {error}") from None


class DataFolder:
    """A game's data files in layers, the undermost first, with a user's own laid over them."""

    def __init__(self, layers: Sequence[Layer], overlay: Path | None = None) -> None:
        self.layers = tuple(layers)
        self.overlay = overlay
        self.replaced: list[str] = []
        """Names of the files that the overlay replaced, of those read so far."""
        self._digests: dict[str, bytes] = {}

    def path(self, name: str) -> Path:
        """Where a file is read from: the uppermost layer that has it."""
        if self.overlay is not None and (self.overlay / name).is_file():
            if name not in self.replaced:
                self.replaced.append(name)
            return self.overlay / name
        return self._layer(name).folder / name

    def _layer(self, name: str) -> Layer:
        for layer in reversed(self.layers):
            if (layer.folder / name).is_file():
                return layer
        return self.layers[-1]

    @property
    def files(self) -> set[str]:
        """The names of all charts that there are."""
        return {path.name for layer in self.layers for path in layer.folder.iterdir() if path.is_file()}

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

    def figures(
        self, name: str, keys: Sequence[str], figure: str, kind: Any = int, every: Iterable[Any] = ()
    ) -> dict[Any, Any]:
        """One column of a CSV file by others, which together must not repeat: by a word, or by several.

        There must be a line for ``every`` one of some.
        """
        row_type = msgspec.defstruct("Figure", [*[(key, str) for key in keys], (figure, kind)])
        found: dict[Any, Any] = {}
        for line, row in self.numbered_rows(name, row_type):
            words = tuple([getattr(row, key) for key in keys])
            if words in found:
                stands = "', '".join(words)
                raise DataError(f"{self.path(name)}, line {line}: '{stands}' stands twice")
            found[words] = getattr(row, figure)
        if len(keys) == 1:
            found = {word: value for (word,), value in found.items()}
        for key in every:
            if key not in found:
                raise DataError(f"{self.path(name)}: no line '{key}'")
        return found

    def by_layer(self, name: str, row_type: type[Row], key: str) -> list[dict[Any, Row]]:
        """The lines of a CSV file of ours by a column, once for each layer that has the file."""
        found = [layer for layer in self.layers if (layer.folder / name).is_file()]
        return [DataFolder([layer]).keyed(name, row_type, key) for layer in found]

    def numbered_rows(self, name: str, row_type: type[Row]) -> list[tuple[int, Row]]:
        """Like rows, each with the number of its line in the file."""
        path, header, lines = self._cells(name)
        fields = {f.encode_name: f for f in msgspec.structs.fields(row_type)}
        for column, field in fields.items():
            if field.required and column not in header:
                raise DataError(f"{path}, line 1: column '{column}' is missing")
            if header.count(column) > 1:
                raise DataError(f"{path}, line 1: column '{column}' stands twice")
        if not lines:
            raise DataError(f"{path}: no lines below the header")
        columns = [_Column(field, header.index(name)) for name, field in fields.items() if name in header]
        rows = []
        for number, cells in lines:
            try:
                values = {column.name: column.value(cells) for column in columns if column.is_filled(cells)}
            except _BadCell as error:
                raise DataError(f"{path}, line {number}, {error}") from error
            rows.append((number, row_type(**values)))
        return rows

    def texts(self, name: str) -> list[dict[str, str]]:
        """The lines of a CSV file as they are written, for whoever shows them."""
        _, header, lines = self._cells(name)
        return [dict(zip(header, cells, strict=True)) for _, cells in lines]

    def in_layers(self, name: str) -> list[dict[str, Any]]:
        """A TOML file of ours as it stands in each layer that has it, the undermost first."""
        found = [layer for layer in self.layers if (layer.folder / name).is_file()]
        return [DataFolder([layer]).toml(name) for layer in found]

    def _cells(self, name: str) -> tuple[Path, list[str], list[tuple[int, list[str]]]]:
        """The header of a CSV file and its lines, each with its number, as they were in the version."""
        path, text = self.read(name)
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            header = next(reader, [])
            lines = [(reader.line_num, cells) for cells in reader if cells]
        except csv.Error as error:
            raise DataError(f"{path}, line {reader.line_num}: {error}") from error
        for number, cells in lines:
            if len(cells) != len(header):
                count = f"{len(cells)} cells where the header has {len(header)}"
                raise DataError(f"{path}, line {number}: {count}")
        if name not in self.replaced:
            self._layer(name).undo(name, header, lines)
        return path, header, lines


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


def unique(rows: list[Row], key: str, name: str) -> dict[Any, Row]:
    """Rows by a column that must not repeat."""
    found: dict[Any, Row] = {}
    for row in rows:
        value = getattr(row, key)
        if value in found:
            raise DataError(f"{name}: {key} '{value}' stands twice")
        found[value] = row
    return found
