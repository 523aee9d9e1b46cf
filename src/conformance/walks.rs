//! Executions made at random: what a subject does, and what a trace records of it.

use super::{decisions, distances};
use crate::distance::{Decision, Distance};
use crate::execution::{ExceptionKind, Thrown, Trace, Value};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, CallSite, Function, Mutant, Symbol};
use alloc::vec::Vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;

/// Actions of a test and its subject: calls, decisions, exceptions, until they end or are cut short. calls, decisions, exceptions, until
/// they end or are cut short. It fits every graph: functions and ways on are taken modulo how many there are.
///
/// [`replay`](Self::replay) reports it to a trace, by the hooks that an interpreter would call.
#[derive(Clone, Debug)]
pub struct Walk {
    steps: Vec<Step>,
}

/// What happens in the block where the innermost activation is, or, where none is open, in the test.
#[derive(Clone, Debug)]
struct Step {
    action: Action,
    /// Which of several ways, functions or handlers it is.
    way: u16,
    decision: Decision,
    value: i64,
    infection: Distance,
}

#[derive(Clone, Copy, Debug)]
enum Action {
    /// The block runs to its end, and takes a way on.
    GoOn,
    /// The same, and the way is known without operands.
    Choose,
    /// The block runs to its end, and leaves the function, if it may.
    Leave,
    /// The block calls a function.
    Call,
    /// An exception, which is caught here if it can be.
    Throw,
    /// An exception, which leaves the function.
    Escape,
}

/// Nested more deeply than this nothing is called, for most walks would never come back.
const DEPTH: usize = 6;

/// Walks of up to so many steps. Shrinks towards fewer steps, which go on.
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{self, Sizes, graphs, walks};
/// use sbst::execution::{CallTreeLimits, Trace};
///
/// proptest!(|(graph in graphs(Sizes::default()), walk in walks(30))| {
///     let trace = Trace::new(&graph).with_path_check().with_call_tree(CallTreeLimits::NONE);
///     walk.replay(&graph, &trace);
///     prop_assert_eq!(trace.check(), Ok(()));
///     prop_assert!(conformance::complete_call_tree(&graph, &trace).is_empty());
/// });
/// ```
pub fn walks(max_steps: usize) -> impl Strategy<Value = Walk> + Clone {
    let action = prop_oneof![
        12 => Just(Action::GoOn),
        2 => Just(Action::Choose),
        2 => Just(Action::Leave),
        4 => Just(Action::Call),
        1 => Just(Action::Throw),
        1 => Just(Action::Escape),
    ];
    let value = prop_oneof![3 => -7..14_i64, 1 => 99..114_i64, 1 => any::<i64>()];
    let step = (action, any::<u16>(), decisions(), value, distances());
    let step = step.prop_map(|(action, way, decision, value, infection)| Step { action, way, decision, value, infection });
    vec_of(step, 0..=max_steps).prop_map(|steps| Walk { steps })
}

impl Walk {
    /// Reports the walk to a trace that was made for the graph: by program-wide blocks, arguments and results with it, infections of the
    /// mutants that the trace has room for, exceptions with every function that they leave. Where the walk is cut short, activations are
    /// unwound. Nothing happens in a graph without functions.
    ///
    /// ```
    /// use proptest::prelude::*;
    /// use sbst::conformance::{Sizes, graphs, walks};
    /// use sbst::execution::Trace;
    ///
    /// proptest!(|(graph in graphs(Sizes::default()), walk in walks(10))| {
    ///     let trace = Trace::new(&graph).with_direct_calls().with_mutants(5);
    ///     walk.replay(&graph, &trace);
    ///     prop_assert_eq!((trace.depth(), trace.check()), (0, Ok(())));
    /// });
    /// ```
    pub fn replay(&self, graph: &FlowGraph, trace: &Trace) {
        let mut walker = Walker { graph, trace, stack: Vec::new() };
        if graph.function_count() > 0 {
            self.steps.iter().for_each(|step| walker.step(step));
        }
        trace.unwound(0);
    }
}

struct Walker<'a> {
    graph: &'a FlowGraph,
    trace: &'a Trace,
    /// The block where each open activation is, the innermost last.
    stack: Vec<(Function, Block)>,
}

impl Walker<'_> {
    fn step(&mut self, step: &Step) {
        let Some(&(_, block)) = self.stack.last() else { return self.call(step) };
        self.trace.infected(Mutant::new(u32::from(step.way) % 5), step.infection);
        match step.action {
            Action::Call if self.stack.len() < DEPTH => self.call(step),
            Action::Throw => self.throw(step, block),
            Action::Escape => self.escape(step),
            Action::Leave if self.graph.is_exit(block) => self.leave(step, block),
            _ => self.go_on(step, block),
        }
    }

    fn call(&mut self, step: &Step) {
        let function = Function::new(u32::from(step.way) % self.graph.function_count() as u32);
        if step.value % 2 == 0 {
            self.trace.enter_at(CallSite::new(step.value.rem_euclid(3) as u32), function);
        } else {
            self.trace.enter(function);
        }
        self.trace.argument(function, 0, value_of(step));
        self.stack.extend(self.graph.get_block(function, 0).map(|entry| (function, entry)));
    }

    fn go_on(&mut self, step: &Step, block: Block) {
        let ways: Vec<(Outcome, Block)> = self.graph.successors(block).collect();
        let ordinary: Vec<(Outcome, Block)> =
            ways.iter().copied().filter(|(outcome, _)| !matches!(outcome, Outcome::Exception(_))).collect();
        let Some(&(outcome, _)) = ordinary.get(usize::from(step.way) % ordinary.len().max(1)) else {
            return if self.graph.is_exit(block) { self.leave(step, block) } else { self.throw(step, block) };
        };
        let to = match outcome {
            Outcome::True | Outcome::False if !matches!(step.action, Action::Choose) => self.decide(step, block),
            Outcome::Next => {
                self.trace.end(block);
                self.graph.target(block, outcome)
            }
            _ => self.select(step, block, outcome),
        };
        match to {
            Some(to) => self.move_to(to),
            None => self.end(step),
        }
    }

    /// Returns the block to which the decision leads, if it does not lead out of the function.
    fn decide(&self, step: &Step, block: Block) -> Option<Block> {
        let side = |holds| self.graph.target(block, if holds { Outcome::True } else { Outcome::False });
        let mut decision = step.decision;
        if side(decision.holds()).is_none() && !self.graph.is_exit(block) {
            decision = !decision;
        }
        self.trace.decide(block, decision);
        side(decision.holds())
    }

    /// Returns the block to which the value leads, if it does not lead out of the function.
    fn select(&self, step: &Step, block: Block, outcome: Outcome) -> Option<Block> {
        let arms = self.graph.arms(block).filter(|_| !matches!(step.action, Action::Choose));
        // The branches of keys and arms, in the order in which the table numbers them.
        let edges = self.graph.branches_of(block).map(|branch| self.graph.edge(branch));
        let mut arm_edges = edges.filter(|edge| matches!(edge.outcome, Outcome::Case(_) | Outcome::Arm(_)));
        let default = || self.graph.target(block, Outcome::Default);
        let to = match arms.map(|arms| arms.select(step.value)) {
            Some(Some(arm)) => arm_edges.nth(arm as usize).map(|edge| edge.target),
            Some(None) if default().is_some() || self.graph.is_exit(block) => default(),
            // Nothing selects what is not listed.
            _ => {
                self.trace.choose(block, outcome);
                return self.graph.target(block, outcome);
            }
        };
        self.trace.switch(block, step.value);
        to
    }

    fn leave(&mut self, step: &Step, block: Block) {
        self.trace.done(block, self.graph.get_statements(block).unwrap_or(0));
        self.end(step);
    }

    /// Lets the innermost activation return.
    fn end(&mut self, step: &Step) {
        if let Some((function, _)) = self.stack.pop() {
            self.trace.returned(function, value_of(step));
            self.trace.leave();
        }
    }

    fn throw(&mut self, step: &Step, block: Block) {
        self.stop_within(step, block);
        match self.handler(step, block) {
            Some((number, to)) => {
                self.trace.choose(block, Outcome::Exception(number));
                self.move_to(to);
            }
            None => self.escape(step),
        }
    }

    /// Lets an exception leave activations until one catches it, or none is left.
    fn escape(&mut self, step: &Step) {
        if let Some(&(_, block)) = self.stack.last() {
            self.stop_within(step, block);
        }
        while let Some((function, _)) = self.stack.pop() {
            let kind = [ExceptionKind::Explicit, ExceptionKind::Implicit, ExceptionKind::Declared][usize::from(step.way) % 3];
            self.trace.threw(Thrown::new(function, Symbol::new(u32::from(step.way) % 4), kind));
            self.trace.unwound(self.stack.len() as u32);
            let Some(&(_, block)) = self.stack.last() else { break };
            if let Some((number, to)) = self.handler(step, block) {
                self.trace.choose(block, Outcome::Exception(number));
                return self.move_to(to);
            }
        }
    }

    fn stop_within(&self, step: &Step, block: Block) {
        let statements = self.graph.get_statements(block).unwrap_or(0);
        self.trace.done(block, u32::from(step.way) % statements.max(1));
    }

    /// Returns the handler that catches an exception of the block, and its block.
    fn handler(&self, step: &Step, block: Block) -> Option<(u32, Block)> {
        let caught = self.graph.successors(block).filter_map(|(outcome, to)| match outcome {
            Outcome::Exception(number) => Some((number, to)),
            _ => None,
        });
        let caught: Vec<_> = caught.collect();
        caught.get(usize::from(step.way) % caught.len().max(1)).copied()
    }

    fn move_to(&mut self, to: Block) {
        if let Some(last) = self.stack.last_mut() {
            last.1 = to;
        }
    }
}

/// Returns some value of some type.
fn value_of(step: &Step) -> Value {
    match step.way % 6 {
        0 => Value::Nothing,
        1 => Value::from(step.decision.holds()),
        2 => Value::from(step.infection.get()),
        3 => Value::from(u32::try_from(step.value).ok().and_then(char::from_u32)),
        4 => Value::Size(step.value.unsigned_abs() as usize),
        _ => Value::from(step.value),
    }
}
