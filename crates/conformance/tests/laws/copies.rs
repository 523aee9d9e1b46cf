//! What happened in the copies of a history is an execution that happened in the program.

use crate::oracle::generate::shape;
use crate::strategies::config;
use proptest::prelude::*;
use sbst::execution::Trace;
use sbst_conformance as conformance;
use sbst_oracle::walk::{copies, walk, worlds};

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn copies_are_lawful((graph, draws) in worlds(shape(8)), n in 2..4_u16) {
        let unrolled = copies(&graph, n);
        let trace = Trace::new(&graph).with_history(unrolled.history());
        for draws in &draws {
            walk(&graph, draws).report(&graph, trace.root(), 3);
        }
        conformance::copies(&graph, unrolled.history(), &trace).expect_none();
    }
}
