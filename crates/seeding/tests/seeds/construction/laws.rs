//! What holds for every construction graph.

use super::config;
use super::programs::{ALL, LINKED, Shape, bounded, controlled, graphs, programs, slice};
use crate::definitions::construction::{Program, written_out};
use crate::definitions::plan::reaches;
use proptest::prelude::*;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Variable;
use sbst_seeding::construction::{ConstructionGraph, Need, Node};
use std::collections::{BTreeMap, BTreeSet};

fn is_input(node: &Node) -> bool {
    matches!(
        node.kind,
        InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_)
    )
}

/// How far each variable is from an input, by relaxing all edges.
fn distances(graph: &ConstructionGraph) -> Vec<Option<usize>> {
    let mut distances: Vec<Option<usize>> =
        graph.nodes().iter().map(|node| is_input(node).then_some(1)).collect();
    for _ in 0..graph.nodes().len() {
        for node in graph.nodes() {
            let at = node.variable.index();
            let through = node
                .producers
                .iter()
                .filter_map(|producer| distances[producer.1.index()])
                .min()
                .map(|near| near + 1);
            distances[at] = [distances[at], through].into_iter().flatten().min();
        }
    }
    distances
}

/// Of each instruction of a sliced method, by relaxing: the least number of control dependences
/// between the branch and it.
fn levels(program: &Program, controls: usize) -> BTreeMap<usize, u32> {
    let mut levels: BTreeMap<usize, u32> =
        program.branch.iter().take(controls).map(|&at| (at, 1)).collect();
    levels.extend(program.branch.iter().skip(controls).map(|&at| (at, 0)));
    for _ in 0..=program.rows.len() {
        for (at, level) in levels.clone() {
            let row = &program.rows[at];
            let is_input = matches!(
                row.kind,
                InstructionKind::This
                    | InstructionKind::Parameter(_)
                    | InstructionKind::StaticField(_)
            );
            let operands = row.operands.iter().map(|operand| operand.1).filter(|_| !is_input);
            let data = operands.chain(row.alias).map(|of| (of, level));
            for (of, level) in data.chain(row.controls.iter().map(|&of| (of, level + 1))) {
                let known = levels.entry(of).or_insert(level);
                *known = level.min(*known);
            }
        }
    }
    levels
}

fn check(graph: &ConstructionGraph) -> Result<(), TestCaseError> {
    for node in graph.nodes() {
        let leads = |other: &Node| {
            other.is_state() && reaches(graph, other.variable).contains(&node.variable)
        };
        prop_assert!(
            node.is_state() || graph.nodes().iter().any(leads),
            "{} leads nowhere",
            node.variable
        );
    }
    check_paths(graph)
}

fn check_paths(graph: &ConstructionGraph) -> Result<(), TestCaseError> {
    let distances = distances(graph);
    for (at, node) in graph.nodes().iter().enumerate() {
        prop_assert_eq!(node.variable.index(), at);
        prop_assert!(
            node.producers.iter().all(|producer| producer.1.index() < graph.nodes().len())
        );
        // Inputs are made of nothing, all else of something.
        prop_assert_eq!(is_input(node), node.producers.is_empty());
        let path = graph.path(node.variable);
        prop_assert_eq!(Some(path.len()), distances[at]);
        prop_assert!(is_input(graph.node(path[0])) && path[path.len() - 1] == node.variable);
        for pair in path.windows(2) {
            prop_assert!(
                graph.node(pair[1]).producers.iter().any(|producer| producer.1 == pair[0])
            );
        }
        // Users and producers are one relation.
        let mut users = Vec::new();
        for other in graph.nodes() {
            users.extend(
                other
                    .producers
                    .iter()
                    .filter(|producer| producer.1 == node.variable)
                    .map(|&(role, _)| (role, other.variable)),
            );
        }
        let mut told: Vec<(Role, Variable)> = node.users.to_vec();
        prop_assert!(told.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        told.sort_by_key(|&(role, user)| (user, role));
        users.sort_by_key(|&(role, user)| (user, role));
        prop_assert_eq!(told, users);
    }
    Ok(())
}

fn check_unrolled(
    graph: &ConstructionGraph,
    depth: u32,
    limit: usize,
) -> Result<(), TestCaseError> {
    let places = graph.unrolled(depth, limit);
    check(&places)?;
    prop_assert!(places.nodes().len() <= limit);
    for node in places.nodes() {
        prop_assert!(node.kind != InstructionKind::Cast);
        prop_assert!(!reaches(&places, node.variable).contains(&node.variable));
        for role in [Role::Receiver, Role::Index, Role::Argument(0), Role::Argument(1)] {
            prop_assert!(
                node.kind == InstructionKind::Other
                    || node.producers.iter().filter(|producer| producer.0 == role).count() <= 1
            );
        }
    }
    prop_assert_eq!(&places, &graph.unrolled(depth, limit));
    if places.is_complete() {
        prop_assert_eq!(&places, &graph.unrolled(depth, limit + 7));
        prop_assert_eq!(&places.unrolled(depth, limit), &places);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn variables_lie_between_inputs_and_attributes(graph in graphs()) {
        check(&graph)?;
    }

    #[test]
    fn places_have_no_cycles_and_no_choices(
        graph in graphs(),
        depth in 0..3_u32,
        limit in 0..300_usize,
    ) {
        check_unrolled(&graph, depth, limit)?;
    }

    /// U3: the name of a field does not make it the same. A call stands for what it returns.
    #[test]
    fn fields_are_the_same_if_their_receivers_are(
        program in programs(14, ALL, Shape::Acyclic, 3),
        depth in 0..3_u32,
    ) {
        let graph = ConstructionGraph::new(&slice(&program, bounded(depth)));
        let field = |node: &&Node| matches!(node.kind, InstructionKind::Field(_));
        let receiver = |node: &Node| {
            std::iter::successors(node.receiver(), |&of| graph.node(of).returned()).last()
        };
        for one in graph.nodes().iter().filter(field) {
            for other in graph.nodes().iter().filter(field) {
                let same = one.kind == other.kind && receiver(one) == receiver(other);
                prop_assert_eq!(one.variable == other.variable, same);
            }
        }
    }

    /// Calls with known code are there because something hangs on them; all calls that return one
    /// thing are one; what a call and its operands are is what the program says.
    #[test]
    fn calls_are_objects(program in programs(14, ALL, Shape::Acyclic, 3), depth in 0..4_u32) {
        let slice = slice(&program, bounded(depth));
        for graph in
            [ConstructionGraph::new(&slice), ConstructionGraph::new(&slice).unrolled(0, 500)]
        {
            let calls: Vec<&Node> =
                graph.nodes().iter().filter(|node| node.returned().is_some()).collect();
            let returned: BTreeSet<Option<Variable>> =
                calls.iter().map(|call| call.returned()).collect();
            prop_assert_eq!(returned.len(), calls.len());
            for call in calls {
                prop_assert!(
                    call.kind == InstructionKind::Call
                        && call.is_receiver
                        && !call.users.is_empty()
                );
                prop_assert!(program.has_code(call.instruction.index()));
                let returned = call.returned().map(|of| graph.node(of));
                prop_assert!(returned.is_some_and(|of| of.is_receiver && of.need <= call.need));
                prop_assert!(
                    returned
                        .is_some_and(|of| call.casts.iter().all(|cast| of.casts.contains(cast)))
                );
                let operands = &program.rows[call.instruction.index()].operands;
                for role in call
                    .producers
                    .iter()
                    .map(|producer| producer.0)
                    .chain(call.constants().map(|constant| constant.0))
                {
                    prop_assert!(
                        role == Role::Returned || operands.iter().any(|operand| operand.0 == role)
                    );
                }
            }
        }
    }

    /// The operands of the branch come first, and what a variable is made of is as urgent as
    /// itself.
    #[test]
    fn needs_are_levels_of_control_dependence(
        program in programs(14, ALL, Shape::Acyclic, 1),
        controls in 0..3_usize,
    ) {
        let graph = ConstructionGraph::new(&controlled(&program, controls, bounded(0)));
        let levels = levels(&program, controls);
        for node in graph.nodes() {
            for &(_, of) in &node.producers {
                prop_assert!(graph.node(of).need.max(Need::Data) <= node.need.max(Need::Data));
            }
            // By its instruction, which may be one of several.
            let level = levels[&node.instruction.index()];
            let need = if level == 0 { Need::Data } else { Need::Control(level) };
            prop_assert!(node.need <= need);
        }
        // Controls alone make no operand.
        prop_assert!(
            program.branch.len() > controls
                || graph.nodes().iter().all(|node| matches!(node.need, Need::Control(_)))
        );
        let operands: Vec<usize> = program.branch.iter().skip(controls).copied().collect();
        for node in graph.nodes().iter().filter(|node| operands.contains(&node.instruction.index()))
        {
            // A choice between the operands of an instruction is told by that instruction.
            let is_it = program.rows[node.instruction.index()].kind == node.kind;
            prop_assert!(!is_it || node.need == Need::Operand);
        }
    }

    #[test]
    fn a_graph_without_cycles_and_choices_is_its_own_places(graph in graphs()) {
        let simple = |node: &Node| {
            node.kind != InstructionKind::Cast
                && !reaches(&graph, node.variable).contains(&node.variable)
        };
        if graph.nodes().iter().all(simple) {
            prop_assert_eq!(&graph.unrolled(0, usize::MAX), &graph);
        }
    }

    /// The deeper, the more; with a limit, some of them.
    #[test]
    fn depth_and_limit_only_add(
        program in programs(7, LINKED, Shape::Cyclic, 1),
        depth in 0..3_u32,
        limit in 0..60_usize,
    ) {
        let graph = ConstructionGraph::new(&slice(&program, bounded(0)));
        let (less, more) = (graph.unrolled(depth, 500), graph.unrolled(depth + 1, 500));
        prop_assert!(less.nodes().len() <= more.nodes().len());
        if !less.is_complete() {
            return Ok(());
        }
        let few = graph.unrolled(depth, limit);
        // Inputs that lead nowhere count for the limit.
        prop_assert!(few.is_complete() || limit < less.nodes().len() + graph.nodes().len());
        prop_assert!(!few.is_complete() || few == less);
        // What is listed with a limit is listed without, too.
        let (few, all) = (written_out(&few), written_out(&less));
        prop_assert!(few.iter().all(|term| all.contains(term)));
        prop_assert!(few.len() <= limit.min(less.nodes().len()));
    }

    #[test]
    fn hostile_programs_are_no_harm(
        program in programs(12, ALL, Shape::Hostile, 1),
        call_depth in 0..6_u32,
        depth in 0..3_u32,
    ) {
        let slice = slice(&program, bounded(call_depth));
        let graph = ConstructionGraph::new(&slice);
        check(&graph)?;
        check_unrolled(&graph, depth, 200)?;
        prop_assert_eq!(&graph, &ConstructionGraph::new(&slice));
    }
}
