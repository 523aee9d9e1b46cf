//! What kind of triangle do three sides make?

use super::{Code, Subject};
use std::ops::RangeInclusive;

pub(super) const SUBJECT: Subject = Subject {
    name: "triangle",
    inputs: &[SIDE, SIDE, SIDE],
    code: Code::Plain {
        functions: |program| vec![program.find(&triangle)],
        run: |x| {
            triangle(x[0], x[1], x[2]);
        },
    },
};

const SIDE: RangeInclusive<i64> = -1000..=1000;

#[derive(Debug)]
enum Kind {
    Equilateral,
    Isosceles,
    Right,
    Scalene,
}

#[sbst::instrument]
fn triangle(a: i64, b: i64, c: i64) -> Option<Kind> {
    if a <= 0 || b <= 0 || c <= 0 {
        return None;
    }
    if a >= b + c || b >= a + c || c >= a + b {
        return None;
    }
    if a == b {
        return Some(if b == c { Kind::Equilateral } else { Kind::Isosceles });
    }
    if b == c || c == a {
        return Some(Kind::Isosceles);
    }
    let longest = a.max(b).max(c);
    Some(if a * a + b * b + c * c == 2 * longest * longest { Kind::Right } else { Kind::Scalene })
}
