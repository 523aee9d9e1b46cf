//! Instrumented scripts do what plain ones do, and what they report fits the graph.

use proptest::prelude::*;
use rhai::{Dynamic, EvalAltResult, Scope};
use sbst::distance::Distance;
use sbst::execution::{Execution, Trace};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Block;
use sbst_executors::arguments::Argument;
use sbst_executors::script::{Options, Script, ScriptError, TOP_LEVEL, engine, search};
use std::fmt::Write;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

fn script(source: &str) -> (Script, Rc<Trace>) {
    let script = Script::new(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let trace = Rc::new(Trace::new(script.graph()).with_path_check());
    (script, trace)
}

/// The value or the error, with its position, and the variables of the top level.
fn outcome(result: &Result<Dynamic>, scope: &Scope<'_>) -> String {
    let mut text = match result {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("error {error}"),
    };
    for (name, _, value) in scope.iter() {
        write!(text, "; {name} = {value:?}").expect("a string takes all");
    }
    text
}

fn plainly(source: &str) -> String {
    let engine = engine();
    let mut scope = Scope::new();
    let tree = engine.compile(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let result = engine.eval_ast_with_scope::<Dynamic>(&mut scope, &tree);
    outcome(&result, &scope)
}

/// Runs the top level and checks all that was reported.
fn reported(source: &str) -> (String, Script, Rc<Trace>) {
    let (script, trace) = script(source);
    let mut scope = Scope::new();
    let result = script.run(&trace, &mut scope);
    assert_eq!(trace.check(), Ok(()), "{source}");
    assert_eq!(trace.depth(), 0);
    check_record(script.graph(), &trace, source);
    (outcome(&result, &scope), script, trace)
}

/// A predicate that was evaluated has a side that was taken, and no more sides were taken than
/// predicates evaluated.
fn check_record(graph: &FlowGraph, trace: &Trace, source: &str) {
    let mut taken = 0;
    for block in graph.all_blocks() {
        let sides = [Outcome::True, Outcome::False].map(|side| {
            let branch = graph.branch(block, side)?;
            trace.branch_distance(graph.edge(branch))
        });
        if let [Some(to_true), Some(to_false)] = sides {
            let count = [to_true, to_false]
                .into_iter()
                .filter(|&distance| distance == Distance::ZERO)
                .count();
            assert!(count > 0, "{block}: {to_true}, {to_false}\n{source}");
            taken += count as u64;
        }
    }
    assert!(taken <= trace.evaluated(), "{taken} of {}\n{source}", trace.evaluated());
}

// ---- Generated scripts.

/// Variables of other types.
const OTHERS: &str = "let m = (); let t = \"x\"; let why = ();";

/// Draws source text from a tape, which shrinks well.
struct Writer<'a> {
    tape: std::slice::Iter<'a, u8>,
    loops: u32,
    variables: u32,
}

impl Writer<'_> {
    fn draw(&mut self, below: u8) -> u8 {
        self.tape.next().map_or(0, |byte| byte % below)
    }

    fn script(tape: &[u8]) -> String {
        let mut writer = Writer { tape: tape.iter(), loops: 0, variables: 0 };
        let mut functions = String::new();
        for name in ["f", "g"] {
            let body = writer.block(3, true);
            let last = writer.int(2);
            writeln!(
                functions,
                "fn {name}(d, a, p) {{ if d <= 0 {{ return a; }} let b = 2; let q = true; \
                 {OTHERS}\n{body}\n{last} }}"
            )
            .expect("a string takes all");
        }
        let top = writer.block(4, true);
        let last = writer.int(2);
        format!(
            "{functions}let d = 2; let a = 1; let b = 0; let p = true; let q = false; \
             {OTHERS}\n{top}\n{last}"
        )
    }

    fn block(&mut self, depth: u32, long: bool) -> String {
        let count = self.draw(if long { 6 } else { 3 });
        (0..count).map(|_| self.statement(depth)).collect::<Vec<_>>().join("\n")
    }

    fn statement(&mut self, depth: u32) -> String {
        let choice = self.draw(if depth == 0 { 9 } else { 18 });
        match choice {
            0 => format!("a = {};", self.int(2)),
            1 => format!("b += {};", self.int(2)),
            2 => format!("p = {};", self.bool(3)),
            3 => format!("q = {};", self.bool(2)),
            4 => {
                self.variables += 1;
                let value = self.int(3);
                format!("let v{} = {value};", self.variables)
            }
            5 if self.loops > 0 => ["break;", "continue;"][self.draw(2) as usize].to_owned(),
            5 => "b -= 1;".to_owned(),
            6 => match self.draw(6) {
                0 => format!("return {};", self.int(2)),
                1 => format!("throw {};", self.int(2)),
                2 => "throw;".to_owned(),
                _ => format!(
                    "m = {};",
                    if self.draw(2) == 0 { "()".to_owned() } else { self.int(1) }
                ),
            },
            7 => format!("{};", self.int(2)),
            8 => format!("if {} {{ t = \"y\"; }}", self.bool(2)),
            9 | 10 => {
                let (condition, then) = (self.bool(3), self.block(depth - 1, false));
                let rest = match self.draw(3) {
                    0 => String::new(),
                    1 => format!(" else {{ {} }}", self.block(depth - 1, false)),
                    _ => format!(
                        " else if {} {{ {} }} else {{ {} }}",
                        self.bool(2),
                        self.block(depth - 1, false),
                        self.block(depth - 1, false)
                    ),
                };
                format!("if {condition} {{ {then} }}{rest}")
            }
            11..=13 => self.repeat(depth),
            14 | 15 => {
                let body = self.block(depth - 1, true);
                let bound = self.draw(2) == 0;
                let handler = self.block(depth - 1, false);
                if bound {
                    format!("try {{ {body} }} catch (e) {{ why = e; {handler} }}")
                } else {
                    format!("try {{ {body} }} catch {{ {handler} }}")
                }
            }
            16 => self.select(depth),
            _ => format!("{{ {} }}", self.block(depth - 1, false)),
        }
    }

    fn repeat(&mut self, depth: u32) -> String {
        self.variables += 1;
        let n = format!("n{}", self.variables);
        let start = format!("{n} += 1; if {n} > 3 {{ break; }}");
        let kind = self.draw(8);
        let condition = self.bool(2);
        self.loops += 1;
        let body = self.block(depth - 1, false);
        self.loops -= 1;
        match kind {
            0 | 1 => format!("let {n} = 0; while {condition} {{ {start} {body} }}"),
            2 => format!("let {n} = 0; loop {{ {start} {body} }}"),
            3 => format!(
                "let {n} = 0; a = loop {{ {n} += 1; if {n} > 2 {{ break {n} + b; }} {body} break \
                 3; }} ?? 5;"
            ),
            4 => format!("let {n} = 0; do {{ {start} {body} }} while {condition};"),
            5 => format!("let {n} = 0; do {{ {start} {body} }} until {condition};"),
            6 => format!("for {n} in a..b {{ if {n} > a + 3 {{ break; }} {body} }}"),
            _ => format!("for ({n}, i{n}) in [1, a, 3] {{ {body} }}"),
        }
    }

    fn select(&mut self, depth: u32) -> String {
        let value = self.int(2);
        let mut arms = String::new();
        let kinds = self.draw(5);
        for key in ["0", "1 | 2", "1", "3..9", "5..=30"].iter().take(1 + kinds as usize) {
            let guard =
                if self.draw(3) == 0 { format!(" if {}", self.bool(2)) } else { String::new() };
            write!(arms, "{key}{guard} => {{ {} }} ", self.block(depth - 1, false))
                .expect("a string takes all");
        }
        if self.draw(2) == 0 {
            write!(arms, "_ => {{ {} }}", self.block(depth - 1, false))
                .expect("a string takes all");
        }
        format!("switch {value} {{ {arms} }}")
    }

    fn int(&mut self, depth: u32) -> String {
        match self.draw(if depth == 0 { 4 } else { 16 }) {
            0 => self.draw(12).to_string(),
            1 => "a".to_owned(),
            2 | 3 => "b".to_owned(),
            4 => format!("({} + {})", self.int(depth - 1), self.int(depth - 1)),
            5 => format!("({} - {})", self.int(depth - 1), self.int(depth - 1)),
            6 => format!("({} / {})", self.int(depth - 1), self.int(depth - 1)),
            7 | 8 => format!(
                "(if {} {{ {} }} else {{ {} }})",
                self.bool(depth - 1),
                self.int(depth - 1),
                self.int(depth - 1)
            ),
            9 => format!("(m ?? {})", self.int(depth - 1)),
            10 => format!("({{ a += 1; {} }})", self.int(depth - 1)),
            11 => format!("f(d - 1, {}, {})", self.int(depth - 1), self.bool(depth - 1)),
            12 => format!("g(d - 1, {}, {})", self.int(depth - 1), self.bool(depth - 1)),
            13 => format!("[a, b, {}][{}]", self.int(depth - 1), self.int(0)),
            14 => format!(
                "(switch {} {{ 1 => {}, 2.5 => 7, _ => 9 }})",
                self.int(depth - 1),
                self.int(depth - 1)
            ),
            _ => format!("(t.len() + {})", self.int(depth - 1)),
        }
    }

    fn bool(&mut self, depth: u32) -> String {
        match self.draw(if depth == 0 { 8 } else { 18 }) {
            0 => "p".to_owned(),
            1 => "q".to_owned(),
            2 => "a < b".to_owned(),
            3 => "a == 1".to_owned(),
            4 => "t == \"xy\"".to_owned(),
            5 => "a < 1.5".to_owned(),
            6 => "true".to_owned(),
            7 => "p == q".to_owned(),
            8 | 9 => format!("({} && {})", self.bool(depth - 1), self.bool(depth - 1)),
            10 | 11 => format!("({} || {})", self.bool(depth - 1), self.bool(depth - 1)),
            12 => format!("!({})", self.bool(depth - 1)),
            13 => format!("({} in 1..5)", self.int(depth - 1)),
            14 => format!("({} >= {})", self.int(depth - 1), self.int(depth - 1)),
            15 => format!("({{ b += 1; {} }})", self.bool(depth - 1)),
            16 => format!("({} != {})", self.int(depth - 1), self.int(depth - 1)),
            _ => ["b", "m", "t"][self.draw(3) as usize].to_owned(), // no bool
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn instrumented_scripts_do_what_plain_ones_do(
        tape in proptest::collection::vec(any::<u8>(), 0..300),
    ) {
        let source = Writer::script(&tape);
        let plain = plainly(&source);
        let (woven, ..) = reported(&source);
        // Hooks are operations, too: of those that a limit stops, only the reports are compared.
        if ![&plain, &woven]
            .iter()
            .any(|text| text.contains("Too many operations") || text.contains("Stack overflow"))
        {
            prop_assert_eq!(plain, woven, "{}", source);
        }
    }

    #[test]
    fn text_that_is_no_script_is_an_error(source in "[a-z(){}=<&|?! 0-9;\"]{0,40}") {
        let is_script = engine().compile(&source).is_ok();
        prop_assert!(is_script || matches!(Script::new(&source), Err(ScriptError::Parse(_))));
    }
}

// ---- Small cases.

/// Runs a script plainly and instrumented, and gives the value.
fn agreed(source: &str) -> (String, Script, Rc<Trace>) {
    let (woven, script, trace) = reported(source);
    assert_eq!(plainly(source), woven, "{source}");
    (woven, script, trace)
}

/// The distances to both sides of the condition that stands there.
fn distances(script: &Script, trace: &Trace, line: usize, column: usize) -> [Option<f64>; 2] {
    let graph = script.graph();
    let here = |block: &Block| {
        let position = script.position(*block);
        (position.line(), position.position()) == (Some(line), Some(column))
            && graph.branch(*block, Outcome::True).is_some()
    };
    let block = graph.all_blocks().find(here).expect("a condition stands there");
    [Outcome::True, Outcome::False].map(|side| {
        let branch = graph.branch(block, side).expect("it has two sides");
        trace.branch_distance(graph.edge(branch)).map(|distance| distance.get())
    })
}

#[test]
fn operands_are_evaluated_once_and_in_order() {
    let source = "let log = \"\"; let n = 5;
        if ({ log += \"l\"; n }) < ({ log += \"r\"; n = 1; 9 }) && ({ log += \"s\"; n }) == n { \
        log += \"t\"; }
        let later = n < { n = 100; 50 }; if n <= ({ n = 3; 7 }) { log += \"!\"; }
        let c = 0..9; if ({ c = 20..30; 25 }) in c { log += \"c\"; }
        log";
    assert!(agreed(source).0.starts_with("\"lrstc\""));
}

#[test]
fn short_circuits_in_values_are_branches() {
    let (text, script, trace) = agreed("let a = 3;\nlet p = a > 5 && a < 9 || a == 4;\np");
    assert!(text.starts_with("false"));
    assert_eq!(distances(&script, &trace, 2, 11), [Some(3.0), Some(0.0)]);
    assert_eq!(distances(&script, &trace, 2, 20), [None, None], "never evaluated");
    assert_eq!(distances(&script, &trace, 2, 29), [Some(2.0), Some(0.0)]);
}

#[test]
fn numbers_of_both_kinds_are_compared_as_the_engine_does() {
    let (_, script, trace) = agreed(
        "let a = 3;\nif a < 2.5 { a = 0; }\nlet n = 0.0 / 0.0;\nif n < 1.0 { a = 1; }\nif n != n \
         { a = 2; }\na",
    );
    assert_eq!(distances(&script, &trace, 2, 6), [Some(1.5), Some(0.0)]);
    assert_eq!(distances(&script, &trace, 4, 6), [Some(f64::INFINITY), Some(0.0)]);
    // This engine compares floats with a tolerance, within which even NaN is.
    assert_eq!(distances(&script, &trace, 5, 6), [Some(1.0), Some(0.0)]);
    agreed("let a = 0.1 + 0.2; if a == 0.3 { a = 1; } if a > 0.3 { a = 2; } a");
}

#[test]
fn texts_and_letters_have_gradients() {
    let near = |text: &str| {
        let (_, script, trace) = agreed(&format!(
            "let t = \"{text}\";\nlet found = 0;\nif t == \"secret\" {{ found = 1; }}\nfound"
        ));
        distances(&script, &trace, 3, 6)[0].expect("it was evaluated")
    };
    assert!(near("secret") == 0.0 && near("secres") > 0.0);
    assert!(near("secres") < near("secaas") && near("secaas") < near("s"));
    let (_, script, trace) = agreed(
        "let t = \"m\";\nif t[0] == 'p' { t = \"\"; }\nif 7 in 9..=12 { t = \"\"; }\nif 7 in [1, \
         5, 30] { t = \"\"; }\nt",
    );
    assert_eq!(distances(&script, &trace, 2, 9)[0], Some(4.0));
    assert_eq!(distances(&script, &trace, 3, 6)[0], Some(3.0));
    assert_eq!(distances(&script, &trace, 4, 6)[0], Some(3.0));
}

#[test]
fn calls_of_calls_are_activations_of_their_own() {
    let source =
        "// test: digits(int)\nfn digits(n) { if n < 10 { return 1; } 1 + digits(n / 10) }";
    let (script, trace) = script(source);
    let value = script.call(&trace, "digits", &[Argument::I64(1972)]).expect("it returns");
    assert_eq!(value.as_int(), Ok(4));
    assert_eq!((trace.check(), trace.evaluated(), trace.depth()), (Ok(()), 4, 0));
    // Both ways out were taken, and each block ran to its end: also the last one, of which a path
    // check would not miss the end.
    let graph = script.graph();
    for block in graph.all_blocks().filter(|&block| graph.is_reachable(block)) {
        assert_eq!(trace.progress(block), Some(graph.statements(block)), "{block}");
    }
}

#[test]
fn exceptions_end_where_they_are_caught() {
    agreed("let a = 1; try { if a / 0 == 1 { a = 2; } } catch (e) { a = e.line; }\na");
    agreed(
        "let a = [1]; try { try { a.push(a[7]); } catch { throw 5; } a = 0; } catch (e) { \
         a.push(e); }\na",
    );
    agreed(
        "fn f(n) { if n == 0 { throw \"deep\"; } f(n - 1) } let a = 0; try { a = f(3); } catch \
         (e) { a = e; }\na",
    );
    agreed("let a = 0; try { if \"no bool\".len() { a = 1; } } catch (e) { a = e; }\na");
    agreed(
        "let a = 0; for n in 0..3 { try { if n == 1 { continue; } if n == 2 { throw n; } a += 1; \
         } catch { break; } }\na",
    );
    agreed("try { throw 1; } catch (e) { throw; }");
    agreed("let a = 0; try { if [1] < [2] { a = 1; } } catch (e) { a = e; }\na");
    agreed("let a = 0;\nif a == 0 && [1] < [2] { a = 1; }");
}

/// The graph has no exception edges where none can be thrown; that must hold whatever the types
/// are.
#[test]
fn comparisons_of_variables_with_constants_throw_nothing() {
    for value in [
        "[1]",
        "#{a: 1}",
        "()",
        "\"x\"",
        "'x'",
        "1",
        "1.5",
        "true",
        "1..2",
        "Fn(\"f\")",
        "blob(2)",
        "timestamp()",
    ] {
        for constant in ["1", "1.5", "'x'", "\"x\"", "true", "()"] {
            for operator in ["==", "!=", "<", "<=", ">", ">="] {
                for condition in
                    [format!("x {operator} {constant}"), format!("{constant} {operator} x")]
                {
                    agreed(&format!(
                        "let r = {{ let x = {value}; let a = 0; try {{ if {condition} {{ a = 1; \
                         }} }} catch {{ a = 2; }} a }};\nr"
                    ));
                }
            }
        }
        for other in ["[1]", "#{a: 1}", "1..2", "Fn(\"f\")", "blob(2)", "timestamp()"] {
            agreed(&format!(
                "let r = {{ let x = {value}; let y = {other}; let a = 0;
                 try {{ if x == y {{ a = 1; }} }} catch {{ a = 2; }} a }};\nr"
            ));
        }
    }
}

#[test]
fn switches_take_values_texts_ranges_and_guards() {
    for value in ["0", "1", "5", "40", "41", "2.5", "\"x\"", "'y'", "()", "true"] {
        agreed(&format!(
            "let r = switch {value} {{ 0 => 'a', 1 | 2 => 'b', 3..=40 => 'c', _ => 'd' }};\nr"
        ));
        agreed(&format!(
            "let s = 5;
             let r = switch {value} {{ 0 | 1 if s > 9 => 1, 1 if s == 5 => 2, \"x\" => 3, 2..9 if \
             s < 0 => 4, 4..50 => 5 }};\nr"
        ));
    }
    let (_, script, trace) = agreed("let r = switch 7 { 1 => 0, 10..=20 => 1, _ => 2 };\nr");
    let graph = script.graph();
    let arms: Vec<_> = graph
        .all_branches()
        .map(|branch| trace.branch_distance(graph.edge(branch)).map(|d| d.get()))
        .collect();
    assert_eq!(arms, [Some(7.0), Some(4.0), Some(0.0)]);
}

#[test]
fn loops_give_values_and_end_by_the_limit() {
    assert!(
        agreed("let n = 0; let r = loop { n += 1; if n == 4 { break n * 2; } };\nr")
            .0
            .starts_with('8')
    );
    let (woven, ..) = reported("let n = 0; loop { n += 1; if n < 0 { break; } }");
    assert!(woven.contains("Too many operations"), "{woven}");
    let (woven, ..) = reported("fn f(n) { f(n + 1) } f(0)");
    assert!(woven.contains("Stack overflow"), "{woven}");
    reported("loop {}");
    let (_, script, trace) = agreed("let a = 9;\nfor n in a..4 { a += n; }\na");
    assert_eq!(distances(&script, &trace, 2, 1)[0], Some(6.0), "how far from the first round");
}

#[test]
fn branches_may_stand_anywhere_in_an_expression() {
    for statement in [
        "a[if p { 0 } else { 1 }] = if q { 7 } else { 8 };",
        "a[p && q ?? 0];",
        "a[if p || q { 0 } else { 1 }] += if q && p { 7 } else { 8 };",
        "m.x = p && !q || q; a.push(m.x ?? 5);",
        "a.push(if p { if q { 1 } else { 2 } } else { a[if q { 0 } else { 1 }] });",
        "let t = `<${if p { a[0] } else { a[1] }}-${q || p}>`; a.push(t);",
        "a = [p && q, #{ y: q || p, z: if p { 1 } else { 2 } }, -(if q { 1 } else { 2 })];",
        "a.push(f(a, p && q, if p { 0 } else { 3 }));",
        "if true && p { a.push(1); } if false || q { a.push(2); } if !true { a.push(3); }",
        "let n = 0; while n < 3 && { n += 1; true } {} do {} while false; for x in 0..2 {} \
         a.push(n);",
        "while true { break; } let r = loop { if p { break; } break 5; }; a.push(r);",
        "return if p { 1 } else { throw q };",
        "exit(p && q);",
        "switch p { true => a.push(1), false if q => a.push(2) }",
        "let r = switch a[0] { 1 => switch p { true => 1, _ => 2 }, _ => 3 } + 1; a.push(r);",
        "if p { return; } a.push(4); { let b = q && p; a.push(b); }",
        "a.push((m.x ?? ()) ?? (if q { 1 }) ?? 9); if p == q && [1, 2].len() > 1 { a.pop(); }",
    ] {
        for (p, q) in [(false, false), (false, true), (true, false), (true, true)] {
            agreed(&format!(
                "fn f(a, b, c) {{ if b {{ a[0] }} else {{ c }} }}\nlet a = [1, 2]; let m = #{{}}; \
                 let p = {p};\n\
                 let q = {q};\n{statement}\na"
            ));
        }
    }
}

#[test]
fn what_is_not_instrumented_is_refused_with_its_place() {
    for (source, place) in [
        ("let f = |x| x + 1;", "line 1"),
        ("let a = 1;\nlet b = eval(\"a\");", "line 2"),
        (
            "let a = [[true]]; let p = true;\n\nlet b = a[if p && p { 0 } else { 1 }][if p || p { \
             0 } else { 1 }];",
            "line 3",
        ),
        ("import \"m\" as m;", "line 1"),
        ("let a = global::b;", "line 1"),
        ("switch 5 { 1 | 20..40 if true == true => 1, _ => 2 }", "line 1"),
        ("fn int.half() { this / 2 }", "line 1"),
    ] {
        match Script::new(source) {
            Err(error) => assert!(error.to_string().contains(place), "{source}: {error}"),
            Ok(_) => panic!("{source} is taken"),
        }
    }
    assert!(matches!(
        Script::new("// test: f(number)\nfn f(n) { n }"),
        Err(ScriptError::Signature { line: 1 })
    ));
    assert!(matches!(
        Script::new("// test: f(int, int)\nfn f(n) { n }"),
        Err(ScriptError::NoSuchFunction { .. })
    ));
    assert!(matches!(Script::new("if {"), Err(ScriptError::Parse(_))));
    let (script, trace) = script("fn f(n) { n }");
    assert!(script.call(&trace, "g", &[]).is_err());
    assert!(script.call(&trace, TOP_LEVEL, &[]).is_ok(), "there is none");
}

// ---- The scripts that are shipped.

#[test]
fn the_search_covers_all_feasible_branches_and_random_testing_does_not() {
    for (name, source) in [
        ("invoice", include_str!("../scripts/invoice.rhai")),
        ("calendar", include_str!("../scripts/calendar.rhai")),
        ("door", include_str!("../scripts/door.rhai")),
    ] {
        let script = Script::new(source).expect("it is a script");
        let report = search(&script, Options::default());
        let missed: Vec<_> = report
            .functions
            .iter()
            .flat_map(|function| function.uncovered.iter().map(|uncovered| &uncovered.branch))
            .collect();
        assert!(missed.is_empty(), "{name}: {missed:?}");
        assert!(report.random < report.totals().1, "{name}: {}", report.random);
    }
}

#[test]
fn reports_are_the_same_each_time() {
    let script = Script::new(include_str!("../scripts/door.rhai")).expect("it is a script");
    let options = Options { budget: 300, seed: 3, ..Options::default() };
    assert_eq!(
        search(&script, options).to_string(),
        search(&Script::new(include_str!("../scripts/door.rhai")).expect("again"), options)
            .to_string()
    );
}
