//! Ids of another graph, tables of another graph, and executions that nobody should make.

use crate::oracle::Shape;
use sbst::distance::Distance;
use sbst::execution::{Execution, Fact, Facts, NearestOperands, Trace};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function, GoalId};
use sbst::objective::{
    Cause, CoverageGoal, Explanation, Goals, Objective, Observed, Place, Tables,
};

/// Explains a goal that stands in no other registry.
fn explain<X: Facts + ?Sized + 'static>(
    objective: impl Objective<X> + Send + Sync + 'static,
    seen: &Observed<'_, X>,
) -> Explanation {
    let mut goals = Goals::new();
    let goal = goals.push(objective).id();
    goals.explain(goal, seen)
}

fn assert_unknown(
    objective: impl Objective<Trace> + Send + Sync + 'static,
    seen: &Observed<'_, Trace>,
    text: &str,
) {
    let explanation = explain(objective, seen);
    assert_eq!((&explanation.why, explanation.fitness), (&Cause::NoSuchPlace, Fitness::NEVER));
    assert!(explanation.to_string().ends_with(text), "{explanation}");
}

#[test]
fn goals_of_another_graph_say_so() {
    let graph = Shape::new(&[], &[0]).graph();
    let (trace, table) = (Trace::new(&graph), FitnessTable::new(&graph));
    let seen = Observed::new(&graph, &trace, &table);
    assert_unknown(CoverageGoal::new(Block::new(7)), &seen, "out of reach\n  the graph has no b7");
    assert_unknown(CoverageGoal::new(Branch::new(7)), &seen, "the graph has no e7");
    assert_unknown(
        CoverageGoal::new(Block::new(u32::MAX).statement(u32::MAX)),
        &seen,
        "the graph has no b4294967295",
    );
    assert_unknown(
        CoverageGoal::new(Function::new(u32::MAX)),
        &seen,
        "the graph has no f4294967295",
    );
}

#[test]
fn a_goal_that_the_registry_does_not_have_has_no_explanation() {
    let graph = Shape::new(&[], &[0]).graph();
    let (trace, mut tables, goals) =
        (Trace::new(&graph), Tables::new(&graph), Goals::<Trace>::new());
    let seen = goals.observe(&graph, &trace, &mut tables);
    assert_eq!(goals.get_explanation(GoalId::new(0), &seen), None);
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        goals.explain(GoalId::new(0), &seen)
    }));
    let message = panic.expect_err("documented");
    assert_eq!(
        message.downcast_ref::<String>().map(String::as_str),
        Some("the registry has no goal g0")
    );
}

/// The table was swept for one graph, and is asked with another one: no answer would be right, and
/// there is none.
#[test]
fn tables_of_another_graph_are_refused() {
    let loops = |blocks: u32| {
        (0..blocks)
            .fold(FlowBuilder::new(), |body, at| {
                body.branch(at, (at * 7 + 3) % (blocks + 1), at + 1)
            })
            .exit(blocks)
    };
    let graphs: Vec<FlowGraph> =
        (1..12).map(|blocks| FlowGraph::of(&loops(blocks)).expect("legal")).collect();
    for ours in &graphs {
        let trace = Trace::new(ours);
        trace.root().enter(Function::new(0)).decide(0, sbst::distance::lt(5, 4));
        let mut table = FitnessTable::new(ours);
        table.sweep(ours, &trace);
        for theirs in &graphs {
            let seen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                Observed::new(theirs, &trace, &table)
            }));
            assert_eq!(seen.is_ok(), ours.identity() == theirs.identity());
            assert_eq!(seen.is_ok(), theirs.check(table.made_for()).is_ok());
            let Ok(seen) = seen else { continue };
            for block in theirs.all_blocks() {
                let _ = explain(CoverageGoal::new(block), &seen).to_string();
                let _ = explain(CoverageGoal::new(block.statement(2)), &seen)
                    .with_operands(&trace)
                    .to_string();
            }
            for branch in theirs.all_branches() {
                let _ = explain(CoverageGoal::new(branch), &seen).to_string();
            }
        }
    }
}

/// Knows branches that no predicate decides, and lies about operands.
struct Liar;

impl Execution for Liar {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        (branch.outcome == Outcome::True).then_some(Distance::from(3))
    }
    fn progress(&self, _: Block) -> Option<u32> {
        None
    }
}

impl Facts for Liar {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Operands)
    }
    fn operands(&self, _: Edge) -> Option<NearestOperands> {
        Some(NearestOperands { distance: Distance::from(2), text: "of another evaluation".into() })
    }
}

#[test]
fn operands_of_another_distance_are_not_shown() {
    let graph = Shape::new(&[(0, Outcome::True, 1), (0, Outcome::False, 2)], &[1, 2]).graph();
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &Liar);
    let explanation =
        explain(CoverageGoal::new(Block::new(1)), &Observed::new(&graph, &Liar, &table))
            .with_operands(&Liar);
    assert_eq!(
        (explanation.fitness, explanation.operands),
        (Fitness::from(Distance::from(3)), None)
    );
    assert_eq!(explanation.place, Some(Place::Block(Block::new(1))));
}

#[test]
fn explanations_are_plain_data() {
    fn plain<T: Send + Sync + Clone + std::fmt::Debug + PartialEq>() {}
    plain::<Explanation>();
    plain::<NearestOperands>();
    fn send<T: Send>() {}
    send::<Trace>();
}
