//! Whatever an adapter answers, no law panics or takes very long.

use crate::store::graph;
use sbst::distance::Distance;
use sbst::execution::{Effect, ExceptionKind, Execution, Fact, Facts, Partition, Plane, Thrown};
use sbst::flow::{Edge, FlowGraph};
use sbst::id::{Activation, Block, CallSite, Function, Mutant, Symbol};
use sbst_conformance as conformance;
use std::cell::Cell;

/// Answers anything, and something else the next time.
struct Noise(Cell<u64>);

impl Noise {
    fn next(&self) -> u32 {
        let state = self
            .0
            .get()
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0.set(state);
        (state >> 33) as u32
    }
    fn number(&self) -> u32 {
        [0, 1, 2, 3, u32::MAX - 1, u32::MAX, self.next()][self.next() as usize % 7]
    }
    fn distance(&self) -> Option<Distance> {
        let distance = [0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY][self.next() as usize % 5];
        (!self.one_in(4)).then(|| Distance::new(distance).expect("legal"))
    }
    fn one_in(&self, count: u32) -> bool {
        self.next().is_multiple_of(count)
    }
    fn is(&self) -> bool {
        self.one_in(2)
    }
}

impl Execution for Noise {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        self.distance()
    }
    fn progress(&self, _: Block) -> Option<u32> {
        self.is().then(|| self.number())
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        (0..self.next() % 9).for_each(|_| visit(Function::new(self.number())));
    }
}
impl Facts for Noise {
    fn knows(&self, fact: Fact) -> bool {
        matches!(
            fact,
            Fact::Evaluations
                | Fact::On(Plane::Direct)
                | Fact::MethodCalls
                | Fact::Exceptions
                | Fact::Outputs
                | Fact::Inputs
                | Fact::Infections
                | Fact::Effects
                | Fact::On(Plane::History(_))
                | Fact::Calls
                | Fact::On(Plane::Within(_))
        )
    }
    fn branch_distance_on(&self, plane: Plane, _: Edge) -> Option<Distance> {
        match plane {
            Plane::Direct => self.distance(),
            Plane::Within(_) => self.distance(),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, _: Block) -> Option<u32> {
        match plane {
            Plane::Direct => self.is().then(|| self.number()),
            Plane::Within(_) => self.is().then(|| self.number()),
            _ => None,
        }
    }
    fn evaluations_on(&self, plane: Plane, _: Edge) -> u32 {
        match plane {
            Plane::Direct => self.number(),
            _ => 0,
        }
    }
    fn evaluations(&self, _: Edge) -> u32 {
        self.number()
    }
    fn called_by_test(&self, _: Function) -> bool {
        self.is()
    }
    fn returned_to_test(&self, _: Function) -> bool {
        self.is()
    }
    fn has_thrown(&self, _: Thrown) -> bool {
        self.is()
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        let any = || {
            Thrown::new(
                Function::new(self.number()),
                Symbol::new(self.number()),
                ExceptionKind::Implicit,
            )
        };
        (0..self.next() % 9).for_each(|_| visit(any()));
    }
    fn output_distance(&self, _: Function, _: Partition) -> Option<Distance> {
        self.distance()
    }
    fn input_distance(&self, _: Function, _: u32, _: Partition) -> Option<Distance> {
        self.distance()
    }
    fn each_argument(&self, _: Function, visit: &mut dyn FnMut(u32)) {
        (0..self.next() % 9).for_each(|_| visit(self.number()));
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        (0..self.next() % 9).for_each(|_| visit(Mutant::new(self.number())));
    }
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        (0..self.next() % 9).for_each(|_| visit(Function::new(self.number())));
    }
    fn effect(&self, _: Mutant) -> Option<Effect> {
        self.distance().map(|distance| Effect::of_trace(0.5).with_outputs(distance))
    }
    fn infection(&self, _: Mutant) -> Option<Distance> {
        self.distance()
    }
    fn activation_count(&self) -> u32 {
        self.number()
    }
    fn callee(&self, _: Activation) -> Option<Function> {
        (!self.one_in(8)).then(|| Function::new(self.number()))
    }
    fn caller(&self, _: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.is().then(|| (Activation::new(self.number()), None))
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

#[test]
fn answers_that_make_no_sense_do_no_harm() {
    for graph in [graph(), FlowGraph::new()] {
        for seed in 0..50 {
            let run = Noise(Cell::new(seed));
            let mut found = conformance::facts(&graph, &run);
            found.extend(conformance::evaluations(&graph, &run));
            found.extend(conformance::grown(&graph, &run, &run));
            found.extend(conformance::merged(&graph, &[&run, &run], &run));
            found.extend(conformance::merged_evaluations(&graph, &[&run, &run], &run));
            found.extend(conformance::complete_call_tree(&graph, &run));
            assert!(found.len() > 5);
            assert!(
                !found.to_string().is_empty()
                    && found.iter().all(|violation| !violation.to_string().contains('\n'))
            );
        }
    }
}

/// A run of another graph, smaller or larger.
#[test]
fn runs_of_another_graph_do_no_harm() {
    use sbst::execution::Trace;
    let small = FlowGraph::of(&sbst::flow::FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))
        .expect("valid");
    for (own, other) in [(graph(), small.clone()), (small, graph())] {
        let trace = Trace::new(&own)
            .with_direct_calls()
            .with_call_tree(sbst::execution::CallTreeLimits::NONE);
        own.functions().for_each(|function| drop(trace.root().enter(function)));
        let _ = conformance::facts(&other, &trace).to_string();
        let _ = conformance::complete_call_tree(&other, &trace).to_string();
        let _ = conformance::evaluations(&other, &trace.record()).to_string();
    }
}
