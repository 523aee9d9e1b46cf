//! Normalising and aggregating, beside the plain formulas and folds that give up order, range or
//! overflow.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::{Aggregation, Distance, Normalise, Normaliser};
use std::hint::black_box;
use std::time::Duration;

/// Reproducible distances between 0 and 10^5, a third of them whole.
fn distances(count: usize) -> Vec<Distance> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let draw = |at| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let x = (state >> 11) as f64 * 2_f64.powi(-53) * 1e5;
        Distance::new(if at % 3 == 0 { x.ceil() } else { x }).expect("from 0 on")
    };
    (0..count).map(draw).collect()
}

type Formula = fn(f64) -> f64;

fn normalise(c: &mut Criterion) {
    const COUNT: usize = 4096;
    let distances = distances(COUNT);
    let rivals: [(_, _, Formula); 3] = [
        ("rational", Normaliser::RATIONAL, |x| x / (1.0 + x)),
        ("exponential", Normaliser::EXPONENTIAL, |x| -libm::expm1(-x * 9.995_003_330_834_232e-4)),
        ("logarithmic", Normaliser::LOGARITHMIC, |x| libm::log1p(x) / (1.0 + libm::log1p(x))),
    ];
    for (name, normaliser, plain) in rivals {
        for d in &distances {
            let (ours, theirs) = (normaliser.normalise(*d), plain(d.get()));
            assert!((ours - theirs).abs() <= 4.0 * f64::EPSILON, "{name} at {d}: {ours} {theirs}");
        }
        let mut group = c.benchmark_group(format!("normalise/{name}"));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(300));
        group.throughput(Throughput::Elements(COUNT as u64));
        group.bench_function("sbst", |b| {
            b.iter(|| {
                black_box(&distances)
                    .iter()
                    .map(|&d| black_box(normaliser).normalise(d))
                    .sum::<f64>()
            });
        });
        group.bench_function("plain", |b| {
            b.iter(|| black_box(&distances).iter().map(|d| plain(d.get())).sum::<f64>());
        });
        group.finish();
    }
}

/// The definition in two lines.
fn fold(aggregation: Aggregation, distances: &[Distance]) -> f64 {
    let (count, xs) = (distances.len() as f64, distances.iter().map(|d| d.get()));
    match aggregation {
        Aggregation::Min => xs.fold(f64::INFINITY, f64::min),
        Aggregation::Sum => xs.sum(),
        Aggregation::Mean => xs.sum::<f64>() / count,
        Aggregation::Harmonic => count / xs.map(|x| 1.0 / x).sum::<f64>(),
        Aggregation::PowerMean(p) if p.get() == 0.0 => {
            libm::exp(xs.map(libm::log).sum::<f64>() / count)
        }
        Aggregation::PowerMean(p) => {
            libm::pow(xs.map(|x| libm::pow(x, p.get())).sum::<f64>() / count, 1.0 / p.get())
        }
        _ => unreachable!("all are named"),
    }
}

fn aggregate(c: &mut Criterion) {
    let power = |p| Aggregation::power_mean(p).expect("a number");
    let aggregations = [
        ("min", Aggregation::Min),
        ("sum", Aggregation::Sum),
        ("mean", Aggregation::Mean),
        ("harmonic", Aggregation::Harmonic),
        ("geometric", power(0.0)),
        ("power 3", power(3.0)),
    ];
    for (name, aggregation) in aggregations {
        let mut group = c.benchmark_group(format!("aggregate/{name}"));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(300));
        for size in [10, 1_000, 100_000, 1_000_000] {
            let distances = distances(size);
            let (ours, theirs) = (
                aggregation.of(distances.iter().copied()).expect("some").get(),
                fold(aggregation, &distances),
            );
            assert!((ours - theirs).abs() <= 1e-9 * theirs, "{name} of {size}: {ours} {theirs}");
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::new("sbst", size), |b| {
                b.iter(|| black_box(aggregation).of(black_box(&distances).iter().copied()));
            });
            group.bench_function(BenchmarkId::new("fold", size), |b| {
                b.iter(|| fold(black_box(aggregation), black_box(&distances)));
            });
        }
        group.finish();
    }
}

fn collision(c: &mut Criterion) {
    let mut group = c.benchmark_group("collision");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300));
    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        for level in [0, 100] {
            group.bench_function(BenchmarkId::new(normaliser.to_string(), level), |b| {
                b.iter(|| black_box(normaliser).first_collision(black_box(level)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, normalise, aggregate, collision);
criterion_main!(benches);
