"""Copies the docstrings of the extension module into its type stubs: ``python tests/stubs.py --write``.

Editors show the docstrings of stubs. ``test_package.py`` fails when they differ from those at run time.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from pathlib import Path
from typing import Any

from sbst import _sbst

STUBS = {
    Path(__file__).parent.parent / "python" / "sbst" / "_sbst.pyi": _sbst,
    Path(__file__).parent.parent / "python" / "sbst" / "_pynguin_types.pyi": vars(_sbst)["pynguin"],
}

Node = ast.FunctionDef | ast.ClassDef


def documented(source: str, module: Any) -> str:
    """Returns a stub with the docstrings of a module."""
    tree = ast.parse(source)
    lines = source.splitlines()
    edits: list[tuple[int, int, list[str]]] = []

    def visit(node: Node, owner: Any) -> None:
        value = inspect.getattr_static(owner, node.name, None)
        if isinstance(value, staticmethod):
            value = value.__func__
        text = inspect.getdoc(value) or ""
        special = node.name.startswith("__")
        first = node.body[0]
        known = ast.get_docstring(node)
        indent = " " * (node.col_offset + 4)
        wanted = [] if special or not text else docstring(text, indent)
        if isinstance(node, ast.FunctionDef):
            # ": ..." on the line that ends the signature, or on a line of its own after a docstring
            last = node.end_lineno or node.lineno
            if known is None:
                stop = lines[last - 1]
                if wanted:
                    edits.append((last, last, [stop[: stop.rindex("...")].rstrip(), *wanted, indent + "..."]))
            else:
                edits.append((first.lineno, first.end_lineno or first.lineno, wanted))
        else:
            if known is not None:
                edits.append((first.lineno, first.end_lineno or first.lineno, wanted))
            elif wanted and not isinstance(first, ast.Expr):
                line = min(child.lineno - len(getattr(child, "decorator_list", [])) for child in node.body)
                edits.append((line, line - 1, [*wanted, ""]))
            for child in node.body:
                if isinstance(child, ast.FunctionDef):
                    visit(child, value)

    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            visit(node, module)
    for start, end, replacement in sorted(edits, reverse=True):
        lines[start - 1 : end] = replacement
    return "\n".join(lines) + "\n"


def docstring(text: str, indent: str) -> list[str]:
    """Returns the lines of a docstring."""
    if "\n" not in text:
        return [f'{indent}"""{text}"""']
    body = textwrap.indent(text, indent).splitlines()
    return [f'{indent}"""{body[0].strip()}', *body[1:], f'{indent}"""']


def main() -> int:
    """Writes the stubs, or says which of them differ."""
    differ = []
    for path, module in STUBS.items():
        source = path.read_text()
        wanted = documented(source, module)
        if source != wanted:
            differ.append(path)
            if "--write" in sys.argv:
                path.write_text(wanted)
    for path in differ:
        print(path.name, "was written" if "--write" in sys.argv else "differs: python tests/stubs.py --write")
    return int(bool(differ) and "--write" not in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
