//! Small programs at random, whose predicates compare integers or test the results of calls, and an
//! interpreter that runs them. A block that calls may catch what the call throws: its predicate is
//! not evaluated then.
//!
//! The interpreter reports to a [`Trace`], and keeps a plain tree of what it did.

use super::flag::{Activity, Method, Returned};
use super::run::Seen;
use super::{Node, Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Decision, eq, flag, ge, gt, le, lt, ne};
use sbst::execution::{CallTreeLimits, Caller, Frame, Trace};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{CallSite, Function};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
enum Operand {
    Constant(i32),
    Argument,
    /// How many blocks this activation has run: so loops end.
    Steps,
}

#[derive(Clone, Copy, Debug)]
struct Compare {
    relation: u8,
    left: Operand,
    right: Operand,
}

#[derive(Clone, Copy, Debug)]
struct Invocation {
    site: u32,
    is_marked: bool,
    /// Made by the frame, not by the interpreter.
    by_frame: bool,
    /// Which one, the argument decides.
    callees: [usize; 2],
    argument: Operand,
    plus: i32,
    /// The result is false if the callee fails.
    catches: bool,
    negated: bool,
}

#[derive(Clone, Copy, Debug)]
enum Value {
    Constant(bool),
    Call(Invocation),
    Compare(Compare),
}

#[derive(Clone, Copy, Debug)]
enum Code {
    Jump(usize),
    /// Where to go if it holds, and if not.
    Test(Value, usize, usize, Handler),
    Return(Value, Handler),
    Fail,
}

/// Where to go if a call fails.
type Handler = Option<usize>;

#[derive(Clone, Debug)]
struct Subject {
    blocks: Vec<Code>,
    knows_flags: bool,
    knows_returns: bool,
}

/// Functions, and what the test calls, with which argument.
#[derive(Clone, Debug)]
pub struct Program {
    functions: Vec<Subject>,
    calls: Vec<(usize, i32)>,
}

fn operand() -> impl Strategy<Value = Operand> {
    prop_oneof![3 => (-2..9_i32).prop_map(Operand::Constant), 4 => Just(Operand::Argument), 1 => Just(Operand::Steps)]
}

fn compare() -> impl Strategy<Value = Compare> {
    (0..6_u8, operand(), operand()).prop_map(|(relation, left, right)| Compare {
        relation,
        left,
        right,
    })
}

fn invocation() -> impl Strategy<Value = Invocation> {
    let pick = || any::<u8>().prop_map(usize::from);
    let callee = (pick(), proptest::option::weighted(0.35, pick()));
    let marked = (proptest::bool::weighted(0.95), any::<bool>());
    (
        0..2_u32,
        marked,
        callee,
        (operand(), -2..3_i32),
        (proptest::bool::weighted(0.7), proptest::bool::weighted(0.4)),
    )
        .prop_map(
            |(
                site,
                (is_marked, by_frame),
                (callee, other),
                (argument, plus),
                (catches, negated),
            )| {
                let callees = [callee, other.unwrap_or(callee)];
                Invocation { site, is_marked, by_frame, callees, argument, plus, catches, negated }
            },
        )
}

fn value(constants: u32) -> impl Strategy<Value = Value> {
    prop_oneof![
        constants => any::<bool>().prop_map(Value::Constant),
        4 => invocation().prop_map(Value::Call),
        3 => compare().prop_map(Value::Compare),
    ]
}

/// With targets that are still any number.
fn code() -> impl Strategy<Value = Code> {
    let to = || any::<u8>().prop_map(usize::from);
    let handler = || proptest::option::weighted(0.4, to());
    let test = prop_oneof![3 => invocation().prop_map(Value::Call), 2 => compare().prop_map(Value::Compare)];
    prop_oneof![
        1 => to().prop_map(Code::Jump),
        20 => (test, to(), to(), handler()).prop_map(|(test, then, or_else, caught)| Code::Test(test, then, or_else, caught)),
        2 => (value(9), handler()).prop_map(|(value, caught)| Code::Return(value, caught)),
        2 => Just(Code::Fail),
    ]
}

/// Mostly forwards, so that programs come somewhere.
fn target(from: usize, blocks: usize, pick: usize) -> usize {
    match blocks - from - 1 {
        0 => pick % blocks,
        _ if pick > 195 => pick % blocks,
        ahead => from + 1 + pick % ahead.min(4),
    }
}

fn subject() -> impl Strategy<Value = Subject> {
    let known = (proptest::bool::weighted(0.95), proptest::bool::weighted(0.9));
    let exit = || proptest::option::weighted(0.3, value(2));
    (vec(code(), 2..7), exit(), exit(), known).prop_map(
        |(mut blocks, one, other, (knows_flags, knows_returns))| {
            let exits =
                [one.unwrap_or(Value::Constant(true)), other.unwrap_or(Value::Constant(false))];
            blocks.extend(exits.map(|value| Code::Return(value, None)));
            let count = blocks.len();
            for (at, code) in blocks.iter_mut().enumerate() {
                let to = |pick: usize| target(at, count, pick);
                *code = match *code {
                    Code::Jump(next) => Code::Jump(to(next)),
                    Code::Test(value, then, or_else, caught) => {
                        Code::Test(value, to(then), to(or_else), caught.map(to))
                    }
                    Code::Return(value, caught) => Code::Return(value, caught.map(to)),
                    Code::Fail => Code::Fail,
                };
                // What the call throws is for the block.
                if let Code::Test(Value::Call(call), .., Some(_))
                | Code::Return(Value::Call(call), Some(_)) = code
                {
                    call.catches = false;
                }
            }
            Subject { blocks, knows_flags, knows_returns }
        },
    )
}

pub fn programs() -> impl Strategy<Value = Program> {
    let calls = vec((prop_oneof![2 => Just(0), 1 => 0..5_usize], -3..9_i32), 1..5);
    (prop_oneof![1 => vec(subject(), 1..=2), 6 => vec(subject(), 3..=5)], calls).prop_map(
        |(mut functions, mut calls)| {
            let count = functions.len();
            calls.iter_mut().for_each(|(function, _)| *function %= count);
            // Mostly those that come later, or there would be no end.
            let callee = |function: usize, pick: usize| match count - function - 1 {
                later if later > 0 && !pick.is_multiple_of(8) => function + 1 + pick / 8 % later,
                _ => pick / 8 % count,
            };
            for (number, function) in functions.iter_mut().enumerate() {
                let is_last = number + 1 == count;
                for code in &mut function.blocks {
                    match code {
                        // One that calls nobody, or nearly all of them would.
                        Code::Test(
                            Value::Call(Invocation { argument, plus, callees, .. }),
                            then,
                            or_else,
                            caught,
                        ) if is_last && !callees[0].is_multiple_of(8) => {
                            let compare = Compare {
                                relation: callees[0] as u8 / 8 % 6,
                                left: *argument,
                                right: Operand::Constant(*plus),
                            };
                            *code = Code::Test(Value::Compare(compare), *then, *or_else, *caught);
                        }
                        Code::Test(Value::Call(call), ..) | Code::Return(Value::Call(call), _) => {
                            call.callees = call.callees.map(|pick| callee(number, pick));
                        }
                        _ => {}
                    }
                }
            }
            Program { functions, calls }
        },
    )
}

impl Subject {
    fn method(&self) -> Method {
        let mut nodes = Vec::new();
        let (mut flags, mut returns) = (BTreeMap::new(), BTreeMap::new());
        for (block, code) in self.blocks.iter().enumerate() {
            let (mut edges, caught) = match *code {
                Code::Jump(to) => (vec![(Outcome::Next, to)], None),
                Code::Test(_, then, or_else, caught) => {
                    (vec![(Outcome::True, then), (Outcome::False, or_else)], caught)
                }
                Code::Return(_, caught) => (Vec::new(), caught),
                Code::Fail => (Vec::new(), None),
            };
            edges.extend(caught.map(|to| (Outcome::Exception(0), to)));
            nodes.push(Node { statements: 1, edges, leaves: matches!(code, Code::Return(..)) });
            match code {
                Code::Test(Value::Call(Invocation { site, negated, .. }), ..)
                    if self.knows_flags =>
                {
                    flags.insert((block, Outcome::True), (*site, !negated));
                    flags.insert((block, Outcome::False), (*site, *negated));
                }
                Code::Return(value, _) if self.knows_returns => {
                    let returned = match *value {
                        Value::Constant(value) => Returned::Constant(value),
                        Value::Call(Invocation { site, negated, .. }) => {
                            Returned::Call { site, negated }
                        }
                        Value::Compare(_) => Returned::Unknown,
                    };
                    returns.insert(block, returned);
                }
                _ => {}
            }
        }
        let shape = Shape(nodes);
        // How far an exit is that cannot be reached, F7 does not say.
        let reachable = shape.reachable();
        returns.retain(|&block, _| reachable[block]);
        Method { shape, flags, returns }
    }
}

/// What it is to leave a function by an exception.
struct Failed;

struct Machine<'p> {
    program: &'p Program,
    fuel: u32,
    tree: Vec<Activity>,
}

/// The values of an activation.
struct Scope<'f, 't> {
    frame: &'f Frame<'t>,
    activation: usize,
    argument: i32,
    steps: i32,
}

impl Scope<'_, '_> {
    fn operand(&self, operand: Operand) -> i32 {
        match operand {
            Operand::Constant(value) => value,
            Operand::Argument => self.argument,
            Operand::Steps => self.steps,
        }
    }

    fn compare(&self, Compare { relation, left, right }: Compare) -> Decision {
        let relations = [eq, ne, lt, le, gt, ge];
        relations[usize::from(relation)](self.operand(left), self.operand(right))
    }
}

impl Machine<'_> {
    fn seen(&mut self, activation: usize) -> &mut Seen {
        &mut self.tree[activation].seen
    }

    fn value(&mut self, scope: &Scope<'_, '_>, value: Value) -> Result<Decision, Failed> {
        Ok(match value {
            Value::Constant(value) => flag(value),
            Value::Compare(compare) => scope.compare(compare),
            Value::Call(call) => {
                let (number, site) = (
                    scope.operand(call.argument).saturating_add(call.plus),
                    CallSite::new(call.site),
                );
                let by = match (call.is_marked, call.by_frame) {
                    (true, true) => scope.frame.at(site),
                    (true, false) => scope.frame.trace().innermost(Some(site)),
                    (false, true) => scope.frame.caller(),
                    (false, false) => scope.frame.trace().innermost(None),
                };
                let caller = Some((scope.activation, call.is_marked.then_some(call.site)));
                let result = self.call(by, caller, call.callees[(number & 1) as usize], number);
                flag(
                    result.or_else(|failed| if call.catches { Ok(false) } else { Err(failed) })?
                        != call.negated,
                )
            }
        })
    }

    /// A call of a block failed: on at its handler.
    fn catch(&mut self, scope: &Scope<'_, '_>, at: usize, handler: usize) -> usize {
        scope.frame.choose(at as u32, Outcome::Exception(0));
        self.seen(scope.activation).observe((at, Outcome::Exception(0)), 0.0);
        handler
    }

    fn call(
        &mut self,
        by: Caller<'_>,
        caller: Option<(usize, Option<u32>)>,
        function: usize,
        argument: i32,
    ) -> Result<bool, Failed> {
        let program = self.program;
        let callee = Function::new(function as u32);
        let frame = by.enter(callee);
        let activation = self.tree.len();
        let mut seen = Seen { entered: true, ..Seen::default() };
        seen.visit(0, 0);
        self.tree.push(Activity { function, caller, seen });
        let (mut at, mut scope) = (0, Scope { frame: &frame, activation, argument, steps: 0 });
        loop {
            self.fuel = self.fuel.checked_sub(1).ok_or(Failed)?;
            scope.steps += 1;
            let block = at as u32;
            match program.functions[function].blocks[at] {
                Code::Fail => return Err(Failed),
                Code::Jump(to) => {
                    frame.end(block);
                    self.seen(activation).visit(at, 1);
                    // A branch where the function might end, too, or never ends.
                    self.seen(activation).observe((at, Outcome::Next), 0.0);
                    at = to;
                }
                Code::Return(value, caught) => match (self.value(&scope, value), caught) {
                    (Ok(result), _) => {
                        frame.end(block);
                        self.seen(activation).visit(at, 1);
                        return Ok(result.holds());
                    }
                    (Err(_), Some(handler)) => at = self.catch(&scope, at, handler),
                    (Err(failed), None) => return Err(failed),
                },
                Code::Test(value, then, or_else, caught) => {
                    match (self.value(&scope, value), caught) {
                        (Ok(decision), _) => {
                            let holds = frame.decide(block, decision);
                            let seen = self.seen(activation);
                            seen.visit(at, 1);
                            seen.observe((at, Outcome::True), decision.to_true().get());
                            seen.observe((at, Outcome::False), decision.to_false().get());
                            at = if holds { then } else { or_else };
                        }
                        (Err(_), Some(handler)) => at = self.catch(&scope, at, handler),
                        (Err(failed), None) => return Err(failed),
                    }
                }
            }
            self.seen(activation).visit(at, 0);
        }
    }
}

impl Program {
    pub fn methods(&self) -> Vec<Method> {
        self.functions.iter().map(Subject::method).collect()
    }

    pub fn graph(&self) -> FlowGraph {
        let shapes: Vec<Shape> = self.methods().into_iter().map(|method| method.shape).collect();
        program(&shapes)
    }

    /// The same on another argument.
    pub fn calling(&self, argument: i32) -> Self {
        let calls = self.calls.iter().map(|call| (call.0, argument)).collect();
        Self { calls, ..self.clone() }
    }

    /// The test calls all functions, also those that others call.
    pub fn calling_each(&self, arguments: &[i32]) -> Self {
        let each = (0..self.functions.len()).zip(arguments.iter().copied().cycle());
        Self { calls: each.chain(self.calls.iter().copied()).collect(), ..self.clone() }
    }

    /// Runs it once; what is told to the trace comes on top of what it has.
    pub fn run(&self, trace: &Trace) -> Vec<Activity> {
        let mut machine = Machine { program: self, fuel: 90, tree: Vec::new() };
        for &(function, argument) in &self.calls {
            // The test goes on after an exception.
            let _ = machine.call(trace.root(), None, function, argument);
        }
        machine.tree
    }

    pub fn traced(&self, limits: CallTreeLimits) -> (Trace, Vec<Activity>) {
        let trace = Trace::new(&self.graph()).with_direct_calls().with_call_tree(limits);
        let tree = self.run(&trace);
        (trace, tree)
    }
}
