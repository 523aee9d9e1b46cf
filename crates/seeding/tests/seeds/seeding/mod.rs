//! What a search starts from, against the definitions of F14 and against SEED as printed.

mod behaviour;
mod collect;
mod coverage;
mod faults;
mod flow;
mod golden;
mod paper;
mod pool;
mod scale;
mod select;
mod training;
mod usage;
mod walkers;
mod walks;

use crate::definitions::printed::seeding as printed;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst_oracle::effort::config;
use sbst_seeding::usage::{MAX_ORDER, UsageModel};

/// Sequences over three actions, empty ones among them.
fn sequences() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec(vec(0..3_u8, 0..6), 0..7)
}

/// Those for which a model is worth its name.
fn orders() -> impl Strategy<Value = usize> {
    prop_oneof![1..=4_usize, Just(MAX_ORDER)]
}

fn trained(order: usize, sequences: &[Vec<u8>]) -> UsageModel<u8> {
    let mut model = UsageModel::with_order(order).expect("an order");
    for sequence in sequences {
        model.train(sequence.iter().copied());
    }
    model
}

/// Pseudo-random numbers in [0, 1).
fn random(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    }
}
