//! An executor of the user's own that keeps every call apart, and small subjects that run on it.

use sbst::distance::{Decision, Distance, Nearest, gt};
use sbst::execution::{Execution, Fact, Facts, Plane, StackFrame, StackTrace, StackTraces};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, Block, CallSite, Function};
use std::collections::BTreeMap;

/// The calls of one execution, and the exceptions that it threw, over any names.
pub(super) struct Calls<E, C = E, M = C> {
    graph: FlowGraph,
    calls: Vec<Call>,
    open: Vec<Activation>,
    pub(super) thrown: Vec<StackTrace<E, C, M>>,
}

struct Call {
    function: Function,
    caller: Option<Activation>,
    progress: BTreeMap<Block, u32>,
    nearest: BTreeMap<Block, Nearest>,
}

impl<E, C, M> Calls<E, C, M> {
    pub(super) fn new(graph: &FlowGraph) -> Self {
        Self { graph: graph.clone(), calls: Vec::new(), open: Vec::new(), thrown: Vec::new() }
    }

    /// A call by whatever runs now, or by the test.
    pub(super) fn enter(&mut self, function: Function) {
        let caller = self.open.last().copied();
        self.open.push(Activation::new(self.calls.len() as u32));
        let progress = BTreeMap::from([(self.graph.entry(function), 0)]);
        self.calls.push(Call { function, caller, progress, nearest: BTreeMap::new() });
    }

    /// The innermost call ends, however it does.
    pub(super) fn leave(&mut self) {
        self.open.pop().expect("a call");
    }

    /// The block decides: it is complete, and the block on the side taken is entered.
    pub(super) fn decide(&mut self, local: u32, decision: Decision) -> bool {
        let (call, graph) =
            (&mut self.calls[self.open.last().expect("a call").index()], &self.graph);
        let block = graph.block(call.function, local);
        call.nearest.entry(block).or_default().see(decision);
        call.progress.insert(block, graph.statements(block));
        let side = if decision.holds() { Outcome::True } else { Outcome::False };
        let edge = graph.edge(graph.branch(block, side).expect("decides"));
        call.progress.entry(edge.target).or_insert(0);
        decision.holds()
    }

    /// So many statements of the block ran to their end.
    pub(super) fn done(&mut self, local: u32, statements: u32) {
        let call = &mut self.calls[self.open.last().expect("a call").index()];
        let progress = call.progress.entry(self.graph.block(call.function, local)).or_insert(0);
        *progress = statements.max(*progress);
    }

    /// An exception with these frames: of each its class, method and line.
    pub(super) fn throw(
        &mut self,
        exception: E,
        frames: impl IntoIterator<Item = StackFrame<C, M>>,
    ) {
        self.thrown.push(StackTrace::new(exception, frames));
    }
}

impl<E, C, M> Facts for Calls<E, C, M> {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => self
                .calls
                .get(activation.index())?
                .nearest
                .get(&branch.source)?
                .to(branch.outcome.holds()?),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => {
                self.calls.get(activation.index())?.progress.get(&block).copied()
            }
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.calls.len() as u32
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        Some(self.calls.get(activation.index())?.function)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.calls.get(activation.index())?.caller.map(|caller| (caller, None))
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

/// All calls together.
impl<E, C, M> Execution for Calls<E, C, M> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.calls
            .iter()
            .filter_map(|call| call.nearest.get(&branch.source)?.to(branch.outcome.holds()?))
            .min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.calls.iter().filter_map(|call| call.progress.get(&block).copied()).max()
    }
}

impl<E, C, M> StackTraces<E, C, M> for Calls<E, C, M> {
    fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<E, C, M>)) {
        self.thrown.iter().for_each(visit);
    }
}

pub(super) const WALK: Function = Function::new(0);

/// A function that calls itself:
///
/// ```text
/// 0: (line 7) if n > 0 { 1: (line 8) step; (line 9) walk(n - 1) } 2: (line 11) return
/// ```
pub(super) fn walk_graph() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 2).jump(1, 2).exit(2))
        .expect("legal")
}

/// Calls itself n times; where n is 0 it goes no further.
pub(super) fn walk<E, C, M>(run: &mut Calls<E, C, M>, n: i32) {
    run.enter(WALK);
    if run.decide(0, gt(n, 0)) {
        run.done(1, 1);
        walk(run, n - 1);
        run.done(1, 2);
    }
    run.leave();
}
