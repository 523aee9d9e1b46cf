"""Compares Pynguin with sbst to Pynguin alone, module by module.

    python compare.py tests  [--iterations 100] [--modules a,b]
        same seed: are the tests the same, and how long does it take?
    python compare.py right  [--seeds 10] [--seconds 8]
        right mode: coverage at equal iterations and at equal time
    python compare.py table tests|right
        the tables, from what was recorded

Outcomes are kept in ``--out``, one line of JSON for each run. A run that is there already is not repeated.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True  # nothing is left beside this file

import statistics_of  # noqa: E402
from modules import LARGE, MODULES, RIGHT, SHARES  # noqa: E402

HERE = Path(__file__).parent
LIMIT = 600
"""Seconds after which a run is killed."""

UNTIMED = [
    *("--assertion-generation", "NONE"),
    *("--local-search-time", "1000000000", "--test-execution-time-per-statement", "5"),
]
"""Options of runs whose budget is a number of iterations: no other limit of time decides anything."""


def key(run: dict[str, Any]) -> tuple[Any, ...]:
    """Returns what tells a run from all others."""
    names = ("module", "mode", "seed", "iterations", "seconds", "shares", "repetition")
    return tuple(run.get(name) for name in names)


class Store:
    """Outcomes in a file, one in a line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.outcomes: dict[tuple[Any, ...], dict[str, Any]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                outcome = json.loads(line)
                self.outcomes[key(outcome)] = outcome

    def add(self, outcome: dict[str, Any]) -> None:
        self.outcomes[key(outcome)] = outcome
        with self.path.open("a") as lines:
            lines.write(json.dumps(outcome) + "\n")


def run(wanted: dict[str, Any]) -> dict[str, Any]:
    """Runs Pynguin once in a process of its own, and returns the outcome, also of a run that failed."""
    # The folder of a project is empty, and has the same name in all runs: Pynguin writes it into the tests.
    folder = Path(tempfile.mkdtemp(prefix="pynguin-"))
    try:
        one = {name: value for name, value in wanted.items() if name != "repetition"}
        one |= {"folder": str(folder / "run"), "project": str(folder)}
        (folder / "run").mkdir()
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        command = [sys.executable, str(HERE / "one.py"), json.dumps(one)]
        try:
            done = subprocess.run(
                command,
                env=environment,
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=LIMIT,
                check=False,
            )
            end = done.stderr[-2000:]
        except subprocess.TimeoutExpired:
            end = f"killed after {LIMIT} s"
        outcome = folder / "run" / "outcome.json"
        found: dict[str, Any] = json.loads(outcome.read_text()) if outcome.exists() else {"failed": end}
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found | wanted


def run_all(store: Store, wanted: list[dict[str, Any]], jobs: int) -> None:
    """Runs what is not in the store, several runs at a time."""
    missing = [one for one in wanted if key(one) not in store.outcomes]
    with ThreadPoolExecutor(jobs) as pool:
        for number, outcome in enumerate(pool.map(run, missing), 1):
            store.add(outcome)
            state = "failed" if "failed" in outcome else f"{outcome['coverage']} after {outcome['wall']:.1f} s"
            print(
                f"{number}/{len(missing)} {outcome['module']} {outcome['mode']} {outcome['seed']}: {state}", flush=True
            )


def tests(modules: list[str], iterations: int) -> list[dict[str, Any]]:
    """Returns the runs that show whether tests are the same: two of Pynguin alone, one with sbst, and two with clocks."""
    runs = []
    for module in modules:
        of_module: dict[str, Any] = {
            "module": module,
            "seed": 1,
            "iterations": LARGE.get(module, iterations),
            "seconds": -1,
            "options": UNTIMED,
        }
        for mode, repetition, shares in (
            ("plain", 1, False),
            ("compatible", 1, False),
            ("plain", 2, False),
            ("compatible", 2, False),
            *((("plain", 1, True), ("compatible", 1, True)) if module in SHARES else ()),
        ):
            runs.append(of_module | {"mode": mode, "repetition": repetition, "shares": shares})
    return runs


def right(modules: list[str], seeds: int, seconds: int) -> list[dict[str, Any]]:
    """Returns the runs that compare coverage: pairs of Pynguin alone and the right mode, one after the other."""
    return [
        {
            "module": module,
            "mode": mode,
            "seed": seed,
            "iterations": -1,
            "seconds": seconds,
            "options": ["--assertion-generation", "NONE"],
            "shares": False,
            "repetition": 1,
        }
        for seed in range(1, seeds + 1)
        for module in modules
        for mode in ("plain", "right")
    ]


def main() -> None:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["tests", "right", "table"])
    parser.add_argument("which", nargs="?", choices=["tests", "right"])
    parser.add_argument("--modules")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir(), "sbst-pynguin.jsonl"))
    options = parser.parse_args()
    store = Store(options.out)
    print(f"outcomes are kept in {options.out}, which has {len(store.outcomes)} already", flush=True)
    which = options.which if options.what == "table" else options.what
    modules = options.modules.split(",") if options.modules else list(MODULES if which == "tests" else RIGHT)
    if which == "tests":
        runs = tests(modules, options.iterations)
    else:
        runs = right(modules, options.seeds, options.seconds)
    if options.what != "table":
        run_all(store, runs, options.jobs)
    print(statistics_of.table(which, store.outcomes.values(), modules))


if __name__ == "__main__":
    main()
