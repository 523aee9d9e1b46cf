//! Constructs that decide.

use super::{Table, function, rows};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq, prop_assert_ne, prop_assume};

pub(super) fn conditions(mut table: Table) -> Table {
    rows! { table:
        measured conjunction(x: i32, y: i32) { x == 5 && y == 5 } [5, 7] [5, 90];
        measured constants(x: i32) { true && x == 5 || !cfg!(all()) } [7] [200] => 3.0;
        measured disjunction(x: i32) { x == 5 || x == 50 } [7] [200];
        flat patterns(x: Option<u8>) { let Some(3) = x } [Some(4)] [Some(9)];
        flat found(x: &[u8]) { let Some(_) = x.iter().find(|x| **x == 7) } [&[8]] [&[90]];
        flat macros(x: u8) { matches!(x, 3) } [4] [90];
    }
    function!(table.measured loops(x: i32) -> u8 { while x == 5 { return 1 } 2 } [6] [9] => 2.0);
    function!(table.measured value(x: i32, y: bool) -> bool { let both = y && x == 5; both }
        [6, true] [9, true]);
    function!(table.measured argument(x: i32, y: bool) -> u8 { u8::from(x == 5 || y) }
        [6, true] [9, true]);
    function!(table.measured result(x: i32, y: bool) -> bool { y && x == 5 } [6, true] [9, true]);
    function!(table.flat tried(x: u8) -> Option<u8> { let _ = Some(x).filter(|x| *x > 50)?; None }
        [50] [1]);
    function!(table.flat otherwise(x: Option<u8>) -> u8 { let Some(3) = x else { return 1 }; 2 }
        [Some(4)] [Some(9)]);
    function!(table.measured elements(x: &[u8]) -> u8 { for _ in x { return 1 } 2 }
        [&[1]] [&[1, 2, 3]] => 1.0);
    function!(table.measured pairs(x: &str) -> u8 { for _ in x.bytes().zip(1..) { return 1 } 2 }
        ["a"] ["abc"] => 1.0);
    function!(table.measured returned(x: i32) -> u8 { if x != 5 { return 1 } 2 } [6] [9] => 2.0);
    function!(table.measured closure(x: i32) -> u8 {
        let is = |y: i32| if y == 5 { 1 } else { 2 }; is(x) }
        [6] [9]);
    function!(table.flat untyped(x: i32) -> u8 { let is = |y| if y == 5 { 1 } else { 2 }; is(x) }
        [6] [9]);
    table
}

#[test]
fn od84_conditions_are_measured() {
    conditions(Table::default()).check();
}

pub(super) fn matches(mut table: Table) -> Table {
    function!(table.measured integers(x: i32) -> u8 { match x { 5 => 1, _ => 2 } } [6] [90] => 2.0);
    function!(table.measured ranges(x: u64) -> u8 { match x { 10..=20 | 40.. => 1, _ => 2 } }
        [8] [1] => 3.0);
    function!(table.measured characters(x: char) -> u8 { match x { 'b' => 1, _ => 2 } }
        ['c'] ['z'] => 2.0);
    function!(table.measured bytes(x: u8) -> u8 { match x { b'b' => 1, _ => 2 } }
        [b'c'] [b'z'] => 2.0);
    function!(table.measured texts(x: &str) -> u8 { match x { "ab" => 1, _ => 2 } }
        ["ac"] ["az"] => 0.5);
    function!(table.measured byte_strings(x: &[u8]) -> u8 { match x { b"ab" => 1, _ => 2 } }
        [b"ac"] [b"az"] => 0.5);
    function!(table.measured guards(x: Option<i32>) -> u8 {
        match x { Some(x) if x == 5 => 1, Some(_) => 2, None => 3 } }
        [Some(6)] [Some(90)]);
    function!(table.flat other_options(x: Option<u8>) -> u8 { match x { Some(3) => 1, _ => 2 } }
        [Some(4)] [Some(9)]);
    function!(table.flat other_tuples(x: (u8, u8)) -> u8 { match x { (3, _) => 1, _ => 2 } }
        [(4, 0)] [(9, 0)]);
    function!(table.flat other_constants(x: u8) -> u8 { match x { u8::MAX => 1, _ => 2 } }
        [254] [9]);
    function!(table.flat other_slices(x: &[u8]) -> u8 { match x { [3, ..] => 1, _ => 2 } }
        [&[4]] [&[9]]);
    table
}

#[test]
fn od84_matches_are_measured() {
    matches(Table::default()).check();
}

pub(super) fn assertions(mut table: Table) -> Table {
    // The inputs hold: an assertion that fails would end the execution.
    function!(table.measured holds(x: i32) -> () { assert!(x < 5) } [4] [0] => 2.0);
    function!(table.measured told(x: i32) -> () { assert!(x < 5, "{x} is too many") }
        [4] [0] => 2.0);
    function!(table.measured asked(x: &str) -> () { assert!((3..=10).contains(&x.len())) }
        ["abc"] ["abcde"] => 1.0);
    function!(table.measured unequal(x: i32) -> () { assert_ne!(x, 5) } [6] [90] => 2.0);
    function!(table.measured unequal_lists(x: Vec<i32>) -> () { assert_ne!(x, [5]) }
        [vec![6]] [vec![9]] => 0.5);
    function!(table.measured debug(x: i32) -> () { debug_assert!(x < 5) } [4] [0] => 2.0);
    function!(table.measured debug_told(x: i32) -> () { debug_assert!(x < 5, "{x} is too many") }
        [4] [0] => 2.0);
    function!(table.measured debug_asked(x: &str) -> () {
        debug_assert!((3..=10).contains(&x.len())) }
        ["abc"] ["abcde"] => 1.0);
    function!(table.measured debug_unequal(x: i32) -> () { debug_assert_ne!(x, 5) }
        [6] [90] => 2.0);
    function!(table.flat debug_both(x: i32) -> () { debug_assert!(x < 5 && x > -9) } [4] [0]);
    type Checked = Result<(), TestCaseError>;
    function!(table.measured checked(x: i32) -> Checked { prop_assert!(x < 5); Ok(()) }
        [4] [0] => 2.0);
    function!(table.measured unchecked(x: i32) -> Checked { prop_assert_ne!(x, 5); Ok(()) }
        [6] [90] => 2.0);
    function!(table.measured assumed(x: i32) -> Checked { prop_assume!(x < 5); Ok(()) }
        [4] [0] => 2.0);
    // Equality fails, and what fails is caught.
    function!(table.measured failing(x: i32) -> Checked { prop_assert_eq!(x, 5, "no"); Ok(()) }
        [6] [9] => 2.0);
    fn caught(run: impl FnOnce() + std::panic::UnwindSafe) {
        std::panic::catch_unwind(run).expect_err("it fails");
    }
    function!(table.measured equal(x: i32) -> () { caught(move || assert_eq!(x, 5)) }
        [6] [90] => 2.0);
    function!(table.measured debug_equal(x: i32) -> () { caught(move || debug_assert_eq!(x, 5)) }
        [6] [90] => 2.0);
    table
}

#[test]
fn od84_assertions_are_measured() {
    assertions(Table::default()).check();
}
