//! A table of keys that is probed slot by slot, after Listings 2 to 4 of Lin et al., "Recovering
//! Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020); and two
//! look-ups in it by one function, after their Listing 5.

use super::{Code, INT, Subject};

pub(super) const PROBE: Subject = Subject {
    name: "probe",
    inputs: &[INT],
    code: Code::Plain {
        functions: |program| vec![program.find(&find), program.find(&matches)],
        run: |inputs| {
            find(inputs[0]);
        },
    },
};

pub(super) const PAIR: Subject = Subject {
    name: "pair",
    inputs: &[INT; 2],
    code: Code::Plain {
        functions: |program| vec![program.find(&pair), program.find(&matches)],
        run: |inputs| {
            pair(inputs[0], inputs[1]);
        },
    },
};

const KEYS: [i64; 4] = [0, 1, 52_100, 9_000_100];

fn hash(value: i64) -> i64 {
    value + 100
}

/// In which slot the value is, if in any.
#[sbst::instrument]
fn find(value: i64) -> Option<usize> {
    let mut slot = 0;
    while slot < KEYS.len() {
        if matches(value, slot) {
            return Some(slot);
        }
        slot += 1;
    }
    None
}

/// The sum of two values, if both are where they should be.
#[sbst::instrument]
fn pair(first: i64, second: i64) -> Option<i64> {
    if matches(first, 2) && matches(second, 3) { Some(first + second) } else { None }
}

/// Whether the value is in a slot. Small values are only looked for where the slot is empty.
#[sbst::instrument]
fn matches(value: i64, slot: usize) -> bool {
    (KEYS[slot] == 0 || value >= (1 << slot) + 100) && KEYS[slot] == hash(value)
}
