//! Edits into a regular language, beside the same columns relaxed edge by edge until nothing
//! changes.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Edges by their ends and what they read, nothing if it is `None`; the last state accepts.
struct Edges(Vec<(u32, Reads, u32)>);

type Reads = Option<Vec<RangeInclusive<char>>>;

/// A text of about this length.
type Text = fn(usize) -> String;

impl Automaton for Edges {
    type Letter = char;
    fn state_count(&self) -> usize {
        1 + self.0.iter().map(|edge| edge.0.max(edge.2)).max().unwrap_or(0) as usize
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
        for (_, ranges, to) in self.0.iter().filter(|edge| edge.0 == state) {
            match ranges {
                Some(ranges) => out.on(ranges.iter().cloned(), *to),
                None => out.free(*to),
            };
        }
        if state as usize + 1 == self.state_count() {
            out.accepting();
        }
    }
}

/// `\d{4}-\d{2}-\d{2}`
fn date() -> Edges {
    let reads = |at| if at == 4 || at == 7 { vec!['-'..='-'] } else { vec!['0'..='9'] };
    Edges((0..10).map(|at| (at, Some(reads(at)), at + 1)).collect())
}

/// The same, its edges listed from the end: the order decides how often the definition has to relax
/// a column.
fn date_backwards() -> Edges {
    let mut edges = date();
    edges.0.reverse();
    edges
}

/// One of 40 words of 12 letters.
fn words() -> Edges {
    let mut edges = Vec::new();
    for word in 0..40 {
        let letter = |at: u32| char::from(b'a' + ((word * 7 + at * (word + 3)) % 26) as u8);
        let state = |at| {
            if at == 0 {
                0
            } else if at == 12 {
                441
            } else {
                1 + word * 11 + at - 1
            }
        };
        edges.extend(
            (0..12).map(|at| (state(at), Some(vec![letter(at)..=letter(at)]), state(at + 1))),
        );
    }
    Edges(edges)
}

/// 40 letters in a row, and free ways back all along: sweeps in any order of the states take many
/// rounds.
fn knots() -> Edges {
    let letter = |at: u32| vec![char::from(b'a' + (at % 26) as u8)..='z'];
    let forward = (0..40).map(|at| (at, Some(letter(at)), at + 1));
    Edges(forward.chain((1..40).map(|at| (at, None, at - 1))).chain([(0, None, 39)]).collect())
}

/// `[a-zA-Z0-9._]+@([a-z0-9]+\.)+[a-z]{2,4}`
fn address() -> Edges {
    let (name, host, letter) = (
        vec!['a'..='z', 'A'..='Z', '0'..='9', '.'..='.', '_'..='_'],
        vec!['a'..='z', '0'..='9'],
        vec!['a'..='z'],
    );
    let (at, dot) = (vec!['@'..='@'], vec!['.'..='.']);
    Edges(vec![
        (0, Some(name.clone()), 1),
        (1, Some(name), 1),
        (1, Some(at), 2),
        (2, Some(host.clone()), 3),
        (3, Some(host.clone()), 3),
        (3, Some(dot), 4),
        (4, Some(host), 3),
        (4, Some(letter.clone()), 5),
        (5, Some(letter.clone()), 8),
        (5, Some(letter.clone()), 6),
        (6, Some(letter.clone()), 7),
        (7, Some(letter.clone()), 8),
        (6, Some(letter), 8),
    ])
}

/// The definition, column by column, each relaxed until nothing changes.
fn relaxed(Edges(edges): &Edges, states: usize, text: &str) -> f64 {
    const FAR: u32 = u32::MAX / 2;
    let mut column = vec![FAR; states];
    column[0] = 0;
    let insert = |column: &mut Vec<u32>| {
        let mut changed = true;
        while changed {
            changed = false;
            for (from, reads, to) in edges {
                let cost = column[*from as usize] + u32::from(reads.is_some());
                if cost < column[*to as usize] {
                    column[*to as usize] = cost;
                    changed = true;
                }
            }
        }
    };
    insert(&mut column);
    let mut next = column.clone();
    for symbol in text.chars() {
        for (next, cost) in next.iter_mut().zip(&column) {
            *next = cost + 1;
        }
        for (from, ranges, to) in edges {
            let Some(ranges) = ranges else { continue };
            let replaced = u32::from(!ranges.iter().any(|range| range.contains(&symbol)));
            next[*to as usize] = next[*to as usize].min(column[*from as usize] + replaced);
        }
        insert(&mut next);
        std::mem::swap(&mut column, &mut next);
    }
    f64::from(column[states - 1])
}

/// Symbols of both languages and others, by a generator of Lehmer.
fn noise(length: usize) -> String {
    let mut seed = 1_u64;
    let mut draw = |choices: usize| {
        seed = seed * 48_271 % 0x7fff_ffff;
        seed as usize % choices
    };
    (0..length).map(|_| char::from(b"abcxyz0123456789--@.. ,"[draw(23)])).collect()
}

/// A member of the language of addresses.
fn member(length: usize) -> String {
    let name = length.saturating_sub(7) / 2;
    format!(
        "{}@{}.org",
        "n".repeat(name.max(1)),
        "h.x".repeat((length.saturating_sub(5 + name) / 3).max(1))
    )
}

fn languages(c: &mut Criterion) {
    let shapes: [(_, _, Text); 6] = [
        ("date", date(), noise),
        ("date_backwards", date_backwards(), noise),
        ("address", address(), noise),
        ("address_member", address(), member),
        ("words", words(), noise),
        ("knots", knots(), noise),
    ];
    for (name, edges, text) in shapes {
        let language = Language::new(&edges, Matching::Full).expect("a legal automaton");
        let search = Language::new(&edges, Matching::Search).expect("a legal automaton");
        let states = edges.state_count();
        let mut group = c.benchmark_group(format!("language/{name}"));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(400));
        for length in [10, 100, 1_000, 10_000] {
            let text = text(length);
            assert_eq!(language.edits(&text).get(), relaxed(&edges, states, &text));
            group.throughput(Throughput::Elements(text.len() as u64));
            group.bench_function(BenchmarkId::new("sbst", length), |b| {
                b.iter(|| language.edits(black_box(&text)));
            });
            group.bench_function(BenchmarkId::new("sbst search", length), |b| {
                b.iter(|| search.edits(black_box(&text)));
            });
            group.bench_function(BenchmarkId::new("relaxed", length), |b| {
                b.iter(|| relaxed(&edges, states, black_box(&text)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, languages);
criterion_main!(benches);
