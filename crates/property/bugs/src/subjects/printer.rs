//! Formulas that are printed with as few parentheses as possible: a difference loses those that it
//! needs on its right.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Printer;

#[derive(Clone, Debug)]
enum Formula {
    Number(i64),
    Binary(char, Box<[Formula; 2]>),
}

/// Returns how strongly an operator binds.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn strength(operator: char) -> u8 {
    if operator == '*' { 2 } else { 1 }
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn print(formula: &Formula) -> String {
    match formula {
        Formula::Number(number) => number.to_string(),
        Formula::Binary(operator, sides) => {
            let side = |side: &Formula| {
                let text = print(side);
                match side {
                    // The bug: on the right of a difference the same strength needs them, too.
                    Formula::Binary(inner, _) if strength(*inner) < strength(*operator) => {
                        format!("({text})")
                    }
                    _ => text,
                }
            };
            format!("{}{operator}{}", side(&sides[0]), side(&sides[1]))
        }
    }
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn value(formula: &Formula) -> i64 {
    match formula {
        Formula::Number(number) => *number,
        Formula::Binary(operator, sides) => apply(*operator, value(&sides[0]), value(&sides[1])),
    }
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn apply(operator: char, a: i64, b: i64) -> i64 {
    match operator {
        '+' => a.wrapping_add(b),
        '-' => a.wrapping_sub(b),
        _ => a.wrapping_mul(b),
    }
}

/// Computes a printed formula from the given place on, as long as operators bind more strongly than
/// `outer`.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn compute(text: &[u8], at: &mut usize, outer: u8) -> i64 {
    let mut sum = 0_i64;
    if text[*at] == b'(' {
        *at += 1;
        sum = compute(text, at, 0);
        *at += 1;
    } else {
        while *at < text.len() && text[*at].is_ascii_digit() {
            sum = 10 * sum + i64::from(text[*at] - b'0');
            *at += 1;
        }
    }
    while *at < text.len() && text[*at] != b')' && strength(char::from(text[*at])) > outer {
        let operator = char::from(text[*at]);
        *at += 1;
        sum = apply(operator, sum, compute(text, at, strength(operator)));
    }
    sum
}

/// Makes a formula as a pocket calculator with a stack does: an even token is a number, an odd one
/// an operator, if there are two operands.
fn formula(tokens: &[u8]) -> Option<Formula> {
    let mut stack = Vec::new();
    for token in tokens {
        if token % 2 == 1 && stack.len() >= 2 {
            let sides = [stack.remove(stack.len() - 2), stack.remove(stack.len() - 1)];
            stack.push(Formula::Binary(
                ['+', '-', '*'][usize::from(token / 2 % 3)],
                Box::new(sides),
            ));
        } else {
            stack.push(Formula::Number(i64::from(*token)));
        }
    }
    stack.pop()
}

impl Subject for Printer {
    const NAME: &'static str = "printer";
    const FILE: &'static str = file!();
    type Input = Vec<u8>;

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        use proptest::prelude::*;
        prop::collection::vec(any::<u8>(), 0..16)
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        tc.draw(gs::vecs(gs::integers::<u8>()).max_size(15))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        (0..bytes.int_in_range(0..=15)?).map(|_| bytes.arbitrary()).collect()
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check(tokens: &Self::Input) {
        let Some(formula) = formula(tokens) else { return };
        let text = print(&formula);
        assert_eq!(compute(text.as_bytes(), &mut 0, 0), value(&formula), "{text}");
    }
}
