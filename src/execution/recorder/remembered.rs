//! The operands of the nearest evaluations, as text: for explanations.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::Trace;
use crate::numbers::NumberTable;
#[cfg(doc)]
use crate::objective::Explanation;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// With which operands a predicate came nearest to one of its sides.
///
/// The nearer one is less; of two that are equally near, the one with the lesser text.
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
    /// How near that was: of a trace never 0, for the side that was taken needs no explanation.
    pub distance: Distance,
    /// What the subject said.
    pub text: Box<str>,
}

/// By branch: what was remembered of it. Where the branch came nearer later, without operands, that is known from the distance.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Remembered {
    /// Borrowed for the length of a method here, and no method calls the user's code meanwhile.
    rows: RefCell<NumberTable<NearestOperands>>,
}

impl Remembered {
    pub(in crate::execution) fn reset(&self) {
        self.rows.borrow_mut().clear();
    }

    /// Returns the operands that were remembered of a branch, if they belong to this distance.
    pub(in crate::execution) fn at(&self, branch: u32, distance: Distance) -> Option<NearestOperands> {
        self.rows.borrow().get(branch).filter(|row| row.distance == distance).cloned()
    }

    /// Ascending by branch; only what belongs to the least distances.
    pub(in crate::execution) fn sorted(&self, known: impl Fn(u32) -> Option<Distance>) -> Vec<(u32, NearestOperands)> {
        let rows = self.rows.borrow();
        rows.iter()
            .filter(|(branch, row)| known(*branch) == Some(row.distance))
            .map(|(branch, row)| (branch, row.clone()))
            .collect()
    }

    pub(in crate::execution) fn merge(&self, branch: u32, row: &NearestOperands) {
        let mut rows = self.rows.borrow_mut();
        let nearest = rows.get_or_insert_with(branch, || row.clone());
        if *row < *nearest {
            *nearest = row.clone();
        }
    }

    pub(in crate::execution) fn wants(&self, branch: u32, distance: Distance) -> bool {
        self.rows.borrow().get(branch).is_none_or(|row| distance < row.distance)
    }
}
