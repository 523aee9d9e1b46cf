//! Decisions within operands of others, and beside others.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::cases::{Case, case, number, same, told};

#[sbst::instrument]
fn n00(a: i32, b: &str, c: i32, d: bool, e: i32, f: i32) -> u32 { if same(!((a > 3 || b.is_empty())
    && c > 3) || !d) || (e > 3 || f > 3) { 1 } else { 2 } }

#[sbst::instrument]
fn n01(a: bool, b: i32, c: bool, d: i32) -> u32 { let mut r = 2; if !(same((told(a) || b > 3) &&
    told(c)) || d > 3) { r = 1; } r }

#[sbst::instrument]
fn n02(a: bool, b: bool, c: i32, d: bool, e: bool, f: bool, g: i32) -> u32 { while !!(a || (b)) &&
    (same(c > 3 && told(d)) || !e) && (f && !(g > 3)) { return 1; } 2 }

#[sbst::instrument]
fn n03(a: bool, b: i32, c: i32, d: bool, e: bool) -> u32 { match 7_u8 { _ if !told(a) && same(!(!(b
    > 3) && (c > 3 && same(d)))) && told(e) => 1, _ => 2 } }

#[sbst::instrument]
fn n04(a: bool, b: u8, c: i32, d: bool, e: i32, f: bool) -> u32 { assert!(same(same(a) ||
    ((!matches!(b, 1 | 2)) || !(c > 3))) || (d || e > 3) || f); 1 }

#[sbst::instrument]
fn n05(a: bool, b: u8, c: u8, d: bool, e: &str) -> u32 { let r = (same(!a || (matches!(b, 1 | 2))
    || (matches!(c, 1 | 2))) || same(d)) && e.is_empty(); 2 - u32::from(r) }

#[sbst::instrument]
fn n06(a: u8, b: bool, c: bool, d: bool, e: u8, f: i32) -> u32 { number(matches!(a, 1 | 2) || (!!b)
    && same((told(c) || d) || (!matches!(e, 1 | 2) || f > 3))) }

#[sbst::instrument]
fn n07(a: bool, b: bool, c: bool, d: i32, e: &str) -> bool { (a && (b)) || (same(c || d > 3) ||
    e.is_empty()) }

#[sbst::instrument]
fn n08(a: u8, b: bool, c: bool, d: i32) -> bool { return (matches!(a, 1 | 2) || !b) && same(!(!(!c
    || d > 3))); }

#[sbst::instrument]
fn n09(a: u8, b: bool, c: bool) -> u32 { if !(matches!(a, 1 | 2) || same(b && same(c))) { 1 } else
    { 2 } }

#[sbst::instrument]
fn n10(a: i32, b: i32, c: bool, d: i32, e: u8, f: bool, g: i32) -> u32 { let mut r = 2; if (a > 3
    || (same((b > 3 || told(c)) && (d > 3 || matches!(e, 1 | 2))) || f)) && (g > 3) { r = 1; } r }

#[sbst::instrument]
fn n11(a: bool, b: i32, c: bool, d: u8, e: bool, f: i32, g: u8) -> u32 { while same(!(a && b > 3))
    && same(c) && ((matches!(d, 1 | 2) || e) && (f > 3 || matches!(g, 1 | 2))) { return 1; } 2 }

#[sbst::instrument]
fn n12(a: bool, b: &str, c: u8, d: bool) -> u32 { match 7_u8 { _ if same(!((told(a) ||
    (b.is_empty())) && matches!(c, 1 | 2))) && d => 1, _ => 2 } }

#[sbst::instrument]
fn n13(a: bool, b: bool, c: bool, d: bool, e: u8, f: bool, g: bool) -> u32 { assert!((!(a) ||
    !told(b)) && c || same(told(d) && (((matches!(e, 1 | 2)) || told(f)) && g))); 1 }

#[sbst::instrument]
fn n14(a: u8, b: u8, c: u8, d: i32, e: bool, f: bool) -> u32 { let r = (matches!(a, 1 | 2) ||
    same(matches!(b, 1 | 2) || (matches!(c, 1 | 2) && !(d > 3))) || e) && f; 2 - u32::from(r) }

#[sbst::instrument]
fn n15(a: bool, b: i32, c: bool, d: i32, e: bool, f: i32, g: bool) -> u32 { number(!!!(same((!a) &&
    b > 3 || !(c)) || (d > 3) && (e && f > 3) && same(g))) }

#[sbst::instrument]
fn n16(a: u8, b: bool, c: bool, d: &str, e: bool, f: &str) -> bool { (!(matches!(a, 1 | 2) && (b &&
    same(!(c && (d.is_empty())))) || (e))) || !f.is_empty() }

#[sbst::instrument]
fn n17(a: bool, b: &str, c: i32, d: bool, e: i32, f: bool) -> bool { return !(same(a &&
    b.is_empty()) || c > 3) && ((told(d)) && (!(e > 3) || !f)); }

#[sbst::instrument]
fn n18(a: bool, b: bool, c: u8, d: bool, e: bool) -> u32 { if !same(!same(a) || (b || matches!(c, 1
    | 2))) && same(d) && !!e { 1 } else { 2 } }

#[sbst::instrument]
fn n19(a: bool, b: bool, c: bool, d: bool) -> u32 { let mut r = 2; if !!(!a && same(b || told(c) &&
    d)) { r = 1; } r }

#[sbst::instrument]
fn n20(a: u8, b: bool, c: bool, d: u8, e: i32, f: bool, g: bool) -> u32 { if matches!(a, 1 | 2) &&
    ((same(b) || (same(c) || matches!(d, 1 | 2))) || e > 3) { if f || g { 1 } else { 2 } } else { 3
    } }

#[sbst::instrument]
fn n21(a: u8, b: bool) -> u32 { if matches!(a, 1 | 2) { 1 } else if b { 2 } else { 3 } }

#[sbst::instrument]
fn n22(a: bool, b: &str, c: &str, d: bool, e: bool, f: bool, g: &str) -> u32 { if (same(a) ||
    b.is_empty()) && c.is_empty() { if d && (e || (f)) && g.is_empty() { 1 } else { 2 } } else { 3
    } }

#[sbst::instrument]
fn n23(a: i32, b: bool, c: bool, d: bool, e: bool, f: bool, g: &str) -> u32 { if a > 3 { 1 } else
    if !(told(b)) && (c || same(d)) && (same(e) || f) || g.is_empty() { 2 } else { 3 } }

#[sbst::instrument]
fn n24(a: bool, b: u8, c: bool, d: i32, e: u8) -> u32 { if same(a) && matches!(b, 1 | 2) { if
    (same(c)) && (d > 3 && matches!(e, 1 | 2)) { 1 } else { 2 } } else { 3 } }

#[sbst::instrument]
fn n25(a: i32, b: &str) -> u32 { if a > 3 { 1 } else if b.is_empty() { 2 } else { 3 } }

#[sbst::instrument]
fn n26(a: &str, b: bool) -> u32 { if !a.is_empty() { if b { 1 } else { 2 } } else { 3 } }

#[sbst::instrument]
fn n27(a: i32, b: bool, c: bool, d: bool, e: bool, f: bool, g: bool) -> u32 { if !(a > 3) && (b ||
    c) || (d) || e { 1 } else if !(told(f) && g) { 2 } else { 3 } }

#[sbst::instrument]
fn n28(a: bool, b: bool, c: u8) -> u32 { if a { if (told(b)) && (matches!(c, 1 | 2)) { 1 } else { 2
    } } else { 3 } }

#[sbst::instrument]
fn n29(a: bool, b: i32, c: &str, d: &str, e: bool) -> u32 { if !(told(a) || (b > 3 && c.is_empty()
    && d.is_empty())) { 1 } else if e { 2 } else { 3 } }

#[sbst::instrument]
fn n30(a: i32, b: bool) -> u32 { if !!(a > 3) { if told(b) { 1 } else { 2 } } else { 3 } }

#[sbst::instrument]
fn n31(a: bool, b: u8, c: u8, d: u8, e: u8) -> u32 { if a && (matches!(b, 1 | 2) && (!(matches!(c,
    1 | 2) && !(matches!(d, 1 | 2))))) { 1 } else if matches!(e, 1 | 2) { 2 } else { 3 } }

#[sbst::instrument]
fn n32(a: i32, b: bool, c: bool, d: bool, e: bool, f: &str) -> u32 { if !(a > 3 || (told(b))) { if
    !(((c) || d) && !(e && f.is_empty())) { 1 } else { 2 } } else { 3 } }

#[sbst::instrument]
fn n33(a: bool, b: bool, c: bool, d: bool, e: bool) -> u32 { if a || (b) || (same(c)) { 1 } else if
    same(d) || same(e) { 2 } else { 3 } }

pub(crate) const CASES: &[Case] = &[
    case!(n00, "if", 6, ["|?|!&|abc!d|ef"], |bit| n00(5 * i32::from(bit(0)), if bit(1) { "" } else
        { "x" }, 5 * i32::from(bit(2)), bit(3), 5 * i32::from(bit(4)), 5 * i32::from(bit(5)))),
    case!(n01, "bare", 4, ["!|?&|abcd"], |bit| n01(bit(0), 5 * i32::from(bit(1)), bit(2), 5 *
        i32::from(bit(3)))),
    case!(n02, "while", 7, ["&&!!|ab|?&cd!e&f!g"], |bit| n02(bit(0), bit(1), 5 * i32::from(bit(2)),
        bit(3), bit(4), bit(5), 5 * i32::from(bit(6)))),
    case!(n03, "guard", 5, ["&&!a?!&!b&cde"], |bit| n03(bit(0), 5 * i32::from(bit(1)), 5 *
        i32::from(bit(2)), bit(3), bit(4))),
    case!(n04, "assert", 6, ["||?|a|!b!c|def"], |bit| n04(bit(0), u8::from(bit(1)), 5 *
        i32::from(bit(2)), bit(3), 5 * i32::from(bit(4)), bit(5))),
    case!(n05, "let", 5, ["&|?||!abcde"], |bit| n05(bit(0), u8::from(bit(1)), u8::from(bit(2)),
        bit(3), if bit(4) { "" } else { "x" })),
    case!(n06, "argument", 6, ["|a&!!b?||cd|!ef"], |bit| n06(u8::from(bit(0)), bit(1), bit(2),
        bit(3), u8::from(bit(4)), 5 * i32::from(bit(5)))),
    case!(n07, "tail", 5, ["|&ab|?|cde"], |bit| 2 - u32::from(n07(bit(0), bit(1), bit(2), 5 *
        i32::from(bit(3)), if bit(4) { "" } else { "x" }))),
    case!(n08, "return", 4, ["&|a!b?!!|!cd"], |bit| 2 - u32::from(n08(u8::from(bit(0)), bit(1),
        bit(2), 5 * i32::from(bit(3))))),
    case!(n09, "if", 3, ["!|a?&bc"], |bit| n09(u8::from(bit(0)), bit(1), bit(2))),
    case!(n10, "bare", 7, ["&|a|?&|bc|defg"], |bit| n10(5 * i32::from(bit(0)), 5 *
        i32::from(bit(1)), bit(2), 5 * i32::from(bit(3)), u8::from(bit(4)), bit(5), 5 *
        i32::from(bit(6)))),
    case!(n11, "while", 7, ["&&?!&abc&|de|fg"], |bit| n11(bit(0), 5 * i32::from(bit(1)), bit(2),
        u8::from(bit(3)), bit(4), 5 * i32::from(bit(5)), u8::from(bit(6)))),
    case!(n12, "guard", 4, ["&?!&|abcd"], |bit| n12(bit(0), if bit(1) { "" } else { "x" },
        u8::from(bit(2)), bit(3))),
    case!(n13, "assert", 7, ["|&|!a!bc?&d&|efg"], |bit| n13(bit(0), bit(1), bit(2), bit(3),
        u8::from(bit(4)), bit(5), bit(6))),
    case!(n14, "let", 6, ["&||a?|b&c!def"], |bit| n14(u8::from(bit(0)), u8::from(bit(1)),
        u8::from(bit(2)), 5 * i32::from(bit(3)), bit(4), bit(5))),
    case!(n15, "argument", 7, ["!!!|?|&!ab!c&&d&efg"], |bit| n15(bit(0), 5 * i32::from(bit(1)),
        bit(2), 5 * i32::from(bit(3)), bit(4), 5 * i32::from(bit(5)), bit(6))),
    case!(n16, "tail", 6, ["|!|&a&b?!&cde!f"], |bit| 2 - u32::from(n16(u8::from(bit(0)), bit(1),
        bit(2), if bit(3) { "" } else { "x" }, bit(4), if bit(5) { "" } else { "x" }))),
    case!(n17, "return", 6, ["&!|?&abc&d|!e!f"], |bit| 2 - u32::from(n17(bit(0), if bit(1) { "" }
        else { "x" }, 5 * i32::from(bit(2)), bit(3), 5 * i32::from(bit(4)), bit(5)))),
    case!(n18, "if", 5, ["&&!?|!a|bcd!!e"], |bit| n18(bit(0), bit(1), u8::from(bit(2)), bit(3),
        bit(4))),
    case!(n19, "bare", 4, ["!!&!a?|b&cd"], |bit| n19(bit(0), bit(1), bit(2), bit(3))),
    case!(n20, "then", 7, ["&a||b|cde", "|fg"], |bit| n20(u8::from(bit(0)), bit(1), bit(2),
        u8::from(bit(3)), 5 * i32::from(bit(4)), bit(5), bit(6))),
    case!(n21, "else", 2, ["a", "b"], |bit| n21(u8::from(bit(0)), bit(1))),
    case!(n22, "then", 7, ["&|abc", "&&d|efg"], |bit| n22(bit(0), if bit(1) { "" } else { "x" }, if
        bit(2) { "" } else { "x" }, bit(3), bit(4), bit(5), if bit(6) { "" } else { "x" })),
    case!(n23, "else", 7, ["a", "|&&!b|cd|efg"], |bit| n23(5 * i32::from(bit(0)), bit(1), bit(2),
        bit(3), bit(4), bit(5), if bit(6) { "" } else { "x" })),
    case!(n24, "then", 5, ["&ab", "&c&de"], |bit| n24(bit(0), u8::from(bit(1)), bit(2), 5 *
        i32::from(bit(3)), u8::from(bit(4)))),
    case!(n25, "else", 2, ["a", "b"], |bit| n25(5 * i32::from(bit(0)), if bit(1) { "" } else { "x"
        })),
    case!(n26, "then", 2, ["!a", "b"], |bit| n26(if bit(0) { "" } else { "x" }, bit(1))),
    case!(n27, "else", 7, ["||&!a|bcde", "!&fg"], |bit| n27(5 * i32::from(bit(0)), bit(1), bit(2),
        bit(3), bit(4), bit(5), bit(6))),
    case!(n28, "then", 3, ["a", "&bc"], |bit| n28(bit(0), bit(1), u8::from(bit(2)))),
    case!(n29, "else", 5, ["!|a&&bcd", "e"], |bit| n29(bit(0), 5 * i32::from(bit(1)), if bit(2) {
        "" } else { "x" }, if bit(3) { "" } else { "x" }, bit(4))),
    case!(n30, "then", 2, ["!!a", "b"], |bit| n30(5 * i32::from(bit(0)), bit(1))),
    case!(n31, "else", 5, ["&a&b!&c!d", "e"], |bit| n31(bit(0), u8::from(bit(1)), u8::from(bit(2)),
        u8::from(bit(3)), u8::from(bit(4)))),
    case!(n32, "then", 6, ["!|ab", "!&|cd!&ef"], |bit| n32(5 * i32::from(bit(0)), bit(1), bit(2),
        bit(3), bit(4), if bit(5) { "" } else { "x" })),
    case!(n33, "else", 5, ["||abc", "|de"], |bit| n33(bit(0), bit(1), bit(2), bit(3), bit(4))),
];
