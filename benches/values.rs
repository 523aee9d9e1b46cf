//! Relations of text and collections against the definition written plainly: characters in vectors,
//! every window to its end.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::{Distance, EqualityDistance, Rules, collection, text};
use std::hint::black_box;
use std::time::Duration;

fn gap(a: char, b: char) -> f64 {
    a.apart(&b, &Rules::DEFAULT).norm()
}

mod naive {
    use super::gap;

    pub(super) fn eq(a: &str, b: &str) -> f64 {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        a.iter().zip(&b).map(|(x, y)| gap(*x, *y)).sum::<f64>() + a.len().abs_diff(b.len()) as f64
    }

    pub(super) fn contains(a: &str, part: &str) -> f64 {
        let (a, part): (Vec<char>, Vec<char>) = (a.chars().collect(), part.chars().collect());
        let distance = |window: &[char]| window.iter().zip(&part).map(|(x, y)| gap(*x, *y)).sum();
        a.windows(part.len()).map(distance).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn set_difference(a: &[u32], b: &[u32]) -> usize {
        a.iter().filter(|x| !b.contains(x)).count() + b.iter().filter(|x| !a.contains(x)).count()
    }
}

/// Letters without a pattern; never an `x`.
fn letters(count: usize, seed: u64) -> String {
    let mut state = seed;
    let mut letter = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'a' + (state >> 59) as u8 % 23)
    };
    (0..count).map(|_| letter()).collect()
}

fn close(distance: Distance, naive: f64) {
    assert!((distance.get() - naive).abs() <= 1e-9 * naive, "{distance} instead of {naive}");
}

fn texts(c: &mut Criterion) {
    for exponent in 1..=6 {
        let size = 10_usize.pow(exponent);
        let (a, b, part) = (letters(size, 1), letters(size, 2), letters(9, 3) + "x");
        close(text::eq(&a, &b).to_true(), naive::eq(&a, &b));

        let mut group = c.benchmark_group("values/text_eq");
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(BenchmarkId::new("sbst", size), |bench| {
            bench.iter(|| text::eq(black_box(&a), black_box(&b)));
        });
        group.bench_function(BenchmarkId::new("naive", size), |bench| {
            bench.iter(|| naive::eq(black_box(&a), black_box(&b)));
        });
        group.finish();

        for (shape, text) in
            [("far", a.clone()), ("near", format!("{}w{}", &part[..9], &a[..size - 10]))]
        {
            close(text::contains(&text, &part).to_true(), naive::contains(&text, &part));
            let mut group = c.benchmark_group(format!("values/text_contains/{shape}"));
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::new("sbst", size), |bench| {
                bench.iter(|| text::contains(black_box(&text), &part));
            });
            group.bench_function(BenchmarkId::new("naive", size), |bench| {
                bench.iter(|| naive::contains(black_box(&text), &part));
            });
            group.finish();
        }
    }
}

fn sets(c: &mut Criterion) {
    let mut group = c.benchmark_group("values/set_eq");
    for exponent in 1..=6 {
        let size = 10_u32.pow(exponent);
        let scattered = |from: u32| {
            (from..from + size).map(|n| n.wrapping_mul(2_654_435_769)).collect::<Vec<_>>()
        };
        let (a, b) = (scattered(0), scattered(3));
        assert_eq!(collection::set_eq(&a, &b).to_true().get(), 6.0);
        group.throughput(Throughput::Elements(u64::from(size)));
        group.bench_function(BenchmarkId::new("sbst", size), |bench| {
            bench.iter(|| collection::set_eq(black_box(&a), &b));
        });
        if size <= 10_000 {
            assert_eq!(naive::set_difference(&a, &b), 6);
            group.bench_function(BenchmarkId::new("naive", size), |bench| {
                bench.iter(|| naive::set_difference(black_box(&a), &b));
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(600)).sample_size(10);
    targets = texts, sets
}
criterion_main!(benches);
