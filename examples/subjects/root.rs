//! An integer square root, looked for one by one.

use super::{Code, INT, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "square root",
    inputs: &[INT, -1000..=1000],
    code: Code::Plain {
        functions: |program| vec![program.find(&root)],
        run: |x| {
            root(x[0], x[1]);
        },
    },
};

/// The square root of `a`, if it is a whole number and at most `b`.
#[sbst::instrument]
fn root(a: i64, b: i64) -> Option<i64> {
    if a <= 0 || b <= 0 {
        return None;
    }
    let mut i = 0;
    while i < b {
        i += 1;
        if i * i == a {
            return Some(i);
        }
    }
    None
}
