"""The package as users meet it: stubs, documentation, networkx."""

from __future__ import annotations

import doctest
from importlib import metadata
from pathlib import Path

import networkx as nx
import pytest
import stubs

import sbst
from sbst import _sbst

ROOT = Path(__file__).parent.parent


def test_stubs_have_the_docstrings_of_the_runtime() -> None:
    for path, module in stubs.STUBS.items():
        source = path.read_text()
        assert stubs.documented(source, module) == source, f"{path.name}: python tests/stubs.py --write"


def test_everything_public_is_exported_and_has_a_docstring() -> None:
    public = {name for name in dir(_sbst) if not name.startswith("_") and name != "pynguin"}
    assert set(sbst.__all__) == public | {"from_networkx", "__version__"}
    for name in public:
        item = getattr(sbst, name)
        assert item.__doc__, name
        for member, value in vars(item).items() if isinstance(item, type) else ():
            assert member.startswith("_") or value.__doc__, f"{name}.{member}"


def test_the_readme_is_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried > 10


def test_graphs_of_networkx() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("start", "then", branch_value=True)
    graph.add_edge("start", "end", branch_value=False)
    graph.add_edge("then", "end", branch_value=True)
    graph.add_edge("then", "end", branch_value=False)
    graph.add_node("dead")
    flow, nodes = sbst.from_networkx(graph, entry="start", name="f")
    assert nodes == ["start", "then", "end", "dead"]
    # C3: both branches that lead to one block
    assert flow.branches() == [(0, 1, True), (0, 2, False), (1, 2, True), (1, 2, False)]
    assert flow.control_dependences() == [(1, 0, True)]
    assert "then" in flow.dot()
    with pytest.raises(KeyError):
        sbst.from_networkx(graph, entry="elsewhere")


def test_exits_and_outcomes_may_be_named() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "a")])
    graph.add_edge("a", "b", kind=True)
    graph.add_edge("a", "a", kind=False)
    flow, nodes = sbst.from_networkx(graph, entry="a", exits=["b"], outcome="kind")
    assert flow.branches()[:2] == [(0, 1, True), (0, 0, False)]
    assert nodes == ["a", "b"]


def test_od52_the_installed_package_has_licences_and_classifiers() -> None:
    installed = metadata.distribution("sbst")
    assert installed.metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert len(installed.metadata.get_all("License-File") or []) == 2
    licences = [file for file in installed.files or [] if file.name in ("LICENSE-MIT", "LICENSE-APACHE")]
    assert {file.name for file in licences} == {"LICENSE-MIT", "LICENSE-APACHE"}
    for file in licences:
        text = (ROOT.parent.parent / file.name).read_text()
        assert (file.read_text(), (ROOT / "pynguin" / file.name).read_text()) == (text, text)
    classifiers = installed.metadata.get_all("Classifier") or []
    assert "Typing :: Typed" in classifiers
    assert "Programming Language :: Python :: 3.10" in classifiers
    assert installed.metadata["Requires-Python"] == ">=3.10"
    assert installed.metadata["Description-Content-Type"].startswith("text/markdown")


def test_od52_one_wheel_is_for_all_versions_of_python() -> None:
    wheel = metadata.distribution("sbst").read_text("WHEEL") or ""
    tags = [line.removeprefix("Tag: ") for line in wheel.splitlines() if line.startswith("Tag: ")]
    assert tags
    assert all(tag.startswith("cp310-abi3-") for tag in tags)
