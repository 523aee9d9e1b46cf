//! A campaign over very many functions, of which each execution enters few.

use super::{on_a_small_stack, size};
use sbst::Campaign;
use sbst::distance::lt;
use sbst::execution::Caller;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst::objective::{Criterion, Roots};
use sbst::report::{GoalReport, Standing};

const FUNCTIONS: u32 = size(100_000);
const RUNS: u32 = 30;

/// Function f has its outcome true if it is even; ten functions in each run.
fn subject(c: Caller<'_>, &first: &u32) {
    for function in (0..10).map(|step| (10 * first + step) % FUNCTIONS) {
        let f = c.enter(Function::new(function));
        let block = if f.decide(0, lt(function % 2, 1)) { 1 } else { 2 };
        f.returns(block, ());
    }
}

#[test]
fn a_hundred_thousand_functions_of_which_ten_are_entered() {
    on_a_small_stack(|| {
        let mut graph = FlowGraph::new();
        let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
        for _ in 0..FUNCTIONS {
            graph.add(&body).expect("legal");
        }
        for roots in [Roots::Active, Roots::BehindEntry, Roots::All] {
            let builder = Campaign::builder()
                .graph(graph.clone())
                .criteria([Criterion::Branch, Criterion::Block])
                .roots(roots);
            let mut campaign = builder.build().expect("goals");
            for test in 0..RUNS {
                let outcome = campaign.run(&test, subject).expect("no misuse");
                // The entry, a branch and its block of ten functions.
                assert_eq!(
                    (outcome.covered.len(), outcome.row.len()),
                    (30, 5 * FUNCTIONS as usize)
                );
            }
            let report = campaign.report();
            assert_eq!(report.covered().count(), 30 * RUNS as usize);
            assert_eq!(report.tests.len(), RUNS as usize);
            // The other branch of each function that was entered; blocks lie behind theirs, or are
            // pursued from the start.
            let near = report
                .goals
                .iter()
                .filter(|row| matches!(row.standing, Standing::Near { .. }))
                .count();
            assert_eq!(near, if roots == Roots::All { 20 } else { 10 } * RUNS as usize);
            let again = Campaign::builder()
                .graph(graph.clone())
                .criteria([Criterion::Branch, Criterion::Block])
                .roots(roots);
            let mut again = again.build().expect("goals");
            again.merge(report).expect("the same goals");
            assert_eq!(again.tests().covered_count(), 30 * RUNS as usize);
            assert_eq!(again.tests().suite().len(), RUNS as usize);
        }
    });
}

/// Each goal of a deep nest misses one decision more than the one before: to explain them all would
/// be quadratic.
#[test]
fn a_deep_nest_of_which_all_goals_are_pursued() {
    const DEPTH: u32 = size(100_000);
    on_a_small_stack(|| {
        let nested = |body: FlowBuilder, depth| body.branch(depth, depth + 1, DEPTH + 1);
        let body = (0..DEPTH).fold(FlowBuilder::new(), nested).exit(DEPTH).exit(DEPTH + 1);
        let builder = Campaign::builder()
            .function(&body)
            .expect("legal")
            .criteria([Criterion::Branch])
            .roots(Roots::All);
        let mut campaign = builder.build().expect("goals");
        for test in 0..3 {
            campaign
                .run(&test, |c, &test| c.enter(Function::new(0)).decide(0, lt(9, test)))
                .expect("no misuse");
        }
        let report = campaign.report();
        assert_eq!((report.covered().count(), report.open().count()), (1, 2 * DEPTH as usize - 1));
        let levels = |row: &GoalReport| match &row.standing {
            Standing::Near { fitness, why, .. } => Some((fitness.level, why.is_some())),
            _ => None,
        };
        assert!(
            report
                .open()
                .filter_map(levels)
                .all(|(level, is_explained)| is_explained == (level <= 64))
        );
        assert!(report.to_string().contains("decisions away"));
    });
}

/// Each goal is sampled to the end of patience, and all come back.
#[test]
fn a_million_goals_are_sampled_and_given_up() {
    use sbst::id::GoalId;
    use sbst::selection::{Frontier, Sampling};
    const GOALS: u32 = size(1_000_000);
    on_a_small_stack(|| {
        for plain in [Sampling::ROUND_ROBIN, Sampling::NEWEST_FIRST, Sampling::default()] {
            let sampling = Sampling { patience: std::num::NonZero::new(2), ..plain };
            let all = Frontier::new((0..GOALS).map(|_| [])).with_sampling(sampling);
            let mut frontier = all.clone();
            frontier.improve((0..GOALS / 4).map(GoalId::new));
            let given_up = |frontier: &Frontier| {
                frontier.active().iter().filter(|&&goal| frontier.is_given_up(goal)).count()
            };
            let samples = (0..2 * u64::from(GOALS))
                .filter_map(|at| frontier.next_goal((at % 97) as f64 / 97.0))
                .count();
            assert_eq!((samples, given_up(&frontier)), (2 * GOALS as usize, GOALS as usize));
            assert_eq!(frontier.next_goal(0.5), None);
            frontier.cover([GoalId::new(0)]);
            assert_eq!(given_up(&frontier), 0);
            let mut worker = all;
            worker.merge(&frontier);
            assert!(worker == frontier, "it knew nothing");
        }
    });
}
