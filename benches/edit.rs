//! The edit distance beside rapidfuzz, strsim and the full matrix.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rapidfuzz::distance::levenshtein;
use sbst::distance::edit;
use std::hint::black_box;
use std::time::Duration;

const SIZES: [usize; 5] = [20, 64, 200, 1_000, 10_000];
/// Beyond this a matrix takes longer than a benchmark may.
const MATRIX: usize = 1_000;
/// Pairs of one size, so that no branch is learnt by heart.
const PAIRS: usize = 16;

/// A linear congruential generator: the same strings on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn string(numbers: &mut Numbers, size: usize, first: char, letters: usize) -> String {
    (0..size)
        .map(|_| char::from_u32(first as u32 + numbers.below(letters) as u32).expect("a letter"))
        .collect()
}

/// One edit for every twenty characters.
fn edited(numbers: &mut Numbers, text: &str, first: char, letters: usize) -> String {
    let mut characters: Vec<_> = text.chars().collect();
    for _ in 0..characters.len().div_ceil(20) {
        let at = numbers.below(characters.len());
        let letter =
            char::from_u32(first as u32 + numbers.below(letters) as u32).expect("a letter");
        match numbers.below(3) {
            0 => characters.insert(at, letter),
            1 => drop(characters.splice(at..=at, [])),
            _ => characters[at] = letter,
        }
    }
    characters.into_iter().collect()
}

type Make = fn(&mut Numbers, usize) -> (String, String);

/// Letters of English, of Greek, and 3 000 Chinese ones.
const SHAPES: [(&str, Make); 5] = [
    ("random", |n, size| (string(n, size, 'a', 26), string(n, size, 'a', 26))),
    ("similar", |n, size| like(n, size, 'a', 26)),
    ("greek_random", |n, size| (string(n, size, 'α', 25), string(n, size, 'α', 25))),
    ("greek_similar", |n, size| like(n, size, 'α', 25)),
    ("chinese_similar", |n, size| like(n, size, '一', 3_000)),
];

fn like(numbers: &mut Numbers, size: usize, first: char, letters: usize) -> (String, String) {
    let a = string(numbers, size, first, letters);
    let b = edited(numbers, &a, first, letters);
    (a, b)
}

fn matrix(a: &str, b: &str) -> usize {
    let b: Vec<_> = b.chars().collect();
    let mut row: Vec<_> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Name, the greatest size that it is run on, and the distance.
type Rival = (&'static str, usize, fn(&str, &str) -> usize);

const OF_CHARACTERS: [Rival; 4] = [
    ("sbst", usize::MAX, edit::of_str),
    ("rapidfuzz", usize::MAX, |a, b| levenshtein::distance(a.chars(), b.chars())),
    ("strsim", MATRIX, strsim::levenshtein),
    ("matrix", MATRIX, matrix),
];

const OF_BYTES: [Rival; 2] = [
    ("sbst bytes", usize::MAX, |a, b| edit::of_bytes(a.as_bytes(), b.as_bytes())),
    ("rapidfuzz bytes", usize::MAX, |a, b| levenshtein::distance(a.bytes(), b.bytes())),
];

fn run(c: &mut Criterion, shape: &str, make: Make, sizes: &[usize], rivals: &[&[Rival]]) {
    let mut group = c.benchmark_group(format!("edit/{shape}"));
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300));
    for &size in sizes {
        let pairs: Vec<_> = (0..PAIRS as u64).map(|seed| make(&mut Numbers(seed), size)).collect();
        group.throughput(Throughput::Elements((PAIRS * size) as u64));
        for rivals in rivals {
            let (_, _, ours) = rivals[0];
            for (name, _, distance) in rivals.iter().filter(|(_, most, _)| size <= *most) {
                group.bench_function(BenchmarkId::new(*name, size), |bencher| {
                    pairs
                        .iter()
                        .for_each(|(a, b)| assert_eq!(distance(a, b), ours(a, b), "{name}"));
                    bencher.iter(|| {
                        pairs
                            .iter()
                            .map(|(a, b)| distance(black_box(a), black_box(b)))
                            .sum::<usize>()
                    });
                });
            }
        }
    }
    group.finish();
}

fn shapes(c: &mut Criterion) {
    for (shape, make) in SHAPES {
        run(c, shape, make, &SIZES, &[&OF_CHARACTERS, &OF_BYTES]);
    }
}

/// Growth where the distance is a twentieth of the length.
fn long(c: &mut Criterion) {
    run(c, "long_similar", |n, size| like(n, size, 'a', 26), &[100_000], &[&OF_CHARACTERS[..1]]);
}

criterion_group!(benches, shapes, long);
criterion_main!(benches);
