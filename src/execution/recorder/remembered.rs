//! Operands of the nearest evaluations of predicates, as text, for explanations.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::Trace;
use crate::id::{Branch, IdMap};
#[cfg(doc)]
use crate::objective::Explanation;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Operands with which a predicate came nearest to one of its sides, and their distance.
///
/// Values are ordered by distance, then by text. [`Explanation`] shows them;
/// [`Trace::with_operands`] records them.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::NearestOperands;
///
/// let near = NearestOperands { distance: Distance::from(3), text: "12 < 10".into() };
/// assert!(
///     near < NearestOperands { distance: Distance::from(5), text: "14 < 10".into() }
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestOperands {
    /// Distance of the operands from the side. In a trace it is never 0, because a side that was
    /// taken needs no explanation.
    pub distance: Distance,
    /// Text of the operands, as the program under test gave it.
    pub text: Box<str>,
}

/// Table of operands by branch.
///
/// An evaluation without a text may come nearer later. The least distance of the branch is then
/// less than the distance of the remembered operands, and these operands are ignored. So each
/// question compares the two distances, and `decide` need not know this table.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Remembered {
    /// Operands of each branch. The table is borrowed within methods of this file only, and none of
    /// them calls code of the user.
    rows: RefCell<IdMap<Branch, NearestOperands>>,
}

impl Remembered {
    /// Forgets all operands.
    pub(super) fn reset(&self) {
        self.rows.borrow_mut().clear();
    }

    /// Returns the operands of a branch, if they have this distance, which is the least distance of
    /// the branch.
    pub(super) fn at(&self, branch: Branch, distance: Distance) -> Option<NearestOperands> {
        self.rows.borrow().get(branch).filter(|row| row.distance == distance).cloned()
    }

    /// Returns the operands that have the least distance of their branch, ascending by branch.
    /// `known` returns the least distance of a branch.
    pub(in crate::execution) fn sorted(
        &self,
        known: impl Fn(Branch) -> Option<Distance>,
    ) -> Vec<(Branch, NearestOperands)> {
        // Operands that a nearer evaluation without a text has overtaken are left out.
        let rows = self.rows.borrow();
        rows.iter()
            .filter(|(branch, row)| known(*branch) == Some(row.distance))
            .map(|(branch, row)| (branch, row.clone()))
            .collect()
    }

    /// Takes in operands of a branch, and keeps the lesser ones. Merging is commutative and
    /// associative, because the text decides between equal distances.
    pub(in crate::execution) fn merge(&self, branch: Branch, row: &NearestOperands) {
        let mut rows = self.rows.borrow_mut();
        // The row is cloned only if it is kept: most merges change nothing.
        let nearest = rows.get_or_insert_with(branch, || row.clone());
        if *row < *nearest {
            *nearest = row.clone();
        }
    }

    /// Returns `true` if operands with this distance would replace the remembered ones. Equal
    /// distances do not.
    pub(super) fn wants(&self, branch: Branch, distance: Distance) -> bool {
        self.rows.borrow().get(branch).is_none_or(|row| distance < row.distance)
    }
}
