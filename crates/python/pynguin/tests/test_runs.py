"""Whole runs: Pynguin with sbst behaves as Pynguin alone, also on modules that fail, crash or hang."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import sbst_pynguin
from sbst_pynguin.__main__ import say

EXAMPLE = Path(__file__).parent.parent / "example"

MODULES = {
    "cannot_be_imported": "import a_module_that_does_not_exist\n\ndef f(x: int) -> int:\n    return x\n",
    "fails_when_it_is_imported": "def f(x: int) -> int:\n    return x\n\nraise RuntimeError('no')\n",
    "has_no_syntax": "def f(x:\n",
    "is_empty": "",
    "crashes": (
        "import os\n\ndef f(x: int) -> int:\n    if x > 10:\n        os.abort()\n"
        "    if x == 3:\n        return 1\n    return 0\n"
    ),
    "hangs": "def f(x: int) -> int:\n    while x > 10:\n        pass\n    if x == 3:\n        return 1\n    return 0\n",
}
"""Modules that a test generator meets, and that are not as it wants them."""


class End(NamedTuple):
    """What a user sees of a run."""

    code: int
    files: dict[str, str]
    messages: set[str]


def pynguin(
    folder: Path, module: str, project: Path, *options: str, tool: str = "pynguin", path: Path | None = None
) -> End:
    """Runs Pynguin as users do, in a process of its own, with a folder from which Python imports first."""
    output = folder / tool
    arguments = [
        *(
            "--project-path",
            str(project),
            "--output-path",
            str(output / "tests"),
            "--report-dir",
            str(output / "report"),
        ),
        *("--module-name", module, "--seed", "42", "--no-rich", "-v", *options),
    ]
    done = subprocess.run(
        [sys.executable, "-m", tool, *arguments],
        env=os.environ
        | {"PYTHONHASHSEED": "0", "PYNGUIN_DANGER_AWARE": "1"}
        | ({"PYTHONPATH": str(path)} if path else {}),
        cwd=project,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    files = {
        file.name: re.sub(r"0x[0-9a-f]{6,}", "0x", file.read_text())
        for file in sorted((output / "tests").glob("**/*.py"))
    }
    return End(done.returncode, files, messages(done.stdout + done.stderr))


@cache
def alone(module: str, *options: str) -> End:
    """Runs Pynguin without sbst, once for each module and configuration."""
    with tempfile.TemporaryDirectory() as folder:
        return pynguin(Path(folder), module, project_of(module, Path(folder)), *options)


def project_of(module: str, folder: Path) -> Path:
    """Returns the folder from which a module is imported, which is made if the module is one of this file."""
    if module not in MODULES:
        return EXAMPLE
    project = folder / "project"
    project.mkdir()
    (project / f"{module}.py").write_text(MODULES[module])
    return project


def messages(text: str) -> set[str]:
    """Returns the different lines of a log, without times, numbers, addresses and folders.

    What this package says of itself is left out. Two processes write the log, and their lines come in any order. What
    depends on which of two is scheduled first is left out, too.
    """
    lines = (re.sub(r"sbst_pynguin", "pynguin", line) for line in text.splitlines() if not line.startswith(OURS))
    lines = (re.sub(r"/[\w/.-]+/", "", line) for line in lines)
    lines = (re.sub(r"0x[0-9a-f]+|\d+(\.\d+)?(e-?\d+)?", "#", line) for line in lines)
    return {line for line in lines if not any(words in line for words in AS_SCHEDULED)}


AS_SCHEDULED = ("Experienced timeout", "Worker completed task", "Stopping worker")
"""What Pynguin says, or not, from run to run.

A test without statements may take no time at all, and runs into that limit or not. The worker hands over its result and
then says so; the main process ends it by then, and says so, or finds that it has ended.
"""

OURS = "sbst-pynguin: "
"""How lines begin that Pynguin alone does not have."""

SHORT = ("--maximum-iterations", "4", "--assertion-generation", "NONE")


@pytest.mark.parametrize("parts", [None, *sbst_pynguin.PARTS])
def test_tests_and_messages_are_the_same_with_all_parts_and_with_each(tmp_path: Path, parts: str | None) -> None:
    chosen = [] if parts is None else ["--sbst-parts", parts]
    with_sbst = pynguin(tmp_path, "triangle", EXAMPLE, *SHORT, *chosen, tool="sbst_pynguin")
    assert with_sbst.files != {}
    assert with_sbst == alone("triangle", *SHORT)


@pytest.mark.parametrize(
    "options", [("--use-master-worker", "False"), ("--subprocess", "True"), ("--algorithm", "MOSA")]
)
def test_tests_are_the_same_in_other_configurations(tmp_path: Path, options: tuple[str, ...]) -> None:
    with_sbst = pynguin(tmp_path, "triangle", EXAMPLE, *SHORT, *options, tool="sbst_pynguin")
    assert with_sbst.files != {}
    assert with_sbst == alone("triangle", *SHORT, *options)


@pytest.mark.parametrize("mode", sbst_pynguin.MODES)
@pytest.mark.parametrize("module", MODULES)
def test_modules_that_are_not_as_they_should_be(tmp_path: Path, module: str, mode: str) -> None:
    options = ("--maximum-iterations", "2", "--population", "6", "--maximum-test-execution-timeout", "1", *SHORT[2:])
    project = project_of(module, tmp_path)
    with_sbst = pynguin(tmp_path, module, project, *options, "--sbst-mode", mode, tool="sbst_pynguin")
    expected = alone(module, *options)
    assert with_sbst.code == expected.code
    assert with_sbst.files.keys() == expected.files.keys()
    if mode == "compatible":
        assert with_sbst == expected


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_the_worker_of_a_run_is_patched(tmp_path: Path, start: str) -> None:
    (tmp_path / "probe.py").write_text(
        "import sys\n\n"
        f"with open({str(tmp_path / 'seen')!r}, 'a') as lines:\n"
        "    archive = sys.modules['pynguin.ga.algorithms.archive'].CoverageArchive\n"
        "    print(sys.modules['sbst_pynguin'].installed(), archive.update.__module__, file=lines)\n\n"
        "def f(x: int) -> int:\n    if x == 3:\n        return 1\n    return 0\n"
    )
    (tmp_path / "sitecustomize.py").write_text(
        f"import multiprocess\n\nmultiprocess.set_start_method({start!r}, force=True)\n"
    )
    options = (*SHORT, "--sbst-mode", "right", "--sbst-parts", "archive,ranking")
    end = pynguin(tmp_path, "probe", tmp_path, *options, tool="sbst_pynguin", path=tmp_path)
    assert end.files != {}
    seen = set((tmp_path / "seen").read_text().splitlines())
    assert seen == {f"{('right', ('ranking', 'archive'))} sbst_pynguin._archive"}


def test_options_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    end = pynguin(tmp_path, "triangle", EXAMPLE, "--sbst-parts", "speed", tool="sbst_pynguin")
    assert end.code == 2
    assert any("there is no part 'speed'" in line for line in end.messages)


def test_od53_a_run_says_what_it_does_and_leaves_nothing_where_it_is_called(tmp_path: Path) -> None:
    # As in the README, with fewer seconds. Pynguin itself says nothing without `-v`, and makes a folder where it is
    # called.
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    command = next(line[2:] for line in readme.splitlines() if line.startswith("$ PYNGUIN_DANGER_AWARE=1"))
    words = command.replace("/tmp/tests", str(tmp_path / "made")).split()[2:]
    words[words.index("crates/python/pynguin/example")] = str(EXAMPLE)
    words[words.index("--maximum-search-time") + 1] = "2"
    (tmp_path / "here").mkdir()
    before = sorted(EXAMPLE.rglob("*"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, *words],
        env=environment | {"PYNGUIN_DANGER_AWARE": "1"},
        cwd=tmp_path / "here",
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    said = [line for line in done.stderr.splitlines() if line.startswith(OURS)]
    what = "Pynguin tests triangle with the numbers of the compatible mode, for at most 2 s"
    assert said == [f"{OURS}{what}; -v shows its progress", f"{OURS}Pynguin returned 0"]
    assert (tmp_path / "made/test_triangle.py").exists()
    assert list((tmp_path / "here").iterdir()) == []
    assert sorted(EXAMPLE.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        ([], "600 s (--maximum-search-time SECONDS changes that)"),
        (["--maximum-iterations", "4"], "4 iterations"),
        (["--maximum_iterations=4", "--maximum-search-time", "9"], "4 iterations or 9 s"),
    ],
)
def test_od53_what_is_said_names_the_limit(
    capsys: pytest.CaptureFixture[str], arguments: list[str], limit: str
) -> None:
    say("right", ["--module-name", "m", *arguments])
    what = f"Pynguin tests m with the numbers of the right mode, for at most {limit}"
    assert capsys.readouterr().err == f"{OURS}{what}; -v shows its progress\n"


def test_od53_nothing_is_said_of_a_search_that_does_not_begin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not say("right", ["--maximum-iterations", "4"])
    assert not say("right", ["--module-name", "m", "--help"])
    monkeypatch.delenv("PYNGUIN_DANGER_AWARE")
    assert not say("right", ["--module-name", "m"])
    assert capsys.readouterr().err == ""


def test_od53_each_line_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=written.append, flush=lambda: None))
    assert say("right", ["--module-name", "m"])
    assert [line[-1] for line in written] == ["\n"]
