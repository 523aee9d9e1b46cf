//! A formula as a part of a value: one of the crates' own, or one that the user gave; and the
//! distances that formulas of this crate compute.

use crate::distance::{Aggregate, Aggregation, Distance, Normalise, Normaliser};
use core::any::Any;
use core::fmt;

// A pointer to a value that several owners share. Targets without atomic pointers have one thread,
// so `Rc` is enough there.
#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
pub(crate) use alloc::sync::Arc as Shared;

/// Creates a distance from a result of this crate's own arithmetic, which is never NaN or negative.
#[inline]
pub(crate) const fn computed(value: f64) -> Distance {
    debug_assert!(value >= 0.0);
    match Distance::new(value) {
        Ok(distance) => distance,
        Err(_) => Distance::INFINITE,
    }
}

/// A formula: plain data for the formulas of the crate, a shared pointer for all others.
///
/// Plain data can be compared and printed, and is called directly.
pub(crate) enum Formula<V, D: ?Sized> {
    /// A formula of the crate.
    Own(V),
    /// A formula that the user gave. Two of them are equal if they share one pointer.
    Given(Shared<D>),
}

/// A normalisation of the crate or of the user.
pub(crate) type Normalisation = Formula<Normaliser, dyn Normalise + Send + Sync>;
/// An aggregation of the crate or of the user.
pub(crate) type Combination = Formula<Aggregation, dyn Aggregate + Send + Sync>;

impl Normalisation {
    /// Creates a normalisation from any formula.
    pub(crate) fn of<N: Normalise + Send + Sync + 'static>(normaliser: N) -> Self {
        // A formula of the crate that comes in as a generic value is recognised, and kept as plain
        // data.
        match (&normaliser as &dyn Any).downcast_ref() {
            Some(&own) => Self::Own(own),
            None => Self::Given(Shared::new(normaliser)),
        }
    }
}

impl Combination {
    /// Creates an aggregation from any formula.
    pub(crate) fn of<A: Aggregate + Send + Sync + 'static>(aggregation: A) -> Self {
        // Recognised in the same way.
        match (&aggregation as &dyn Any).downcast_ref() {
            Some(&own) => Self::Own(own),
            None => Self::Given(Shared::new(aggregation)),
        }
    }
}

impl Normalise for Normalisation {
    fn normalise(&self, distance: Distance) -> f64 {
        match self {
            Self::Own(own) => own.normalise(distance),
            Self::Given(given) => given.normalise(distance),
        }
    }
}

impl Aggregate for Combination {
    fn aggregate(&self, distances: &[Distance]) -> Distance {
        match self {
            Self::Own(own) => own.aggregate(distances),
            Self::Given(given) => given.aggregate(distances),
        }
    }
}

impl<V: Default, D: ?Sized> Default for Formula<V, D> {
    fn default() -> Self {
        Self::Own(V::default())
    }
}

// Derived implementations would require `Clone`, `PartialEq` and `Debug` of the formulas that users
// give.
impl<V: Clone, D: ?Sized> Clone for Formula<V, D> {
    fn clone(&self) -> Self {
        match self {
            Self::Own(own) => Self::Own(own.clone()),
            Self::Given(given) => Self::Given(Shared::clone(given)),
        }
    }
}

impl<V: PartialEq, D: ?Sized> PartialEq for Formula<V, D> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(one), Self::Own(other)) => one == other,
            (Self::Given(one), Self::Given(other)) => Shared::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl<V: Eq, D: ?Sized> Eq for Formula<V, D> {}

impl<V: fmt::Debug, D: ?Sized> fmt::Debug for Formula<V, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(own) => own.fmt(f),
            Self::Given(_) => f.write_str("given"),
        }
    }
}
