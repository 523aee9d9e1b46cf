//! Exceptions that become goals, one after the other.

use super::REQUESTED_BYTES;
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::execution::ExceptionKind;
use sbst::flow::FlowBuilder;
use sbst::id::{Function, Symbol};
use sbst::objective::Criterion;

/// Returns the bytes that executions ask for which find an exception each, in a program of `blocks`
/// blocks beside the one that is executed.
fn requested_bytes(blocks: u32) -> u64 {
    let mut other = FlowBuilder::new();
    for block in 0..blocks {
        other = other.jump(block, block + 1);
    }
    let builder: CampaignBuilder = Campaign::builder();
    let mut campaign = builder
        .function(&FlowBuilder::new().exit(0))
        .and_then(|builder| builder.function(&other.exit(blocks)))
        .expect("legal")
        .criteria([Criterion::Exception])
        .build::<u32>()
        .expect("goals that are found");
    let mut find = |symbols: std::ops::Range<u32>| {
        for symbol in symbols {
            let outcome = campaign.run(&symbol, |c, &symbol| {
                c.enter(Function::new(0)).threw(Symbol::new(symbol), ExceptionKind::Explicit);
            });
            assert_eq!(outcome.expect("honest").covered.len(), 1);
        }
    };
    find(0..1); // a recorder and tables for the whole program
    let before = REQUESTED_BYTES.get();
    find(1..51);
    REQUESTED_BYTES.get() - before
}

#[test]
fn finding_an_exception_does_not_depend_on_the_size_of_the_program() {
    let [small, large] = [10, 10_000].map(requested_bytes);
    assert_eq!(small, large);
}
