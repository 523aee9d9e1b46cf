//! Arguments of calls: made at random, and changed a little.

use crate::random::Random;
use std::fmt;

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    /// Signed, of 32 bits.
    I32,
    I64,
    F32,
    F64,
    Text,
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Bool(bool),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Text(String),
}

impl fmt::Display for Argument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(out, "{value}"),
            Self::I32(value) => write!(out, "{value}"),
            Self::I64(value) => write!(out, "{value}"),
            Self::F32(value) => write!(out, "{value:?}"),
            Self::F64(value) => write!(out, "{value:?}"),
            Self::Text(value) => write!(out, "{value:?}"),
        }
    }
}

impl Argument {
    /// Small numbers as often as large ones; now and then a special float.
    pub(crate) fn random(kind: Kind, random: &mut Random) -> Self {
        match kind {
            Kind::Bool => Self::Bool(random.below(2) == 0),
            Kind::I32 => Self::I32(integer(random, 32) as i32),
            Kind::I64 => Self::I64(integer(random, 64)),
            Kind::F32 => Self::F32(float(random) as f32),
            Kind::F64 => Self::F64(float(random)),
            Kind::Text => {
                let length = random.below(8);
                Self::Text((0..length).map(|_| letter(random)).collect())
            }
        }
    }

    /// Something else of the same kind, mostly near: a step of some power of two up or down, for
    /// floats among all representable values or by a number; for texts, a letter.
    pub(crate) fn changed(&self, random: &mut Random) -> Self {
        if random.below(8) == 0 {
            return Self::random(self.kind(), random);
        }
        match self {
            Self::Bool(value) => Self::Bool(!value),
            Self::I32(value) => Self::I32(value.wrapping_add(step(random, 31) as i32)),
            Self::I64(value) => Self::I64(value.wrapping_add(step(random, 63))),
            Self::F32(value) if random.below(2) == 0 => Self::F32(f32::from_bits(unordered_32(
                ordered_32(value.to_bits()).wrapping_add(step(random, 31) as i32),
            ))),
            Self::F32(value) => Self::F32(value + step(random, 31) as f32 / 1024.0),
            Self::F64(value) if random.below(2) == 0 => Self::F64(f64::from_bits(unordered_64(
                ordered_64(value.to_bits()).wrapping_add(step(random, 63)),
            ))),
            Self::F64(value) => Self::F64(value + step(random, 63) as f64 / f64::from(1 << 20)),
            Self::Text(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                let at = random.below(letters.len() as u64 + 1) as usize;
                match random.below(4) {
                    0 => letters.insert(at, letter(random)),
                    1 if at < letters.len() => drop(letters.remove(at)),
                    _ if at < letters.len() => {
                        let next = letters[at] as i64 + step(random, 6);
                        letters[at] = u32::try_from(next)
                            .ok()
                            .and_then(char::from_u32)
                            .unwrap_or(letters[at]);
                    }
                    _ => letters.push(letter(random)),
                }
                Self::Text(letters.into_iter().collect())
            }
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Bool(_) => Kind::Bool,
            Self::I32(_) => Kind::I32,
            Self::I64(_) => Kind::I64,
            Self::F32(_) => Kind::F32,
            Self::F64(_) => Kind::F64,
            Self::Text(_) => Kind::Text,
        }
    }
}

/// So many bits at most, each number of bits as likely.
fn integer(random: &mut Random, bits: u64) -> i64 {
    let bits = random.below(bits + 1);
    let value = if bits == 0 { 0 } else { random.bits() >> (64 - bits) };
    let value = value as i64;
    if random.below(2) == 0 { value } else { value.wrapping_neg() }
}

fn float(random: &mut Random) -> f64 {
    match random.below(16) {
        0 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0][random.below(4) as usize],
        1..4 => integer(random, 64) as f64,
        4..8 => integer(random, 10) as f64,
        _ => integer(random, 32) as f64 / f64::from(1 << 16),
    }
}

fn letter(random: &mut Random) -> char {
    char::from(b' ' + random.below(95) as u8)
}

/// Plus or minus a power of two of at most so many bits.
fn step(random: &mut Random, bits: u64) -> i64 {
    let step = 1_i64 << random.below(bits);
    if random.below(2) == 0 { step } else { -step }
}

/// The bits of a float, in the order of the numbers.
fn ordered_64(bits: u64) -> i64 {
    let bits = bits as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

fn unordered_64(order: i64) -> u64 {
    ordered_64(order as u64) as u64
}

fn ordered_32(bits: u32) -> i32 {
    let bits = bits as i32;
    if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits }
}

fn unordered_32(order: i32) -> u32 {
    ordered_32(order as u32) as u32
}

/// A child of a parent: one or more of its arguments are changed.
pub(crate) fn child(parent: &[Argument], random: &mut Random) -> Vec<Argument> {
    let mut arguments = parent.to_vec();
    while !arguments.is_empty() {
        let at = random.below(arguments.len() as u64) as usize;
        arguments[at] = arguments[at].changed(random);
        if random.below(2) == 0 {
            break;
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_floats_is_that_of_their_numbers() {
        let sorted = [
            f64::NEG_INFINITY,
            -1e300,
            -1.0,
            -f64::MIN_POSITIVE,
            -0.0,
            0.0,
            f64::MIN_POSITIVE,
            1.0,
            1e300,
            f64::INFINITY,
        ];
        assert!(
            sorted
                .windows(2)
                .all(|pair| ordered_64(pair[0].to_bits()) <= ordered_64(pair[1].to_bits()))
        );
        for value in sorted {
            assert_eq!(f64::from_bits(unordered_64(ordered_64(value.to_bits()))), value);
            let value = value as f32;
            assert_eq!(f32::from_bits(unordered_32(ordered_32(value.to_bits()))), value);
        }
    }

    #[test]
    fn changes_keep_the_kind_and_reach_everything_near() {
        let mut random = Random(0);
        for kind in [Kind::Bool, Kind::I32, Kind::I64, Kind::F32, Kind::F64, Kind::Text] {
            for _ in 0..1000 {
                let argument = Argument::random(kind, &mut random);
                assert_eq!(argument.changed(&mut random).kind(), kind);
            }
        }
        let next = (0..10_000)
            .any(|_| Argument::F64(1.0).changed(&mut random) == Argument::F64(1.0_f64.next_up()));
        assert!(next, "the neighbour of a float is one step away");
    }
}
