//! Tables of the mutants of each operator that subsume one another, derived from the definition
//! while the crate is built.
//!
//! A mutant subsumes another one if no operands infect the first and not the second. Only a few
//! operands are tried, enough to refute whatever some operands refute: the tests of the crate
//! compare with enumeration and samples, and for shifts with algebra. Few, because whoever compiles
//! the crate waits for each of them: all operands of 6 bits took a third of `cargo check`.
//!
//! All functions are `const`. Such functions can use neither iterators nor trait methods: hence the
//! `while` loops over indices.

use crate::distance::Relation;
use crate::distance::infection::Arithmetic;
use core::cmp::Ordering;

/// Row for one original operator: the subsumption among its mutants. A mutant is a bit, by its
/// place in the list of the operator.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The mutants that some operands infect.
    possible: u8,
    /// For each mutant, the mutants that are infected by all operands that infect it.
    subsumes: [u8; 8],
}

impl Row {
    /// The number of places of a row: the longest list, the one of relations, has 8 operators. The
    /// last places of shorter lists are empty.
    pub(super) const MUTANTS: u32 = 8;

    /// The row before any operands were tried: nothing is infected, and nothing speaks against
    /// subsumption.
    const NOTHING_SEEN: Self = Self { possible: 0, subsumes: [u8::MAX; 8] };

    /// Returns `true` if some operands infect the mutant.
    pub(super) const fn has(&self, mutant: u32) -> bool {
        self.possible >> mutant & 1 == 1
    }

    /// Returns `true` if some operands infect the mutant `this`, and all of these infect the mutant
    /// `that`.
    pub(super) const fn subsumes(&self, this: u32, that: u32) -> bool {
        self.has(this) && self.subsumes[this as usize] >> that & 1 == 1
    }

    /// Returns the row after operands that infect exactly these mutants.
    const fn seen(mut self, infected: u8) -> Self {
        self.possible |= infected;
        // A mutant that is infected here can only subsume mutants that are infected here, too.
        let mut mutant = 0;
        while mutant < 8 {
            if infected >> mutant & 1 == 1 {
                self.subsumes[mutant] &= infected;
            }
            mutant += 1;
        }
        self
    }

    /// Adds operands to the rows of all operators of a list. `results` has the result of each
    /// operator for these operands.
    ///
    /// A mutant is infected if its result differs from the result of the original. Its own original
    /// is never infected.
    const fn see<const N: usize>(rows: &mut [Self; N], results: [i32; N]) {
        let mut original = 0;
        while original < N {
            // One step of the definition: for this original and these operands, the set of infected
            // mutants.
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

/// The result of a computation that throws. It differs from every number of few bits.
const THROWS: i32 = i32::MIN;

/// The number of bits of the integers that are tried: with fewer, more mutants coincide.
const BITS: u32 = 6;
/// Operands that are tried, by each model those in its range. Without any one of them, some mutant
/// would seem to subsume one that it does not.
const OPERANDS: [i32; 8] = [-4, -2, 0, 1, 2, 4, 8, 10];
/// The least signed integer that is tried.
const LEAST: i32 = -(1 << (BITS - 1));
/// The greatest signed integer that is tried.
const GREATEST: i32 = (1 << (BITS - 1)) - 1;

/// Computes a row for each original relation, by trying the orders that the operands may have.
/// `None` is the order with NaN.
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

/// Integers of few bits: the range of operands and results, and the meaning of a result outside the
/// range.
#[derive(Clone, Copy)]
pub(super) struct Integers {
    /// The least operand that may occur.
    least_operand: i32,
    /// The least result that fits.
    least: i32,
    /// The greatest result that fits.
    greatest: i32,
    /// If `true`, a result that does not fit is reduced modulo 2^`BITS`; otherwise it throws.
    wraps: bool,
}

impl Integers {
    // One constant for each model of integers, see `Model`. Wrapping integers are tried as signed
    // ones only: no mutant of wrapping integers subsumes another one, signed or not.
    pub(super) const WRAPPING: Self = Self { wraps: true, ..Self::CHECKED };
    pub(super) const CHECKED: Self =
        Self { least_operand: LEAST, least: LEAST, greatest: GREATEST, wraps: false };
    pub(super) const UNSIGNED: Self =
        Self { least_operand: 0, least: 0, greatest: (1 << BITS) - 1, wraps: false };
    pub(super) const POSITIVE: Self = Self { least_operand: 1, ..Self::CHECKED };

    /// Returns the result of an operator, `THROWS` if it throws.
    const fn compute(self, a: i32, b: i32, operator: Arithmetic) -> i32 {
        // Products of 6 bits fit into an `i32`, so this result is exact.
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
            // Sign extension of the lowest bits.
            false if self.wraps => exact << (i32::BITS - BITS) >> (i32::BITS - BITS),
            false => THROWS,
        }
    }
}

/// Computes a row for each original arithmetic operator, by trying all pairs of operands.
pub(super) const fn arithmetic(integers: Integers) -> [Row; 5] {
    let mut rows = [Row::NOTHING_SEEN; 5];
    let mut pair = 0;
    while pair < OPERANDS.len() * OPERANDS.len() {
        let (a, b) = (OPERANDS[pair % OPERANDS.len()], OPERANDS[pair / OPERANDS.len()]);
        if a >= integers.least_operand && b >= integers.least_operand {
            let (mut results, mut operator) = ([0; 5], 0);
            while operator < 5 {
                results[operator] = integers.compute(a, b, Arithmetic::ALL[operator]);
                operator += 1;
            }
            Row::see(&mut rows, results);
        }
        pair += 1;
    }
    rows
}

/// Computes a row for each original arithmetic operator on floats, by trying all pairs of some
/// floats of every kind.
///
/// Two results are the same if they are equal, or if both are NaN. 0.0 and -0.0 are the same.
pub(super) const fn floats() -> [Row; 5] {
    // Zeros, ones, numbers with and without exact quotients, infinity and NaN: they give all kinds
    // of results.
    const FLOATS: [f64; 10] = [0.0, -0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -0.25, f64::INFINITY, f64::NAN];
    let mut rows = [Row::NOTHING_SEEN; 5];
    let mut pair = 0;
    while pair < FLOATS.len() * FLOATS.len() {
        let (a, b) = (FLOATS[pair % FLOATS.len()], FLOATS[pair / FLOATS.len()]);
        let results = [a + b, a - b, a * b, a / b, a % b];
        // Rows compare integers: each result becomes the place of the first result that is the
        // same.
        let (mut same, mut at) = ([0; 5], 0);
        while at < 5 {
            while results[same[at] as usize] != results[at]
                && !(results[same[at] as usize].is_nan() && results[at].is_nan())
            {
                same[at] += 1;
            }
            at += 1;
        }
        Row::see(&mut rows, same);
        pair += 1;
    }
    rows
}

/// Computes a row for each original bitwise operator, by trying all pairs of bits. Bits do not
/// influence one another.
pub(super) const fn bitwise() -> [Row; 3] {
    let mut rows = [Row::NOTHING_SEEN; 3];
    let mut pair = 0;
    while pair < 1 << 2 {
        let (a, b) = (pair & 1, pair >> 1);
        Row::see(&mut rows, [a & b, a | b, a ^ b]); // in the order of `Bitwise::ALL`
        pair += 1;
    }
    rows
}

/// Computes a row for each original shift of signed numbers, by trying two numbers of 8 bits.
pub(super) const fn shifts() -> [Row; 3] {
    // Shifted by 3, the first is the same with `>>` and `>>>` and another with `<<`, the second is
    // the same with `<<` and `>>>` and another with `>>`.
    const VALUES: [u8; 2] = [0b0001_0100, 0b1000_0010];
    let mut rows = [Row::NOTHING_SEEN; 3];
    let mut at = 0;
    while at < VALUES.len() {
        // In the order of `Shift::ALL`, cut to 8 bits.
        let value = VALUES[at];
        let results = [value << 3, ((value as i8) >> 3) as u8, value >> 3];
        Row::see(&mut rows, [results[0] as i32, results[1] as i32, results[2] as i32]);
        at += 1;
    }
    rows
}
