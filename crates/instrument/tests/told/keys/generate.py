#!/usr/bin/env python3
"""Writes functions that match numbers, each with random arms, for the property of this test.

    generate.py            writes narrow.rs, others.rs, wide.rs and widest.rs beside it
    generate.py --check    fails if they are not what this script writes

Each function returns the number of the arm that it took. The body of an arm stands on a line of its
own, by which the test finds the block of the arm.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "decisions"))
sys.dont_write_bytecode = True
from generate import Draws  # noqa: E402

SIGNED = {"i8": 8, "i64": 64, "i128": 128}
UNSIGNED = {"u8": 8, "u16": 16, "u64": 64, "u128": 128, "usize": 64}
CHARS = [0, 0x61, 0x7A, 0x30, 0xD7FF, 0xE000, 0x10FFFF]
I64, U64, I128 = 1 << 63, 1 << 64, 1 << 127


def domain(kind):
    if kind in SIGNED:
        half = 1 << (SIGNED[kind] - 1)
        return -half, half - 1
    if kind in UNSIGNED:
        return 0, (1 << UNSIGNED[kind]) - 1
    return (0, 0x10FFFF) if kind == "char" else (0, 1)


def is_key(kind, number):
    low, high = domain(kind)
    return low <= number <= high and not (kind == "char" and 0xD800 <= number <= 0xDFFF)


def literal(kind, number):
    if kind == "bool":
        return "true" if number else "false"
    if kind == "char":
        return f"'\\u{{{number:x}}}'"
    return str(number)


def point(draws, kind):
    """A number of the type: near an end of a type, small, or anywhere."""
    low, high = domain(kind)
    ends = CHARS if kind == "char" else [low, high, 0, -I64, I64 - 1, U64 - 1, I128 - 1, high // 2]
    while True:
        number = draws.of(ends) + draws.below(7) - 3
        if draws.one_in(5):
            number = low + (draws.below(1 << 53) * (high - low) >> 53)
        if is_key(kind, number):
            return number


def alternative(draws, kind, constants):
    """A pattern, and its least and greatest number; nothing for an end that is open.

    `constants` are those of the function, which has them by name; nothing if it has none.
    """
    low, _ = domain(kind)
    form = draws.below(8)
    number = point(draws, kind)
    if form == 2 and constants is not None:
        name = f"C{len(constants)}"
        constants.append((name, number))
        return name, number, number
    if kind == "bool" or form < 3:
        return literal(kind, number), number, number
    a, b = sorted([number, point(draws, kind)])
    if form < 5 or a == b or not is_key(kind, b - 1):
        return f"{literal(kind, a)}..={literal(kind, b)}", a, b
    if form == 5:
        return f"{literal(kind, a)}..{literal(kind, b)}", a, b - 1
    if form == 6:
        return f"{literal(kind, b)}..", b, None
    if draws.one_in(2) and is_key(kind, a - 1):
        return f"..{literal(kind, a)}", None, a - 1
    return f"..={literal(kind, a)}", None, a


class Function:
    """A function with a random match."""

    def __init__(self, draws, kind, name, guards):
        self.kind, self.name = kind, name
        self.constants = [] if draws.one_in(4) else None
        self.arms, self.bounds, self.guarded, self.default = [], set(domain(kind)), False, None
        # The numbers that the arms before accept; patterns from `i128::MAX` on are not measured, so
        # not all functions have some.
        taken, greatest = [], draws.one_in(3)
        self.measured = self.constants is None
        for _ in range(1 + draws.below(2 if kind == "bool" else 5)):
            drawn = [self.drawn(draws, greatest) for _ in range(1 + draws.below(3))]
            self.note(taken, drawn)
            pattern = " | ".join(each[0] for each in drawn)
            binds = draws.one_in(5)
            if binds:
                pattern = f"m @ ({pattern})" if len(drawn) > 1 else f"m @ {pattern}"
            guard = ""
            if guards and draws.one_in(2):
                guard = f" if g & {1 << draws.below(3)} > 0"
                guard += f" && m != {literal(kind, point(draws, kind))}" if binds else ""
                self.guarded = True
            self.arms.append(pattern + guard)
        if draws.one_in(4):
            low, high = domain(kind)
            # The compiler does not know how wide `usize` is.
            is_open = kind == "usize" or draws.one_in(2)
            every = f"{literal(kind, low)}.." + ("" if is_open else f"={literal(kind, high)}")
            self.arms.append("false | true" if kind == "bool" else every)
            self.note(taken, [(every, low, None if is_open else high)])
        else:
            self.default = len(self.arms)
            self.arms.append(draws.of(["_", "_", "other"]))
        self.form = draws.below(3)

    def drawn(self, draws, greatest):
        while True:
            drawn = alternative(draws, self.kind, self.constants)
            if greatest or max(bound for bound in drawn[1:] if bound is not None) < I128 - 1:
                return drawn
            if self.constants and self.constants[-1][0] == drawn[0]:
                self.constants.pop()

    def note(self, taken, drawn):
        """Notes the bounds of an arm, and whether it is measured by what its type has.

        The attribute does not know the type. If an open end of a range begins where the arms before
        have taken the last number of the type, the range seems to go on beyond it.
        """
        ends = domain(self.kind)
        for _, *bounds in drawn:
            for side, bound in enumerate(bounds):
                if bound is not None:
                    self.bounds.add(bound)
                    self.measured &= bound < I128 - 1
                else:
                    last = ends[side]
                    is_taken = any((a is None or a <= last) and (b is None or b >= last) for a, b in taken)
                    was_open = any(both[side] is None for both in taken)
                    self.measured &= was_open or not is_taken
        taken += [tuple(bounds) for _, *bounds in drawn]

    def text(self, line):
        """Returns the source, and the lines of the bodies of arms."""
        rows = [f"fn {self.name}(n: {self.kind}, g: u8) -> usize {{"]
        rows += [f"    const {name}: {self.kind} = {literal(self.kind, number)};" for name, number in self.constants or []]
        rows.append("    let arm = match n {" if self.form == 1 else "    match n {")
        lines = []
        for number, arm in enumerate(self.arms):
            rows.append(f"        {arm} => " + "{" * (self.form == 2))
            lines.append(line + len(rows))
            rows.append(f"            {number}" + "," * (self.form != 2))
            rows += ["        }"] * (self.form == 2)
        rows.append("    };\n    arm\n}" if self.form == 1 else "    }\n}")
        return [row.rstrip() for row in "\n".join(rows).split("\n")], lines


def rust(kinds, about, seed):
    draws = Draws(seed)
    rows = [f"//! {about}", "//!", "//! Written by `generate.py`. Do not change it by hand.", ""]
    rows += ["use super::random::{Argument, Case, case, function, twice};", "use sbst::distance::SwitchKey;", "", "twice! {"]
    table = []
    for kind in kinds:
        for number in range({"bool": 4, "i128": 8, "u128": 8}.get(kind, 6)):
            function = Function(draws, kind, f"{kind}_{number}", guards=number % 2 == 1)
            text, lines = function.text(len(rows) + 1)
            rows += text
            default = f"Some({function.default})" if function.default is not None else "None"
            flags = f"{str(function.measured).lower()}, {str(function.guarded).lower()}"
            raw = {"char": "u32", "bool": "u8"}.get(kind, kind)
            table += [f"    case!({function.name}, {kind}, {lines}, {default}, {flags}, {raw}["]
            row = "       "
            for bound in sorted(function.bounds):
                if len(row) + len(str(bound)) > 96:
                    table.append(row)
                    row = "       "
                row += f" {bound},"
            table += [row, "    ]),"]
    rows += ["}", "", "pub(super) const CASES: &[Case] = &["] + table + ["];", ""]
    return "\n".join(rows)


FILES = {
    "narrow.rs": (["u8", "i8", "u16"], "Matches by numbers of at most 16 bits."),
    "others.rs": (["char", "bool"], "Matches by characters, and by `bool`."),
    "wide.rs": (["i64", "u64", "usize"], "Matches by numbers of 64 bits."),
    "widest.rs": (["i128", "u128"], "Matches by numbers of 128 bits."),
}


def main():
    for seed, (name, (kinds, about)) in enumerate(FILES.items(), 1):
        text, file = rust(kinds, about, seed), HERE / name
        if "--check" not in sys.argv:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file} is not what {Path(__file__).name} writes")


if __name__ == "__main__":
    main()
