//! Flags as the code says them: what is derived is what one would declare by hand, and no value is
//! worse than without.

use proptest::prelude::*;
use sbst::execution::{CallTreeLimits, Execution, Trace};
use sbst::fitness::flag::{FlagError, FlagGradient, Flags, Keys, Returns};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Branch, CallSite, Function};
use sbst_executors::arguments::Argument::{self, I32, I64};
use sbst_executors::script::{self, Script};
use sbst_executors::wasm::{self, Module};
use std::fmt::Write;
use std::rc::Rc;

fn module(text: &str) -> Module {
    Module::new(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn script(source: &str) -> Script {
    Script::new(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// What a function returns, in the order of its blocks, as text.
fn returns(flags: &Flags, function: u32) -> Vec<String> {
    let text = |returns| match returns {
        Returns::Constant(key) => key.to_string(),
        Returns::Call { negated: false, .. } => "call".to_owned(),
        Returns::Call { negated: true, .. } => "!call".to_owned(),
        Returns::Decision => "decision".to_owned(),
        _ => "?".to_owned(),
    };
    flags.returns(Function::new(function)).map(|(_, returns)| text(returns)).collect()
}

/// What each flag of a function needs: the outcome and the keys of all its calls.
fn needs(graph: &FlowGraph, flags: &Flags, function: u32) -> Vec<String> {
    let of =
        |branch: &Branch| graph.function_of(graph.edge(*branch).source) == Function::new(function);
    let text = |branch: Branch| {
        let keys: Vec<String> = flags.needs(branch).map(|(_, keys)| keys.to_string()).collect();
        format!("{}: {}", graph.edge(branch).outcome, keys.join(" "))
    };
    let mut own: Vec<Branch> = flags.branches().filter(of).collect();
    own.sort_unstable();
    own.into_iter().map(text).collect()
}

/// The values of all branches of a function with flags and without.
fn values(
    graph: &FlowGraph,
    flags: &Flags,
    trace: &Trace,
    function: u32,
) -> Vec<(Outcome, Option<f64>, Option<f64>)> {
    assert_eq!(trace.check(), Ok(()));
    let mut gradient = FlagGradient::new();
    let refined = gradient.refine(graph, flags, trace).expect("the flags fit");
    let branches = graph.all_branches().map(|branch| graph.edge(branch));
    let own = branches.filter(|edge| graph.function_of(edge.source) == Function::new(function));
    own.map(|edge| {
        let [with, without] = [refined.branch_distance(edge), trace.branch_distance(edge)]
            .map(|d| d.map(|d| d.get()));
        (edge.outcome, with, without)
    })
    .collect()
}

/// No value that was finite is infinite, and a branch is taken with flags iff it is without.
fn check(graph: &FlowGraph, flags: &Flags, trace: &Trace, source: &str) {
    for function in graph.functions() {
        for (outcome, with, without) in values(graph, flags, trace, function.number()) {
            assert_eq!(with.is_some(), without.is_some(), "{source}");
            if let (Some(with), Some(without)) = (with, without) {
                assert_eq!(
                    with == 0.0,
                    without == 0.0,
                    "{outcome}: {with} for {without}\n{source}"
                );
                assert!(
                    with.is_finite() || without.is_infinite(),
                    "{outcome}: {with} for {without}\n{source}"
                );
            }
        }
    }
}

// ---- Modules.

/// A function that tests `is_leap`, which is function 0.
fn leap(code: &str) -> Module {
    module(&format!(
        "(module {code}
           (func (export \"f\") (param i32) (result i32)
             (if (call $is_leap (local.get 0)) (then (return (i32.const 1)))) (i32.const 0)))"
    ))
}

fn distance(
    module: &Module,
    function: u32,
    outcome: Outcome,
    arguments: &[Argument],
) -> (f64, f64) {
    let trace = Trace::new(module.graph()).with_path_check().with_call_tree(CallTreeLimits::NONE);
    let mut instance = module.instantiate(&trace).expect("no start function");
    let _ = instance.call_with("f", arguments);
    assert_eq!(instance.unexplained(), 0);
    check(module.graph(), module.flags(), &trace, "");
    let values = values(module.graph(), module.flags(), &trace, function);
    let (_, with, without) = values.into_iter().find(|value| value.0 == outcome).expect("a branch");
    (with.expect("it was evaluated"), without.expect("it was evaluated"))
}

/// AP15, AP20: one block returns, wherever the result was set.
#[test]
fn merged_returns_of_compilers_have_a_gradient() {
    // `-O`: a local, set on each way. 2022 is 2 away from 2024, and 2100 is 100 away from 2000.
    let merged = leap(
        "(func $is_leap (param $year i32) (result i32) (local $result i32)
           (block $done
             (br_if $done (i32.and (local.get $year) (i32.const 3)))
             (local.set $result (i32.const 1))
             (br_if $done (i32.rem_u (local.get $year) (i32.const 100)))
             (local.set $result (i32.eqz (i32.rem_u (local.get $year) (i32.const 400)))))
           (local.get $result))",
    );
    assert_eq!(returns(merged.flags(), 0), ["0", "1", "decision"]);
    assert_eq!(needs(merged.graph(), merged.flags(), 1), ["true: {1}", "false: {0}"]);
    let far = |year| distance(&merged, 1, Outcome::True, &[I32(year)]);
    assert_eq!(far(2024), (0.0, 0.0));
    assert!(
        far(2001).0 < far(2003).0 && far(2001).1 == far(2003).1,
        "{:?} {:?}",
        far(2001),
        far(2003)
    );
    assert!(far(2100).0 < far(2001).0, "{:?}", far(2100));

    // The same by the results of blocks, and by `select`.
    let blocks = leap(
        "(func $is_leap (param $year i32) (result i32)
           (if (result i32) (i32.and (local.get $year) (i32.const 3))
             (then (i32.const 0))
             (else (if (result i32) (i32.rem_u (local.get $year) (i32.const 100))
               (then (i32.const 1))
               (else (i32.eqz (i32.rem_u (local.get $year) (i32.const 400))))))))",
    );
    assert_eq!(returns(blocks.flags(), 0), ["0", "1", "decision"]);
    let select = leap(
        "(func $is_leap (param $year i32) (result i32)
           (i32.and
             (i32.eqz (i32.and (local.get $year) (i32.const 3)))
             (select
               (i32.const 1)
               (i32.eqz (i32.rem_u (local.get $year) (i32.const 400)))
               (i32.ne (i32.rem_u (local.get $year) (i32.const 100)) (i32.const 0)))))",
    );
    assert_eq!(returns(select.flags(), 0), ["decision"]);
    for module in [&blocks, &select] {
        for year in [2000, 2001, 2003, 2100, 2024] {
            let (with, without) = distance(module, 1, Outcome::True, &[I32(year)]);
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            assert_eq!((with == 0.0, without == 0.0), (is_leap, is_leap), "{year}");
            assert!(with < f64::INFINITY);
        }
    }
}

/// AP18: `a < b` is returned as it is.
#[test]
fn returned_comparisons_have_the_distance_of_their_operands() {
    let less = module(
        "(module
           (func $less (param i32 i32) (result i32) (i32.lt_s (local.get 0) (local.get 1)))
           (func (export \"f\") (param i32 i32) (result i32)
             (if (i32.eqz (call $less (local.get 0) (local.get 1))) (then (return (i32.const \
             1)))) (i32.const 0)))",
    );
    assert_eq!(returns(less.flags(), 0), ["decision"]);
    assert_eq!(needs(less.graph(), less.flags(), 1), ["true: {0}", "false: {1}"]);
    // 12 < 10 by 3, and 4 >= 10 by 7; part = d / (1 + d).
    assert_eq!(distance(&less, 1, Outcome::False, &[I32(12), I32(10)]), (3.0 / 4.0, 1.0));
    assert_eq!(distance(&less, 1, Outcome::True, &[I32(4), I32(10)]).0, 7.0 / 8.0);
}

#[test]
fn integers_and_tables_are_keys() {
    // -1 for none: whoever asks whether it is found needs any other.
    let option = module(
        "(module
           (func $find (param i64) (result i32)
             (if (i64.eq (local.get 0) (i64.const 700)) (then (return (i32.const 3))))
             (if (i64.gt_s (local.get 0) (i64.const 1000)) (then (return (i32.const 5))))
             (i32.const -1))
           (func (export \"f\") (param i64)
             (if (i32.ne (call $find (local.get 0)) (i32.const -1)) (then (nop)))
             (if (i32.lt_s (call $find (local.get 0)) (i32.const 0)) (then (nop)))
             (if (call $find (local.get 0)) (then (nop)))
             (block $b (block $a (br_table $a $a $b $a $a $b (call $find (local.get 0)))))))",
    );
    assert_eq!(returns(option.flags(), 0), ["3", "5", "-1"]);
    let expected = [
        "true: {..=-2, 0..}",
        "false: {-1}",
        "true: {-9223372036854775808..=-1}",
        "false: {..=-9223372036854775809, 0..}",
        "true: {..=-1, 1..}",
        "false: {0}",
    ];
    assert_eq!(needs(option.graph(), option.flags(), 1)[..6], expected);
    assert_eq!(
        needs(option.graph(), option.flags(), 1)[6..],
        ["arm 0: {0..=1, 3..=4}", "default: {..=-1, 2, 5..}"]
    );
    let far = |x| distance(&option, 1, Outcome::True, &[I64(x)]);
    assert!(far(705).0 < far(800).0 && far(999).0 < far(800).0 && far(705).1 == far(800).1);
    assert_eq!(far(700), (0.0, 0.0));
}

#[test]
fn results_of_calls_are_handed_on() {
    let chain = module(
        "(module
           (func $ten (param i32) (result i32) (i32.eq (local.get 0) (i32.const 10)))
           (func $not (param i32) (result i32) (i32.eqz (call $ten (local.get 0))))
           (func $same (param i32) (result i32) (call $not (local.get 0)))
           (func (export \"f\") (param i32) (result i32)
             (block $out (br_if $out (call $same (local.get 0))) (return (i32.const 1)))
             (i32.const 0)))",
    );
    let all: Vec<_> = (0..3).map(|function| returns(chain.flags(), function)).collect();
    assert_eq!(all, [["decision"], ["!call"], ["call"]]);
    let far = |x| distance(&chain, 3, Outcome::False, &[I32(x)]);
    assert!(
        far(10) == (0.0, 0.0) && far(12).0 < far(20).0 && far(20).0 < 1.0,
        "{:?} {:?}",
        far(12),
        far(20)
    );
}

/// A block that carries two numbers towards the result: which was set last does not tell which is
/// returned.
#[test]
fn what_is_too_clever_is_left_out() {
    let swapped = module(
        "(module (func $g (param i32) (result i32) (local $a i32) (local $b i32)
             (local.set $a (i32.const 1))
             (if (local.get 0) (then (local.set $b (i32.const 2))))
             (if (result i32) (i32.eq (local.get 0) (i32.const 7)) (then (local.get $a)) (else \
             (local.get $b))))
           (func (export \"f\") (param i32) (if (i32.eq (call $g (local.get 0)) (i32.const 2)) \
           (then (nop)))))",
    );
    assert_eq!(returns(swapped.flags(), 0), [""; 0]);
    assert_eq!(
        distance(&swapped, 1, Outcome::True, &[I32(0)]).0,
        distance(&swapped, 1, Outcome::True, &[I32(0)]).1
    );
    // The activation of a tail call is over when it is made.
    let tail = module(
        "(module (func $g (param i32) (result i32) (i32.eqz (local.get 0)))
           (func $h (param i32) (result i32) (return_call $g (local.get 0)))
           (func (export \"f\") (param i32) (if (call $h (local.get 0)) (then (nop)))))",
    );
    assert_eq!(distance(&tail, 2, Outcome::True, &[I32(9)]), (1.0, 1.0));
}

/// The shipped modules: nothing is finite without flags and infinite with them.
#[test]
fn shipped_modules_keep_what_is_finite() {
    for text in [
        include_str!("../modules/records.wat"),
        include_str!("../modules/geometry.wat"),
        include_str!("../modules/network.wat"),
    ] {
        let module = module(text);
        assert!(module.flags().branches().len() > 0);
        for number in [0, 1, 2, 10, 29, 80, 443, 20_240_229, -1] {
            let trace =
                Trace::new(module.graph()).with_path_check().with_call_tree(CallTreeLimits::NONE);
            let mut instance = module.instantiate(&trace).expect("no start function");
            for export in module.exports() {
                use sbst_executors::arguments::Kind;
                let given = |kind: &Kind| match kind {
                    Kind::I64 => I64(i64::from(number)),
                    Kind::F32 => Argument::F32(number as f32),
                    Kind::F64 => Argument::F64(f64::from(number)),
                    _ => I32(number),
                };
                let arguments: Vec<Argument> = export.parameters.iter().map(given).collect();
                let _ = instance.call_with(&export.name, &arguments);
            }
            check(module.graph(), module.flags(), &trace, text);
        }
    }
}

/// A search that looks into calls finds what one that does not cannot.
#[test]
fn searches_go_by_flags_unless_they_are_told_not_to() {
    let hidden = "(module (func $is (param i32) (result i32) (i32.eq (local.get 0) (i32.const \
        271828)))
        (func (export \"f\") (param i32) (if (call $is (i32.xor (local.get 0) (i32.const 1))) \
        (then (nop)))))";
    let options = wasm::Options { budget: 20_000, ..wasm::Options::default() };
    let found = |flags| wasm::search(&module(hidden), wasm::Options { flags, ..options }).covered();
    assert_eq!((found(true), found(false)), (2, 1));
    let hidden = script(
        "// test: f(int)\nfn is_it(x) { x == 271828 } fn f(x) { if is_it(x) { 1 } else { 2 } }",
    );
    let found = |flags| script::search(&hidden, script::Options { flags, ..options }).totals().0;
    assert_eq!((found(true), found(false)), (2, 1));
}

// ---- Scripts.

fn called(script: &Script, arguments: &[i64]) -> Rc<Trace> {
    let trace =
        Rc::new(Trace::new(script.graph()).with_path_check().with_call_tree(CallTreeLimits::NONE));
    let arguments: Vec<Argument> = arguments.iter().map(|&number| I64(number)).collect();
    let _ = script.call(&trace, "main", &arguments);
    check(script.graph(), script.flags(), &trace, "");
    trace
}

/// With flags and without, of a branch of `main`, the last function by name.
fn far(script: &Script, outcome: Outcome, arguments: &[i64]) -> (f64, f64) {
    let trace = called(script, arguments);
    let main =
        script.functions().iter().position(|function| function.0 == "main").expect("there is one")
            as u32;
    let values = values(script.graph(), script.flags(), &trace, main);
    let (_, with, without) = values.into_iter().find(|value| value.0 == outcome).expect("a branch");
    (with.expect("it was evaluated"), without.expect("it was evaluated"))
}

#[test]
fn scripts_say_what_they_return() {
    let says = |body: &str| {
        let script =
            script(&format!("fn a(x, y) {{ {body} }} fn b(x) {{ x }} fn c(x) {{ x == 1 }}"));
        returns(script.flags(), 0)
    };
    assert_eq!(says("return x < y;"), ["decision"]);
    assert_eq!(says("x < y"), ["decision"]);
    assert_eq!(says("!(x < y)"), ["decision"]);
    assert_eq!(says("c(x)"), ["call"]);
    assert_eq!(says("return !c(x);"), ["!call"]);
    assert_eq!(says("if x < y { 3 } else { return -1; }"), ["3", "-1"]);
    assert_eq!(says("x < 3 && y > 4"), ["1", "0"]);
    assert_eq!(says("!(x < 3 || y > 4)"), ["0", "1"]);
    assert_eq!(says("let r = false; if x < y { r = true; } r"), ["0", "1"]);
    assert_eq!(says("let r = false; if x < y { r = c(y); } return r;"), ["0", "call"]);
    assert_eq!(says("let r = 0; if x < y { r += 1; } r"), ["0", "?"]);
    assert_eq!(
        says("switch x { 1 => true, 2 => false, _ => x > 9 }"),
        ["decision", "1", "0"],
        "the default has the first block"
    );
    assert_eq!(says("if x < y { return; } \"text\""), ["?", "-9223372036854775809"]);
    assert_eq!(says("x + y"), ["?"]);
}

#[test]
fn scripts_say_what_decides() {
    let says = |body: &str| {
        let source = format!(
            "fn asks(x) {{ x == 7 }} fn find(x) {{ if x == 7 {{ 3 }} else {{ -1 }} }} fn main(x) \
             {{ {body} }}"
        );
        let script = script(&source);
        needs(script.graph(), script.flags(), 2)
    };
    assert_eq!(says("if asks(x) { 1 } else { 2 }"), ["true: {1}", "false: {0}"]);
    assert_eq!(
        says("if !asks(x) { 1 } else { 2 }"),
        ["true: {1}", "false: {0}"],
        "the sides are swapped, not the branch"
    );
    assert_eq!(
        says("let ok = asks(x); if x > 4 { return 3; } if ok { 1 } else { 2 }"),
        ["true: {1}", "false: {0}"]
    );
    assert_eq!(says("let ok = asks(x); ok = x > 3; if ok { 1 } else { 2 }"), [""; 0]);
    assert_eq!(says("if find(x) == 3 { 1 } else { 2 }"), ["true: {3}", "false: {..=2, 4..}"]);
    assert_eq!(
        says("if 0 <= find(x) { 1 } else { 2 }").join(" "),
        "true: {..=-9223372036854775809, 0..} false: {-9223372036854775808..=-1}"
    );
    let both = ["true: {1} {0} {1} {0}", "false: {1} {0} {1} {0}"]; // in the order of the calls
    assert_eq!(says("if asks(x) == asks(x + 1) { 1 } else { 2 }"), both);
    assert_eq!(
        says("if find(x) == find(x + 1) { 1 } else { 2 }"),
        [""; 0],
        "numbers, not truth values"
    );
    assert_eq!(
        says("switch find(x) { 3 => 1, 4..=9 => 2, _ => 3 }"),
        ["arm 0: {3}", "arm 1: {4..=9}", "default: {..=2, 10..}"]
    );
    assert_eq!(says("switch asks(x) { true => 1, _ => 2 }"), ["true: {1}", "false: {..=0, 2..}"]);
    assert_eq!(says("if asks(x) && find(x) > 0 { 1 } else { 2 }").len(), 4, "two blocks");
}

/// AP16, AP19 and the others by what they are worth.
#[test]
fn flags_of_scripts_have_a_gradient() {
    let gradient = |source: &str| {
        let script = script(source);
        let values = [1000, 700, 580].map(|x| far(&script, Outcome::True, &[x]));
        assert!(values[0].0 > values[1].0 && values[1].0 > values[2].0, "{source}: {values:?}");
        assert!(values[0].1 == values[1].1 && values[1].1 == values[2].1, "{source}: {values:?}");
    };
    gradient("fn asks(x) { x == 571 } fn main(x) { if asks(x) { 1 } else { 2 } }");
    gradient(
        "fn asks(x) { let r = false; if x == 571 { r = true; } return r; } fn main(x) { if \
         asks(x) { 1 } else { 2 } }",
    );
    gradient(
        "fn asks(x) { x == 571 } fn not(x) { return !asks(x); } fn main(x) { if not(x) == false { \
         1 } else { 2 } }",
    );
    gradient(
        "fn asks(x) { x > 4 && x == 571 } fn main(x) { let ok = asks(x); if ok { 1 } else { 2 } }",
    );
    gradient(
        "fn find(x) { if x == 571 { 5 } else { -1 } } fn main(x) { if find(x) >= 0 { 1 } else { 2 } }",
    );
    gradient("fn find(x) { if x == 571 { return (); } x } fn main(x) { find(x) ?? 3 }");
    gradient(
        "fn big(x) { x < 571 } fn one(x) { x > 0 } fn main(x) { if big(x) == one(x) { 1 } else { 2 } }",
    );
}

/// Calls among the arguments have sites of their own, and recursion keeps activations apart.
#[test]
fn sites_are_those_of_the_innermost_call() {
    let script = script(
        "fn down(x) { if x < 3 { return x == 2; } down(x - 2) } fn inc(x) { x + 1 } fn main(x) { \
         if down(inc(inc(x))) { 1 } else { 2 } }",
    );
    for x in 0..9 {
        let (with, without) = far(&script, Outcome::True, &[x]);
        assert_eq!((with == 0.0, without == 0.0), (x % 2 == 0, x % 2 == 0), "{x}");
        assert!(with < f64::INFINITY);
    }
    let block = Block::new(0);
    assert!(script.graph().get_function_of(block).is_some());
    assert!(
        script
            .flags()
            .returns(Function::new(0))
            .any(|(_, returns)| returns == Returns::from(CallSite::new(0)))
    );
    assert!(Keys::from(true).contains(true.into()));
}

/// Functions that test and return in any form that is described, and in others.
struct Writer<'a> {
    tape: std::slice::Iter<'a, u8>,
    /// Without loops and handlers, and all results are `bool`s: 1 and `true` have one key, which
    /// this language tells apart.
    is_simple: bool,
}

impl Writer<'_> {
    fn draw(&mut self, below: u8) -> u8 {
        self.tape.next().map_or(0, |byte| byte % below)
    }

    fn script(tape: &[u8], is_simple: bool) -> String {
        let mut writer = Writer { tape: tape.iter(), is_simple };
        let mut source = String::new();
        for (name, next) in [("a", "b"), ("b", "c"), ("c", "d")] {
            let body: String = (0..=writer.draw(3)).map(|_| writer.statement(next)).collect();
            let last = writer.value(next);
            writeln!(
                source,
                "fn {name}(x, y) {{ let r = true; r = {}; {body} {last} }}",
                writer.value(next)
            )
            .expect("a string takes all");
        }
        source
            + "fn d(x, y) { if x > 5 { return true; } x == y }\nfn main(x, y) { if x > 100 { 1 } \
                else { a(x, y) } }"
    }

    fn value(&mut self, call: &str) -> String {
        let arguments = ["x, y", "y, x", "x + 1, y", "x, 3"][self.draw(4) as usize];
        match self.draw(12) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => "x < y".to_owned(),
            3 => "!(x == 3)".to_owned(),
            4 | 5 => format!("{call}({arguments})"),
            6 => format!("!{call}({arguments})"),
            7 => format!("({} && {})", self.condition("d"), self.condition("d")),
            8 if !self.is_simple => self.draw(4).to_string(),
            9 if !self.is_simple => "()".to_owned(),
            8..=10 => "x > 2".to_owned(),
            _ if self.is_simple => format!(
                "{call}({arguments}) == {}",
                ["true", "false", "d(x, y)"][self.draw(3) as usize]
            ),
            _ => format!(
                "{call}({arguments}) == {}",
                ["true", "1", "()", "d(x, y)", "\"t\""][self.draw(5) as usize]
            ),
        }
    }

    fn condition(&mut self, call: &str) -> String {
        match self.draw(if self.is_simple { 7 } else { 9 }) {
            0 => "x > y".to_owned(),
            1 => "r".to_owned(),
            2 => format!("{call}(x, y)"),
            3 => format!("!{call}(y, x)"),
            4 => format!("{call}(x, y) == {call}(y, x)"),
            5 => format!("{call}(x, y) != d(y, x)"),
            6 => format!("({} || {})", self.condition(call), self.condition("d")),
            7 => format!("{call}(x, y) < 2"),
            _ => format!("({call}(x, y) ?? 4) == 2"),
        }
    }

    fn statement(&mut self, call: &str) -> String {
        let (condition, value) = (self.condition(call), self.value(call));
        match self.draw(if self.is_simple { 3 } else { 7 }) {
            0 => format!("if {condition} {{ return {value}; }} "),
            1 => format!("if {condition} {{ r = {value}; }} "),
            2 => format!("if {condition} {{ return r; }} else {{ r = {value}; }} "),
            3 => {
                format!("try {{ if {condition} {{ return {value}; }} }} catch {{ r = {value}; }} ")
            }
            4 => format!("switch {value} {{ true => r = {value}, 2 => return r, _ => {{ }} }} "),
            5 => {
                format!("for n in 0..2 {{ if {condition} {{ r = {value}; continue; }} x += n; }} ")
            }
            _ => format!(
                "let v = {value}; if v == 1 {{ x += 1; }} switch v {{ 5 => r = v, 0..2 => return \
                 v, _ => () }} "
            ),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn flags_of_random_scripts_keep_what_is_finite(
        tape in proptest::collection::vec(any::<u8>(), 0..120),
        is_simple: bool,
        x in 0_i64..8,
        y in 0_i64..8,
    ) {
        let source = Writer::script(&tape, is_simple);
        let script = script(&source);
        let trace = Rc::new(
            Trace::new(script.graph()).with_path_check().with_call_tree(CallTreeLimits::default()),
        );
        let result = script.call(&trace, "main", &[I64(x), I64(y)]);
        check(script.graph(), script.flags(), &trace, &source);
        // What is derived is what happened: no call did all that a flag needs which was not taken.
        if is_simple && result.is_ok() {
            let mut gradient = FlagGradient::new();
            let told = gradient
                .refine(script.graph(), script.flags(), &*trace)
                .expect("the flags fit")
                .check();
            prop_assert!(
                !matches!(told, Err(FlagError::Contradiction { .. })),
                "{:?}\n{}",
                told,
                source
            );
        }
    }
}
