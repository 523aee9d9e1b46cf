//! What was compared in the nearest evaluation: against a log of all evaluations, in every form of
//! a run.

use crate::effort::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Decision, flag, lt};
use sbst::execution::{Execution, Facts, Misuse, NearestOperands, Record, Trace};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Function};
use std::cell::Cell;
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;
use std::sync::Arc;

const FIRST: Function = Function::new(0);

const BLOCKS: u32 = 5;

/// Twice: 0 and 1 decide, and 1 may throw instead; 2 is a predicate whose other side leaves the
/// function; 3 jumps.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new()
        .branch(0, 1, 2)
        .branch(1, 0, 2)
        .exception(1, 3)
        .edge(2, Outcome::True, 3)
        .exit(2)
        .jump(3, 4)
        .exit(4);
    let mut graph = FlowGraph::of(&body).expect("a legal function");
    graph.add(&body).expect("another one");
    graph
}

/// Program-wide block, operands of a comparison, and whether it says them; or it throws.
type Step = (Block, i8, i8, Said);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Said {
    Nothing,
    Operands,
    Thrown,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        9 => (0..3_u32, any::<bool>()).prop_map(|(block, says)| (block, if says { Said::Operands } else { Said::Nothing })),
        1 => Just((1, Said::Thrown)),
    ];
    let place = |function: u32, block: u32| Block::new(BLOCKS * function + block);
    let step = (step, 0..2_u32, -3..3_i8, -3..3_i8)
        .prop_map(move |((block, said), f, a, b)| (place(f, block), a, b, said));
    vec(step, 0..12)
}

fn text(a: i8, b: i8) -> String {
    format!("{a} < {b}")
}

fn execute(trace: &Trace, steps: &[Step]) {
    for &(block, a, b, said) in steps {
        let (f, block) =
            (trace.root().enter(Function::new(block.number() / BLOCKS)), block.number() % BLOCKS);
        match said {
            Said::Operands => {
                assert_eq!(f.decide_with(block, lt(a, b), format_args!("{a} < {b}")), a < b);
            }
            Said::Nothing => assert_eq!(f.decide(block, lt(a, b)), a < b),
            Said::Thrown => f.choose(block, Outcome::Exception(0)),
        }
    }
}

/// The texts of the nearest evaluations, in the order in which they were said.
fn nearest<'a>(
    steps: impl IntoIterator<Item = &'a Step>,
    edge: Edge,
) -> (Option<f64>, Vec<String>) {
    let to = |decision: Decision| match edge.outcome.holds() {
        Some(true) => decision.to_true().get(),
        Some(false) => decision.to_false().get(),
        None => 0.0,
    };
    // An exception has nothing to do with the predicate, and the other way round.
    let here = steps.into_iter().filter(|step| {
        step.0 == edge.source && edge.outcome.holds().is_none() == (step.3 == Said::Thrown)
    });
    let all: Vec<_> = here
        .map(|&(_, a, b, said)| (to(lt(a, b)), (said == Said::Operands).then(|| text(a, b))))
        .collect();
    let least = all.iter().map(|row| row.0).min_by(f64::total_cmp);
    let texts =
        all.into_iter().filter(|row| Some(row.0) == least && row.0 > 0.0).filter_map(|row| row.1);
    (least, texts.collect())
}

fn edges(graph: &FlowGraph) -> impl Iterator<Item = Edge> {
    graph.all_branches().map(|branch| graph.edge(branch))
}

fn answer(run: &dyn Facts, edge: Edge) -> Option<(f64, String)> {
    run.operands(edge).map(|NearestOperands { distance, text, .. }| (distance.get(), text.into()))
}

fn recorded(graph: &FlowGraph, steps: &[Step]) -> Trace {
    let trace = Trace::new(graph).with_operands();
    execute(&trace, steps);
    trace
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn the_first_of_the_nearest_is_remembered(before in steps(), steps in steps()) {
        let graph = graph();
        let trace = recorded(&graph, &before);
        trace.reset();
        for edge in edges(&graph) {
            prop_assert_eq!(trace.operands(edge), None);
        }
        execute(&trace, &steps);
        let silent = Trace::new(&graph);
        execute(&silent, &steps);
        for edge in edges(&graph) {
            let (least, texts) = nearest(&steps, edge);
            let expected = least.zip(texts.first().cloned());
            prop_assert_eq!(trace.branch_distance(edge).map(|d| d.get()), least);
            prop_assert_eq!(silent.branch_distance(edge), trace.branch_distance(edge));
            prop_assert_eq!(answer(&silent, edge), None);
            let record = trace.record();
            let (boxed, counted, shared, same) = (
                Box::new(record.clone()),
                Rc::new(record.clone()),
                Arc::new(record.clone()),
                trace.clone(),
            );
            let suite = &[record.clone()][..];
            let forms: [&dyn Facts; 8] =
                [&trace, &record, &same, &&trace, &boxed, &counted, &shared, &suite];
            for form in forms {
                prop_assert_eq!(answer(form, edge), expected.clone());
            }
        }
        prop_assert_eq!(trace.check(), silent.check());
    }

    /// Of equally near ones the lesser text, in whatever order; a nearer one that says nothing
    /// silences those that are farther.
    #[test]
    fn runs_merge_in_any_order(parts in vec(steps(), 3)) {
        let graph = graph();
        let traces: Vec<Trace> = parts.iter().map(|steps| recorded(&graph, steps)).collect();
        let records: Vec<Record> = traces.iter().map(Trace::record).collect();
        let [a, b, c] = [0, 1, 2].map(|at| records[at].clone());
        let merged = |a: &Record, b: &Record| {
            let mut sum = a.clone();
            sum.merge(b).expect("of the same graph");
            sum
        };
        let all = merged(&merged(&a, &b), &c);
        prop_assert_eq!(&all, &merged(&a, &merged(&c, &b)));
        prop_assert_eq!(&all, &merged(&c, &merged(&b, &a)));
        prop_assert_eq!(
            &merged(&a, &a).operands(edges(&graph).next().expect("some")),
            &a.operands(edges(&graph).next().expect("some"))
        );
        let into = Trace::new(&graph).with_operands();
        records.iter().for_each(|record| into.merge(record).expect("of this graph"));
        prop_assert_eq!(&into.record(), &all);
        let silent = Trace::new(&graph);
        records.iter().for_each(|record| silent.merge(record).expect("of this graph"));
        for edge in edges(&graph) {
            // Each run keeps the first; of those of the nearest runs the least is shown.
            let rows: Vec<_> = parts.iter().map(|steps| nearest(steps, edge)).collect();
            let least = rows.iter().filter_map(|row| row.0).min_by(f64::total_cmp);
            let texts = rows
                .into_iter()
                .filter(|row| row.0 == least)
                .filter_map(|row| row.1.first().cloned());
            let expected = least.zip(texts.min());
            let forms: [&dyn Facts; 4] = [&all, &into, &&records[..], &&traces[..]];
            for form in forms {
                prop_assert_eq!(answer(form, edge), expected.clone());
            }
            prop_assert_eq!(answer(&silent, edge), None);
            prop_assert_eq!(silent.branch_distance(edge), all.branch_distance(edge));
        }
    }
}

/// A text that counts how often it is made, and does something meanwhile.
struct Made<'a, F>(&'a Cell<u32>, F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Made<'_, F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.set(self.0.get() + 1);
        (self.1)(f)
    }
}

fn first_edge(graph: &FlowGraph) -> Edge {
    edges(graph).next().expect("decides")
}

#[test]
fn texts_are_made_only_if_they_are_kept() {
    let graph = graph();
    let made = Cell::new(0);
    let steps = [(9, 5), (8, 5), (8, 5), (20, 5), (7, 5)];
    for trace in [Trace::new(&graph), Trace::new(&graph).with_operands()] {
        for (a, b) in steps {
            trace.decide_with(
                Block::new(0),
                lt(a, b),
                Made(&made, |f: &mut Formatter<'_>| write!(f, "{a}")),
            );
        }
    }
    assert_eq!(made.get(), 3);
    let trace = Trace::new(&graph).with_operands();
    trace.decide(Block::new(0), lt(6, 5));
    trace.decide_with(
        Block::new(0),
        lt(7, 5),
        Made(&made, |f: &mut Formatter<'_>| f.write_str("farther")),
    );
    assert_eq!(made.get(), 3);
}

#[test]
fn long_texts_are_cut_and_broken_ones_kept() {
    let graph = graph();
    let said = |text: &dyn Display| {
        let trace = Trace::new(&graph).with_operands();
        trace.decide_with(Block::new(0), flag(false), text);
        String::from(trace.operands(first_edge(&graph)).expect("said").text)
    };
    assert_eq!(said(&"ß".repeat(255)), "ß".repeat(255));
    assert_eq!(said(&"ß".repeat(256)), "ß".repeat(256));
    assert_eq!(said(&format!("a{}", "日".repeat(300))), format!("a{}", "日".repeat(255)));
    assert_eq!(
        said(&format_args!("{}{}", "a".repeat(250), "é".repeat(9))),
        format!("{}{}", "a".repeat(250), "é".repeat(6))
    );
    assert_eq!(said(&""), "");
    let (made, broken) =
        (Cell::new(0), |f: &mut Formatter<'_>| f.write_str("half").and(Err(fmt::Error)));
    assert_eq!(said(&Made(&made, broken)), "half");
    let endless = |f: &mut Formatter<'_>| loop {
        f.write_str("again ")?;
    };
    assert_eq!(said(&Made(&made, endless)).len(), 256);
    let stubborn = |f: &mut Formatter<'_>| (0..1000).try_for_each(|_| f.write_str("x").or(Ok(())));
    assert_eq!(said(&Made(&made, stubborn)).len(), 256);
}

/// Making a text may run the subject, which calls hooks, which make texts.
#[test]
fn texts_may_call_hooks() {
    let graph = graph();
    let (trace, made) = (Trace::new(&graph).with_operands(), Cell::new(0));
    let inner = |f: &mut Formatter<'_>| {
        trace.decide_with(Block::new(0), lt(6, 5), "within");
        f.write_str("outer")
    };
    trace.decide_with(Block::new(0), lt(6, 5), Made(&made, inner));
    assert_eq!(answer(&trace, first_edge(&graph)), Some((2.0, "within".into()))); // it was the first
    let forgets = |f: &mut Formatter<'_>| {
        trace.reset();
        f.write_str("after")
    };
    trace.decide_with(Block::new(0), lt(5, 5), Made(&made, forgets));
    assert_eq!(answer(&trace, first_edge(&graph)), Some((1.0, "after".into())));
    assert_eq!((trace.check(), made.get()), (Ok(()), 2));
}

#[test]
fn what_does_not_fit_the_graph_is_noted_as_by_decide() {
    let graph = graph();
    let misuse = |hook: &dyn Fn(&Trace)| {
        let trace = Trace::new(&graph).with_operands();
        hook(&trace);
        trace.merge(&trace.record()).expect("of this graph");
        trace.check().expect_err("does not fit")
    };
    let (local, block) = (9, Block::new(2 * BLOCKS));
    assert_eq!(
        misuse(&|t| _ = t.root().enter(FIRST).decide_with(local, flag(true), "x")),
        Misuse::NoSuchLocalBlock { function: FIRST, block: local }
    );
    assert_eq!(
        misuse(&|t| _ = t.decide_with(block, flag(true), "x")),
        Misuse::NoSuchBlock { block }
    );
    let jumps = Misuse::NoSuchOutcome { function: FIRST, block: 3, outcome: Outcome::True };
    assert_eq!(misuse(&|t| _ = t.decide_with(Block::new(3), flag(true), "x")), jumps);
}

/// An operand that belongs to another distance than the one that counts is not shown: that would be
/// a lie.
#[test]
fn a_nearer_evaluation_without_operands_silences_them() {
    let graph = graph();
    let (trace, edge) = (Trace::new(&graph).with_operands(), first_edge(&graph));
    trace.decide_with(Block::new(0), lt(9, 5), "9 < 5");
    trace.decide(Block::new(0), lt(7, 5));
    assert_eq!((trace.operands(edge), trace.record().operands(edge)), (None, None));
    trace.decide_with(Block::new(0), lt(8, 5), "8 < 5"); // farther than what is known
    assert_eq!(trace.operands(edge), None);
    trace.decide_with(Block::new(0), lt(7, 5), "7 < 5"); // as near
    assert_eq!(answer(&trace, edge), Some((3.0, "7 < 5".into())));
    trace.decide_with(Block::new(0), lt(1, 5), "1 < 5"); // taken: nothing to explain
    assert_eq!(trace.operands(edge), None);
}
