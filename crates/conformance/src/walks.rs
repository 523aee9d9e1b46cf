//! Random executions: the actions of a program, which a trace records, and their records.

use super::{Sizes, decisions, distances, graphs};
use alloc::rc::Rc;
use alloc::vec::Vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use sbst::distance::{Decision, Distance};
use sbst::execution::{ExceptionKind, Record, Thrown, Trace, Value};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, CallSite, Function, Mutant, Symbol};

/// Actions of a test and the program under test: calls, decisions and exceptions. A walk fits every
/// graph, because functions and edges are taken modulo their number.
///
/// [`replay`](Self::replay) reports a walk to a trace, by the hooks that an interpreter would call.
#[derive(Clone, Debug)]
pub struct Walk {
    steps: Vec<Step>,
}

/// One action in the current block of the innermost activation. If no activation is open, the test
/// calls a function.
#[derive(Clone, Debug)]
struct Step {
    action: Action,
    /// Number that chooses among edges, functions or handlers.
    way: u16,
    decision: Decision,
    value: i128,
    infection: Distance,
}

/// Kind of a step.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// The block completes, and takes an edge.
    GoOn,
    /// The block completes, and takes an edge that is reported without operands.
    Choose,
    /// The block completes, and leaves the function if it may.
    Leave,
    /// The block calls a function.
    Call,
    /// The block throws an exception, and catches it if it has a handler.
    Throw,
    /// The block throws an exception that leaves the function.
    Escape,
}

/// Greatest depth of calls. Without it, most walks would only call and never return.
const DEPTH: usize = 6;

/// Generates walks of 0 to `max_steps` steps. Shrinks towards fewer steps without calls and
/// exceptions.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::{Sizes, graphs, walks};
/// use sbst::execution::{CallTreeLimits, Trace};
///
/// proptest!(|(graph in graphs(Sizes::default()), walk in walks(30))| {
///     let trace = Trace::new(&graph).with_path_check();
///     let trace = trace.with_call_tree(CallTreeLimits::NONE);
///     walk.replay(&graph, &trace);
///     prop_assert_eq!(trace.check(), Ok(()));
///     prop_assert!(sbst_conformance::complete_call_tree(&graph, &trace).is_empty());
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
    let value = prop_oneof![3 => -7..14_i128, 1 => 99..114_i128, 1 => any::<i128>()];
    let step = (action, any::<u16>(), decisions(), value, distances());
    let step = step.prop_map(|(action, way, decision, value, infection)| Step {
        action,
        way,
        decision,
        value,
        infection,
    });
    vec_of(step, 0..=max_steps).prop_map(|steps| Walk { steps })
}

impl Walk {
    /// Reports the walk to a trace of the graph.
    ///
    /// Reports decisions, progress, arguments and results, infections of the mutants 0 to 4, and
    /// each exception in every function that it leaves. Activations that are open at the end are
    /// unwound. In a graph without functions, nothing is reported.
    ///
    /// ```
    /// use proptest::prelude::*;
    /// use sbst_conformance::{Sizes, graphs, walks};
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
        if graph.functions().len() > 0 {
            for step in &self.steps {
                walker.step(step);
            }
        }
        trace.unwound(0);
    }
}

/// State of a walk that is being reported.
struct Walker<'a> {
    graph: &'a FlowGraph,
    trace: &'a Trace,
    /// Current block of each open activation, the innermost last.
    stack: Vec<(Function, Block)>,
}

impl Walker<'_> {
    /// Reports one step.
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

    /// Enters a function, with or without a call site.
    fn call(&mut self, step: &Step) {
        let function = Function::new(u32::from(step.way) % self.graph.functions().len() as u32);
        if step.value % 2 == 0 {
            self.trace.enter_at(CallSite::new(step.value.rem_euclid(3) as u32), function);
        } else {
            self.trace.enter(function);
        }
        self.trace.argument(function, 0, value_of(step));
        self.stack.extend(self.graph.get_block(function, 0).map(|entry| (function, entry)));
    }

    /// Completes the block, and takes an edge other than an exception, if there is one.
    fn go_on(&mut self, step: &Step, block: Block) {
        let Some((outcome, to)) = self.way(step, block, false) else {
            return if self.graph.is_exit(block) {
                self.leave(step, block);
            } else {
                self.throw(step, block);
            };
        };
        let to = match outcome {
            Outcome::True | Outcome::False if !matches!(step.action, Action::Choose) => {
                self.decide(step, block)
            }
            Outcome::Next => {
                self.trace.end(block);
                Some(to)
            }
            _ => self.select(step, block, outcome),
        };
        match to {
            Some(to) => self.move_to(to),
            None => self.end(step),
        }
    }

    /// Reports the decision of the block. Returns the next block, `None` if the decision leaves the
    /// function.
    fn decide(&self, step: &Step, block: Block) -> Option<Block> {
        let side =
            |holds| self.graph.target(block, if holds { Outcome::True } else { Outcome::False });
        let mut decision = step.decision;
        // A side without an edge must leave the function. If the block may not, the decision has
        // the other outcome.
        if side(decision.holds()).is_none() && !self.graph.is_exit(block) {
            decision = !decision;
        }
        self.trace.decide(block, decision);
        side(decision.holds())
    }

    /// Reports the selection of the block. Returns the next block, `None` if the value leaves the
    /// function.
    fn select(&self, step: &Step, block: Block, outcome: Outcome) -> Option<Block> {
        let arms = self.graph.arms(block).filter(|_| !matches!(step.action, Action::Choose));
        // Branches of keys and arms, in the order in which the table of values numbers them.
        let edges = self.graph.branches_of(block).map(|branch| self.graph.edge(branch));
        let mut arm_edges =
            edges.filter(|edge| matches!(edge.outcome, Outcome::Case(_) | Outcome::Arm(_)));
        let default = || self.graph.target(block, Outcome::Default);
        let to = match arms.map(|arms| arms.select(step.value)) {
            Some(Some(arm)) => arm_edges.nth(arm as usize).map(|edge| edge.target),
            Some(None) if default().is_some() || self.graph.is_exit(block) => default(),
            // No edge has this value, or the step reports no operands: then the edge itself is
            // reported.
            _ => {
                self.trace.choose(block, outcome);
                return self.graph.target(block, outcome);
            }
        };
        self.trace.switch(block, step.value);
        to
    }

    /// Completes the block, and returns.
    fn leave(&mut self, step: &Step, block: Block) {
        self.trace.done(block, self.graph.statements(block));
        self.end(step);
    }

    /// Reports the result of the innermost activation, and ends it.
    fn end(&mut self, step: &Step) {
        if let Some((function, _)) = self.stack.pop() {
            self.trace.returned(function, value_of(step));
            self.trace.leave();
        }
    }

    /// Throws an exception in the block, which a handler of the block may catch.
    fn throw(&mut self, step: &Step, block: Block) {
        self.stop_within(step, block);
        if !self.catch(step, block) {
            self.escape(step);
        }
    }

    /// Throws an exception that leaves the innermost activation, and more of them until one has a
    /// handler or none is left.
    fn escape(&mut self, step: &Step) {
        if let Some(&(_, block)) = self.stack.last() {
            self.stop_within(step, block);
        }
        while let Some((function, _)) = self.stack.pop() {
            let kind = [ExceptionKind::Explicit, ExceptionKind::Implicit, ExceptionKind::Declared]
                [usize::from(step.way) % 3];
            self.trace.threw(Thrown::new(function, Symbol::new(u32::from(step.way) % 4), kind));
            self.trace.unwound(self.stack.len() as u32);
            let Some(&(_, block)) = self.stack.last() else { break };
            if self.catch(step, block) {
                break;
            }
        }
    }

    /// Reports that only some statements of the block were executed.
    fn stop_within(&self, step: &Step, block: Block) {
        let statements = self.graph.statements(block);
        self.trace.done(block, u32::from(step.way) % statements.max(1));
    }

    /// Catches an exception of the block in one of its handlers. Returns `false` if it has none.
    fn catch(&mut self, step: &Step, block: Block) -> bool {
        let Some((outcome, to)) = self.way(step, block, true) else { return false };
        self.trace.choose(block, outcome);
        self.move_to(to);
        true
    }

    /// Returns one of the edges of a block for exceptions, or one of its other edges.
    fn way(&self, step: &Step, block: Block, is_exception: bool) -> Option<(Outcome, Block)> {
        let mut ways: Vec<(Outcome, Block)> = self.graph.successors(block).collect();
        ways.retain(|(outcome, _)| matches!(outcome, Outcome::Exception(_)) == is_exception);
        ways.get(usize::from(step.way) % ways.len().max(1)).copied()
    }

    /// Sets the current block of the innermost activation.
    fn move_to(&mut self, to: Block) {
        if let Some(last) = self.stack.last_mut() {
            last.1 = to;
        }
    }
}

/// Returns a value of one of the types that partitions exist for.
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

// Records of walks.

/// Number of mutants in generated executions.
const MUTANTS: u32 = 5;

/// Returns the record of a walk.
fn record(graph: &FlowGraph, walk: &Walk) -> Record {
    let trace = Trace::new(graph).with_direct_calls().with_mutants(MUTANTS);
    walk.replay(graph, &trace);
    trace.record()
}

/// Generates executions of a graph, each of one test: records of [walks](Walk) of at most
/// `max_steps` steps, with direct calls, arguments, results, exceptions, and the mutants 0 to 4.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::{runs};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// proptest!(|(run in runs(&graph, 20))| {
///     prop_assert!(sbst_conformance::facts(&graph, &run).is_empty());
/// });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn runs(graph: &FlowGraph, max_steps: usize) -> impl Strategy<Value = Record> + Clone + use<> {
    let graph = Rc::new(graph.clone());
    walks(max_steps).prop_map(move |walk| record(&graph, &walk))
}

/// Generates graphs, each with an execution: [`graphs`] and [`runs`].
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::{Sizes, executions};
/// use sbst::fitness::{Fitness, FitnessTable};
///
/// proptest!(|((graph, run) in executions(Sizes::default()))| {
///     let mut table = FitnessTable::new(&graph);
///     table.sweep(&graph, &run);
///     for block in graph.all_blocks() {
///         prop_assert!(table.block(block) >= Fitness::COVERED);
///     }
/// });
/// ```
pub fn executions(sizes: Sizes) -> impl Strategy<Value = (FlowGraph, Record)> + Clone {
    (graphs(sizes), walks(sizes.steps)).prop_map(|(graph, walk)| {
        let run = record(&graph, &walk);
        (graph, run)
    })
}

/// Generates graphs, each with the executions of 0 to `sizes.tests` tests.
///
/// Merge them into one execution with [`Record::merge`], or use the slice of executions as a suite.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::{Sizes, suites};
/// use sbst::fitness::FitnessTable;
///
/// // The fitness of a suite is the least fitness of its tests, for each goal.
/// proptest!(|((graph, runs) in suites(Sizes::default()))| {
///     let mut suite = FitnessTable::new(&graph);
///     suite.sweep(&graph, &runs[..]);
///     let mut all = FitnessTable::new(&graph);
///     for run in &runs {
///         let mut one = FitnessTable::new(&graph);
///         one.sweep(&graph, run);
///         all.merge(&graph, &one).expect("of the same graph");
///     }
///     for block in graph.all_blocks() {
///         prop_assert_eq!(suite.block(block), all.block(block));
///     }
/// });
/// ```
pub fn suites(sizes: Sizes) -> impl Strategy<Value = (FlowGraph, Vec<Record>)> + Clone {
    (graphs(sizes), vec_of(walks(sizes.steps), 0..=sizes.tests)).prop_map(|(graph, walks)| {
        let runs = walks.iter().map(|walk| record(&graph, walk)).collect();
        (graph, runs)
    })
}
