//! The last lines of long blocks (fault M3: eight lines are enough), by definition.

use crate::oracle::subject::{World, subject};
use proptest::prelude::*;
use sbst::flow::{FlowBuilder, FlowGraph, Lines, Unreachable};
use sbst::id::{Block, Line};
use sbst::subsumption::smart::last_lines;
use std::collections::BTreeSet;

const NOTHING: [u32; 0] = [];

/// The last lines of blocks that follow one another: a block by its lines; `None` is a statement
/// without one.
fn kept(blocks: &[&[Option<u32>]], at_least: usize) -> Vec<u32> {
    let last = blocks.len() as u32 - 1;
    let body = (0..).zip(blocks).fold(FlowBuilder::new(), |body, (block, lines)| {
        body.statements(block, lines.len() as u32)
    });
    let body = (0..last).fold(body, |body, block| body.jump(block, block + 1)).exit(last);
    let graph = FlowGraph::of(&body).expect("a straight line");
    let rows = (0..).zip(blocks).flat_map(|(block, lines)| {
        (0..).zip(lines.iter()).filter_map(move |(statement, line)| {
            Some((Block::new(block).statement(statement), Line::new((*line)?)))
        })
    });
    last_lines(&graph, &Lines::new(rows), at_least).map(|line| line.number()).collect()
}

fn long(first: u32, count: u32) -> Vec<Option<u32>> {
    (first..first + count).map(Some).collect()
}

#[test]
fn m3_eight_lines_are_enough_and_seven_are_too_few() {
    assert_eq!(kept(&[&long(1, 8)], 8), [8]);
    assert_eq!(kept(&[&long(1, 7)], 8), NOTHING);
    assert_eq!(kept(&[&long(1, 9)], 8), [9]);
    assert_eq!(kept(&[&long(1, 9)], 9), [9]);
    assert_eq!(kept(&[&long(1, 8)], 9), NOTHING);
    assert_eq!(kept(&[&long(1, 7), &long(20, 8)], 8), [27]);
}

#[test]
fn the_last_line_is_that_of_the_last_statement_that_has_one() {
    // Statements need not be in the order of their lines, and some have none.
    let lines = [Some(9), Some(3), None, Some(5), Some(4), None];
    assert_eq!(kept(&[&lines], 4), [4]);
    assert_eq!(kept(&[&lines], 5), NOTHING);
    assert_eq!(kept(&[&[None, None]], 0), NOTHING);
    assert_eq!(kept(&[&[]], 0), NOTHING);
}

#[test]
fn a_line_with_several_statements_counts_once() {
    let mut lines = long(1, 7);
    lines.extend([Some(7), Some(7), Some(1)]);
    assert_eq!(kept(&[&lines], 8), NOTHING);
    assert_eq!(kept(&[&lines], 7), [1]);
}

#[test]
fn of_blocks_with_the_same_last_line_the_longest_counts() {
    let mut longer = long(10, 7);
    longer.push(Some(30));
    let shorter = [Some(20), Some(30)];
    assert_eq!(kept(&[&longer, &shorter], 8), [30]);
    assert_eq!(kept(&[&shorter, &longer], 8), [30]);
    assert_eq!(kept(&[&shorter, &longer, &[Some(12)]], 1), [12, 30]); // 12 lies within the longer one, and ends another one
}

#[test]
fn thresholds_of_zero_and_one_keep_all_last_lines() {
    let blocks: [&[Option<u32>]; 3] = [&[Some(4)], &[None], &[Some(1), Some(2)]];
    assert_eq!(kept(&blocks, 0), [2, 4]);
    assert_eq!(kept(&blocks, 1), [2, 4]);
    assert_eq!(kept(&blocks, 2), [2]);
    assert_eq!(kept(&blocks, usize::MAX), NOTHING);
}

#[test]
fn blocks_that_cannot_be_reached_have_no_last_line() {
    let mut graph = FlowGraph::new();
    let body = FlowBuilder::new().statements(0, 1).exit(0).statements(1, 2).exit(1);
    graph.add_with(&body, Unreachable::Keep).expect("legal");
    let row = |block, statement, line| (Block::new(block).statement(statement), Line::new(line));
    let lines = Lines::new([row(0, 0, 1), row(1, 0, 2), row(1, 1, 3)]);
    assert!(last_lines(&graph, &lines, 0).eq([Line::new(1)]));
    // Nor do they make a line long that ends another one.
    let lines = Lines::new([row(0, 0, 3), row(1, 0, 2), row(1, 1, 3)]);
    assert!(last_lines(&graph, &lines, 2).eq([]));
}

#[test]
fn lines_are_told_ascending_and_nothing_is_told_of_no_lines() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0)).expect("legal");
    assert!(last_lines(&graph, &Lines::new([]), 0).eq([]));
    assert_eq!(kept(&[&[Some(9)], &[Some(2)], &[Some(5)]], 1), [2, 5, 9]);
}

proptest! {
    #![proptest_config(super::config(200))]

    #[test]
    fn random_lines_are_kept_by_definition(
        world in subject(2, 6).prop_map(World::new),
        at_least in 0..5_usize,
    ) {
        let blocks = 0..world.graph.all_blocks().count() as u32;
        let line_of = |block: Block, statement: u32| world.lines.line(block.statement(statement));
        let expected: BTreeSet<Line> = blocks
            .map(Block::new)
            .filter(|&block| {
                let (function, number) = world.place(block);
                world.subject.shapes[function].reachable()[number]
            })
            .filter_map(|block| {
                let of_block: Vec<Line> =
                    (0..4).filter_map(|statement| line_of(block, statement)).collect();
                let distinct: BTreeSet<Line> = of_block.iter().copied().collect();
                of_block.last().copied().filter(|_| distinct.len() >= at_least)
            })
            .collect();
        prop_assert!(last_lines(&world.graph, &world.lines, at_least).eq(expected));
    }
}
