//! Methods of the same names, which come before those of the standard library.

use crate::both::{compare, log};

pub(crate) trait More {
    fn contains(&mut self, other: &i32) -> bool;
    fn starts_with(self, other: &[i32]) -> bool;
}
impl More for Vec<i32> {
    fn contains(&mut self, other: &i32) -> bool {
        self.push(*other);
        log("contains", self.len()) > 3
    }
    fn starts_with(self, other: &[i32]) -> bool {
        log("starts", self.len()) > other.len()
    }
}

both! {
    fn extended(x: i32) -> (bool, Vec<i32>) {
        let mut list = vec![1; 2];
        let mut rows = vec![vec![1], vec![2, 3]];
        let count = list.len() as i32;
        if list.contains(&(x + count)) || list.contains(&x) || list.is_empty() { list.push(x); }
        if rows[1].contains(&(x + 1)) || rows[0].is_empty() || rows[0].contains(&x) {
            list.push(-x);
        }
        let starts = (0..9).contains(&(x + 2)) && list.clone().starts_with(&[x]);
        (starts && list.starts_with(&rows[1][..1]), rows.concat())
    }
}

#[test]
fn od84_methods_of_the_program_come_first() {
    compare(-3..5, extended::original, extended::instrumented);
}
