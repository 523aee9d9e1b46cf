//! What one execution costs: the hooks while code runs, a glance at the log, reading it in full,
//! and the campaign.
#![allow(
    missing_docs,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "modules of the library, which are private there"
)]

// The parts that are measured are no part of the library's API, so they are compiled into this
// program.
#[path = "../src/observe/mod.rs"]
mod observe;
#[path = "../src/program/mod.rs"]
mod program;
#[path = "../src/runtime/mod.rs"]
mod runtime;
#[path = "../src/search/mod.rs"]
mod search;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use observe::event::{Width, compare_header};
use program::{NativeBlock, Program};
use runtime::call;
use search::{Hunt, Settings, Style};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::atomic::AtomicU32;

/// Calls of a hook in one recording.
const CALLS: u32 = 1000;

fn hooks(c: &mut Criterion) {
    let mut group = c.benchmark_group("hooks");
    group.throughput(Throughput::Elements(CALLS.into()));
    let mut hook = |name: &str, call: &dyn Fn(u32)| {
        let mut record = || assert!(runtime::record(&mut || (0..CALLS).for_each(call)));
        record();
        let words: usize = runtime::recorded().map(<[AtomicU32]>::len).sum();
        assert_eq!(
            words >= CALLS as usize,
            !name.ends_with("alone"),
            "{words} words were recorded"
        );
        group.bench_function(name, |bencher| bencher.iter(&mut record));
    };
    hook("block", &|number| call::block(&number));
    hook("comparison of 32 bits", &|number| call::compare4(number, 7));
    hook("comparison of 64 bits", &|number| call::compare8(number.into(), 7));
    hook("switch", &|number| call::switch(number.into(), &[1, 8, 3]));
    let bytes =
        |number: u32| _ = black_box(call::bytes(&u128::from(number).to_le_bytes(), &[7; 16]));
    hook("16 bytes", &bytes);
    // Slices of unknown length are compared by `memcmp`.
    let plain = |number: u32| {
        _ = black_box(u128::from(number).to_le_bytes()[..black_box(16)].cmp(&[7; 16]));
    };
    hook("16 bytes, by the C library alone", &plain);
}

/// A program of one function: `count` decisions in a row, each of which asks whether a word is 7.
/// The way on is the second successor.
fn program(count: u32) -> Program {
    let address = |number: u32| 0x1000 + 64 * number as usize;
    let mut blocks = Vec::new();
    for decision in 0..count {
        let [first, hit, miss] = [3 * decision, 3 * decision + 1, 3 * decision + 2];
        let block = |number, successors| NativeBlock {
            address: address(number),
            is_entry: number == 0,
            successors,
            callees: Vec::new(),
        };
        let next = first + 3;
        blocks.push(block(first, vec![hit, miss]));
        blocks.push(block(hit, if next < 3 * count { vec![next] } else { Vec::new() }));
        blocks.push(block(miss, if next < 3 * count { vec![next] } else { Vec::new() }));
    }
    Program::new(blocks, |_| None, |_| None).expect("a program")
}

/// The log of an execution in which no word is 7.
fn log(count: u32, word: u32) -> Vec<AtomicU32> {
    let mut words = Vec::new();
    for decision in 0..count {
        let first = 3 * decision;
        words.extend([
            first + 1,
            compare_header(Width::Four),
            0x1000 + 64 * first + 8,
            word,
            7,
            first + 3,
        ]);
    }
    words.into_iter().map(AtomicU32::new).collect()
}

fn hunt(program: &Program) -> Hunt<'_> {
    let settings = Settings {
        seed: 1,
        most: 4096,
        style: Style::Goals,
        words: Vec::new(),
        left_out: BTreeSet::new(),
    };
    Hunt::new(program, settings, |_| Default::default()).expect("a search")
}

fn executions(c: &mut Criterion) {
    for (name, shift) in [("nothing is new", 0), ("every distance is less than before", 1)] {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for count in [10, 1_000, 100_000] {
            let program = program(count);
            let mut hunt = hunt(&program);
            // Until relations are known, and the first executions are over, which are all read in
            // full.
            for run in 0..300 {
                hunt.take_in(b"x", &[&log(count, 0x7000_0000 - run % 8)]).expect("an execution");
            }
            let mut word = 0x6000_0000;
            let mut words = log(count, word);
            group.throughput(Throughput::Elements(count.into()));
            group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
                bencher.iter(|| {
                    if shift > 0 {
                        word -= shift;
                        for of_decision in words.chunks_mut(6) {
                            *of_decision[3].get_mut() = word;
                        }
                    }
                    black_box(hunt.take_in(b"x", &[&words]).expect("an execution"))
                });
            });
            let full = hunt.full();
            hunt.take_in(b"x", &[&words]).expect("an execution");
            assert!(full > 0 && hunt.campaign().tests().covered_count() >= count as usize);
        }
    }
}

criterion_group!(benches, hooks, executions);
criterion_main!(benches);
