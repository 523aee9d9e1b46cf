//! A goal of a history is covered iff a walk shows the history.

use crate::add;
use crate::effort::config;
use crate::oracle::generate::{any_shape, shape};
use crate::oracle::walk::{Walk, copies, walk, worlds};
use proptest::prelude::*;
use sbst::execution::{Execution, On, Trace};
use sbst::fitness::Fitness;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Function, Variable};
use sbst::objective::{Goal, Goals, Tables};
use sbst_histories::decisions::{CompoundDecision, Vector};
use sbst_histories::definitions::{DefinitionUse, Definitions, UsePlace};
use sbst_histories::paths::{prime_paths, sequences};
use sbst_histories::{DEFINITION, DEFINITION_USE, HistoryCriterion, UnrolledGraph};

/// The values of all goals after these walks.
fn measured(graph: &FlowGraph, goals: &Goals<Trace>, walks: &[Walk]) -> Vec<Fitness> {
    let (trace, mut tables, mut row) = (goals.trace(graph), Tables::new(graph), Vec::new());
    for walk in walks {
        walk.report(graph, trace.root(), 3);
    }
    assert_eq!(trace.check(), Ok(()), "{walks:?}");
    goals.measure(graph, &trace, &mut tables, &mut row);
    // Frozen, it is the same.
    let record = trace.record();
    let again = goals.trace(graph);
    again.merge(&record).expect("of the same graph");
    let mut thawed = Vec::new();
    goals.measure(graph, &again, &mut tables, &mut thawed);
    assert_eq!(row, thawed);
    row
}

/// The vectors with which a walk evaluates a decision.
pub(crate) fn vectors(graph: &FlowGraph, walk: &Walk, decision: &CompoundDecision) -> Vec<Vector> {
    let place =
        |block: Block| decision.conditions().iter().position(|&condition| condition == block);
    let (mut found, mut so_far) = (Vec::new(), Vector::EMPTY);
    for &(block, outcome) in &walk.steps {
        let Some(at) = place(block) else { continue };
        let Some(holds) = outcome.and_then(Outcome::holds) else { break };
        if at == 0 {
            so_far = Vector::EMPTY;
        }
        so_far = so_far.with(at as u32, holds);
        let outcome = if holds { Outcome::True } else { Outcome::False };
        let target = graph.target(block, outcome).expect("a way");
        if place(target).is_none_or(|next| next == 0) {
            found.push(so_far);
        }
    }
    found
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn vectors_are_covered_iff_a_walk_evaluates_a_decision_so(
        (graph, draws) in worlds(any_shape(9)),
    ) {
        let walks: Vec<_> = draws.iter().map(|draws| walk(&graph, draws)).collect();
        let unrolled = UnrolledGraph::builder(&graph)
            .decisions(CompoundDecision::all_with(&graph, 9))
            .build()
            .expect("small");
        let mut goals = Goals::<Trace>::new();
        add(&mut goals, &graph, &unrolled, HistoryCriterion::MultipleCondition);
        let decisions = unrolled.decisions().to_vec();
        let rows: Vec<_> = unrolled.vectors().collect();
        let row = measured(&graph, &goals, &walks);
        prop_assert_eq!(row.len(), rows.len());
        for (value, copied) in row.iter().zip(rows) {
            let decision = &decisions[copied.decision as usize];
            let is_shown =
                walks.iter().any(|walk| vectors(&graph, walk, decision).contains(&copied.vector));
            prop_assert_eq!(
                value.is_covered(),
                is_shown,
                "{:?} of {:?} in {:?}",
                copied,
                decision,
                walks
            );
            if let Some(branch) = copied.sole {
                let edge = graph.edge(branch);
                let is_taken =
                    |walk: &Walk| walk.steps.contains(&(edge.source, Some(edge.outcome)));
                prop_assert_eq!(is_shown, walks.iter().any(is_taken), "told by one branch");
            }
        }
    }

    #[test]
    fn paths_are_covered_iff_a_walk_contains_them(
        (graph, draws) in worlds(any_shape(7)),
        n in 2..5_u16,
    ) {
        let walks: Vec<_> = draws.iter().map(|draws| walk(&graph, draws)).collect();
        let function = Function::new(0);
        let mut paths = sequences(&graph, function, n, 100_000).expect("few");
        // Of one set with others, as endings of one another.
        paths.extend(prime_paths(&graph, function, 2_000).unwrap_or_default());
        paths.extend(sequences(&graph, function, 2, 100_000).expect("few"));
        let unrolled =
            UnrolledGraph::builder(&graph).paths(paths.iter().cloned()).build().expect("small");
        let mut goals = Goals::<Trace>::new();
        add(&mut goals, &graph, &unrolled, HistoryCriterion::Path);
        let row = measured(&graph, &goals, &walks);
        prop_assert_eq!(row.len(), paths.len());
        for (value, path) in row.iter().zip(&paths) {
            let is_part = |walk: &Walk| {
                walk.blocks().windows(path.blocks().len()).any(|part| part == path.blocks())
            };
            prop_assert_eq!(
                value.is_covered(),
                walks.iter().any(is_part),
                "{} in {:?}",
                path,
                walks
            );
        }
    }

    #[test]
    fn pairs_are_covered_iff_a_definition_reaches_a_use(
        (graph, draws) in worlds(any_shape(7)),
        places in proptest::collection::vec((0..2_u32, any::<bool>(), any::<u8>(), 0..4_u32), 0..14),
        parameter in any::<bool>(),
    ) {
        let walks: Vec<_> = draws.iter().map(|draws| walk(&graph, draws)).collect();
        let mut definitions = Definitions::new();
        if parameter {
            definitions = definitions.parameter(Variable::new(0), Function::new(0));
        }
        for (variable, is_definition, block, index) in places {
            let block = Block::new(u32::from(block) % graph.all_blocks().len() as u32);
            let statement = block.statement(index % graph.statements(block).max(1));
            let variable = Variable::new(variable);
            // A block without statements cannot define.
            definitions = if is_definition && graph.statements(block) > 0 {
                definitions.define(variable, statement)
            } else if graph.branches_of(block).len() > 0 && index == 0 {
                definitions.use_in_predicate(&graph, variable, block)
            } else {
                definitions.use_at(variable, statement)
            };
        }
        let all: Vec<_> = definitions.definitions().collect();
        let unrolled =
            UnrolledGraph::builder(&graph).definitions(&definitions).build().expect("small");
        let mut goals = Goals::<Trace>::new();
        add(&mut goals, &graph, &unrolled, HistoryCriterion::DefinitionUse);
        add(&mut goals, &graph, &unrolled, HistoryCriterion::Definition);
        let pairs: Vec<_> = unrolled.pairs().collect();
        let permitted = definitions.pairs(&graph).expect("in the graph");
        let is_decided = |pair: &DefinitionUse| !matches!(pair.place, UsePlace::Branch(branch) if graph.is_endless(branch));
        prop_assert_eq!(&pairs, &permitted.into_iter().filter(is_decided).collect::<Vec<_>>());
        let row = measured(&graph, &goals, &walks);
        for (id, value) in goals.ids().zip(&row) {
            let is_shown = |pair| walks.iter().any(|walk| walk.shows(&graph, pair, &all));
            let expected = match goals.goal(id) {
                Goal::Of(DEFINITION_USE, [pair, ..]) => is_shown(pairs[pair as usize]),
                Goal::Of(DEFINITION, [first, ..]) => {
                    let of = |pair: &DefinitionUse| (pair.variable, pair.definition);
                    let own = of(&pairs[first as usize]);
                    pairs.iter().any(|pair| of(pair) == own && is_shown(*pair))
                }
                other => panic!("{other}"),
            };
            prop_assert_eq!(
                value.is_covered(),
                expected,
                "{} of {:?} in {:?}",
                goals.goal(id),
                definitions,
                walks
            );
        }
    }

    /// What an execution does in the copies, it does in the program.
    #[test]
    fn copies_are_never_nearer_than_their_blocks(
        (graph, draws) in worlds(shape(8)),
        n in 2..4_u16,
    ) {
        let walks: Vec<_> = draws.iter().map(|draws| walk(&graph, draws)).collect();
        let unrolled = copies(&graph, n);
        let trace = Trace::new(&graph).with_history(unrolled.history());
        walks.iter().for_each(|walk| walk.report(&graph, trace.root(), 3));
        let copied = On(&trace, unrolled.history().plane());
        for copy in unrolled.graph().all_branches() {
            let branch = unrolled.history().branch_of(&graph, copy).map(|branch| graph.edge(branch));
            // Only endless loops make a branch of what is a jump in the program.
            let Some(branch) = branch else { continue };
            let distance = copied.branch_distance(unrolled.graph().edge(copy));
            if let Some(distance) = distance {
                prop_assert!(trace.branch_distance(branch).is_some_and(|own| own <= distance));
            }
        }
        for block in graph.all_blocks().filter(|&block| graph.is_reachable(block)) {
            let copies = unrolled
                .graph()
                .all_blocks()
                .filter(|&copy| unrolled.history().block_of(copy) == Some(block));
            let entered = copies.filter_map(|copy| copied.progress(copy)).max();
            prop_assert_eq!(
                entered,
                trace.progress(block).filter(|_| unrolled.graph().functions().len() > 0)
            );
        }
    }
}
