from collections.abc import Callable
from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Observation: ...

@final
class Distances:
    """Distances of all branches, code objects and lines of a module, as Pynguin computes them.

    The level of a branch whose predicate was not evaluated is the length of the shortest path to
    its node from a node with an evaluated predicate, over control dependences. The distance is the
    sum of that predicate's distances to both outcomes. If there is no such path, or if the code
    object was not entered, the level is the diameter.
    """

    def __new__(
        cls,
        code_objects: list[tuple[int, int, int, list[tuple[int, int]]]],
        predicates: list[tuple[int, int, int | None]],
        lines: list[tuple[int, int, bool, list[tuple[int, bool]]]],
    ) -> Distances: ...
    def observe(
        self,
        executed_code_objects: list[int],
        executed_predicates: dict[int, int],
        true_distances: dict[int, float],
        false_distances: dict[int, float],
    ) -> Observation | None:
        """Reads an execution. Returns ``None`` if a distance is negative or not a number that a float
        holds exactly, and if the module does not have something that was executed.
        """
        ...
    def measure(self, observation: Observation) -> tuple[NDArray[np.uint32], NDArray[np.float64], NDArray[np.float64]]:
        """Returns approach levels, branch distances and fitness of an execution.

        Two entries for each predicate, for true and for false, come first, then one for each code
        object, then one for each line. The entry of a line is its value while it is not covered.
        """
        ...
    def suite_fitness(
        self, suite: list[Observation], code_objects: list[int], targets: list[tuple[int, bool, bool]]
    ) -> float:
        """Returns the fitness of a suite: the number of code objects that no test entered, and the
        distances of the targets.

        A target is a predicate, and whether its true and its false branch are to be covered. A
        branch that was not taken has the normalised least distance, or 1 if its predicate was
        evaluated less than twice.
        """
        ...
    def suite_covered(
        self, suite: list[Observation], code_objects: list[int], targets: list[tuple[int, bool, bool]]
    ) -> int:
        """Returns the number of code objects that a suite entered, and of branches of the targets that
        it took.
        """
        ...

def rank(
    values: NDArray[np.float64], lengths: list[int], equal: list[int], population: int, draw: Callable[[], bool]
) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Sorts tests into fronts as Pynguin does, with the same draws, and returns the fronts and the
    ranks in the order in which Pynguin sets them.

    The first front has, for each goal, the test with the least value, among those the shortest.
    Between two of the same length, ``draw`` decides. Further fronts hold the tests that no
    remaining test dominates, until ``population`` tests have a front. Tests with the same number in
    ``equal`` are equal: the first one leaves when any of them does.
    """
    ...

def order_of_pairs(levels: NDArray[np.uint32], distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns, for each entry, the number of different pairs in its column that are smaller."""
    ...
