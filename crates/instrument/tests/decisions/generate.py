#!/usr/bin/env python3
"""Writes the generated functions of this test: random conditions in every context.

    generate.py            writes plain.rs, constants.rs, chains.rs, nested.rs and leaving.rs beside it
    generate.py --check    fails if they are not what this script writes

`.ci/mcdc-attribute` takes the same conditions from here, and writes them in C.

A condition is written twice: as source, with the parentheses that it needs and some more, and as a
prefix text, from which the test computes everything. In that text a letter is an operand by the
variable that it reads, `0` and `1` are constants, `!`, `&` and `|` the operators, and `?` an operand
that calls a function with the expression that follows. `.` is an operand that never comes back.
"""

import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
# In these a lone operand is a decision of one condition.
TESTS = ["if", "bare", "while", "guard", "assert"]
VALUES = ["let", "argument", "tail", "return"]


class Draws:
    """SplitMix64: the same draws in every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return ((z ^ (z >> 31)) >> 11) % bound

    def one_in(self, count):
        return self.below(count) == 0

    def of(self, choices):
        return choices[self.below(len(choices))]


# Kinds of operands in Rust: type of the parameter, the argument for a bit, and the operand.
KINDS = {
    "bool": ("bool", "{}", "{}"),
    "call": ("bool", "{}", "same({})"),
    "told": ("bool", "{}", "told({})"),
    "number": ("i32", "5 * i32::from({})", "{} > 3"),
    "text": ("&str", 'if {} {{ "" }} else {{ "x" }}', "{}.is_empty()"),
    "matches": ("u8", "u8::from({})", "matches!({}, 1 | 2)"),
    "some": ("Option<i32>", "{}.then_some(3)", "let Some(of_{0}) = {0}"),
    "beyond": ("i32", "3 + i32::from({})", "{} > of_{}"),
}
TRUE = ["true", "!false", "cfg!(all())", "(false || true)", "!cfg!(any())", "(true && !false)"]
LEAVING = ["return 9", "{ return 9; }", 'panic!("left")', "unreachable!()", "break 'out 9", "loop { return 9; }"]
FALSE = ["false", "!true", "cfg!(any())", "(true && false)", "!cfg!(all())"]


class Case:
    """A function: the contexts and trees of one or two decisions, and the kinds of its variables."""

    def __init__(self, name, context, trees, kinds, bound=None):
        self.name, self.context, self.trees, self.kinds, self.bound = name, context, trees, kinds, bound

    @property
    def variables(self):
        return len(self.kinds)


def letter(variable):
    return "abcdefgh"[variable]


def prefix(tree):
    match tree:
        case ("leaf", variable):
            return letter(variable)
        case ("constant", value, _):
            return str(int(value))
        case ("leave", _):
            return "."
        case (operator, *parts):
            return {"not": "!", "and": "&", "or": "|", "nested": "?"}[operator] + "".join(map(prefix, parts))


def leaves(tree):
    match tree:
        case ("leaf", variable):
            return [variable]
        case ("constant" | "leave", *_):
            return []
        case (_, *parts):
            return [leaf for part in parts for leaf in leaves(part)]


def source(tree, leaf, constant, draws):
    """As source in which `!` binds tighter than `&&`, and that tighter than `||`: (text, strength)."""

    def bracketed(part, least):
        text, strength = source(part, leaf, constant, draws)
        # Nothing may be put around `let`.
        return f"({text})" if strength < least or ("let " not in text and draws.one_in(8)) else text

    match tree:
        case ("leaf", variable):
            text = leaf(variable)
            return text, 3 if " > " in text or "let " in text else 4
        case ("constant", value, text):
            return constant(value, text), 4
        case ("leave", text):
            return text, 4 if "!(" in text else 0
        case ("not", part):
            return "!" + bracketed(part, 4), 4
        case ("nested", part):
            return f"same({source(part, leaf, constant, draws)[0]})", 4
        # Both operators associate to the left.
        case ("and", left, right):
            return f"{bracketed(left, 2)} && {bracketed(right, 3)}", 2
        case ("or", left, right):
            return f"{bracketed(left, 1)} || {bracketed(right, 2)}", 1


def grow(draws, variables, negated=6):
    """A random tree over these variables, from left to right."""
    if len(variables) == 1:
        tree = ("leaf", variables[0])
    else:
        cut = 1 + draws.below(len(variables) - 1)
        parts = grow(draws, variables[:cut], negated), grow(draws, variables[cut:], negated)
        tree = (draws.of(["and", "or"]), *parts)
    while draws.one_in(negated):
        tree = ("not", tree)
    return tree


def constant_of(draws, value):
    return ("constant", value, draws.of(TRUE if value else FALSE))


def with_constants(draws, tree, absorbing):
    """The tree with constants beside some of its parts."""
    match tree:
        case ("leaf", _):
            grown, often = tree, 4
        case (operator, *parts):
            grown, often = (operator, *(with_constants(draws, part, absorbing) for part in parts)), 5
    if not draws.one_in(often):
        return grown
    operator = draws.of(["and", "or"])
    neutral = operator == "and"
    value = neutral ^ (absorbing and draws.one_in(2))
    pair = [grown, constant_of(draws, value)]
    return (operator, *(reversed(pair) if draws.one_in(3) else pair))


def some_kinds(draws, count):
    return [draws.of(["bool", "bool", "bool", "call", "told", "number", "number", "text", "matches"]) for _ in range(count)]


def some_variables(draws, count):
    """Mostly one variable for each operand; sometimes one is read twice."""
    variables, fresh = [], 0
    for place in range(count):
        if place > 1 and draws.one_in(20):
            variables.append(draws.below(fresh))
        else:
            variables.append(fresh)
            fresh += 1
    return variables, fresh


def is_lone(tree):
    return tree[0] == "leaf"


def fits(context, tree):
    """Not `let x = !a`: the operator may be that of numbers."""
    while tree[0] == "not":
        tree = tree[1]
        if context in VALUES and is_lone(tree):
            return False
    return True


def until(condition, draw):
    while True:
        drawn = draw()
        if condition(drawn):
            return drawn


def plain():
    draws, cases = Draws(1), []
    for number in range(54):
        context = (TESTS + VALUES)[number % 9]
        size = [2, 3, 1, 4, 5, 6 + number % 3][number // 9]
        variables, count = some_variables(draws, size)
        tree = until(lambda tree: fits(context, tree), lambda: grow(draws, variables))
        cases.append(Case(f"p{number:02}", context, [tree], some_kinds(draws, count)))
    return cases


def constants():
    draws, cases = Draws(2), []
    for number in range(30):
        context = (TESTS + VALUES)[number % 9]
        size = 1 + draws.below(5)
        has_constant = lambda tree: any(digit in prefix(tree) for digit in "01") and fits(context, tree)
        tree = until(has_constant, lambda: with_constants(draws, grow(draws, list(range(size))), number % 3 == 2))
        cases.append(Case(f"k{number:02}", context, [tree], some_kinds(draws, size)))
    # Conditions that cannot change the outcome.
    for context in ["if", "guard", "let", "tail"]:
        value = draws.one_in(2)
        tree = ("or" if value else "and", grow(draws, list(range(2))), constant_of(draws, value))
        cases.append(Case(f"k{len(cases):02}", context, [tree], some_kinds(draws, 2)))
    # Constants alone, in whatever context.
    for context in ["if", "while", "guard", "let"]:
        cases.append(Case(f"k{len(cases):02}", context, [constant_of(draws, draws.one_in(2))], []))
    return cases


def chains():
    draws, cases = Draws(3), []
    for number in range(24):
        context = ["if", "while", "bare", "else"][number % 4]
        elements = 1 + number // 4 if number < 16 else 2 + draws.below(4)
        lets = until(any, lambda: [draws.one_in(2) for _ in range(elements)])
        sizes = [1 if is_let else 1 + draws.below(3) for is_let in lets]
        while sum(sizes) > 7:
            sizes[sizes.index(max(sizes))] = 1
        kinds, chain, bound, binding = [], [], {}, None
        for is_let, size in zip(lets, sizes):
            first = len(kinds)
            if is_let:
                kinds.append("some")
                binding = first
                chain.append(("leaf", first))
            else:
                for kind in some_kinds(draws, size):
                    if binding is not None and draws.one_in(2):
                        bound[len(kinds)], kind = binding, "beyond"
                    kinds.append(kind)
                chain.append(grow(draws, list(range(first, first + size))))
        tree = chain[0]
        for element in chain[1:]:
            tree = ("and", tree, element)
        trees = [tree]
        if context == "else":
            kinds.append("bool")
            trees = [("leaf", len(kinds) - 1), tree]
        cases.append(Case(f"c{number:02}", context, trees, kinds, bound))
    return cases


def nested():
    draws, cases = Draws(4), []
    for number in range(20):
        context = (TESTS + VALUES)[number % 9]
        size = 3 + draws.below(5)
        inner = 2 + draws.below(min(size - 2, 3))
        start = draws.below(size - inner + 1)
        call = ("nested", grow(draws, list(range(start, start + inner))))
        outer = list(range(start)) + ["call"] + list(range(start + inner, size))
        tree = until(lambda tree: fits(context, tree), lambda: grow(draws, outer))
        place = lambda tree: (
            call if tree == ("leaf", "call") else tree if is_lone(tree) else (tree[0], *map(place, tree[1:])))
        cases.append(Case(f"n{number:02}", context, [place(tree)], some_kinds(draws, size)))
    for number in range(20, 34):
        context = ["then", "else"][number % 2]
        size = 2 + draws.below(6)
        cut = 1 + draws.below(size - 1)
        trees = [grow(draws, list(range(cut))), grow(draws, list(range(cut, size)))]
        cases.append(Case(f"n{number:02}", context, trees, some_kinds(draws, size)))
    return cases


def leaving():
    draws, cases = Draws(5), []
    denied = lambda tree: tree[0] == "not" and tree[1] == ("leaf", None) or any(
        denied(part) for part in tree[1:] if isinstance(part, tuple))
    place = lambda tree: (
        ("leave", draws.of(LEAVING)) if tree == ("leaf", None) else tree if is_lone(tree) else (tree[0], *map(place, tree[1:])))
    for number in range(42):
        context = (TESTS + ["let", "argument"])[number % 7]
        size = 2 + number // 7
        operands = until(lambda drawn: None in drawn and any(each is not None for each in drawn), lambda: [
            None if draws.one_in(3) else 0 for _ in range(size)])
        variables = iter(range(size))
        operands = [None if each is None else next(variables) for each in operands]
        tree = until(lambda tree: not denied(tree), lambda: grow(draws, operands))
        cases.append(Case(f"l{number:02}", context, [place(tree)], some_kinds(draws, next(variables))))
    return cases


BODIES = {
    "if": ("u32", "if {0} {{ 1 }} else {{ 2 }}"),
    "bare": ("u32", "let mut r = 2; if {0} {{ r = 1; }} r"),
    "while": ("u32", "while {0} {{ return 1; }} 2"),
    "guard": ("u32", "match 7_u8 {{ _ if {0} => 1, _ => 2 }}"),
    "assert": ("u32", "assert!({0}); 1"),
    "let": ("u32", "let r = {0}; 2 - u32::from(r)"),
    "argument": ("u32", "number({0})"),
    "tail": ("bool", "{0}"),
    "return": ("bool", "return {0};"),
    "then": ("u32", "if {0} {{ if {1} {{ 1 }} else {{ 2 }} }} else {{ 3 }}"),
    "else": ("u32", "if {0} {{ 1 }} else if {1} {{ 2 }} else {{ 3 }}"),
}


def wrapped(text, indent):
    return textwrap.fill(text, 99, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def rust(cases, about):
    draws = Draws(7)
    functions, table = [], []
    for case in cases:
        def leaf(variable, case=case):
            form = KINDS[case.kinds[variable]][2]
            bound = (case.bound or {}).get(variable)
            return form.format(letter(variable), letter(bound) if bound is not None else "")

        texts = [source(tree, leaf, lambda _, text: text, draws)[0] for tree in case.trees]
        result, body = BODIES[case.context]
        parameters = ", ".join(f"{letter(at)}: {KINDS[kind][0]}" for at, kind in enumerate(case.kinds))
        body = body.format(*texts)
        body = f"'out: {{ {body} }}" if "'out" in body else body
        line = f"fn {case.name}({parameters}) -> {result} {{ {body} }}"
        functions.append("#[sbst::instrument]\n" + wrapped(line, "    "))
        arguments = ", ".join(KINDS[kind][1].format(f"bit({at})") for at, kind in enumerate(case.kinds))
        call = f"{case.name}({arguments})"
        if result == "bool":
            call = f"2 - u32::from({call})"
        trees = ", ".join(f'"{prefix(tree)}"' for tree in case.trees)
        table.append(wrapped(f'    case!({case.name}, "{case.context}", {case.variables}, [{trees}], |bit| {call}),', " " * 8))
    text = "\n\n".join(functions)
    used = ", ".join(name for name in ("number", "same", "told") if f"{name}(" in text)
    head = f"//! {about}\n//!\n//! Written by `generate.py`. Do not change it by hand.\n\n"
    uses = f"use crate::cases::{{Case, case, {used}}};\n\n"
    return head + uses + text + "\n\npub(crate) const CASES: &[Case] = &[\n" + "\n".join(table) + "\n];\n"


FILES = {
    "plain.rs": (plain, "Conditions of one to eight operands in every context."),
    "constants.rs": (constants, "Conditions with constants among their operands."),
    "chains.rs": (chains, "Chains of `let`."),
    "nested.rs": (nested, "Decisions within operands of others, and beside others."),
    "leaving.rs": (leaving, "Conditions beside operands that never come back."),
}


def main():
    for name, (make, about) in FILES.items():
        text, file = rust(make(), about), HERE / name
        if "--check" not in sys.argv:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file} is not what {Path(__file__).name} writes")


if __name__ == "__main__":
    main()
