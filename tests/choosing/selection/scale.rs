//! Large programs: their frontiers are built and followed in nearly linear time, on a small stack.

use super::{goals, sorted};
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, GoalId};
use sbst::objective::{CoverageGoal, Goal, GoalGraph, Goals, branch_goals};
use sbst::selection::Frontier;

fn on_a_small_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test).expect("a thread");
    thread.join().expect("no panic on a small stack");
}

/// Block k decides whether k + 1 runs; the last one is where all leave. Goals 2k and 2k + 1 are the
/// branches of block k.
fn chain(depth: u32) -> (FlowGraph, Goals<Trace>) {
    let body =
        (0..depth).fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, depth + 1));
    let graph =
        FlowGraph::of(&body.jump(depth, depth + 1).exit(depth + 1)).expect("a legal function");
    let mut goals = Goals::new();
    goals.extend(branch_goals(&graph));
    (graph, goals)
}

#[test]
fn a_hundred_thousand_nested_branches_open_one_after_the_other() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 100_000;
        let (graph, mut all) = chain(DEPTH);
        let inmost = all.push(CoverageGoal::new(Block::new(DEPTH))).id();
        let goal_graph = GoalGraph::new(&all, &graph);
        assert_eq!(goal_graph.parents(inmost), goals(&[2 * DEPTH - 2]));
        let start = Frontier::of(&goal_graph);
        assert_eq!(start.active(), goals(&[0, 1]));

        let mut frontier = start.clone();
        for block in 0..DEPTH {
            let opened = if block + 1 < DEPTH {
                goals(&[2 * block + 2, 2 * block + 3])
            } else {
                vec![inmost]
            };
            assert_eq!(frontier.cover(goals(&[2 * block])), opened);
        }
        assert_eq!(
            (frontier.active().len(), frontier.covered_count()),
            (DEPTH as usize + 1, DEPTH as usize)
        );
        assert!(frontier.waiting().next().is_none());

        // From the inside out: each opens the other side of the test within.
        let mut frontier = start.clone();
        assert_eq!(frontier.cover(goals(&[2 * DEPTH - 2])), [inmost]);
        for block in (0..DEPTH - 1).rev() {
            assert_eq!(frontier.cover(goals(&[2 * block])), goals(&[2 * block + 3]));
        }
        // All in one call.
        let mut frontier = start;
        assert_eq!(
            frontier.cover((0..DEPTH).map(|block| GoalId::new(2 * block))).len(),
            DEPTH as usize
        );
    });
}

#[test]
fn a_hundred_thousand_dropped_branches_are_passed() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 100_000;
        let (graph, mut all) = chain(DEPTH);
        let inmost = all.push(CoverageGoal::new(Block::new(DEPTH))).id();
        let kept = [0, DEPTH, 2 * DEPTH - 1];
        let goal_graph = GoalGraph::new(&all, &graph)
            .without((0..2 * DEPTH).filter(|goal| !kept.contains(goal)).map(GoalId::new));
        assert_eq!(goal_graph.parents(inmost), goals(&[DEPTH]));
        let mut frontier = Frontier::of(&goal_graph);
        assert_eq!(frontier.active(), goals(&[0]));
        assert_eq!(frontier.cover(goals(&[0])), goals(&[DEPTH]));
        assert_eq!(frontier.cover(goals(&[DEPTH])), [GoalId::new(2 * DEPTH - 1), inmost]);
    });
}

/// Block 0 decides whether anything runs; 1 is the body of all loops, block k + 1 tests whether
/// loop k goes round once more, and the last block is where all leave. Whoever goes round in loop k
/// has met the tests of all loops within: d^2 / 2 dependences.
fn do_while(depth: u32) -> (FlowGraph, Goals<Trace>) {
    let body = (2..depth + 2)
        .fold(FlowBuilder::new().branch(0, 1, depth + 2).jump(1, 2), |body, test| {
            body.branch(test, 1, test + 1)
        });
    let graph = FlowGraph::of(&body.exit(depth + 2)).expect("a legal function");
    let mut goals = Goals::new();
    goals.extend(branch_goals(&graph));
    (graph, goals)
}

/// The goals to go round in loop k and to leave it, from 1.
fn round(k: u32) -> u32 {
    2 * k
}

fn leave(k: u32) -> u32 {
    2 * k + 1
}

#[test]
fn three_thousand_do_while_loops_open_in_any_order() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 3000;
        let (graph, all) = do_while(DEPTH);
        let goal = |source, name| {
            graph.branch(Block::new(source), name).and_then(|branch| all.find(Goal::Branch(branch)))
        };
        assert_eq!(goal(DEPTH + 1, Outcome::True), Some(GoalId::new(round(DEPTH))));
        assert_eq!(goal(2, Outcome::False), Some(GoalId::new(leave(1))));
        let goal_graph = GoalGraph::new(&all, &graph);
        // Loop k is behind the test of all, and behind going round in it or in a loop around it;
        // but not behind itself.
        let around = |k: u32| (k..=DEPTH).map(round);
        for k in [1, 2, DEPTH / 2, DEPTH] {
            let [to_round, to_leave] =
                [round(k), leave(k)].map(|goal| goal_graph.parents(GoalId::new(goal)));
            assert_eq!(
                to_round,
                [0].into_iter().chain(around(k).skip(1)).map(GoalId::new).collect::<Vec<_>>()
            );
            assert_eq!(
                to_leave,
                [0].into_iter().chain(around(k)).map(GoalId::new).collect::<Vec<_>>()
            );
        }
        let start = Frontier::of(&goal_graph);
        assert_eq!(start.active(), goals(&[0, 1]));

        // From within: each opens its own other side only.
        let mut frontier = start.clone();
        for k in 1..=DEPTH {
            assert_eq!(frontier.cover(goals(&[round(k)])), goals(&[leave(k)]));
        }
        assert_eq!(frontier.cover(goals(&[0])), []);

        // From outside: the first opens all, and no other opens anything.
        let mut frontier = start.clone();
        assert_eq!(
            frontier.cover(goals(&[round(DEPTH)])),
            goals(&(2..=leave(DEPTH)).filter(|&goal| goal != round(DEPTH)).collect::<Vec<_>>())
        );
        for k in (1..DEPTH).rev() {
            assert_eq!(frontier.cover(goals(&[round(k)])), []);
        }

        // By halves: all loops within the greatest so far are open.
        let mut frontier = start;
        let mut greatest = 0;
        for k in (0..12).rev().map(|shift| DEPTH >> shift).filter(|&k| k > 0) {
            let opened = (greatest + 1..=k)
                .flat_map(|k| [round(k), leave(k)])
                .filter(|&goal| goal != round(k));
            assert_eq!(frontier.cover(goals(&[round(k)])), goals(&opened.collect::<Vec<_>>()));
            assert_eq!(frontier.cover(goals(&[leave(k)])), []);
            greatest = k;
        }
        assert!(
            frontier.is_active(GoalId::new(round(DEPTH - 1))) && frontier.is_active(GoalId::new(0))
        );
    });
}

/// The same with all parents listed, far fewer loops: quadratically many of them are given, and
/// none is walked twice.
#[test]
fn quadratically_many_listed_parents_are_followed_as_those_of_a_graph() {
    let (graph, all) = do_while(400);
    let goal_graph = GoalGraph::new(&all, &graph);
    let mut listed = Frontier::new(all.ids().map(|goal| goal_graph.parents(goal)));
    let mut derived = Frontier::of(&goal_graph);
    for goal in all.ids().skip(2).step_by(3).chain(all.ids()) {
        assert_eq!(listed.cover([goal]), derived.cover([goal]), "{goal}");
        assert_eq!(sorted(listed.active()), sorted(derived.active()));
    }
    assert_eq!(listed.covered_count(), all.len());
}
