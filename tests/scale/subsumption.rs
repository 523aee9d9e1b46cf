//! Subsumption: very wide and very deep functions, long chains of goals.

use super::{FIRST, Flow, on_a_small_stack};
use crate::effort::size;
use sbst::execution::Trace;
use sbst::flow::{BlockSketch, FlowGraph, Lines};
use sbst::id::{Block, GoalId, Line};
use sbst::objective::{Goals, Program, block_goals, branch_goals, line_goals};
use sbst::subsumption::{Structure, Subsumption, SubsumptionGraph};

const MANY: u32 = size(200_000);

/// Of all blocks, branches and lines, with both assumptions.
fn subsumption(graph: &FlowGraph, lines: &Lines) -> (Goals<Trace>, SubsumptionGraph) {
    let mut goals = Goals::new();
    goals.extend(block_goals(graph));
    goals.extend(branch_goals(graph));
    goals.extend(line_goals(graph, lines));
    let program = Program::new(graph).with_lines(lines);
    let relation =
        Structure { normal_termination: true, exact_recording: true }.relate(&goals, &program, &[]);
    let subsumption = relation.collapse(goals.ids());
    (goals, subsumption)
}

#[test]
fn a_selection_of_very_many_arms_all_of_which_one_block_dominates() {
    on_a_small_stack(|| {
        let flow = Flow(MANY + 1, |block, out: &mut BlockSketch<'_>| {
            if block == 0 {
                (1..=MANY).for_each(|arm| {
                    out.case(i128::from(arm), arm);
                });
            } else {
                out.statements(2).exit();
            }
        });
        let graph = FlowGraph::of(&flow).expect("legal");
        // A line in each arm, and one in all of them.
        let arms = (1..=MANY).map(Block::new);
        let lines = Lines::new(arms.flat_map(|arm| {
            [(arm.statement(0), Line::new(arm.number())), (arm.statement(1), Line::new(0))]
        }));
        let (goals, subsumption) = subsumption(&graph, &lines);
        // An arm, the branch to it and its line are one.
        assert_eq!(subsumption.minimal().len(), MANY as usize);
        let entry = GoalId::new(0);
        assert_eq!(
            goals.ids().filter(|&goal| subsumption.represented_by(goal) == GoalId::new(1)).count(),
            5
        ); // and the entry and the line in all arms
        assert!(subsumption.covered_by([entry]).len() == 1 && goals.len() == 3 * MANY as usize + 2);
    });
}

#[test]
fn nested_branches_and_lines_in_blocks_far_apart() {
    on_a_small_stack(|| {
        let flow = Flow(MANY, |block, out: &mut BlockSketch<'_>| {
            if block < MANY - 2 {
                out.branch(block + 1, MANY - 1);
            } else {
                out.exit();
            }
        });
        let graph = FlowGraph::of(&flow).expect("legal");
        // Each line lies in two blocks, the deeper of which is very deep: the other one dominates
        // it.
        let half = MANY / 2;
        let lines = Lines::new((0..half - 1).flat_map(|line| {
            [line, half + line].map(|block| (Block::new(block).statement(0), Line::new(line)))
        }));
        let (_, subsumption) = subsumption(&graph, &lines);
        let deepest = GoalId::new(MANY - 2);
        assert_eq!(graph.blocks_of(FIRST).count(), MANY as usize);
        // All blocks but the last one, the branches to them, and all lines are on the way to the
        // deepest block.
        assert_eq!(
            subsumption.covered_by([deepest]).len(),
            (MANY - 1) as usize + (MANY - 2) as usize + (half - 1) as usize
        );
        assert_eq!(subsumption.minimal().len(), MANY as usize - 1);
    });
}

#[test]
fn a_chain_and_a_circle_of_very_many_goals() {
    on_a_small_stack(|| {
        let goal = |number: u32| GoalId::new(number % MANY);
        let chain =
            Subsumption::from_iter((1..MANY).map(|at| (goal(at), goal(at - 1)))).collapse([]);
        assert_eq!(chain.minimal(), [goal(MANY - 1)]);
        assert_eq!(
            chain.explain(goal(MANY - 1), goal(0)).map(|steps| steps.len()),
            Some(MANY as usize - 1)
        );
        let circle =
            Subsumption::from_iter((0..MANY).map(|at| (goal(at), goal(at + 1)))).collapse([]);
        assert_eq!(
            (circle.minimal(), circle.equivalents(goal(7)).len()),
            (&[goal(0)][..], MANY as usize)
        );
    });
}
