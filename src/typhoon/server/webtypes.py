"""The types of all messages as the page's modules have them, made from the server's own.

``python -m typhoon.server.webtypes`` writes them anew; a test finds out when that was forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import get_args

from msgspec import inspect

import typhoon
from typhoon.engine.about import About
from typhoon.engine.briefing import Briefing
from typhoon.engine.guide import GuideFacts
from typhoon.engine.study import StudyFacts
from typhoon.server import messages as m
from typhoon.server import requests as r
from typhoon.server.examples import ExamplesFacts
from typhoon.server.facts import GameFacts
from typhoon.server.laboratory import ExperimentRow

FILE = Path(typhoon.__file__).parent / "web" / "common" / "types.js"
PLAIN_ANSWERS = (
    GameFacts,
    About,
    Briefing,
    GuideFacts,
    ExamplesFacts,
    StudyFacts,
    m.Opened,
    m.TableRow,
    ExperimentRow,
)
ANSWERS = (m.State, m.BiddingFacts, m.Reply, *PLAIN_ANSWERS)
REQUESTS = get_args(r.AnyRequest)
HEAD = """\
/**
 * What the server sends and takes.
 *
 * Made from the server's own types by `python -m typhoon.server.webtypes`: change those.
 */"""
PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}
WIDTH = 116
UNBROKEN = "\N{NO-BREAK SPACE}"
"""A blank at which no line ends."""


def text() -> str:
    """The module of types."""
    writer = Writer()
    for kind in (*ANSWERS, *REQUESTS, r.NewTable):
        writer.spell(inspect.type_info(kind))
    union = " | ".join(map(_name, REQUESTS))
    asked = _typedef("Anything that is asked over a connection, but for its id.", f"{{{union}}} Asked")
    return "\n\n".join([HEAD, *(writer.found[name] for name in sorted(writer.found)), asked, "export {};\n"])


def _name(kind: type) -> str:
    return f"{kind.__name__}Request" if kind in REQUESTS else kind.__name__


def _typedef(about: str, type_: str) -> str:
    """The definition of a type, with what it is about."""
    lines = wrap(f"@typedef {type_}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    told = [about] * bool(about) + [line.replace(UNBROKEN, " ") for line in lines]
    return (
        f"/** {told[0]} */" if len(told) == 1 else "\n".join(["/**", *[f" * {line}" for line in told], " */"])
    )


class Writer:
    """Spells types, and defines each struct that is met."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def spell(self, type_: inspect.Type) -> str:
        """A type in the page's language; every part of a message has one."""
        match type_:
            case inspect.StructType():
                return self._struct(type_)
            case inspect.UnionType():
                return " | ".join(map(self.spell, type_.types))
            case inspect.ListType() | inspect.VarTupleType():
                item = self.spell(type_.item_type)
                return f"({item})[]" if "|" in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(map(self.spell, type_.item_types))}]"
            case inspect.DictType(key_type=inspect.StrType()):
                return f"Record<string, {self.spell(type_.value_type)}>"
            case inspect.LiteralType():
                return " | ".join(map(json.dumps, type_.values))
        if type(type_) not in PLAIN:
            raise TypeError(f"a page cannot be told of {type_}")
        return PLAIN[type(type_)]

    def _struct(self, type_: inspect.StructType) -> str:
        name = _name(type_.cls)
        if name not in self.found:
            self.found[name] = ""  # a struct may hold its like
            about = (type_.cls.__doc__ or "").split("\n")[0]
            fields = ", ".join(field.replace(" ", UNBROKEN) for field in self._fields(type_))
            self.found[name] = _typedef(about, f"{{{{{fields}}}}} {name}")
        return name

    def _fields(self, type_: inspect.StructType) -> Iterator[str]:
        if type_.tag is not None:
            yield f"{type_.tag_field}: {json.dumps(type_.tag)}"
        asked, taken = type_.cls in REQUESTS, type_.cls is r.NewTable
        for field in type_.fields:
            if asked and field.name in r.Request.__struct_fields__:
                continue
            may_lack = not field.required and (asked or taken or type_.cls.__struct_config__.omit_defaults)
            yield f"{field.encode_name}{'?' if may_lack else ''}: {self.spell(field.type)}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
