//! A small calculator, instrumented by hand: calls among arguments, early returns, errors by `?`,
//! and a panic. While the hooks are written, the trace checks that they follow the graph.
//!
//! `cargo run --features all --example instrument`

use sbst::distance::eq;
use sbst::execution::{Caller, Misuse, Trace, taken};
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::{CallSite, Function};
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::Chars;

const SUM: Function = Function::new(0);
const TERM: Function = Function::new(1);
const COMBINE: Function = Function::new(2);

const FIRST: CallSite = CallSite::new(0);
const NEXT: CallSite = CallSite::new(1);
const BOTH: CallSite = CallSite::new(2);

type Input<'a> = Peekable<Chars<'a>>;

/// The control flow, function by function. A block that an error may leave is an exit, too, if it
/// does not decide.
fn graph() -> Result<FlowGraph, FlowError> {
    let mut graph = FlowGraph::of(
        &FlowBuilder::new()
            .jump(0, 1)
            .exit(0)
            .arm(1, OPERATORS, 2)
            .default(1, 3)
            .jump(2, 1)
            .exit(2)
            .exit(3),
    )?;
    let term = FlowBuilder::new().case(0, '(' as i128, 1).arm(0, DIGITS, 3).default(0, 4);
    graph.add(&term.statements(1, 2).branch(1, 2, 5).exit(2).exit(3).exit(4).exit(5))?;
    graph.add(
        &FlowBuilder::new()
            .case(0, '+' as i128, 1)
            .case(0, '-' as i128, 2)
            .default(0, 3)
            .exit(1)
            .exit(2)
            .exit(3),
    )?;
    Ok(graph)
}

const OPERATORS: [RangeInclusive<i128>; 3] =
    ['+' as i128..='+' as i128, '-' as i128..='-' as i128, '/' as i128..='/' as i128];
const DIGITS: [RangeInclusive<i128>; 1] = ['0' as i128..='9' as i128];

/// The number of a character for a switch; the end of the text is -1.
fn key(next: Option<char>) -> i128 {
    next.map_or(-1, |character| character as i128)
}

/// `0: the first term?  1: while an operator follows { 2: combine with the next term? }  3: return`
fn sum(c: Caller<'_>, input: &mut Input<'_>) -> Result<i64, String> {
    let f = c.enter(SUM);
    let mut value = f.tried(0, term(f.at(FIRST), input))?;
    loop {
        let next = input.peek().copied();
        f.switch(1, key(next));
        let Some(operator @ ('+' | '-' | '/')) = next else { break };
        input.next();
        // The call among the arguments has a caller of its own, and its error is one of block 2.
        value = combine(f.at(BOTH), operator, value, f.attempt(2, 0, term(f.at(NEXT), input))?);
        f.end(2);
    }
    f.returns(3, Ok(value))
}

/// `0: match the next { '(' => 1: a sum?; if ')' follows { 2: return } else { 5: error }, digit =>
/// 3: return, _ => 4: error }`
fn term(c: Caller<'_>, input: &mut Input<'_>) -> Result<i64, String> {
    let f = c.enter(TERM);
    let next = input.next();
    f.switch(0, key(next));
    match next {
        Some('(') => {
            let value = f.attempt(1, 1, sum(f.at(NEXT), input))?;
            let after = input.next();
            if f.decide(1, eq(key(after), ')' as i128)) {
                return f.returns(2, Ok(value));
            }
            f.tried(5, Err(format!("{after:?} instead of a bracket")))
        }
        Some(digit @ '0'..='9') => f.returns(3, Ok(i64::from(u32::from(digit) - u32::from('0')))),
        _ => f.tried(4, Err(format!("{next:?} instead of a term"))),
    }
}

/// `0: match operator { '+' => 1: return, '-' => 2: return, _ => 3: return, or panic }`
fn combine(c: Caller<'_>, operator: char, left: i64, right: i64) -> i64 {
    let f = c.enter(COMBINE);
    f.switch(0, key(Some(operator)));
    match operator {
        '+' => f.returns(1, left + right),
        '-' => f.returns(2, left - right),
        _ => f.returns(3, left / right),
    }
}

/// Runs a test, and tells the trace of its panic: the frames that it dropped had no hook to call.
fn run<T>(trace: &Trace, test: impl FnOnce(Caller<'_>) -> T) -> Option<T> {
    let result = catch_unwind(AssertUnwindSafe(|| test(trace.root())));
    if result.is_err() {
        trace.unwound(0);
    }
    result.ok()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    std::panic::set_hook(Box::new(|_| ())); // the panics of the subject are results here
    let graph = graph()?;
    let trace = Trace::new(&graph).with_path_check();
    for text in ["7", "1+2-4", "9/(5-2)", "8/(4-4)", "(1", "2+", "x"] {
        let result = run(&trace, |c| sum(c, &mut text.chars().peekable()));
        println!(
            "{text:8} {}",
            result.map_or("a panic".to_owned(), |result| format!("{result:?}"))
        );
    }
    println!("{} of {} branches taken", taken(&graph, &trace).len(), graph.all_branches().len());
    trace.check()?; // no hook is missing, and none is in the wrong place

    // Three mistakes, and what the check says of each.
    let forgets_to_return = |c: Caller<'_>| {
        let f = c.enter(COMBINE);
        f.switch(0, key(Some('+')));
    };
    let names_another_block = |c: Caller<'_>| {
        let f = c.enter(COMBINE);
        f.switch(0, key(Some('+')));
        f.returns(2, ());
    };
    let passes_on_its_caller = |c: Caller<'_>| {
        let f = c.enter(SUM);
        let one = combine(c, '-', 2, 1); // it should be `f.at(BOTH)`
        f.returns(3, one);
    };
    let mistakes: [&dyn Fn(Caller<'_>); 3] =
        [&forgets_to_return, &names_another_block, &passes_on_its_caller];
    for mistake in mistakes {
        let trace = Trace::new(&graph).with_path_check();
        run(&trace, mistake);
        println!(
            "{}",
            trace.check().err().as_ref().map_or("nothing".to_owned(), Misuse::to_string)
        );
    }
    Ok(())
}
