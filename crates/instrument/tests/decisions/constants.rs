//! Conditions with constants among their operands.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::cases::{Case, case, number, same, told};

#[sbst::instrument]
fn k00(a: bool, b: i32) -> u32 { if a && !false || (b > 3 || !cfg!(all())) { 1 } else { 2 } }

#[sbst::instrument]
fn k01(a: bool) -> u32 { let mut r = 2; if cfg!(any()) || told(a) { r = 1; } r }

#[sbst::instrument]
fn k02(a: i32, b: bool) -> u32 { while a > 3 && same(b) && cfg!(all()) { return 1; } 2 }

#[sbst::instrument]
fn k03(a: &str, b: &str, c: bool, d: bool) -> u32 { match 7_u8 { _ if a.is_empty() && (b.is_empty()
    || (!(same(c) || (true && false)))) && told(d) || false => 1, _ => 2 } }

#[sbst::instrument]
fn k04(a: bool, b: bool, c: &str, d: &str) -> u32 { assert!(!(same(a) && (!b && (c.is_empty() ||
    d.is_empty()) || cfg!(any())))); 1 }

#[sbst::instrument]
fn k05(a: u8, b: bool, c: u8, d: bool) -> u32 { let r = matches!(a, 1 | 2) && (b && !matches!(c, 1
    | 2)) || !true || d; 2 - u32::from(r) }

#[sbst::instrument]
fn k06(a: i32) -> u32 { number(a > 3 || (!true)) }

#[sbst::instrument]
fn k07(a: &str, b: bool) -> bool { !(a.is_empty() || told(b)) && true }

#[sbst::instrument]
fn k08(a: bool, b: bool, c: bool) -> bool { return a && cfg!(any()) || ((b && ((c) || true)) ||
    cfg!(any())); }

#[sbst::instrument]
fn k09(a: &str, b: &str, c: u8, d: bool, e: i32) -> u32 { if (!(a.is_empty() && b.is_empty() &&
    (!true || matches!(c, 1 | 2)))) && (((true && !false) && d) || e > 3) { 1 } else { 2 } }

#[sbst::instrument]
fn k10(a: u8, b: bool, c: bool, d: &str) -> u32 { let mut r = 2; if (!(!((true && false) || (!true
    || matches!(a, 1 | 2)) && same(b)))) && (same(c) && (true && !false) && d.is_empty()) { r = 1;
    } r }

#[sbst::instrument]
fn k11(a: u8, b: &str, c: bool, d: bool, e: bool) -> u32 { while !((matches!(a, 1 | 2) || !((false
    || true) || b.is_empty()) || (!c)) && (!!!told(d) || e)) { return 1; } 2 }

#[sbst::instrument]
fn k12(a: bool) -> u32 { match 7_u8 { _ if !same(a) && !false => 1, _ => 2 } }

#[sbst::instrument]
fn k13(a: u8, b: bool, c: i32, d: i32) -> u32 { assert!(!((matches!(a, 1 | 2) || b || (true &&
    false)) && ((c > 3) || d > 3 || cfg!(any())))); 1 }

#[sbst::instrument]
fn k14(a: &str, b: i32, c: bool) -> u32 { let r = !!(!(a.is_empty() && b > 3 || c && !true) ||
    (!cfg!(all()))); 2 - u32::from(r) }

#[sbst::instrument]
fn k15(a: &str, b: bool, c: &str, d: i32) -> u32 { number(((!(a.is_empty() || (true && false))) ||
    told(b)) && !(c.is_empty() || true && d > 3)) }

#[sbst::instrument]
fn k16(a: i32, b: bool, c: bool, d: bool, e: bool) -> bool { (!(a > 3)) || told(b) || told(c) && d
    && (!cfg!(all()) || (!same(e))) }

#[sbst::instrument]
fn k17(a: bool) -> bool { return !true || a; }

#[sbst::instrument]
fn k18(a: bool) -> u32 { if cfg!(all()) && a { 1 } else { 2 } }

#[sbst::instrument]
fn k19(a: bool, b: bool, c: u8, d: bool) -> u32 { let mut r = 2; if ((told(a)) && (false || true)
    || ((b) || matches!(c, 1 | 2))) && (d || ((true && false))) { r = 1; } r }

#[sbst::instrument]
fn k20(a: i32) -> u32 { while a > 3 && (true && !false) { return 1; } 2 }

#[sbst::instrument]
fn k21(a: bool, b: &str, c: bool, d: bool) -> u32 { match 7_u8 { _ if (false || a || b.is_empty())
    && (same(c) && d) => 1, _ => 2 } }

#[sbst::instrument]
fn k22(a: u8, b: i32, c: i32, d: bool, e: bool) -> u32 { assert!(matches!(a, 1 | 2) || (!true ||
    ((b > 3) && (false || (c > 3 || (d))))) && ((true && false) || same(e)) || !true); 1 }

#[sbst::instrument]
fn k23(a: &str, b: bool, c: bool, d: bool) -> u32 { let r = !false && (!cfg!(any()) ||
    (a.is_empty()) || (cfg!(any()) || (b || c || d))); 2 - u32::from(r) }

#[sbst::instrument]
fn k24(a: &str, b: bool, c: bool, d: bool) -> u32 { number(((true && false) || !(a.is_empty() && b)
    || same(c)) && !(told(d) && !cfg!(any()))) }

#[sbst::instrument]
fn k25(a: u8, b: bool) -> bool { matches!(a, 1 | 2) && same(b) || !true }

#[sbst::instrument]
fn k26(a: &str, b: i32) -> bool { return !a.is_empty() && (!(b > 3) || (false || true)); }

#[sbst::instrument]
fn k27(a: bool, b: bool) -> u32 { if !(a && true || (b)) { 1 } else { 2 } }

#[sbst::instrument]
fn k28(a: bool, b: i32, c: i32, d: &str) -> u32 { let mut r = 2; if a && ((!(b > 3) && c > 3 ||
    false) && d.is_empty()) { r = 1; } r }

#[sbst::instrument]
fn k29(a: bool) -> u32 { while told(a) && true { return 1; } 2 }

#[sbst::instrument]
fn k30(a: bool, b: u8) -> u32 { if (a) || matches!(b, 1 | 2) || (true) { 1 } else { 2 } }

#[sbst::instrument]
fn k31(a: bool, b: bool) -> u32 { match 7_u8 { _ if (told(a) || b) && !cfg!(all()) => 1, _ => 2 } }

#[sbst::instrument]
fn k32(a: u8, b: u8) -> u32 { let r = matches!(a, 1 | 2) && matches!(b, 1 | 2) && (true && false);
    2 - u32::from(r) }

#[sbst::instrument]
fn k33(a: bool, b: i32) -> bool { (a || b > 3) && false }

#[sbst::instrument]
fn k34() -> u32 { if !cfg!(any()) { 1 } else { 2 } }

#[sbst::instrument]
fn k35() -> u32 { while (true && false) { return 1; } 2 }

#[sbst::instrument]
fn k36() -> u32 { match 7_u8 { _ if false => 1, _ => 2 } }

#[sbst::instrument]
fn k37() -> u32 { let r = cfg!(any()); 2 - u32::from(r) }

pub(crate) const CASES: &[Case] = &[
    case!(k00, "if", 2, ["|&a1|b0"], |bit| k00(bit(0), 5 * i32::from(bit(1)))),
    case!(k01, "bare", 1, ["|0a"], |bit| k01(bit(0))),
    case!(k02, "while", 2, ["&&ab1"], |bit| k02(5 * i32::from(bit(0)), bit(1))),
    case!(k03, "guard", 4, ["|&&a|b!|c0d0"], |bit| k03(if bit(0) { "" } else { "x" }, if bit(1) {
        "" } else { "x" }, bit(2), bit(3))),
    case!(k04, "assert", 4, ["!&a|&!b|cd0"], |bit| k04(bit(0), bit(1), if bit(2) { "" } else { "x"
        }, if bit(3) { "" } else { "x" })),
    case!(k05, "let", 4, ["||&a&b!c0d"], |bit| k05(u8::from(bit(0)), bit(1), u8::from(bit(2)),
        bit(3))),
    case!(k06, "argument", 1, ["|a0"], |bit| k06(5 * i32::from(bit(0)))),
    case!(k07, "tail", 2, ["&!|ab1"], |bit| 2 - u32::from(k07(if bit(0) { "" } else { "x" },
        bit(1)))),
    case!(k08, "return", 3, ["|&a0|&b|c10"], |bit| 2 - u32::from(k08(bit(0), bit(1), bit(2)))),
    case!(k09, "if", 5, ["&!&&ab|0c|&1de"], |bit| k09(if bit(0) { "" } else { "x" }, if bit(1) { ""
        } else { "x" }, u8::from(bit(2)), bit(3), 5 * i32::from(bit(4)))),
    case!(k10, "bare", 4, ["&!!|0&|0ab&&c1d"], |bit| k10(u8::from(bit(0)), bit(1), bit(2), if
        bit(3) { "" } else { "x" })),
    case!(k11, "while", 5, ["!&||a!|1b!c|!!!de"], |bit| k11(u8::from(bit(0)), if bit(1) { "" } else
        { "x" }, bit(2), bit(3), bit(4))),
    case!(k12, "guard", 1, ["&!a1"], |bit| k12(bit(0))),
    case!(k13, "assert", 4, ["!&||ab0||cd0"], |bit| k13(u8::from(bit(0)), bit(1), 5 *
        i32::from(bit(2)), 5 * i32::from(bit(3)))),
    case!(k14, "let", 3, ["!!|!|&ab&c00"], |bit| k14(if bit(0) { "" } else { "x" }, 5 *
        i32::from(bit(1)), bit(2))),
    case!(k15, "argument", 4, ["&|!|a0b!|c&1d"], |bit| k15(if bit(0) { "" } else { "x" }, bit(1),
        if bit(2) { "" } else { "x" }, 5 * i32::from(bit(3)))),
    case!(k16, "tail", 5, ["||!ab&&cd|0!e"], |bit| 2 - u32::from(k16(5 * i32::from(bit(0)), bit(1),
        bit(2), bit(3), bit(4)))),
    case!(k17, "return", 1, ["|0a"], |bit| 2 - u32::from(k17(bit(0)))),
    case!(k18, "if", 1, ["&1a"], |bit| k18(bit(0))),
    case!(k19, "bare", 4, ["&|&a1|bc|d0"], |bit| k19(bit(0), bit(1), u8::from(bit(2)), bit(3))),
    case!(k20, "while", 1, ["&a1"], |bit| k20(5 * i32::from(bit(0)))),
    case!(k21, "guard", 4, ["&||0ab&cd"], |bit| k21(bit(0), if bit(1) { "" } else { "x" }, bit(2),
        bit(3))),
    case!(k22, "assert", 5, ["||a&|0&b|0|cd|0e0"], |bit| k22(u8::from(bit(0)), 5 *
        i32::from(bit(1)), 5 * i32::from(bit(2)), bit(3), bit(4))),
    case!(k23, "let", 4, ["&1||1a|0||bcd"], |bit| k23(if bit(0) { "" } else { "x" }, bit(1),
        bit(2), bit(3))),
    case!(k24, "argument", 4, ["&||0!&abc!&d1"], |bit| k24(if bit(0) { "" } else { "x" }, bit(1),
        bit(2), bit(3))),
    case!(k25, "tail", 2, ["|&ab0"], |bit| 2 - u32::from(k25(u8::from(bit(0)), bit(1)))),
    case!(k26, "return", 2, ["&!a|!b1"], |bit| 2 - u32::from(k26(if bit(0) { "" } else { "x" }, 5 *
        i32::from(bit(1))))),
    case!(k27, "if", 2, ["!|&a1b"], |bit| k27(bit(0), bit(1))),
    case!(k28, "bare", 4, ["&a&|&!bc0d"], |bit| k28(bit(0), 5 * i32::from(bit(1)), 5 *
        i32::from(bit(2)), if bit(3) { "" } else { "x" })),
    case!(k29, "while", 1, ["&a1"], |bit| k29(bit(0))),
    case!(k30, "if", 2, ["||ab1"], |bit| k30(bit(0), u8::from(bit(1)))),
    case!(k31, "guard", 2, ["&|ab0"], |bit| k31(bit(0), bit(1))),
    case!(k32, "let", 2, ["&&ab0"], |bit| k32(u8::from(bit(0)), u8::from(bit(1)))),
    case!(k33, "tail", 2, ["&|ab0"], |bit| 2 - u32::from(k33(bit(0), 5 * i32::from(bit(1))))),
    case!(k34, "if", 0, ["1"], |bit| k34()),
    case!(k35, "while", 0, ["0"], |bit| k35()),
    case!(k36, "guard", 0, ["0"], |bit| k36()),
    case!(k37, "let", 0, ["0"], |bit| k37()),
];
