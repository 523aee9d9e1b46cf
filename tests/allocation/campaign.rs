//! Executions through a campaign.

use super::{allocations, program, subject};
use sbst::Campaign;
use sbst::objective::{Criterion, Method};

#[test]
fn an_execution_that_is_neither_the_first_to_cover_nor_nearer_allocates_nothing() {
    let graph = program();
    let methods: Vec<Method> = graph.functions().map(Method::new).collect();
    let criteria = [
        Criterion::Branch,
        Criterion::DirectBranch,
        Criterion::Block,
        Criterion::Method,
        Criterion::Exception,
    ];
    let mut campaign = Campaign::builder()
        .graph(graph)
        .methods(methods)
        .criteria(criteria)
        .build()
        .expect("goals");
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

/// All goals were seen: then choosing, giving up and bringing back, improving, covering and merging
/// find all memory there.
#[test]
fn a_frontier_that_sampled_its_goals_allocates_nothing() {
    use sbst::id::GoalId;
    use sbst::selection::{Frontier, Order, Sampling};
    for order in [Order::Uniform, Order::RoundRobin, Order::NewestFirst, Order::LeastSampled] {
        let sampling =
            Sampling { order, patience: std::num::NonZero::new(3), unreached: Some(0.25) };
        let mut frontier = Frontier::new([[]; 1_000]).with_sampling(sampling);
        frontier.cover([GoalId::new(0)]);
        frontier.improve((0..1_000).map(GoalId::new)); // once among the reached
        while frontier.next_goal(0.3).is_some() {} // and once given up
        let mut worker = frontier.clone();
        worker.improve([GoalId::new(7)]);
        let mut sampled = 0;
        let mut round = |from: u32| {
            for goal in from..from + 50 {
                sampled += usize::from(frontier.next_goal(f64::from(goal) / 1_000.0).is_some());
                frontier.cover([GoalId::new(goal)]);
                frontier.improve([GoalId::new(goal + 60)]);
            }
            frontier.merge(&worker);
        };
        assert_eq!(allocations(|| round(100)), 0, "{order:?}");
        assert_eq!(sampled, 49, "none at first: all were given up");
    }
}
