from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal, SupportsFloat, SupportsIndex, TypeAlias, TypeVar, final

import numpy as np
from numpy.typing import NDArray

__version__: str

Outcome: TypeAlias = bool | np.bool_ | SupportsIndex | Literal["default", "next", "exception"] | None
Edge: TypeAlias = tuple[SupportsIndex, SupportsIndex] | tuple[SupportsIndex, SupportsIndex, Outcome]
Place: TypeAlias = tuple[int, int]
Value = TypeVar("Value", bound=SupportsIndex)
Criterion: TypeAlias = Literal["branch", "block", "statement", "method"]
Numbers: TypeAlias = NDArray[np.integer[Any]] | Iterable[SupportsIndex]
Floats: TypeAlias = NDArray[Any] | Iterable[SupportsFloat]
Table: TypeAlias = NDArray[Any] | Iterable[Floats]

class Error(ValueError): ...
class GraphError(Error): ...
class MismatchError(Error): ...
class MisuseError(Error): ...
class DistanceError(Error): ...

@final
class Decision:
    """An evaluated predicate: its outcome, and the distances to both outcomes.

    The distance to the observed outcome is 0, the other one is greater.
    """

    def __new__(cls, outcome: bool | np.bool_, other_side: SupportsFloat) -> Decision: ...
    @property
    def outcome(self) -> bool:
        """Observed outcome."""
        ...
    @property
    def to_true(self) -> float:
        """Distance to the outcome ``True``: 0 if it was observed, else positive, possibly infinite."""
        ...
    @property
    def to_false(self) -> float:
        """Distance to the outcome ``False``: 0 if it was observed, else positive, possibly infinite."""
        ...
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

def eq(a: object, b: object) -> Decision:
    """Compares two values by ``==``.

    The outcome is that of Python, and an exception of the operator is raised. The distance is
    known between integers of any size and floats (exactly), texts, bytes (also of a
    ``bytearray``), ``None``, and lists and tuples of these. It is infinite between values of two
    different types among these, and 1 for all other types.
    """
    ...

def ne(a: object, b: object) -> Decision:
    """Compares two values by ``!=``, as ``eq`` does."""
    ...

def lt(a: object, b: object) -> Decision:
    """Compares two values by ``<``.

    The outcome is that of Python, and an exception of the operator is raised. A comparison with
    NaN is false, and infinitely far from being true. The distance is 1 for types of which it is
    not known.
    """
    ...

def le(a: object, b: object) -> Decision:
    """Compares two values by ``<=``, as ``lt`` does."""
    ...

def gt(a: object, b: object) -> Decision:
    """Compares two values by ``>``, as ``lt`` does."""
    ...

def ge(a: object, b: object) -> Decision:
    """Compares two values by ``>=``, as ``lt`` does."""
    ...

def flag(condition: object) -> Decision:
    """Makes a decision of a condition without a distance: the outcome that was not observed is 1 away.

    The condition is any value that ``if`` takes.
    """
    ...

def not_(decision: Decision) -> Decision:
    """Negates a decision: the distances change places."""
    ...

def all_of(decisions: Iterable[Decision]) -> Decision:
    """Joins decisions by ``and``. It holds for no decisions at all.

    The distance to ``True`` is the sum of those that do not hold, the one to ``False`` the least of
    all.
    """
    ...

def any_of(decisions: Iterable[Decision]) -> Decision:
    """Joins decisions by ``or``. It does not hold for no decisions at all.

    The distance to ``True`` is the least of all, the one to ``False`` the sum of those that hold.
    """
    ...

def contains(whole: object, part: object) -> Decision:
    """Tests whether a text, bytes or a collection contains a value, as ``part in whole`` does.

    The outcome is that of Python, and an exception of the operator is raised: an iterator is read as
    far as Python reads it. In a list, tuple, set, dictionary or range, the distance is that of the
    nearest element, as ``eq`` has it, and infinite if there is none. In a text or bytes, it is that
    of the nearest part; 1 where the lengths of both have a product above 2^26. It is 1 for all other
    values.
    """
    ...

def starts_with(whole: Any, prefix: Any) -> Decision:
    """Tests whether a text or bytes start with a prefix, or with one of a tuple of them.

    The outcome is that of the method ``startswith``. The distance is 1 if one of the values is
    something other than a text or bytes.
    """
    ...

def ends_with(whole: Any, suffix: Any) -> Decision:
    """Tests whether a text or bytes end with a suffix, or with one of a tuple of them.

    The outcome is that of the method ``endswith``. The distance is 1 if one of the values is
    something other than a text or bytes.
    """
    ...

def eq_by_edits(a: object, b: object) -> Decision:
    """Compares two texts or bytes by ``==``, with the number of edits as distance. Other values have
    the distance of ``eq``.
    """
    ...

def normalise(distance: SupportsFloat, by: Literal["rational", "exponential", "logarithmic"] = "rational") -> float:
    """Maps a distance to [0, 1]: 0 for 0, 1 only for infinity, in the order of the distances.

    ``by`` is ``"rational"`` for x / (1 + x), ``"exponential"`` for 1 - 1.001^-x, or
    ``"logarithmic"`` for l / (1 + l) with l = ln(1 + x). Raises ``DistanceError`` if the distance
    is negative or NaN.
    """
    ...

@final
class FlowGraph:
    """Control-flow graph of a program: the functions, their blocks, and the edges between them.

    Functions are numbered from 0 in the order in which they were added. The blocks of a function
    are numbered from 0, which is its entry.
    """

    def __new__(cls) -> FlowGraph: ...
    def add(
        self,
        edges: Iterable[Edge],
        *,
        exits: Iterable[SupportsIndex] | None = None,
        name: str | None = None,
        statements: Mapping[int, SupportsIndex] | Mapping[np.integer[Any], SupportsIndex] | None = None,
        block_names: Mapping[int, str] | Mapping[np.integer[Any], str] | None = None,
        keep_unreachable: bool = False,
    ) -> int:
        """Adds a function and returns its number.

        Each edge is ``(source, target)`` or ``(source, target, outcome)``. The outcome is ``True``
        or ``False`` for the branches of a predicate, an integer or ``"default"`` for those of a
        switch, and ``"exception"`` for a handler. ``None`` stands for an edge that no predicate
        decides: the first one of a block is the ordinary way on, others are like exceptions.

        ``exits`` are the blocks in which the function may end. ``statements`` maps blocks to their
        numbers of statements, and ``block_names`` to their names in messages and drawings.

        Raises ``GraphError`` if a block has neither an edge nor an exit, if an outcome is there
        twice, if a block cannot be reached from the entry and ``keep_unreachable`` is not set, and
        for other descriptions that no function can have. The graph is then as it was.
        """
        ...
    @property
    def function_count(self) -> int:
        """Number of functions."""
        ...
    @property
    def identity(self) -> str:
        """Hash of the functions with their blocks and edges, as a text. Names do not count."""
        ...
    def block_count(self, function: SupportsIndex = 0) -> int:
        """Returns the number of blocks of a function."""
        ...
    def block_ids(self, function: SupportsIndex = 0) -> range:
        """Returns the numbers of the blocks of a function throughout the program, which arrays use."""
        ...
    def branches(self, function: SupportsIndex = 0) -> list[tuple[int, int, bool | int | str]]:
        """Returns the branches of a function as tuples ``(source, target, outcome)``.

        A branch is an edge that decides something: its block has other ways on.
        """
        ...
    def control_dependences(self, function: SupportsIndex = 0) -> list[tuple[int, int, bool | int | str]]:
        """Returns the control dependences of a function as tuples ``(block, source, outcome)``,
        ordered by block.

        A block depends on a branch if it runs whenever the branch is taken, but not whenever the
        source of the branch runs (Ferrante, Ottenstein and Warren 1987). Blocks that cannot be
        reached depend on nothing.
        """
        ...
    def immediate_dominators(self, function: SupportsIndex = 0) -> list[int | None]:
        """Returns the immediate dominator of each block of a function; ``None`` for the entry and for
        blocks that cannot be reached.
        """
        ...
    def immediate_post_dominators(self, function: SupportsIndex = 0) -> list[int | None]:
        """Returns the nearest other block that post-dominates each block of a function; ``None`` if
        that is the end of the function, and for blocks that cannot be reached.
        """
        ...
    def dot(self) -> str:
        """Returns the graph in the language of Graphviz, one drawing for each function. See also
        ``Execution.dot``.
        """
        ...
    def __len__(self) -> int: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Execution:
    """Observations of one run: the blocks that it entered, and the distances of the decisions that it
    made.

    An execution does not change, and fits the graph that it was made for, also after functions were
    added to that graph.
    """

    def __new__(
        cls,
        graph: FlowGraph,
        *,
        entered: Iterable[tuple[SupportsIndex, SupportsIndex]] | None = None,
        decisions: Mapping[Place, tuple[SupportsFloat, SupportsFloat]] | None = None,
        selections: Mapping[Place, Iterable[SupportsIndex]] | None = None,
        progress: Mapping[Place, SupportsIndex] | None = None,
    ) -> Execution: ...
    @staticmethod
    def from_arrays(
        graph: FlowGraph,
        *,
        entered: Numbers,
        decided: Numbers,
        to_true: Floats,
        to_false: Floats,
    ) -> Execution:
        """Creates an execution from arrays, in which blocks have their numbers throughout the program:
        see ``FlowGraph.block_ids``. Any sequences of numbers will do.

        ``decided`` are the blocks of evaluated predicates, and ``to_true`` and ``to_false`` their
        least distances, in the same order. ``entered`` are blocks that were entered; those in
        ``decided`` may be left out. A block that is there twice has the least of its distances.

        Raises ``IndexError``, ``DistanceError`` and ``Error`` as the constructor does, and
        ``ValueError`` for different lengths.
        """
        ...
    def decision(self, block: SupportsIndex, function: SupportsIndex = 0) -> tuple[float, float] | None:
        """Returns the distances to true and to false of the predicate of a block, or ``None`` if it
        was not evaluated.
        """
        ...
    def dot(self) -> str:
        """Returns the graph in the language of Graphviz, with the colours of what ran, one drawing for
        each function.
        """
        ...
    def entered(self, block: SupportsIndex, function: SupportsIndex = 0) -> bool:
        """Returns ``True`` if a block was entered."""
        ...

@final
class Recorder:
    """Recorder of one run at a time, with hooks that the instrumented program calls.

    Each hook takes a lock, so that threads may share a recorder. It then records one run of all of
    them, in which the calls of one thread look like calls by another. For separate runs, make a
    recorder for each thread.
    """

    def __new__(cls, graph: FlowGraph, *, check_paths: bool = False) -> Recorder: ...
    def call(self, function: SupportsIndex = 0) -> Call:
        """Returns a context manager for one call of a function.

        ``with recorder.call(f) as call:`` stands around the body of the function. An exception that
        leaves the body ends the call, too.
        """
        ...
    def decide(self, block: SupportsIndex, decision: Decision, function: SupportsIndex = 0) -> bool:
        """Records a decision of a function, and returns its outcome.

        Raises ``IndexError`` for a block that the function does not have.
        """
        ...
    def switch(self, block: SupportsIndex, value: Value, function: SupportsIndex = 0) -> Value:
        """Records the value by which a switch of a function selects, and returns it.

        The value may be any integer. More than 128 bits count as the nearest value that is no case.
        """
        ...
    def done(self, block: SupportsIndex, statements: SupportsIndex, function: SupportsIndex = 0) -> None:
        """Records that the first statements of a block have completed. The execution stays in the
        block.
        """
        ...
    def end(self, block: SupportsIndex, function: SupportsIndex = 0) -> None:
        """Records that a block has completed: it goes on by the edge that no predicate decides, or
        ends the function.
        """
        ...
    def execution(self) -> Execution:
        """Returns what was recorded since the last reset, as an execution that does not change any
        more.

        Values by which switches selected are not part of it.
        """
        ...
    def reset(self) -> None:
        """Forgets the run, for the next one, but not the first misuse."""
        ...
    def check(self) -> None:
        """Raises ``MisuseError`` if a hook did not fit the graph since the recorder was made."""
        ...

@final
class Call:
    """One call of a function, as a context manager with the hooks of its blocks."""

    def __enter__(self) -> Call: ...
    def __exit__(
        self, exception_type: Any | None = None, exception: Any | None = None, traceback: Any | None = None
    ) -> Literal[False]: ...
    def decide(self, block: SupportsIndex, decision: Decision) -> bool:
        """Records a decision of this function, and returns its outcome."""
        ...
    def switch(self, block: SupportsIndex, value: Value) -> Value:
        """Records the value by which a switch selects, and returns it."""
        ...
    def done(self, block: SupportsIndex, statements: SupportsIndex) -> None:
        """Records that the first statements of a block have completed. The execution stays in the
        block.
        """
        ...
    def end(self, block: SupportsIndex) -> None:
        """Records that a block has completed: it goes on by the edge that no predicate decides, or
        ends the function.
        """
        ...

@final
class Goal:
    """A goal: its criterion, and its place."""

    @property
    def criterion(self) -> Literal["branch", "entry", "block", "statement", "method"]:
        """Criterion to which the goal belongs: ``"branch"``, ``"entry"``, ``"block"``, ``"statement"``
        or ``"method"``.
        """
        ...
    @property
    def function(self) -> int:
        """Number of the function."""
        ...
    @property
    def block(self) -> int:
        """Number of the block within the function; for a branch, the block of the predicate."""
        ...
    @property
    def outcome(self) -> bool | None:
        """Outcome of a branch that a predicate decides; ``None`` for other goals."""
        ...
    @property
    def detail(self) -> str | None:
        """Text: the branch of a switch, such as ``"case 7"`` and ``"default"``, or the number of a
        statement; ``None`` for other goals.
        """
        ...
    @property
    def text(self) -> str:
        """Text with the names of function and block."""
        ...

@final
class Fitness:
    """Values of all goals for one execution, as arrays in the order of the goals."""

    @property
    def approach_level(self) -> NDArray[np.uint32]:
        """Approach level: the number of decisions that must still be taken after the wrong one.
        ``uint32``.

        It is 2^32 - 1 if the goal cannot be reached at all.
        """
        ...
    @property
    def branch_distance(self) -> NDArray[np.float64]:
        """Branch distance at the wrong decision. ``float64``, infinite if it is not known."""
        ...
    @property
    def scalar(self) -> NDArray[np.float64]:
        """Level + x / (1 + x) for distance x. ``float64``, 0 if and only if the goal is covered."""
        ...
    @property
    def covered(self) -> NDArray[np.bool_]:
        """``True`` if the goal is covered. ``bool``."""
        ...

@final
class Goals:
    """Goals of a program, in a fixed order, and what measures them.

    Goals may be used by several threads. Each measurement takes a lock.
    """

    def __new__(cls, graph: FlowGraph, criteria: Criterion | Iterable[Criterion] | None = None) -> Goals: ...
    def measure(self, execution: Execution) -> Fitness:
        """Measures all goals for an execution.

        Raises ``MismatchError`` if the execution was made for another graph.
        """
        ...
    def measure_into(self, execution: Execution, out: NDArray[np.float64]) -> None:
        """Measures all goals for an execution and writes their scalars into an array of ``float64``.

        Raises ``MismatchError`` if the execution was made for another graph, and ``ValueError`` if
        the array does not have one element for each goal.
        """
        ...
    def explain(self, goal: SupportsIndex, execution: Execution) -> str:
        """Explains why an execution does not cover a goal: the decision that went wrong, by how much,
        and those after it.
        """
        ...
    def parents(self, goal: SupportsIndex) -> list[int]:
        """Returns the goals of the branches on which a goal depends. Without any, the goal is a root."""
        ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> Goal: ...
    def __iter__(self) -> Iterator[Goal]: ...
    def __reversed__(self) -> Iterator[Goal]: ...

@final
class Frontier:
    """Goals within reach: those that are not covered, and that depend on no branch or on a branch that
    is covered.
    """

    def __new__(cls, goals: Goals) -> Frontier: ...
    @staticmethod
    def from_parents(parents: Iterable[Numbers]) -> Frontier:
        """Creates a frontier from the parents of each goal.

        Raises ``IndexError`` for a parent that is no goal.
        """
        ...
    def cover(self, covered: NDArray[np.bool_] | Numbers) -> list[int]:
        """Notes that goals were covered, and returns the goals that came within reach.

        ``covered`` is an array of ``bool`` with an element for each goal, such as
        ``Fitness.covered``, or a sequence of numbers. Raises ``IndexError`` for a number that is no
        goal, ``TypeError`` for what is no number, and ``ValueError`` for an array of another
        length; the frontier is then as it was.
        """
        ...
    @property
    def active(self) -> list[int]:
        """Goals within reach, ascending."""
        ...

@final
class Archive:
    """Archive of the cheapest test that covers each goal."""

    def __new__(cls, goals: Goals | SupportsIndex) -> Archive: ...
    def offer(
        self,
        test: Any,
        covered: NDArray[np.bool_] | Numbers,
        cost: SupportsFloat | Floats | None = None,
    ) -> list[int]:
        """Offers a test with the goals that it covers, and returns the goals for which the archive
        keeps it.

        It keeps a test for a goal that was not covered, or was covered by a test of greater cost.
        ``covered`` is what ``Frontier.cover`` takes. ``cost`` is a number, or a sequence of numbers
        that are compared from left to right. Raises the errors of ``Frontier.cover``, and
        ``ValueError`` for NaN; the archive is then as it was.
        """
        ...
    def get(self, goal: SupportsIndex) -> Any:
        """Returns the test of a goal, or ``None`` if the goal is not covered.

        Raises ``IndexError`` for a number that is no goal.
        """
        ...
    @property
    def covered(self) -> list[int]:
        """Covered goals, ascending."""
        ...
    def tests(self) -> list[Any]:
        """Returns the different tests, in the order of the goals that they cover."""
        ...
    def __len__(self) -> int: ...

def dominates(a: Floats, b: Floats) -> bool:
    """Returns ``True`` if the first row is nowhere greater than the second one, and smaller somewhere.

    Raises ``ValueError`` for rows of different lengths, and for NaN.
    """
    ...

def non_dominated_fronts(values: Table) -> list[list[int]]:
    """Sorts tests into fronts: lists of rows that no row of the same or of a later front dominates.

    ``values`` has a row for each test and a column for each goal; less is better. Raises
    ``ValueError`` for NaN.
    """
    ...

def preference_fronts(values: Table, costs: Floats | None = None) -> list[list[int]]:
    """Sorts tests as MOSA does: first those that are nearest to some goal, then the non-dominated
    fronts of the others.

    Of tests that are equally near to a goal, the one with the least cost is preferred, then the
    first one. Raises ``ValueError`` for NaN, or if the number of costs is not the number of rows.
    """
    ...

def select(values: Table, size: SupportsIndex, costs: Floats | None = None) -> list[int]:
    """Selects the best tests, the best first: front by front, and within a front those that are good
    at something rare.

    ``size`` is the number of tests to keep. The order within a front is that of sub-vector
    dominance, as in MOSA. Raises ``ValueError`` as ``preference_fronts`` does.
    """
    ...

def crowding_distances(values: Table) -> list[float]:
    """Returns the crowding distance of each row, as in NSGA-II.

    It is infinite for the two ends of each column in which values differ, and for a row that is
    alone. Raises ``ValueError`` for NaN.
    """
    ...
