//! The value of a goal is a function of the goal, the graph and the execution: other goals, and
//! executions that were measured before, do not change it.

use crate::effort::config;
use crate::oracle::generate::any_shape;
use crate::oracle::walk::{Walk, walk, worlds};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function, Variable};
use sbst::objective::{CoverageGoal, Criterion, Goal, Goals, Program, Tables};
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::{BlockPath, prime_paths, sequences};
use sbst_histories::{HistoryCriterion, PATH, UnrolledBuilder, UnrolledGraph};

const MAIN: Function = Function::new(0);

/// The criteria of histories.
const HISTORIES: &[HistoryCriterion] = HistoryCriterion::ALL;

/// The goals of these criteria in a graph and its copies.
fn goals(
    graph: &FlowGraph,
    unrolled: &UnrolledGraph,
    criteria: &[HistoryCriterion],
) -> Goals<Trace> {
    let mut goals = Goals::new();
    goals.follow(unrolled.history()).expect("of this graph");
    for &criterion in criteria {
        goals.extend(unrolled.goals(graph, criterion));
    }
    goals
}

/// The value of a goal. Among other goals of histories its number may be another one, but not its
/// words.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    goal: Goal,
    words: Option<String>,
    fitness: Fitness,
}

impl Row {
    /// Whether both are of one goal.
    fn is_of(&self, other: &Self) -> bool {
        match (self.goal, other.goal) {
            (Goal::Of(one, _), Goal::Of(other_kind, _)) => {
                one == other_kind && self.words == other.words
            }
            _ => self.goal == other.goal,
        }
    }
}

/// The values of the goals after these walks, measured with tables that have seen others before.
fn measured(graph: &FlowGraph, goals: &Goals<Trace>, walks: &[Walk], before: &[Walk]) -> Vec<Row> {
    let (mut tables, mut row) = (Tables::new(graph), Vec::new());
    for walks in before.iter().map(std::slice::from_ref).chain([walks]) {
        let trace = goals.trace(graph);
        walks.iter().for_each(|walk| walk.report(graph, trace.root(), 3));
        assert_eq!(trace.check(), Ok(()), "{walks:?}");
        goals.measure(graph, &trace, &mut tables, &mut row);
    }
    let named = |(id, fitness)| {
        let (goal, needs) = (goals.goal(id), goals.needs(id).expect("a goal"));
        Row { goal, words: needs.words().map(String::from), fitness }
    };
    goals.ids().zip(row).map(named).collect()
}

/// The copies of a builder.
fn build(builder: UnrolledBuilder<'_>) -> UnrolledGraph {
    builder.build().expect("small")
}

#[test]
fn od63_a_path_is_as_far_as_if_it_were_the_only_goal() {
    // loop { 0; 1 }, and only its first block was seen.
    let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).jump(1, 0)).expect("legal");
    let path = |blocks: [u32; 3]| BlockPath::new(&graph, blocks.map(Block::new)).expect("a path");
    let [wanted, other] = [path([0, 1, 0]), path([1, 0, 1])];
    let value = |paths: Vec<BlockPath>| {
        let unrolled = build(UnrolledGraph::builder(&graph).paths(paths));
        let goals = goals(&graph, &unrolled, &[HistoryCriterion::Path]);
        let seen = Walk { steps: vec![(Block::new(0), None)], done: vec![0] };
        measured(&graph, &goals, &[seen], &[])[0].fitness.to_string()
    };
    assert_eq!(value(vec![wanted.clone()]), "(1, 0)");
    assert_eq!(value(vec![wanted.clone(), other]), "(1, 0)");
    assert_eq!(value(vec![wanted.clone(), wanted]), "(1, 0)");
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn od63_a_value_depends_on_the_goal_the_graph_and_the_execution_only(
        (graph, draws) in worlds(any_shape(7)),
        n in 2..5_u16,
        wanted in vec(any::<prop::sample::Index>(), 1..6),
        places in vec((0..2_u32, any::<bool>(), any::<u8>(), 0..4_u32), 0..10),
        seen in 0..4_usize,
    ) {
        let walks: Vec<_> = draws.iter().map(|draws| walk(&graph, draws)).collect();
        let (before, walks) = walks.split_at(seen.min(walks.len()));
        let mut listed = sequences(&graph, MAIN, n, 100_000).expect("few");
        listed.extend(prime_paths(&graph, MAIN, 2_000).unwrap_or_default());
        let mut paths = Vec::new();
        if !listed.is_empty() {
            paths.extend(wanted.iter().map(|index| index.get(&listed).clone()));
        }
        // Of all variables, or of one.
        let definitions = |of: Option<u32>| {
            let mut definitions = Definitions::new();
            for &(variable, defines, block, index) in &places {
                if of.is_some_and(|of| of != variable) {
                    continue;
                }
                let block = Block::new(u32::from(block) % graph.all_blocks().len() as u32);
                let (variable, count) = (Variable::new(variable), graph.statements(block));
                definitions = if defines && count > 0 {
                    definitions.define(variable, block.statement(index % count))
                } else if graph.branches_of(block).len() > 0 {
                    definitions.use_in_predicate(&graph, variable, block)
                } else {
                    definitions.use_at(variable, block.statement(index % count.max(1)))
                };
            }
            definitions
        };
        let decisions: Vec<_> = CompoundDecision::all_with(&graph, 9).collect();
        let builder = || UnrolledGraph::builder(&graph);

        let all = definitions(None);
        let everything = builder().decisions(decisions.iter().cloned()).definitions(&all);
        let unrolled = build(everything.paths(paths.iter().cloned()).contexts(1, [MAIN]));
        let mut registry = goals(&graph, &unrolled, HISTORIES);
        registry.add(Criterion::Branch, &Program::new(&graph));
        registry.add(Criterion::Block, &Program::new(&graph));
        let together = measured(&graph, &registry, walks, before);
        let beside =
            |own: &Row| together.iter().find(|row| row.is_of(own)).map(|row| row.fitness);

        // Each goal of the program is alone in its registry.
        for row in &together {
            let mut alone = Goals::<Trace>::new();
            match row.goal {
                Goal::Branch(branch) => _ = alone.push(CoverageGoal::new(branch)),
                Goal::Block(block) => _ = alone.push(CoverageGoal::new(block)),
                _ => continue,
            }
            prop_assert_eq!(&measured(&graph, &alone, walks, &[])[0], row);
        }
        // Each path, decision, variable and context is alone among the copies.
        let alone = |builder: UnrolledBuilder<'_>| {
            let unrolled = build(builder);
            measured(&graph, &goals(&graph, &unrolled, HISTORIES), walks, &[])
        };
        for (number, path) in (0..).zip(&paths) {
            let among = together.iter().find(|row| row.goal == PATH.goal([number]));
            let found = alone(builder().paths([path.clone()]));
            prop_assert_eq!(found.len(), 1);
            let value = among.expect("a goal").fitness;
            prop_assert_eq!(found[0].fitness, value, "{} of {:?}", path, paths);
        }
        let mut rest = Vec::new();
        for decision in &decisions {
            rest.extend(alone(builder().decisions([decision.clone()])));
        }
        for of in 0..2 {
            rest.extend(alone(builder().definitions(&definitions(Some(of)))));
        }
        rest.extend(alone(builder().contexts(1, [MAIN])));
        for row in &rest {
            prop_assert_eq!(beside(row), Some(row.fitness), "{:?}", row);
        }
        let is_one = |goal: Goal| matches!(goal, Goal::Of(kind, _) if kind != PATH);
        let count = |rows: &[Row]| rows.iter().filter(|row| is_one(row.goal)).count();
        prop_assert_eq!(count(&rest), count(&together), "each was measured alone");
    }
}
