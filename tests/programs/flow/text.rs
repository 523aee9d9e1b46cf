//! Lines of statements, and Graphviz text.

use super::{FIRST, config};
use crate::oracle::generate::shape;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::{Dot, FlowBuilder, FlowGraph, Lines, Outcome};
use sbst::id::{Block, Line, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// Rows of block, statement and line, with repetitions.
fn rows() -> impl Strategy<Value = Vec<(Statement, Line)>> {
    vec(
        (0..4_u32, 0..5_u32, 0..6_u32)
            .prop_map(|(b, s, l)| (Block::new(b).statement(s), Line::new(l))),
        0..20,
    )
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn lines_answer_what_was_put_in(rows in rows(), shift in any::<usize>()) {
        let mut model: BTreeMap<Statement, Line> = BTreeMap::new();
        for &(statement, line) in &rows {
            let least = model.entry(statement).or_insert(line);
            *least = line.min(*least);
        }
        let lines = Lines::new(rows.iter().copied());
        for block in (0..5).map(Block::new) {
            for statement in (0..6).map(|index| block.statement(index)) {
                prop_assert_eq!(lines.line(statement), model.get(&statement).copied());
            }
        }
        for line in (0..7).map(Line::new) {
            let on: Vec<_> = model.iter().filter(|row| *row.1 == line).map(|row| *row.0).collect();
            prop_assert_eq!(lines.statements_on(line), on);
        }
        let all: BTreeSet<Line> = model.values().copied().collect();
        prop_assert!(lines.lines().eq(all));

        let mut turned = rows.clone();
        turned.rotate_left(shift % rows.len().max(1));
        prop_assert_eq!(Lines::new(turned), lines);
    }

    /// A block whose statements stand on ever higher lines, stopped in statement `reached`: never
    /// more than what ran to its end is claimed unless every line ran, never less than the
    /// statements on lines before the one where it stopped.
    #[test]
    fn progress_from_lines_is_certain(widths in vec(1..4_u32, 1..5), stop in any::<u32>()) {
        let line_of: Vec<u32> =
            (0..).zip(&widths).flat_map(|(line, &width)| vec![line; width as usize]).collect();
        let lines = Lines::new(
            (0..)
                .zip(&line_of)
                .map(|(statement, &line)| (Block::new(0).statement(statement), Line::new(line))),
        );
        let reached = stop % line_of.len() as u32;
        let covered = line_of[reached as usize];
        let progress = lines.progress(Block::new(0), |line| line.number() <= covered);
        let first_on_line =
            line_of.iter().position(|&line| line == covered).expect("it is there") as u32;
        if covered + 1 == widths.len() as u32 {
            prop_assert_eq!(progress, Some(line_of.len() as u32));
        } else {
            prop_assert_eq!(progress, Some(first_on_line));
            prop_assert!(progress <= Some(reached));
        }
        prop_assert_eq!(lines.progress(Block::new(0), |_| false), None);
        prop_assert_eq!(lines.progress(Block::new(1), |_| true), None);
    }

    #[test]
    fn more_covered_lines_never_mean_less_progress(
        rows in rows(),
        some in any::<u8>(),
        more in any::<u8>(),
    ) {
        let lines = Lines::new(rows);
        for block in (0..4).map(Block::new) {
            let progress = |set: u8| lines.progress(block, |line| set >> line.number() & 1 == 1);
            prop_assert!(progress(some) <= progress(some | more));
            prop_assert!(progress(some).is_none_or(|p| p < 6));
        }
    }

    /// Every block and declared edge is drawn once, quotes are closed, and nothing escapes from a
    /// label.
    #[test]
    fn dot_draws_everything_once(shape in shape(8), label in "[\"\\\\\n\ra-c{}<>|\u{e9}]{0,6}") {
        let graph = shape.graph();
        let (blocks, branches) = (label.clone(), label);
        let text = Dot::new(&graph, FIRST)
            .block_label(move |_| blocks.clone())
            .branch_label(move |_| branches.clone())
            .to_string();
        let edges: usize = shape.0.iter().map(|node| node.edges.len()).sum();
        let bodies: Vec<&str> = text.lines().collect();
        prop_assert_eq!(bodies.len(), 3 + shape.len() + edges);
        prop_assert_eq!(bodies.iter().filter(|line| line.contains(" -> b")).count(), edges);
        for line in &bodies[2..bodies.len() - 1] {
            let mut open = false;
            let mut characters = line.chars();
            while let Some(c) = characters.next() {
                match c {
                    '\\' => prop_assert!(
                        open && characters.next().is_some_and(|next| "\"\\n".contains(next))
                    ),
                    '"' => open = !open,
                    _ => {}
                }
            }
            prop_assert!(!open, "{}", line);
        }
    }
}

#[test]
fn a_line_that_comes_back_proves_its_first_statement_only() {
    // Lines 10, 11, 10, 12; the second statement may have thrown.
    let lines = Lines::new(
        [10, 11, 10, 12]
            .into_iter()
            .zip(0..)
            .map(|(line, k)| (Block::new(0).statement(k), Line::new(line))),
    );
    assert_eq!(lines.progress(Block::new(0), |line| line.number() < 12), Some(1));
    assert_eq!(lines.progress(Block::new(0), |line| line.number() == 10), Some(0));
    assert_eq!(lines.progress(Block::new(0), |_| true), Some(4));
}

#[test]
fn progress_ends_at_the_first_line_that_did_not_run() {
    let block = Block::new(7);
    // Statements 0 and 1 on line 10, 2 on 11, 3 and 4 on 12.
    let rows = [10, 10, 11, 12, 12];
    let lines = Lines::new(
        (0..).zip(rows).map(|(statement, line)| (block.statement(statement), Line::new(line))),
    );
    let progress = |covered: &[u32]| lines.progress(block, |line| covered.contains(&line.number()));
    assert_eq!(progress(&[]), None);
    assert_eq!(progress(&[11, 12]), None);
    assert_eq!(progress(&[10]), Some(0));
    assert_eq!(progress(&[10, 12]), Some(0));
    assert_eq!(progress(&[10, 11]), Some(2));
    assert_eq!(progress(&[10, 11, 12]), Some(5));
}

#[test]
fn dot_escapes_labels_and_copies_attributes() {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).edge(1, Outcome::Case(3), 2).exit(2))
            .expect("legal");
    let text = Dot::new(&graph, FIRST)
        .block_label(|block| format!("say \"{block}\"\\\r\n"))
        .branch_label(|_| "a\"b".to_owned())
        .block_attributes(|block| {
            if block.index() == 0 { "color=\"red\"".to_owned() } else { String::new() }
        })
        .branch_attributes(|_| "style=dashed".to_owned())
        .to_string();
    let expected = r#"digraph f0 {
  node [shape=box]
  b0 [label="say \"b0\"\\\n", color="red"]
  b1 [label="say \"b1\"\\\n"]
  b2 [label="say \"b2\"\\\n", peripheries=2]
  b0 -> b1 [label="a\"b", style=dashed]
  b0 -> b2 [label="a\"b", style=dashed]
  b1 -> b2 [label="case 3"]
}
"#;
    assert_eq!(text, expected);
}
