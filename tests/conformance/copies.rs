//! What happened in the copies of an unrolled graph is an execution that happened in the program.

use crate::oracle::generate::shape;
use crate::strategies::config;
use crate::walk::{walk, worlds};
use proptest::prelude::*;
use sbst::conformance;
use sbst::execution::Trace;
use sbst::flow::UnrolledGraph;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::paths::sequences;
use sbst::id::Function;

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn copies_are_lawful((graph, draws) in worlds(shape(8)), n in 2..4_u16) {
        let paths = sequences(&graph, Function::new(0), n, 100_000).expect("few");
        let unrolled = UnrolledGraph::builder(&graph)
            .paths(paths)
            .decisions(CompoundDecision::all(&graph))
            .build()
            .expect("small");
        let trace = Trace::new(&graph).with_unrolled(&unrolled);
        for draws in &draws {
            walk(&graph, draws).report(&graph, trace.root(), 3);
        }
        conformance::copies(&graph, &unrolled, &trace).expect_none();
    }
}
