//! What holds of flags for all programs, executions and choices.

use crate::effort::config;
use crate::oracle::flag::{Activity, Choice, Method, Returned, Store};
use crate::oracle::flag_worlds::{
    World, any_world, choice, declarations, declare, gradient, invented, ran, snapshot, suites,
    table,
};
use crate::oracle::run::Seen;
use crate::oracle::values::ways;
use crate::oracle::{Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Aggregation, Distance};
use sbst::execution::{Execution, Fact, Facts, On, Plane, Trace};
use sbst::fitness::FitnessTable;
use sbst::fitness::flag::{FlagGradient, Flags, Refined, Returns};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, Block, Branch, CallSite, Function};
use sbst::objective::{Criterion, Goal, Goals, Observed, Program, Tables};
use std::collections::BTreeMap;

fn branches(graph: &FlowGraph) -> impl Iterator<Item = Edge> + '_ {
    let all = graph.functions().flat_map(|function| ways(graph, function));
    all.map(|(_, branch)| graph.edge(branch))
}

fn activations(run: &impl Facts) -> impl Iterator<Item = Activation> {
    (0..run.activation_count()).map(Activation::new)
}

/// Whether anything is known of what calls at the site return: without that, no number can be made.
fn anything_known(world: &World, choice: Choice, a: usize, site: u32, value: bool) -> bool {
    let function = |a: usize| world.tree[a].function;
    let is_asked =
        |caller: usize| caller == a || choice.pooled_targets && function(caller) == function(a);
    let is_called = |activity: &&Activity| {
        activity.caller.is_some_and(|(caller, at)| at == Some(site) && is_asked(caller))
    };
    world.tree.iter().filter(is_called).any(|activity| {
        let mut returns = world.methods[activity.function].returns.values();
        returns.any(|returned| matches!(returned, Returned::Call { .. }))
            || world.flags.required(Function::new(activity.function as u32), value).next().is_some()
    })
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn a_flag_is_at_zero_iff_it_was_taken_and_published_within_one(
        world in any_world(),
        choice in choice(),
    ) {
        let mut gradient = gradient(choice);
        let refined = world.refined(&mut gradient);
        for edge in branches(&world.graph) {
            let is_flag = world.flags.needs(edge.branch).next().is_some();
            for a in activations(&world.store) {
                let observed = world.store.branch_distance_on(Plane::Within(a), edge).filter(|_| is_flag);
                let found = refined.distance_in(a, edge.branch);
                prop_assert_eq!(
                    found.map(|f| f == Distance::ZERO),
                    observed.map(|d| d == Distance::ZERO)
                );
                if let Some(found) = found.filter(|&f| f > Distance::ZERO) {
                    prop_assert!(found.norm() > 0.0 && found.norm() <= 1.0, "{found:?}");
                }
            }
            let (found, observed) =
                (refined.branch_distance(edge), world.store.branch_distance(edge));
            prop_assert_eq!(
                found.map(|f| f == Distance::ZERO),
                observed.map(|d| d == Distance::ZERO)
            );
            prop_assert!(is_flag || found == observed);
        }
    }

    #[test]
    fn ap16_no_declaration_makes_a_finite_value_infinite_and_where_nothing_is_known_nothing_changes(
        world in any_world(),
        choice in choice(),
    ) {
        let mut gradient = gradient(choice);
        let refined = world.refined(&mut gradient);
        for (number, method) in world.methods.iter().enumerate() {
            for (way, branch) in ways(&world.graph, Function::new(number as u32)) {
                let Some(&(site, value)) = method.flags.get(&way) else { continue };
                for a in activations(&world.store) {
                    let Some(found) =
                        refined.distance_in(a, branch).filter(|&f| f > Distance::ZERO)
                    else {
                        continue;
                    };
                    let observed = world
                        .store
                        .branch_distance_on(Plane::Within(a), world.graph.edge(branch))
                        .expect("it is evaluated");
                    prop_assert!(
                        found < Distance::INFINITE || observed == Distance::INFINITE,
                        "{way:?}: {observed:?}"
                    );
                    if !choice.pooled_targets
                        && !anything_known(&world, choice, a.index(), site, value)
                    {
                        prop_assert_eq!(found, observed, "{:?}", way);
                    }
                }
            }
        }
    }

    #[test]
    fn where_nothing_is_declared_nothing_is_refined(world in any_world(), choice in choice()) {
        let (none, mut gradient) = (Flags::new(), gradient(choice));
        let refined =
            gradient.refine(&world.graph, &none, &world.store).expect("it tells of its calls");
        for edge in branches(&world.graph) {
            prop_assert_eq!(refined.branch_distance(edge), world.store.branch_distance(edge));
            for a in activations(&world.store) {
                prop_assert_eq!(refined.distance_in(a, edge.branch), None);
            }
        }
        prop_assert_eq!(table(&world.graph, &refined), table(&world.graph, &world.store));
    }

    #[test]
    fn exits_alone_refine_nothing(world in any_world(), choice in choice()) {
        let mut methods = world.methods.clone();
        methods.iter_mut().for_each(|method| method.flags.clear());
        let (exits, mut gradient) =
            (declare(&world.graph, &declarations(&methods)), gradient(choice));
        let refined =
            gradient.refine(&world.graph, &exits, &world.store).expect("it tells of its calls");
        prop_assert_eq!(table(&world.graph, &refined), table(&world.graph, &world.store));
    }

    #[test]
    fn of_the_least_only_it_does_not_matter_which_stage_is_inner(
        world in any_world(),
        choice in choice(),
    ) {
        let all = [false, true].map(|activations_first| {
            let least = Choice {
                over_activations: Aggregation::Min,
                over_required: Aggregation::Min,
                activations_first,
                ..choice
            };
            let mut gradient = gradient(least);
            let refined = world.refined(&mut gradient);
            snapshot(&world.graph, &refined)
        });
        prop_assert_eq!(&all[0], &all[1]);
    }

    #[test]
    fn declared_in_any_order_and_twice_it_is_the_same_to_the_bit(
        world in any_world(), choice in choice(), keys in vec(any::<u16>(), 64),
    ) {
        let mut order: Vec<(u16, _)> =
            keys.iter().copied().cycle().zip(declarations(&world.methods)).collect();
        order.sort_by_key(|declaration| declaration.0);
        let again: Vec<_> = order.iter().chain(&order).map(|declaration| declaration.1).collect();
        let others = declare(&world.graph, &again);
        let all = [&world.flags, &others].map(|flags| {
            let mut gradient = gradient(choice);
            snapshot(
                &world.graph,
                &gradient.refine(&world.graph, flags, &world.store).expect("it tells of its calls"),
            )
        });
        prop_assert_eq!(&all[0], &all[1]);
        prop_assert_eq!(others.branches().len(), world.flags.branches().len());
    }

    /// Also when the value has met other programs before, larger or smaller ones.
    #[test]
    fn nothing_is_left_of_earlier_executions(worlds in vec(any_world(), 1..5), choice in choice()) {
        let mut used = gradient(choice);
        for world in worlds.iter().chain(worlds.iter().rev()) {
            let found = snapshot(&world.graph, &world.refined(&mut used));
            let mut fresh = gradient(choice);
            let refined = world.refined(&mut fresh);
            prop_assert_eq!(found, snapshot(&world.graph, &refined));
        }
    }

    #[test]
    fn a_suite_has_the_pointwise_least_table(worlds in suites(), choice in choice()) {
        let graph = &worlds[0].graph;
        let mut gradients = worlds.each_ref().map(|_| gradient(choice));
        let suite: Vec<Refined<'_, _>> = gradients
            .iter_mut()
            .zip(&worlds)
            .map(|(gradient, world)| world.refined(gradient))
            .collect();
        let least = |tables: &[Vec<(u32, u64)>]| -> Vec<(u32, u64)> {
            // Of positive floats the bits are in the order of the numbers.
            (0..tables[0].len())
                .map(|at| tables.iter().map(|table| table[at]).min().expect("three"))
                .collect()
        };
        let tables: Vec<_> = suite.iter().map(|refined| table(graph, refined)).collect();
        prop_assert_eq!(table(graph, &suite[..]), least(&tables));
    }

    #[test]
    fn of_nonsense_no_nan_is_made_and_no_panic(
        world in prop_oneof![ran(), invented()],
        nonsense in nonsense(),
        choice in choice(),
    ) {
        let mut gradient = gradient(choice);
        if let Ok(refined) = gradient.refine(&world.graph, &world.flags, &nonsense) {
            let beyond = (0..nonsense.count + 3).chain([u32::MAX]).map(Activation::new);
            let asked =
                || branches(&world.graph).map(|edge| edge.branch).chain([Branch::new(u32::MAX)]);
            for (a, branch) in beyond.flat_map(|a| asked().map(move |branch| (a, branch))) {
                prop_assert!(refined.distance_in(a, branch).is_none_or(|d| !d.get().is_nan()));
            }
            for edge in branches(&world.graph) {
                prop_assert!(refined.branch_distance(edge).is_none_or(|d| !d.get().is_nan()));
            }
            for (_, bits) in table(&world.graph, &refined) {
                prop_assert!(!f64::from_bits(bits).is_nan());
            }
        }
        // And nothing of it is left.
        let again = snapshot(&world.graph, &world.refined(&mut gradient));
        let mut fresh = self::gradient(choice);
        let refined = world.refined(&mut fresh);
        prop_assert_eq!(again, snapshot(&world.graph, &refined));
    }
}

proptest! {
    #![proptest_config(config(128))]

    /// As on tables swept by hand, and the same goals are covered.
    #[test]
    fn goals_are_measured_on_the_refined_tables(world in ran(), choice in choice()) {
        let (graph, trace) = (&world.graph, world.trace.as_ref().expect("it ran"));
        let methods: Vec<_> = graph.functions().map(sbst::objective::Method::new).collect();
        let program = Program::new(graph).with_methods(&methods);
        let mut goals = Goals::<Trace>::new();
        for criterion in
            [Criterion::Branch, Criterion::DirectBranch, Criterion::Block, Criterion::Statement]
        {
            goals.add(criterion, &program);
        }
        let (mut tables, mut row, mut plain) = (Tables::new(graph), Vec::new(), Vec::new());
        goals.measure(graph, trace, &mut tables, &mut plain);
        let mut gradient = gradient(choice);
        let refined = gradient.refine(graph, &world.flags, trace).expect("it tells of its calls");
        goals.measure(graph, &refined, &mut tables, &mut row);
        let [mut table, mut direct] = [FitnessTable::new(graph), FitnessTable::new(graph)];
        table.sweep(graph, &refined);
        direct.sweep(graph, &On(&refined, Plane::Direct));
        let observed = Observed::new(graph, trace, &table).with_direct(&direct);
        for id in goals.ids() {
            let (goal, value) = (goals.goal(id), row[id.index()]);
            prop_assert_eq!(value, goals.fitness_of(id, &observed), "{}", goal);
            prop_assert_eq!(value.is_covered(), plain[id.index()].is_covered(), "{}", goal);
            if let Goal::Branch(branch) = goal {
                prop_assert_eq!(value, table.branch(branch));
            }
        }
    }
}

/// An executor that answers anything.
#[derive(Clone, Debug)]
struct Nonsense {
    count: u32,
    seed: u64,
    /// Of 256 questions, how many have no answer.
    silent: u8,
}

fn nonsense() -> impl Strategy<Value = Nonsense> {
    (prop_oneof![0..20_u32, 900..1000_u32], any::<u64>(), any::<u8>())
        .prop_map(|(count, seed, silent)| Nonsense { count, seed, silent })
}

impl Nonsense {
    /// A number for each question.
    fn answer(&self, question: u64, a: u32, about: u32, below: u32) -> Option<u32> {
        let mixed = (self.seed ^ question << 56 ^ u64::from(a) << 28 ^ u64::from(about))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed as u8 >= self.silent).then_some((mixed >> 33) as u32 % below)
    }
    fn distance(&self, question: u64, a: u32, branch: Edge) -> Option<Distance> {
        let all = [0.0, 5e-324, 1.0, 7.5, f64::MAX, f64::INFINITY];
        let pick = self.answer(question, a, branch.branch.number(), all.len() as u32)?;
        Distance::new(all[pick as usize]).ok()
    }
}

impl Facts for Nonsense {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(a) => self.distance(3, a.number(), branch),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(a) => self.answer(4, a.number(), block.number(), 9),
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.count
    }
    fn callee(&self, a: Activation) -> Option<Function> {
        self.answer(0, a.number(), 0, 7)
            .map(|function| Function::new(if function == 6 { u32::MAX } else { function }))
    }
    fn caller(&self, a: Activation) -> Option<(Activation, Option<CallSite>)> {
        let caller = self.answer(1, a.number(), 0, self.count.max(1) + 3)?;
        Some((Activation::new(caller), self.answer(2, a.number(), 0, 3).map(CallSite::new)))
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl Execution for Nonsense {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.distance(5, 0, branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.answer(6, 0, block.number(), 9)
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        (0..9).filter(|&f| self.answer(7, f, 0, 1).is_some()).for_each(|f| visit(Function::new(f)));
    }
}

/// Two functions, a call of the second at site 0 that the first decides by, and what was seen in
/// it.
fn one_call(callee: Shape, seen: Seen) -> (FlowGraph, Store) {
    let caller = Shape::new(&[(0, Outcome::True, 1), (0, Outcome::False, 2)], &[]);
    let shapes = [caller, callee];
    let graph = program(&shapes);
    let mut outer = Seen::default();
    outer.visit(0, 0);
    outer.observe((0, Outcome::True), 1.0);
    let tree = [
        Activity { function: 0, caller: None, seen: outer },
        Activity { function: 1, caller: Some((0, Some(0))), seen },
    ];
    let methods =
        shapes.map(|shape| Method { shape, flags: BTreeMap::new(), returns: BTreeMap::new() });
    (graph, Store::new(&methods, &tree))
}

/// How far the call is from returning true, where the callee returns these values.
fn far(
    graph: &FlowGraph,
    store: &Store,
    returns: &[(u32, Returns)],
    mut gradient: FlagGradient,
) -> f64 {
    let [caller, callee] = [0, 1].map(Function::new);
    let mut flags = Flags::new();
    flags.function(graph, caller).decides(0, CallSite::new(0)).expect("fits");
    for &(block, value) in returns {
        flags.function(graph, callee).returns(block, value).expect("fits");
    }
    let refined = gradient.refine(graph, &flags, store).expect("it tells of its calls");
    let branch = graph.branch(graph.entry(caller), Outcome::True).expect("decides");
    refined.distance_in(Activation::new(0), branch).expect("evaluated").get()
}

/// Of several calls that count as one, one may have taken what another one missed. Were that 0,
/// nothing else would count.
#[test]
fn what_was_taken_in_a_call_that_did_not_return_the_value_is_the_smallest_positive() {
    use Outcome::{False, True};
    // 0: if { 1: return true } 2: if { 3: return true } 4: return false
    let callee = Shape::new(&[(0, True, 1), (0, False, 2), (2, True, 3), (2, False, 4)], &[]);
    let mut seen = Seen::default();
    seen.visit(0, 0);
    seen.observe((0, True), 0.0);
    seen.observe((2, True), 1.0);
    let (graph, store) = one_call(callee, seen);
    let returns = [(1, Returns::from(true)), (3, true.into()), (4, false.into())];
    let of =
        |aggregation| far(&graph, &store, &returns, FlagGradient::new().over_required(aggregation));
    assert_eq!(of(Aggregation::Min), 5e-324);
    assert_eq!(of(Aggregation::Harmonic), 1e-323);
    let geometric = of(Aggregation::power_mean(0.0).expect("a number"));
    let root = 5e-324_f64.sqrt() * 0.5_f64.sqrt();
    assert!((geometric - root).abs() <= 1e-9 * root, "{geometric}, not {root}");
}

/// Nothing is returned where nothing leads.
#[test]
fn an_exit_that_nothing_reaches_is_not_required() {
    use Outcome::{False, True};
    // 0: if { 1: return true } 2: return false     3: return what is told, which nothing leads to
    let mut seen = Seen::default();
    seen.visit(0, 0);
    seen.observe((0, True), 3.0);
    let (graph, store) = one_call(Shape::new(&[(0, True, 1), (0, False, 2)], &[1, 2, 3]), seen);
    let told = (3, Returns::from(CallSite::new(0)));
    let found = |returns: &[_]| far(&graph, &store, returns, FlagGradient::new());
    assert_eq!(found(&[told]), 1.0); // as observed
    assert_eq!(found(&[told, (1, true.into())]), 3.0 / 4.0); // it does not count in the mean
}

/// Before anything was run there is nothing to refine, and nothing wrong.
#[test]
fn an_empty_execution_is_refined_to_itself() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let mut flags = Flags::new();
    flags.function(&graph, Function::new(0)).decides(0, CallSite::new(0)).expect("fits");
    let trace =
        sbst::execution::Trace::new(&graph).with_call_tree(sbst::execution::CallTreeLimits::NONE);
    let mut gradient = FlagGradient::new();
    let refined = gradient.refine(&graph, &flags, &trace).expect("nothing was entered");
    assert_eq!(table(&graph, &refined), table(&graph, &trace));
    assert!(branches(&graph).all(|edge| refined.branch_distance(edge).is_none()));
}
