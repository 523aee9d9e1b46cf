//! How near observed values came to each partition.

use crate::distance::Distance;
use crate::execution::{Partition, Value};

/// The least distance to each partition over all values at one place, a result or an argument: what an own store keeps to answer for
/// [`Outputs`](crate::execution::Outputs) and [`Inputs`](crate::execution::Inputs). As good as all the values, in constant space.
///
/// ```
/// use sbst::execution::{NearestValues, Partition, Value};
///
/// let mut returned = NearestValues::default();
/// assert_eq!(returned.distance(Partition::Zero), None); // nothing observed
/// returned.see(Value::from(7));
/// returned.see(Value::from(-3));
/// assert_eq!(returned.distance(Partition::Zero).map(|d| d.get()), Some(3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NearestValues {
    least: Option<[Distance; Partition::COUNT]>,
}

impl NearestValues {
    pub(in crate::execution) const fn of(least: [Distance; Partition::COUNT]) -> Self {
        Self { least: Some(least) }
    }

    /// Takes in one value.
    pub fn see(&mut self, value: Value) {
        self.merge(&Self { least: Some(Partition::ALL.map(|partition| partition.distance(value))) });
    }

    /// Takes in all that `other` has seen. Commutative, associative and idempotent.
    pub fn merge(&mut self, other: &Self) {
        match (&mut self.least, other.least) {
            (Some(ours), Some(theirs)) => ours.iter_mut().zip(theirs).for_each(|(least, distance)| *least = distance.min(*least)),
            (ours @ None, theirs) => *ours = theirs,
            (Some(_), None) => {}
        }
    }

    /// The least [`Partition::distance`] of all values; `None` if there was none.
    #[must_use]
    pub fn distance(&self, partition: Partition) -> Option<Distance> {
        self.least.map(|least| least[partition as usize])
    }
}
