//! A goal of a history implies the branches, blocks and statements on its way.

use super::covered_with;
use sbst::execution::Trace;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function, GoalId, Variable};
use sbst::objective::{Criterion, Discovery, Goal, Goals, Program};
use sbst::subsumption::Structure;
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::BlockPath;
use sbst_histories::{
    CONTEXT, DEFINITION_USE, HistoryCriterion, HistoryGoals, PATH, UnrolledGraph, VECTOR,
};

const MAIN: Function = Function::new(0);

/// `if a && b { 2 } else { 3 }`, then `if c { 5 }`, 6; block 2 calls the second function.
fn graph() -> FlowGraph {
    let body =
        FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).statements(2, 2).jump(2, 4).jump(3, 4);
    let body = body.branch(4, 5, 6).statements(5, 2).jump(5, 6).exit(6).call(
        2,
        0,
        CallSite::new(0),
        [Function::new(1)],
    );
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    graph
}

/// All goals of these criteria with those of branches, blocks and statements, and what covering the
/// first kind covers.
struct World {
    goals: Goals<Trace>,
    graph: FlowGraph,
}

impl World {
    fn new(criterion: HistoryCriterion) -> Self {
        let graph = graph();
        let x = Variable::new(0);
        let [defined, used] = [Block::new(2).statement(0), Block::new(5).statement(1)];
        let definitions = Definitions::new().define(x, defined).use_at(x, used);
        let unrolled = UnrolledGraph::builder(&graph)
            .decisions(CompoundDecision::all(&graph))
            .definitions(&definitions)
            .paths([BlockPath::new(&graph, [1, 2, 4].map(Block::new)).expect("a path")])
            .contexts(1, [MAIN]);
        let unrolled = unrolled.build().expect("small");
        let mut goals = Goals::new();
        let program = Program::new(&graph);
        for criterion in [Criterion::Branch, Criterion::Block, Criterion::Statement] {
            goals.add(criterion, &program);
        }
        let found = HistoryGoals::new(&program, unrolled, [criterion]);
        found.expect("of this graph").begin(&mut goals).expect("no others");
        Self { goals, graph }
    }

    /// The names of the branches, blocks and statements that a goal implies.
    fn implied(&self, goal: GoalId) -> Vec<String> {
        let program = Program::new(&self.graph);
        let relation = Structure::default().relate(&self.goals, &program, &[]);
        let covered = covered_with(&relation.collapse(self.goals.ids()), [goal]);
        let named = covered.into_iter().map(|id| self.goals.goal(id));
        named.filter(|goal| !matches!(goal, Goal::Of(..))).map(|goal| goal.to_string()).collect()
    }

    fn of(&self, is: impl Fn(Goal) -> bool) -> GoalId {
        self.goals.ids().find(|&id| is(self.goals.goal(id))).expect("a goal of the criterion")
    }

    #[track_caller]
    fn assert_implies(&self, goal: GoalId, expected: &[&str]) {
        let implied = self.implied(goal);
        for name in expected {
            assert!(
                implied.iter().any(|other| other == name),
                "{} lacks {name}: {implied:?}",
                self.goals.goal(goal)
            );
        }
        // The branch of `b` to block 3 contradicts all histories that are asked for here.
        assert!(!implied.contains(&"branch e3".to_owned()), "{implied:?}");
    }
}

#[test]
fn a_path_implies_its_branches_and_blocks() {
    let world = World::new(HistoryCriterion::Path);
    world.assert_implies(
        world.of(|goal| goal == PATH.goal([0])),
        &["branch e2", "block b1", "block b2", "block b4"],
    );
}

#[test]
fn a_vector_implies_the_sides_that_it_takes() {
    let world = World::new(HistoryCriterion::MultipleCondition);
    let both = world.of(|goal| goal == VECTOR.goal([0, 0]));
    world.assert_implies(both, &["branch e0", "branch e2", "block b2"]);
}

#[test]
fn a_use_implies_the_definition_that_reaches_it() {
    let world = World::new(HistoryCriterion::DefinitionUse);
    let pair = world.of(|goal| goal == DEFINITION_USE.goal([0]));
    world.assert_implies(pair, &["block b2", "block b5", "statement 0 of b2", "statement 1 of b5"]);
}

#[test]
fn a_branch_in_a_context_implies_the_branch() {
    let world = World::new(HistoryCriterion::Context);
    // The second function is called from one site, so its branches are taken in no other context.
    let branch = world.graph.branches_in(Function::new(1)).next().expect("a branch");
    let in_context = world
        .of(|goal| matches!(goal, Goal::Of(CONTEXT, [_, other, ..]) if other == branch.number()));
    world.assert_implies(in_context, &[&format!("branch {branch}")]);
    let entered = world.of(|goal| matches!(goal, Goal::Of(CONTEXT, [_, other, ..]) if other != branch.number() && world.graph.branches_in(Function::new(1)).any(|own| own.number() == other)));
    world.assert_implies(entered, &["block b7"]);
}
