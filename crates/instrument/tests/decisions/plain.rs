//! Conditions of one to eight operands in every context.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::cases::{Case, case, number, same, told};

#[sbst::instrument]
fn p00(a: &str, b: bool) -> u32 { if a.is_empty() && !b { 1 } else { 2 } }

#[sbst::instrument]
fn p01(a: bool, b: bool) -> u32 { let mut r = 2; if !same(a) || b { r = 1; } r }

#[sbst::instrument]
fn p02(a: bool, b: i32) -> u32 { while told(a) && b > 3 { return 1; } 2 }

#[sbst::instrument]
fn p03(a: bool, b: bool) -> u32 { match 7_u8 { _ if a && !b => 1, _ => 2 } }

#[sbst::instrument]
fn p04(a: bool, b: bool) -> u32 { assert!(a || b); 1 }

#[sbst::instrument]
fn p05(a: u8, b: bool) -> u32 { let r = !(matches!(a, 1 | 2) || told(b)); 2 - u32::from(r) }

#[sbst::instrument]
fn p06(a: i32, b: bool) -> u32 { number((a > 3) && b) }

#[sbst::instrument]
fn p07(a: i32, b: u8) -> bool { a > 3 || matches!(b, 1 | 2) }

#[sbst::instrument]
fn p08(a: bool, b: bool) -> bool { return !same(a) || b; }

#[sbst::instrument]
fn p09(a: bool, b: bool) -> u32 { if a && !(same(b) || !a) { 1 } else { 2 } }

#[sbst::instrument]
fn p10(a: bool, b: &str, c: bool) -> u32 { let mut r = 2; if a || (!!b.is_empty() || c) { r = 1; }
    r }

#[sbst::instrument]
fn p11(a: bool, b: bool, c: bool) -> u32 { while told(a) || same(b) || c { return 1; } 2 }

#[sbst::instrument]
fn p12(a: i32, b: bool) -> u32 { match 7_u8 { _ if ((a > 3) || b) && a > 3 => 1, _ => 2 } }

#[sbst::instrument]
fn p13(a: u8, b: &str, c: bool) -> u32 { assert!(matches!(a, 1 | 2) && !b.is_empty() || c); 1 }

#[sbst::instrument]
fn p14(a: &str, b: bool, c: bool) -> u32 { let r = (!a.is_empty()) && (b || (told(c))); 2 -
    u32::from(r) }

#[sbst::instrument]
fn p15(a: bool, b: bool, c: bool) -> u32 { number((a || b) && !c) }

#[sbst::instrument]
fn p16(a: bool, b: bool, c: u8) -> bool { !((!(a || b)) && matches!(c, 1 | 2)) }

#[sbst::instrument]
fn p17(a: bool, b: u8, c: u8) -> bool { return a || (matches!(b, 1 | 2)) || matches!(c, 1 | 2); }

#[sbst::instrument]
fn p18(a: i32) -> u32 { if a > 3 { 1 } else { 2 } }

#[sbst::instrument]
fn p19(a: bool) -> u32 { let mut r = 2; if told(a) { r = 1; } r }

#[sbst::instrument]
fn p20(a: bool) -> u32 { while same(a) { return 1; } 2 }

#[sbst::instrument]
fn p21(a: i32) -> u32 { match 7_u8 { _ if !(a > 3) => 1, _ => 2 } }

#[sbst::instrument]
fn p22(a: bool) -> u32 { assert!(same(a)); 1 }

#[sbst::instrument]
fn p23(a: bool) -> u32 { let r = same(a); 2 - u32::from(r) }

#[sbst::instrument]
fn p24(a: bool) -> u32 { number(a) }

#[sbst::instrument]
fn p25(a: bool) -> bool { a }

#[sbst::instrument]
fn p26(a: i32) -> bool { return a > 3; }

#[sbst::instrument]
fn p27(a: i32, b: bool, c: bool, d: i32) -> u32 { if !(a > 3 || (told(b) && (c && d > 3))) { 1 }
    else { 2 } }

#[sbst::instrument]
fn p28(a: u8, b: i32, c: i32, d: bool) -> u32 { let mut r = 2; if (matches!(a, 1 | 2)) || !(b > 3)
    || !(c > 3) || d { r = 1; } r }

#[sbst::instrument]
fn p29(a: bool, b: i32, c: &str, d: bool) -> u32 { while !(a || b > 3) && (c.is_empty() || d) {
    return 1; } 2 }

#[sbst::instrument]
fn p30(a: &str, b: bool, c: u8, d: bool) -> u32 { match 7_u8 { _ if !((a.is_empty()) || b &&
    matches!(c, 1 | 2)) || told(d) => 1, _ => 2 } }

#[sbst::instrument]
fn p31(a: &str, b: i32, c: u8, d: bool) -> u32 { assert!(!(a.is_empty() || !(b > 3)) ||
    (matches!(c, 1 | 2) || d)); 1 }

#[sbst::instrument]
fn p32(a: &str, b: bool, c: bool) -> u32 { let r = (!a.is_empty() || (b)) && (c || c); 2 -
    u32::from(r) }

#[sbst::instrument]
fn p33(a: bool, b: u8, c: i32, d: i32) -> u32 { number(same(a) && (matches!(b, 1 | 2) && c > 3) ||
    d > 3) }

#[sbst::instrument]
fn p34(a: i32, b: bool, c: bool, d: i32) -> bool { !(a > 3) && (!b || (!(c) || d > 3)) }

#[sbst::instrument]
fn p35(a: bool, b: bool, c: bool, d: bool) -> bool { return same(a) && (b) && (c || d); }

#[sbst::instrument]
fn p36(a: u8, b: bool, c: bool, d: bool, e: bool) -> u32 { if !(!(matches!(a, 1 | 2) && b && (c))
    && same(d) && !e) { 1 } else { 2 } }

#[sbst::instrument]
fn p37(a: bool, b: bool, c: bool, d: u8, e: i32) -> u32 { let mut r = 2; if (a || b) && (same(c))
    || (matches!(d, 1 | 2) || !(e > 3)) { r = 1; } r }

#[sbst::instrument]
fn p38(a: u8, b: bool, c: i32, d: i32, e: &str) -> u32 { while (matches!(a, 1 | 2) || told(b)) || c
    > 3 || (d > 3) || e.is_empty() { return 1; } 2 }

#[sbst::instrument]
fn p39(a: bool, b: &str, c: bool, d: bool, e: bool) -> u32 { match 7_u8 { _ if (a) && b.is_empty()
    && c && !(told(d) && !told(e)) => 1, _ => 2 } }

#[sbst::instrument]
fn p40(a: i32, b: bool, c: bool, d: bool, e: bool) -> u32 { assert!(!!(a > 3) || !(b) ||
    !(!((same(c)) || (d)) || e)); 1 }

#[sbst::instrument]
fn p41(a: u8, b: bool, c: i32, d: &str, e: &str) -> u32 { let r = (!!!matches!(a, 1 | 2) || (b) &&
    (c > 3 && d.is_empty())) && e.is_empty(); 2 - u32::from(r) }

#[sbst::instrument]
fn p42(a: bool, b: bool, c: bool, d: bool, e: i32) -> u32 { number(told(a) && told(b) &&
    (!!!same(c) && d) && e > 3) }

#[sbst::instrument]
fn p43(a: i32, b: bool, c: i32, d: bool, e: bool) -> bool { a > 3 && (b || c > 3) || (same(d) || e)
    }

#[sbst::instrument]
fn p44(a: bool, b: i32, c: bool, d: bool, e: i32) -> bool { return a || b > 3 || (told(c) &&
    same(d) || (e > 3)); }

#[sbst::instrument]
fn p45(a: &str, b: bool, c: bool, d: &str, e: i32) -> u32 { if !((a.is_empty() && b || !c ||
    !(!d.is_empty() || (e > 3))) && c) { 1 } else { 2 } }

#[sbst::instrument]
fn p46(a: bool, b: bool, c: &str, d: &str, e: bool, f: bool, g: bool) -> u32 { let mut r = 2; if
    ((same(a)) || told(b)) && (!(!!!c.is_empty() && d.is_empty()) && e && (f && !(g))) { r = 1; } r
    }

#[sbst::instrument]
fn p47(a: u8, b: bool, c: bool, d: &str, e: &str, f: &str, g: bool) -> u32 { while (matches!(a, 1 |
    2) || same(b)) && !same(c) && ((d.is_empty() || (e.is_empty())) && f.is_empty() || told(g)) &&
    (e.is_empty()) { return 1; } 2 }

#[sbst::instrument]
fn p48(a: bool, b: bool, c: u8, d: i32, e: bool) -> u32 { match 7_u8 { _ if (a) || (b ||
    matches!(c, 1 | 2)) || d > 3 && (matches!(c, 1 | 2) && (e)) => 1, _ => 2 } }

#[sbst::instrument]
fn p49(a: bool, b: bool, c: bool, d: &str, e: u8, f: &str, g: i32) -> u32 { assert!(same(a) ||
    ((same(b) || c) && (d.is_empty()) || ((matches!(e, 1 | 2)) || (f.is_empty() || (g > 3))))); 1 }

#[sbst::instrument]
fn p50(a: u8, b: bool, c: i32, d: i32, e: bool, f: i32, g: &str, h: bool) -> u32 { let r =
    (matches!(a, 1 | 2)) && b || (c > 3 || ((d > 3 || same(e)) && (!(f > 3)) || (g.is_empty()))) ||
    h; 2 - u32::from(r) }

#[sbst::instrument]
fn p51(a: bool, b: i32, c: bool, d: bool, e: i32, f: i32) -> u32 { number(a || !(b > 3 &&
    !(told(c)) && (d || (!!(e > 3)))) || (f > 3)) }

#[sbst::instrument]
fn p52(a: bool, b: bool, c: i32, d: bool, e: i32, f: i32, g: bool) -> bool { a && ((b && c > 3) ||
    (!d || !(e > 3 || (f > 3)) && g)) }

#[sbst::instrument]
fn p53(a: bool, b: bool, c: u8, d: i32, e: bool, f: bool) -> bool { return !(!!(a && b ||
    matches!(c, 1 | 2) && !(d > 3) || !!(e && (d > 3 && b))) && f); }

pub(crate) const CASES: &[Case] = &[
    case!(p00, "if", 2, ["&a!b"], |bit| p00(if bit(0) { "" } else { "x" }, bit(1))),
    case!(p01, "bare", 2, ["|!ab"], |bit| p01(bit(0), bit(1))),
    case!(p02, "while", 2, ["&ab"], |bit| p02(bit(0), 5 * i32::from(bit(1)))),
    case!(p03, "guard", 2, ["&a!b"], |bit| p03(bit(0), bit(1))),
    case!(p04, "assert", 2, ["|ab"], |bit| p04(bit(0), bit(1))),
    case!(p05, "let", 2, ["!|ab"], |bit| p05(u8::from(bit(0)), bit(1))),
    case!(p06, "argument", 2, ["&ab"], |bit| p06(5 * i32::from(bit(0)), bit(1))),
    case!(p07, "tail", 2, ["|ab"], |bit| 2 - u32::from(p07(5 * i32::from(bit(0)),
        u8::from(bit(1))))),
    case!(p08, "return", 2, ["|!ab"], |bit| 2 - u32::from(p08(bit(0), bit(1)))),
    case!(p09, "if", 2, ["&a!|b!a"], |bit| p09(bit(0), bit(1))),
    case!(p10, "bare", 3, ["|a|!!bc"], |bit| p10(bit(0), if bit(1) { "" } else { "x" }, bit(2))),
    case!(p11, "while", 3, ["||abc"], |bit| p11(bit(0), bit(1), bit(2))),
    case!(p12, "guard", 2, ["&|aba"], |bit| p12(5 * i32::from(bit(0)), bit(1))),
    case!(p13, "assert", 3, ["|&a!bc"], |bit| p13(u8::from(bit(0)), if bit(1) { "" } else { "x" },
        bit(2))),
    case!(p14, "let", 3, ["&!a|bc"], |bit| p14(if bit(0) { "" } else { "x" }, bit(1), bit(2))),
    case!(p15, "argument", 3, ["&|ab!c"], |bit| p15(bit(0), bit(1), bit(2))),
    case!(p16, "tail", 3, ["!&!|abc"], |bit| 2 - u32::from(p16(bit(0), bit(1), u8::from(bit(2))))),
    case!(p17, "return", 3, ["||abc"], |bit| 2 - u32::from(p17(bit(0), u8::from(bit(1)),
        u8::from(bit(2))))),
    case!(p18, "if", 1, ["a"], |bit| p18(5 * i32::from(bit(0)))),
    case!(p19, "bare", 1, ["a"], |bit| p19(bit(0))),
    case!(p20, "while", 1, ["a"], |bit| p20(bit(0))),
    case!(p21, "guard", 1, ["!a"], |bit| p21(5 * i32::from(bit(0)))),
    case!(p22, "assert", 1, ["a"], |bit| p22(bit(0))),
    case!(p23, "let", 1, ["a"], |bit| p23(bit(0))),
    case!(p24, "argument", 1, ["a"], |bit| p24(bit(0))),
    case!(p25, "tail", 1, ["a"], |bit| 2 - u32::from(p25(bit(0)))),
    case!(p26, "return", 1, ["a"], |bit| 2 - u32::from(p26(5 * i32::from(bit(0))))),
    case!(p27, "if", 4, ["!|a&b&cd"], |bit| p27(5 * i32::from(bit(0)), bit(1), bit(2), 5 *
        i32::from(bit(3)))),
    case!(p28, "bare", 4, ["|||a!b!cd"], |bit| p28(u8::from(bit(0)), 5 * i32::from(bit(1)), 5 *
        i32::from(bit(2)), bit(3))),
    case!(p29, "while", 4, ["&!|ab|cd"], |bit| p29(bit(0), 5 * i32::from(bit(1)), if bit(2) { "" }
        else { "x" }, bit(3))),
    case!(p30, "guard", 4, ["|!|a&bcd"], |bit| p30(if bit(0) { "" } else { "x" }, bit(1),
        u8::from(bit(2)), bit(3))),
    case!(p31, "assert", 4, ["|!|a!b|cd"], |bit| p31(if bit(0) { "" } else { "x" }, 5 *
        i32::from(bit(1)), u8::from(bit(2)), bit(3))),
    case!(p32, "let", 3, ["&|!ab|cc"], |bit| p32(if bit(0) { "" } else { "x" }, bit(1), bit(2))),
    case!(p33, "argument", 4, ["|&a&bcd"], |bit| p33(bit(0), u8::from(bit(1)), 5 *
        i32::from(bit(2)), 5 * i32::from(bit(3)))),
    case!(p34, "tail", 4, ["&!a|!b|!cd"], |bit| 2 - u32::from(p34(5 * i32::from(bit(0)), bit(1),
        bit(2), 5 * i32::from(bit(3))))),
    case!(p35, "return", 4, ["&&ab|cd"], |bit| 2 - u32::from(p35(bit(0), bit(1), bit(2), bit(3)))),
    case!(p36, "if", 5, ["!&&!&&abcd!e"], |bit| p36(u8::from(bit(0)), bit(1), bit(2), bit(3),
        bit(4))),
    case!(p37, "bare", 5, ["|&|abc|d!e"], |bit| p37(bit(0), bit(1), bit(2), u8::from(bit(3)), 5 *
        i32::from(bit(4)))),
    case!(p38, "while", 5, ["||||abcde"], |bit| p38(u8::from(bit(0)), bit(1), 5 *
        i32::from(bit(2)), 5 * i32::from(bit(3)), if bit(4) { "" } else { "x" })),
    case!(p39, "guard", 5, ["&&&abc!&d!e"], |bit| p39(bit(0), if bit(1) { "" } else { "x" },
        bit(2), bit(3), bit(4))),
    case!(p40, "assert", 5, ["||!!a!b!|!|cde"], |bit| p40(5 * i32::from(bit(0)), bit(1), bit(2),
        bit(3), bit(4))),
    case!(p41, "let", 5, ["&|!!!a&b&cde"], |bit| p41(u8::from(bit(0)), bit(1), 5 *
        i32::from(bit(2)), if bit(3) { "" } else { "x" }, if bit(4) { "" } else { "x" })),
    case!(p42, "argument", 5, ["&&&ab&!!!cde"], |bit| p42(bit(0), bit(1), bit(2), bit(3), 5 *
        i32::from(bit(4)))),
    case!(p43, "tail", 5, ["|&a|bc|de"], |bit| 2 - u32::from(p43(5 * i32::from(bit(0)), bit(1), 5 *
        i32::from(bit(2)), bit(3), bit(4)))),
    case!(p44, "return", 5, ["||ab|&cde"], |bit| 2 - u32::from(p44(bit(0), 5 * i32::from(bit(1)),
        bit(2), bit(3), 5 * i32::from(bit(4))))),
    case!(p45, "if", 5, ["!&||&ab!c!|!dec"], |bit| p45(if bit(0) { "" } else { "x" }, bit(1),
        bit(2), if bit(3) { "" } else { "x" }, 5 * i32::from(bit(4)))),
    case!(p46, "bare", 7, ["&|ab&&!&!!!cde&f!g"], |bit| p46(bit(0), bit(1), if bit(2) { "" } else {
        "x" }, if bit(3) { "" } else { "x" }, bit(4), bit(5), bit(6))),
    case!(p47, "while", 7, ["&&&|ab!c|&|defge"], |bit| p47(u8::from(bit(0)), bit(1), bit(2), if
        bit(3) { "" } else { "x" }, if bit(4) { "" } else { "x" }, if bit(5) { "" } else { "x" },
        bit(6))),
    case!(p48, "guard", 5, ["||a|bc&d&ce"], |bit| p48(bit(0), bit(1), u8::from(bit(2)), 5 *
        i32::from(bit(3)), bit(4))),
    case!(p49, "assert", 7, ["|a|&|bcd|e|fg"], |bit| p49(bit(0), bit(1), bit(2), if bit(3) { "" }
        else { "x" }, u8::from(bit(4)), if bit(5) { "" } else { "x" }, 5 * i32::from(bit(6)))),
    case!(p50, "let", 8, ["||&ab|c|&|de!fgh"], |bit| p50(u8::from(bit(0)), bit(1), 5 *
        i32::from(bit(2)), 5 * i32::from(bit(3)), bit(4), 5 * i32::from(bit(5)), if bit(6) { "" }
        else { "x" }, bit(7))),
    case!(p51, "argument", 6, ["||a!&&b!c|d!!ef"], |bit| p51(bit(0), 5 * i32::from(bit(1)), bit(2),
        bit(3), 5 * i32::from(bit(4)), 5 * i32::from(bit(5)))),
    case!(p52, "tail", 7, ["&a|&bc|!d&!|efg"], |bit| 2 - u32::from(p52(bit(0), bit(1), 5 *
        i32::from(bit(2)), bit(3), 5 * i32::from(bit(4)), 5 * i32::from(bit(5)), bit(6)))),
    case!(p53, "return", 6, ["!&!!||&ab&c!d!!&e&dbf"], |bit| 2 - u32::from(p53(bit(0), bit(1),
        u8::from(bit(2)), 5 * i32::from(bit(3)), bit(4), bit(5)))),
];
