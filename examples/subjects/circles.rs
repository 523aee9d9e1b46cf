//! How two circles lie, in floats.

use super::{Code, Subject};
use std::ops::RangeInclusive;

pub(super) const SUBJECT: Subject = Subject {
    name: "circles",
    inputs: &[QUARTERS; 6],
    code: Code::Plain {
        functions: |program| vec![program.find(&relation)],
        run: |x| {
            let [x1, y1, r1, x2, y2, r2] = [0, 1, 2, 3, 4, 5].map(|at| x[at] as f64 / 4.0);
            relation((x1, y1, r1), (x2, y2, r2));
        },
    },
};

const QUARTERS: RangeInclusive<i64> = -1000..=1000;

#[derive(Debug)]
enum Relation {
    Same,
    Concentric,
    Apart,
    TouchOutside,
    Within,
    TouchInside,
    Cross,
}

#[sbst::instrument]
fn relation((x1, y1, r1): (f64, f64, f64), (x2, y2, r2): (f64, f64, f64)) -> Option<Relation> {
    if r1 <= 0.0 || r2 <= 0.0 {
        return None;
    }
    if x1 == x2 && y1 == y2 {
        return Some(if r1 == r2 { Relation::Same } else { Relation::Concentric });
    }
    // Not `hypot`, which need not be the same everywhere.
    let distance = ((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)).sqrt();
    Some(if distance > r1 + r2 {
        Relation::Apart
    } else if distance == r1 + r2 {
        Relation::TouchOutside
    } else if distance < (r1 - r2).abs() {
        Relation::Within
    } else if distance == (r1 - r2).abs() {
        Relation::TouchInside
    } else {
        Relation::Cross
    })
}
