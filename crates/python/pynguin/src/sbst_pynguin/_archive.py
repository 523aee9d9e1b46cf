"""The part ``archive``: which tests are kept for the goals that they cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pynguin.ga.algorithms.archive import CoverageArchive, MIOPopulation

from ._rows import covered_functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ._measured import Subjects
    from ._patches import Patches


def patch(patches: Patches, mode: str, subjects: Subjects | None) -> None:
    """Replaces the update of the archive; in the right mode also the order of tests that cover the same goal."""
    former: Callable[[CoverageArchive, Iterable[Any]], bool]

    def update(self: Any, solutions: Iterable[Any]) -> bool:
        tests = list(solutions)
        functions = list(self._objectives)
        if not functions or not all(hasattr(test, "computation_cache") for test in tests):
            return former(self, tests)
        # Pynguin executes the tests in this order, when it asks for the first goal.
        for test in tests:
            test.get_is_covered(functions[0])
        covering: dict[Any, list[Any]] = {}
        for test in tests:
            for function in covered_functions(subjects, test, functions):
                covering.setdefault(function, []).append(test)
        updated = False
        for function in self._objectives:
            best = self._covered.get(function)
            for test in covering.get(function, ()):
                if best is not None and not self._is_better_than_current(best, test):
                    continue
                updated = True
                self._covered[function] = best = test
                if function in self._uncovered:
                    self._uncovered.remove(function)
                    self._on_target_covered(function)
        self._logger.debug("ArchiveCoverageGoals: %d", len(self._covered))
        return updated

    former = patches.set(CoverageArchive, "update", update)
    if mode == "right":
        patches.set(CoverageArchive, "_is_better_than_current", staticmethod(_is_shorter))
        patches.set(MIOPopulation, "_is_better_than_current", staticmethod(_is_not_longer))


def _cost(test: Any) -> tuple[bool, int]:
    """Returns the cost of a test: first whether it failed, then its size.

    Pynguin promises this order and does not keep it: a shorter test that fails replaces one that does not.
    """
    result = test.get_last_execution_result()
    failed = result is not None and (result.timeout or result.has_test_exceptions())
    return failed, test.size()


def _is_shorter(current: Any, candidate: Any) -> bool:
    return _cost(candidate) < _cost(current)


def _is_not_longer(current: Any, candidate: Any) -> bool:
    return _cost(candidate) <= _cost(current)
