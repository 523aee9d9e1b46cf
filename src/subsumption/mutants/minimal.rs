//! Minimal sets by operator: those that hold, and those of a published tool.

use super::change::{Model, Orders, arithmetic_row, bitwise_row, relation_row, shift_row};
use super::derive::Row;
use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift};
use alloc::vec::Vec;

/// Whether the goals to take either branch of a predicate are pursued besides the mutants of its relation.
///
/// ```
/// use sbst::distance::Relation::{False, Less};
/// use sbst::subsumption::mutants::{BranchGoals, Orders, minimal_relations};
///
/// let needs_false = |branches| minimal_relations(Less, Orders::Any, branches).contains(&False);
/// assert!(needs_false(BranchGoals::Absent) && !needs_false(BranchGoals::Kept)); // taking the branch shows it
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum BranchGoals {
    /// They are not.
    #[default]
    Absent,
    /// Both are: then the constants, and what these subsume, are covered with them.
    Kept,
}

/// The relations and constants by which a relation need be replaced: covering these mutants covers those by all others. Of equivalent
/// ones the first in the order of [`Relation::ALL`]; mutants that nobody can cover are left out.
///
/// ```
/// use sbst::distance::Relation::{Equal, False, GreaterOrEqual, LessOrEqual};
/// use sbst::subsumption::mutants::{BranchGoals, Orders, minimal_relations};
///
/// assert_eq!(minimal_relations(Equal, Orders::Any, BranchGoals::Absent), [LessOrEqual, GreaterOrEqual, False]);
/// assert_eq!(minimal_relations(Equal, Orders::Any, BranchGoals::Kept), [LessOrEqual, GreaterOrEqual]);
/// assert_eq!(minimal_relations(Equal, Orders::NeverLess, BranchGoals::Kept), []); // all say whether x is 0
/// ```
#[must_use]
pub fn minimal_relations(original: Relation, orders: Orders, branches: BranchGoals) -> Vec<Relation> {
    let row = relation_row(original, orders);
    let constants = [Relation::True, Relation::False].map(|constant| constant as u32);
    let covered = |mutant: u32| branches == BranchGoals::Kept && constants.iter().any(|&constant| row.subsumes(constant, mutant));
    minimal(&Relation::ALL, row).filter(|&(mutant, _)| !covered(mutant)).map(|(_, relation)| relation).collect()
}

/// The arithmetic operators by which one need be replaced; equivalent ones and those that nobody can cover as in [`minimal_relations`].
///
/// ```
/// use sbst::distance::infection::Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};
/// use sbst::subsumption::mutants::{Model, minimal_arithmetic};
///
/// assert_eq!(minimal_arithmetic(Subtract, Model::Positive), [Divide, Remainder]);
/// assert_eq!(minimal_arithmetic(Add, Model::Wrapping), [Subtract, Multiply, Divide, Remainder]);
/// ```
#[must_use]
pub fn minimal_arithmetic(original: Arithmetic, model: Model) -> Vec<Arithmetic> {
    minimal(&Arithmetic::ALL, arithmetic_row(original, model)).map(|(_, operator)| operator).collect()
}

/// The operators on bits by which one need be replaced.
///
/// ```
/// use sbst::distance::infection::Bitwise::{And, Or, Xor};
/// use sbst::subsumption::mutants::minimal_bitwise;
///
/// assert_eq!([And, Or, Xor].map(minimal_bitwise), [vec![Or], vec![And, Xor], vec![Or]]);
/// ```
#[must_use]
pub fn minimal_bitwise(original: Bitwise) -> Vec<Bitwise> {
    minimal(&Bitwise::ALL, bitwise_row(original)).map(|(_, operator)| operator).collect()
}

/// The shifts by which a shift of a signed number need be replaced.
///
/// ```
/// use sbst::distance::infection::Shift::{Left, Right, UnsignedRight};
/// use sbst::subsumption::mutants::minimal_shifts;
///
/// assert_eq!([Left, Right, UnsignedRight].map(minimal_shifts), [vec![UnsignedRight], vec![UnsignedRight], vec![Left, Right]]);
/// ```
#[must_use]
pub fn minimal_shifts(original: Shift) -> Vec<Shift> {
    minimal(&Shift::ALL, shift_row(original)).map(|(_, operator)| operator).collect()
}

/// The operators, with their places, that no other one subsumes, but for equivalent ones behind them.
fn minimal<T: Copy>(all: &'static [T], row: &'static Row) -> impl Iterator<Item = (u32, T)> {
    let places = 0..all.len() as u32;
    let stronger = move |this: u32, that| row.subsumes(this, that) && (this < that || !row.subsumes(that, this));
    let needed =
        move |&(mutant, _): &(u32, T)| row.has(mutant) && !places.clone().any(|other| other != mutant && stronger(other, mutant));
    (0..).zip(all.iter().copied()).filter(needed)
}
