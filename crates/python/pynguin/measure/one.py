"""Runs Pynguin once in this process, alone or with sbst, and writes what it did as JSON.

The arguments are one JSON object, see ``Run``. ``compare.py`` starts this script for each run.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import importlib
import json
import os
import re
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Run:
    """One run of Pynguin."""

    module: str
    mode: str
    """``plain``, ``compatible`` or ``right``."""
    folder: str
    """An empty folder for tests and report."""
    seed: int = 1
    iterations: int = -1
    seconds: int = -1
    parts: list[str] | None = None
    """The parts that are replaced; ``None`` means all."""
    project: str = ""
    """The folder from which the module is imported."""
    options: list[str] = field(default_factory=list)
    shares: bool = False
    """Whether the time of each part is measured, which takes time itself."""


class Clock:
    """Time spent in each part. While one part calls another, only the inner one counts."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._parts = ["other"]
        self._since = time.perf_counter()

    def _turn(self) -> None:
        now = time.perf_counter()
        part = self._parts[-1]
        self.spent[part] = self.spent.get(part, 0.0) + now - self._since
        self._since = now

    def watch(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def watched(*arguments: Any, **options: Any) -> Any:
            self._turn()
            self._parts.append(part)
            try:
                return function(*arguments, **options)
            finally:
                self._turn()
                self._parts.pop()

        return watched

    def watch_attribute(self, part: str, owner: Any, name: str) -> None:
        value = vars(owner)[name]
        if isinstance(value, staticmethod):
            setattr(owner, name, staticmethod(self.watch(part, value.__func__)))
        elif isinstance(value, property):
            setattr(owner, name, property(self.watch(part, value.fget)))  # type: ignore[arg-type]
        else:
            setattr(owner, name, self.watch(part, value))

    def finish(self) -> dict[str, float]:
        self._turn()
        return self.spent


PARTS = {
    "control dependence": ["instrumentation.controlflow:ControlDependenceGraph.compute"],
    "executions": ["testcase.execution:TestCaseExecutor.execute"],
    "distances": [
        f"ga.coveragegoals:{kind}TestFitness.{name}"
        for kind in ("BranchCoverage", "LineCoverage", "StatementCheckedCoverage")
        for name in ("compute_fitness", "compute_is_covered")
    ],
    "ranking": [
        "ga.operators.ranking:RankBasedPreferenceSorting.compute_ranking_assignment",
        "ga.algorithms.dynamosaalgorithm:fast_epsilon_dominance_assignment",
    ],
    "archive": [f"ga.algorithms.archive:CoverageArchive.{name}" for name in ("update", "solutions", "covered_goals")],
    "goals": [
        "ga.algorithms.dynamosaalgorithm:_GoalsManager.update",
        "ga.algorithms.dynamosaalgorithm:_GoalsManager.__init__",
    ],
    "whole suites": [
        f"ga.computations:TestSuite{kind}CoverageFunction.{name}"
        for kind in ("Branch", "Line")
        for name in ("compute_coverage", "compute_covered_goals")
    ]
    + [
        f"ga.computations:BranchDistanceTestSuiteFitnessFunction.{name}"
        for name in ("compute_fitness", "compute_is_covered")
    ],
}


def watch(clock: Clock, *, with_sbst: bool) -> None:
    """Measures the parts of Pynguin, and the distances that sbst computes where Pynguin ranks."""
    for part, places in PARTS.items():
        for place in places:
            module, path = place.split(":")
            owner: Any = importlib.import_module(f"pynguin.{module}")
            *classes, name = path.split(".")
            for attribute in classes:
                owner = getattr(owner, attribute)
            clock.watch_attribute(part, owner, name)
    if with_sbst:
        from sbst_pynguin._measured import PerTrace  # noqa: PLC0415

        clock.watch_attribute("distances", PerTrace, "table")
        clock.watch_attribute("distances", PerTrace, "_measure")


class PerStatement(int):
    """Seconds for each statement of a test, of which there is at least one.

    Pynguin waits for a test without statements for no time at all. Whether that counts as a timeout depends on how its
    threads are scheduled, so that two runs of Pynguin alone differ.
    """

    def __mul__(self, statements: int) -> int:
        return int(self) * max(1, statements)


def wait_for_empty_tests() -> None:
    """Lets Pynguin wait for tests without statements as long as for those with one."""
    from pynguin.testcase.execution import TestCaseExecutor  # noqa: PLC0415

    former = TestCaseExecutor.__init__

    @functools.wraps(former)
    def begin(self: Any, *arguments: Any, **options: Any) -> None:
        former(self, *arguments, **options)
        self._test_execution_time_per_statement = PerStatement(self._test_execution_time_per_statement)

    TestCaseExecutor.__init__ = begin  # type: ignore[method-assign]


def run(one: Run) -> dict[str, Any]:
    """Runs Pynguin, and returns how the search went and what came out."""
    os.environ["PYNGUIN_DANGER_AWARE"] = "1"
    if one.mode != "plain":
        import sbst_pynguin  # noqa: PLC0415

        sbst_pynguin.install(one.mode, sbst_pynguin.PARTS if one.parts is None else one.parts)  # type: ignore[arg-type]
    from pynguin.cli import main  # noqa: PLC0415 - after the installation, as users do it
    from pynguin.ga.algorithms.generationalgorithm import GenerationAlgorithm  # noqa: PLC0415

    if one.iterations >= 0:
        wait_for_empty_tests()
    clock = Clock()
    if one.shares:
        watch(clock, with_sbst=one.mode != "plain")
    start = time.perf_counter()
    search: list[tuple[float, int]] = []
    for name in ("before_first_search_iteration", "after_search_iteration"):
        former = getattr(GenerationAlgorithm, name)

        def after(self: Any, best: Any, former: Any = former) -> None:
            search.append((round(time.perf_counter() - start, 4), len(self._archive._covered)))  # noqa: SLF001
            former(self, best)

        setattr(GenerationAlgorithm, name, after)
    goals: list[int] = []
    former_begin = GenerationAlgorithm.before_search_start

    def begin(self: Any) -> None:
        goals.append(len(self._test_case_fitness_functions))
        former_begin(self)

    GenerationAlgorithm.before_search_start = begin  # type: ignore[method-assign]
    arguments = [
        *("--project-path", one.project or str(Path(one.folder).parent)),
        *("--output-path", f"{one.folder}/tests", "--report-dir", f"{one.folder}/report"),
        *("--module-name", one.module, "--seed", str(one.seed)),
        *("--maximum-iterations", str(one.iterations), "--maximum-search-time", str(one.seconds)),
        *("--use-master-worker", "False", "--no-rich"),
        *one.options,
    ]
    code = main(["pynguin", *arguments])
    wall = time.perf_counter() - start
    return {
        **asdict(one),
        "code": code,
        "goals": goals[0] if goals else 0,
        "wall": wall,
        "parts": clock.finish() if one.shares else {},
        "search": search,
        "coverage": _coverage(Path(one.folder)),
        "tests": _tests(Path(one.folder)),
    }


def _coverage(folder: Path) -> str | None:
    report = folder / "report" / "statistics.csv"
    if not report.exists():
        return None
    with report.open() as lines:
        rows = list(csv.DictReader(lines))
    return rows[-1].get("Coverage") if rows else None


def _tests(folder: Path) -> str | None:
    """Returns a hash of all generated files, without addresses of objects, which differ from process to process."""
    files = sorted((folder / "tests").glob("**/*.py"))
    if not files:
        return None
    text = "\n".join(f"{file.name}\n{file.read_text()}" for file in files)
    return hashlib.sha256(re.sub(r"0x[0-9a-f]{6,}", "0x", text).encode()).hexdigest()[:16]


if __name__ == "__main__":
    one = Run(**json.loads(sys.argv[1]))
    outcome = run(one)
    (Path(one.folder) / "outcome.json").write_text(json.dumps(outcome))
    # Threads of the program under test do not keep the process alive.
    sys.stdout.flush()
    os._exit(0)
