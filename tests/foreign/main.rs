//! The campaign and the report have nothing that only they can do: their sources are compiled here
//! as those of another crate, and a search runs through them.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    reason = "modules of the crate, compiled as a stranger's"
)]

extern crate alloc;

// What the sources call `crate::..`: the public modules of the crate.
use sbst::subsumption;
use sbst::{distance, execution, fitness, flow, id, objective, selection};

#[path = "../../src/campaign/mod.rs"]
mod campaign;
#[path = "../../src/report/mod.rs"]
mod report;

mod after;
mod pairs;
mod together;

pub use campaign::Campaign;

use sbst::distance::{eq, gt};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::Criterion;
use std::fs;
use std::path::Path;

fn price(c: Caller<'_>, &[amount, code]: &[i32; 2]) -> i32 {
    let f = c.enter(Function::new(0));
    if f.decide(0, gt(amount, 100)) && f.decide(1, eq(code, 4711)) {
        f.returns(2, 80 * amount)
    } else {
        f.returns(3, 100 * amount)
    }
}

#[test]
fn a_stranger_can_write_the_campaign() {
    let body = || FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let criteria = [Criterion::Branch, Criterion::Block];
    let mut own = Campaign::builder()
        .function(&body())
        .expect("legal")
        .criteria(criteria)
        .build()
        .expect("goals");
    let library = sbst::Campaign::builder().function(&body()).expect("legal").criteria(criteria);
    let mut library = library.build().expect("goals");
    for round in 0.. {
        let draw = f64::from(round % 7) / 7.0;
        assert_eq!(own.next_goal(draw), library.next_goal(draw));
        let Some(goal) = own.next_goal(draw) else { break };
        assert_eq!(own.nearest(goal), library.nearest(goal));
        let [amount, code] = own.nearest(goal).copied().unwrap_or([0, 0]);
        for step in (0..14).map(|bit| 1 << bit) {
            for test in [[amount + step, code], [amount, code + step], [amount, code - step]] {
                let (one, two) = (
                    own.run(&test, price).expect("honest"),
                    library.run(&test, price).expect("honest"),
                );
                assert_eq!((one.row, one.covered, one.opened), (two.row, two.covered, two.opened));
            }
        }
    }
    assert_eq!(own.tests().covered_count(), own.goals().len());
    assert_eq!(own.report().to_string(), library.report().to_string());
}

/// Neither blank, nor a comment, nor documentation.
fn code_lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn the_campaign_is_thin() {
    assert_eq!(
        code_lines("//! Doc.\n\n/// Doc.\nfn f() {\n    // why\n    let x = 1; // what\n}\n"),
        3
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/campaign");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        count += code_lines(&fs::read_to_string(entry.expect("an entry").path()).expect("text"));
    }
    // 500 lines of at most 100 columns, 25 so that instrumented functions can use its recorder, and
    // 25 that count and name what is refused, and 30 that own tests which are borrowed.
    assert!((100..=580).contains(&count), "{count} lines");
}
