//! Mistakes of those who instrument by hand: which of them a trace that checks paths tells.
//!
//! A parser of 21 functions is instrumented by hand. Every single mistake of a
//! [catalogue](catalogue) is seeded, and all inputs run. A mistake is *told* if the trace, or the
//! graph, complains; else it is *silent* if a value of a goal is wrong for some input, and
//! *harmless* if none is.
//!
//! `cargo test --test recording mistakes -- --nocapture` prints how many there are of each class.

mod catalogue;
mod graphs;
mod hooks;
mod lexer;
mod parser;
mod values;

use catalogue::Mistake;
use graphs::{flow, graph};
use hooks::{Event, Seed, Seeded, What};
use sbst::execution::{Caller, ExceptionKind, Execution, Frame, Misuse, Trace};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use values::Laboratory;

const INPUTS: &[&str] = &[
    "",
    "7",
    " 12 + 3",
    "1 - 2 - 3",
    "2 * 3 % 4 / 5",
    "8 / 0",
    "9 % (1 - 1)",
    "2 ^ 10",
    "2 ^ -1",
    "2 ^ )",
    "-3",
    "--4",
    "-)",
    "0x1f",
    "0xg",
    "0",
    "0x7a * 01",
    "99999999999999999999",
    "(1 + 2) * 3",
    "(1 + 2",
    "(+",
    "1 +",
    "1 - *",
    "3 * /",
    "3 / *",
    "let x = 5\nx * x",
    "let let = 5",
    "let fact = 5",
    "let x 5",
    "let = 5",
    "let x = +",
    "let x = 3 4",
    "le",
    "lex",
    "y",
    "{",
    "1 2",
    "1\t+\t1",
    "min(3, 1, 2)",
    "max(3, 1, 2)",
    "max(3 1)",
    "min(3, +)",
    "fact(0)",
    "fact(5)",
    "fact(12) + 1",
    "sin(1)",
    "#2024-02-29",
    "#2023-02-29",
    "#1900-2-28",
    "#2000-2-29",
    "#2023-04-31",
    "#2023-12-31 - #2023-11-30",
    "#2023-13-1",
    "#2023-1-0",
    "#2023-1-32",
    "#x",
    "#2023",
    "#2023-",
    "#2023-1",
    "#2023-1-",
];

/// What came of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Told,
    Silent,
    /// No value is wrong.
    Harmless,
}

/// What a trace says and what a search sees, for the right hooks and the right graph.
struct Right {
    goals: Vec<(u32, u32, Vec<sbst::flow::Outcome>)>,
    values: Vec<Vec<u64>>,
}

impl Right {
    fn new() -> Self {
        let graph = graph(&flow()).unwrap();
        let goals = values::goals(&graph);
        assert!(values::flags(&graph).is_ok());
        let mut laboratory = Laboratory::new(graph, true);
        let values = INPUTS.iter().map(|input| {
            let seen = laboratory.see(Seed::Nothing, input);
            assert_eq!((seen.misuse, seen.flag), (Ok(()), Ok(())), "{input}");
            seen.values
        });
        Self { goals, values: values.collect() }
    }

    fn judge(&self, mistake: &Mistake, checks_paths: bool) -> Outcome {
        let Ok(graph) = graph(mistake.flow.as_ref().unwrap_or(&flow())) else {
            return Outcome::Told;
        };
        let same_goals = values::goals(&graph) == self.goals;
        let mut laboratory = Laboratory::new(graph, checks_paths);
        let mut is_wrong = !same_goals;
        // Sites are there for flags, which have a check of their own.
        let minds_flags = matches!(mistake.seed, Seed::Site(..));
        // Cheaper without values, and mistakes are mostly told.
        for input in INPUTS {
            if laboratory.record(&Seeded::new(mistake.seed), input).check().is_err() {
                return Outcome::Told;
            }
        }
        for (input, right) in INPUTS.iter().zip(&self.values) {
            if is_wrong && !minds_flags {
                break;
            }
            let seen = laboratory.see(mistake.seed, input);
            if minds_flags && seen.flag.is_err() {
                return Outcome::Told;
            }
            is_wrong |= seen.values != *right;
        }
        if is_wrong { Outcome::Silent } else { Outcome::Harmless }
    }
}

fn log() -> Vec<Event> {
    let laboratory = Laboratory::new(graph(&flow()).unwrap(), true);
    let seeded = Seeded::logging();
    for input in INPUTS {
        laboratory.record(&seeded, input);
    }
    seeded.log.map(std::cell::RefCell::into_inner).unwrap_or_default()
}

/// Told, silent and harmless ones, by class.
#[derive(Default)]
struct Table(BTreeMap<&'static str, [usize; 3]>);

impl Table {
    fn count(&mut self, class: &'static str, outcome: Outcome) {
        self.0.entry(class).or_default()[outcome as usize] += 1;
    }

    fn total(&self) -> [usize; 3] {
        self.0.values().fold([0; 3], |total, row| [0, 1, 2].map(|at| total[at] + row[at]))
    }
}

/// Without optimisation, the last two columns are those of the check.
fn print(title: &str, checked: &Table, unchecked: &Table) {
    println!("\n{title:38} seeded    told  silent  harmless   told, silent without the check");
    let total = ("all", (checked.total(), unchecked.total()));
    let rows = checked.0.iter().map(|(&class, &row)| (class, (row, unchecked.0[class])));
    for (class, (with, without)) in rows.chain([total]) {
        let seeded: usize = with.iter().sum();
        println!(
            "{class:38} {seeded:6}  {:6}  {:6}  {:8}        {:6}  {:6}",
            with[0], with[1], with[2], without[0], without[1]
        );
    }
}

fn experiment(title: &str, mistakes: &[Mistake]) -> (Table, Vec<String>) {
    let right = Right::new();
    let (mut checked, mut unchecked, mut silent) = (Table::default(), Table::default(), Vec::new());
    for mistake in mistakes {
        let outcome = right.judge(mistake, true);
        checked.count(mistake.class, outcome);
        if outcome == Outcome::Silent {
            silent.push(mistake.name.clone());
        }
        // To check paths changes no value. What is told without is printed only, and takes most of
        // the time: where the code is optimised.
        let asks = outcome == Outcome::Told && !cfg!(debug_assertions);
        let without = if asks { right.judge(mistake, false) } else { outcome };
        unchecked.count(mistake.class, without);
    }
    print(title, &checked, &unchecked);
    (checked, silent)
}

/// Each block and branch is covered, so that no hook is without a test.
#[test]
fn the_inputs_cover_the_parser() {
    let graph = graph(&flow()).unwrap();
    assert!(graph.all_blocks().len() >= 50 && graph.functions().len() > 10);
    let mut missed: BTreeSet<_> = graph.all_blocks().collect();
    let laboratory = Laboratory::new(graph, true);
    for input in INPUTS {
        let trace = laboratory.record(&Seeded::new(Seed::Nothing), input);
        missed.retain(|&block| trace.progress(block).is_none());
    }
    let missed: Vec<_> = missed.into_iter().map(|block| laboratory.place(block)).collect();
    assert_eq!(missed, [] as [String; 0]);
    let hooks = log().iter().filter(|event| matches!(event.what, What::Tell(_))).count();
    assert!(hooks > 1000);
}

/// Mistakes that nothing shows, and why.
const SILENT: &[(&str, &[&str])] = &[
    (
        "if no statement of the block is known to be done, that may be so: the first one may have \
         failed",
        &[
            "date: done 0 forgotten",
            "number: done 2 forgotten",
            "number: done 4 forgotten",
            "unary: done 1 forgotten",
        ],
    ),
    (
        "a panic follows, and no hook",
        &["factorial: choose 3 as case 0 and not default", "factorial: choose 3 forgotten"],
    ),
    (
        "the graphs of both functions are the same",
        &[
            "expect: frame of peek",
            "peek: frame of expect",
            "reserved: frame of space",
            "space: frame of reserved",
        ],
    ),
];

#[test]
fn od13_mistakes_of_instrumentation_are_told() {
    let mistakes = catalogue::of_paths(&log(), &flow());
    assert!(mistakes.len() >= 200);
    let (table, mut silent) = experiment("mistakes of hooks and graphs", &mistakes);
    println!("silent:\n  {}", silent.join("\n  "));
    let [told, undetected, _] = table.total();
    assert!(told >= 200 && 100 * undetected < told + undetected);
    let mut expected: Vec<_> = SILENT.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    expected.sort_unstable();
    silent.sort_unstable();
    assert_eq!(silent, expected);
}

/// Operands, values and sites stay on the path. If flags are declared, their own check tells of the
/// sites.
#[test]
fn mistakes_of_values_stay_on_the_path() {
    let mistakes = catalogue::of_values(&log(), &flow());
    let (table, _) = experiment("mistakes of values", &mistakes);
    let told = |class| table.0[class];
    assert_eq!((told("another call site")[1], told("`caller()` in place of `at(..)`")[1]), (0, 0));
    assert!(told("another call site")[0] > 0 && told("operand off by one")[1] > 0);
}

/// A mark before the call whose result it returns; a destructor may call after the mark, with a
/// caller made before.
#[test]
fn od13_a_call_after_the_mark_is_told() {
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).unwrap();
    let (function, site) = (Function::new(0), CallSite::new(0));
    let leaf = |c: Caller<'_>| c.enter(function).returns(0, 7);
    let told = |run: &dyn Fn(Caller<'_>)| {
        let trace = Trace::new(&graph).with_path_check();
        run(trace.root());
        trace.check()
    };
    let right = |c: Caller<'_>| {
        let f = c.enter(function);
        f.returns(0, leaf(f.at(site)));
    };
    let early = |c: Caller<'_>| {
        let f = c.enter(function);
        f.returns(0, ());
        leaf(f.at(site));
    };
    let in_a_destructor = |c: Caller<'_>| {
        let f = c.enter(function);
        let later = f.caller();
        f.returns(0, ());
        leaf(later);
    };
    assert_eq!(told(&right), Ok(()));
    assert_eq!(told(&early), Err(Misuse::AfterEnd { function, block: None }));
    assert_eq!(told(&in_a_destructor), Ok(()));
}

/// An error leaves by a block that the graph does not let leave.
#[test]
fn od13_an_error_without_an_exit_is_told() {
    let function = Function::new(0);
    let told = |graph: FlowBuilder, hook: fn(Frame<'_>)| {
        let trace = Trace::new(&FlowGraph::of(&graph).unwrap()).with_path_check();
        hook(trace.root().enter(function));
        trace.check()
    };
    let graph = || FlowBuilder::new().statements(0, 2).jump(0, 1).exit(1);
    let hooks: [fn(Frame<'_>); 2] =
        [|f| _ = f.tried(0, None::<i32>), |f| _ = f.attempt(0, 1, None::<i32>)];
    for hook in hooks {
        assert_eq!(told(graph(), hook), Err(Misuse::LeftEarly { function, block: 0 }));
        assert_eq!(told(graph().exit(0), hook), Ok(()));
    }
    // A block that decides, and an exception, may leave anywhere.
    assert_eq!(told(FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2), hooks[1]), Ok(()));
    assert_eq!(told(graph(), |f| f.threw(Symbol::new(0), ExceptionKind::Implicit)), Ok(()));
}
