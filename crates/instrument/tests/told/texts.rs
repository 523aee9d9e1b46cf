//! Tests that are texts, slices, and other things that have to be owned to be kept.

use sbst::Campaign;
use sbst::distance::eq;
use sbst::flow::FlowBuilder;
use sbst::id::{Function, GoalId};
use sbst::objective::Criterion;

#[sbst::instrument]
fn parse(text: &str) -> Option<u32> {
    text.strip_prefix('#')?.parse().ok()
}

#[sbst::instrument]
fn first(bytes: &[u8]) -> u32 {
    if bytes.first() == Some(&7) { 1 } else { 2 }
}

#[test]
fn od35_tests_are_borrowed_texts_and_slices() {
    let mut campaign = sbst::campaign!(parse).criteria([Criterion::Branch]).build().expect("goals");
    campaign.watch("abc", |text| parse(text)).expect("it ends");
    campaign.watch("#12", |text: &str| parse(text)).expect("it ends");
    let suite: Vec<&String> = campaign.tests().suite();
    assert_eq!(suite, ["abc", "#12"]);

    // Owned texts, without naming the type of the campaign.
    let mut campaign = sbst::campaign!(parse).criteria([Criterion::Branch]).build().expect("goals");
    for number in 0..3 {
        campaign.watch(&format!("#{number}"), |text| parse(text)).expect("it ends");
    }
    assert_eq!(campaign.runs(), 3);

    let mut campaign = sbst::campaign!(first).criteria([Criterion::Branch]).build().expect("goals");
    for bytes in [&[1, 2][..], &[7], &[]] {
        campaign.watch(bytes, |bytes| first(bytes)).expect("it ends");
    }
    let kept: Option<&Vec<u8>> = campaign.nearest(GoalId::new(0));
    assert_eq!((campaign.report().open().count(), kept.is_some()), (0, true));
}

#[test]
fn od35_so_are_tests_of_hooks_by_hand_and_of_own_executors() {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let start = || {
        let builder = Campaign::builder().function(&body).expect("legal");
        builder.criteria([Criterion::Branch]).build_by_cost(String::len).expect("it has goals")
    };
    let mut campaign = start();
    for text in ["long", "abc"] {
        let outcome = campaign.run(text, |caller, text: &str| {
            caller.enter(Function::new(0)).decide(0, eq(text, "abc"))
        });
        outcome.expect("it follows the graph");
    }
    assert_eq!(campaign.nearest(GoalId::new(0)).map(String::as_str), Some("abc"));

    let mut offered = start();
    let trace = offered.goals().trace(offered.graph());
    trace.root().enter(Function::new(0)).decide(0, eq("abc", "abc"));
    assert_eq!(offered.offer("abc", &trace).expect("it fits").covered, [GoalId::new(0)]);
}
