//! Executions through a campaign.

use super::{allocations, program, subject};
use sbst::Campaign;
use sbst::objective::{Criterion, Method};

#[test]
fn an_execution_that_is_neither_the_first_to_cover_nor_nearer_allocates_nothing() {
    let graph = program();
    let methods: Vec<Method> = graph.functions().map(Method::new).collect();
    let criteria = [Criterion::Branch, Criterion::DirectBranch, Criterion::Block, Criterion::Method, Criterion::Exception];
    let mut campaign = Campaign::builder().graph(graph).methods(methods).criteria(criteria).build().expect("goals");
    let mut round = || {
        let mut changed = 0;
        for seed in 0..24 {
            let outcome = campaign.run(&seed, |c, &seed| subject(c, seed)).expect("no misuse");
            changed += outcome.covered.len() + outcome.nearer.len();
            let _ = campaign.next_goal(f64::from(seed) / 24.0).map(|goal| campaign.nearest(goal));
        }
        changed
    };
    assert!(round() > 0);
    round();
    let mut changed = 1;
    assert_eq!(allocations(|| changed = round()), 0);
    assert_eq!(changed, 0);
    assert!(campaign.next_goal(0.0).is_some() && campaign.runs() == 72);
}
