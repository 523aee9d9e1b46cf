#!/usr/bin/env python3
"""Writes the generated functions of this test: random ones, whose values say when they are dropped.

    generate.py            writes a file beside it for each theme
    generate.py --check    fails if they are not what this script writes

All but `chains.rs` are Rust of all editions. Each statement begins on a line of its own, so that
the line of a panic says which it was.
"""

import importlib.util
import sys
import textwrap
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from statements import Statements  # noqa: E402

# The draws of the other script of this name.
spec = importlib.util.spec_from_file_location("decisions", HERE.parent / "decisions/generate.py")
decisions = importlib.util.module_from_spec(spec)
spec.loader.exec_module(decisions)

HEAD = """//! {about}
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::both::log;
use crate::cases::{{N, Pair, sum, tracked, tracked_number, tracked_option}};

both! {{
{functions}
}}

#[test]
fn {theme}_are_the_same() {{
{calls}
}}
"""
ALL = [
    "number", "number", "flag", "optional number", "option", "number", "result", "unit", "opaque",
    "closure",
]
PANICS = ["number", "flag", "number", "unit", "option"]
LEFT = ["number", "optional number", "result", "unit", "flag"]
FILES = {
    "values": ("Locals and temporaries in blocks, branches and closures.", 20, ALL),
    "patterns": ("Scrutinees of `if let`, `while let`, `let else` and `match`.", 20, ALL),
    "leaving": ("Functions, loops and blocks that are left early.", 20, LEFT),
    "panics": ("Panics, and calls that say their line.", 20, PANICS),
    "chains": ("Chains of `let`, which the edition 2024 has.", 10, ALL),
}


def broken(line):
    """A line of at most 99 columns, or as many as it takes."""
    indent = line[:len(line) - len(line.lstrip())] + "    "
    wrapper = textwrap.TextWrapper(
        99, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return wrapper.fill(line)


def rust(theme, about, count, results):
    draws, functions, calls = decisions.Draws(1 + list(FILES).index(theme)), [], []
    for number in range(count):
        name = f"{theme}_{number:02}"
        function, call = Statements(draws, theme).function(name, results[number % len(results)])
        lines = textwrap.indent(function, "    ").split("\n")
        functions.append("\n".join(broken(line) if len(line) > 99 else line for line in lines))
        calls.append(f"[{call}]")
    calls = broken(f"    compared!(x in -2..6; {' '.join(calls)});")
    return HEAD.format(about=about, functions="\n\n".join(functions), theme=theme, calls=calls)


def main():
    for theme, how in FILES.items():
        text, file = rust(theme, *how), HERE / f"{theme}.rs"
        if "--check" not in sys.argv:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file} is not what {Path(__file__).name} writes")


if __name__ == "__main__":
    main()
