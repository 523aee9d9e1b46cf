//! How many goals remain on control-flow graphs of real functions.

use crate::oracle::vectors::{comparisons, graphs};
use sbst::execution::Trace;
use sbst::flow::{FlowGraph, Lines};
use sbst::id::Line;
use sbst::objective::{Criterion, Goals, Program};
use sbst::subsumption::Structure;

/// The graphs of which the statements of each block are known.
fn real() -> Vec<FlowGraph> {
    let graphs = graphs();
    let with_statements = |line: crate::oracle::vectors::Comparisons| {
        let mut shape =
            graphs.iter().find(|graph| graph.id == line.id).expect("a graph").shape.clone();
        shape.0.iter_mut().zip(&line.statements).for_each(|(node, &count)| node.statements = count);
        shape.graph()
    };
    comparisons().into_iter().map(with_statements).collect()
}

/// The numbers that benches/README.md shows: goals, and those of them that are minimal without an
/// assumption, with exact recording, with normal termination, and with both.
#[test]
fn few_goals_remain_on_real_graphs() {
    let mut sums = [[0; 5]; 4];
    for graph in real() {
        // A line for each statement.
        let statements = graph
            .all_blocks()
            .flat_map(|block| (0..graph.statements(block)).map(move |k| block.statement(k)));
        let lines = Lines::new(
            (0..).map(Line::new).zip(statements).map(|(line, statement)| (statement, line)),
        );
        let program = Program::new(&graph).with_lines(&lines);
        let structure = Structure::default();
        let all = [Criterion::Branch, Criterion::Block, Criterion::Line];
        for (row, criteria) in [&all[..1], &all[1..2], &all[2..], &all[..]].into_iter().enumerate()
        {
            let mut goals = Goals::<Trace>::new();
            for &criterion in criteria {
                goals.add(criterion, &program);
            }
            sums[row][0] += goals.len();
            let assumptions = [
                structure,
                Structure { exact_recording: true, ..structure },
                Structure { normal_termination: true, ..structure },
                Structure { normal_termination: true, exact_recording: true },
            ];
            for (column, structure) in (1..).zip(assumptions) {
                sums[row][column] +=
                    structure.relate(&goals, &program, &[]).collapse(goals.ids()).minimal().len();
            }
        }
    }
    assert_eq!(sums[0], [770, 770, 521, 770, 505]); // branches
    assert_eq!(sums[1], [867, 413, 413, 338, 338]); // blocks
    assert_eq!(sums[2], [2114, 639, 370, 332, 303]); // lines
    assert_eq!(sums[3], [3751, 1299, 594, 835, 530]); // all
}
