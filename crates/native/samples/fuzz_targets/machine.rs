//! Structured inputs, mutated as what they mean: a program of a small machine, by the crate
//! `mutatis`.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mutatis::{Mutate, Session};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, Mutate)]
enum Step {
    Push(i32),
    Add,
    Multiply,
    Swap,
}

fuzz_target!(|data: &[u8]| {
    if let Ok(steps) = postcard::from_bytes::<Vec<Step>>(data) {
        run(&steps);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut steps: Vec<Step> = postcard::from_bytes(&data[..size]).unwrap_or_default();
    let mut session = Session::new().seed(seed.into()).shrink(max_size < size);
    if session.mutate(&mut steps).is_err() {
        return size;
    }
    match postcard::to_slice(&steps, &mut data[..max_size]) {
        Ok(written) => written.len(),
        Err(_) => size,
    }
});

fn run(steps: &[Step]) {
    let mut stack: Vec<i32> = Vec::new();
    for step in steps {
        match (step, stack.pop(), stack.pop()) {
            (Step::Push(word), top, below) => {
                stack.extend(below.into_iter().chain(top).chain([*word]))
            }
            (Step::Add, Some(a), Some(b)) => stack.push(a.wrapping_add(b)),
            (Step::Multiply, Some(a), Some(b)) => stack.push(a.wrapping_mul(b)),
            (Step::Swap, Some(a), Some(b)) => stack.extend([a, b]),
            _ => return,
        }
    }
    assert!(stack.len() < 8, "the stack is full");
}
