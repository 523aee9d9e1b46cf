"""Random statements and functions of Rust, for `generate.py`."""

from expressions import QUESTION, Expressions, Scope, block

# How often functions of a theme have each kind of statement.
THEMES = {
    "values": {
        "declare": 4, "use": 3, "if": 2, "match": 1, "for": 1, "move": 2, "item": 1, "block": 2,
    },
    "patterns": {
        "declare": 2, "use": 1, "if let": 4, "while let": 2, "let else": 2, "match": 4, "move": 1,
    },
    "leaving": {
        "declare": 3, "use": 1, "leave": 5, "loop": 2, "for": 2, "while": 2, "if": 1, "question": 2,
        "match": 1,
    },
    "panics": {"declare": 2, "use": 1, "assert": 4, "fail": 3, "tracked": 4, "if": 1, "match": 1},
    "chains": {"declare": 2, "chain": 6, "use": 1, "while chain": 2, "move": 1, "match": 1},
}
SMALL = ["declare", "use", "assert", "fail", "tracked"]
RESULTS = {
    "number": " -> i32", "flag": " -> bool", "optional number": " -> Option<i32>",
    "result": " -> Result<i32, i32>", "option": " -> Option<N>", "unit": "",
    "opaque": " -> impl PartialEq + std::fmt::Debug", "closure": " -> impl Fn(i32) -> i32",
}
DECLARATIONS = [
    ("let n = <value>;", "n"), ("let m = <value>;", "m"), ("let n = <value>;", "n"),
    ("let _kept = <value>;", ""), ("let _kept = <option>;", ""), ("let y = <number>;", "y"),
    ("let z = <number>;", "z"), ("let x = <number>;", "x"),
]
# Statements without names or jumps of their own.
FORMS = {
    "use": ["<value>.name();", "let _ = <value>;", "drop(<number>);", "<option>;", "(<number>);"],
    "block": ["<then>"],
    "if": [
        "if <flag> <then>", "if <flag> <then> else <then>",
        "if <flag> <then> else if <flag> <then> else <then>",
    ],
    "assert": [
        "assert!(<part> || <variable> < <digit>);",
        "assert!(<part> || <variable> < <digit>, <name>);",
        'assert!(<part> || <variable> < <digit>, "said:{}", <number1>);',
        "debug_assert!(<part> || <variable> > 0);",
        "assert_eq!(<operand> / 4, 0);", 'assert_eq!(<operand> & 4, 0, "said:{}", <number1>);',
        "assert_ne!(<number>, <operand1> + 2);", "assert_ne!(<number>, 5, <name>);",
    ],
    "fail": [
        "let y = [1, 2, 3, 4, 5][(<number1>) as usize];",
        "let y = i32::max_value() - 4 + (<number1>);", "let y = 12 / (<number1>);",
        "let y = N(<name>, <operand1> + 1).next().unwrap().val();",
        "let y = tracked_option(<operand1> + 1).unwrap().val();",
        "let y = N(<name>, <number1>).result().unwrap().val();",
    ],
    # Two of them in lines of their own.
    "tracked": [
        "if tracked(<number1>) <then>", "if <place1>.tracked(1) <then>",
        "let y = sum(tracked_number(<number1>),\n    tracked_number(<number1>));",
        "if tracked_number(<number1>)\n    < tracked_number(<number1>) <then>",
        "match tracked(<number1>) {\n    true => drop(<value1>),\n    false => {}\n}",
        "if x > 1\n    && tracked(<number1>)\n    || !tracked(<number1>) <then>",
    ],
}


class Statements(Expressions):
    """Writes one function."""

    def body(self, scope, depth, kind, size=None, first=None):
        """A block of statements, with a value unless `kind` is "nothing"."""
        size = 1 + self.draws.below(2) if size is None else size
        statements = [first] if first else []
        for _ in range(size):
            statements += self.statement(scope, depth)
        if kind == "nothing":
            return block(statements)
        if kind == "number" and self.draws.one_in(3):
            return block(statements, self.fill("<value>.val()", scope, depth))
        return block(statements, self.expression(scope, max(depth, 1), kind))

    def turn(self, scope, **names):
        """The scope of a loop that a label names."""
        return scope.within(loops=scope.loops + [f"'l{self.fresh()}"], **names)

    def leave(self, scope):
        """A jump out of here."""
        choices = ['panic!("left");']
        if scope.result != "closure":
            choices = [f"return {self.expression(scope, 1, scope.result)};"]
        if scope.loops and scope.loops[-1]:
            choices += ["continue;", "break;"]
        for label in filter(None, scope.loops):
            choices += [f"continue {label};", f"break {label};"]
        return self.draws.of(choices)

    def statement(self, scope, depth):
        kind = self.pick(THEMES[self.theme])
        if self.left < 0 or depth < 1 and kind not in SMALL:
            kind = self.draws.of(["declare", "use"])
        if kind in FORMS:
            form = self.draws.of(FORMS[kind])
            # The last block has less in it.
            return [self.fill(form, scope, max(depth - form.count("<then>"), 0))]
        return getattr(self, kind.replace(" ", "_") + "_statement")(scope, depth, max(depth - 1, 0))

    def declare_statement(self, scope, depth, _):
        form, name = self.draws.of(DECLARATIONS)
        text = self.fill(form, scope, depth)
        if name:
            scope.declare(name)
        return [text]

    def match_statement(self, scope, depth, _):
        return [self.matched(scope, depth, self.draws.of(["unit", "nothing"]))]

    def otherwise(self, text, scope, less):
        return [text + self.fill(" else <then>", scope, less) if self.draws.one_in(2) else text]

    def if_let_statement(self, scope, depth, less):
        pattern = self.draws.of(["Some(n)", "Some(n)", "Some(ref n)"])
        head = self.fill(f"if let {pattern} = <option> ", scope, depth)
        then = self.fill("<then>", scope.within(values=["n"]), less)
        return self.otherwise(head + then, scope, less)

    def while_let_statement(self, scope, depth, less):
        inner = self.turn(scope, numbers=["k"], values=["m"])
        start = self.fill("let mut k = <operand> & 3;", scope, less)
        source = self.fill(self.draws.of([
            "N(<name>, k).next()", "({ let n = <value1>; N(<name>, k).next() })",
            "N(<name>, k).next().filter(|m| m.val() < 5)",
        ]), scope, 1)
        turn = block(["k -= 1;"] + self.statement(inner, less))
        return [start, f"{inner.loops[-1]}: while let Some(m) = {source} {turn}"]

    def let_else_statement(self, scope, depth, _):
        source = self.fill("<option>", scope, depth)
        other = block([self.fill("let n = <value1>;", scope, 1)], self.leave(scope))
        scope.declare("n")
        return [f"let Some(n) = {source} else {other};"]

    def for_statement(self, scope, depth, less):
        form, name = self.draws.of([
            ("0..<place>.val() & 3", "y"), ("vec![<value1>, <value1>]", "m"), ("<option>", "m")])
        source = self.fill(form, scope, depth)
        inner = self.turn(scope, **{"numbers" if name == "y" else "values": [name]})
        return [f"{inner.loops[-1]}: for {name} in {source} {self.body(inner, less, 'nothing')}"]

    def while_statement(self, scope, depth, less):
        inner = self.turn(scope, numbers=["k"])
        condition = self.fill("k < 3 && <part1>", inner, 1)
        turn = self.body(inner, less, "nothing", 2, first="k += 1;")
        return ["let mut k = 0;", f"{inner.loops[-1]}: while {condition} {turn}"]

    def loop_statement(self, scope, depth, less):
        inner = scope.within(loops=scope.loops + [None])
        forms = ["let n = <value1>;", "if <flag> { break <operand1>; }", "break <operand>;"]
        turn = block([self.fill(form, inner, max(less, 1)) for form in forms])
        scope.declare("y")
        return [f"let y = loop {turn};"]

    def leave_statement(self, scope, depth, _):
        condition = self.fill("if <flag> ", scope, depth)
        return [condition + block([self.fill("let n = <value1>;", scope, 1), self.leave(scope)])]

    def question_statement(self, scope, depth, less):
        text = self.fill(f"let m = {QUESTION.get(scope.result, '<value>')};", scope, depth)
        scope.declare("m")
        return [text]

    def move_statement(self, scope, depth, less):
        movable = [name for name in scope.values if name not in scope.frozen]
        if not movable:
            return self.declare_statement(scope, depth, less)
        name, flag = self.draws.of(movable), self.fill("<flag>", scope, depth)
        forms = [
            f"if {flag} {{ drop({name}); }}",
            f"let o = if {flag} {{ Some({name}) }} else {{ None }};",
            f"let p = Pair {{ first: {name}, second: {self.fill('<value1>', scope, 1)} }};",
            f"match {name} {{ m if {flag} => drop(m), _ => {{}} }}",
        ]
        # A value that is taken cannot be asked.
        text = self.draws.of(forms[:3] if f"{name}." in flag else forms)
        scope.values.remove(name)
        return [text]

    def item_statement(self, scope, depth, less):
        kind, number = self.draws.below(4), self.fresh()
        if kind == 0:
            body = self.body(Scope("number"), less, "number", 1)
            return [f"fn inner_{number}(x: i32) -> i32 {body}"]
        if kind == 1:
            return [f"use std::cmp::max as max_{number};"]
        forms = ["unknown! { let n = <value1>; }", f"const STEP_{number}: i32 = <digit>;"]
        return [self.fill(forms[kind - 2], scope, 1)]

    def chain(self, scope, depth):
        inner, parts = scope.within(), []
        for _ in range(2 + self.draws.below(2)):
            if self.draws.one_in(2):
                parts.append(self.fill("<part1>", inner, 1))
            else:
                parts.append(self.fill("let Some(m) = <option>", inner, depth - 1))
                inner = inner.within(values=["m"])
        return " && ".join(parts), inner

    def chain_statement(self, scope, depth, less):
        condition, inner = self.chain(scope, depth)
        return self.otherwise(f"if {condition} {self.fill('<then>', inner, less)}", scope, less)

    def while_chain_statement(self, scope, depth, less):
        condition, inner = self.chain(scope, depth)
        inner = self.turn(inner, numbers=["k"])
        turn = block(["k += 1;"] + self.statement(inner, less))
        return ["let mut k = 0;", f"{inner.loops[-1]}: while k < 3 && {condition} {turn}"]

    def function(self, name, result):
        """A function, and how it is called with `x`."""
        scope, parameters, call = Scope(result), "x: i32", f"{name}(x)"
        if self.draws.one_in(5):
            parameters, call = "n: N, x: i32", f'{name}(N("parameter", x), x)'
        statements = ['let n = N("local", x);']
        if self.draws.one_in(3):
            # Then the body cannot stand twice in the instrumented function.
            statements.insert(0, "{ const ONE: i32 = 1; }")
        scope.declare("n")
        for _ in range(2 + self.draws.below(3)):
            statements += self.statement(scope, 2)
        if result == "closure":
            statements.append('let n = N("captured", x);')
            call += "(x + 1)"
        self.left = max(self.left, 8)
        text = block(statements, self.expression(scope, 3, result))
        return f"fn {name}({parameters}){RESULTS[result]} {text}", call
