"""The modules of a folder as one file: a table needs a handful of files then, and not a hundred.

The modules stay as they are, each readable at its own address. In a bundle each becomes a function that gives
what the module exports; modules of other folders come out of the bundles of those. Of the language only the
few forms that the client uses are understood: ``import { a, b as c } from "./x.js";`` on one line,
``import("./x.js")``, and ``export`` before a function, a class or a constant.
"""

from __future__ import annotations

import posixpath
import re

BUNDLE = "all.js"
STYLES = "all.css"
TYPES = "types.js"
"""Modules that browsers have no use for."""

SCRIPT = re.compile(r'(<script [^>]*src="/static/)app\.js"')
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\s*')

COMMENT = re.compile(r"[ \t]*/\*\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'^import \{ ([^}]+) \} from "([^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class BundleError(Exception):
    """Modules that cannot be put together; the message names the module."""


def bundle(sources: dict[str, str]) -> str:
    """The modules of one folder, by their paths, in an order in which each finds what it needs."""
    texts = {name: COMMENT.sub("", text) for name, text in sources.items() if _base(name) != TYPES}
    others: dict[str, None] = {}
    parts = []
    for name in _in_order(texts):
        text, exported = _as_function(name, texts[name], others)
        parts.append(
            f'modules["{_base(name)}"] = (() => {{\n{text}return {{ {", ".join(exported)} }};\n}})();\n'
        )
    heads = [f'import {{ modules as {_variable(path)} }} from "{path}";\n' for path in others]
    return "".join([*heads, "export const modules = {};\n", *parts])


def with_bundles(page: str) -> tuple[str, list[str]]:
    """A page that asks for bundles instead of modules and style sheets, and these sheets in their order."""
    styles = STYLE.findall(page)
    page = SCRIPT.sub(rf'\1{BUNDLE}"', page)
    if styles:
        page = STYLE.sub("", page).replace(
            "</head>", f'<link rel="stylesheet" href="/static/{STYLES}"></head>'
        )
    return page, styles


def _as_function(name: str, text: str, others: dict[str, None]) -> tuple[str, list[str]]:
    """The body of a module, and what it exports; the bundles that it needs are added to ``others``."""

    def found(match: re.Match[str]) -> str:
        address = match[2]
        folder = posixpath.dirname(address)
        if folder != ".":
            others[f"{folder}/{BUNDLE}"] = None
        holder = "modules" if folder == "." else _variable(f"{folder}/{BUNDLE}")
        return f'const {{ {match[1].replace(" as ", ": ")} }} = {holder}["{_base(address)}"];'

    def later(match: re.Match[str]) -> str:
        folder = posixpath.dirname(match[1])
        return f'import("{folder}/{BUNDLE}").then(({{ modules }}) => modules["{_base(match[1])}"])'

    exported = [match[2] for match in EXPORT.finditer(text)]
    text = LATER.sub(later, EXPORT.sub(r"\1", IMPORT.sub(found, text)))
    if left := LEFT.search(text):
        raise BundleError(f"{name}: this cannot be put into a bundle: {left[0]}")
    return text, exported


def _in_order(texts: dict[str, str]) -> list[str]:
    """Each module after those of its folder that it imports."""
    done: dict[str, bool] = {}

    def visit(name: str, by: str) -> None:
        if name not in texts:
            raise BundleError(f"{by}: there is no {name}")
        if not done.get(name, True):
            raise BundleError(f"{name}: it needs itself, by way of {by}")
        if name in done:
            return
        done[name] = False
        for match in IMPORT.finditer(texts[name]):
            if posixpath.dirname(match[2]) == ".":
                visit(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2])), name)
        del done[name]  # it comes after what it needs
        done[name] = True

    for name in texts:
        visit(name, name)
    return list(done)


def _base(address: str) -> str:
    return posixpath.basename(address)


def _variable(address: str) -> str:
    """The modules of another folder, as a bundle calls them."""
    return f"from_{_base(posixpath.dirname(address))}"
