//! How much two rectangles have in common.

use super::mutated::{Infected, Mutated, Original, Site, sites};
use super::{Code, Subject};
use Original::{Arithmetic as A, Relation as R, Variable};
use sbst::distance::Relation::{Equal, Greater, GreaterOrEqual, Less};
use sbst::distance::infection::Arithmetic::{Multiply, Subtract};
use sbst::execution::{Caller, Domain, ExceptionKind};
use sbst::flow::FlowBuilder;
use sbst::id::{Function, Symbol};
use sbst::objective::Method;
use std::ops::RangeInclusive;

pub(super) const MUTATED: Mutated = Mutated {
    subject: Subject {
        name: "overlap",
        inputs: &[0..=1, PLACE, PLACE, PLACE, PLACE, PLACE, PLACE, PLACE, PLACE],
        code: Code::Hooked {
            bodies: || {
                let overlap = FlowBuilder::new()
                    .branch(0, 1, 2)
                    .exit(1)
                    .branch(2, 3, 4)
                    .exit(3)
                    .branch(4, 5, 6)
                    .exit(5)
                    .exit(6);
                let overlap = overlap
                    .statements(0, 3)
                    .statements(1, 1)
                    .statements(2, 3)
                    .statements(3, 1)
                    .statements(4, 9);
                let overlap = overlap.statements(5, 1).statements(6, 1);
                let common = FlowBuilder::new()
                    .branch(0, 1, 2)
                    .exit(1)
                    .branch(2, 1, 3)
                    .branch(3, 4, 5)
                    .jump(4, 6)
                    .jump(5, 6)
                    .branch(6, 7, 8);
                let common = common
                    .jump(7, 9)
                    .jump(8, 9)
                    .statements(9, 2)
                    .branch(9, 10, 11)
                    .exit(10)
                    .exit(11);
                let common = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11]
                    .into_iter()
                    .fold(common, |body, block| body.statements(block, 1));
                vec![overlap, common]
            },
            run: |t, x| {
                let _ = if x[0] == 0 {
                    overlap(t, [x[1], x[2], x[3], x[4]], [x[5], x[6], x[7], x[8]])
                } else {
                    common(t, x[1], x[2], x[3], x[4])
                };
            },
        },
    },
    methods: || {
        vec![
            Method::new(OVERLAP).returning(Domain::SIGNED),
            Method::new(COMMON).returning(Domain::SIGNED),
        ]
    },
    sites: &SITES,
};

const PLACE: RangeInclusive<i64> = -1_000_000..=1_000_000;
const OVERLAP: Function = Function::new(0);
const COMMON: Function = Function::new(1);
const REVERSED: Symbol = Symbol::new(0);

static SITES: [Site; 12] = sites([
    (0, 0, 2, R(Equal)),
    (0, 2, 2, R(Equal)),
    (0, 4, 0, A(Multiply)),
    (0, 4, 1, A(Subtract)),
    (0, 4, 8, R(Greater)),
    (0, 5, 0, Variable),
    (1, 0, 0, R(Greater)),
    (1, 2, 0, R(Greater)),
    (1, 3, 0, R(Less)),
    (1, 6, 0, R(Less)),
    (1, 9, 0, A(Subtract)),
    (1, 9, 1, R(GreaterOrEqual)),
]);

/// Percent of the first one; each is left, right, top, bottom.
fn overlap(c: Caller<'_>, one: [i64; 4], other: [i64; 4]) -> Result<i64, ()> {
    let f = c.enter(OVERLAP);
    let width = f.attempt(0, 2, common(f.caller(), one[0], one[1], other[0], other[1]))?;
    if f.compare(&SITES, 0, width, 0) {
        return f.returns(1, Ok(0));
    }
    let height = f.attempt(2, 2, common(f.caller(), one[2], one[3], other[2], other[3]))?;
    if f.compare(&SITES, 1, height, 0) {
        return f.returns(3, Ok(0));
    }
    let area = f.compute(&SITES, 2, width, height).ok_or(())?;
    f.done(4, 1);
    let own = f.compute(&SITES, 3, one[1], one[0]).ok_or(())? * (one[3] - one[2]);
    f.done(4, 8);
    let percent = 100 * area / own;
    if f.compare(&SITES, 4, percent, 50) {
        return f.returns(5, Ok(f.read(&SITES, 5, percent)));
    }
    f.returns(6, Ok(-percent))
}

/// The length that two intervals have in common.
fn common(c: Caller<'_>, low: i64, high: i64, from: i64, to: i64) -> Result<i64, ()> {
    let f = c.enter(COMMON);
    if f.compare(&SITES, 6, low, high) || f.compare(&SITES, 7, from, to) {
        f.threw(REVERSED, ExceptionKind::Explicit);
        return Err(());
    }
    let (first, start) = if f.compare(&SITES, 8, low, from) { (4, from) } else { (5, low) };
    f.end(first);
    let (second, end) = if f.compare(&SITES, 9, high, to) { (7, high) } else { (8, to) };
    f.end(second);
    let length = f.compute(&SITES, 10, end, start).ok_or(())?;
    f.done(9, 1);
    if f.compare(&SITES, 11, length, 0) {
        return f.returns(10, Ok(length));
    }
    f.returns(11, Ok(0))
}
