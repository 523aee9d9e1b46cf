//! How many roots a quadratic equation has, in floats.

use super::{Code, Subject};
use std::ops::RangeInclusive;

pub(super) const SUBJECT: Subject = Subject {
    name: "roots",
    inputs: &[THOUSANDTHS, THOUSANDTHS, THOUSANDTHS],
    code: Code::Plain {
        functions: |program| vec![program.find(&roots)],
        run: |x| {
            roots(x[0] as f64 / 1000.0, x[1] as f64 / 1000.0, x[2] as f64 / 1000.0);
        },
    },
};

const THOUSANDTHS: RangeInclusive<i64> = -1_000_000..=1_000_000;

/// Of a x² + b x + c = 0: none, one, two, two between -1 and 1 (3), or all numbers (4).
#[sbst::instrument]
fn roots(a: f64, b: f64, c: f64) -> u32 {
    if a == 0.0 {
        if b != 0.0 {
            return 1;
        }
        return if c == 0.0 { 4 } else { 0 };
    }
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return 0;
    }
    if discriminant == 0.0 {
        return 1;
    }
    let greatest = (b.abs() + discriminant.sqrt()) / (2.0 * a.abs());
    if greatest <= 1.0 { 3 } else { 2 }
}
