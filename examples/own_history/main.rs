//! A criterion with a history and a fact of its own, as a crate beside the library writes it:
//! "leave a loop after two rounds, within so many bytes". The criterion is in `lean.rs`.
//!
//! `cargo run --release -p sbst-examples --example own_history --features all`

mod lean;

use lean::{Lean, Memory};
use sbst::campaign::CampaignBuilder;
use sbst::distance::lt;
use sbst::execution::{Trace, With};
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::Criterion;

fn main() -> Result<(), sbst::campaign::CampaignError> {
    // 0: while rows.len() < n { 1: rows.push(..) }  2: return
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2).function_name("fill");
    let mut campaign = CampaignBuilder::new()
        .function(&body)?
        .criteria([Criterion::Branch])
        .discover(|program| Ok(Lean::new(program.graph(), Function::new(0), [1, 2], 64)?))
        .build()?;
    let trace = campaign.goals().trace(campaign.graph());
    let mut run = With { execution: trace, extra: Memory(0) };
    for test @ (n, row) in [(1, 8), (2, 50), (2, 40), (3, 20)] {
        run.execution.reset();
        run.extra = Memory(fill(&run.execution, n, row));
        campaign.offer(&test, &run)?;
    }
    println!("{}", campaign.report());
    Ok(())
}

/// The function under test; returns how many bytes it used.
fn fill(trace: &Trace, n: usize, row: usize) -> u64 {
    let f = trace.root().enter(Function::new(0));
    let mut rows = Vec::new();
    while f.decide(0, lt(rows.len(), n)) {
        rows.push(vec![0_u8; row]);
        f.end(1);
    }
    f.returns(2, rows.iter().map(Vec::len).sum::<usize>() as u64)
}
