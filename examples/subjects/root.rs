//! An integer square root, looked for one by one.

use super::{INT, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;

pub(super) const SUBJECT: Subject = Subject {
    name: "square root",
    inputs: &[INT, -1000..=1000],
    bodies: || vec![body()],
    run: |t, x| {
        let _ = root(t, x[0], x[1]);
    },
};

const ROOT: Function = Function::new(0);
const A_POSITIVE: u32 = 0; // blocks are numbered within their function; 0 is the entry
const B_POSITIVE: u32 = 1;
const LOOP: u32 = 2;
const SQUARE: u32 = 3;
const FOUND: u32 = 4;
const REFUSED: u32 = 5;
const NONE: u32 = 6;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(A_POSITIVE, B_POSITIVE, REFUSED) // `&&` is two blocks
        .branch(B_POSITIVE, LOOP, REFUSED)
        .branch(LOOP, SQUARE, NONE)
        .statements(SQUARE, 2)
        .branch(SQUARE, FOUND, LOOP)
        .exit(FOUND)
        .exit(REFUSED)
        .exit(NONE)
}

/// The square root of `a`, if it is a whole number and at most `b`.
fn root(c: Caller<'_>, a: i64, b: i64) -> Option<i64> {
    let f = c.enter(ROOT); // a guard: `return`, `?` and a panic end the activation
    let r = f.rules();
    if !(f.decide(A_POSITIVE, r.gt(a, 0)) && f.decide(B_POSITIVE, r.gt(b, 0))) {
        return None;
    }
    let mut i = 0;
    while f.decide(LOOP, r.lt(i, b)) {
        i += 1;
        f.done(SQUARE, 1); // one statement of the block is behind us; the next could overflow
        if f.decide(SQUARE, r.eq(i * i, a)) {
            return Some(i);
        }
    }
    None
}
