"""Random expressions of Rust, for `generate.py`."""

import re
import textwrap

# What an expression of each type may be, with how often. `<..>` stands for another one: of that
# type, with a digit for the depth that it may have. `@` calls a method of `Expressions`.
NUMBER = {
    "<place>.val()": 6, "*<place>.number()": 1, "log(<name>, <number>)": 2,
    "sum(<number>, <number>)": 2,
    "<operand> + <operand1>": 2, "<operand> - <operand1>": 1, "i32::from(<flag>)": 1, "<body>": 4,
    "if <flag> <branch> else <branch>": 3, "unknown!(<number>)": 2, "tracked_number(<number>)": 1,
    "[<number>, <number0>][(<operand> & 1) as usize]": 1, "@matched": 3,
    "@if_let": 1, "@labelled": 1,
    "@looped": 1, "@called": 2, "@mapped": 2, "@question": 1,
}
FLAG = {
    "<place>.flag()": 5, "<operand> <order> <operand>": 4, "<part> && <part>": 3,
    "<part> || <part>": 3,
    "!(<flag>)": 1, "tracked(<number>)": 1, "<place>.tracked(<digit>)": 1, "<option>.is_some()": 1,
    "matches!(<option>, Some(ref m) if m.val() > <digit>)": 1, "log(<name>, <flag>)": 1,
    "<body>": 2,
    "if <flag> <branch> else <branch>": 1, "@matched": 1,
}
OPTION = {
    "<place>.next()": 6, "Some(<value>)": 1, "tracked_option(<number>)": 1, "(<body>)": 2,
    "(if <flag> <branch> else { None })": 1, "@filtered": 1, "@or_else": 1,
}
SIMPLE = {
    "number": ["<variable>", "<digit>", "<variable>"], "flag": ["<variable> <order> <digit>"],
    "option": ["<place>.next()"],
}
# What `?` may stand behind, in a function of each type.
QUESTION = {"option": "<option>?", "optional number": "<option>?", "result": "<value>.result()?"}


class Scope:
    """What a place of a function may name, and how it may be left."""

    def __init__(self, result):
        self.numbers, self.values, self.result = ["x"], [], result
        # Labels of the loops around; `None` where `break` and `continue` need one.
        self.loops = []
        # Values from further out are borrowed only.
        self.frozen = set()

    def within(self, numbers=(), values=(), **changes):
        """A scope in this one, with these names in addition."""
        inner = Scope(changes.get("result", self.result))
        inner.loops = changes.get("loops", self.loops)
        inner.numbers, inner.values = self.numbers + list(numbers), self.values + list(values)
        inner.frozen = set(inner.values)
        return inner

    def closure(self, result, **names):
        return self.within(result=result, loops=[], **names)

    def declare(self, name):
        names = self.numbers if name in "xyz" else self.values
        if name not in names:
            names.append(name)
        self.frozen.discard(name)


def is_block(text):
    """Whether it would be a statement where a statement may begin."""
    return text.startswith(("{", "if ", "match ", "loop ", "'"))


def block(statements, value=None):
    if not statements and value and len(value) < 60 and "\n" not in value:
        return f"{{ {value} }}"
    lines = statements + ([value] if value else [])
    return "{\n" + textwrap.indent("\n".join(lines), "    ") + "\n}" if lines else "{}"


class Expressions:
    """Writes the expressions of one function."""

    def __init__(self, draws, theme):
        self.draws, self.theme, self.count = draws, theme, 0
        # How many expressions may still have others within them.
        self.left = 24

    def fresh(self):
        self.count += 1
        return self.count

    def pick(self, weights):
        often = {"panics": "tracked", "patterns": "@if_let"}.get(self.theme, "-")
        names = []
        for name, weight in weights.items():
            names += [name] * (4 * weight if often in name else weight)
        return self.draws.of(names)

    def fill(self, template, scope, depth, kind=None):
        """Writes what `<..>` stands for, from left to right. `kind` is the type of the whole."""
        def part(match):
            return self.part(match[1], scope, int(match[2]) if match[2] else depth, kind)
        return re.sub(r"<(\w+?)(\d?)>", part, template)

    def part(self, name, scope, depth, kind):
        match name:
            case "name":
                return f'"v{self.fresh()}"'
            case "digit":
                return str(self.draws.below(4))
            case "variable":
                return self.draws.of(scope.numbers)
            case "order":
                return self.draws.of(["<", "<=", ">", ">=", "==", "!="])
            case "value":
                return self.fill("N(<name>, <number>)", scope, depth - 1)
            case "place":
                # A temporary, most of the time.
                if scope.values and self.draws.one_in(4):
                    return self.draws.of(scope.values)
                if depth > 1 and self.draws.one_in(10):
                    pair = "(Pair { first: <value1>, second: <value1> }).second"
                    return self.fill(pair, scope, depth)
                return self.part("value", scope, depth, None)
            case "operand":
                text = self.expression(scope, depth, "number")
                return f"({text})" if is_block(text) else text
            case "part":
                text = self.expression(scope, depth, "flag")
                return f"({text})" if is_block(text) or "||" in text else text
            case "body":
                return self.body(scope.within(), depth, kind)
            case "branch":
                return self.branch(scope, depth, kind)
            case "then":
                return self.body(scope.within(), depth, "nothing", 1 + self.draws.below(2))
            case _:
                return self.expression(scope, depth, name)

    def expression(self, scope, depth, kind):
        """Writes an expression: of a simple form if `depth` is 0, or if there was enough."""
        match kind:
            case "number" | "flag" | "option":
                self.left -= 1
                if depth < 1 or self.left < 0:
                    return self.fill(self.draws.of(SIMPLE[kind]), scope, depth)
                form = self.pick({"number": NUMBER, "flag": FLAG, "option": OPTION}[kind])
                if form.startswith("@"):
                    return getattr(self, form[1:])(scope, depth - 1, kind)
                return self.fill(form, scope, depth - (not form.startswith("<place>")), kind)
            case "opaque":
                return self.expression(scope, depth, "number")
            case "optional number":
                if self.draws.one_in(2):
                    option = self.fill("<option>", scope, depth)
                    inner = scope.closure("number", values=["m"])
                    return self.fill(f"{option}.map(|m| <number1>)", inner, depth)
                return self.fill("Some(<number>)", scope, depth)
            case "result":
                forms = ["Ok(<number>)", "<value>.result().map(|m| m.val())"]
                return self.fill(self.draws.of(forms), scope, depth)
            case "nothing":
                return self.fill("<then>", scope, depth)
            case "unit":
                return self.fill(self.draws.of(["drop(<value>)", "drop(<option>)"]), scope, depth)
            case "closure":
                inner = Scope("number").within(numbers=["y"], values=["n"])
                return f"move |y: i32| {self.body(inner, depth, 'number', 2, first='n.val();')}"

    def branch(self, scope, depth, kind, bare=False):
        """A block, or for closures and arms (`bare`) perhaps only an expression."""
        if bare and self.draws.one_in(2):
            return self.expression(scope, depth, kind)
        return self.body(scope.within(), depth, kind, self.draws.below(2))

    # Forms with names or jumps of their own.

    def matched(self, scope, depth, kind):
        """A `match` of an option, or of a number."""
        if self.draws.one_in(2):
            head, inner = self.fill("match <option> {\n", scope, depth), scope.within(values=["m"])
            arms = [("Some(m)", inner), ("None", scope)]
            if self.draws.one_in(2):
                arms.insert(0, (self.fill("Some(ref m) if <flag1>", inner, 1), inner))
        else:
            head, inner = self.fill("match <number> {\n", scope, depth), scope.within(numbers=["y"])
            guarded = self.fill("1 | 2 if <flag1>", scope, 1)
            arms = [("0", scope), (guarded, scope), ("y @ 3..=9", inner), ("_", scope)]
            arms = arms[self.draws.below(2):]
        for pattern, inside in arms:
            arm = f"{pattern} => {self.branch(inside, depth, kind, bare=True)},\n"
            head += textwrap.indent(arm, "    ")
        return head + "}"

    def if_let(self, scope, depth, kind):
        head = self.fill("if let Some(m) = <option>", scope, depth)
        inner = scope.within(values=["m"])
        return f"{head} {self.branch(inner, depth, kind)} else {self.branch(scope, depth, kind)}"

    def labelled(self, scope, depth, kind):
        label, inner = f"'l{self.fresh()}", scope.within(loops=scope.loops + [None])
        statements = [
            self.fill("let n = <value1>;", inner, 1),
            self.fill(f"if <flag> {{ break {label} <number1>; }}", inner, depth),
        ]
        return f"{label}: {block(statements, self.expression(inner, depth, kind))}"

    def looped(self, scope, depth, kind):
        # It ends, whatever the condition says.
        inner = scope.within(numbers=["k"], loops=scope.loops + [None])
        turn = block([
            "k += 1;", self.fill("let n = <value1>;", inner, 1),
            self.fill("if k > 2 || <part> { break <operand>; }", inner, depth)])
        return block(["let mut k = 0;"], f"loop {turn}")

    def called(self, scope, depth, kind):
        closure = self.branch(scope.closure(kind, numbers=["y"]), depth, kind, bare=True)
        return block([f"let f = |y: i32| {closure};"], self.fill("f(<number>)", scope, depth))

    def mapped(self, scope, depth, kind):
        option = self.fill("<option>.map_or(<number0>, ", scope, depth)
        inner = scope.closure(kind, values=["m"])
        return f"{option}|m| {self.branch(inner, depth, kind, bare=True)})"

    def filtered(self, scope, depth, kind):
        option = self.fill("<option>", scope, depth)
        inner = scope.closure("flag", values=["m"])
        return self.fill(f"{option}.filter(|m| <flag1>)", inner, depth)

    def or_else(self, scope, depth, kind):
        option = self.fill("<option>", scope, depth)
        return f"{option}.or_else(|| {self.expression(scope.closure('option'), depth, 'option')})"

    def question(self, scope, depth, kind):
        """An expression with `?`, where the function may be left in this way."""
        return self.fill(QUESTION.get(scope.result, "<value>") + ".val()", scope, depth)
