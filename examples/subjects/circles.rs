//! How two circles lie, in floats.

use super::Subject;
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use std::ops::RangeInclusive;

pub(super) const SUBJECT: Subject = Subject {
    name: "circles",
    inputs: &[QUARTERS; 6],
    bodies: || vec![body()],
    run: |t, x| {
        let [x1, y1, r1, x2, y2, r2] = [0, 1, 2, 3, 4, 5].map(|at| x[at] as f64 / 4.0);
        let _ = relation(t, (x1, y1, r1), (x2, y2, r2));
    },
};

const QUARTERS: RangeInclusive<i64> = -1000..=1000;

const RELATION: Function = Function::new(0);
const FIRST: u32 = 0;
const SECOND: u32 = 1;
const SAME_X: u32 = 2;
const SAME_Y: u32 = 3;
const SAME_RADIUS: u32 = 4;
const FAR: u32 = 5;
const OUTSIDE: u32 = 6;
const WITHIN: u32 = 7;
const INSIDE: u32 = 8;
const END: u32 = 9;

fn body() -> FlowBuilder {
    let body = FlowBuilder::new()
        .branch(FIRST, SECOND, END)
        .branch(SECOND, SAME_X, END)
        .branch(SAME_X, SAME_Y, FAR)
        .branch(SAME_Y, SAME_RADIUS, FAR)
        .branch(SAME_RADIUS, END, END)
        .branch(FAR, END, OUTSIDE)
        .branch(OUTSIDE, END, WITHIN)
        .branch(WITHIN, END, INSIDE)
        .branch(INSIDE, END, END);
    body.exit(END)
}

#[derive(Debug)]
enum Relation {
    Same,
    Concentric,
    EqualityDistance,
    TouchOutside,
    Within,
    TouchInside,
    Cross,
}

fn relation(c: Caller<'_>, (x1, y1, r1): (f64, f64, f64), (x2, y2, r2): (f64, f64, f64)) -> Option<Relation> {
    let f = c.enter(RELATION);
    let r = f.rules();
    if !(f.decide(FIRST, r.gt(r1, 0.0)) && f.decide(SECOND, r.gt(r2, 0.0))) {
        return None;
    }
    if f.decide(SAME_X, r.eq(x1, x2)) && f.decide(SAME_Y, r.eq(y1, y2)) {
        return Some(if f.decide(SAME_RADIUS, r.eq(r1, r2)) { Relation::Same } else { Relation::Concentric });
    }
    // Not `hypot`, which need not be the same everywhere.
    let distance = ((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)).sqrt();
    Some(if f.decide(FAR, r.gt(distance, r1 + r2)) {
        Relation::EqualityDistance
    } else if f.decide(OUTSIDE, r.eq(distance, r1 + r2)) {
        Relation::TouchOutside
    } else if f.decide(WITHIN, r.lt(distance, (r1 - r2).abs())) {
        Relation::Within
    } else if f.decide(INSIDE, r.eq(distance, (r1 - r2).abs())) {
        Relation::TouchInside
    } else {
        Relation::Cross
    })
}
