//! What is declared of programs, choices of aggregation, and trees of activations as no program
//! makes them.

use super::calling::{Program, programs};
use super::flag::{Activity, Choice, Method, Returned, Store};
use super::generate::shape;
use super::run::{Plan, Seen, plan};
use super::values::ways;
use super::{Way, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Aggregation;
use sbst::execution::{CallTreeLimits, Execution, Facts, Trace};
use sbst::fitness::FitnessTable;
use sbst::fitness::flag::{
    AggregationOrder, Condition, FlagGradient, Flags, InnerFlags, Iterations, Refined, Returns,
    TargetCalls,
};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Activation, CallSite, Function};
use std::collections::{BTreeMap, BTreeSet};

/// One thing that is declared, by function and block.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    function: usize,
    block: u32,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Decides { site: CallSite, negated: bool },
    Branch { outcome: Outcome, site: CallSite, value: bool },
    Returns(Returns),
}

/// All that the methods know; two-way predicates as a whole where that says it.
pub fn declarations(methods: &[Method]) -> Vec<Declaration> {
    let mut all = Vec::new();
    for (function, method) in methods.iter().enumerate() {
        for (&(block, outcome), &(site, value)) in &method.flags {
            let other = |outcome| method.flags.get(&(block, outcome)) == Some(&(site, !value));
            let site = CallSite::new(site);
            let what = match outcome {
                Outcome::True if other(Outcome::False) => What::Decides { site, negated: !value },
                Outcome::False if other(Outcome::True) => continue,
                _ => What::Branch { outcome, site, value },
            };
            all.push(Declaration { function, block: block as u32, what });
        }
        for (&block, &returned) in &method.returns {
            let returns = match returned {
                Returned::Constant(value) => Returns::from(value),
                Returned::Call { site, negated: false } => CallSite::new(site).into(),
                Returned::Call { site, negated: true } => Returns::negated(CallSite::new(site)),
                Returned::Unknown => Returns::Unknown,
            };
            all.push(Declaration { function, block: block as u32, what: What::Returns(returns) });
        }
    }
    all
}

pub fn declare(graph: &FlowGraph, all: &[Declaration]) -> Flags {
    let mut flags = Flags::new();
    for &Declaration { function, block, what } in all {
        let mut of = flags.function(graph, Function::new(function as u32));
        let result = match what {
            What::Decides { site, negated: false } => of.decides(block, site),
            What::Decides { site, negated: true } => of.decides(block, !Condition::call(site)),
            What::Branch { outcome, site, value } => of.branch(block, outcome, site, value),
            What::Returns(returns) => of.returns(block, returns),
        };
        result.expect("it fits the graph");
    }
    flags
}

fn aggregation() -> impl Strategy<Value = Aggregation> {
    let mean = |power| Aggregation::power_mean(power).expect("a number");
    let powers = proptest::sample::select(vec![
        f64::NEG_INFINITY,
        -2.0,
        -1.0,
        0.0,
        0.5,
        1.0,
        3.0,
        f64::INFINITY,
    ]);
    prop_oneof![
        3 => Just(Aggregation::Harmonic),
        2 => Just(Aggregation::Min),
        1 => Just(Aggregation::Mean),
        1 => Just(Aggregation::Sum),
        2 => powers.prop_map(mean),
    ]
}

pub fn choice() -> impl Strategy<Value = Choice> {
    let bools = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (aggregation(), aggregation(), bools).prop_map(|(over_activations, over_required, bools)| {
        let (activations_first, pooled_iterations, pooled_targets, required_only) = bools;
        Choice {
            over_activations,
            over_required,
            activations_first,
            pooled_iterations,
            pooled_targets,
            required_only,
        }
    })
}

pub fn gradient(choice: Choice) -> FlagGradient {
    let inner = if choice.activations_first {
        AggregationOrder::ActivationsFirst
    } else {
        AggregationOrder::RequiredFirst
    };
    FlagGradient::new()
        .over_activations(choice.over_activations)
        .over_required(choice.over_required)
        .in_order(inner)
        .over_iterations(if choice.pooled_iterations {
            Iterations::Pooled
        } else {
            Iterations::Nested
        })
        .over_target_calls(if choice.pooled_targets {
            TargetCalls::Pooled
        } else {
            TargetCalls::Least
        })
        .with_inner_flags(if choice.required_only {
            InnerFlags::Required
        } else {
            InnerFlags::Nearest
        })
}

/// What is known of a program, and one execution of it in two forms, if a trace can have it.
#[derive(Debug)]
pub struct World {
    pub methods: Vec<Method>,
    pub graph: FlowGraph,
    pub flags: Flags,
    pub tree: Vec<Activity>,
    pub store: Store,
    pub trace: Option<Trace>,
}

impl World {
    /// Results that another set may overwrite are for the oracle of [`flags`](super::flags): here,
    /// none follows.
    pub fn new(mut methods: Vec<Method>, tree: Vec<Activity>, trace: Option<Trace>) -> Self {
        for Method { shape, returns, .. } in &mut methods {
            let reached = |block: usize| {
                let (mut reached, mut waiting) = (BTreeSet::new(), vec![block]);
                while let Some(at) = waiting.pop() {
                    waiting.extend(
                        shape.0[at]
                            .edges
                            .iter()
                            .map(|edge| edge.1)
                            .filter(|&next| reached.insert(next)),
                    );
                }
                reached
            };
            let mut kept: Vec<usize> = Vec::new();
            returns.retain(|&block, _| {
                let follows = |other: &usize| {
                    reached(*other).contains(&block) || reached(block).contains(other)
                };
                let is_kept = !kept.iter().any(follows);
                kept.extend(is_kept.then_some(block));
                is_kept
            });
        }
        let shapes: Vec<_> = methods.iter().map(|method| method.shape.clone()).collect();
        let graph = program(&shapes);
        let flags = declare(&graph, &declarations(&methods));
        let store = Store::new(&methods, &tree);
        Self { methods, graph, flags, tree, store, trace }
    }

    /// The execution with its flags refined.
    pub fn refined<'a>(&'a self, gradient: &'a mut FlagGradient) -> Refined<'a, Store> {
        gradient.refine(&self.graph, &self.flags, &self.store).expect("it tells of its calls")
    }

    pub fn of(program: &Program) -> Self {
        let (trace, tree) = program.traced(CallTreeLimits::NONE);
        Self::new(program.methods(), tree, Some(trace))
    }
}

pub fn ran() -> impl Strategy<Value = World> {
    programs().prop_map(|program| World::of(&program))
}

/// One program on three arguments.
pub fn suites() -> impl Strategy<Value = [World; 3]> {
    (programs(), [(); 3].map(|()| -3..9_i32))
        .prop_map(|(program, arguments)| arguments.map(|to| World::of(&program.calling(to))))
}

/// A function, how far back its caller is, at which site, whether the test calls it, and what it
/// does.
type Call = (usize, u8, Option<u32>, bool, Plan);

fn activities(methods: &[Method], calls: &[Call]) -> Vec<Activity> {
    let activity = |(at, (function, back, site, is_first, plan)): (usize, &Call)| {
        let function = function % methods.len();
        let caller = at.checked_sub(usize::from(*back).min(at.max(1))).filter(|_| !is_first);
        let seen = Seen { entered: true, ..plan.on(&methods[function].shape) };
        Activity { function, caller: caller.map(|caller| (caller, *site)), seen }
    };
    calls.iter().enumerate().map(activity).collect()
}

/// Any functions, any flags in them, and any calls: what was observed need not fit together.
pub fn invented() -> impl Strategy<Value = World> {
    let flag = (any::<u8>(), 0..2_u32, any::<bool>());
    let returned = prop_oneof![
        6 => any::<bool>().prop_map(Returned::Constant),
        3 => (0..2_u32, any::<bool>()).prop_map(|(site, negated)| Returned::Call { site, negated }),
        1 => Just(Returned::Unknown),
    ];
    let shapes = prop_oneof![1 => shape(6), 3 => shape(8).prop_filter("nothing to decide", |shape| shape.len() > 3)];
    let method = (shapes, vec(flag, 0..7), vec(proptest::option::weighted(0.9, returned), 8))
        .prop_map(|(shape, picks, exits)| {
            let graph = shape.graph();
            let all = ways(&graph, Function::new(0));
            let decided: Vec<Way> =
                all.into_iter().map(|(way, _)| way).filter(|way| way.1.is_decided()).collect();
            let leaves: Vec<usize> = (0..shape.len())
                .filter(|&b| shape.0[b].leaves || shape.0[b].edges.is_empty())
                .collect();
            let pick = |of: usize, pick: u8| usize::from(pick).checked_rem(of);
            let flags: BTreeMap<Way, (u32, bool)> = picks
                .iter()
                .filter_map(|&(at, site, value)| {
                    Some((decided[pick(decided.len(), at)?], (site, value)))
                })
                .collect();
            let returns = leaves
                .into_iter()
                .zip(exits)
                .filter_map(|(leaf, returned)| Some((leaf, returned?)))
                .collect();
            Method { shape, flags, returns }
        });
    let call = (
        0..3_usize,
        1..4_u8,
        proptest::option::weighted(0.9, 0..2_u32),
        proptest::bool::weighted(0.1),
        plan(),
    );
    (vec(method, 1..=3), vec(call, 0..20)).prop_map(|(methods, calls)| {
        let tree = activities(&methods, &calls);
        World::new(methods, tree, None)
    })
}

pub fn any_world() -> impl Strategy<Value = World> {
    prop_oneof![ran(), invented()]
}

/// All bits that a refined execution tells: F of each activation and branch, the distances of all
/// branches, and the table.
pub fn snapshot<X: Facts + ?Sized>(
    graph: &FlowGraph,
    refined: &Refined<'_, X>,
) -> Vec<Option<(u32, u64)>> {
    let branches = || {
        graph
            .functions()
            .flat_map(|f| graph.blocks_of(f))
            .flat_map(|block| graph.branches_of(block))
    };
    let bits =
        |distance: Option<sbst::distance::Distance>| distance.map(|d| (0, d.get().to_bits()));
    let in_each = (0..refined.run().activation_count()).map(Activation::new);
    let mut all: Vec<_> = in_each
        .flat_map(|a| branches().map(move |branch| (a, branch)))
        .map(|(a, x)| bits(refined.distance_in(a, x)))
        .collect();
    all.extend(branches().map(|branch| bits(refined.branch_distance(graph.edge(branch)))));
    all.extend(table(graph, refined).into_iter().map(Some));
    all
}

/// The values of all branches and blocks.
pub fn table(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Vec<(u32, u64)> {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    let branches = graph
        .functions()
        .flat_map(|f| graph.blocks_of(f))
        .flat_map(|block| graph.branches_of(block));
    let of_branches = branches.map(|branch| table.branch(branch));
    let of_blocks =
        graph.all_blocks().flat_map(|block| [table.block(block), table.dependence(block)]);
    of_branches
        .chain(of_blocks)
        .map(|fitness| (fitness.level, fitness.distance.get().to_bits()))
        .collect()
}
