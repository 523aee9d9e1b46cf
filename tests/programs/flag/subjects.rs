//! Instrumented functions that the tests of flags share, and how their goals are measured.

use sbst::distance::{Decision, Rules};
use sbst::execution::{CallTreeLimits, Caller, Trace};
use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};

/// Most tests have a function that tests call, one that it asks, and one between them.
pub(super) const MAIN: Function = Function::new(0);
pub(super) const CHECK: Function = Function::new(1);
pub(super) const OUTER: Function = Function::new(2);

pub(super) const SITE: CallSite = CallSite::new(0);
pub(super) const OTHER: CallSite = CallSite::new(1);

/// Equal but for the rounding of a few operations.
#[track_caller]
pub(super) fn assert_close(value: f64, expected: f64) {
    assert!(
        (value - expected).abs() <= 8.0 * f64::EPSILON * expected.abs(),
        "{value} instead of {expected}"
    );
}

/// At this level, and at this distance but for rounding.
#[track_caller]
pub(super) fn assert_fitness(value: Fitness, level: u32, distance: f64) {
    assert_eq!(value.level, level, "{value} instead of ({level}, {distance})");
    assert_close(value.distance.get(), distance);
}

/// `0: if .. { 1 } 2`
pub(super) fn guard() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2)
}

/// `0: if .. { 1: return .. } 2: return ..`
pub(super) fn answer() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)
}

/// `0: if ask() { 1 } 2`: what tests call.
pub(super) fn guarded(t: Caller<'_>, ask: impl FnOnce(Caller<'_>) -> bool) {
    let f = t.enter(MAIN);
    if f.decide(0, t.rules().flag(ask(f.at(SITE)))) {
        f.end(1);
    }
}

/// `0: if .. { 1: return true } 2: return false`
pub(super) fn answered(t: Caller<'_>, function: Function, decision: Decision) -> bool {
    t.enter(function).decide(0, decision)
}

/// Whether x is 100.
pub(super) fn is_hundred(t: Caller<'_>, x: i32) -> bool {
    answered(t, CHECK, t.rules().eq(x, 100))
}

/// Whether x is below 100.
pub(super) fn is_below(t: Caller<'_>, x: i32) -> bool {
    answered(t, CHECK, t.rules().lt(x, 100))
}

/// A program, and what is known of its flags.
pub(super) struct Subject {
    pub(super) graph: FlowGraph,
    pub(super) flags: Flags,
}

impl Subject {
    pub(super) fn new(
        bodies: &[FlowBuilder],
        declare: impl FnOnce(&FlowGraph, &mut Flags) -> Result<(), FlagError>,
    ) -> Self {
        let (mut graph, mut flags) = (FlowGraph::new(), Flags::new());
        for body in bodies {
            graph.add(body).expect("legal");
        }
        declare(&graph, &mut flags).expect("fits");
        Self { graph, flags }
    }

    /// `MAIN` asks `CHECK`, which returns true in block 1 and false in block 2.
    pub(super) fn guard_and_check() -> Self {
        Self::new(&[guard(), answer()], |graph, flags| {
            flags.function(graph, MAIN).decides(0, SITE)?;
            flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
            Ok(())
        })
    }

    /// Compares by the rules named TRACEY unless it is given others.
    pub(super) fn trace(&self) -> Trace {
        Trace::new(&self.graph).with_rules(Rules::TRACEY).with_call_tree(CallTreeLimits::default())
    }

    pub(super) fn ran(&self, run: impl FnOnce(Caller<'_>)) -> Trace {
        let trace = self.trace();
        run(trace.root());
        assert_eq!((trace.check(), trace.depth()), (Ok(()), 0));
        trace
    }

    /// The table without a gradient.
    pub(super) fn plain(&self, trace: &Trace) -> FitnessTable {
        let mut table = FitnessTable::new(&self.graph);
        table.sweep(&self.graph, trace);
        table
    }

    /// The table with a gradient.
    pub(super) fn refined(&self, mut gradient: FlagGradient, trace: &Trace) -> FitnessTable {
        let mut table = FitnessTable::new(&self.graph);
        table.sweep(
            &self.graph,
            &gradient.refine(&self.graph, &self.flags, trace).expect("a tree of calls"),
        );
        table
    }

    /// The value with a gradient of the goal to enter a block of `MAIN`.
    pub(super) fn goal(&self, block: u32, run: impl FnOnce(Caller<'_>)) -> Fitness {
        self.goal_by(FlagGradient::new(), block, run)
    }

    pub(super) fn goal_by(
        &self,
        gradient: FlagGradient,
        block: u32,
        run: impl FnOnce(Caller<'_>),
    ) -> Fitness {
        self.refined(gradient, &self.ran(run)).block(self.graph.block(MAIN, block))
    }
}
