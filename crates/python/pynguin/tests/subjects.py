"""Modules that Pynguin has instrumented, and executions of them that are drawn at random."""

from __future__ import annotations

import importlib.util
import math
import random
from functools import cache
from types import CodeType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pynguin.configuration as config
import pynguin.ga.coveragegoals as bg
from pynguin.ga.testcasechromosome import TestCaseChromosome
from pynguin.instrumentation.machinery import build_transformer
from pynguin.instrumentation.tracer import ExecutionTrace, SubjectProperties
from pynguin.testcase.execution_result import ExecutionResult

if TYPE_CHECKING:
    from collections.abc import Iterable

MODULES = (
    "bisect",
    "colorsys",
    "configparser",
    "csv",
    "difflib",
    "fractions",
    "heapq",
    "json.decoder",
    "shlex",
    "string",
    "textwrap",
)


@cache
def instrumented(module: str, metrics: tuple[str, ...] = ("BRANCH", "LINE")) -> SubjectProperties:
    """Returns what Pynguin registers when it instruments a module, which is not run."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.loader is not None
    return _registered(spec.loader.get_code(module), module, metrics)  # type: ignore[attr-defined]


def instrumented_source(source: str) -> SubjectProperties:
    """Returns what Pynguin registers when it instruments a text."""
    return _registered(compile(source, "text", "exec"), "text", ("BRANCH",))


def _registered(code: CodeType, module: str, metrics: tuple[str, ...]) -> SubjectProperties:
    config.configuration = config.Configuration(
        project_path="",
        module_name=module,
        test_case_output=config.TestCaseOutputConfiguration(output_path=""),
    )
    properties = SubjectProperties()
    transformer = build_transformer(
        properties, {config.CoverageMetric[metric] for metric in metrics}, config.configuration.to_cover
    )
    transformer.instrument_code(code, module)
    return properties


def execution(properties: SubjectProperties, random_: random.Random) -> ExecutionResult:
    """Returns the result of an execution that entered some code objects and evaluated some of their predicates."""
    trace = ExecutionTrace()
    share = random_.random()
    for number in properties.existing_code_objects:
        if random_.random() < 0.8:
            trace.executed_code_objects.add(number)
    for number, meta in properties.existing_predicates.items():
        if meta.code_object_id in trace.executed_code_objects and random_.random() < share:
            distance = random_.choice([1.0, 2.0, 3.5, 17, 1e300, 5e-324, math.inf, random_.random() * 100])
            sides = random_.choice([(0.0, distance), (distance, 0.0), (0.0, 0.0)])
            trace.executed_predicates[number] = random_.randrange(1, 4)
            trace.true_distances[number], trace.false_distances[number] = sides
    for number in properties.existing_lines:
        if random_.random() < share / 2:
            trace.covered_line_ids.add(number)
    result = ExecutionResult()
    result.execution_trace = trace
    return result


class Code:
    """A test case without statements, which is equal to any with the same text."""

    def __init__(self, text: str, length: int) -> None:
        self.text, self.length = text, length

    def size(self) -> int:
        return self.length

    def clone(self) -> Code:
        return Code(self.text, self.length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Code) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Executor:
    """An executor whose results were drawn before, and which remembers the order in which it was asked."""

    def __init__(self, properties: SubjectProperties, results: dict[str, ExecutionResult]) -> None:
        self.subject_properties, self.results = properties, results
        self.executed: list[str] = []

    def execute_multiple(self, test_cases: Iterable[Code]) -> list[ExecutionResult]:
        return [self.execute(test_case) for test_case in test_cases]

    def execute(self, test_case: Code) -> ExecutionResult:
        self.executed.append(test_case.text)
        return self.results[test_case.text]


def functions(executor: Any, properties: SubjectProperties) -> list[Any]:
    """Returns a fitness function for each branch, code object and line."""
    goals: list[Any] = []
    for number, meta in properties.existing_predicates.items():
        if not meta.is_auxiliary:
            for value in (True, False):
                goals.append(bg.BranchGoal(meta.code_object_id, number, value=value))
    goals.extend(bg.BranchlessCodeObjectGoal(number) for number in properties.branch_less_code_objects)
    found: list[Any] = [bg.BranchCoverageTestFitness(executor, goal) for goal in goals]
    for number, line in properties.existing_lines.items():
        found.append(bg.LineCoverageTestFitness(executor, bg.LineCoverageGoal(line.code_object_id, number)))
    return found


def population(
    properties: SubjectProperties, size: int, random_: random.Random, *, registered: bool = True
) -> SimpleNamespace:
    """Returns tests that were not executed yet, some of them equal, with their executor and fitness functions."""
    texts = [f"test {index}" for index in range(max(1, size * 3 // 4))]
    lengths = {text: random_.randrange(1, 6) for text in texts}
    results = {text: execution(properties, random_) for text in texts}
    for result in results.values():
        if random_.random() < 0.3:
            result.report_new_thrown_exception(0, ValueError())
    executor = Executor(properties, results)
    fitness = functions(executor, properties)
    tests = []
    for _ in range(size):
        text = random_.choice(texts)
        test = TestCaseChromosome(test_case=Code(text, lengths[text]))  # type: ignore[arg-type]
        if registered:
            for function in fitness:
                test.add_fitness_function(function)
        tests.append(test)
    return SimpleNamespace(tests=tests, executor=executor, fitness=fitness)
