//! What happened in the copies of an unrolled graph is an execution that happened in the program.

use crate::oracle::generate::shape;
use crate::strategies::config;
use crate::walk::{copies, walk, worlds};
use proptest::prelude::*;
use sbst::execution::Trace;
use sbst_conformance as conformance;

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn copies_are_lawful((graph, draws) in worlds(shape(8)), n in 2..4_u16) {
        let unrolled = copies(&graph, n);
        let trace = Trace::new(&graph).with_unrolled(&unrolled);
        for draws in &draws {
            walk(&graph, draws).report(&graph, trace.root(), 3);
        }
        conformance::copies(&graph, &unrolled, &trace).expect_none();
    }
}
