//! A caller that tests the bool another function returns: the example of "Recovering Fitness Gradients for Interprocedural Boolean
//! Flags in Search-Based Testing" (Lin et al., 2020).

use super::{INT, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "key table",
    inputs: &[INT],
    bodies: || vec![known_body(), matches_body()],
    run: |t, x| {
        known(t, x[0]);
    },
};

const KEYS: [i64; 2] = [0, 1];

const KNOWN: Function = Function::new(0);
const LOOP: u32 = 0;
const MATCHES: u32 = 1; // a bool is all that the caller sees: its distance is K, whatever `matches` saw
const FOUND: u32 = 2;
const NONE: u32 = 3;

fn known_body() -> FlowBuilder {
    FlowBuilder::new().branch(LOOP, MATCHES, NONE).branch(MATCHES, FOUND, LOOP).exit(FOUND).exit(NONE)
}

/// Whether some key matches.
fn known(c: Caller<'_>, v: i64) -> bool {
    let f = c.enter(KNOWN);
    let r = f.rules();
    let mut i = 0;
    while f.decide(LOOP, r.lt(i, KEYS.len())) {
        if f.decide(MATCHES, r.flag(matches(f.caller(), v, i))) {
            return true;
        }
        i += 1;
    }
    false
}

const F: Function = Function::new(1);
const KEY_IS_ZERO: u32 = 0;
const LARGE: u32 = 1;
const SAME_HASH: u32 = 2;
const TRUE: u32 = 3;
const FALSE: u32 = 4;

fn matches_body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(KEY_IS_ZERO, SAME_HASH, LARGE) // `||` is two blocks
        .branch(LARGE, SAME_HASH, FALSE)
        .branch(SAME_HASH, TRUE, FALSE)
        .exit(TRUE)
        .exit(FALSE)
}

fn matches(c: Caller<'_>, v: i64, i: usize) -> bool {
    let f = c.enter(F);
    let r = f.rules();
    if f.decide(KEY_IS_ZERO, r.eq(KEYS[i], 0)) || f.decide(LARGE, r.ge(v, (1 << i) + 100)) {
        return f.decide(SAME_HASH, r.eq(KEYS[i], hash(v)));
    }
    false
}

fn hash(v: i64) -> i64 {
    (31 * v + 100).rem_euclid(65_521)
}
