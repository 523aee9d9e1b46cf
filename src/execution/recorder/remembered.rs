//! Operands of the nearest evaluations, as text, for explanations.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::Trace;
use crate::numbers::NumberTable;
#[cfg(doc)]
use crate::objective::Explanation;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Operands with which a predicate came nearest to one of its sides.
///
/// Values are ordered by distance, then by text.
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
    /// Distance to the side. In a trace never 0, because a side that was taken needs no explanation.
    pub distance: Distance,
    /// Text of the operands, as the program under test gave it.
    pub text: Box<str>,
}

/// Operands by branch. If an evaluation without operands came nearer later, the distance of the branch is less than that of its operands,
/// which are then ignored.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Remembered {
    /// Borrowed within methods of this file only, and none of them calls code of the user.
    rows: RefCell<NumberTable<NearestOperands>>,
}

impl Remembered {
    /// Forgets all operands.
    pub(in crate::execution) fn reset(&self) {
        self.rows.borrow_mut().clear();
    }

    /// Returns the operands of a branch, if they have this distance.
    pub(in crate::execution) fn at(&self, branch: u32, distance: Distance) -> Option<NearestOperands> {
        self.rows.borrow().get(branch).filter(|row| row.distance == distance).cloned()
    }

    /// Returns the operands that have the least distance of their branch, ascending by branch.
    pub(in crate::execution) fn sorted(&self, known: impl Fn(u32) -> Option<Distance>) -> Vec<(u32, NearestOperands)> {
        let rows = self.rows.borrow();
        rows.iter()
            .filter(|(branch, row)| known(*branch) == Some(row.distance))
            .map(|(branch, row)| (branch, row.clone()))
            .collect()
    }

    /// Takes in operands of a branch, and keeps the lesser ones.
    pub(in crate::execution) fn merge(&self, branch: u32, row: &NearestOperands) {
        let mut rows = self.rows.borrow_mut();
        let nearest = rows.get_or_insert_with(branch, || row.clone());
        if *row < *nearest {
            *nearest = row.clone();
        }
    }

    /// Returns `true` if operands with this distance would be remembered.
    pub(in crate::execution) fn wants(&self, branch: u32, distance: Distance) -> bool {
        self.rows.borrow().get(branch).is_none_or(|row| distance < row.distance)
    }
}
