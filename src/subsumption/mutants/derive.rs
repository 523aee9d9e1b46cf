//! Which mutants of one operator subsume which, derived at build time from the definition: all operands of a few bits are tried, and a
//! mutant subsumes another one if no operands infect it alone. More bits change nothing: the tests of the crate show it by enumeration and
//! samples, and for shifts by algebra.

use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift};
use core::cmp::Ordering;

/// Row for the mutants of one operator, as bits by their places in the list of the operator.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// Those that some operands infect.
    possible: u8,
    /// For each of them, those that are infected wherever it is.
    subsumes: [u8; 8],
}

impl Row {
    /// Places for mutants; operators with fewer have none in the last ones.
    pub(super) const MUTANTS: u32 = 8;

    const NOTHING_SEEN: Self = Self { possible: 0, subsumes: [u8::MAX; 8] };

    /// Returns `true` if some operands infect the mutant.
    pub(super) const fn has(&self, mutant: u32) -> bool {
        self.possible >> mutant & 1 == 1
    }

    /// Returns `true` if some operands infect the one mutant, and all of these the other one.
    pub(super) const fn subsumes(&self, this: u32, that: u32) -> bool {
        self.has(this) && self.subsumes[this as usize] >> that & 1 == 1
    }

    /// With operands that infect these mutants.
    const fn seen(mut self, infected: u8) -> Self {
        self.possible |= infected;
        let mut mutant = 0;
        while mutant < 8 {
            if infected >> mutant & 1 == 1 {
                self.subsumes[mutant] &= infected;
            }
            mutant += 1;
        }
        self
    }

    /// Adds operands on which the operators of the list have these results.
    const fn see<const N: usize>(rows: &mut [Self; N], results: [i32; N]) {
        let mut original = 0;
        while original < N {
            let (mut infected, mut mutant) = (0, 0);
            while mutant < N {
                infected |= ((results[mutant] != results[original]) as u8) << mutant;
                mutant += 1;
            }
            rows[original] = rows[original].seen(infected);
            original += 1;
        }
    }
}

/// The result of a computation that throws; no number of a few bits.
const THROWS: i32 = i32::MIN;

/// As many bits have the integers that are tried.
const BITS: u32 = 6;
const LEAST: i32 = -(1 << (BITS - 1));
const GREATEST: i32 = (1 << (BITS - 1)) - 1;

/// Computes a row for each original relation, for each of the orders that operands may have.
pub(super) const fn relations(orders: &[Option<Ordering>]) -> [Row; 8] {
    let mut rows = [Row::NOTHING_SEEN; 8];
    let mut order = 0;
    while order < orders.len() {
        let (mut results, mut relation) = ([0; 8], 0);
        while relation < 8 {
            results[relation] = Relation::ALL[relation].holds(orders[order]) as i32;
            relation += 1;
        }
        Row::see(&mut rows, results);
        order += 1;
    }
    rows
}

/// Range of integers, and the meaning of a result outside it.
#[derive(Clone, Copy)]
pub(super) struct Integers {
    least_operand: i32,
    least: i32,
    greatest: i32,
    wraps: bool,
}

impl Integers {
    pub(super) const WRAPPING: Self = Self { wraps: true, ..Self::CHECKED };
    pub(super) const CHECKED: Self = Self { least_operand: LEAST, least: LEAST, greatest: GREATEST, wraps: false };
    pub(super) const UNSIGNED: Self = Self { least_operand: 0, least: 0, greatest: (1 << BITS) - 1, wraps: false };
    pub(super) const POSITIVE: Self = Self { least_operand: 1, ..Self::CHECKED };

    const fn compute(self, a: i32, b: i32, operator: Arithmetic) -> i32 {
        let exact = match operator {
            Arithmetic::Add => a + b,
            Arithmetic::Subtract => a - b,
            Arithmetic::Multiply => a * b,
            Arithmetic::Divide | Arithmetic::Remainder if b == 0 => return THROWS,
            Arithmetic::Divide => a / b,
            // The quotient of the least number and -1 overflows, and with it the remainder.
            Arithmetic::Remainder if !self.wraps && a / b > self.greatest => return THROWS,
            Arithmetic::Remainder => a % b,
        };
        match self.least <= exact && exact <= self.greatest {
            true => exact,
            false if self.wraps => exact << (i32::BITS - BITS) >> (i32::BITS - BITS),
            false => THROWS,
        }
    }
}

/// Computes a row for each original arithmetic operator.
pub(super) const fn arithmetic(integers: Integers) -> [Row; 5] {
    let mut rows = [Row::NOTHING_SEEN; 5];
    let mut a = integers.least_operand;
    while a <= integers.greatest {
        let mut b = integers.least_operand;
        while b <= integers.greatest {
            let (mut results, mut operator) = ([0; 5], 0);
            while operator < 5 {
                results[operator] = integers.compute(a, b, Arithmetic::ALL[operator]);
                operator += 1;
            }
            Row::see(&mut rows, results);
            b += 1;
        }
        a += 1;
    }
    rows
}

/// Returns, by original, for floats that have all kinds of results, of which two are the same number if they are equal, or both NaN.
pub(super) const fn floats() -> [Row; 5] {
    const OPERANDS: [f64; 10] = [0.0, -0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -0.25, f64::INFINITY, f64::NAN];
    let mut rows = [Row::NOTHING_SEEN; 5];
    let mut pair = 0;
    while pair < OPERANDS.len() * OPERANDS.len() {
        let (a, b) = (OPERANDS[pair % OPERANDS.len()], OPERANDS[pair / OPERANDS.len()]);
        let results = [a + b, a - b, a * b, a / b, a % b];
        // The place of the first result that is the same.
        let (mut same, mut at) = ([0; 5], 0);
        while at < 5 {
            while results[same[at] as usize] != results[at] && !(results[same[at] as usize].is_nan() && results[at].is_nan()) {
                same[at] += 1;
            }
            at += 1;
        }
        Row::see(&mut rows, same);
        pair += 1;
    }
    rows
}

/// Computes a row for each original bitwise operator.
pub(super) const fn bitwise() -> [Row; 3] {
    let mut rows = [Row::NOTHING_SEEN; 3];
    let mut pair = 0;
    while pair < 1 << 8 {
        let (a, b) = (pair & 15, pair >> 4);
        let (mut results, mut operator) = ([0; 3], 0);
        while operator < 3 {
            results[operator] = match Bitwise::ALL[operator] {
                Bitwise::And => a & b,
                Bitwise::Or => a | b,
                Bitwise::Xor => a ^ b,
            };
            operator += 1;
        }
        Row::see(&mut rows, results);
        pair += 1;
    }
    rows
}

/// Computes a row for each original shift, for signed numbers.
pub(super) const fn shifts() -> [Row; 3] {
    let mut rows = [Row::NOTHING_SEEN; 3];
    let mut pattern = 0;
    while pattern < 1 << 8 {
        let (value, mut amount) = (pattern as u8, 0);
        while amount < u8::BITS {
            let (mut results, mut operator) = ([0; 3], 0);
            while operator < 3 {
                results[operator] = match Shift::ALL[operator] {
                    Shift::Left => value << amount,
                    Shift::Right => ((value as i8) >> amount) as u8,
                    Shift::UnsignedRight => value >> amount,
                } as i32;
                operator += 1;
            }
            Row::see(&mut rows, results);
            amount += 1;
        }
        pattern += 1;
    }
    rows
}
