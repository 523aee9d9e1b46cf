//! Non-dominated sorting beside the textbook's and a better published one; preference sorting;
//! selection.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::{Density, Ranker};
use std::cmp::Ordering;
use std::hint::black_box;
use std::time::Duration;

mod rivals;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

type Shape = fn(&mut Random, usize, usize) -> Vec<Vec<f64>>;

/// All values independent.
fn uniform(random: &mut Random, rows: usize, goals: usize) -> Vec<Vec<f64>> {
    (0..rows).map(|_| (0..goals).map(|_| random.unit()).collect()).collect()
}

/// Most pairs dominate: the rows come nearer to all goals together, a few goals stray.
fn chain(random: &mut Random, rows: usize, goals: usize) -> Vec<Vec<f64>> {
    let mut chain: Vec<Vec<f64>> = (0..rows)
        .map(|row| {
            (0..goals)
                .map(|_| {
                    row as f64
                        + if random.below(400) == 0 { 4.0 * random.unit() - 2.0 } else { 0.0 }
                })
                .collect()
        })
        .collect();
    for at in (1..rows).rev() {
        chain.swap(at, random.below(at as u64 + 1) as usize);
    }
    chain
}

/// Three values, and many rows that differ in a few goals only.
fn tied(random: &mut Random, rows: usize, goals: usize) -> Vec<Vec<f64>> {
    let kinds: Vec<Vec<f64>> =
        (0..rows / 10 + 1).map(|_| (0..goals).map(|_| random.below(3) as f64).collect()).collect();
    (0..rows)
        .map(|_| {
            let mut row = kinds[random.below(kinds.len() as u64) as usize].clone();
            for _ in 0..random.below(3) {
                row[random.below(goals as u64) as usize] = random.below(3) as f64;
            }
            row
        })
        .collect()
}

/// As a search sees it: a test reaches some functions and knows nothing of the goals of the others;
/// within a function a few places decide how far all goals are.
fn searched(random: &mut Random, rows: usize, goals: usize) -> Vec<Vec<f64>> {
    (0..rows)
        .map(|_| {
            let mut row = Vec::with_capacity(goals);
            while row.len() < goals {
                let (reached, near) = (random.below(3) > 0, random.below(5) as f64 / 5.0);
                let function = (0..10.min(goals - row.len())).map(|level| {
                    if reached {
                        level as f64 + if level == 0 { near } else { random.below(2) as f64 * 0.5 }
                    } else {
                        100.0
                    }
                });
                row.extend(function);
            }
            row
        })
        .collect()
}

const SHAPES: [(&str, Shape); 4] =
    [("uniform", uniform), ("chain", chain), ("tied", tied), ("searched", searched)];
const SIZES: [(usize, usize); 6] =
    [(100, 10), (100, 100), (100, 500), (400, 10), (400, 100), (400, 500)];

fn goals(count: usize) -> Vec<GoalId> {
    (0..count as u32).map(GoalId::new).collect()
}

/// All goals in their order; and half of twice as many in no order, as a frontier has them. There
/// the rivals get rows that hold these goals only.
fn sorts(c: &mut Criterion) {
    for (kind, all) in [("sort", true), ("sort_some", false)] {
        let mut group = c.benchmark_group(kind);
        for (name, shape) in SHAPES {
            for (rows, columns) in SIZES {
                let data = shape(&mut Random(7), rows, if all { columns } else { 2 * columns });
                let goals = if all { goals(columns) } else { some_goals(columns) };
                let picked = |row: &Vec<f64>| goals.iter().map(|goal| row[goal.index()]).collect();
                let theirs: Vec<Vec<f64>> = data.iter().map(picked).collect();
                let mut ranker = Ranker::new();
                let fronts: Vec<Vec<usize>> =
                    ranker.non_dominated_sort(&data, &goals).map(<[_]>::to_vec).collect();
                assert_eq!(fronts, rivals::textbook(&theirs));
                assert_eq!(fronts, rivals::ens_bs(&theirs));
                assert_eq!(fronts, rivals::ens_ss(&theirs));
                group.throughput(Throughput::Elements(rows as u64));
                let size = format!("{name}/{rows}x{columns}");
                group.bench_function(BenchmarkId::new("sbst", &size), |b| {
                    b.iter(|| black_box(ranker.non_dominated_sort(&data, &goals)).len());
                });
                group.bench_function(BenchmarkId::new("textbook", &size), |b| {
                    b.iter(|| black_box(rivals::textbook(&theirs)).len());
                });
                group.bench_function(BenchmarkId::new("ens_bs", &size), |b| {
                    b.iter(|| black_box(rivals::ens_bs(&theirs)).len());
                });
                group.bench_function(BenchmarkId::new("ens_ss", &size), |b| {
                    b.iter(|| black_box(rivals::ens_ss(&theirs)).len());
                });
            }
        }
        group.finish();
    }
}

/// So many of twice as many goals, in no order.
fn some_goals(count: usize) -> Vec<GoalId> {
    let (mut all, mut random) = (goals(2 * count), Random(3));
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at as u64 + 1) as usize);
    }
    all.truncate(count);
    all
}

/// What a generation asks, on pairs: half of the goals are active.
fn selection(c: &mut Criterion) {
    let mut group = c.benchmark_group("select");
    for (rows, columns) in SIZES {
        let scalars = searched(&mut Random(7), rows, columns);
        let pair = |&x: &f64| Fitness::new(x as u32, Distance::new(x.fract()).expect("a distance"));
        let data: Vec<Vec<Fitness>> =
            scalars.iter().map(|row| row.iter().map(pair).collect()).collect();
        let active: Vec<GoalId> = goals(columns).into_iter().step_by(2).collect();
        group.throughput(Throughput::Elements(rows as u64));
        let size = format!("{rows}x{columns}");
        let prefer = |_: GoalId, a: usize, b: usize| -> Ordering { (a % 7).cmp(&(b % 7)) };
        let mut ranker = Ranker::new();
        group.bench_function(BenchmarkId::new("preference_sort", &size), |b| {
            b.iter(|| black_box(ranker.preference_sort(&data, &active, prefer)).len());
        });
        for density in [Density::SubVector, Density::Crowding] {
            let mut ranker = Ranker::by(density);
            group.bench_function(BenchmarkId::new(format!("{density:?}"), &size), |b| {
                b.iter(|| black_box(ranker.select(&data, &active, rows / 2, prefer)).len());
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(800));
    targets = sorts, selection
}
criterion_main!(benches);
