"""The modules of a folder put together into one file."""

import re
import shutil
import subprocess

import pytest

from typhoon.server.app import WEB
from typhoon.server.bundles import BundleError, bundle

FOLDERS = sorted({path.parent for path in WEB.rglob("*.js")})
OTHERS = re.compile(r'^import .* from "(\.{1,2}/\w+/[^"]+)";', re.MULTILINE)
NODE = shutil.which("node")


def run(module, tmp_path):
    """What a module says, run by itself."""
    file = tmp_path / "run.mjs"
    file.write_text(module)
    done = subprocess.run([NODE, str(file)], capture_output=True, text=True, check=False)
    return done.stdout.split() or done.stderr


@pytest.mark.skipif(NODE is None, reason="there is no node to run modules with")
def test_modules_are_run_in_the_order_in_which_they_need_each_other(tmp_path):
    sources = {
        "play/a.js": 'import { twice as double, ONE } from "./b.js";\nconsole.log(double(ONE));\n',
        "play/b.js": 'import { Sum } from "./c.js";\nexport const ONE = 1;\n'
        "export function twice(n) {\n  return new Sum(n, n).value;\n}\n",
        "play/c.js": "/** Adds. */\nexport class Sum {\n  constructor(a, b) { this.value = a + b; }\n}\n",
    }
    assert run(bundle(sources), tmp_path) == ["2"]


def test_other_folders_come_out_of_their_own_bundles():
    text = bundle(
        {
            "play/page.js": 'import { h, icon } from "../common/dom.js";\n'
            'export const charts = () => import("../extras/charts.js").then(({ open }) => open(h));\n'
        }
    )
    assert text.startswith('import { modules as from_common } from "../common/all.js";\n')
    assert 'const { h, icon } = from_common["dom.js"];' in text
    assert 'import("../extras/all.js").then(({ modules }) => modules["charts.js"]).then(' in text


def test_types_and_comments_stay_behind():
    text = bundle(
        {"play/a.js": "/** @type {import('./types.js').A} */\nexport const A = 1;\n", "play/types.js": "?"}
    )
    assert "types" not in text
    assert "const A = 1;" in text


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ({"play/a.js": 'import * as b from "./b.js";\n'}, r"play/a.js: this cannot be .*import \* as b"),
        ({"play/a.js": "export default 1;\n"}, "play/a.js: this cannot be put into a bundle: export default"),
        ({"play/a.js": 'import { b } from "./b.js";\n'}, "play/a.js: there is no play/b.js"),
        (
            {"play/a.js": 'import { b } from "./b.js";\n', "play/b.js": 'import { a } from "./a.js";\n'},
            "play/a.js: it needs itself, by way of play/b.js",
        ),
    ],
)
def test_what_is_not_understood_is_refused(sources, said):
    with pytest.raises(BundleError, match=said):
        bundle(sources)


def test_folders_need_each_other_in_one_direction():
    """A bundle is run before those that need it, so two cannot wait for each other."""
    needs = {
        folder.name: {
            found.split("/")[-2]
            for path in folder.glob("*.js")
            for found in OTHERS.findall(path.read_text("utf-8"))
        }
        for folder in FOLDERS
    }
    while needs:
        ready = [name for name, others in needs.items() if not others & needs.keys()]
        assert ready, f"these need each other: {needs}"
        for name in ready:
            del needs[name]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_module_of_the_client_is_in_a_bundle(folder):
    sources = {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in folder.glob("*.js")}
    text = bundle(sources)
    for name in sources:
        assert (f'modules["{name.split("/")[-1]}"] = ' in text) == (not name.endswith("types.js"))
