//! The published form is what the paper prints: Algorithms 1 and 2, on generated programs and
//! executions.
//!
//! The oracle was written from the paper alone. Where the paper is silent its value depends on
//! rules, and where those decide (a mean of nothing, a branch of which nothing was executed),
//! nothing is compared.

use super::printed_oracle as paper;
use crate::effort::config;
use crate::oracle::flag::{Activity, Method, Returned};
use crate::oracle::flag_worlds::World;
use crate::oracle::reached::reached_within;
use crate::oracle::run::Seen;
use crate::oracle::{Node, Shape, program};
use paper::{
    AS_PRINTED, Activation, Branch, Collection, End, Event, FlagCall, Merge, RequiredBy, Rules,
    Scope, Site, TraceOf,
};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::flag::{FlagGradient, InnerFlags, Iterations, RequiredBranches, TargetCalls};
use sbst::flow::Outcome;
use sbst::id::{self, Function};
use std::collections::BTreeMap;

/// The rules by which the crate reads the paper. An iteration is told from all others by the traces
/// of all calls that it is nested in. Equal iterations count one by one, as the k of Eq. 3 does,
/// and not once, as in the sets of Algorithm 1.
const READ: Rules =
    Rules { trace: TraceOf::WholeStack, collection: Collection::List, ..AS_PRINTED };

/// A block: what it does, where it leads, what it calls.
type Draft = (u8, u8, u8, u8, bool);

/// Functions that call only later ones, the first of which the test calls; and what the predicates
/// see.
#[derive(Clone, Debug)]
struct Case {
    program: paper::Program,
    targets: Vec<Activation>,
}

/// The target method begins with a loop of its own, so that no two of its activations have the same
/// trace.
fn target(drafts: &[Draft]) -> paper::Method {
    let mut method = method(0, drafts, 1);
    let spin = End::Branch { on_true: 0, on_false: 1, flag: None };
    method.nodes.insert(0, paper::Node { end: spin, control: vec![] });
    method
}

/// Some predicates, and three ends; from each block mostly on to the next one.
fn method(number: usize, drafts: &[Draft], shift: usize) -> paper::Method {
    let (len, last) = (drafts.len() + 3, drafts.len());
    let later = METHODS - number - 1;
    let call_of = |callee: u8, negated| {
        (later > 0).then(|| FlagCall { callee: number + 1 + usize::from(callee) % later, negated })
    };
    let node = |(at, &(kind, left, right, callee, negated)): (usize, &Draft)| {
        let to = |next: u8| {
            shift + if next.is_multiple_of(4) { at + 1 } else { usize::from(next / 4) % len }
        };
        let call = call_of(callee, negated);
        let end = match kind % 5 {
            3 if at > 0 => End::Goto(shift + at + 1),
            // What comes first is evaluated by every call: flags, so that something is known of
            // them.
            0..=2 if at > 0 => End::Branch { on_true: to(left), on_false: to(right), flag: None },
            _ => End::Branch { on_true: to(left), on_false: to(right), flag: call },
        };
        paper::Node { end, control: vec![] }
    };
    let mut nodes: Vec<paper::Node> = drafts.iter().enumerate().map(node).collect();
    let (kind, callee, negated) = (drafts[0].0, drafts[last - 1].3, drafts[last - 1].4);
    let third = match call_of(callee, negated) {
        Some(call) if kind % 2 == 0 => End::Return(paper::Returned::Call(call)),
        _ => End::Stop,
    };
    let ends = [true, false].map(|value| End::Return(paper::Returned::Constant(value)));
    nodes.extend(ends.into_iter().chain([third]).map(|end| paper::Node { end, control: vec![] }));
    paper::Method { nodes }
}

const METHODS: usize = 4;

/// Runs a method on draws; as long as there is fuel.
fn run(
    program: &paper::Program,
    method: usize,
    spins: usize,
    draws: &mut impl Iterator<Item = u8>,
) -> Activation {
    let (mut node, mut events, mut fuel) = (0, Vec::new(), 7 + spins);
    let mut spinning = spins;
    while fuel > 0 {
        fuel -= 1;
        match program.methods[method].nodes[node].end {
            End::Goto(to) => node = to,
            End::Stop | End::Return(paper::Returned::Constant(_) | paper::Returned::Unknown) => {
                break;
            }
            End::Return(paper::Returned::Call(call)) => {
                events.push(Event::Call { node, activation: run(program, call.callee, 0, draws) });
                break;
            }
            End::Branch { on_true, on_false, flag } => {
                if let Some(call) = flag {
                    events.push(Event::Call {
                        node,
                        activation: run(program, call.callee, 0, draws),
                    });
                }
                let draw = draws.next().unwrap_or(0);
                let is_spin = method == 0 && node == 0;
                let taken = if is_spin { spinning > 0 } else { draw.is_multiple_of(3) };
                spinning = spinning.saturating_sub(1);
                // A flag that was not taken is K away.
                let other = if flag.is_some() { 1.0 } else { f64::from(draw / 4 % 16) + 1.0 };
                let (to_false, to_true) = if taken { (other, 0.0) } else { (0.0, other) };
                events.push(Event::Branch { node, taken, to_false, to_true });
                node = if taken { on_true } else { on_false };
            }
        }
    }
    Activation { method, events }
}

fn cases() -> impl Strategy<Value = Case> {
    let draft = || (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<bool>());
    let drafts = || vec(draft(), 1..4);
    ([drafts(), drafts(), drafts(), drafts()], 1..4_usize, vec(any::<u8>(), 160)).prop_map(
        |(drafts, targets, draws)| {
            let methods = (0..METHODS)
                .map(|n| if n == 0 { target(&drafts[0]) } else { method(n, &drafts[n], 0) });
            let mut program = paper::Program { methods: methods.collect() };
            let graph = self::program(&shapes(&program));
            for (number, method) in program.methods.iter_mut().enumerate() {
                let function = Function::new(number as u32);
                for (at, node) in method.nodes.iter_mut().enumerate() {
                    let controls = graph
                        .controls(graph.block(function, at as u32))
                        .map(|branch| graph.edge(branch));
                    let local = |block: id::Block| block.index() - graph.entry(function).index();
                    node.control = controls
                        .filter_map(|edge| {
                            Some(Branch {
                                node: local(edge.source),
                                outcome: edge.outcome.holds()?,
                            })
                        })
                        .collect();
                }
            }
            let mut draws = draws.into_iter();
            let targets = (0..targets).map(|spins| run(&program, 0, spins, &mut draws)).collect();
            Case { program, targets }
        },
    )
}

fn shapes(program: &paper::Program) -> Vec<Shape> {
    let node = |node: &paper::Node| {
        let edges = match node.end {
            End::Goto(to) => vec![(Outcome::Next, to)],
            End::Branch { on_true, on_false, .. } => {
                vec![(Outcome::True, on_true), (Outcome::False, on_false)]
            }
            End::Return(_) | End::Stop => vec![],
        };
        Node { leaves: edges.is_empty(), edges, ..Node::default() }
    };
    program.methods.iter().map(|method| Shape(method.nodes.iter().map(node).collect())).collect()
}

/// The case as the crate knows it. Call sites have the numbers of their blocks.
fn world(case: &Case) -> World {
    let shapes = shapes(&case.program);
    let methods = case.program.methods.iter().zip(shapes).map(|(method, shape)| {
        let (mut flags, mut returns) = (BTreeMap::new(), BTreeMap::new());
        for (at, node) in method.nodes.iter().enumerate() {
            match node.end {
                End::Branch { flag: Some(flag), .. } => {
                    flags.insert((at, Outcome::True), (at as u32, !flag.negated));
                    flags.insert((at, Outcome::False), (at as u32, flag.negated));
                }
                End::Return(paper::Returned::Constant(value)) => {
                    _ = returns.insert(at, Returned::Constant(value));
                }
                End::Return(paper::Returned::Call(call)) => {
                    returns.insert(at, Returned::Call { site: at as u32, negated: call.negated });
                }
                _ => {}
            }
        }
        Method { shape, flags, returns }
    });
    let mut tree = Vec::new();
    for target in &case.targets {
        add(target, None, &mut tree);
    }
    World::new(methods.collect(), tree, None)
}

fn add(activation: &Activation, caller: Option<(usize, Option<u32>)>, tree: &mut Vec<Activity>) {
    let (here, mut seen) = (tree.len(), Seen { entered: true, ..Seen::default() });
    tree.push(Activity { function: activation.method, caller, seen: Seen::default() });
    seen.progress.insert(0, 0);
    for event in &activation.events {
        match event {
            Event::Branch { node, to_false, to_true, .. } => {
                seen.progress.insert(*node, 0);
                for (outcome, distance) in [(Outcome::True, *to_true), (Outcome::False, *to_false)]
                {
                    let least = seen.distance.entry((*node, outcome)).or_insert(distance);
                    *least = least.min(distance);
                }
            }
            Event::Call { node, activation } => {
                seen.progress.insert(*node, 0);
                add(activation, Some((here, Some(*node as u32))), tree);
            }
        }
    }
    tree[here].seen = seen;
}

/// The paper's value, unless it depends on what the paper leaves open.
fn printed(
    case: &Case,
    roots: &[Activation],
    flag: paper::FlagBranch,
    node: usize,
    rules: Rules,
) -> Option<f64> {
    let rct = paper::RuntimeContextTable::new(roots);
    let of = |open: f64| {
        let rules =
            Rules { no_iteration: open, no_required_branch: open, unreached: open, ..rules };
        paper::branch_fitness_if(&case.program, flag, &[Site { method: 0, node }], &rct, &rules)
    };
    let (value, other) = (of(3.5), of(11.25));
    // A flag that an iteration took is at 0 whatever is open, and stays so if the open values are
    // not 0.
    (value == other).then_some(value)
}

/// Compares all flags of the target method; returns how many were compared.
fn compare(
    case: &Case,
    gradient: &FlagGradient,
    rules: Rules,
    is_pooled: bool,
) -> Result<usize, TestCaseError> {
    let (world, mut gradient, mut compared) = (world(case), gradient.clone(), 0);
    let refined = world.refined(&mut gradient);
    let mut root = 0;
    for activation in &case.targets {
        let a = id::Activation::new(root as u32);
        root += count(activation);
        for (node, description) in case.program.methods[0].nodes.iter().enumerate() {
            let End::Branch { flag: Some(_), .. } = description.end else { continue };
            for outcome in [false, true] {
                let branch = Branch { node, outcome };
                let flag = paper::flag_branch(&case.program.methods[0], branch).expect("a flag");
                let edge = world.graph.branch(
                    world.graph.block(Function::new(0), node as u32),
                    if outcome { Outcome::True } else { Outcome::False },
                );
                let found = refined
                    .distance_in(a, edge.expect("two sides"))
                    .map(|distance| distance.norm());
                let roots =
                    if is_pooled { &case.targets[..] } else { std::slice::from_ref(activation) };
                let (Some(found), Some(expected)) =
                    (found.filter(|&f| f > 0.0), printed(case, roots, flag, node, rules))
                else {
                    continue;
                };
                compared += 1;
                prop_assert!(
                    (found - expected).abs() <= 1e-9 * expected.max(1e-300),
                    "{branch:?} in {a}: {found}, not {expected}"
                );
            }
        }
    }
    Ok(compared)
}

fn count(activation: &Activation) -> usize {
    let calls = activation.events.iter().map(|event| match event {
        Event::Call { activation, .. } => count(activation),
        Event::Branch { .. } => 0,
    });
    1 + calls.sum::<usize>()
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn ap17_the_published_form_is_algorithms_1_and_2(case in cases()) {
        compare(&case, &FlagGradient::published(), READ, true)?;
    }

    /// With our reading of required branches in its place.
    #[test]
    fn ap17_the_published_form_over_branches_that_decide(case in cases()) {
        let gradient = FlagGradient::published().with_required(RequiredBranches::Controls);
        compare(&case, &gradient, Rules { required: RequiredBy::ControlDependence, ..READ }, true)?;
    }

    /// Each call of the target method by itself.
    #[test]
    fn ap17_pooled_iterations_of_one_call_of_the_target_method(case in cases()) {
        let gradient = FlagGradient::published().over_target_calls(TargetCalls::Least);
        compare(&case, &gradient, READ, false)?;
    }

    /// If lines 3 and 6 of Algorithm 2 handed on the iteration.
    #[test]
    fn ap17_nested_iterations_look_into_one_activation(case in cases()) {
        let gradient = FlagGradient::published()
            .over_target_calls(TargetCalls::Least)
            .over_iterations(Iterations::Nested);
        compare(&case, &gradient, Rules { pooled: Scope::Trace, ..READ }, false)?;
    }
}

/// Without this the comparison might be of nothing.
#[test]
fn generated_cases_reach_what_tells_the_choices_apart() {
    let (mut all, mut differ) = (0, [0; 5]);
    let is_enough = reached_within(cases(), 1_000, |case| {
        all += compare(&case, &FlagGradient::published(), READ, true).expect("as printed");
        let others = [
            FlagGradient::published().over_target_calls(TargetCalls::Least),
            FlagGradient::published().over_iterations(Iterations::Nested),
            FlagGradient::published().with_inner_flags(InnerFlags::Nearest),
            FlagGradient::published().with_required(RequiredBranches::Controls),
            FlagGradient::new(),
        ];
        for (differ, gradient) in differ.iter_mut().zip(others) {
            *differ += usize::from(compare(&case, &gradient, READ, true).is_err());
        }
        all > 300 && differ.iter().all(|&differ| differ > 1)
    });
    assert!(is_enough, "{all} {differ:?}");
}

#[test]
fn an_open_point_is_what_the_rules_decide() {
    assert_eq!(
        (READ.tie, READ.repeated, READ.exercised, READ.pooled),
        (Merge::Minimum, Merge::Minimum, Scope::Trace, Scope::Context)
    );
}
