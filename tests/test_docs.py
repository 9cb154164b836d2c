"""What the documents say is so: their examples run, their commands work, their links lead somewhere."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from typhoon import load
from typhoon.cli import main
from typhoon.engine.registry import FOR_READERS, catalogue, find_rules

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")), ROOT / "bench" / "README.md"]
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

NOT_RUN = {"test", "bench", "serve", "lab"}
"""Commands that take too long to be run here; all have tests of their own."""
QUICKLY = {"sim": ["-n", "1", "--jobs", "1"]}
"""What is added to commands that would take long."""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path, language: str) -> Iterator[tuple[int, str]]:
    """The code blocks of a language, each with the line it begins on."""
    text = path.read_text(encoding="utf-8")
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, match.start(1)), match[1]


@pytest.mark.parametrize("path", [p for p in DOCUMENTS if any(blocks(p, "python"))], ids=name)
def test_python_examples_run(path, tmp_path, monkeypatch):
    """The blocks of a document follow on one another."""
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "example"}
    for line, code in blocks(path, "python"):
        if ">>>" not in code:
            exec(compile("\n" * line + code, str(path), "exec"), scope)
            continue
        example = doctest.DocTestParser().get_doctest(code, scope, name(path), str(path), line)
        said = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=LOOSELY)
        runner.run(example, out=said.write, clear_globs=False)
        scope.update(example.globs)
        assert not runner.failures, said.getvalue()


def commands(path: Path) -> Iterator[tuple[list[str], str]]:
    """The commands of a document's console examples, each with the output that is shown."""
    for _, block in blocks(path, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = example.partition("\n")
            yield shlex.split(command), shown


def test_commands_of_the_readme_work(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.chdir(tmp_path)
    tried = 0
    for words, shown in commands(ROOT / "README.md"):
        if words[0] == "mkdir":
            Path(words[1]).mkdir()
        elif words[0] == "cp":
            shutil.copy(ROOT / words[1], words[2])
        else:
            assert words[:2] == ["python3", "run.py"], words
            tried += 1
            check_command(words[2:], shown, monkeypatch, capsys)
    assert tried > 10


def shorten(experiment: Path) -> None:
    """Leave two games of an experiment, played by nobody who thinks."""
    text = re.sub(r"^games = \d+", "games = 2", experiment.read_text(encoding="utf-8"), flags=re.MULTILINE)
    experiment.write_text(text.replace('"staff"', '"random"'), encoding="utf-8")


def check_command(argv: list[str], shown: str, monkeypatch, capsys) -> None:
    """Run a command, typing what the example types, and compare what it prints where that is shown."""
    if not argv or NOT_RUN.intersection(argv[:1]):
        return
    typed = re.findall(r"^\w+> (.*)$", shown, re.MULTILINE)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    argv = [word.replace("staff", "random") if argv[0] == "sim" else word for word in argv]
    if argv[:2] == ["lab", "run"]:
        shorten(Path(argv[2]))
    status = main([*argv, *QUICKLY.get(argv[0], [])])
    printed = capsys.readouterr()
    assert status == 0, (argv, printed.err)
    if shown:
        assert shows(shown, printed.out), f"{argv} prints\n{printed.out}\nbut the example shows\n{shown}"


def shows(excerpt: str, printed: str) -> bool:
    """Whether an output has the lines of an excerpt in their order; ... stands for anything."""
    parts = [re.escape(" ".join(line.split())) for line in excerpt.splitlines() if line.strip() != "..."]
    pattern = ".*".join(part.replace(re.escape("..."), ".*") for part in parts)
    return re.search(pattern, " ".join(printed.split())) is not None


def test_excerpts_are_compared():
    assert shows("soviet> end\n...\nDone.", "soviet> end\n  one\n  two\nDone.\n")
    assert not shows("soviet> end\n...\nDone.", "soviet> end\n  one\n")


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_lead_somewhere(path):
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target and not target.startswith("#"):
            assert (path.parent / target.partition("#")[0]).exists(), target


def test_the_readme_says_which_games_can_be_played():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for about in catalogue():
        row = next(line for line in readme.splitlines() if line.startswith(f"| `{about.id}` |"))
        assert about.status in row


def test_the_readme_names_every_file_of_figures():
    """All that `--charts` can replace."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    files = find_rules("red-typhoon").data.files - FOR_READERS
    assert not {file for file in files if f"`{file}`" not in readme}


def test_the_journal_shown_as_an_example_replays():
    text = (ROOT / "docs" / "journal-format.md").read_text(encoding="utf-8")
    example = re.search(r"^```\n(typhoon journal .*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert example
    assert load(example[1]).journal.text() == example[1]


@pytest.mark.parametrize(
    "about", [about for about in catalogue() if about.status != "planned"], ids=lambda a: a.id
)
def test_the_journal_format_has_every_order(about):
    text = (ROOT / "docs" / "journal-format.md").read_text(encoding="utf-8")
    title = about.title.replace("(", r"\(").replace(")", r"\)")
    part = re.search(
        rf"^The orders of {title}(?:, beside [^\n]*)?:$(.*?)(?=^The orders of|^## )",
        text,
        re.DOTALL | re.MULTILINE,
    )
    assert part
    law, *below = [law for law, _ in find_rules(about.id).versions(1)]
    for kind in set(law.order_kinds).difference(*[other.order_kinds for other in below]):
        assert re.search(rf"^\| `{kind.verb}\b", part[1], re.MULTILINE), kind.verb


@pytest.mark.parametrize("game", ["typhoon-solitaire", "operation-typhoon", "operation-typhoon-revision"])
def test_the_rulings_name_every_file_of_figures(game):
    text = (ROOT / "docs" / "rulings" / f"{game}.md").read_text(encoding="utf-8")
    files = {path.name for path in find_rules(game).data.layers[-1].folder.iterdir() if path.is_file()}
    assert not {file for file in files - FOR_READERS if f"`{file}`" not in text}
