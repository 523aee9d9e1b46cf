//! The comparisons of the independent reference program, most of them over control-flow graphs of
//! real functions.

use crate::oracle::run::{Run, Seen};
use crate::oracle::vectors::{Progress, comparisons, graphs};
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
use sbst::flow::Outcome;
use sbst::id::Function;

fn seen(execution: &Progress) -> Seen {
    let mut seen = Seen { entered: true, ..Seen::default() };
    for (block, progress) in execution.progress.iter().enumerate() {
        progress.iter().for_each(|&progress| seen.visit(block, progress));
    }
    for &block in &execution.evaluated {
        seen.observe((block, Outcome::True), 0.0);
        seen.observe((block, Outcome::False), 1.0);
    }
    seen
}

#[test]
fn every_comparison_is_as_expected() {
    let graphs = graphs();
    let mut decided = 0;
    for line in comparisons() {
        let mut shape =
            graphs.iter().find(|graph| graph.id == line.id).expect("a graph").shape.clone();
        shape.0.iter_mut().zip(&line.statements).for_each(|(node, &count)| node.statements = count);
        let graph = shape.graph();
        let summaries: Vec<_> = (line.executions.iter())
            .map(|execution| {
                BlockSummary::of(&graph, &Run::new(std::slice::from_ref(&shape), [seen(execution)]))
            })
            .collect();
        let mut coverage = BlockCoverage::new();
        for row in &line.rows {
            let target = Target::Statement(
                graph.block(Function::new(0), row.block as u32).statement(row.statement),
            );
            let [first, second] = [row.first, row.second].map(|run| &summaries[run]);
            let answer = coverage.compare(&graph, target, first, second);
            assert_eq!(
                answer.signed(),
                row.answer,
                "{}: {} and {}, {target:?}",
                line.id,
                row.first,
                row.second
            );
            assert_eq!(coverage.compare(&graph, target, second, first), answer.reversed());
            decided += u32::from(answer != Nearer::Neither);
        }
    }
    assert!(decided > 1000, "hardly anything is decided: {decided}");
}
