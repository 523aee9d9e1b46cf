"""Tables from outcomes: equal tests, time by part, effect sizes."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Outcome = dict[str, Any]

FITNESS = ("control dependence", "distances", "ranking", "archive", "goals", "whole suites")
"""The parts that sbst replaces, and the choice of goals, which is between them."""


def a12(ones: Sequence[float], others: Sequence[float]) -> float:
    """Returns the probability that a value of the first list is greater than one of the second; ties count half."""
    wins = sum((one > other) + (one == other) / 2 for one in ones for other in others)
    return wins / (len(ones) * len(others))


def rank_sum_p(ones: Sequence[float], others: Sequence[float]) -> float:
    """Returns the two-sided p-value of the rank-sum test, by the normal approximation with correction for ties."""
    n, m = len(ones), len(others)
    values = sorted([*ones, *others])
    ties = sum(count**3 - count for count in (values.count(value) for value in set(values)))
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    distance = abs(a12(ones, others) * n * m - n * m / 2)
    z = max(0.0, distance - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))


def table(which: str, outcomes: Iterable[Outcome], modules: list[str]) -> str:
    """Returns a table in Markdown."""
    found = [outcome for outcome in outcomes if outcome["module"] in modules]
    return _tests(found, modules) if which == "tests" else _right(found, modules)


def _tests(outcomes: list[Outcome], modules: list[str]) -> str:
    lines = [
        "| module | goals | iterations | tests | coverage | wall time, s | ratio | replaced parts, share | executions, share |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    ratios = []
    for module in modules:
        of_module = [outcome for outcome in outcomes if outcome["module"] == module and outcome["seconds"] < 0]
        plain = [outcome for outcome in of_module if outcome["mode"] == "plain" and not outcome["shares"]]
        with_sbst = [outcome for outcome in of_module if outcome["mode"] == "compatible" and not outcome["shares"]]
        if len(plain) < 2 or len(with_sbst) < 2:  # noqa: PLR2004
            continue
        failed = ["failed" in outcome or outcome.get("tests") is None for outcome in [*plain, *with_sbst]]
        if any(failed):
            lines.append(f"| {module} | | | {'none, in all runs' if all(failed) else 'none, in some runs'} | | | | | |")
            continue
        what = {_result(outcome) for outcome in plain}
        others = {_result(outcome) for outcome in with_sbst}
        if len(what) > 1 and len(others) > 1:
            verdict = "all runs differ"
        elif len(what) > 1:
            verdict = "runs of Pynguin alone differ"
        elif len(others) > 1:
            verdict = "runs with sbst differ"
        else:
            verdict = "the same" if what == others else "DIFFERENT"
        before = min(outcome["wall"] for outcome in plain)
        after = min(outcome["wall"] for outcome in with_sbst)
        ratio = before / after
        if verdict == "the same":
            ratios.append(ratio)
        shares = [_shares(of_module, mode) for mode in ("plain", "compatible")]
        coverage = plain[0]["coverage"]
        lines.append(
            f"| {module} | {plain[0]['goals']} | {len(plain[0]['search']) - 1} | {verdict} "
            f"| {100 * float(coverage):.1f} % | {before:.1f} → {after:.1f} | {ratio:.2f} "
            f"| {shares[0][0]} → {shares[1][0]} | {shares[0][1]} → {shares[1][1]} |"
        )
    if ratios:
        lines.append(f"\n{len(ratios)} modules with the same tests; median ratio {statistics.median(ratios):.2f}.")
    return "\n".join(lines)


def _result(outcome: Outcome) -> tuple[Any, ...]:
    """Returns what must be equal: tests, coverage, and the number of covered goals after each iteration."""
    if "failed" in outcome:
        return ("failed",)
    return outcome["tests"], outcome["coverage"], tuple(covered for _, covered in outcome["search"])


def _shares(outcomes: list[Outcome], mode: str) -> tuple[str, str]:
    for outcome in outcomes:
        if outcome["mode"] == mode and outcome["shares"] and "failed" not in outcome:
            parts = outcome["parts"]
            total = sum(parts.values())
            fitness = sum(parts.get(part, 0.0) for part in FITNESS)
            return f"{100 * fitness / total:.0f} %", f"{100 * parts.get('executions', 0.0) / total:.0f} %"
    return "", ""


def _right(outcomes: list[Outcome], modules: list[str]) -> str:
    lines = [
        "| module | goals | iterations, median | covered at equal iterations | A12 | p | covered at equal time | A12 | p |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    effects: dict[str, list[float]] = {"iterations": [], "time": []}
    for module in modules:
        of_module = [o for o in outcomes if o["module"] == module and o["seconds"] > 0 and "failed" not in o]
        runs = {mode: [o for o in of_module if o["mode"] == mode and o["search"]] for mode in ("plain", "right")}
        if min(len(found) for found in runs.values()) < 2:  # noqa: PLR2004
            continue
        # The number of iterations that all runs have made.
        equal = min(len(o["search"]) for found in runs.values() for o in found) - 1
        at_iteration = {mode: [o["search"][equal][1] for o in found] for mode, found in runs.items()}
        at_end = {mode: [o["search"][-1][1] for o in found] for mode, found in runs.items()}
        cells = []
        for name, covered in (("iterations", at_iteration), ("time", at_end)):
            effect = a12(covered["right"], covered["plain"])
            effects[name].append(effect)
            medians = [statistics.median(covered[mode]) for mode in ("plain", "right")]
            cells.append(
                f"{medians[0]:g} → {medians[1]:g} | {effect:.2f} | {rank_sum_p(covered['right'], covered['plain']):.3f}"
            )
        made = [statistics.median(len(o["search"]) - 1 for o in runs[mode]) for mode in ("plain", "right")]
        goals = of_module[0]["goals"]
        lines.append(f"| {module} | {goals} | {made[0]:g} → {made[1]:g} ({equal} in all) | {cells[0]} | {cells[1]} |")
    for name, found in effects.items():
        if found:
            lines.append(f"\nEqual {name}: mean A12 {statistics.mean(found):.2f} over {len(found)} modules.")
    return "\n".join(lines)
