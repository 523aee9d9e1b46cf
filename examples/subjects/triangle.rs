//! What kind of triangle do three sides make?

use super::Subject;
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use std::ops::RangeInclusive;

pub(super) const SUBJECT: Subject = Subject {
    name: "triangle",
    inputs: &[SIDE, SIDE, SIDE],
    bodies: || vec![body()],
    run: |t, x| {
        let _ = triangle(t, x[0], x[1], x[2]);
    },
};

const SIDE: RangeInclusive<i64> = -1000..=1000;

const TRIANGLE: Function = Function::new(0);
const A_POSITIVE: u32 = 0;
const B_POSITIVE: u32 = 1;
const C_POSITIVE: u32 = 2;
const A_SHORT: u32 = 3;
const B_SHORT: u32 = 4;
const C_SHORT: u32 = 5;
const A_IS_B: u32 = 6;
const B_IS_C: u32 = 7;
const B_IS_C_ONLY: u32 = 8;
const C_IS_A_ONLY: u32 = 9;
const RIGHT_ANGLE: u32 = 10;
const EQUILATERAL: u32 = 11;
const ISOSCELES: u32 = 12;
const RIGHT: u32 = 13;
const SCALENE: u32 = 14;
const NONE: u32 = 15;

fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(A_POSITIVE, B_POSITIVE, NONE)
        .branch(B_POSITIVE, C_POSITIVE, NONE)
        .branch(C_POSITIVE, A_SHORT, NONE)
        .branch(A_SHORT, B_SHORT, NONE)
        .branch(B_SHORT, C_SHORT, NONE)
        .branch(C_SHORT, A_IS_B, NONE)
        .branch(A_IS_B, B_IS_C, B_IS_C_ONLY)
        .branch(B_IS_C, EQUILATERAL, ISOSCELES)
        .branch(B_IS_C_ONLY, ISOSCELES, C_IS_A_ONLY)
        .branch(C_IS_A_ONLY, ISOSCELES, RIGHT_ANGLE)
        .branch(RIGHT_ANGLE, RIGHT, SCALENE)
        .exit(EQUILATERAL)
        .exit(ISOSCELES)
        .exit(RIGHT)
        .exit(SCALENE)
        .exit(NONE)
}

#[derive(Debug)]
enum Kind {
    Equilateral,
    Isosceles,
    Right,
    Scalene,
}

fn triangle(t: Caller<'_>, a: i64, b: i64, c: i64) -> Option<Kind> {
    let f = t.enter(TRIANGLE);
    let r = f.rules();
    if !(f.decide(A_POSITIVE, r.gt(a, 0)) && f.decide(B_POSITIVE, r.gt(b, 0)) && f.decide(C_POSITIVE, r.gt(c, 0))) {
        return None;
    }
    if !(f.decide(A_SHORT, r.lt(a, b + c)) && f.decide(B_SHORT, r.lt(b, a + c)) && f.decide(C_SHORT, r.lt(c, a + b))) {
        return None;
    }
    if f.decide(A_IS_B, r.eq(a, b)) {
        return Some(if f.decide(B_IS_C, r.eq(b, c)) { Kind::Equilateral } else { Kind::Isosceles });
    }
    if f.decide(B_IS_C_ONLY, r.eq(b, c)) || f.decide(C_IS_A_ONLY, r.eq(c, a)) {
        return Some(Kind::Isosceles);
    }
    let longest = a.max(b).max(c);
    let right = f.decide(RIGHT_ANGLE, r.eq(a * a + b * b + c * c, 2 * longest * longest));
    Some(if right { Kind::Right } else { Kind::Scalene })
}
