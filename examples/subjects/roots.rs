//! How many roots a quadratic equation has, in floats.

use super::Subject;
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use std::ops::RangeInclusive;

pub(super) const SUBJECT: Subject = Subject {
    name: "roots",
    inputs: &[THOUSANDTHS, THOUSANDTHS, THOUSANDTHS],
    bodies: || vec![body()],
    run: |t, x| {
        roots(t, x[0] as f64 / 1000.0, x[1] as f64 / 1000.0, x[2] as f64 / 1000.0);
    },
};

const THOUSANDTHS: RangeInclusive<i64> = -1_000_000..=1_000_000;

const ROOTS: Function = Function::new(0);
const LINEAR: u32 = 0;
const CONSTANT: u32 = 1;
const IDENTITY: u32 = 2;
const NEGATIVE: u32 = 3;
const DOUBLE: u32 = 4;
const AT_MOST_1: u32 = 5;
const ALL: u32 = 6;
const NONE: u32 = 7;
const ONE: u32 = 8;
const TWO: u32 = 9;
const TWO_SMALL: u32 = 10;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(LINEAR, CONSTANT, NEGATIVE)
        .branch(CONSTANT, IDENTITY, ONE)
        .branch(IDENTITY, ALL, NONE)
        .branch(NEGATIVE, NONE, DOUBLE)
        .branch(DOUBLE, ONE, AT_MOST_1)
        .branch(AT_MOST_1, TWO_SMALL, TWO)
        .exit(ALL)
        .exit(NONE)
        .exit(ONE)
        .exit(TWO)
        .exit(TWO_SMALL)
}

/// Of a x² + b x + c = 0: none, one, two, two between -1 and 1 (3), or all numbers (4).
fn roots(t: Caller<'_>, a: f64, b: f64, c: f64) -> u32 {
    let f = t.enter(ROOTS);
    let r = f.rules();
    if f.decide(LINEAR, r.eq(a, 0.0)) {
        if !f.decide(CONSTANT, r.eq(b, 0.0)) {
            return 1;
        }
        return if f.decide(IDENTITY, r.eq(c, 0.0)) { 4 } else { 0 };
    }
    let discriminant = b * b - 4.0 * a * c;
    if f.decide(NEGATIVE, r.lt(discriminant, 0.0)) {
        return 0;
    }
    if f.decide(DOUBLE, r.eq(discriminant, 0.0)) {
        return 1;
    }
    let greatest = (b.abs() + discriminant.sqrt()) / (2.0 * a.abs());
    if f.decide(AT_MOST_1, r.le(greatest, 1.0)) { 3 } else { 2 }
}
