//! The parents of goals by hand, of programs drawn above each test.

use sbst::execution::{Domain, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Lines, Outcome};
use sbst::id::{Block, Function, GoalId, Line, Mutant};
use sbst::objective::{
    Criterion, Goal, Goals, Method, MutantGoal, Program, block_goals, branch_goals,
    direct_branch_goals, implicit_branch_goals,
};
use sbst::objective::{GoalGraph, Roots};
use sbst::selection::Frontier;

const F: Function = Function::new(0);

fn flow(body: FlowBuilder) -> FlowGraph {
    FlowGraph::of(&body).expect("a legal function")
}

/// A registry of which goals are named by their identities.
struct Named<'a> {
    goals: Goals<Trace>,
    graph: &'a FlowGraph,
}

impl<'a> Named<'a> {
    /// All branch goals and all block goals.
    fn new(graph: &'a FlowGraph) -> Self {
        let mut goals = Goals::new();
        goals.extend(branch_goals(graph));
        goals.extend(block_goals(graph));
        Self { goals, graph }
    }

    fn id(&self, goal: Goal) -> GoalId {
        self.goals.find(goal).expect("a goal")
    }

    /// The goals that a goal lies behind.
    fn parents(&self, goal: Goal) -> Vec<Goal> {
        self.parents_in(&GoalGraph::new(&self.goals, self.graph), goal)
    }

    fn parents_in(&self, graph: &GoalGraph<'_, Trace>, goal: Goal) -> Vec<Goal> {
        graph.parents(self.id(goal)).into_iter().map(|parent| self.goals.goal(parent)).collect()
    }
}

fn block(number: u32) -> Goal {
    Goal::Block(Block::new(number))
}

/// The goal of a branch, by its source and its name.
fn way(graph: &FlowGraph, source: u32, outcome: Outcome) -> Goal {
    Goal::Branch(graph.branch(Block::new(source), outcome).expect("a branch"))
}

fn yes(graph: &FlowGraph, source: u32) -> Goal {
    way(graph, source, Outcome::True)
}

fn no(graph: &FlowGraph, source: u32) -> Goal {
    way(graph, source, Outcome::False)
}

/// ```text
/// 0: if a { 1: if b { 2 } else { 3 }  4 } else { 5: if c { 6 } }  7
/// ```
#[test]
fn an_inner_if_lies_behind_the_right_side_of_the_outer_one() {
    let body = FlowBuilder::new()
        .branch(0, 1, 5)
        .branch(1, 2, 3)
        .jump(2, 4)
        .jump(3, 4)
        .jump(4, 7)
        .branch(5, 6, 7)
        .jump(6, 7)
        .exit(7);
    let graph = flow(body);
    let named = Named::new(&graph);
    let (yes, no) = (|source| yes(&graph, source), |source| no(&graph, source));
    for root in [yes(0), no(0), block(0), block(7)] {
        assert_eq!(named.parents(root), [], "{root}");
    }
    for (behind, parent) in [
        (yes(1), yes(0)),
        (no(1), yes(0)),
        (block(1), yes(0)),
        (block(2), yes(1)),
        (block(3), no(1)),
        (block(4), yes(0)), // whatever b is
        (yes(5), no(0)),
        (no(5), no(0)),
        (block(6), yes(5)),
    ] {
        assert_eq!(named.parents(behind), [parent], "{behind}");
    }
    let text = format!("{:?}", GoalGraph::new(&named.goals, &graph));
    assert!(text.contains("Branch(Branch(2)): [GoalId(0)]"), "{text}");
}

/// ```text
/// 0: if a { 1: while b { 2 } }  3
/// ```
#[test]
fn a_loop_does_not_wait_for_going_round() {
    let graph = flow(FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 1).exit(3));
    let named = Named::new(&graph);
    let [a, b, not_b] = [yes(&graph, 0), yes(&graph, 1), no(&graph, 1)];
    assert_eq!(named.parents(b), [a], "not itself");
    // Both lead to the test: going round once more is another way to its exit.
    assert_eq!(named.parents(not_b), [a, b]);
    assert_eq!(named.parents(block(1)), [a, b]);
    assert_eq!(named.parents(block(2)), [b]);

    // 0: while b { 1 }  2: without the if, all of it is reached from the entry.
    let graph = flow(FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2));
    let named = Named::new(&graph);
    for root in [yes(&graph, 0), no(&graph, 0), block(0), block(2)] {
        assert_eq!(named.parents(root), [], "{root}");
    }
}

/// ```text
/// if a && b { 2 } else { 3 }  4      as 0: a, 1: b
/// ```
#[test]
fn either_operand_leads_to_the_else_of_an_and() {
    let graph =
        flow(FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 4).jump(3, 4).exit(4));
    let named = Named::new(&graph);
    assert_eq!(named.parents(yes(&graph, 1)), [yes(&graph, 0)]);
    assert_eq!(named.parents(block(2)), [yes(&graph, 1)]);
    assert_eq!(named.parents(block(3)), [no(&graph, 0), no(&graph, 1)]);

    let mut frontier = Frontier::of(&GoalGraph::new(&named.goals, &graph));
    let [not_a, else_block, then_block] =
        [no(&graph, 0), block(3), block(2)].map(|goal| named.id(goal));
    assert_eq!(frontier.cover([not_a]), [else_block]);
    assert!(!frontier.is_active(then_block));
}

/// ```text
/// 0: if a { 1: call()?;  2: if b { 4 } }  3
/// ```
#[test]
fn a_question_mark_hands_on_what_lies_before_it() {
    // Block 1 may leave, so the way from 1 to 2 is a branch: one that nobody asks for.
    let graph = flow(
        FlowBuilder::new().branch(0, 1, 3).jump(1, 2).exit(1).branch(2, 4, 3).jump(4, 3).exit(3),
    );
    let mut named = Named::new(&graph);
    let [a, b, go_on] = [yes(&graph, 0), yes(&graph, 2), way(&graph, 1, Outcome::Next)];
    assert_eq!(named.parents(b), [a]);
    assert_eq!(named.parents(block(2)), [a]);
    assert_eq!(named.parents(block(4)), [b]);
    // Either way leads to 3, the one past the call by way of its parent.
    assert_eq!(named.parents(block(3)), [a, no(&graph, 0)]);

    named.goals.extend(implicit_branch_goals(&graph));
    assert_eq!(named.parents(go_on), [a]);
    assert_eq!(named.parents(b), [go_on], "asked for, it is a goal as others are");
}

/// ```text
/// 0: match x { 0 => 1, falls through; 1 => 2; _ => 3 }  4
/// ```
#[test]
fn every_arm_that_leads_to_a_block_is_its_parent() {
    let graph = flow(
        FlowBuilder::new()
            .case(0, 0, 1)
            .case(0, 1, 2)
            .default(0, 3)
            .jump(1, 2)
            .jump(2, 4)
            .jump(3, 4)
            .exit(4),
    );
    let named = Named::new(&graph);
    let [zero, one, other] =
        [Outcome::Case(0), Outcome::Case(1), Outcome::Default].map(|name| way(&graph, 0, name));
    assert_eq!(named.parents(block(1)), [zero]);
    assert_eq!(named.parents(block(2)), [zero, one]);
    assert_eq!(named.parents(block(3)), [other]);
    assert_eq!(named.parents(block(4)), []);

    // Without the goal of the first arm, block 2 is what the second one leads to, and what lies
    // before the first.
    let without = GoalGraph::new(&named.goals, &graph).without([named.id(zero)]);
    assert_eq!(named.parents_in(&without, block(1)), []);
    assert_eq!(
        named.parents_in(&without, block(2)),
        [],
        "a root, for all that the second arm leads there, too"
    );
    assert_eq!(named.parents_in(&without, block(3)), [other]);
}

/// ```text
/// 0: if a { loop { 1;  2: if b { 4 } } }  3
/// ```
#[test]
fn the_way_on_in_an_endless_loop_is_no_parent() {
    // The loop is given an exit from block 1, which makes a branch of the way from 1 to 2.
    let graph =
        flow(FlowBuilder::new().branch(0, 1, 3).jump(1, 2).branch(2, 4, 1).jump(4, 1).exit(3));
    let named = Named::new(&graph);
    let go_on = graph.branch(Block::new(1), Outcome::Next).expect("a branch");
    assert!(graph.is_endless(go_on) && named.goals.find(Goal::Branch(go_on)).is_none());
    let [a, b] = [yes(&graph, 0), yes(&graph, 2)];
    for inside in [block(1), block(2), b, no(&graph, 2)] {
        assert_eq!(named.parents(inside), [a], "{inside}");
    }
    assert_eq!(named.parents(block(4)), [b]);
    assert_eq!(named.parents(block(3)), [no(&graph, 0)], "who enters the loop never gets there");
}

/// ```text
/// f0: if a { 1: if b { 2 } }  3        f1: 4: no branches        f2: 5: while c { 6 }  7
/// ```
#[test]
fn roots_wait_for_the_entry_of_their_function_on_request() {
    let mut graph = flow(FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3));
    graph.add(&FlowBuilder::new().exit(0)).expect("a legal function");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("a legal function");
    let methods = [0, 1].map(|f| Method::new(Function::new(f)).returning(Domain::BOOL));
    let program = Program::new(&graph).with_methods(&methods);
    let mut goals = Goals::<Trace>::new();
    for criterion in [
        Criterion::Output,
        Criterion::Method,
        Criterion::MethodNoException,
        Criterion::Statement,
        Criterion::Branch,
    ] {
        goals.add(criterion, &program);
    }
    let mut named = Named { goals, graph: &graph };
    let quiet = Goal::MethodNoException(Function::new(1));
    let call = Goal::Method(Function::new(1));
    let output =
        named.goals.of(Criterion::Output).nth(2).map(|id| named.goals.goal(id)).expect("of f1");
    let entry = Goal::Entry(Function::new(1));
    {
        let all_active = GoalGraph::new(&named.goals, &graph);
        for root in [yes(&graph, 0), quiet, call, output, entry, yes(&graph, 5), no(&graph, 5)] {
            assert_eq!(named.parents_in(&all_active, root), [], "{root}");
        }
    }
    // f0 has no entry goal, no block goals and no statements: nothing says that it was entered.
    let waiting = GoalGraph::new(&named.goals, &graph).with_roots(Roots::BehindEntry);
    assert_eq!(named.parents_in(&waiting, yes(&graph, 0)), []);
    for behind in [quiet, output] {
        assert_eq!(named.parents_in(&waiting, behind), [entry], "{behind}");
    }
    for first in [entry, call] {
        assert_eq!(
            named.parents_in(&waiting, first),
            [],
            "{first}: to cover it is to enter the function"
        );
    }

    named.goals.extend(block_goals(&graph));
    let waiting = GoalGraph::new(&named.goals, &graph).with_roots(Roots::BehindEntry);
    let [c, not_c] = [yes(&graph, 5), no(&graph, 5)];
    assert_eq!(named.parents_in(&waiting, yes(&graph, 0)), [block(0)]);
    assert_eq!(named.parents_in(&waiting, yes(&graph, 1)), [yes(&graph, 0)]);
    assert_eq!(named.parents_in(&waiting, c), [block(5)]);
    assert_eq!(named.parents_in(&waiting, not_c), [c, block(5)], "any of them");
    assert_eq!(named.parents_in(&waiting, block(5)), []);
    assert_eq!(named.parents_in(&waiting, block(4)), [entry], "one goal says it, not two");

    let mut frontier = Frontier::of(&waiting);
    assert!(![c, not_c, block(7)].iter().any(|&goal| frontier.is_active(named.id(goal))));
    let opened = frontier.cover([named.id(block(5))]).to_vec();
    assert_eq!(opened, [c, not_c, block(7)].map(|goal| named.id(goal)));
}

#[test]
fn without_entry_and_block_the_first_statement_says_that_a_function_was_entered() {
    let graph = flow(FlowBuilder::new().statements(0, 2).branch(0, 1, 2).exit(1).exit(2));
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Branch, &Program::new(&graph));
    goals.add(Criterion::Statement, &Program::new(&graph));
    let named = Named { goals, graph: &graph };
    let entry = Block::new(0);
    let waiting = GoalGraph::new(&named.goals, &graph).with_roots(Roots::BehindEntry);
    let [first, second] = [0, 1].map(|k| Goal::Statement(entry.statement(k)));
    assert_eq!(named.parents_in(&waiting, first), []);
    assert_eq!(named.parents_in(&waiting, second), [first]);
    assert_eq!(named.parents_in(&waiting, yes(&graph, 0)), [first]);
    // A dropped goal says nothing.
    let dropped = waiting.without([named.id(first)]);
    assert_eq!(named.parents_in(&dropped, second), []);
}

/// ```text
/// 0: if a { 1: line 7 } else { 2: if b { 3: line 7, line 8, mutant 0 } }  4: line 9
/// ```
#[test]
fn a_line_in_two_blocks_lies_behind_the_branches_of_both() {
    let body = FlowBuilder::new()
        .branch(0, 1, 2)
        .statements(1, 1)
        .jump(1, 4)
        .branch(2, 3, 4)
        .statements(3, 2)
        .jump(3, 4);
    let graph = flow(body.statements(4, 1).exit(4));
    let row = |of: u32, k, line| (graph.block(F, of).statement(k), Line::new(line));
    let lines = Lines::new([row(1, 0, 7), row(3, 0, 7), row(3, 1, 8), row(4, 0, 9)]);
    let mutants = [MutantGoal::new(Mutant::new(0), graph.block(F, 3).statement(1))];
    let program = Program::new(&graph).with_lines(&lines).with_mutants(&mutants);
    let mut named = Named::new(&graph);
    named.goals.add(Criterion::Line, &program);
    named.goals.add(Criterion::WeakMutation, &program);
    let line = |number| Goal::Line(Line::new(number));
    let [a, b] = [yes(&graph, 0), yes(&graph, 2)];
    assert_eq!(named.parents(line(7)), [a, b]);
    assert_eq!(named.parents(line(8)), [b]);
    assert_eq!(named.parents(line(9)), []);
    assert_eq!(named.parents(Goal::Mutant(Mutant::new(0))), [b]);
}

/// ```text
/// 0: if a { 1: if b { 2: if c { 3 } } }  4
/// ```
#[test]
fn direct_branches_lie_behind_direct_branches_where_there_are_some() {
    let graph =
        flow(FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 4).branch(2, 3, 4).jump(3, 4).exit(4));
    let direct = |source| {
        Goal::DirectBranch(graph.branch(Block::new(source), Outcome::True).expect("a branch"))
    };
    let mut named = Named::new(&graph);
    named.goals.extend(direct_branch_goals(&graph, [F]));
    assert_eq!(named.parents(direct(0)), []);
    assert_eq!(named.parents(direct(2)), [direct(1)]);
    assert_eq!(named.parents(yes(&graph, 2)), [yes(&graph, 1)], "but branches behind branches");
    assert_eq!(named.parents(block(3)), [yes(&graph, 2)]);

    let without = GoalGraph::new(&named.goals, &graph).without([named.id(direct(1))]);
    assert_eq!(
        named.parents_in(&without, direct(2)),
        [yes(&graph, 1)],
        "the branch itself, where the direct one is no goal"
    );
    let neither = without.without([named.id(yes(&graph, 1))]);
    assert_eq!(named.parents_in(&neither, direct(2)), [direct(0)]);
    assert_eq!(named.parents_in(&neither, yes(&graph, 2)), [yes(&graph, 0)]);

    // Direct-branch goals alone are nobody's parents but their own.
    let mut alone = Goals::<Trace>::new();
    alone.extend(direct_branch_goals(&graph, [F]));
    alone.extend(block_goals(&graph));
    let named = Named { goals: alone, graph: &graph };
    assert_eq!(named.parents(direct(2)), [direct(1)]);
    assert_eq!(named.parents(block(3)), []);
}
