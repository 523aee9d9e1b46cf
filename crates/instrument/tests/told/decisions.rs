//! Which conditions form one decision: what the attribute says of it.

use sbst::flow::decisions::{CompoundDecision, DecisionCoverage, Independence};
use sbst::objective::Criterion;

#[sbst::instrument]
fn f(a: bool, b: bool, c: bool) -> i32 {
    if a && b || c { 1 } else { 2 }
}

#[test]
fn od16_conditions_of_one_decision() {
    let builder = sbst::campaign!(f).criteria([Criterion::Branch, Criterion::McDc]);
    let mut campaign = builder.independence(Independence::Masking).build().expect("it has goals");
    for test in [(true, true, false), (true, false, true), (false, false, false)] {
        campaign.watch(&test, |&(a, b, c)| f(a, b, c)).expect("it ends");
    }
    let own = |campaign: &sbst::Campaign<(bool, bool, bool)>| -> Vec<DecisionCoverage> {
        campaign.discovery().mcdc().collect()
    };
    let found = own(&campaign);
    assert_eq!(found.len(), 1, "{found:?}");
    println!("{}", found[0].show(campaign.graph()));
    println!("{}", campaign.report());
    panic!();
}
