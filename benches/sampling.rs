//! The next goal to sample, and what a search observes in between, beside a scan of all goals.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::id::GoalId;
use sbst::selection::{Frontier, Order, Sampling};
use std::hint::black_box;
use std::num::NonZero;
use std::time::Duration;

/// Numbers in [0, 1) without a pattern.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }
}

/// By goal its samples since it last improved; all goals are looked at for each choice.
#[derive(Clone)]
struct Scan {
    order: Order,
    samples: Vec<u32>,
    last: Option<usize>,
    tied: Vec<usize>,
}

impl Scan {
    fn next_goal(&mut self, draw: f64) -> GoalId {
        let key = |samples: u32| if self.order == Order::LeastSampled { samples } else { 0 };
        let goal = if self.order == Order::RoundRobin {
            self.last.map_or(0, |last| (last + 1) % self.samples.len())
        } else {
            let least = self.samples.iter().map(|&samples| key(samples)).min().expect("goals");
            self.tied.clear();
            self.tied
                .extend((0..self.samples.len()).filter(|&goal| key(self.samples[goal]) == least));
            self.tied[(draw * self.tied.len() as f64) as usize]
        };
        self.last = Some(goal);
        self.samples[goal] += 1;
        GoalId::new(goal as u32)
    }
}

const ORDERS: [(&str, Order); 3] = [
    ("uniform", Order::Uniform),
    ("round robin", Order::RoundRobin),
    ("feedback", Order::LeastSampled),
];

fn frontier(goals: usize, sampling: Sampling) -> Frontier {
    Frontier::new((0..goals).map(|_| [])).with_sampling(sampling)
}

/// One choice; at every eighth, a test came nearer to the goal.
fn choose(frontier: &mut Frontier, draws: &mut Draws) -> GoalId {
    let goal = frontier.next_goal(draws.next()).expect("goals are active");
    if draws.0 >> 61 == 0 {
        frontier.improve([goal]);
    }
    goal
}

fn choose_by_scan(scan: &mut Scan, draws: &mut Draws) -> GoalId {
    let goal = scan.next_goal(draws.next());
    if draws.0 >> 61 == 0 {
        scan.samples[goal.index()] = 0;
    }
    goal
}

fn sampling(c: &mut Criterion) {
    let mut group = c.benchmark_group("sampling");
    group.throughput(Throughput::Elements(1));
    for exponent in 1..=6 {
        let goals = 10_usize.pow(exponent);
        for (name, order) in ORDERS {
            let plain = Sampling { order, ..Sampling::UNIFORM };
            let scan = Scan { order, samples: vec![0; goals], last: None, tied: Vec::new() };
            let (mut one, mut other, mut draws, mut same) =
                (frontier(goals, plain), scan.clone(), Draws(7), Draws(7));
            for _ in 0..if exponent > 4 { 100 } else { 3_000 } {
                assert_eq!(choose(&mut one, &mut draws), choose_by_scan(&mut other, &mut same));
            }
            group.bench_function(BenchmarkId::new(format!("sbst/{name}"), goals), |b| {
                b.iter(|| black_box(choose(&mut one, &mut draws)));
            });
            if exponent <= 4 {
                group.bench_function(BenchmarkId::new(format!("scan/{name}"), goals), |b| {
                    b.iter(|| black_box(choose_by_scan(&mut other, &mut same)));
                });
            }
        }
        let patient =
            Sampling { patience: NonZero::new(5), unreached: Some(0.1), ..Sampling::FEEDBACK };
        let (mut patient, mut draws) = (frontier(goals, patient), Draws(7));
        let mut newest = goals as u32;
        group.bench_function(BenchmarkId::new("sbst/patience and shares", goals), |b| {
            b.iter(|| {
                let goal = patient.next_goal(draws.next());
                if draws.0 >> 61 == 0
                    && let Some(goal) = goal
                {
                    patient.improve([goal]);
                }
                // A goal is covered now and then, and another one comes: what was given up is
                // brought back.
                if draws.0 >> 54 == 0 || goal.is_none() {
                    patient.cover([GoalId::new(newest - goals as u32)]);
                    patient.add([]);
                    newest += 1;
                }
                black_box(goal)
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(300));
    targets = sampling
}
criterion_main!(benches);
