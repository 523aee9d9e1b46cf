//! Conditions beside operands that never come back.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::cases::{Case, case, number, same, told};

#[sbst::instrument]
fn l00(a: bool) -> u32 { if (return 9) && told(a) { 1 } else { 2 } }

#[sbst::instrument]
fn l01(a: bool) -> u32 { 'out: { let mut r = 2; if (break 'out 9) && same(a) { r = 1; } r } }

#[sbst::instrument]
fn l02(a: bool) -> u32 { while same(a) && panic!("left") { return 1; } 2 }

#[sbst::instrument]
fn l03(a: bool) -> u32 { match 7_u8 { _ if !((return 9) || a) => 1, _ => 2 } }

#[sbst::instrument]
fn l04(a: i32) -> u32 { assert!(a > 3 && panic!("left")); 1 }

#[sbst::instrument]
fn l05(a: bool) -> u32 { let r = (return 9) && told(a); 2 - u32::from(r) }

#[sbst::instrument]
fn l06(a: i32) -> u32 { number(a > 3 && unreachable!()) }

#[sbst::instrument]
fn l07(a: bool) -> u32 { 'out: { if !same(a) && (break 'out 9) || (break 'out 9) { 1 } else { 2 } }
    }

#[sbst::instrument]
fn l08(a: i32, b: i32) -> u32 { let mut r = 2; if !(a > 3) && (loop { return 9; }) && (b > 3) { r =
    1; } r }

#[sbst::instrument]
fn l09(a: bool) -> u32 { while !((return 9) || ((loop { return 9; }) || a)) { return 1; } 2 }

#[sbst::instrument]
fn l10(a: bool, b: i32) -> u32 { match 7_u8 { _ if !told(a) || !!(panic!("left") || b > 3) => 1, _
    => 2 } }

#[sbst::instrument]
fn l11(a: u8, b: u8) -> u32 { 'out: { assert!(matches!(a, 1 | 2) && (matches!(b, 1 | 2) && (break
    'out 9))); 1 } }

#[sbst::instrument]
fn l12(a: bool, b: i32) -> u32 { let r = ({ return 9; }) && (a && !(b > 3)); 2 - u32::from(r) }

#[sbst::instrument]
fn l13(a: bool, b: bool) -> u32 { number(same(a) && b && (loop { return 9; })) }

#[sbst::instrument]
fn l14(a: bool, b: bool, c: bool) -> u32 { if a && (return 9) || told(b) && told(c) { 1 } else { 2
    } }

#[sbst::instrument]
fn l15(a: bool, b: bool, c: &str) -> u32 { let mut r = 2; if panic!("left") && (a) || told(b) &&
    !c.is_empty() { r = 1; } r }

#[sbst::instrument]
fn l16(a: bool, b: bool, c: u8) -> u32 { 'out: { while a && ((break 'out 9) || (b || matches!(c, 1
    | 2))) { return 1; } 2 } }

#[sbst::instrument]
fn l17(a: i32, b: bool) -> u32 { match 7_u8 { _ if (!(a > 3)) || !(unreachable!() ||
    (unreachable!()) || told(b)) => 1, _ => 2 } }

#[sbst::instrument]
fn l18(a: bool, b: bool, c: bool) -> u32 { assert!((panic!("left") || a) && (b && (c))); 1 }

#[sbst::instrument]
fn l19(a: &str) -> u32 { let r = !a.is_empty() && (({ return 9; }) || ((loop { return 9; }) ||
    (unreachable!()))); 2 - u32::from(r) }

#[sbst::instrument]
fn l20(a: u8) -> u32 { 'out: { number(!((break 'out 9) && ({ return 9; })) || (matches!(a, 1 | 2)
    || (return 9))) } }

#[sbst::instrument]
fn l21(a: bool, b: bool, c: i32) -> u32 { if ({ return 9; }) || (!((loop { return 9; }) && (a || b)
    && c > 3)) { 1 } else { 2 } }

#[sbst::instrument]
fn l22(a: &str, b: i32) -> u32 { 'out: { let mut r = 2; if !(!!(a.is_empty()) || (loop { return 9;
    }) || (break 'out 9) || (break 'out 9) || b > 3) { r = 1; } r } }

#[sbst::instrument]
fn l23(a: i32, b: &str) -> u32 { 'out: { while a > 3 && (return 9) && (((break 'out 9) ||
    b.is_empty()) && ({ return 9; })) { return 1; } 2 } }

#[sbst::instrument]
fn l24(a: &str, b: bool, c: bool, d: bool) -> u32 { match 7_u8 { _ if (loop { return 9; }) &&
    (a.is_empty() && (b) && (c || same(d))) => 1, _ => 2 } }

#[sbst::instrument]
fn l25(a: i32, b: bool, c: i32) -> u32 { 'out: { assert!((a > 3 || (b || panic!("left") || c > 3))
    && (break 'out 9)); 1 } }

#[sbst::instrument]
fn l26(a: bool, b: &str) -> u32 { let r = (return 9) && (a || unreachable!()) && (!b.is_empty()) &&
    ({ return 9; }); 2 - u32::from(r) }

#[sbst::instrument]
fn l27(a: i32, b: &str, c: i32, d: i32) -> u32 { number(!(a > 3) && (({ return 9; }) ||
    b.is_empty() && !(c > 3) && d > 3)) }

#[sbst::instrument]
fn l28(a: u8, b: i32, c: bool, d: bool) -> u32 { 'out: { if !!(matches!(a, 1 | 2) && (break 'out
    9)) || (!(!(b > 3)) && told(c) && (return 9)) && d { 1 } else { 2 } } }

#[sbst::instrument]
fn l29(a: bool, b: bool, c: bool, d: bool, e: bool) -> u32 { let mut r = 2; if (a && (({ return 9;
    }) || !b) || (c)) && d && e { r = 1; } r }

#[sbst::instrument]
fn l30(a: i32, b: i32, c: bool) -> u32 { 'out: { while (a > 3 && ((break 'out 9) || (loop { return
    9; })) || b > 3 && (break 'out 9)) || c { return 1; } 2 } }

#[sbst::instrument]
fn l31(a: bool, b: bool, c: i32, d: i32) -> u32 { match 7_u8 { _ if !(a && ((loop { return 9; }) ||
    b || c > 3 && (unreachable!())) || (d > 3)) => 1, _ => 2 } }

#[sbst::instrument]
fn l32(a: bool, b: i32, c: &str) -> u32 { assert!(!(a && (unreachable!() || (panic!("left")) || !(b
    > 3))) && !(panic!("left") && c.is_empty())); 1 }

#[sbst::instrument]
fn l33(a: bool, b: bool, c: bool, d: bool) -> u32 { let r = a || (((return 9) || !same(b)) && c) &&
    ((return 9) || told(d)); 2 - u32::from(r) }

#[sbst::instrument]
fn l34(a: &str, b: bool, c: i32, d: bool) -> u32 { number(((return 9) || (a.is_empty())) || (!b &&
    (unreachable!() || c > 3) || d)) }

#[sbst::instrument]
fn l35(a: &str, b: bool, c: u8) -> u32 { if !!(panic!("left") && ((a.is_empty()) && (!(!!told(b) &&
    ({ return 9; })) && (matches!(c, 1 | 2) || unreachable!())))) || (return 9) { 1 } else { 2 } }

#[sbst::instrument]
fn l36(a: &str, b: bool, c: bool, d: bool, e: bool) -> u32 { 'out: { let mut r = 2; if
    !a.is_empty() || (same(b) || ((break 'out 9) || told(c))) || d && ((loop { return 9; }) &&
    same(e)) { r = 1; } r } }

#[sbst::instrument]
fn l37(a: u8, b: i32, c: bool, d: bool, e: bool) -> u32 { 'out: { while matches!(a, 1 | 2) && b > 3
    && (!(c && (same(d) || (break 'out 9)) && !(unreachable!() || !e))) { return 1; } 2 } }

#[sbst::instrument]
fn l38(a: bool, b: bool, c: i32, d: i32, e: u8) -> u32 { match 7_u8 { _ if (return 9) &&
    ((panic!("left") || told(a)) && (!(b && c > 3 && !(d > 3)) && matches!(e, 1 | 2))) => 1, _ => 2
    } }

#[sbst::instrument]
fn l39(a: bool, b: bool, c: bool, d: u8, e: bool, f: bool) -> u32 { assert!(((a) || (b && told(c)))
    && (!(matches!(d, 1 | 2) && (loop { return 9; })) && (e || same(f)))); 1 }

#[sbst::instrument]
fn l40(a: bool, b: &str, c: bool, d: bool, e: i32) -> u32 { let r = panic!("left") || (return 9) ||
    (a && b.is_empty() || c && (same(d)) && e > 3); 2 - u32::from(r) }

#[sbst::instrument]
fn l41(a: &str, b: bool, c: bool, d: bool) -> u32 { number(a.is_empty() && ((loop { return 9; }) ||
    same(b)) || (!(({ return 9; }) && (({ return 9; }) || told(c)))) && d) }

pub(crate) const CASES: &[Case] = &[
    case!(l00, "if", 1, ["&.a"], |bit| l00(bit(0))),
    case!(l01, "bare", 1, ["&.a"], |bit| l01(bit(0))),
    case!(l02, "while", 1, ["&a."], |bit| l02(bit(0))),
    case!(l03, "guard", 1, ["!|.a"], |bit| l03(bit(0))),
    case!(l04, "assert", 1, ["&a."], |bit| l04(5 * i32::from(bit(0)))),
    case!(l05, "let", 1, ["&.a"], |bit| l05(bit(0))),
    case!(l06, "argument", 1, ["&a."], |bit| l06(5 * i32::from(bit(0)))),
    case!(l07, "if", 1, ["|&!a.."], |bit| l07(bit(0))),
    case!(l08, "bare", 2, ["&&!a.b"], |bit| l08(5 * i32::from(bit(0)), 5 * i32::from(bit(1)))),
    case!(l09, "while", 1, ["!|.|.a"], |bit| l09(bit(0))),
    case!(l10, "guard", 2, ["|!a!!|.b"], |bit| l10(bit(0), 5 * i32::from(bit(1)))),
    case!(l11, "assert", 2, ["&a&b."], |bit| l11(u8::from(bit(0)), u8::from(bit(1)))),
    case!(l12, "let", 2, ["&.&a!b"], |bit| l12(bit(0), 5 * i32::from(bit(1)))),
    case!(l13, "argument", 2, ["&&ab."], |bit| l13(bit(0), bit(1))),
    case!(l14, "if", 3, ["|&a.&bc"], |bit| l14(bit(0), bit(1), bit(2))),
    case!(l15, "bare", 3, ["|&.a&b!c"], |bit| l15(bit(0), bit(1), if bit(2) { "" } else { "x" })),
    case!(l16, "while", 3, ["&a|.|bc"], |bit| l16(bit(0), bit(1), u8::from(bit(2)))),
    case!(l17, "guard", 2, ["|!a!||..b"], |bit| l17(5 * i32::from(bit(0)), bit(1))),
    case!(l18, "assert", 3, ["&|.a&bc"], |bit| l18(bit(0), bit(1), bit(2))),
    case!(l19, "let", 1, ["&!a|.|.."], |bit| l19(if bit(0) { "" } else { "x" })),
    case!(l20, "argument", 1, ["|!&..|a."], |bit| l20(u8::from(bit(0)))),
    case!(l21, "if", 3, ["|.!&&.|abc"], |bit| l21(bit(0), bit(1), 5 * i32::from(bit(2)))),
    case!(l22, "bare", 2, ["!||||!!a...b"], |bit| l22(if bit(0) { "" } else { "x" }, 5 *
        i32::from(bit(1)))),
    case!(l23, "while", 2, ["&&a.&|.b."], |bit| l23(5 * i32::from(bit(0)), if bit(1) { "" } else {
        "x" })),
    case!(l24, "guard", 4, ["&.&&ab|cd"], |bit| l24(if bit(0) { "" } else { "x" }, bit(1), bit(2),
        bit(3))),
    case!(l25, "assert", 3, ["&|a||b.c."], |bit| l25(5 * i32::from(bit(0)), bit(1), 5 *
        i32::from(bit(2)))),
    case!(l26, "let", 2, ["&&&.|a.!b."], |bit| l26(bit(0), if bit(1) { "" } else { "x" })),
    case!(l27, "argument", 4, ["&!a|.&&b!cd"], |bit| l27(5 * i32::from(bit(0)), if bit(1) { "" }
        else { "x" }, 5 * i32::from(bit(2)), 5 * i32::from(bit(3)))),
    case!(l28, "if", 4, ["|!!&a.&&&!!bc.d"], |bit| l28(u8::from(bit(0)), 5 * i32::from(bit(1)),
        bit(2), bit(3))),
    case!(l29, "bare", 5, ["&&|&a|.!bcde"], |bit| l29(bit(0), bit(1), bit(2), bit(3), bit(4))),
    case!(l30, "while", 3, ["||&a|..&b.c"], |bit| l30(5 * i32::from(bit(0)), 5 * i32::from(bit(1)),
        bit(2))),
    case!(l31, "guard", 4, ["!|&a||.b&c.d"], |bit| l31(bit(0), bit(1), 5 * i32::from(bit(2)), 5 *
        i32::from(bit(3)))),
    case!(l32, "assert", 3, ["&!&a||..!b!&.c"], |bit| l32(bit(0), 5 * i32::from(bit(1)), if bit(2)
        { "" } else { "x" })),
    case!(l33, "let", 4, ["|a&&|.!bc|.d"], |bit| l33(bit(0), bit(1), bit(2), bit(3))),
    case!(l34, "argument", 4, ["||.a|&!b|.cd"], |bit| l34(if bit(0) { "" } else { "x" }, bit(1), 5
        * i32::from(bit(2)), bit(3))),
    case!(l35, "if", 3, ["|!!&.&a&!&!!b.|c.."], |bit| l35(if bit(0) { "" } else { "x" }, bit(1),
        u8::from(bit(2)))),
    case!(l36, "bare", 5, ["||!a|b|.c&d&.e"], |bit| l36(if bit(0) { "" } else { "x" }, bit(1),
        bit(2), bit(3), bit(4))),
    case!(l37, "while", 5, ["&&ab!&&c|d.!|.!e"], |bit| l37(u8::from(bit(0)), 5 * i32::from(bit(1)),
        bit(2), bit(3), bit(4))),
    case!(l38, "guard", 5, ["&.&|.a&!&&bc!de"], |bit| l38(bit(0), bit(1), 5 * i32::from(bit(2)), 5
        * i32::from(bit(3)), u8::from(bit(4)))),
    case!(l39, "assert", 6, ["&|a&bc&!&d.|ef"], |bit| l39(bit(0), bit(1), bit(2), u8::from(bit(3)),
        bit(4), bit(5))),
    case!(l40, "let", 5, ["||..|&ab&&cde"], |bit| l40(bit(0), if bit(1) { "" } else { "x" },
        bit(2), bit(3), 5 * i32::from(bit(4)))),
    case!(l41, "argument", 4, ["|&a|.b&!&.|.cd"], |bit| l41(if bit(0) { "" } else { "x" }, bit(1),
        bit(2), bit(3))),
];
