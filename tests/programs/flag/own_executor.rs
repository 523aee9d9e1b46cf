//! An executor with a store of its own: what it has to implement, how it is refined, and its
//! numbers by hand.

use super::subjects::{CHECK, MAIN, OTHER, OUTER, SITE, Subject, answer, assert_fitness, guard};
use sbst::distance::{Decision, Distance, Nearest, Rules};
use sbst::execution::{Execution, Fact, Facts, Plane};
use sbst::fitness::flag::{FlagError, FlagGradient};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Activation, Block, CallSite, Function};
use sbst::objective::{Goals, Tables, block_goals};
use std::cell::Cell;
use std::collections::BTreeMap;

/// What it keeps of a call.
struct Call {
    function: Function,
    caller: Option<(Activation, Option<CallSite>)>,
    blocks: BTreeMap<Block, Nearest>,
}

/// What it keeps of a run.
#[derive(Default)]
struct Store(Vec<Call>);

impl Facts for Store {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => self
                .0
                .get(activation.index())?
                .blocks
                .get(&branch.source)?
                .to(branch.outcome.holds()?),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => {
                self.0.get(activation.index())?.blocks.get(&block).map(|_| 0)
            }
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.0.len() as u32
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        Some(self.0.get(activation.index())?.function)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.0.get(activation.index())?.caller
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl Execution for Store {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        (0..self.activation_count())
            .filter_map(|call| {
                self.branch_distance_on(Plane::Within(Activation::new(call)), branch)
            })
            .min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (0..self.activation_count())
            .filter_map(|call| self.progress_on(Plane::Within(Activation::new(call)), block))
            .max()
    }
}

impl Store {
    /// A call of a function, which enters its first block.
    fn call(
        &mut self,
        graph: &FlowGraph,
        function: Function,
        caller: Option<(Activation, Option<CallSite>)>,
    ) -> Activation {
        let blocks = BTreeMap::from([(graph.entry(function), Nearest::default())]);
        self.0.push(Call { function, caller, blocks });
        Activation::new(self.0.len() as u32 - 1)
    }
    fn decide(&mut self, graph: &FlowGraph, call: Activation, block: u32, decision: Decision) {
        let call = &mut self.0[call.index()];
        let block = graph.block(call.function, block);
        call.blocks.entry(block).or_default().see(decision);
        let side = if decision.holds() { Outcome::True } else { Outcome::False };
        let target = graph.successors(block).find(|next| next.0 == side).expect("decides").1;
        call.blocks.entry(target).or_default();
    }
}

/// ```text
/// main   0: if outer(x) { 1 } 2
/// outer  0: if check(a) [at SITE] { 1: return check(b) [at OTHER] } 2: return false
/// check  0: if x == 100 { 1: return true } 2: return false
/// ```
fn subject() -> Subject {
    Subject::new(&[guard(), answer(), answer()], |graph, flags| {
        flags.function(graph, MAIN).decides(0, SITE)?;
        flags.function(graph, OUTER).decides(0, SITE)?.returns(1, OTHER)?.returns(2, false)?;
        flags.function(graph, CHECK).returns(1, true)?.returns(2, false)?;
        Ok(())
    })
}

/// Runs it; calls are named only if `named`.
fn run(graph: &FlowGraph, [a, b]: [i32; 2], named: bool) -> Store {
    let (mut store, rules) = (Store::default(), Rules::TRACEY);
    let at = |caller, site| Some((caller, Some(site).filter(|_| named)));
    let main = store.call(graph, MAIN, None);
    let outer = store.call(graph, OUTER, at(main, SITE));
    let check = |store: &mut Store, site, x: i32| {
        let check = store.call(graph, CHECK, at(outer, site));
        store.decide(graph, check, 0, rules.eq(x, 100));
        x == 100
    };
    let first = check(&mut store, SITE, a);
    store.decide(graph, outer, 0, rules.flag(first));
    let result = first && check(&mut store, OTHER, b);
    store.decide(graph, main, 0, rules.flag(result));
    store
}

fn refined<X: Facts + ?Sized>(subject: &Subject, run: &X) -> Fitness {
    let (mut gradient, mut table) = (FlagGradient::new(), FitnessTable::new(&subject.graph));
    table.sweep(
        &subject.graph,
        &gradient.refine(&subject.graph, &subject.flags, run).expect("a tree"),
    );
    table.block(subject.graph.block(MAIN, 1))
}

/// Tells at every second question only what ran.
struct Fickle(Store, Cell<bool>);

impl Facts for Fickle {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => {
                self.0.branch_distance_on(Plane::Within(activation), branch)
            }
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => {
                self.1.set(!self.1.get());
                self.0.progress_on(Plane::Within(activation), block).filter(|_| self.1.get())
            }
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.0.activation_count()
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.0.callee(activation)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.0.caller(activation)
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl Execution for Fickle {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

#[test]
fn a_store_that_contradicts_itself_does_no_harm() {
    let subject = subject();
    for first in [false, true] {
        for inputs in [[60, 60], [100, 60], [100, 100]] {
            let fickle = Fickle(run(&subject.graph, inputs, true), Cell::new(first));
            let value = refined(&subject, &fickle);
            assert_eq!(value.is_covered(), inputs == [100, 100], "{value}");
        }
    }
}

#[test]
fn a_store_of_the_user_is_refined_like_a_trace() {
    let subject = subject();
    let goal = |inputs| refined(&subject, &run(&subject.graph, inputs, true));
    // The exit that hands on the second call is required. Not entered: one level above the first
    // call, which is 41/42: 1 + 41/83.
    assert_fitness(goal([60, 100]), 0, 124.0 / 83.0);
    assert_fitness(goal([99, 60]), 0, 7.0 / 5.0); // 2 away: 1 + norm(2/3)
    // Entered: the norm of 41/42.
    assert_fitness(goal([100, 60]), 0, 41.0 / 83.0);
    assert!(goal([100, 100]).is_covered());
    let plain = |inputs| {
        let mut table = FitnessTable::new(&subject.graph);
        table.sweep(&subject.graph, &run(&subject.graph, inputs, true));
        table.block(subject.graph.block(MAIN, 1))
    };
    assert_eq!(
        [[60, 100], [99, 60], [100, 60]].map(plain),
        [Fitness::new(0, Distance::from(1)); 3]
    );
}

#[test]
fn a_store_that_does_not_know_where_calls_are_made_has_no_gradient_and_no_lie() {
    let subject = subject();
    let goal = |inputs| refined(&subject, &run(&subject.graph, inputs, false));
    assert_eq!([[60, 100], [99, 60]].map(goal), [Fitness::new(0, Distance::from(1)); 2]);
    assert!(goal([100, 100]).is_covered());
}

/// What the harness of this user needs of any executor.
trait Harness: Facts {}
impl<X: Facts + ?Sized> Harness for X {}

#[test]
fn stores_behind_pointers_are_measured_by_one_registry() {
    let subject = subject();
    let mut goals = Goals::<dyn Harness>::new();
    goals.extend(block_goals(&subject.graph));
    let inside = subject.ran(|t| {
        let main = t.enter(MAIN);
        let outer = main.at(SITE).enter(OUTER);
        let first = outer.at(SITE).enter(CHECK).decide(0, t.rules().eq(60, 100));
        outer.decide(0, t.rules().flag(first));
        drop(outer);
        main.decide(0, t.rules().flag(false));
    });
    let runs: [Box<dyn Harness>; 2] =
        [Box::new(run(&subject.graph, [60, 7], true)), Box::new(inside)];
    let (mut gradient, mut tables) = (FlagGradient::new(), Tables::new(&subject.graph));
    let rows = runs.map(|run| {
        let refined = gradient.refine(&subject.graph, &subject.flags, &*run).expect("a tree");
        let mut row = Vec::new();
        goals.measure(&subject.graph, &refined, &mut tables, &mut row);
        row
    });
    assert_eq!(rows[0], rows[1]);
    let goal =
        goals.find(sbst::objective::Goal::Block(subject.graph.block(MAIN, 1))).expect("a goal");
    assert_fitness(rows[0][goal.index()], 0, 124.0 / 83.0);
}

/// Promises more activations than it has.
struct Boastful(Store);

impl Facts for Boastful {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => {
                self.0.branch_distance_on(Plane::Within(activation), branch)
            }
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => self.0.progress_on(Plane::Within(activation), block),
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        u32::MAX
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.0.callee(activation)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.0.caller(activation)
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl Execution for Boastful {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

#[test]
fn activations_end_where_no_function_was_called() {
    let subject = subject();
    assert_fitness(
        refined(&subject, &Boastful(run(&subject.graph, [100, 60], true))),
        0,
        41.0 / 83.0,
    );
    let nothing = Boastful(Store::default());
    assert!(FlagGradient::new().refine(&subject.graph, &subject.flags, &nothing).is_ok());
}

/// Knows what ran, and nothing of calls.
struct Flat;

impl Facts for Flat {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn activation_count(&self) -> u32 {
        0
    }
    fn callee(&self, _: Activation) -> Option<Function> {
        None
    }
    fn caller(&self, _: Activation) -> Option<(Activation, Option<CallSite>)> {
        None
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl Execution for Flat {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        None
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (block.number() > 2).then_some(0)
    }
}

#[test]
fn a_store_without_calls_is_refused_by_the_first_function_that_ran() {
    let subject = subject();
    let error = FlagGradient::new().refine(&subject.graph, &subject.flags, &Flat).map(drop);
    assert_eq!(error, Err(FlagError::NoActivations { function: CHECK }));
}
