//! Several histories in one walk, those of another crate among them: what is recorded of each is
//! what is recorded of it alone.

use proptest::prelude::*;
use sbst::distance::gt;
use sbst::execution::{Execution, Facts, On, Plane, Record, Trace};
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{Automaton, FlowBuilder, FlowGraph, History, HistoryError, Outcome};
use sbst::id::{Block, Function};
use sbst_conformance::{Sizes, graphs, walks};
use sbst_histories::UnrolledGraph;

/// Remembers how often blocks with a number that has this remainder were entered, up to a bound.
struct Counts {
    modulus: u32,
    most: u32,
}

impl Automaton for Counts {
    type State = u32;
    fn start(&self) -> u32 {
        0
    }
    fn next(&self, state: u32, _: Block, _: Outcome, to: Block) -> u32 {
        let counts = to.number().is_multiple_of(self.modulus);
        self.most.min(state + u32::from(counts))
    }
}

/// Remembers nothing.
struct Nothing;

impl Automaton for Nothing {
    type State = ();
    fn start(&self) {}
    fn next(&self, (): (), _: Block, _: Outcome, _: Block) {}
}

/// The history of all functions with one automaton for each.
fn history(graph: &FlowGraph, automaton: &impl Automaton) -> History {
    let mut builder = History::builder(graph);
    for function in graph.functions() {
        builder.copy(function, automaton).expect("few copies");
    }
    builder.build()
}

/// All answers on a plane.
fn answers(run: &dyn Facts, history: &History) -> (Vec<Option<u32>>, Vec<Option<f64>>) {
    let on = On(run, history.plane());
    let blocks = history.graph().all_blocks().map(|block| on.progress(block));
    let edges = history.graph().all_branches().map(|branch| history.graph().edge(branch));
    let distances = edges.map(|edge| on.branch_distance(edge).map(|distance| distance.get()));
    (blocks.collect(), distances.collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn each_history_is_what_it_is_alone(
        graph in graphs(Sizes::default()),
        walk in walks(40),
        modulus in 1..4_u32,
        most in 1..3_u32,
    ) {
        let decisions = CompoundDecision::all(&graph);
        let unrolled = UnrolledGraph::builder(&graph).decisions(decisions);
        let unrolled = unrolled.contexts(2, graph.functions()).build();
        let (counts, nothing) = (history(&graph, &Counts { modulus, most }), history(&graph, &Nothing));
        let mut histories = vec![&counts, &nothing];
        let unrolled = unrolled.ok();
        histories.extend(unrolled.as_ref().map(UnrolledGraph::history));
        let new = || Trace::new(&graph).with_direct_calls();
        let together = histories.iter().fold(new(), |trace, history| trace.with_history(history));
        walk.replay(&graph, &together);
        let record = histories.iter().fold(Record::of(&graph, &together), |record, history| {
            record.with_history(&graph, history, &together)
        });
        for history in histories {
            let alone = new().with_history(history);
            walk.replay(&graph, &alone);
            let expected = answers(&alone, history);
            prop_assert_eq!(answers(&together, history), expected.clone());
            prop_assert_eq!(answers(&record, history), expected);
            prop_assert!(together.knows(history.fact()) && record.knows(history.fact()));
        }
        // An automaton that remembers nothing copies the program.
        let program = On(&together, nothing.plane());
        for block in nothing.graph().all_blocks() {
            let own = nothing.block_of(block).expect("a copy");
            prop_assert_eq!(program.progress(block), together.progress(own));
        }
    }
}

#[test]
fn what_cannot_be_copied_is_refused_and_changes_nothing() {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("legal");
    let mut builder = History::builder(&graph).most_copies(4);
    let f = Function::new(0);
    let counts = Counts { modulus: 1, most: 9 };
    let too_many = HistoryError::TooManyCopies { function: f, most: 4 };
    assert_eq!(builder.copy(f, &counts), Err(too_many));
    let other = Function::new(1);
    let nowhere = HistoryError::NoSuchFunction { function: other };
    assert_eq!(builder.copy(other, &Nothing).map(drop), Err(nowhere));
    let copied = builder.copy(f, &Nothing).expect("three copies");
    assert_eq!((copied.function, copied.states.len()), (f, 3));
    let history = builder.build();
    assert_eq!(history.graph().all_blocks().len(), 3);
    // What stands for something else has another plane.
    assert_ne!(history.plane(), self::history(&graph, &counts).plane());

    // A history that nobody followed is an execution of nothing, and unknown.
    let trace = Trace::new(&graph);
    trace.root().enter(f).decide(0, gt(1, 2));
    assert!(!trace.knows(history.fact()));
    assert!(answers(&trace, &history).0.iter().all(Option::is_none));
    assert!(matches!(history.plane(), Plane::History(_)));
}
