//! What the attribute costs: a function as it is, under the attribute while nobody listens, and
//! while a campaign records.
//!
//! `cargo bench -p sbst-instrument`. The last function is the worst case: a loop over bytes with
//! three decisions for each.

#![allow(missing_docs, reason = "criterion declares a function without documentation")]

use criterion::{Criterion as Bench, criterion_group, criterion_main};
use sbst::objective::Criterion;
use std::hint::black_box;

/// Declares a function twice.
macro_rules! both {
    ($(fn $name:ident($($parameter:ident: $type:ty),*) -> $result:ty $body:block)*) => { $(
        mod $name {
            pub(super) fn original($($parameter: $type),*) -> $result $body
            #[sbst::instrument]
            pub(super) fn instrumented($($parameter: $type),*) -> $result $body
        }
    )* };
}

both! {
    fn date(text: &str) -> Result<(i32, u32, u32), &'static str> {
        let mut parts = text.split('-');
        let year: i32 = parts.next().ok_or("year")?.parse().map_err(|_| "year")?;
        let month: u32 = parts.next().ok_or("month")?.parse().map_err(|_| "month")?;
        let day: u32 = parts.next().ok_or("day")?.parse().map_err(|_| "day")?;
        if parts.next().is_some() { return Err("rest") }
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month { 4 | 6 | 9 | 11 => 30, 2 if leap => 29, 2 => 28, 1..=12 => 31, _ => return Err("month") };
        if day >= 1 && day <= last { Ok((year, month, day)) } else { Err("day") }
    }

    fn find(list: &[u64], wanted: u64) -> Option<usize> {
        let (mut low, mut high) = (0, list.len());
        while low < high {
            let middle = (low + high) / 2;
            if list[middle] == wanted { return Some(middle) }
            if list[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        None
    }

    fn words(text: &str) -> usize {
        text.split_whitespace().filter(|word| if word.len() > 3 { word.starts_with(char::is_uppercase) } else { word.ends_with('s') }).count()
    }

    fn sorted(list: &[u32]) -> Vec<u32> {
        let mut list = list.to_vec();
        for end in (1..list.len()).rev() {
            for place in 0..end {
                if list[place] > list[place + 1] { list.swap(place, place + 1) }
            }
        }
        list
    }

    fn bytes(text: &[u8]) -> u64 {
        let mut sum = 0_u64;
        for &byte in text {
            if byte.is_ascii_digit() && byte != b'0' { sum = sum.wrapping_mul(31) + u64::from(byte) } else if byte == b'\n' { sum ^= 7 }
        }
        sum
    }
}

/// Measures the three ways to execute a function on one input.
macro_rules! measure {
    ($bench:ident, $name:ident, $($argument:expr),*) => {{
        let mut group = $bench.benchmark_group(stringify!($name));
        assert_eq!($name::original($($argument),*), $name::instrumented($($argument),*));
        group.bench_function("original", |bench| bench.iter(|| black_box($name::original($(black_box($argument)),*))));
        group.bench_function("quiet", |bench| bench.iter(|| black_box($name::instrumented($(black_box($argument)),*))));
        // The recorder alone: measuring goals is the same for any execution.
        let mut campaign = sbst::campaign!($name::instrumented).criteria([Criterion::Branch]).build().expect("legal");
        group.bench_function("recorded", |bench| {
            bench.iter_custom(|rounds| {
                let mut time = std::time::Duration::ZERO;
                let _ = campaign.watch(&(), |()| {
                    let start = std::time::Instant::now();
                    for _ in 0..rounds {
                        let _ = black_box($name::instrumented($(black_box($argument)),*));
                    }
                    time = start.elapsed();
                });
                time
            });
        });
        group.finish();
    }};
}

fn overhead(bench: &mut Bench) {
    measure!(bench, date, "2024-02-29");
    let list: Vec<_> = (0..1000).map(|x| 3 * x).collect();
    measure!(bench, find, &list, 1234);
    let text =
        "The quick brown fox jumps over the lazy dogs of London and is as fast as it was".repeat(3);
    measure!(bench, words, &text);
    let list: Vec<_> = (0..40_u32).map(|x| x.wrapping_mul(2_654_435_761)).collect();
    measure!(bench, sorted, &list);
    let text: Vec<_> = (0..4096_u32).map(|x| (x.wrapping_mul(2_654_435_761) >> 25) as u8).collect();
    measure!(bench, bytes, &text);
}

criterion_group! {
    name = benches;
    config = Bench::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_secs(1));
    targets = overhead
}
criterion_main!(benches);
