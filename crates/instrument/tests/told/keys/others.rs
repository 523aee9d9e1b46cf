//! Matches by characters, and by `bool`.
//!
//! Written by `generate.py`. Do not change it by hand.

use super::random::{Argument, Case, case, function, twice};
use sbst::distance::SwitchKey;

twice! {
fn char_0(n: char, g: u8) -> usize {
    let arm = match n {
        m @ (..'\u{5e}' | '\u{10ffff}'..) =>
            0,
        '\u{77}'..'\u{51d73}' =>
            1,
        '\u{62}'..'\u{23c4}' | '\u{e7779}'.. | '\u{7c}'..='\u{a21ba}' =>
            2,
        _ =>
            3,
    };
    arm
}
fn char_1(n: char, g: u8) -> usize {
    match n {
        '\u{31}' | '\u{30}'..='\u{79}' | '\u{1}' if g & 4 > 0 => {
            0
        }
        m @ ('\u{0}'..='\u{d7fc}' | '\u{2d}'..'\u{33}') => {
            1
        }
        '\u{7d}'..'\u{d7fe}' | '\u{ef97c}' | '\u{62}'..'\u{77e6c}' => {
            2
        }
        '\u{50b17}' | '\u{64}'..'\u{d7ff}' | '\u{e002}' if g & 2 > 0 => {
            3
        }
        _ => {
            4
        }
    }
}
fn char_2(n: char, g: u8) -> usize {
    match n {
        ..='\u{7a}' | '\u{79}'..='\u{d7fc}' =>
            0,
        m @ ('\u{78}'..='\u{d7fc}' | '\u{25f38}'.. | '\u{5e}') =>
            1,
        _ =>
            2,
    }
}
fn char_3(n: char, g: u8) -> usize {
    let arm = match n {
        '\u{d7fe}'.. | '\u{7b}'.. if g & 4 > 0 =>
            0,
        other =>
            1,
    };
    arm
}
fn char_4(n: char, g: u8) -> usize {
    match n {
        '\u{32}'..='\u{985b1}' | '\u{e003}' | '\u{10fffd}'.. =>
            0,
        ..='\u{64}' | '\u{5e}'..='\u{7d}' =>
            1,
        '\u{0}'..='\u{10ffff}' =>
            2,
    }
}
fn char_5(n: char, g: u8) -> usize {
    const C0: char = '\u{2}';
    let arm = match n {
        ..'\u{77}' =>
            0,
        '\u{d7fc}'..='\u{d7fd}' | '\u{78}'..='\u{10fffe}' | C0 =>
            1,
        ..='\u{30}' | '\u{13095}' | ..='\u{e002}' if g & 4 > 0 =>
            2,
        '\u{78}'..'\u{7a}' | '\u{904f1}' if g & 4 > 0 =>
            3,
        other =>
            4,
    };
    arm
}
fn bool_0(n: bool, g: u8) -> usize {
    let arm = match n {
        false | true | false =>
            0,
        m @ (false | false) =>
            1,
        other =>
            2,
    };
    arm
}
fn bool_1(n: bool, g: u8) -> usize {
    match n {
        false | false | false =>
            0,
        other =>
            1,
    }
}
fn bool_2(n: bool, g: u8) -> usize {
    match n {
        m @ (false | false) =>
            0,
        false | false | false =>
            1,
        _ =>
            2,
    }
}
fn bool_3(n: bool, g: u8) -> usize {
    match n {
        false | false | false =>
            0,
        false | false =>
            1,
        _ =>
            2,
    }
}
}

pub(super) const CASES: &[Case] = &[
    case!(char_0, char, [12, 14, 16, 18], Some(3), true, false, u32[
        0, 93, 98, 119, 124, 9155, 335218, 663994, 948089, 1114111,
    ]),
    case!(char_1, char, [25, 28, 31, 34, 37], Some(4), true, true, u32[
        0, 1, 45, 48, 49, 50, 98, 100, 121, 125, 55292, 55293, 55294, 57346, 330519, 491115,
        981372, 1114111,
    ]),
    case!(char_2, char, [44, 46, 48], Some(2), true, false, u32[
        0, 94, 120, 121, 122, 55292, 155448, 1114111,
    ]),
    case!(char_3, char, [54, 56], Some(1), true, true, u32[
        0, 123, 55294, 1114111,
    ]),
    case!(char_4, char, [63, 65, 67], None, true, false, u32[
        0, 50, 94, 100, 125, 57347, 624049, 1114109, 1114111,
    ]),
    case!(char_5, char, [74, 76, 78, 80, 82], Some(4), false, true, u32[
        0, 2, 48, 118, 120, 121, 55292, 55293, 57346, 77973, 591089, 1114110, 1114111,
    ]),
    case!(bool_0, bool, [89, 91, 93], Some(2), true, false, u8[
        0, 1,
    ]),
    case!(bool_1, bool, [100, 102], Some(1), true, false, u8[
        0, 1,
    ]),
    case!(bool_2, bool, [108, 110, 112], Some(2), true, false, u8[
        0, 1,
    ]),
    case!(bool_3, bool, [118, 120, 122], Some(2), true, false, u8[
        0, 1,
    ]),
];
