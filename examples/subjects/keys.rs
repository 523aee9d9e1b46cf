//! A caller that tests the bool another function returns: the example of "Recovering Fitness
//! Gradients for Interprocedural Boolean Flags in Search-Based Testing" (Lin et al., 2020).

use super::{Code, INT, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "key table",
    inputs: &[INT],
    code: Code::Plain {
        functions: |program| vec![program.find(&known), program.find(&matches)],
        run: |x| {
            known(x[0]);
        },
    },
};

const KEYS: [i64; 2] = [0, 1];

/// Whether some key matches.
#[sbst::instrument]
fn known(v: i64) -> bool {
    let mut i = 0;
    while i < KEYS.len() {
        if matches(v, i) {
            return true;
        }
        i += 1;
    }
    false
}

#[sbst::instrument]
fn matches(v: i64, i: usize) -> bool {
    if KEYS[i] == 0 || v >= (1 << i) + 100 {
        return KEYS[i] == hash(v);
    }
    false
}

fn hash(v: i64) -> i64 {
    (31 * v + 100).rem_euclid(65_521)
}
