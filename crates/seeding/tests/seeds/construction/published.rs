//! The crate against what the paper prints: slices and state variables of 3.1.2, Algorithm 1, the
//! call paths, |B'| / |B| and Eq. 1 of 3.2.2, on random data; Listing 1 and footnote 1.

use super::activates;
use super::config;
use super::paper::{self, Access, Flow};
use super::programs::{ALL, Kinds, Shape, controlled, graphs, limits, plain, programs, slice};
use crate::definitions::construction::Program;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Normalise, Normaliser, Rules};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function, Symbol, Variable};
use sbst_seeding::construction::{
    ACTIVATION, AccessPaths, ConstructionGraph, Counted, Leading, MAX_STATEMENTS, PathLimits, Plan,
    Site, UnbuiltReason,
};
use sbst_seeding::slice::Limits;
use std::collections::BTreeSet;

/// Algorithm 1 on a graph; computations and choices add no statement, nor do calls on what the
/// program makes itself: they stand for what they return.
fn algorithm_1(graph: &ConstructionGraph) -> Result<paper::Synthesis, paper::NeverEnds> {
    let children = graph.nodes().iter().map(|node| {
        let users: BTreeSet<usize> = node.users.iter().map(|user| user.1.index()).collect();
        users.into_iter().collect()
    });
    let reuses = graph.nodes().iter().filter(|node| match node.kind {
        InstructionKind::Cast | InstructionKind::Other => true,
        InstructionKind::Call => {
            node.receiver().is_none() && node.constants().any(|(role, _)| role == Role::Receiver)
        }
        _ => false,
    });
    let reuses = reuses.map(|node| node.variable.index()).collect();
    paper::synthesise(&children.collect(), &BTreeSet::new(), &reuses)
}

/// The positions of statements: each after those of its parents.
fn precedes(graph: &ConstructionGraph, order: &[usize]) -> bool {
    order.iter().enumerate().all(|(at, &variable)| {
        let mut parents = graph
            .node(Variable::new(variable as u32))
            .producers
            .iter()
            .map(|producer| producer.1.index());
        parents.all(|parent| !order[at..].contains(&parent))
    })
}

fn built(plan: &Plan) -> Vec<usize> {
    plan.steps.iter().map(|step| step.variable().index()).collect()
}

/// A flow in which each block has at most two successors, all different, and all blocks can be
/// reached.
fn flows() -> impl Strategy<Value = Flow> {
    vec(vec(any::<usize>(), 0..3), 1..8).prop_map(|blocks| {
        let count = blocks.len();
        let successors = |targets: Vec<usize>| -> Vec<usize> {
            let targets: BTreeSet<usize> =
                targets.into_iter().map(|target| target % count).collect();
            targets.into_iter().collect()
        };
        reachable(&blocks.into_iter().map(successors).collect())
    })
}

fn reachable(flow: &Flow) -> Flow {
    let mut order = vec![0];
    let mut at = 0;
    while at < order.len() {
        let new: Vec<usize> =
            flow[order[at]].iter().copied().filter(|next| !order.contains(next)).collect();
        order.extend(new);
        at += 1;
    }
    let renumber = |old: &usize| order.iter().position(|at| at == old);
    order.iter().map(|&old| flow[old].iter().filter_map(renumber).collect()).collect()
}

fn add(graph: &mut FlowGraph, flow: &Flow) -> Function {
    graph.add(&body(flow)).expect("all targets are there")
}

fn body(flow: &Flow) -> FlowBuilder {
    flow.iter().enumerate().fold(
        FlowBuilder::new(),
        |body, (at, successors)| match successors[..] {
            [] => body.exit(at as u32),
            [next] => body.jump(at as u32, next as u32),
            [one, other, ..] => body.branch(at as u32, one as u32, other as u32),
        },
    )
}

/// Methods with their flows; calls by caller, callee, block, and whether they pass the parameter
/// on; accesses by method and block; what a test can call.
#[derive(Clone, Debug)]
struct Class {
    flows: Vec<Flow>,
    calls: Vec<(usize, usize, usize, bool)>,
    accesses: Vec<(usize, usize)>,
    accessible: BTreeSet<usize>,
}

fn classes() -> impl Strategy<Value = Class> {
    let call = (any::<usize>(), any::<usize>(), any::<usize>(), any::<bool>());
    let access = (any::<usize>(), any::<usize>());
    (vec(flows(), 1..6), vec(call, 0..14), vec(access, 0..4), any::<u8>()).prop_map(
        |(flows, calls, accesses, accessible)| {
            let count = flows.len();
            let block = |method: usize, block: usize| block % flows[method].len();
            let calls = calls.into_iter().map(|(from, to, at, passes)| {
                (from % count, to % count, block(from % count, at), passes)
            });
            let accesses = accesses
                .into_iter()
                .map(|(method, at)| (method % count, block(method % count, at)));
            let (calls, accesses) = (calls.collect(), accesses.collect());
            Class {
                calls,
                accesses,
                accessible: (0..count).filter(|at| accessible >> at & 1 == 1).collect(),
                flows,
            }
        },
    )
}

impl Class {
    fn paper(&self) -> paper::CallGraph {
        let callees = |method: usize| {
            self.calls.iter().filter(|call| call.0 == method).map(|call| call.1).collect()
        };
        paper::CallGraph {
            calls: (0..self.flows.len()).map(callees).collect(),
            accesses: self.accesses.iter().map(|access| access.0).collect(),
            accessible: self.accessible.clone(),
        }
    }

    /// Eq. 1: each call passes the parameter, or a constant; the access depends on the parameter.
    fn score(&self, path: &[usize]) -> f64 {
        let mut n_v = 1;
        let mut comps = Vec::new();
        for (at, &method) in path.iter().enumerate() {
            let required: Vec<usize> = match path.get(at + 1) {
                Some(&callee) => {
                    let mut calls =
                        self.calls.iter().filter(|call| (call.0, call.1) == (method, callee));
                    n_v = n_v.min(usize::from(calls.clone().any(|call| call.3)));
                    calls.by_ref().map(|call| call.2).collect()
                }
                None => self
                    .accesses
                    .iter()
                    .filter(|access| access.0 == method)
                    .map(|access| access.1)
                    .collect(),
            };
            let flow = &self.flows[method];
            let to_access = paper::branches_to_access(flow, &required, Access::Reaches).len();
            comps.push(paper::comp(to_access, paper::branches(flow).len(), 1.0));
        }
        paper::score_path(n_v, &comps)
    }
}

/// An instruction, and the calls that lead to it, the innermost one first.
type Place = (usize, Vec<usize>);

const WITHOUT_STATIC: Kinds = &[
    InstructionKind::Parameter(0),
    InstructionKind::Field(Symbol::new(0)),
    InstructionKind::Cast,
    InstructionKind::Call,
    InstructionKind::Element,
    InstructionKind::Other,
    InstructionKind::This,
    InstructionKind::Field(Symbol::new(0)),
    InstructionKind::Call,
    InstructionKind::Parameter(1),
];

/// What controls a read of an input, and where objects are known to be the same, is not printed.
fn read_freely(mut program: Program) -> Program {
    for row in &mut program.rows {
        row.alias = None;
        if matches!(
            row.kind,
            InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_)
        ) {
            row.controls.clear();
        }
    }
    program
}

/// A name for each instruction that reads a field, so that no two of them read one variable.
fn with_names(mut program: Program) -> Program {
    for (at, row) in program.rows.iter_mut().enumerate() {
        if let InstructionKind::Field(name) = &mut row.kind {
            *name = Symbol::new(at as u32);
        }
    }
    program
}

/// The dependence graph of a program for the paper, with a node for each instruction and chain of
/// calls, and the branch as last node. Calls one deeper than the limit are in it, so that the slice
/// has something to leave out.
///
/// The paper is silent on the flows into a call whose code is known. `by_code` takes those by way
/// of its code only, as the crate does when it asks what a value is made of.
fn dependences(program: &Program, depth: usize, by_code: bool) -> (paper::Graph, Vec<Place>) {
    let mut places: Vec<Place> = program.branch.iter().map(|&at| (at, Vec::new())).collect();
    places.sort_unstable();
    places.dedup();
    let mut flows = Vec::new();
    let mut at = 0;
    while at < places.len() {
        let (instruction, calls) = places[at].clone();
        let row = &program.rows[instruction];
        let enters =
            row.kind == InstructionKind::Call && !row.returns.is_empty() && calls.len() <= depth;
        let here = |&of: &usize| (of, calls.clone());
        let mut producers: Vec<Place> = row.controls.iter().map(here).collect();
        if !(by_code && enters && calls.len() < depth) {
            producers.extend(row.operands.iter().map(|operand| here(&operand.1)));
        }
        if enters {
            let inner: Vec<usize> =
                std::iter::once(instruction).chain(calls.iter().copied()).collect();
            producers.extend(row.returns.iter().map(|&returned| (returned, inner.clone())));
        }
        let role = match row.kind {
            InstructionKind::This => Some(Role::Receiver),
            InstructionKind::Parameter(place) => Some(Role::Argument(place)),
            _ => None,
        };
        if let (Some(role), Some((&call, outer))) = (role, calls.split_first()) {
            let given = program.rows[call].operands.iter().filter(|operand| operand.0 == role);
            producers.extend(given.map(|operand| (operand.1, outer.to_vec())));
        }
        for producer in producers {
            let from = places.iter().position(|place| *place == producer).unwrap_or(places.len());
            if from == places.len() {
                places.push(producer);
            }
            flows.push((from, at));
        }
        at += 1;
    }
    let branch = places.len();
    flows.extend(
        (0..branch)
            .filter(|&at| places[at].1.is_empty() && program.branch.contains(&places[at].0))
            .map(|at| (at, branch)),
    );
    let instruction = |(at, calls): &Place| {
        let kind = program.rows[*at].kind;
        let is_bound = matches!(kind, InstructionKind::This | InstructionKind::Parameter(_));
        paper::Instruction {
            input: is_bound && calls.is_empty(),
            global: matches!(kind, InstructionKind::StaticField(_)),
            state: matches!(kind, InstructionKind::Field(_) | InstructionKind::Element),
            alias: is_bound && !calls.is_empty(),
            call_depth: calls.len(),
        }
    };
    let instructions =
        places.iter().map(instruction).chain([paper::Instruction::default()]).collect();
    (paper::Graph::new(instructions, &flows), places)
}

proptest! {
    #![proptest_config(config(512))]

    /// The same statements, each after those of its parents; where Algorithm 1 does not end, what
    /// it had done.
    #[test]
    fn plans_have_the_statements_of_algorithm_1(graph in graphs(), depth in 0..3_u32) {
        for graph in [graph.unrolled(depth, 60), graph] {
            let plan = graph.plan_all(usize::MAX, |_| Some(1));
            if plan.unbuilt.iter().any(|unbuilt| unbuilt.1 == UnbuiltReason::NoReceiver) {
                continue; // Algorithm 1 sets the attributes of what the program makes itself, too
            }
            let (done, ends) = match algorithm_1(&graph) {
                Ok(done) => (done, true),
                Err(never) => (never.so_far, false),
            };
            prop_assert_eq!(plan.unbuilt.is_empty(), ends);
            let (steps, inserted) = (built(&plan), done.inserted);
            prop_assert_eq!(
                steps.iter().collect::<BTreeSet<_>>(),
                inserted.iter().collect::<BTreeSet<_>>()
            );
            prop_assert!(precedes(&graph, &steps) && precedes(&graph, &inserted));
        }
    }

    #[test]
    fn call_paths_are_the_interesting_ones(
        class in classes(),
        methods in 0..7_usize,
        most in 0..20_usize,
    ) {
        let block = Block::new(0);
        let site = |method: usize| Site {
            method: Function::new(method as u32),
            block,
            instruction: sbst::id::Instruction::new(0),
        };
        let mut calls = Vec::new();
        for call in &class.calls {
            calls.push((site(call.0), Function::new(call.1 as u32)));
        }
        let starts = || class.accessible.iter().map(|&method| Function::new(method as u32));
        let listed = |limits| {
            let paths = AccessPaths::of(
                &calls,
                starts(),
                class.accesses.iter().map(|access| site(access.0)),
                limits,
            );
            let methods = paths
                .paths
                .iter()
                .map(|path| path.iter().map(|method| method.index()).collect::<Vec<usize>>());
            (methods.collect::<Vec<_>>(), paths.is_complete)
        };
        let expected = paper::interesting_paths(&class.paper());
        prop_assert_eq!(listed(PathLimits { methods: 6, paths: 10_000 }), (expected.clone(), true));
        // With limits: of those that are short enough the first shortest one of each start, then
        // the first ones of all.
        let short: Vec<Vec<usize>> =
            expected.iter().filter(|path| path.len() <= methods).cloned().collect();
        let (some, is_complete) = listed(PathLimits { methods, paths: most });
        let mut shortest: Vec<&Vec<usize>> = Vec::new();
        for start in 0..class.flows.len() {
            shortest
                .extend(short.iter().filter(|path| path[0] == start).min_by_key(|path| path.len()));
        }
        shortest.truncate(most);
        let others = short.iter().filter(|path| !shortest.contains(path));
        let mut chosen: Vec<&Vec<usize>> =
            shortest.iter().copied().chain(others.take(most - shortest.len())).collect();
        chosen.sort_by_key(|path| short.iter().position(|other| other == *path));
        prop_assert_eq!(some.iter().collect::<Vec<_>>(), chosen);
        prop_assert!(!is_complete || some == expected);
    }

    #[test]
    fn branches_to_the_access_are_those_of_the_paper(
        flow in flows(),
        blocks in vec(any::<usize>(), 1..3),
    ) {
        let mut graph = FlowGraph::new();
        add(&mut graph, &flow);
        let required: Vec<usize> = blocks.into_iter().map(|block| block % flow.len()).collect();
        let blocks: Vec<Block> =
            required.iter().map(|&local| graph.block(Function::new(0), local as u32)).collect();
        let leading =
            Leading::of(&graph, &blocks, Counted::PUBLISHED).expect("blocks of one function");
        let to_access = paper::branches_to_access(&flow, &required, Access::Reaches).len();
        let all = paper::branches(&flow).len();
        prop_assert_eq!(leading, Leading { leading: to_access as u32, branches: all as u32 });
        prop_assert_eq!(leading.share(), paper::comp(to_access, all, 1.0));
        if let [block] = blocks[..] {
            prop_assert_eq!(Leading::of(&graph, &[block], Counted::PUBLISHED), Some(leading));
            prop_assert_eq!(
                Leading::of(&graph, &[block], Counted::Decided),
                Leading::of(&graph, &blocks, Counted::Decided)
            );
        }
    }

    #[test]
    fn scores_and_probabilities_are_those_of_the_paper(class in classes()) {
        let (mut flow, mut code, mut calls) =
            (FlowGraph::new(), DependenceGraph::new(), Vec::new());
        let methods: Vec<Function> =
            class.flows.iter().map(|shape| add(&mut flow, shape)).collect();
        let zero = code.add(InstructionKind::Other, []);
        let parameters: Vec<_> =
            methods.iter().map(|_| code.add(InstructionKind::Parameter(0), [])).collect();
        for &(from, to, at, passes) in &class.calls {
            let given = if passes { parameters[from] } else { zero };
            let call = code.add(InstructionKind::Call, [(Role::Argument(0), given)]);
            calls.push((
                Site {
                    method: methods[from],
                    block: flow.block(methods[from], at as u32),
                    instruction: call,
                },
                methods[to],
            ));
        }
        let accesses = class.accesses.iter().map(|&(method, at)| Site {
            method: methods[method],
            block: flow.block(methods[method], at as u32),
            instruction: parameters[method],
        });
        let accesses: Vec<Site> = accesses.collect();
        let starts = class.accessible.iter().map(|&method| methods[method]);
        let paths =
            AccessPaths::of(&calls, starts, accesses, PathLimits { methods: 6, paths: 10_000 });
        let scores = paths.scores(&code, &flow, Counted::PUBLISHED).expect("all are there");
        let expected: Vec<(usize, f64)> = paper::interesting_paths(&class.paper())
            .iter()
            .map(|path| (path[0], class.score(path)))
            .collect();
        prop_assert_eq!(scores.len(), expected.len());
        for (score, expected) in scores.iter().zip(&expected) {
            prop_assert!((score - expected.1).abs() < 1e-12, "{} is not {}", score, expected.1);
        }
        let by_method = paper::score_method(&expected);
        prop_assert!(paths.starts.iter().map(|start| start.index()).eq(by_method.keys().copied()));
        let sampling = paths.sampling(&scores);
        if let Some(expected) = paper::sampling_probabilities(&by_method) {
            for (probability, expected) in sampling.probabilities().iter().zip(expected.values()) {
                prop_assert!((probability - expected).abs() < 1e-12);
            }
            for draw in [0.0, 0.123, 0.456, 0.789, 0.999] {
                let start = sampling.pick(draw).map(|at| paths.starts[at].index());
                prop_assert_eq!(start, paper::sample(&expected, draw));
            }
        } else {
            // The paper is silent if all scores are 0: then all are as likely.
            prop_assert!(
                sampling.probabilities().iter().all(|&at| at == 1.0 / by_method.len() as f64)
            );
        }
    }

    /// 3.1.2, graph slicing: by instruction and chain of calls, from the branch and what controls
    /// it.
    #[test]
    fn slices_are_those_of_the_paper(
        program in prop_oneof![programs(14, ALL, Shape::Acyclic, 4), programs(12, ALL, Shape::Cyclic, 4)].prop_map(read_freely),
        depth in 0..3_u32,
        controls in 0..3_usize,
    ) {
        let (graph, places) = dependences(&program, depth as usize, false);
        let sliced = paper::slice(&graph, places.len(), depth as usize);
        let expected: BTreeSet<&Place> =
            sliced.nodes.iter().filter_map(|&node| places.get(node)).collect();
        let slice = controlled(&program, controls, limits(depth));
        let found: Vec<Place> = slice
            .occurrences()
            .map(|(at, calls)| (at.index(), calls.map(|call| call.index()).collect()))
            .collect();
        prop_assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected);
    }

    /// 3.1.2: the state variables that are left after the three steps. The paper does not say if
    /// the operands of a call with known code flow into it by way of its code only. The crate keeps
    /// at least the fields that are left if they do (where the code reads nothing that the call
    /// passes, it looks at the operands), and at most what is left if they do not.
    #[test]
    fn state_variables_are_those_of_the_paper(
        program in prop_oneof![programs(14, WITHOUT_STATIC, Shape::Acyclic, 4), programs(12, WITHOUT_STATIC, Shape::Cyclic, 4)],
        depth in 0..3_u32,
    ) {
        let program = with_names(plain(program));
        let [by_code, by_both] = [true, false].map(|by_code| -> BTreeSet<Place> {
            let (graph, places) = dependences(&program, depth as usize, by_code);
            let printed = paper::object_construction_graph(
                &graph,
                places.len(),
                depth as usize,
                paper::Paths::Walks,
            );
            let kept =
                |node: &usize| graph.instructions[*node].state.then(|| places[*node].clone());
            printed.nodes.iter().filter_map(kept).collect()
        });
        let construction = ConstructionGraph::new(&slice(&program, limits(depth)));
        let states = construction.nodes().iter().filter(|node| node.is_state());
        let states: BTreeSet<Place> = states
            .map(|at| {
                (
                    at.instruction.index(),
                    construction.calls(at.variable).map(|call| call.index()).collect(),
                )
            })
            .collect();
        prop_assert!(states.is_subset(&by_both));
        // One variable may be read at several places; a field by its name at one instruction only.
        let fields = |places: &BTreeSet<Place>| -> BTreeSet<usize> {
            let instructions = places.iter().map(|place| place.0);
            instructions
                .filter(|&at| matches!(program.rows[at].kind, InstructionKind::Field(_)))
                .collect()
        };
        prop_assert!(fields(&states).is_superset(&fields(&by_code)));
        prop_assert!(by_code.is_empty() || !states.is_empty());
        let knows_code = program
            .rows
            .iter()
            .any(|row| row.kind == InstructionKind::Call && !row.returns.is_empty());
        if !knows_code {
            prop_assert_eq!(fields(&states), fields(&by_both));
        }
    }

    #[test]
    fn distances_of_listing_1_are_normalised_as_in_footnote_1(
        left in -1_000..1_000_i32,
        right in -1_000..1_000_i32,
    ) {
        // The paper takes K = 0 in its example; here it is positive.
        let distance = Rules::DEFAULT.gt(left, right).to_true();
        prop_assert_eq!(distance.get(), paper::distance(f64::from(left), f64::from(right), 1.0));
        prop_assert_eq!(Normaliser::RATIONAL.normalise(distance), paper::normalise(distance.get()));
    }

    #[test]
    fn activation_is_that_of_the_paper(draw in 0.0..1.0) {
        prop_assert_eq!(activates(ACTIVATION, draw), paper::synthesises(draw, paper::P_APP));
    }
}

#[test]
fn parameters_are_those_of_the_paper() {
    assert_eq!((ACTIVATION, MAX_STATEMENTS), (paper::P_APP, paper::MAXIMUM_LENGTH));
    assert_eq!(Limits::PUBLISHED.call_depth as usize, paper::T_DEP);
}
