//! Rows of values to be ranked: one row for each test, with values of any ordered type.

use crate::distance::Distance;
use crate::fitness::Fitness;
use core::cmp::Ordering;

/// Value of a test for a goal; a lesser value is nearer to the goal.
///
/// Being better must be a strict weak order: no value is better than itself; better is transitive;
/// and two values of which neither is better compare alike with every third value. If an
/// implementation breaks this contract, rankings end, but their results mean nothing. For floats,
/// NaN is worse than every number and as good as NaN.
///
/// ```
/// use sbst::selection::ObjectiveValue;
///
/// /// Nanoseconds.
/// #[derive(Clone, Copy)]
/// struct Time(u64);
///
/// impl ObjectiveValue for Time {
///     fn is_better(self, than: Self) -> bool {
///         self.0 < than.0
///     }
///     fn scalar(self) -> f64 {
///         self.0 as f64
///     }
/// }
/// assert!(0.5.is_better(f64::NAN) && !f64::NAN.is_better(f64::NAN));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be ranked as the value of a goal",
    note = "implement `ObjectiveValue` (two methods), or rank `Fitness`, `Distance`, floats or \
        integers"
)]
pub trait ObjectiveValue: Copy {
    /// Returns `true` if the value is strictly better than the other one.
    fn is_better(self, than: Self) -> bool;

    /// Returns the value as one number, in the same order, for [crowding
    /// distances](super::Ranker::crowding_distances). It may be infinite.
    fn scalar(self) -> f64;
}

impl ObjectiveValue for Fitness {
    #[inline]
    fn is_better(self, than: Self) -> bool {
        self < than
    }
    /// Returns [`Fitness::scalar`], where an infinite distance adds 1 to the level; infinite for
    /// [`Fitness::NEVER`].
    fn scalar(self) -> f64 {
        if self == Self::NEVER { f64::INFINITY } else { self.scalar() }
    }
}

impl ObjectiveValue for Distance {
    #[inline]
    fn is_better(self, than: Self) -> bool {
        self < than
    }
    /// Returns the number of the distance, which may be infinite.
    fn scalar(self) -> f64 {
        self.get()
    }
}

macro_rules! floats {
    ($($type:ty)*) => {$(
        impl ObjectiveValue for $type {
            #[inline]
            fn is_better(self, than: Self) -> bool {
                // Without a branch, so that loops over rows become vector instructions.
                (self < than) | (than.is_nan() & !self.is_nan())
            }
            /// Returns the number; infinite for NaN.
            fn scalar(self) -> f64 {
                if self.is_nan() { f64::INFINITY } else { f64::from(self) }
            }
        }
    )*};
}
floats!(f32 f64);

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl ObjectiveValue for $type {
            #[inline]
            fn is_better(self, than: Self) -> bool {
                self < than
            }
            fn scalar(self) -> f64 {
                self as f64
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Rows of values, each indexed by goal.
///
/// Slices of anything that is a row (`Vec<V>`, `&[V]`, a test of yours that is `AsRef<[V]>`) are
/// rows, and so is a dense [`Matrix`]. A row may be shorter than the number of goals: a value that
/// is missing was not measured, and is worse than every value.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::{Ranker, Rows};
///
/// /// Values that another process wrote, goal by goal.
/// struct Columns(Vec<[f64; 2]>);
///
/// impl Rows<f64> for Columns {
///     fn count(&self) -> usize {
///         self.0.len()
///     }
///     fn row(&self, number: usize) -> &[f64] {
///         &self.0[number]
///     }
/// }
///
/// let rows = Columns(vec![[0.9, 0.9], [0.1, 0.2]]);
/// let fronts =
///     Ranker::new().non_dominated_sort(&rows, &[0, 1].map(GoalId::new)).count();
/// assert_eq!(fronts, 2); // the second row is better everywhere
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no rows of `{V}`",
    note = "for rows one after the other in a slice, pass `Matrix::new(&values, width)`; for \
        tests of your own, implement `AsRef<[{V}]>` and pass a slice of them"
)]
pub trait Rows<V> {
    /// Returns the number of rows. Rows are numbered from 0. A ranking calls it once.
    fn count(&self) -> usize;

    /// Returns one row. A ranking calls it with numbers below the first [`count`](Self::count). If
    /// rows change during a ranking, the ranking ends, but its result means nothing.
    fn row(&self, number: usize) -> &[V];
}

impl<V, R: AsRef<[V]>> Rows<V> for [R] {
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn row(&self, number: usize) -> &[V] {
        self[number].as_ref()
    }
}

impl<V, R: AsRef<[V]>> Rows<V> for alloc::vec::Vec<R> {
    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn row(&self, number: usize) -> &[V] {
        self[number].as_ref()
    }
}

impl<V, R: AsRef<[V]>, const N: usize> Rows<V> for [R; N] {
    fn count(&self) -> usize {
        N
    }
    #[inline]
    fn row(&self, number: usize) -> &[V] {
        self[number].as_ref()
    }
}

/// Rows of equal width in one slice, one row after the other.
///
/// ```
/// use sbst::selection::{Matrix, Rows};
///
/// let values = [0.5, 0.1, 0.2, 0.3, 0.0];
/// let matrix = Matrix::new(&values, 2);
/// assert_eq!(
///     (matrix.count(), matrix.row(1), matrix.row(2)),
///     (3, &[0.2, 0.3][..], &[0.0][..])
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a, V> {
    /// All values, row by row.
    values: &'a [V],
    /// Number of values of a row.
    width: usize,
}

impl<'a, V> Matrix<'a, V> {
    /// Creates rows of `width` values each. The last row may be shorter. With width 0 there are no
    /// rows.
    #[must_use]
    pub const fn new(values: &'a [V], width: usize) -> Self {
        Self { values, width }
    }
}

impl<V> Rows<V> for Matrix<'_, V> {
    fn count(&self) -> usize {
        if self.width == 0 { 0 } else { self.values.len().div_ceil(self.width) }
    }
    #[inline]
    fn row(&self, number: usize) -> &[V] {
        let start = number * self.width;
        &self.values[start..self.values.len().min(start + self.width)]
    }
}

/// Returns `true` if row `a` dominates row `b`: `a` is worse for none of the goals, and better for
/// at least one.
///
/// Values that are missing at the end of a row are the worst. The relation is irreflexive,
/// asymmetric and transitive. O(goals).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::dominates;
///
/// let goals = [0, 2].map(GoalId::new);
/// // goal 1 does not count
/// assert!(dominates(&[0.2, 0.9, 0.5], &[0.2, 0.1, 0.9], goals));
/// assert!(!dominates(&[0.2, 0.9, 0.5], &[0.2, 0.1, 0.5], goals));
/// ```
pub fn dominates<V: ObjectiveValue>(
    a: &[V],
    b: &[V],
    goals: impl IntoIterator<Item = crate::id::GoalId>,
) -> bool {
    let mut better = false;
    for goal in goals {
        match compare(value_at(a, goal.index()), value_at(b, goal.index())) {
            Ordering::Less => better = true,
            Ordering::Equal => {}
            Ordering::Greater => return false,
        }
    }
    better
}

/// Returns the value of a goal, or `None`, the worst value, if it was not measured.
#[inline]
pub(super) fn value_at<V: ObjectiveValue>(row: &[V], goal: usize) -> Option<V> {
    row.get(goal).copied()
}

/// Returns `true` if `a` is better than `b`; `None` is the worst.
#[inline]
pub(super) fn is_better<V: ObjectiveValue>(a: Option<V>, b: Option<V>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.is_better(b),
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// Compares two values; the better one is less.
#[inline]
pub(super) fn compare<V: ObjectiveValue>(a: Option<V>, b: Option<V>) -> Ordering {
    is_better(b, a).cmp(&is_better(a, b))
}
