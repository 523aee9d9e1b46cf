//! Chains of `let`.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::cases::{Case, case, same, told};

#[sbst::instrument]
fn c00(a: Option<i32>) -> u32 { if let Some(of_a) = a { 1 } else { 2 } }

#[sbst::instrument]
fn c01(a: Option<i32>) -> u32 { while let Some(of_a) = a { return 1; } 2 }

#[sbst::instrument]
fn c02(a: Option<i32>) -> u32 { let mut r = 2; if let Some(of_a) = a { r = 1; } r }

#[sbst::instrument]
fn c03(a: Option<i32>, b: bool) -> u32 { if b { 1 } else if let Some(of_a) = a { 2 } else { 3 } }

#[sbst::instrument]
fn c04(a: Option<i32>, b: i32) -> u32 { if let Some(of_a) = a && b > of_a { 1 } else { 2 } }

#[sbst::instrument]
fn c05(a: bool, b: bool, c: Option<i32>) -> u32 { while (told(a) || same(b)) && let Some(of_c) = c
    { return 1; } 2 }

#[sbst::instrument]
fn c06(a: i32, b: bool, c: Option<i32>) -> u32 { let mut r = 2; if !(a > 3 || b) && let Some(of_c)
    = c { r = 1; } r }

#[sbst::instrument]
fn c07(a: Option<i32>, b: i32, c: i32, d: bool, e: bool) -> u32 { if e { 1 } else if let Some(of_a)
    = a && (b > of_a || (c > of_a || !!d)) { 2 } else { 3 } }

#[sbst::instrument]
fn c08(a: u8, b: bool, c: bool, d: Option<i32>, e: i32) -> u32 { if (matches!(a, 1 | 2) || (!b &&
    c)) && let Some(of_d) = d && e > of_d { 1 } else { 2 } }

#[sbst::instrument]
fn c09(a: i32, b: Option<i32>, c: bool) -> u32 { while a > 3 && let Some(of_b) = b && same(c) {
    return 1; } 2 }

#[sbst::instrument]
fn c10(a: bool, b: bool, c: i32, d: bool, e: Option<i32>) -> u32 { let mut r = 2; if !!!(a &&
    (told(b) && c > 3)) && d && let Some(of_e) = e { r = 1; } r }

#[sbst::instrument]
fn c11(a: Option<i32>, b: Option<i32>, c: Option<i32>, d: bool) -> u32 { if d { 1 } else if let
    Some(of_a) = a && let Some(of_b) = b && let Some(of_c) = c { 2 } else { 3 } }

#[sbst::instrument]
fn c12(a: Option<i32>, b: Option<i32>, c: u8, d: i32, e: i32, f: &str) -> u32 { if let Some(of_a) =
    a && let Some(of_b) = b && matches!(c, 1 | 2) && (d > 3 && e > of_b || f.is_empty()) { 1 } else
    { 2 } }

#[sbst::instrument]
fn c13(a: bool, b: i32, c: i32, d: Option<i32>, e: Option<i32>) -> u32 { while told(a) && (b > 3 ||
    !(c > 3)) && let Some(of_d) = d && let Some(of_e) = e { return 1; } 2 }

#[sbst::instrument]
fn c14(a: bool, b: Option<i32>, c: i32, d: i32, e: bool, f: Option<i32>) -> u32 { let mut r = 2; if
    (a) && let Some(of_b) = b && (c > of_b && d > of_b || e) && let Some(of_f) = f { r = 1; } r }

#[sbst::instrument]
fn c15(a: &str, b: bool, c: bool, d: Option<i32>, e: i32, f: u8, g: bool) -> u32 { if g { 1 } else
    if a.is_empty() && (b || c) && let Some(of_d) = d && ((e > of_d) || matches!(f, 1 | 2)) { 2 }
    else { 3 } }

#[sbst::instrument]
fn c16(a: Option<i32>, b: i32, c: i32) -> u32 { if let Some(of_a) = a && ((!(b > of_a)) || c >
    of_a) { 1 } else { 2 } }

#[sbst::instrument]
fn c17(a: Option<i32>, b: Option<i32>, c: Option<i32>, d: Option<i32>) -> u32 { while let
    Some(of_a) = a && let Some(of_b) = b && let Some(of_c) = c && let Some(of_d) = d { return 1; }
    2 }

#[sbst::instrument]
fn c18(a: Option<i32>, b: i32, c: Option<i32>) -> u32 { let mut r = 2; if let Some(of_a) = a && b >
    of_a && let Some(of_c) = c { r = 1; } r }

#[sbst::instrument]
fn c19(a: Option<i32>, b: Option<i32>, c: Option<i32>, d: bool, e: Option<i32>, f: bool) -> u32 {
    if f { 1 } else if let Some(of_a) = a && let Some(of_b) = b && let Some(of_c) = c && d && let
    Some(of_e) = e { 2 } else { 3 } }

#[sbst::instrument]
fn c20(a: Option<i32>, b: i32, c: i32, d: bool, e: u8, f: i32) -> u32 { if let Some(of_a) = a && b
    > 3 && c > 3 && (d && !((matches!(e, 1 | 2)) || f > 3)) { 1 } else { 2 } }

#[sbst::instrument]
fn c21(a: Option<i32>, b: i32, c: i32, d: i32, e: i32) -> u32 { while let Some(of_a) = a && (!(b >
    3)) && !!!(c > 3 || (d > of_a || !(e > of_a))) { return 1; } 2 }

#[sbst::instrument]
fn c22(a: bool, b: bool, c: Option<i32>, d: i32, e: i32, f: i32) -> u32 { let mut r = 2; if (a) &&
    (told(b)) && let Some(of_c) = c && d > of_c && (e > of_c || !(f > of_c)) { r = 1; } r }

#[sbst::instrument]
fn c23(a: Option<i32>, b: i32, c: i32, d: i32, e: Option<i32>, f: Option<i32>, g: Option<i32>, h:
    bool) -> u32 { if h { 1 } else if let Some(of_a) = a && (!(b > of_a || !(c > of_a)) || !(d >
    of_a)) && let Some(of_e) = e && let Some(of_f) = f && let Some(of_g) = g { 2 } else { 3 } }

pub(crate) const CASES: &[Case] = &[
    case!(c00, "if", 1, ["a"], |bit| c00(bit(0).then_some(3))),
    case!(c01, "while", 1, ["a"], |bit| c01(bit(0).then_some(3))),
    case!(c02, "bare", 1, ["a"], |bit| c02(bit(0).then_some(3))),
    case!(c03, "else", 2, ["b", "a"], |bit| c03(bit(0).then_some(3), bit(1))),
    case!(c04, "if", 2, ["&ab"], |bit| c04(bit(0).then_some(3), 3 + i32::from(bit(1)))),
    case!(c05, "while", 3, ["&|abc"], |bit| c05(bit(0), bit(1), bit(2).then_some(3))),
    case!(c06, "bare", 3, ["&!|abc"], |bit| c06(5 * i32::from(bit(0)), bit(1),
        bit(2).then_some(3))),
    case!(c07, "else", 5, ["e", "&a|b|c!!d"], |bit| c07(bit(0).then_some(3), 3 + i32::from(bit(1)),
        3 + i32::from(bit(2)), bit(3), bit(4))),
    case!(c08, "if", 5, ["&&|a&!bcde"], |bit| c08(u8::from(bit(0)), bit(1), bit(2),
        bit(3).then_some(3), 3 + i32::from(bit(4)))),
    case!(c09, "while", 3, ["&&abc"], |bit| c09(5 * i32::from(bit(0)), bit(1).then_some(3),
        bit(2))),
    case!(c10, "bare", 5, ["&&!!!&a&bcde"], |bit| c10(bit(0), bit(1), 5 * i32::from(bit(2)),
        bit(3), bit(4).then_some(3))),
    case!(c11, "else", 4, ["d", "&&abc"], |bit| c11(bit(0).then_some(3), bit(1).then_some(3),
        bit(2).then_some(3), bit(3))),
    case!(c12, "if", 6, ["&&&abc|&def"], |bit| c12(bit(0).then_some(3), bit(1).then_some(3),
        u8::from(bit(2)), 5 * i32::from(bit(3)), 3 + i32::from(bit(4)), if bit(5) { "" } else { "x"
        })),
    case!(c13, "while", 5, ["&&&a|b!cde"], |bit| c13(bit(0), 5 * i32::from(bit(1)), 5 *
        i32::from(bit(2)), bit(3).then_some(3), bit(4).then_some(3))),
    case!(c14, "bare", 6, ["&&&ab|&cdef"], |bit| c14(bit(0), bit(1).then_some(3), 3 +
        i32::from(bit(2)), 3 + i32::from(bit(3)), bit(4), bit(5).then_some(3))),
    case!(c15, "else", 7, ["g", "&&&a|bcd|ef"], |bit| c15(if bit(0) { "" } else { "x" }, bit(1),
        bit(2), bit(3).then_some(3), 3 + i32::from(bit(4)), u8::from(bit(5)), bit(6))),
    case!(c16, "if", 3, ["&a|!bc"], |bit| c16(bit(0).then_some(3), 3 + i32::from(bit(1)), 3 +
        i32::from(bit(2)))),
    case!(c17, "while", 4, ["&&&abcd"], |bit| c17(bit(0).then_some(3), bit(1).then_some(3),
        bit(2).then_some(3), bit(3).then_some(3))),
    case!(c18, "bare", 3, ["&&abc"], |bit| c18(bit(0).then_some(3), 3 + i32::from(bit(1)),
        bit(2).then_some(3))),
    case!(c19, "else", 6, ["f", "&&&&abcde"], |bit| c19(bit(0).then_some(3), bit(1).then_some(3),
        bit(2).then_some(3), bit(3), bit(4).then_some(3), bit(5))),
    case!(c20, "if", 6, ["&&&abc&d!|ef"], |bit| c20(bit(0).then_some(3), 5 * i32::from(bit(1)), 5 *
        i32::from(bit(2)), bit(3), u8::from(bit(4)), 5 * i32::from(bit(5)))),
    case!(c21, "while", 5, ["&&a!b!!!|c|d!e"], |bit| c21(bit(0).then_some(3), 5 *
        i32::from(bit(1)), 5 * i32::from(bit(2)), 3 + i32::from(bit(3)), 3 + i32::from(bit(4)))),
    case!(c22, "bare", 6, ["&&&&abcd|e!f"], |bit| c22(bit(0), bit(1), bit(2).then_some(3), 3 +
        i32::from(bit(3)), 3 + i32::from(bit(4)), 3 + i32::from(bit(5)))),
    case!(c23, "else", 8, ["h", "&&&&a|!|b!c!defg"], |bit| c23(bit(0).then_some(3), 3 +
        i32::from(bit(1)), 3 + i32::from(bit(2)), 3 + i32::from(bit(3)), bit(4).then_some(3),
        bit(5).then_some(3), bit(6).then_some(3), bit(7))),
];
