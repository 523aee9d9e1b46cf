//! Usage models: training, walking, and picking behaviours that differ; beside the definition,
//! which adds all distances in each round.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_seeding::behaviour::{Dissimilarity, select};
use sbst_seeding::usage::{Choice, UsageModel, Walker, models, sequences};
use shapes::Random;
use std::hint::black_box;

/// The case of Derakhshanfar et al. 2020, section 7.1: so many sequences of objects of so many
/// classes, and behaviours picked.
const SEQUENCES: usize = 286_000;
const MODELS: usize = 7_880;
const PICKED: usize = 6_000;

/// What is called on an object of a class with ten methods or so: mostly in order, sometimes again.
fn sequence(random: &mut Random) -> Vec<u32> {
    let (mut method, mut calls) = (0, Vec::new());
    while method < 10 && calls.len() < 30 {
        calls.push(method);
        method = match random.below(4) {
            0 => method,
            1 => method + 2,
            _ => method + 1,
        };
    }
    calls
}

fn logs(sequences: usize, models: usize) -> Vec<(usize, Vec<u32>)> {
    let mut random = Random(3);
    (0..sequences).map(|_| (random.below(models as u64) as usize, sequence(&mut random))).collect()
}

fn train(logs: &[(usize, Vec<u32>)], models: usize) -> Vec<UsageModel<u32>> {
    let mut trained = vec![UsageModel::new(); models];
    logs.iter().for_each(|(model, sequence)| trained[*model].train(sequence.iter().copied()));
    trained
}

fn training(c: &mut Criterion) {
    let mut group = c.benchmark_group("seeding/train");
    for sequences in [10, 100, 1_000, 10_000, 100_000, SEQUENCES] {
        let models = (sequences * MODELS / SEQUENCES).max(1);
        let logs = logs(sequences, models);
        group.throughput(Throughput::Elements(logs.iter().map(|log| log.1.len() as u64).sum()));
        group.bench_with_input(BenchmarkId::new("sequences", sequences), &logs, |b, logs| {
            b.iter(|| black_box(train(logs, models).len()));
        });
    }
    let mut random = Random(5);
    let long: Vec<u32> = (0..1_000_000).map(|_| random.below(100) as u32).collect();
    group.throughput(Throughput::Elements(long.len() as u64));
    group.bench_function("one of 10^6 actions, n = 3", |b| {
        b.iter(|| {
            let mut model = UsageModel::with_order(3).expect("not 0");
            model.train(long.iter().copied());
            black_box(model.sequences())
        });
    });
}

/// Each round adds up all distances.
fn by_definition(walks: &[Vec<u32>], count: usize) -> Vec<Vec<u32>> {
    let distance = |a: &Vec<u32>, b: &Vec<u32>| Dissimilarity::JACCARD.between(a, b);
    let mut kept = walks[..count].to_vec();
    for fresh in &walks[count..] {
        let sum = |of: &Vec<u32>, at: usize| {
            kept.iter()
                .enumerate()
                .filter(|&(other, _)| other != at)
                .map(|(_, b)| distance(of, b))
                .sum::<f64>()
        };
        let sums: Vec<f64> = kept.iter().enumerate().map(|(at, own)| sum(own, at)).collect();
        // Rounding must not decide.
        let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
        let out =
            (0..count).rev().find(|&at| sums[at] * (1.0 - 1e-9) <= least).expect("some are kept");
        if sum(fresh, out) >= sums[out] * (1.0 - 1e-9) {
            kept.remove(out);
            kept.push(fresh.clone());
        }
    }
    kept
}

fn picking(c: &mut Criterion) {
    let mut group = c.benchmark_group("seeding/select");
    let model = &train(&logs(1_000, 1), 1)[0];
    for count in [10, 100, 1_000] {
        let mut random = Random(9);
        let mut draw = || random.below(1 << 32) as f64 / (1_u64 << 32) as f64;
        let walks: Vec<Vec<u32>> =
            std::iter::from_fn(|| model.walk(Choice::Uniform, 100, &mut draw))
                .take(count + 100)
                .collect();
        let ours = |walks: &[Vec<u32>]| {
            let mut walks = walks.iter().cloned();
            select(count, 100, || walks.next(), |a, b| Dissimilarity::JACCARD.between(a, b))
        };
        group.throughput(Throughput::Elements(100));
        group.bench_with_input(BenchmarkId::new("100 rounds", count), &walks, |b, walks| {
            b.iter(|| black_box(ours(walks).len()));
        });
        if count <= 100 {
            assert_eq!(ours(&walks), by_definition(&walks, count));
            group.bench_with_input(
                BenchmarkId::new("100 rounds, definition", count),
                &walks,
                |b, walks| {
                    b.iter(|| black_box(by_definition(walks, count).len()));
                },
            );
        }
    }
    let trained = train(&logs(SEQUENCES, MODELS), MODELS);
    group.throughput(Throughput::Elements(PICKED as u64));
    group.bench_function("6 000 of 600 models, 50 rounds", |b| {
        b.iter(|| {
            let mut random = Random(11);
            let mut draw = || random.below(1 << 32) as f64 / (1_u64 << 32) as f64;
            let pick = |model: &UsageModel<u32>, draw: &mut dyn FnMut() -> f64| {
                select(
                    10,
                    50,
                    || model.walk(Choice::Uniform, 100, &mut *draw),
                    |a, b| Dissimilarity::JACCARD.between(a, b),
                )
                .len()
            };
            black_box(
                trained[..PICKED / 10].iter().map(|model| pick(model, &mut draw)).sum::<usize>(),
            )
        });
    });
}

/// Diamonds in a row, each with a call on both sides: 2^n paths.
fn flows(c: &mut Criterion) {
    let mut group = c.benchmark_group("seeding/flow");
    for diamonds in [10, 100, 1_000] {
        let body = (0..diamonds).fold(FlowBuilder::new(), |body, at| {
            body.branch(3 * at, 3 * at + 1, 3 * at + 2)
                .jump(3 * at + 1, 3 * at + 3)
                .jump(3 * at + 2, 3 * at + 3)
        });
        let graph = FlowGraph::of(&body.exit(3 * diamonds)).expect("legal");
        let calls = |block| Some(((), graph.local(block))).filter(|(_, local)| local % 3 > 0);
        let transitions = 4 * diamonds as usize;
        assert_eq!(
            models(&graph, Function::new(0), 2, calls).expect("n = 2")[0].1.transition_count(),
            transitions
        );
        group.throughput(Throughput::Elements(u64::from(diamonds)));
        group.bench_function(BenchmarkId::new("models", diamonds), |b| {
            b.iter(|| black_box(models(&graph, Function::new(0), 2, calls).expect("n = 2").len()));
        });
        if diamonds <= 100 {
            let listed =
                || sequences(&graph, Function::new(0), 2 * transitions, 2, calls).expect("n = 2");
            assert_eq!((listed().lost_edges.len(), listed().lost_transitions.len()), (0, 0));
            group.bench_function(BenchmarkId::new("sequences", diamonds), |b| {
                b.iter(|| black_box(listed().paths));
            });
        }
    }
}

fn walking(c: &mut Criterion) {
    let mut group = c.benchmark_group("seeding/walk");
    let model = &train(&logs(1_000, 1), 1)[0];
    let walker = Walker::through(model, &9).expect("it is called");
    let mut random = Random(9);
    let mut draw = || random.below(1 << 32) as f64 / (1_u64 << 32) as f64;
    group.bench_function("any", |b| {
        b.iter(|| black_box(model.walk(Choice::Frequent, 100, &mut draw)));
    });
    group.bench_function("through an action", |b| {
        b.iter(|| black_box(walker.walk(|_, way| Choice::Frequent.weight(way), 100, &mut draw)));
    });
}

criterion_group!(benches, training, picking, flows, walking);
criterion_main!(benches);
