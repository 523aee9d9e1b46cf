//! A program that goes wrong in every way: it panics, hangs, overflows its stack, aborts, ends the
//! process, starts threads.
#![no_main]

use std::hint::black_box;

sbst_native::fuzz_target!(|input: (u16, Vec<u8>)| run(input.0, &input.1));

fn run(kind: u16, data: &[u8]) {
    match kind {
        1000 => assert!(data.len() != 3, "three bytes"),
        2000 => {
            if data.first() == Some(&b'h') {
                loop {
                    black_box(());
                }
            }
        }
        3000 => drop(black_box(deep(u64::from(kind)))),
        4000 => std::process::abort(),
        6000 => std::process::exit(0),
        5000 => {
            let data = data.to_vec();
            let other = std::thread::spawn(move || if data == b"thread" { 1 } else { 2 });
            let _ = other.join();
        }
        _ => {}
    }
}

#[allow(unconditional_recursion, reason = "it is meant to overflow the stack")]
fn deep(depth: u64) -> [u64; 64] {
    let mut below = deep(black_box(depth) + 1);
    below[(depth % 64) as usize] += depth;
    below
}
